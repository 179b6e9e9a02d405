//! Locations of instructions and phis, and the subprograms of functions that they are in; LangRef, "DILocation",
//! "DISubprogram".

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::named::module_flags;
use super::{DictionaryState, Walk};
use crate::attr_table::{AttrKindDefinition, DI_SUBPROGRAM, MODULE_FLAG};
use crate::attributes::{AttrData, well_known as attrs};
use crate::body::{Body, Module, Op};
use crate::context::{Attr, Context, Str};
use crate::enums::Linkage;
use crate::graph::{Atom, DILocation, Node, NodeId};
use crate::names::*;
use crate::ops::{Inst, LlvmForm, global_values};
use crate::registry::OpNameDefinition;

/// What a location's node follows from: the location, the subprogram, and `irtrip.atom`.
pub(super) type Place = (Attr, NodeId, Option<Attr>);

/// What a location is in a function that has a subprogram.
#[derive(Clone, Copy)]
pub(super) enum Placed {
    /// No place.
    Nowhere,
    /// The location's node.
    Here(NodeId),
    /// A place in another subprogram that was not inlined into this one: LLVM takes no debug information with it.
    Elsewhere,
}

impl Walk<'_> {
    /// Whether a location is in another subprogram than that of the function at hand.
    fn is_foreign(&mut self, location: NodeId) -> bool {
        let Some(own) = self.own_subprogram else { return false };
        let graph = &self.build.graph;
        let Node::Location(place) = graph.node(location) else { return false };
        let around = place.inlined_at.unwrap_or(place.scope);
        let known = self.subprograms.get(around);
        let subprogram = known.or_else(|| graph.subprogram_of(self.ctx, location));
        // One whose scopes have no content yet may be in a subprogram later.
        if let (None, Some(subprogram)) = (known, subprogram) {
            self.subprograms.insert(around, subprogram);
        }
        subprogram.is_some_and(|subprogram| subprogram != graph.canonical(own))
    }

    /// The location of an operation in a function with a subprogram, where no preserved attribute has it. A call that
    /// must have one and has none gets the one that `Instruction::dropLocation` of LLVM sets.
    pub(super) fn own_location(
        &mut self,
        body: &Body,
        (function, op): (Option<Op>, Op),
        scope: NodeId,
        dictionary: Attr,
    ) -> Option<NodeId> {
        let placed = self.location(body.loc(op), scope, dictionary);
        let function = function?;
        let attached = self.dbg(dictionary);
        if attached.is_some_and(|dbg| self.is_foreign(dbg)) {
            self.found.foreign.insert((function, op));
        } else if attached.is_some() {
            return None;
        }
        match placed {
            Placed::Here(id) => return Some(id),
            Placed::Elsewhere => {
                self.found.foreign_locations.insert((function, op));
            }
            Placed::Nowhere => {}
        }
        let form = body.name(op).def().map(|def| def.llvm);
        if !matches!(form, Some(LlvmForm::Inst(Inst::Call | Inst::Invoke | Inst::CallBr))) {
            return None;
        }
        let is_dropped = attached.is_some() || matches!(placed, Placed::Elsewhere);
        if !is_dropped && !self.needs_location(body, op) {
            return None;
        }
        let (scope, atom) = (self.own_subprogram?, Atom::default());
        let place = DILocation { distinct: false, line: 0, column: 0, scope, inlined_at: None, atom };
        Some(self.build.graph.uniqued(Node::Location(place)))
    }

    /// Whether LLVM wants a call to have a location: it may be inlined, and its function has a subprogram, as the one that it
    /// stands in has.
    fn needs_location(&mut self, body: &Body, op: Op) -> bool {
        let (ctx, module) = (self.ctx, self.module);
        let callee = body.symbol_attr(ctx, op, CALLEE);
        let Some(callee) = callee else { return false };
        self.located_callees.get_or_insert_with(|| located_callees(ctx, module)).contains(&callee)
    }

    /// The location of an operation in a function whose location has no subprogram: one that names its scope, where no
    /// preserved attribute has it.
    pub(super) fn stray_location(
        &mut self,
        loc: Attr,
        dictionary: Attr,
        (function, op): (Op, Op),
        locations: &mut Vec<Option<NodeId>>,
    ) {
        if loc == attrs::UNKNOWN_LOC {
            return;
        }
        if self.dbg(dictionary).is_some() {
            return;
        }
        let Some(id) = self.build.scoped_location(loc) else { return };
        if self.is_foreign(id) {
            self.found.foreign_locations.insert((function, op));
            return;
        }
        locations.resize(op.index(), None);
        locations.push(Some(id));
    }

    /// The locations of phis: of block arguments, but for those of the entry block.
    pub(super) fn phis(&mut self, body: &Body, function: Op, scope: NodeId) {
        let blocks = body.regions().first().map(|region| body.blocks(*region)).unwrap_or_default();
        for block in blocks.iter().skip(1) {
            let args = body.block_args(*block).len();
            let Some(last) = body.last_op(*block).filter(|_| args > 0) else { continue };
            let facts = body.attr(self.ctx, last, IRTRIP_PHIS).map(|p| self.ctx.items(p)).unwrap_or_default();
            for index in 0..args {
                let facts = facts.get(index).copied().unwrap_or(attrs::EMPTY_DICTIONARY);
                let site = (function, *block, index as u32);
                match self.location(body.block_arg_loc(*block, index), scope, facts) {
                    Placed::Here(id) => {
                        self.found.phi_locations.insert(site, id);
                    }
                    Placed::Elsewhere => {
                        self.found.foreign_phis.insert(site);
                    }
                    Placed::Nowhere => {}
                }
            }
        }
    }

    /// Finds the first definition whose subprogram no attribute of the module has the content of.
    pub(super) fn find_subprogram_without_content(&mut self) {
        let is_empty = |(_, scope): &&(Op, NodeId)| self.build.named_only.contains_key(scope);
        self.found.without_content = self.self_named.iter().find(is_empty).map(|(function, _)| *function);
    }

    /// The subprogram of a function, which is attached to it where nothing else is as its `!dbg`.
    pub(super) fn subprogram(&mut self, body: &Body, function: Op) -> Option<NodeId> {
        let dictionary = body.attrs(function);
        let scope = self.build.function_scope(body.loc(function))?;
        if body.is_defined(function) && self.build.named_only.contains_key(&scope) {
            self.self_named.push((function, scope));
        }
        let attachments = self.found.attachments.get_or_default(dictionary);
        if attachments.first().is_none_or(|a| a.0 != self.dbg_kind) {
            attachments.insert(0, (self.dbg_kind, scope));
            self.note(dictionary, DictionaryState::HAS_DBG);
            self.has_subprograms = true;
        }
        Some(scope)
    }

    fn location(&mut self, loc: Attr, scope: NodeId, dictionary: Attr) -> Placed {
        if loc == attrs::UNKNOWN_LOC {
            return Placed::Nowhere;
        }
        let has_atom = self.seen(dictionary).is(DictionaryState::HAS_ATOM);
        let atom = if has_atom { self.ctx.entry(dictionary, IRTRIP_ATOM) } else { None };
        // Constants come one after the other, all with the location of their function.
        let key = (loc, scope, atom);
        if let Some((_, known)) = self.last_location.filter(|last| last.0 == key) {
            return known;
        }
        let placed = match self.build.location(loc, scope, atom) {
            None => Placed::Nowhere,
            Some(id) if self.is_foreign(id) => Placed::Elsewhere,
            Some(id) => Placed::Here(id),
        };
        self.last_location = Some((key, placed));
        placed
    }
}

