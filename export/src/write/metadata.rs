//! Metadata: attachments, nodes, named metadata; LangRef, "Metadata".

use irtrip_dialect::metadata::nodes::node_kind;
use irtrip_dialect::metadata::{Field, Node, NodeId, Operand, Place};
use irtrip_dialect::{Attr, Str};

use super::Writer;
use crate::constants::Constants;
use crate::error::ErrorKind;
use crate::text;

impl Writer<'_> {
    /// Attachments, each behind a separator.
    pub fn attachments(&mut self, attachments: &[(Str, NodeId)], separator: &str) {
        for (kind, node) in attachments {
            self.out.push_str(separator);
            self.out.push('!');
            text::metadata_name(&mut self.out, self.ctx.bytes(*kind));
            self.out.push(' ');
            self.node(*node, 0);
        }
    }

    /// A node where an argument of a debug record refers to it.
    pub fn node_reference(&mut self, id: NodeId) {
        self.node(id, 0);
    }

    /// A node by its number, or in line where its kind always is or where it has none.
    pub(super) fn node(&mut self, id: NodeId, depth: u32) {
        match self.plan.nodes.number(id) {
            Some(number) => {
                self.out.push('!');
                text::int(&mut self.out, number);
            }
            // A node without a number inside one without is no deeper than this.
            None if depth > 100 => self.fail(ErrorKind::Nesting),
            None => self.node_body(self.plan.metadata.graph().node(id), depth + 1),
        }
    }

    fn node_body(&mut self, node: &Node, depth: u32) {
        match node {
            Node::Tuple { distinct, operands } => {
                if *distinct {
                    self.out.push_str("distinct ");
                }
                self.out.push_str("!{");
                self.operands(operands, depth);
                self.out.push('}');
            }
            Node::Location(place) => self.place(place, depth),
            Node::Specialised { name: kind, distinct, fields } => {
                if *distinct {
                    self.out.push_str("distinct ");
                }
                self.out.push('!');
                let kind = self.ctx.bytes(*kind);
                self.out.push_str(&String::from_utf8_lossy(kind));
                let has_operand = |field: &[u8]| node_kind(kind).is_some_and(|known| known.has_operand(field));
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
                        Field::Operand(Operand::String(_)) if !has_operand(self.ctx.bytes(*name)) => {
                            self.field(field, depth)
                        }
                        Field::Operand(operand) => self.operand(operand, depth),
                        Field::Int(_) | Field::Bool(_) | Field::Word(_) | Field::List(_) => self.field(field, depth),
                    }
                }
                self.out.push(')');
            }
        }
    }

    /// `!DILocation(line: 7, column: 3, scope: !4)`
    fn place(&mut self, place: &Place, depth: u32) {
        self.out.push_str(if place.distinct { "distinct !DILocation(line: " } else { "!DILocation(line: " });
        text::int(&mut self.out, place.line);
        if place.column > 0 {
            self.out.push_str(", column: ");
            text::int(&mut self.out, place.column);
        }
        self.out.push_str(", scope: ");
        self.node(place.scope, depth);
        if let Some(at) = place.inlined_at {
            self.out.push_str(", inlinedAt: ");
            self.node(at, depth);
        }
        self.out.push(')');
    }

    fn operands(&mut self, operands: &[Operand], depth: u32) {
        for (i, operand) in operands.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.operand(operand, depth);
        }
    }

    fn operand(&mut self, operand: &Operand, depth: u32) {
        match operand {
            Operand::Null => self.out.push_str("null"),
            Operand::Node(id) => self.node(*id, depth),
            Operand::String(text) => {
                self.out.push('!');
                text::quoted(&mut self.out, self.ctx.bytes(*text));
            }
            Operand::Constant(attr) => self.metadata_constant(*attr),
        }
    }

    /// A constant that a carrier encodes, behind its type.
    pub(super) fn metadata_constant(&mut self, attr: Attr) {
        let mut pool = Constants::default();
        match pool.of_encoded(self.ctx, self.plan.symbols, attr) {
            Ok(id) => self.typed_constant(&pool, id),
            Err(kind) => self.fail(kind),
        }
    }

    fn field(&mut self, field: &Field, depth: u32) {
        match field {
            // A field that is a string by its kind, not any metadata, has no `!`.
            Field::Operand(Operand::String(text)) => text::quoted(&mut self.out, self.ctx.bytes(*text)),
            Field::Operand(operand) => self.operand(operand, depth),
            Field::Int(value) => text::int(&mut self.out, *value),
            Field::Bool(value) => self.out.push_str(if *value { "true" } else { "false" }),
            Field::Word(word) => self.out.push_str(&self.ctx.text(*word)),
            Field::List(operands) => {
                self.out.push('{');
                self.operands(operands, depth);
                self.out.push('}');
            }
        }
    }

    /// A metadata argument of a call or debug record, by a carrier's encoding of an operand.
    pub fn metadata_argument(&mut self, encoded: Attr) {
        let operand = self.plan.metadata.operand(self.ctx, encoded);
        self.operand(&operand, 0);
    }

    /// The list of an alias scope, of `llvm.experimental.noalias.scope.decl`.
    pub fn alias_scope(&mut self, scope: Attr) {
        match self.plan.metadata.declared_scope(scope) {
            Some(list) => self.node(list, 0),
            None => self.fail(ErrorKind::Attribute("scope")),
        }
    }

    /// `!name = !{!0, !1}` with its line end.
    pub fn named_metadata(&mut self, name: Str, operands: &[Operand]) {
        self.out.push('!');
        text::metadata_name(&mut self.out, self.ctx.bytes(name));
        self.out.push_str(" = !{");
        self.operands(operands, 0);
        self.out.push_str("}\n");
    }

    /// `!7 = !{...}` with its line end.
    pub fn numbered_node(&mut self, number: u32, id: NodeId) {
        self.out.push('!');
        text::int(&mut self.out, number);
        self.out.push_str(" = ");
        self.node_body(self.plan.metadata.graph().node(id), 0);
        self.out.push('\n');
    }
}
