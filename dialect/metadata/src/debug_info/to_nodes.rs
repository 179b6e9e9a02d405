//! Debug-info nodes of upstream's `#llvm.di_*` attributes and of locations; LangRef, "Specialized Metadata Nodes".

use smallvec::SmallVec;

use super::attributes::{DebugRow, DebugRows, FieldRow, Source, VARIABLE_TAG};
use crate::attr_table::AttrKindDefinition;
use crate::attr_table::*;
use crate::attributes::{AttrData, Location};
use crate::context::{Attr, Context, Str};
use crate::dwarf::Dwarf;
use crate::export::builder::{Builder, DEPTH_LIMIT, param};
use crate::graph::difference::Delta;
use crate::graph::{Atom, DILocation, Field, Node, NodeId, Operand};
use crate::names::{ATOM_GROUP, ATOM_RANK, DI_LOCATION, EMPTY};

/// What the content of nodes is made with.
pub(crate) trait NodeSource {
    /// The node that an attribute stands for.
    fn node_of(&mut self, attr: Attr, depth: u32) -> Option<NodeId>;
    /// The uniqued tuple of these operands.
    fn tuple_of(&mut self, operands: &[Operand]) -> Option<NodeId>;
}

impl NodeSource for &mut Builder<'_> {
    fn node_of(&mut self, attr: Attr, depth: u32) -> Option<NodeId> {
        self.debug_node_at(attr, depth)
    }

    fn tuple_of(&mut self, operands: &[Operand]) -> Option<NodeId> {
        Some(self.tuple(operands))
    }
}

/// Makes the content of nodes of their attributes' parameters.
pub(crate) struct Content<'c, S> {
    pub ctx: &'c Context,
    pub rows: &'c DebugRows,
    /// Whether the module has `irtrip.exporter_defaults`.
    pub has_exporter_defaults: bool,
    pub source: S,
}

impl<S: NodeSource> Content<'_, S> {
    /// The node of a definition with these parameters.
    pub fn node(&mut self, row: &DebugRow, params: &[Option<Attr>], depth: u32) -> Node {
        let is_distinct = row.is_distinct(self.ctx, params, self.has_exporter_defaults);
        let is_variable = row.tag(self.ctx, params) == Some(VARIABLE_TAG);
        let mut fields = Vec::with_capacity(row.fields.len());
        for field in &row.fields {
            let value = self.field(field, params, depth);
            // Without flags, a subprogram is the definition that a text of older releases has; a declaration has none of them.
            let is_declaration = !is_distinct && matches!(field.source, Source::Flags(FlagSet::Subprogram));
            let value = value.or(is_declaration.then_some(Field::Int(0)));
            // The attribute has no flags up to MLIR 22, and LLVM drops all debug info for a variable among types without this one.
            let is_static = is_variable && row.kind == DI_DERIVED_TYPE && field.label == "flags";
            let value = value.or_else(|| is_static.then(|| Field::Word(self.ctx.str("DIFlagStaticMember"))));
            fields.extend(value.map(|value| (field.name, value)));
        }
        Node::specialised(row.node, is_distinct, fields)
    }

    fn field(&mut self, field: &FieldRow, params: &[Option<Attr>], depth: u32) -> Option<Field> {
        let ctx = self.ctx;
        let value = field.param(params);
        let number = || value.and_then(|n| ctx.int_value(n));
        let unsigned = |n: i64| Field::unsigned(ctx, n as u64 & field.bits);
        let string = |text| Field::Operand(Operand::String(text));
        match field.source {
            Source::Text => {
                let text = ctx.string_value(value?)?;
                (text != EMPTY).then(|| string(text))
            }
            // LLVM reads no node without, though its writer leaves out some that are empty.
            Source::AnyText => Some(string(value.and_then(|text| ctx.string_value(text)).unwrap_or(EMPTY))),
            Source::Number => number().filter(|n| *n as u64 & field.bits != 0).map(unsigned),
            Source::AnyNumber => Some(unsigned(number().unwrap_or(0))),
            Source::SomeNumber => number().map(unsigned),
            Source::Bool => Some(Field::Bool(number().unwrap_or(0) != 0)),
            Source::True => (number()? != 0).then_some(Field::Bool(true)),
            Source::DwarfName(table, silent) => {
                let value = number().unwrap_or(0);
                let is_required = matches!(table, Dwarf::Language | Dwarf::Tag);
                if value == silent || (value == 0 && silent == super::attributes::NONE && !is_required) {
                    return None;
                }
                let word = self.rows.words(table).and_then(|words| words.word(value));
                Some(word.map_or_else(|| unsigned(value), Field::Word))
            }
            Source::Flags(set) => {
                let flags = set.names().split(number()?);
                let words: Vec<String> = flags.map(|flag| format!("{}{}", set.prefix(), flag.llvm)).collect();
                (!words.is_empty()).then(|| Field::Word(ctx.str(&words.join(" | "))))
            }
            Source::Word(words, silent) => {
                let value = number().unwrap_or(0);
                (value != silent).then(|| words.llvm(value).map(|w| Field::Word(ctx.str(w))))?
            }
            Source::Node => Some(Field::Operand(Operand::Node(self.source.node_of(value?, depth + 1)?))),
            Source::NodeOrNull => Some(Field::Operand(self.operand(value, depth))),
            Source::Expression => {
                let empty = || ctx.attr(AttrData::Llvm { kind: DI_EXPRESSION, params: Box::new([None]) });
                Some(Field::Operand(self.operand(Some(value.unwrap_or_else(empty)), depth)))
            }
            Source::Nodes | Source::AnyNodes => {
                let items = value.map(|list| ctx.items(list)).unwrap_or_default();
                let operands: Vec<Operand> = items.iter().map(|i| self.operand(Some(*i), depth)).collect();
                if operands.is_empty() && matches!(field.source, Source::Nodes) {
                    return None;
                }
                Some(Field::Operand(Operand::Node(self.source.tuple_of(&operands)?)))
            }
            Source::Bound => {
                let bound = value?;
                match ctx.int_value(bound) {
                    Some(value) => Some(Field::Int(value)),
                    None => Some(Field::Operand(Operand::Node(self.source.node_of(bound, depth + 1)?))),
                }
            }
            Source::Zero => Some(Field::Int(0)),
        }
    }

    fn operand(&mut self, attr: Option<Attr>, depth: u32) -> Operand {
        attr.and_then(|a| self.source.node_of(a, depth + 1)).map_or(Operand::Null, Operand::Node)
    }
}

