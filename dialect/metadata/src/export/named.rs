//! The named metadata of a module: what is preserved of it, and what upstream's forms hold. LangRef, "Named Metadata",
//! "Module Flags Metadata".

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::Walk;
use crate::attr_table::MODULE_FLAG;
use crate::attributes::{AttrData, well_known as attrs};
use crate::body::Module;
use crate::context::{Attr, Context, Str};
use crate::enums::ModuleFlagBehavior;
use crate::graph::reader::NodeReader;
use crate::graph::{Node, NodeId, Operand};
use crate::module_flags::{MODULE_FLAGS, UPSTREAM_NAMED};
use crate::names::*;
use crate::ops::global_values;

impl Walk<'_> {
    /// All named metadata, in the order in which it is written.
    pub(super) fn named(&mut self, module: &Module) -> Vec<(Str, Vec<Operand>)> {
        let ctx = self.ctx;
        let mut in_upstream_form = self.named_in_upstream_form(module);
        let mut named: Vec<(Str, Vec<Operand>)> = Vec::new();
        let mut places: HashMap<Str, usize, FxBuildHasher> = HashMap::default();
        for item in ctx.entry(module.attrs, IRTRIP_NAMED_METADATA).map(|n| ctx.items(n)).unwrap_or_default() {
            let name = match ctx.attr_data(*item) {
                AttrData::Array(parts) => parts.first().and_then(|n| ctx.string_value(*n)),
                AttrData::String { value, .. } => Some(*value),
                _ => None,
            };
            let Some(name) = name else { continue };
            let upstream = in_upstream_form.iter().position(|s| s.0 == name).map(|i| in_upstream_form.remove(i));
            match ctx.attr_data(*item) {
                AttrData::Array(parts) => {
                    let parts = parts.get(1..).unwrap_or_default();
                    let nodes: Vec<Operand> = match ctx.bytes(name) == MODULE_FLAGS.as_bytes() {
                        true => self.module_flags(module, parts),
                        false => parts.iter().filter_map(|n| self.node(*n)).map(Operand::Node).collect(),
                    };
                    // A module that was put together of several may have a name from each.
                    match places.get(&name).and_then(|place| named.get_mut(*place)) {
                        // LLVM accepts each flag once, and its linker each node.
                        Some((_, known)) => {
                            let mut met: HashSet<Operand, FxBuildHasher> = known.iter().copied().collect();
                            known.extend(nodes.into_iter().filter(|node| met.insert(*node)));
                        }
                        None => {
                            places.insert(name, named.len());
                            named.push((name, nodes));
                        }
                    }
                }
                _ => {
                    if let Some(upstream) = upstream {
                        places.entry(name).or_insert(named.len());
                        named.push(upstream);
                    }
                }
            }
        }
        named.extend(in_upstream_form);
        self.build.finish_units();
        self.list_units(module, &mut named);
        named
    }

    /// The module's flags by what is preserved of them: `unit` is the next one of upstream's form, `[flag, node]` the
    /// node of one as long as it is there. Those of upstream's form that are more come last.
    fn module_flags(&mut self, module: &Module, preserved: &[Attr]) -> Vec<Operand> {
        let stored: Vec<Attr> = module_flags(self.ctx, module).collect();
        let mut places: HashMap<Attr, Vec<usize>, FxBuildHasher> = HashMap::default();
        for (place, flag) in stored.iter().enumerate().rev() {
            places.entry(*flag).or_default().push(place);
        }
        let mut stored: Vec<Option<Attr>> = stored.into_iter().map(Some).collect();
        let flag_of =
            |entry: Attr| self.pair(entry).filter(|(flag, _)| self.build.params(*flag, MODULE_FLAG).is_some());
        let pairs: Vec<Option<(Attr, Attr)>> = preserved.iter().map(|entry| flag_of(*entry)).collect();
        let mut claimed: Vec<bool> = Vec::with_capacity(preserved.len());
        for pair in &pairs {
            let place = pair.and_then(|(flag, _)| places.get_mut(&flag)?.pop());
            claimed.push(place.and_then(|place| stored.get_mut(place)?.take()).is_some());
        }
        let mut stored = stored.into_iter().flatten();
        let mut flags = Vec::new();
        for ((entry, pair), claimed) in preserved.iter().zip(pairs).zip(claimed) {
            let flag = match pair {
                Some((_, node)) => claimed.then(|| self.node(node)).flatten(),
                None if *entry == attrs::UNIT => stored.next().and_then(|flag| self.build.module_flag(flag, module)),
                None => self.node(*entry),
            };
            flags.extend(flag.map(Operand::Node));
        }
        let more: Vec<NodeId> = stored.filter_map(|flag| self.build.module_flag(flag, module)).collect();
        flags.extend(more.into_iter().map(Operand::Node));
        self.without_unmet_requirements(flags)
    }

    /// The module's flags but those that require a flag, or a value of one, that somebody took away since: LLVM refuses these.
    /// LangRef, "Module Flags Metadata".
    fn without_unmet_requirements(&self, mut flags: Vec<Operand>) -> Vec<Operand> {
        let tuple = |operand: &Operand| match operand {
            Operand::Node(id) => match self.build.graph.node(*id) {
                Node::Tuple { operands, .. } => operands.as_ref(),
                _ => &[],
            },
            _ => &[],
        };
        let values = |flag: &Operand| match tuple(flag) {
            [_, name, value] => Some((*name, *value)),
            _ => None,
        };
        let present: HashSet<(Operand, Operand), FxBuildHasher> = flags.iter().filter_map(values).collect();
        let required = ModuleFlagBehavior::Require.number();
        flags.retain(|flag| match tuple(flag) {
            [Operand::Constant(behavior), _, requirement] if self.ctx.int_value(*behavior) == Some(required) => {
                matches!(tuple(requirement), [name, value] if present.contains(&(*name, *value)))
            }
            _ => true,
        });
        flags
    }

    /// Lists the compile units that attributes made. Those that were imported are listed by `irtrip.named_metadata`; where
    /// a pass added one, or a subprogram to a module that had no debug information, the flag comes with it without which
    /// LLVM drops debug information.
    fn list_units(&mut self, module: &Module, named: &mut Vec<(Str, Vec<Operand>)>) {
        let [units, flags] = ["llvm.dbg.cu", MODULE_FLAGS].map(|name| self.ctx.str(name));
        let listed = named.iter().find(|named| named.0 == units).map(|named| named.1.as_slice()).unwrap_or_default();
        let made = self.build.finished_units.iter().map(|unit| Operand::Node(*unit));
        let added: Vec<Operand> = made.filter(|unit| !listed.contains(unit)).collect();
        let is_new = self.has_subprograms && self.ctx.entry(module.attrs, IRTRIP_NAMED_METADATA).is_none();
        if added.is_empty() && !is_new {
            return;
        }
        match named.iter_mut().find(|named| named.0 == units) {
            Some((_, listed)) => listed.extend(added),
            None if !added.is_empty() => named.insert(0, (units, added)),
            None => {}
        }
        if (NodeReader { ctx: self.ctx, graph: &self.build.graph }).has_debug_info_version(named) {
            return;
        }
        let version = Operand::Node(self.build.debug_info_version());
        match named.iter_mut().find(|named| named.0 == flags) {
            Some((_, listed)) => listed.push(version),
            None => named.push((flags, vec![version])),
        }
    }

    /// The named metadata that upstream's forms hold, in the order of [`UPSTREAM_NAMED`].
    fn named_in_upstream_form(&mut self, module: &Module) -> Vec<(Str, Vec<Operand>)> {
        let ctx = self.ctx;
        let mut named = Vec::new();
        for name in UPSTREAM_NAMED {
            let key = ctx.str(name);
            // Upstream's exporter makes this list alone where nothing is in it.
            let libraries = ctx.entry(module.attrs, ctx.str("llvm.dependent_libraries"));
            let is_given = *name == "llvm.dependent-libraries" && libraries.is_some();
            let nodes: Vec<NodeId> = match *name {
                MODULE_FLAGS => {
                    let flags = module_flags(self.ctx, module).collect::<Vec<Attr>>();
                    flags.into_iter().filter_map(|flag| self.build.module_flag(flag, module)).collect()
                }
                "llvm.linker.options" => module
                    .ops()
                    .filter(|op| module.body.name(*op) == global_values::LINKER_OPTIONS)
                    .filter_map(|op| module.body.attr(ctx, op, OPTIONS))
                    .map(|options| self.build.strings(options))
                    .collect(),
                "llvm.dependent-libraries" => libraries
                    .map(|libs| ctx.items(libs))
                    .unwrap_or_default()
                    .iter()
                    .filter_map(|lib| self.build.single_string(*lib))
                    .collect(),
                _ => ctx.entry(module.attrs, key).and_then(|text| self.build.single_string(text)).into_iter().collect(),
            };
            if is_given || !nodes.is_empty() {
                named.push((key, nodes.into_iter().map(Operand::Node).collect()));
            }
        }
        named
    }
}

/// The module flags that upstream's form holds.
pub(super) fn module_flags<'m>(ctx: &'m Context, module: &'m Module) -> impl Iterator<Item = Attr> + use<'m> {
    let holders = module.ops().filter(|op| module.body.name(*op) == global_values::MODULE_FLAGS);
    let lists = holders.filter_map(|op| module.body.attr(ctx, op, FLAGS));
    lists.flat_map(|flags| ctx.items(flags)).copied()
}
