//! Debug-info nodes of upstream's `#llvm.di_*` attributes and of locations; LangRef, "Specialized Metadata Nodes".
//!
//! A row an attribute: the node it stands for and, in the order of LLVM's writer, its fields.

use super::build::{Builder, DEPTH_LIMIT, param};
use super::graph::{Field, NodeId, Operand};
use crate::attr_table::*;
use crate::attributes::{AttrData, Location};
use crate::context::{Attr, Str};
use crate::debug_words::{DI_FLAGS, SUBPROGRAM_FLAGS, dwarf_name};
use crate::enums::{DI_EMISSION_KIND, DI_NAME_TABLE_KIND, Enumeration};
use crate::names::EMPTY;

/// What a field is made of: a parameter of the attribute, by name.
#[derive(Clone, Copy)]
pub(super) enum Source {
    /// A string that is there.
    Text(&'static str),
    /// A number other than 0.
    Number(&'static str),
    /// A number, 0 where it is absent.
    AnyNumber(&'static str),
    /// An optional number that is there, 0 too.
    SomeNumber(&'static str),
    /// `true` or `false`.
    Bool(&'static str),
    /// `true`.
    True(&'static str),
    /// A DWARF number by name, with its prefix; the number that is not written.
    Dwarf(&'static str, &'static str, i64),
    /// Flags by name, with their prefix.
    Flags(&'static str, &'static str, &'static Enumeration),
    /// A word; the number that is not written.
    Word(&'static str, &'static Enumeration, i64),
    /// A node that is there.
    Node(&'static str),
    /// A node or `null`.
    NodeOrNull(&'static str),
    /// A tuple of nodes that is not empty.
    Nodes(&'static str),
    /// A number or a node.
    Bound(&'static str),
    /// The number 0.
    Zero,
}

/// When a node is equal only to itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Distinct {
    Never,
    Always,
    /// Where the parameter `id` is there.
    WithId,
    /// Where the parameter `recId` is there.
    WithRecId,
}

/// The node an attribute stands for.
pub(super) struct Row {
    /// The attribute.
    pub kind: AttrKind,
    /// The node's name.
    pub node: &'static str,
    /// When it is distinct.
    pub distinct: Distinct,
    /// Its fields and what they are made of.
    pub fields: &'static [(&'static str, Source)],
}

const fn row(kind: AttrKind, node: &'static str, distinct: Distinct, fields: &'static [(&'static str, Source)]) -> Row {
    Row { kind, node, distinct, fields }
}

/// No number: the field is always written.
const NONE: i64 = -1;

use Source::*;

/// The rows.
pub(super) static ROWS: &[Row] = &[
    row(DI_FILE, "DIFile", Distinct::Never, &[("filename", Text("name")), ("directory", Text("directory"))]),
    row(
        DI_BASIC_TYPE,
        "DIBasicType",
        Distinct::Never,
        &[
            ("tag", Dwarf("tag", "TAG", 0x24)),
            ("name", Text("name")),
            ("size", Number("sizeInBits")),
            ("encoding", Dwarf("encoding", "ATE", 0)),
        ],
    ),
    row(
        DI_COMPILE_UNIT,
        "DICompileUnit",
        Distinct::Always,
        &[
            ("language", Dwarf("sourceLanguage", "LANG", NONE)),
            ("file", NodeOrNull("file")),
            ("producer", Text("producer")),
            ("isOptimized", Bool("isOptimized")),
            ("runtimeVersion", Zero),
            ("splitDebugFilename", Text("splitDebugFilename")),
            ("emissionKind", Word("emissionKind", &DI_EMISSION_KIND, NONE)),
            ("nameTableKind", Word("nameTableKind", &DI_NAME_TABLE_KIND, 0)),
        ],
    ),
    row(
        DI_COMPOSITE_TYPE,
        "DICompositeType",
        Distinct::WithRecId,
        &[
            ("tag", Dwarf("tag", "TAG", NONE)),
            ("name", Text("name")),
            ("scope", Node("scope")),
            ("file", Node("file")),
            ("line", Number("line")),
            ("baseType", Node("baseType")),
            ("size", Number("sizeInBits")),
            ("align", Number("alignInBits")),
            ("flags", Flags("flags", "DIFlag", &DI_FLAGS)),
            ("elements", Nodes("elements")),
            ("dataLocation", Node("dataLocation")),
            ("associated", Node("associated")),
            ("allocated", Node("allocated")),
            ("rank", Node("rank")),
        ],
    ),
    row(
        DI_DERIVED_TYPE,
        "DIDerivedType",
        Distinct::Never,
        &[
            ("tag", Dwarf("tag", "TAG", NONE)),
            ("name", Text("name")),
            ("baseType", NodeOrNull("baseType")),
            ("size", Number("sizeInBits")),
            ("align", Number("alignInBits")),
            ("offset", Number("offsetInBits")),
            ("extraData", Node("extraData")),
            ("dwarfAddressSpace", SomeNumber("dwarfAddressSpace")),
        ],
    ),
    row(
        DI_GLOBAL_VARIABLE_EXPRESSION,
        "DIGlobalVariableExpression",
        Distinct::Never,
        &[("var", NodeOrNull("var")), ("expr", NodeOrNull("expr"))],
    ),
    row(
        DI_GLOBAL_VARIABLE,
        "DIGlobalVariable",
        Distinct::Always,
        &[
            ("name", Text("name")),
            ("linkageName", Text("linkageName")),
            ("scope", NodeOrNull("scope")),
            ("file", Node("file")),
            ("line", Number("line")),
            ("type", Node("type")),
            ("isLocal", Bool("isLocalToUnit")),
            ("isDefinition", Bool("isDefined")),
            ("align", Number("alignInBits")),
        ],
    ),
    row(
        DI_LEXICAL_BLOCK,
        "DILexicalBlock",
        Distinct::Always,
        &[
            ("scope", NodeOrNull("scope")),
            ("file", Node("file")),
            ("line", Number("line")),
            ("column", Number("column")),
        ],
    ),
    row(
        DI_LEXICAL_BLOCK_FILE,
        "DILexicalBlockFile",
        Distinct::Always,
        &[("scope", NodeOrNull("scope")), ("file", Node("file")), ("discriminator", AnyNumber("discriminator"))],
    ),
    row(
        DI_LOCAL_VARIABLE,
        "DILocalVariable",
        Distinct::Never,
        &[
            ("name", Text("name")),
            ("arg", Number("arg")),
            ("scope", NodeOrNull("scope")),
            ("file", Node("file")),
            ("line", Number("line")),
            ("type", Node("type")),
            ("flags", Flags("flags", "DIFlag", &DI_FLAGS)),
            ("align", Number("alignInBits")),
        ],
    ),
    row(
        DI_SUBPROGRAM,
        "DISubprogram",
        Distinct::WithId,
        &[
            ("name", Text("name")),
            ("linkageName", Text("linkageName")),
            ("scope", NodeOrNull("scope")),
            ("file", Node("file")),
            ("line", Number("line")),
            ("type", Node("type")),
            ("scopeLine", Number("scopeLine")),
            ("spFlags", Flags("subprogramFlags", "DISPFlag", &SUBPROGRAM_FLAGS)),
            ("unit", Node("compileUnit")),
            ("retainedNodes", Nodes("retainedNodes")),
            ("annotations", Nodes("annotations")),
        ],
    ),
    row(
        DI_MODULE,
        "DIModule",
        Distinct::Never,
        &[
            ("scope", NodeOrNull("scope")),
            ("name", Text("name")),
            ("configMacros", Text("configMacros")),
            ("includePath", Text("includePath")),
            ("apinotes", Text("apinotes")),
            ("file", Node("file")),
            ("line", Number("line")),
            ("isDecl", True("isDecl")),
        ],
    ),
    row(
        DI_NAMESPACE,
        "DINamespace",
        Distinct::Never,
        &[("name", Text("name")), ("scope", NodeOrNull("scope")), ("exportSymbols", True("exportSymbols"))],
    ),
    row(
        DI_IMPORTED_ENTITY,
        "DIImportedEntity",
        Distinct::Never,
        &[
            ("tag", Dwarf("tag", "TAG", NONE)),
            ("name", Text("name")),
            ("scope", NodeOrNull("scope")),
            ("entity", Node("entity")),
            ("file", Node("file")),
            ("line", Number("line")),
            ("elements", Nodes("elements")),
        ],
    ),
    row(
        DI_SUBRANGE,
        "DISubrange",
        Distinct::Never,
        &[
            ("count", Bound("count")),
            ("lowerBound", Bound("lowerBound")),
            ("upperBound", Bound("upperBound")),
            ("stride", Bound("stride")),
        ],
    ),
    row(
        DI_GENERIC_SUBRANGE,
        "DIGenericSubrange",
        Distinct::Never,
        &[
            ("count", Node("count")),
            ("lowerBound", Node("lowerBound")),
            ("upperBound", Node("upperBound")),
            ("stride", Node("stride")),
        ],
    ),
    row(
        DI_COMMON_BLOCK,
        "DICommonBlock",
        Distinct::Never,
        &[
            ("scope", NodeOrNull("scope")),
            ("declaration", NodeOrNull("decl")),
            ("name", Text("name")),
            ("file", Node("file")),
            ("line", Number("line")),
        ],
    ),
    row(
        DI_SUBROUTINE_TYPE,
        "DISubroutineType",
        Distinct::Never,
        &[("cc", Dwarf("callingConvention", "CC", 0)), ("types", Nodes("types"))],
    ),
    row(
        DI_LABEL,
        "DILabel",
        Distinct::Never,
        &[("scope", NodeOrNull("scope")), ("name", Text("name")), ("file", Node("file")), ("line", AnyNumber("line"))],
    ),
    row(
        DI_STRING_TYPE,
        "DIStringType",
        Distinct::Never,
        &[
            ("tag", Dwarf("tag", "TAG", 0x12)),
            ("name", Text("name")),
            ("stringLength", Node("stringLength")),
            ("stringLengthExpression", Node("stringLengthExp")),
            ("stringLocationExpression", Node("stringLocationExp")),
            ("size", Number("sizeInBits")),
            ("align", Number("alignInBits")),
            ("encoding", Dwarf("encoding", "ATE", 0)),
        ],
    ),
];

fn is_distinct(row: &Row, named: &dyn Fn(&str) -> Option<Attr>) -> bool {
    match row.distinct {
        Distinct::Never => false,
        Distinct::Always => true,
        Distinct::WithId => named("id").is_some(),
        Distinct::WithRecId => named("recId").is_some(),
    }
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
        if let Some(known) = self.nodes.get(&attr) {
            return Some(*known);
        }
        if depth > DEPTH_LIMIT {
            return None;
        }
        let AttrData::Llvm { kind, params } = self.ctx.attr_data(attr) else { return None };
        if *kind == DI_EXPRESSION {
            return self.expression(attr, params);
        }
        if *kind == DI_ANNOTATION {
            let text = |p: &Option<Attr>| p.and_then(|p| self.ctx.string_value(p)).unwrap_or(EMPTY);
            let operands: Vec<Operand> = params.iter().map(|p| Operand::String(text(p))).collect();
            return Some(self.tuple(&operands));
        }
        let row = ROWS.iter().find(|r| r.kind == *kind)?;
        let named = |name: &str| kind.def().param(name).and_then(|place| param(params, place));
        // All attributes of one identity are views of one node.
        let identities = [named("recId"), named("id")];
        let known = |identity: Attr| self.nodes.get(&identity).copied();
        if let Some(known) = identities.into_iter().flatten().find_map(known) {
            return Some(known);
        }
        let declared = (is_distinct(row, &named) || named("recId").is_some()).then(|| self.graph.declare());
        if let Some(id) = declared {
            self.nodes.extend(identities.into_iter().flatten().chain([attr]).map(|a| (a, id)));
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
            self.add_to_unit(id, named("var"));
        }
        Some(id)
    }

    /// The node of a row with these parameters.
    pub(super) fn debug_content(&mut self, row: &Row, params: &[Option<Attr>], depth: u32) -> super::graph::Node {
        let named = |name: &str| row.kind.def().param(name).and_then(|place| param(params, place));
        let mut fields = Vec::with_capacity(row.fields.len());
        for (name, from) in row.fields {
            if let Some(field) = self.debug_field(*from, &named, depth) {
                fields.push((self.ctx.str(name), field));
            }
        }
        let distinct = is_distinct(row, &named);
        super::graph::Node::Specialised { name: self.ctx.str(row.node), distinct, fields: fields.into() }
    }

    fn debug_field(&mut self, from: Source, named: &dyn Fn(&str) -> Option<Attr>, depth: u32) -> Option<Field> {
        let ctx = self.ctx;
        let number = |name| named(name).and_then(|n| ctx.int_value(n));
        let unsigned = |n: i64| Field::Int(i128::from(n as u64));
        match from {
            Text(name) => {
                let text = ctx.string_value(named(name)?)?;
                (text != EMPTY || name == "directory").then_some(Field::Operand(Operand::String(text)))
            }
            Number(name) => number(name).filter(|n| *n != 0).map(unsigned),
            AnyNumber(name) => Some(unsigned(number(name).unwrap_or(0))),
            SomeNumber(name) => number(name).map(unsigned),
            Bool(name) => Some(Field::Bool(number(name).unwrap_or(0) != 0)),
            True(name) => (number(name)? != 0).then_some(Field::Bool(true)),
            Dwarf(name, prefix, silent) => {
                let value = number(name).unwrap_or(0);
                if value == silent || (value == 0 && silent == NONE && prefix != "LANG") {
                    return None;
                }
                Some(match dwarf_name(prefix, value) {
                    Some(word) => Field::Word(ctx.str(&format!("DW_{prefix}_{word}"))),
                    None => unsigned(value),
                })
            }
            Flags(name, prefix, words) => {
                let words: Vec<String> =
                    words.split(number(name)?).map(|word| format!("{prefix}{}", word.llvm)).collect();
                (!words.is_empty()).then(|| Field::Word(ctx.str(&words.join(" | "))))
            }
            Word(name, words, silent) => {
                let value = number(name).unwrap_or(0);
                (value != silent).then(|| words.llvm(value).map(|w| Field::Word(ctx.str(w))))?
            }
            Node(name) => Some(Field::Operand(Operand::Node(self.debug_node_at(named(name)?, depth + 1)?))),
            NodeOrNull(name) => Some(Field::Operand(self.debug_operand(named(name), depth))),
            Nodes(name) => {
                let items = ctx.items(named(name)?);
                let operands: Vec<Operand> = items.iter().map(|i| self.debug_operand(Some(*i), depth)).collect();
                (!operands.is_empty()).then(|| Field::Operand(Operand::Node(self.tuple(&operands))))
            }
            Bound(name) => {
                let bound = named(name)?;
                match ctx.int_value(bound) {
                    Some(value) => Some(Field::Int(i128::from(value))),
                    None => Some(Field::Operand(Operand::Node(self.debug_node_at(bound, depth + 1)?))),
                }
            }
            Zero => Some(Field::Int(0)),
        }
    }

    /// Puts a variable's node on the list of globals of the compile unit that its scopes lead to.
    fn add_to_unit(&mut self, expression: NodeId, variable: Option<Attr>) {
        let mut scope = variable;
        for _ in 0..DEPTH_LIMIT {
            let Some(attr) = scope else { return };
            let AttrData::Llvm { kind, params } = self.ctx.attr_data(attr) else { return };
            if *kind == DI_COMPILE_UNIT {
                let unit = self.nodes.get(&attr);
                let unit = unit.and_then(|id| self.compile_units.iter_mut().find(|u| u.0 == *id));
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
            let super::graph::Node::Specialised { name, distinct, fields } = self.graph.node(unit).clone() else {
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
            self.graph.define(unit, super::graph::Node::Specialised { name, distinct, fields: fields.into() });
        }
    }

    fn debug_operand(&mut self, attr: Option<Attr>, depth: u32) -> Operand {
        attr.and_then(|a| self.debug_node_at(a, depth + 1)).map_or(Operand::Null, Operand::Node)
    }

    /// `!DIExpression(DW_OP_plus_uconst, 8)`
    fn expression(&mut self, attr: Attr, params: &[Option<Attr>]) -> Option<NodeId> {
        let ctx = self.ctx;
        let mut fields: Vec<(Str, Field)> = Vec::new();
        for element in param(params, 0).map(|list| ctx.items(list)).unwrap_or_default() {
            let params = self.params(*element, DI_EXPRESSION_ELEM)?;
            let opcode = ctx.int_value(param(params, 0)?)?;
            let word = dwarf_name("OP", opcode)?;
            fields.push((EMPTY, Field::Word(ctx.str(&format!("DW_OP_{word}")))));
            let arguments = param(params, 1).map(|list| ctx.items(list)).unwrap_or_default();
            for (place, argument) in arguments.iter().enumerate() {
                let value = ctx.int_value(*argument)?;
                // The second argument of a conversion is an encoding, which LLVM's writer spells.
                let encoding = (word == "LLVM_convert" && place == 1).then(|| dwarf_name("ATE", value)).flatten();
                let field = match encoding {
                    Some(word) => Field::Word(ctx.str(&format!("DW_ATE_{word}"))),
                    None => Field::Int(i128::from(value as u64)),
                };
                fields.push((EMPTY, field));
            }
        }
        let node =
            super::graph::Node::Specialised { name: ctx.str("DIExpression"), distinct: false, fields: fields.into() };
        let id = self.graph.uniqued(node);
        self.nodes.insert(attr, id);
        Some(id)
    }

    /// Makes an attribute, and every other of its identity, stand for a node.
    pub fn complete(&mut self, attr: Attr, id: NodeId) {
        if let AttrData::Location(_) = self.ctx.attr_data(attr) {
            self.callers.insert(attr, id);
            return;
        }
        self.nodes.insert(attr, id);
        if let AttrData::Llvm { kind, params } = self.ctx.attr_data(attr) {
            let named = |name| kind.def().param(name).and_then(|place| param(params, place));
            for identity in [named("recId"), named("id")].into_iter().flatten() {
                if let AttrData::Distinct { .. } = self.ctx.attr_data(identity) {
                    self.nodes.insert(identity, id);
                }
            }
        }
    }

    /// The subprogram that a function's location names.
    pub fn function_scope(&mut self, loc: Attr) -> Option<NodeId> {
        let AttrData::Location(Location::Fused { metadata: Some(scope), .. }) = self.ctx.attr_data(loc) else {
            return None;
        };
        self.params(*scope, DI_SUBPROGRAM)?;
        self.debug_node(*scope)
    }

    /// Makes the location of a call stand for a distinct node of what it says.
    pub fn distinct_caller(&mut self, loc: Attr) {
        let Some(super::graph::Node::Specialised { name, fields, .. }) = self.scoped_content(loc) else { return };
        let id = self.graph.uniqued(super::graph::Node::Specialised { name, distinct: true, fields });
        self.callers.insert(loc, id);
    }

    /// The `DILocation` of a location that names its scope.
    pub fn scoped_location(&mut self, loc: Attr) -> Option<NodeId> {
        let node = self.scoped_content(loc)?;
        Some(self.graph.uniqued(node))
    }

    /// What the `DILocation` of a location that names its scope is.
    pub fn scoped_content(&mut self, loc: Attr) -> Option<super::graph::Node> {
        let AttrData::Location(location) = self.ctx.attr_data(loc) else { return None };
        let scoped = match location {
            Location::CallSite { callee, .. } => *callee,
            _ => loc,
        };
        let AttrData::Location(Location::Fused { metadata: Some(scope), .. }) = self.ctx.attr_data(scoped) else {
            return None;
        };
        let scope = self.debug_node(*scope)?;
        self.location_content(loc, scope)
    }

    /// The `DILocation` of an instruction in the function of this subprogram. `atom` is the instruction's `irtrip.atom`.
    pub fn location(&mut self, loc: Attr, scope: NodeId, atom: Option<Attr>) -> Option<NodeId> {
        let mut node = self.location_content(loc, scope)?;
        if let (Some(atom), super::graph::Node::Specialised { fields, .. }) = (atom, &mut node) {
            let mut all = std::mem::take(fields).into_vec();
            for (name, number) in ATOM.iter().zip(self.ctx.dense_array(atom).unwrap_or_default()) {
                if *number != 0 {
                    all.push((self.ctx.str(name), Field::Int(i128::from(*number as u64))));
                }
            }
            *fields = all.into();
        }
        Some(self.graph.uniqued(node))
    }

    /// What such a `DILocation` is.
    pub fn location_content(&mut self, loc: Attr, scope: NodeId) -> Option<super::graph::Node> {
        self.location_at(loc, scope, None, 0)
    }

    fn location_at(
        &mut self,
        loc: Attr,
        scope: NodeId,
        inlined: Option<NodeId>,
        depth: u32,
    ) -> Option<super::graph::Node> {
        let AttrData::Location(location) = self.ctx.attr_data(loc) else { return None };
        if depth > DEPTH_LIMIT {
            return None;
        }
        match location {
            Location::Unknown => None,
            Location::File { line, column, .. } => Some(self.place(*line, *column, scope, inlined)),
            Location::Name { child, .. } => self.location_at(*child, scope, inlined, depth + 1),
            Location::CallSite { callee, caller } => {
                let inlined = match self.callers.get(caller) {
                    Some(known) => Some(*known),
                    None => {
                        let node = self.location_at(*caller, scope, inlined, depth + 1);
                        node.map(|node| self.graph.uniqued(node))
                    }
                };
                self.location_at(*callee, scope, inlined, depth + 1)
            }
            Location::Fused { locations, metadata } => {
                let scope = metadata.and_then(|m| self.debug_node(m)).unwrap_or(scope);
                locations.iter().find_map(|l| self.location_at(*l, scope, inlined, depth + 1))
            }
        }
    }

    fn place(&self, line: u32, column: u32, scope: NodeId, inlined: Option<NodeId>) -> super::graph::Node {
        let ctx = self.ctx;
        let mut fields = Vec::with_capacity(4);
        fields.push((ctx.str("line"), Field::Int(line.into())));
        if column != 0 {
            fields.push((ctx.str("column"), Field::Int(column.into())));
        }
        fields.push((ctx.str("scope"), Field::Operand(Operand::Node(scope))));
        fields.extend(inlined.map(|at| (ctx.str("inlinedAt"), Field::Operand(Operand::Node(at)))));
        super::graph::Node::Specialised { name: ctx.str("DILocation"), distinct: false, fields: fields.into() }
    }
}

/// The fields of a `DILocation` that `irtrip.atom` holds.
pub(super) const ATOM: [&str; 2] = ["atomGroup", "atomRank"];