/// `!DIExpression(DW_OP_plus_uconst, 8)`
pub(crate) fn expression(ctx: &Context, params: &[Option<Attr>]) -> Option<Node> {
    let rows = DebugRows::of(ctx);
    let (operations, encodings) = (rows.words(Dwarf::Operation)?, rows.words(Dwarf::Encoding)?);
    let [convert, fragment] = ["DW_OP_LLVM_convert", "DW_OP_LLVM_fragment"].map(|name| Dwarf::Operation.number(name));
    let mut elements: Vec<(i64, SmallVec<[i64; 2]>)> = Vec::new();
    for element in param(params, 0).map(|list| ctx.items(list)).unwrap_or_default() {
        let AttrData::Llvm { kind: DI_EXPRESSION_ELEM, params } = ctx.attr_data(*element) else { return None };
        let opcode = ctx.int_value(param(params, 0)?)?;
        let arguments = param(params, 1).map(|list| ctx.items(list)).unwrap_or_default().iter();
        let arguments: SmallVec<[i64; 2]> =
            arguments.map(|argument| ctx.int_value(*argument)).collect::<Option<_>>()?;
        match (elements.last_mut(), &arguments[..]) {
            // MLIR's passes put the fragment of a fragment before this; LLVM has one fragment, at the end.
            (Some((last, inner)), [offset, _]) if [*last, opcode].map(Some) == [fragment; 2] && inner.len() == 2 => {
                inner[0] = inner[0].wrapping_add(*offset);
            }
            _ => elements.push((opcode, arguments)),
        }
    }
    let mut fields: Vec<(Str, Field)> = Vec::new();
    for (opcode, arguments) in elements {
        fields.push((EMPTY, Field::Word(operations.word(opcode)?)));
        for (place, value) in arguments.into_iter().enumerate() {
            // The second argument of a conversion is an encoding, which LLVM's writer spells.
            let is_encoding = Some(opcode) == convert && place == 1;
            let encoding = if is_encoding { encodings.word(value) } else { None };
            fields.push((EMPTY, encoding.map_or_else(|| Field::unsigned(ctx, value as u64), Field::Word)));
        }
    }
    Some(Node::specialised(rows.expression, false, fields))
}