/// The functions that are defined, may be inlined and have a subprogram.
fn located_callees(ctx: &Context, module: &Module) -> HashSet<Str, FxBuildHasher> {
    let is_interposed = module_flags(ctx, module).any(|flag| is_named(ctx, flag, SEMANTIC_INTERPOSITION));
    let is_located = |op: &Op| {
        let attr = |key: Str| module.body.attr(ctx, *op, key);
        let linkage: Linkage = attr(LINKAGE).and_then(|linkage| ctx.enum_value(linkage)).unwrap_or_default();
        let is_final = !is_interposed || linkage.is_local() || attr(DSO_LOCAL).is_some();
        let has_attached = || {
            let attached = attr(IRTRIP_METADATA).map(|metadata| ctx.entries(metadata)).unwrap_or_default();
            attached.iter().any(|(kind, _)| ctx.bytes(*kind) == b"dbg")
        };
        module.body.name(*op) == global_values::FUNC
            && module.body.is_defined(*op)
            && !linkage.is_interposable()
            && is_final
            && (names_subprogram(ctx, module.body.loc(*op)) || has_attached())
    };
    let located = module.ops().filter(is_located);
    located.filter_map(|op| module.body.string_attr(ctx, op, SYM_NAME)).collect()
}

/// The module flag with which the dynamic linker may take another definition for each symbol that is not `dso_local`.
const SEMANTIC_INTERPOSITION: &str = "SemanticInterposition";

/// Whether a flag of upstream's form has a name.
fn is_named(ctx: &Context, flag: Attr, name: &str) -> bool {
    let AttrData::Llvm { kind: MODULE_FLAG, params } = ctx.attr_data(flag) else { return false };
    let key = MODULE_FLAG.def().param("key").and_then(|place| params.get(place).copied().flatten());
    key.and_then(|key| ctx.string_value(key)).is_some_and(|key| ctx.bytes(key) == name.as_bytes())
}

/// Whether a function's location names its subprogram.
fn names_subprogram(ctx: &Context, loc: Attr) -> bool {
    let scope = ctx.location_metadata(loc).map(|scope| ctx.attr_data(scope));
    matches!(scope, Some(AttrData::Llvm { kind, .. }) if *kind == DI_SUBPROGRAM)
}
