//! Metadata: attachments, nodes, named metadata; LangRef, "Metadata".

use irtrip_dialect::metadata::{DILocation, Field, NamedField, Node, NodeId, NodeRows, Operand};
use irtrip_dialect::preserved::constant_pointees;
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::{Attr, Str, Type};

use super::Writer;
use irtrip_dialect::constants::Constants;
use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::llvm_text as text;

impl Writer<'_> {
    /// Attachments, each after a separator.
    pub fn attachments(&mut self, attachments: &[(Str, NodeId)], separator: &str) {
        for (kind, node) in attachments {
            self.out.push_str(separator);
            self.out.push('!');
            text::metadata_name(&mut self.out, self.ctx.bytes(*kind));
            self.out.push(' ');
            self.node(*node);
        }
    }

    /// A node by its number, or in line where its kind always is; such a node refers to no other.
    pub(super) fn node(&mut self, id: NodeId) {
        match self.plan.nodes.number(id) {
            Some(number) => {
                self.out.push('!');
                text::int(&mut self.out, number);
            }
            None => self.node_body(self.plan.metadata.graph().node(id)),
        }
    }

    fn node_body(&mut self, node: &Node) {
        match node {
            Node::Tuple { distinct, operands } => {
                if *distinct {
                    self.out.push_str("distinct ");
                }
                self.out.push_str("!{");
                self.operands(operands);
                self.out.push('}');
            }
            Node::Location(place) => self.place(place),
            Node::Specialised { name, distinct, fields } => self.specialized_node(*name, *distinct, fields),
        }
    }

    fn specialized_node(&mut self, node: Str, distinct: bool, fields: &[NamedField]) {
        if distinct {
            self.out.push_str("distinct ");
        }
        self.out.push('!');
        self.out.push_str(&self.ctx.text(node));
        self.out.push('(');
        for (i, (name, field)) in fields.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            if *name != irtrip_dialect::names::EMPTY {
                self.out.push_str(&self.ctx.text(*name));
                self.out.push_str(": ");
            }
            match field {
                // A field that is a string by its kind, not any metadata, has no `!`.
                Field::Operand(Operand::String(text)) if !self.holds_metadata(node, *name) => {
                    text::quoted(&mut self.out, self.ctx.bytes(*text));
                }
                Field::Operand(operand) => self.operand(operand),
                Field::Int(value) => text::int(&mut self.out, *value),
                Field::Bool(value) => self.out.push_str(if *value { "true" } else { "false" }),
                Field::Word(word) => self.out.push_str(&self.ctx.text(*word)),
                Field::List(operands) => {
                    self.out.push('{');
                    self.operands(operands);
                    self.out.push('}');
                }
            }
        }
        self.out.push(')');
    }

    /// Whether a field of a node holds any metadata.
    fn holds_metadata(&self, node: Str, field: Str) -> bool {
        let row = NodeRows::of(self.ctx).get(node);
        let field = row.and_then(|row| row.fields.get(row.place(field, 0)?));
        field.is_some_and(|field| field.def.holds_metadata())
    }

    /// `!DILocation(line: 7, column: 3, scope: !4)`
    fn place(&mut self, place: &DILocation) {
        self.out.push_str(if place.distinct { "distinct !DILocation(line: " } else { "!DILocation(line: " });
        text::int(&mut self.out, place.line);
        if place.column > 0 {
            self.out.push_str(", column: ");
            text::int(&mut self.out, place.column);
        }
        self.out.push_str(", scope: ");
        self.node(place.scope);
        if let Some(at) = place.inlined_at {
            self.out.push_str(", inlinedAt: ");
            self.node(at);
        }
        for (name, number) in place.atom.fields() {
            self.out.push_str(", ");
            self.out.push_str(&self.ctx.text(name));
            self.out.push_str(": ");
            text::int(&mut self.out, number);
        }
        self.out.push(')');
    }

    fn operands(&mut self, operands: &[Operand]) {
        for (i, operand) in operands.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.operand(operand);
        }
    }

    fn operand(&mut self, operand: &Operand) {
        match operand {
            Operand::Null => self.out.push_str("null"),
            Operand::Node(id) => self.node(*id),
            Operand::String(text) => {
                self.out.push('!');
                text::quoted(&mut self.out, self.ctx.bytes(*text));
            }
            Operand::Constant(attr) => self.metadata_constant(*attr),
        }
    }

    /// A constant that a preserved attribute encodes, after its type.
    pub(super) fn metadata_constant(&mut self, attr: Attr) {
        let mut pool = Constants::default();
        match pool.of_encoded(self.ctx, self.plan.symbols, attr) {
            Ok(id) if self.plan.spellings.has(Spelling::TypedPointers) => {
                let kept = constant_pointees(self.ctx, attr);
                let typed = (!kept.is_empty()).then(|| self.ctx.with_pointees(pool.ty(id), kept));
                let ty = typed.or_else(|| self.own_pointer_type(&pool, id)).unwrap_or(pool.ty(id));
                self.ty(ty);
                self.out.push(' ');
                self.constant_of_type(&pool, id, ty);
            }
            Ok(id) => self.typed_constant(&pool, id),
            // LLVM leaves this of metadata about a global value that goes.
            Err(ExportCode::Symbol(_)) => self.out.push_str("null"),
            Err(kind) => self.fail(kind),
        }
    }

    /// What a debug record has of a value of which nothing is known.
    pub(super) fn nothing_of_type(&mut self, ty: Type) {
        self.ty(ty);
        self.out.push(' ');
        let word = self.poison();
        self.out.push_str(word);
    }

    /// What a debug record has of a constant that is not its variable's value.
    pub(super) fn nothing_of_constant(&mut self, attr: Attr) {
        let mut pool = Constants::default();
        match pool.of_encoded(self.ctx, self.plan.symbols, attr) {
            Ok(id) => self.nothing_of_type(pool.ty(id)),
            Err(_) => self.metadata_constant(attr),
        }
    }

    /// A metadata argument of a call or debug record, by a preserved attribute's encoding of an operand.
    pub fn metadata_argument(&mut self, encoded: Attr) {
        match self.plan.metadata.operand(self.ctx, encoded) {
            // LLVM accepts no `null` here: the node is another module's.
            Operand::Null => self.fail(ExportCode::NoNode),
            operand => self.operand(&operand),
        }
    }

    /// The list of an alias scope, of `llvm.experimental.noalias.scope.decl`.
    pub fn alias_scope(&mut self, scope: Attr) {
        match self.plan.metadata.declared_scope(scope) {
            Some(list) => self.node(list),
            None => self.fail(ExportCode::Attribute("scope")),
        }
    }

    /// `!name = !{!0, !1}` with its line end.
    pub fn named_metadata(&mut self, name: Str, operands: &[Operand]) {
        self.out.push('!');
        text::metadata_name(&mut self.out, self.ctx.bytes(name));
        self.out.push_str(" = !{");
        self.operands(operands);
        self.out.push_str("}\n");
    }

    /// `!7 = !{...}` with its line end.
    pub fn numbered_node(&mut self, number: u32, id: NodeId) {
        self.out.push('!');
        text::int(&mut self.out, number);
        self.out.push_str(" = ");
        self.node_body(self.plan.metadata.graph().node(id));
        self.out.push('\n');
    }
}