/// `!{!"name", !"value"}`
pub(crate) fn annotation(ctx: &Context, params: &[Option<Attr>]) -> Vec<Operand> {
    let text = |p: &Option<Attr>| p.and_then(|p| ctx.string_value(p)).unwrap_or(EMPTY);
    params.iter().map(|p| Operand::String(text(p))).collect()
}

impl Builder<'_> {
    /// The node that a `#llvm.di_*` attribute stands for; `None` for another attribute and for `#llvm.di_null_type`.
    pub fn debug_node(&mut self, attr: Attr) -> Option<NodeId> {
        match self.ctx.attr_data(attr) {
            AttrData::Llvm { .. } => self.debug_node_at(attr, 0),
            _ => None,
        }
    }

    fn debug_node_at(&mut self, attr: Attr, depth: u32) -> Option<NodeId> {
        if let Some(known) = self.nodes.get(attr) {
            return Some(known);
        }
        if depth > DEPTH_LIMIT {
            return None;
        }
        let AttrData::Llvm { kind, params } = self.ctx.attr_data(attr) else { return None };
        if *kind == DI_EXPRESSION {
            let id = self.graph.uniqued(expression(self.ctx, params)?);
            self.nodes.insert(attr, id);
            return Some(id);
        }
        if *kind == DI_ANNOTATION {
            return Some(self.tuple(&annotation(self.ctx, params)));
        }
        let row = DebugRows::of(self.ctx).of_kind(*kind)?;
        // All attributes of one identity are views of one node.
        let known = row.identities(params).find_map(|identity| self.identities.get(&identity).copied());
        if let Some(known) = known
            && (row.is_self(params) || self.named_only.remove(&known).is_none())
        {
            return Some(known);
        }
        let has_identity = row.identities(params).next().is_some();
        let distinct = row.is_distinct(self.ctx, params, self.has_exporter_defaults);
        let declared = known.or_else(|| (distinct || has_identity).then(|| self.graph.declare()));
        if let Some(id) = declared {
            self.nodes.insert(attr, id);
            self.identities.extend(row.identities(params).map(|identity| (identity, id)));
            if row.is_self(params) {
                // Equal only to itself for as long as no attribute has its content.
                self.graph.define(id, Node::Tuple { distinct: true, operands: Box::default() });
                self.named_only.insert(id, attr);
                return Some(id);
            }
        }
        let node = self.debug_content(row, params, depth);
        let id = match declared {
            Some(id) => {
                self.graph.define(id, node);
                id
            }
            None => self.graph.uniqued(node),
        };
        self.nodes.insert(attr, id);
        if *kind == DI_COMPILE_UNIT {
            self.compile_units.push((id, Vec::new()));
        }
        if *kind == DI_GLOBAL_VARIABLE_EXPRESSION {
            let variable = DI_GLOBAL_VARIABLE_EXPRESSION.def().param("var").and_then(|place| param(params, place));
            self.add_to_unit(id, variable);
        }
        Some(id)
    }

    fn debug_content(&mut self, row: &DebugRow, params: &[Option<Attr>], depth: u32) -> Node {
        let (ctx, rows) = (self.ctx, DebugRows::of(self.ctx));
        Content { ctx, rows, has_exporter_defaults: self.has_exporter_defaults, source: self }.node(row, params, depth)
    }

    /// Puts a variable's node on the list of globals of the compile unit that its scopes lead to.
    fn add_to_unit(&mut self, expression: NodeId, variable: Option<Attr>) {
        let mut scope = variable;
        for _ in 0..DEPTH_LIMIT {
            let Some(attr) = scope else { return };
            let AttrData::Llvm { kind, params } = self.ctx.attr_data(attr) else { return };
            if *kind == DI_COMPILE_UNIT {
                let unit = self.nodes.get(attr);
                let unit = unit.and_then(|id| self.compile_units.iter_mut().find(|u| u.0 == id));
                unit.into_iter().for_each(|u| u.1.push(expression));
                return;
            }
            let named = |name| kind.def().param(name).and_then(|place| param(params, place));
            scope = named("compileUnit").or_else(|| named("scope"));
        }
    }

    /// Gives each compile unit the list of its globals, once all are known.
    pub fn finish_units(&mut self) {
        for (unit, globals) in std::mem::take(&mut self.compile_units) {
            self.finished_units.push(unit);
            let Node::Specialised { name, distinct, fields } = self.graph.node(unit).clone() else {
                continue;
            };
            if globals.is_empty() {
                continue;
            }
            let globals: Vec<Operand> = globals.into_iter().map(Operand::Node).collect();
            let list = Field::Operand(Operand::Node(self.tuple(&globals)));
            let mut fields = fields.into_vec();
            let place = fields.iter().position(|f| self.ctx.bytes(f.0) == b"nameTableKind").unwrap_or(fields.len());
            fields.insert(place, (self.ctx.str("globals"), list));
            self.graph.define(unit, Node::specialised(name, distinct, fields));
        }
    }

    /// Makes an attribute, and every other of its identity, stand for a node.
    pub fn complete(&mut self, attr: Attr, id: NodeId) {
        match self.ctx.attr_data(attr) {
            AttrData::Location(_) => {
                self.callers.insert(attr, id);
            }
            AttrData::Llvm { kind, params } => {
                self.nodes.insert(attr, id);
                if let Some(row) = DebugRows::of(self.ctx).of_kind(*kind) {
                    self.identities.extend(row.identities(params).map(|identity| (identity, id)));
                }
            }
            _ => {
                self.nodes.insert(attr, id);
            }
        }
    }

    /// Gives nodes that attributes only name the content that those have.
    pub fn finish_named(&mut self) {
        for (id, attr) in std::mem::take(&mut self.named_only) {
            if let AttrData::Llvm { kind, params } = self.ctx.attr_data(attr)
                && let Some(row) = DebugRows::of(self.ctx).of_kind(*kind)
            {
                let node = self.debug_content(row, params, 0);
                self.graph.define(id, node);
            }
        }
    }

    /// Gives a declared node the content of a debug-info attribute, but for `delta`.
    pub fn define_completed(&mut self, id: NodeId, attr: Attr, delta: Delta) {
        let AttrData::Llvm { kind, params } = self.ctx.attr_data(attr) else { return };
        let base = match (*kind, DebugRows::of(self.ctx).of_kind(*kind)) {
            (_, Some(row)) => Some(self.debug_content(row, params, 0)),
            (DI_EXPRESSION, None) => expression(self.ctx, params),
            (DI_ANNOTATION, None) => {
                Some(Node::Tuple { distinct: false, operands: annotation(self.ctx, params).into() })
            }
            _ => None,
        };
        if let Some(base) = base {
            self.graph.define(id, delta.apply(self.ctx, base));
        }
    }

    /// Makes one node of all uniqued nodes with equal content, once all are defined.
    pub fn finish(&mut self) {
        self.graph.finish();
        let graph = &self.graph;
        let (nodes, callers) = (self.nodes.values_mut(), self.callers.values_mut());
        nodes.chain(callers).chain(self.identities.values_mut()).for_each(|id| *id = graph.canonical(*id));
    }

    /// The subprogram that a function's location names.
    pub fn function_scope(&mut self, loc: Attr) -> Option<NodeId> {
        let scope = self.ctx.location_metadata(loc)?;
        self.params(scope, DI_SUBPROGRAM)?;
        self.debug_node(scope)
    }

    /// Makes the location of a call stand for a distinct node with its fields: for `id`, if that is declared already.
    pub fn distinct_caller(&mut self, loc: Attr, id: Option<NodeId>) {
        let Some(place) = self.scoped_content(loc) else { return };
        let node = Node::Location(DILocation { distinct: true, ..place });
        let id = match id {
            Some(id) => {
                self.graph.define(id, node);
                id
            }
            None => self.graph.uniqued(node),
        };
        self.callers.insert(loc, id);
    }

    /// The `DILocation` of a location that names its scope.
    pub fn scoped_location(&mut self, loc: Attr) -> Option<NodeId> {
        let place = self.scoped_content(loc)?;
        Some(self.graph.uniqued(Node::Location(place)))
    }

    /// What the `DILocation` of a location that names its scope is.
    pub fn scoped_content(&mut self, loc: Attr) -> Option<DILocation> {
        let AttrData::Location(location) = self.ctx.attr_data(loc) else { return None };
        let scoped = match location {
            Location::CallSite { callee, .. } => *callee,
            _ => loc,
        };
        let scope = self.debug_node(self.ctx.location_metadata(scoped)?)?;
        self.location_content(loc, scope)
    }

    /// The `DILocation` of an instruction in the function of this subprogram. `atom` is the instruction's
    /// `irtrip.atom`.
    pub fn location(&mut self, loc: Attr, scope: NodeId, atom: Option<Attr>) -> Option<NodeId> {
        let place = self.location_content(loc, scope)?;
        let numbers = atom.and_then(|atom| self.ctx.dense_array(atom)).unwrap_or_default();
        let atom = match *numbers {
            [] => Some(Atom::default()),
            [group, rank] => Atom::of(group, rank),
            _ => None,
        };
        if let Some(atom) = atom {
            return Some(self.graph.uniqued(Node::Location(DILocation { atom, ..place })));
        }
        let mut fields = place.fields();
        for (name, number) in [ATOM_GROUP, ATOM_RANK].into_iter().zip(numbers) {
            if *number != 0 {
                fields.push((name, Field::unsigned(self.ctx, *number as u64)));
            }
        }
        Some(self.graph.uniqued(Node::specialised(DI_LOCATION, place.distinct, fields)))
    }

    /// What such a `DILocation` is.
    pub fn location_content(&mut self, loc: Attr, scope: NodeId) -> Option<DILocation> {
        self.location_at(loc, Some(scope), None, 0)
    }

    /// The node of a call's location, and its content. What was inlined at one call has the location many times.
    fn placed_caller(
        &mut self,
        caller: Attr,
        scope: Option<NodeId>,
        inlined_at: Option<NodeId>,
        depth: u32,
    ) -> Option<(NodeId, Option<DILocation>)> {
        let scope_alone = scope.filter(|_| inlined_at.is_none());
        if let Some(&(in_scope, id)) = self.placed_callers.get(&caller)
            && scope_alone == Some(in_scope)
            && let Node::Location(place) = self.graph.node(id)
        {
            return Some((id, Some(*place)));
        }
        let place = self.location_at(caller, scope, inlined_at, depth)?;
        let id = self.graph.uniqued(Node::Location(place));
        if let Some(scope) = scope_alone {
            self.placed_callers.insert(caller, (scope, id));
        }
        Some((id, Some(place)))
    }

    /// The `DILocation` in this scope, if there is one: where no scope is known, a location is none.
    fn location_at(
        &mut self,
        loc: Attr,
        scope: Option<NodeId>,
        inlined_at: Option<NodeId>,
        depth: u32,
    ) -> Option<DILocation> {
        let AttrData::Location(location) = self.ctx.attr_data(loc) else { return None };
        // Calls whose caller and callee are one location would be more frames than memory holds.
        self.location_steps_left = self.location_steps_left.checked_sub(1)?;
        if depth > DEPTH_LIMIT {
            return None;
        }
        match location {
            Location::Unknown => None,
            Location::File { line, column, .. } => {
                // LLVM keeps 16 bits of a column, and none of a larger one.
                let column = u16::try_from(*column).unwrap_or(0);
                let (scope, atom) = (scope?, Atom::default());
                Some(DILocation { distinct: false, line: *line, column, scope, inlined_at, atom })
            }
            Location::Name { child, .. } => self.location_at(*child, scope, inlined_at, depth + 1),
            Location::CallSite { callee, caller } => {
                let at = match self.callers.get(caller) {
                    Some(&known) => Some((known, None)),
                    None => self.placed_caller(*caller, scope, inlined_at, depth + 1),
                };
                let (at, place) = at.map_or((None, None), |(id, place)| (Some(id), place));
                // A callee is in a scope of its own. Without one, only the call's place is known.
                self.location_at(*callee, None, at, depth + 1).or(place)
            }
            Location::Fused { locations, metadata } => {
                let scope = metadata.and_then(|m| self.debug_node(m)).or(scope);
                locations.iter().find_map(|l| self.location_at(*l, scope, inlined_at, depth + 1))
            }
        }
    }
}
