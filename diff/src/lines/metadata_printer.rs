//! How a diff shows metadata nodes.

use std::fmt::Write;

use irtrip_dialect::metadata::{Field, Node, NodeId, Operand};

use crate::printer::Printer;

impl Printer<'_, '_> {
    /// Writes a node: `!DILocation(line: 7, scope: !DISubprogram(...))`. Nodes more than `depth` references away are
    /// abbreviated. One that looks like another has its number among these as a prefix, where such numbers are asked for.
    pub fn node(&mut self, id: NodeId, depth: usize, out: &mut String) {
        let Some(metadata) = self.hasher.metadata else { return };
        let graph = metadata.export.graph();
        let node = graph.node(id);
        if let Some(number) = self.numbers.and_then(|numbers| numbers.get(&graph.canonical(id))) {
            let _ = write!(out, "#{number} ");
        }
        out.push_str(if node.is_distinct() { "distinct !" } else { "!" });
        let ctx = self.hasher.ctx;
        if let Some((name, fields)) = node.named_fields() {
            let _ = write!(out, "{}(", ctx.text(name));
            for (i, (name, field)) in fields.iter().enumerate() {
                out.push_str(if i > 0 { ", " } else { "" });
                if !ctx.bytes(*name).is_empty() {
                    let _ = write!(out, "{}: ", ctx.text(*name));
                }
                self.field(field, depth, out);
            }
            out.push(')');
        } else if let Node::Tuple { operands, .. } = node {
            self.operands(operands, depth, out);
        }
    }

    fn field(&mut self, field: &Field, depth: usize, out: &mut String) {
        match field {
            Field::Operand(operand @ Operand::String(_)) => {
                let mut text = String::new();
                self.operand(operand, depth, &mut text);
                out.push_str(text.trim_start_matches('!'));
            }
            Field::Operand(operand) => self.operand(operand, depth, out),
            Field::Int(number) => {
                let _ = write!(out, "{number}");
            }
            Field::Bool(flag) => {
                let _ = write!(out, "{flag}");
            }
            Field::Word(word) => out.push_str(&self.hasher.ctx.text(*word)),
            Field::List(operands) => self.operands(operands, depth, out),
        }
    }

    fn operands(&mut self, operands: &[Operand], depth: usize, out: &mut String) {
        out.push('{');
        for (i, operand) in operands.iter().enumerate() {
            out.push_str(if i > 0 { ", " } else { "" });
            self.operand(operand, depth, out);
        }
        out.push('}');
    }

    /// Writes an operand of a node.
    pub fn operand(&mut self, operand: &Operand, depth: usize, out: &mut String) {
        match operand {
            Operand::Null => out.push_str("null"),
            Operand::Node(id) if depth == 0 => self.abbreviated_node(*id, out),
            Operand::Node(id) => self.node(*id, depth - 1, out),
            Operand::String(text) => {
                let _ = write!(out, "!{:?}", self.hasher.ctx.text(*text));
            }
            Operand::Constant(attr) => self.attr(*attr, out),
        }
    }

    /// Writes a node as its kind and its name, or as its kind and the start of its hash where it has no name.
    fn abbreviated_node(&mut self, id: NodeId, out: &mut String) {
        let Some(metadata) = self.hasher.metadata else { return };
        let ctx = self.hasher.ctx;
        let named = metadata.export.graph().node(id).named_fields();
        let word = named.as_ref().map(|n| ctx.text(n.0)).unwrap_or_default();
        let text = |fields: &[(irtrip_dialect::Str, Field)]| {
            fields.iter().find_map(|(key, field)| match (ctx.bytes(*key), field) {
                (b"name" | b"filename", Field::Operand(Operand::String(s))) => Some(ctx.text(*s).into_owned()),
                _ => None,
            })
        };
        match named.as_ref().and_then(|n| text(&n.1)) {
            Some(name) => {
                let _ = write!(out, "!{word}({name:?})");
            }
            None => {
                let _ = write!(out, "!{word}#{:08x}", metadata.hash(id) as u32);
            }
        }
    }
}
