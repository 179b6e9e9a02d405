//! Named metadata, nodes, and where they are used. LangRef, "Metadata".

use irtrip_dialect::attr_table::FlagSet;
use irtrip_dialect::dwarf::Dwarf;
use irtrip_dialect::limits::MAX_NESTING;
use irtrip_dialect::llvm_text as text;

use super::upgrades::MARKER;
use super::{Scope, Writer};
use crate::constants::{Constant, ValueKind};
use crate::error::Result;
use crate::metadata::{
    Attachments, EXPRESSION, FieldForm, Metadata, Node, OldOperand, label_of, layout, upgraded_expression,
};
use crate::numbers::wide;

/// `DW_OP_LLVM_convert`, whose second operand is an encoding.
const CONVERT: u64 = 0x1001;

impl Scope<'_, '_> {
    /// Appends attachments: `!dbg !7`, each after a separator.
    pub(super) fn attachments(&self, out: &mut String, attachments: &Attachments, separator: &str) -> Result<()> {
        // Up to LLVM 3.5 an instruction could have a value of its function, which LLVM drops.
        let is_node = |node: u64| !matches!(self.metadata(node), Some((Node::Value(..), _)));
        let is_left = |(kind, node): &&(u64, u64)| is_node(*node) && !self.writer.upgrades.leaves_out_kind(*kind);
        for (place, (kind, node)) in attachments.iter().filter(is_left).enumerate() {
            let name = self.writer.module.kinds.get(kind);
            let name = name.ok_or_else(|| self.error(format!("there is no kind {kind} of attachments")))?;
            out.push_str(if place > 0 && separator.is_empty() { " " } else { separator });
            out.push('!');
            text::metadata_name(out, name);
            out.push(' ');
            self.reference(out, *node, 0)?;
        }
        Ok(())
    }

    pub(super) fn named_metadata(&self, out: &mut String) -> Result<()> {
        const FLAGS: &[u8] = b"llvm.module.flags";
        let Writer { module, upgrades, .. } = self.writer;
        let named = module.metadata.named.iter().map(|(name, operands)| (name.as_slice(), &**operands));
        // A flag that LLVM adds is the last of them.
        let has_flags = module.metadata.named.iter().any(|(name, _)| name == FLAGS);
        let added = (!has_flags && upgrades.marker.is_some()).then_some((FLAGS, &[][..]));
        for (name, operands) in named.filter(|(name, _)| !upgrades.leaves_out(name)).chain(added) {
            out.push_str("\n!");
            text::metadata_name(out, name);
            out.push_str(" = !{");
            for (place, operand) in operands.iter().enumerate() {
                if place > 0 {
                    out.push_str(", ");
                }
                self.reference(out, *operand, 0)?;
            }
            if name == FLAGS && upgrades.marker.is_some() {
                out.push_str(if operands.is_empty() { "!" } else { ", !" });
                text::int(out, self.writer.numbered());
            }
            out.push('}');
        }
        if let Some(marker) = &upgrades.marker {
            out.push_str("\n!");
            text::int(out, self.writer.numbered());
            // A linker takes modules with one marker alone.
            out.push_str(" = !{i32 1, !");
            text::quoted(out, MARKER);
            out.push_str(", !");
            text::quoted(out, marker);
            out.push('}');
        }
        out.push('\n');
        Ok(())
    }

    /// Appends the nodes that have a number.
    pub(super) fn nodes(&self, out: &mut String, metadata: &Metadata<'_>) -> Result<()> {
        for (node, number) in metadata.nodes.iter().zip(&metadata.numbers) {
            if node.is_numbered() {
                out.push('!');
                text::int(out, *number);
                out.push_str(" = ");
                self.node(out, node)?;
                out.push('\n');
            }
        }
        Ok(())
    }

    /// Appends metadata where it is used.
    pub(super) fn reference(&self, out: &mut String, id: u64, depth: usize) -> Result<()> {
        let found = self.metadata(id);
        let (node, number) = found.ok_or_else(|| self.error(format!("there is no metadata {id}")))?;
        if depth > MAX_NESTING {
            return Err(self.error("metadata is nested too deeply"));
        }
        match node {
            Node::String(bytes) => {
                out.push('!');
                text::quoted(out, bytes);
            }
            Node::Value(value, _) => self.typed(out, *value)?,
            Node::Arguments(ids) => {
                out.push_str("!DIArgList(");
                for (place, id) in ids.iter().enumerate() {
                    if place > 0 {
                        out.push_str(", ");
                    }
                    self.reference(out, *id, depth + 1)?;
                }
                out.push(')');
            }
            Node::Record(EXPRESSION, operands) => expression(out, operands),
            Node::Tuple { .. } | Node::OldTuple(_) | Node::Record(..) => {
                out.push('!');
                text::int(out, number);
            }
        }
        Ok(())
    }

    /// Appends metadata that counts from one, or `null`.
    fn operand(&self, out: &mut String, number: u64) -> Result<()> {
        match number.checked_sub(1) {
            Some(id) => self.reference(out, id, 0),
            None => {
                out.push_str("null");
                Ok(())
            }
        }
    }

    fn operand_list(&self, out: &mut String, numbers: &[u64]) -> Result<()> {
        for (place, number) in numbers.iter().enumerate() {
            if place > 0 {
                out.push_str(", ");
            }
            self.operand(out, *number)?;
        }
        Ok(())
    }

    fn node(&self, out: &mut String, node: &Node<'_>) -> Result<()> {
        match node {
            Node::Tuple { distinct, operands } => {
                out.push_str(if *distinct { "distinct !{" } else { "!{" });
                self.operand_list(out, operands)?;
                out.push('}');
            }
            Node::OldTuple(operands) => {
                out.push_str("!{");
                for (place, operand) in operands.iter().enumerate() {
                    if place > 0 {
                        out.push_str(", ");
                    }
                    match operand {
                        OldOperand::Null => out.push_str("null"),
                        OldOperand::Metadata(id) => self.reference(out, *id, 0)?,
                        OldOperand::Value(value) => self.typed(out, *value)?,
                    }
                }
                out.push('}');
            }
            Node::Record(code, operands) => self.specialised(out, *code, operands)?,
            Node::String(_) | Node::Value(..) | Node::Arguments(_) => {}
        }
        Ok(())
    }

    fn specialised(&self, out: &mut String, code: u32, operands: &[u64]) -> Result<()> {
        let Some((layout, is_distinct)) = layout(code, operands) else { return Ok(()) };
        out.push_str(if is_distinct { "distinct !" } else { "!" });
        out.push_str(layout.node);
        out.push('(');
        let start = out.len();
        for (place, label, form) in layout.fields {
            let Some(value) = operands.get(*place) else { continue };
            // LLVM attaches such a node to the function, and drops it with all other debug info.
            if *label == "function" && self.writer.upgrades.drops_debug_info {
                continue;
            }
            let before = out.len();
            if before > start {
                out.push_str(", ");
            }
            out.push_str(label_of(layout.node, label, || self.writer.module.release()));
            out.push_str(": ");
            let rest = operands.get(*place..).unwrap_or_default();
            if !self.field(out, *form, *value, rest, operands)? {
                out.truncate(before);
            }
        }
        out.push(')');
        Ok(())
    }

    /// Appends the value of a field; `false` where it is not written.
    fn field(&self, out: &mut String, form: FieldForm, value: u64, rest: &[u64], all: &[u64]) -> Result<bool> {
        let first = all.first().copied().unwrap_or(0);
        match form {
            FieldForm::Metadata if value == 0 => return Ok(false),
            FieldForm::Metadata | FieldForm::MetadataOrNull => self.operand(out, value)?,
            FieldForm::Node => self.reference(out, value, 0)?,
            FieldForm::Bound => return self.bound(out, value),
            FieldForm::String if value == 0 => return Ok(false),
            FieldForm::String | FieldForm::StringOrEmpty => self.string(out, value)?,
            FieldForm::Unsigned if value == 0 => return Ok(false),
            FieldForm::Unsigned | FieldForm::UnsignedAlways => text::int(out, value),
            FieldForm::Flags(FlagSet::Node) if value == 0 => return Ok(false),
            FieldForm::Flags(set) => out.push_str(&set.spelled(value as i64)),
            FieldForm::Signed if value == 0 => return Ok(false),
            FieldForm::Signed | FieldForm::SignedAlways => text::int(out, value as i64),
            FieldForm::SignedLow => text::int(out, zigzag(value)),
            FieldForm::Bool if value == 0 => return Ok(false),
            FieldForm::BoolOrTrue if value != 0 => return Ok(false),
            FieldForm::Bool | FieldForm::BoolAlways | FieldForm::BoolOrTrue => {
                out.push_str(if value == 0 { "false" } else { "true" });
            }
            FieldForm::Flag(bit) if first & bit == 0 => return Ok(false),
            FieldForm::Flag(_) => out.push_str("true"),
            FieldForm::Size(_) if value == 0 => return Ok(false),
            FieldForm::Size(bit) if first & bit != 0 => return self.bound(out, value),
            FieldForm::Size(_) => text::int(out, value),
            FieldForm::MinusOne if value == 0 => return Ok(false),
            FieldForm::MinusOne => text::int(out, value - 1),
            FieldForm::UnlessMax if value == u64::MAX || value as u32 == u32::MAX => return Ok(false),
            FieldForm::UnlessMax => text::int(out, value),
            _ => return self.special(out, form, value, rest, all),
        }
        Ok(true)
    }

    /// Appends the fields that few nodes have.
    fn special(&self, out: &mut String, form: FieldForm, value: u64, rest: &[u64], all: &[u64]) -> Result<bool> {
        match form {
            FieldForm::Checksum => {
                let checksum = rest.get(1).copied().unwrap_or(0);
                let kind = match value {
                    1 => "CSK_MD5",
                    2 => "CSK_SHA1",
                    3 => "CSK_SHA256",
                    _ => return Ok(false),
                };
                if checksum == 0 {
                    return Ok(false);
                }
                out.push_str(kind);
                out.push_str(", checksum: ");
                self.string(out, checksum)?;
            }
            FieldForm::PointerAuth => {
                if value == 0 {
                    return Ok(false);
                }
                text::int(out, value & 15);
                let flag = |bit: u64| if value >> bit & 1 == 1 { "true" } else { "false" };
                out.push_str(", ptrAuthIsAddressDiscriminated: ");
                out.push_str(flag(4));
                out.push_str(", ptrAuthExtraDiscriminator: ");
                text::int(out, value >> 5 & 0xffff);
                out.push_str(", ptrAuthIsaPointer: ");
                out.push_str(flag(21));
                out.push_str(", ptrAuthAuthenticatesNullValues: ");
                out.push_str(flag(22));
            }
            FieldForm::VirtualIndex(place) => {
                let virtuality = all.get(place).copied().unwrap_or(0) & 3;
                if virtuality == 0 && value == 0 {
                    return Ok(false);
                }
                text::int(out, value);
            }
            FieldForm::Language => {
                const VERSIONED: u64 = 1 << 63;
                if value & VERSIONED != 0 {
                    out.truncate(out.len() - "language: ".len());
                    out.push_str("sourceLanguageName: ");
                }
                text::int(out, value & !VERSIONED);
            }
            FieldForm::Enumerator => enumerator(out, value, all),
            FieldForm::List => {
                out.push('{');
                self.operand_list(out, rest)?;
                out.push('}');
            }
            FieldForm::Ratio => return ratio(out, rest).ok_or_else(|| self.error("a fixed-point type is cut off")),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Appends metadata, of an integer its number alone.
    fn bound(&self, out: &mut String, number: u64) -> Result<bool> {
        let Some(id) = number.checked_sub(1) else { return Ok(false) };
        if let Some((Node::Value(value, _), _)) = self.metadata(id) {
            match &self.get(*value)?.kind {
                ValueKind::Constant(Constant::Integer(number)) => {
                    text::int(out, *number);
                    return Ok(true);
                }
                ValueKind::Constant(Constant::Null) => {
                    out.push('0');
                    return Ok(true);
                }
                _ => {}
            }
        }
        self.reference(out, id, 0)?;
        Ok(true)
    }

    fn string(&self, out: &mut String, number: u64) -> Result<()> {
        let Some(id) = number.checked_sub(1) else {
            out.push_str("\"\"");
            return Ok(());
        };
        match self.metadata(id) {
            Some((Node::String(bytes), _)) => text::quoted(out, bytes),
            _ => return Err(self.error(format!("metadata {id} is no string"))),
        }
        Ok(())
    }
}

/// A zigzag-encoded number, whose lowest bit is the sign: metadata encodes signed numbers otherwise than
/// constants.
fn zigzag(number: u64) -> i64 {
    let magnitude = (number >> 1) as i64;
    if number & 1 == 1 { !magnitude } else { magnitude }
}

fn enumerator(out: &mut String, value: u64, all: &[u64]) {
    let flags = all.first().copied().unwrap_or(0);
    let (is_unsigned, is_wide) = (flags & 2 != 0, flags & 4 != 0);
    if is_wide {
        let width = value.clamp(1, 1 << 23) as u32;
        let mut number = wide(all.get(3..).unwrap_or_default(), width);
        if is_unsigned && number < num_bigint::BigInt::ZERO {
            number += num_bigint::BigInt::from(1) << width;
        }
        out.push_str(&text::decimal::to_string(&number));
    } else if is_unsigned {
        text::int(out, zigzag(value) as u64);
    } else {
        text::int(out, zigzag(value));
    }
}

/// Appends a numerator and, with its label, a denominator.
fn ratio(out: &mut String, mut rest: &[u64]) -> Option<bool> {
    let mut next = || {
        let (encoded, words) = rest.split_first()?;
        let (own, others) = words.split_at_checked(usize::try_from(encoded >> 32).ok()?)?;
        rest = others;
        Some((wide(own, ((encoded & 0xffff_ffff) as u32).clamp(1, 1 << 23)), own.len()))
    };
    let (numerator, denominator) = (next()?, next()?);
    let zero = num_bigint::BigInt::ZERO;
    if numerator.0 == zero && denominator.0 == zero {
        return Some(false);
    }
    out.push_str(&text::decimal::to_string(&numerator.0));
    out.push_str(", denominator: ");
    out.push_str(&text::decimal::to_string(&denominator.0));
    Some(true)
}

/// Appends an expression.
fn expression(out: &mut String, operands: &[u64]) {
    let (first, elements) = operands.split_first().unwrap_or((&0, &[]));
    let elements = upgraded_expression(first >> 1, elements);
    out.push_str("!DIExpression(");
    let mut rest = elements.as_slice();
    let mut is_first = true;
    while let Some((operation, others)) = rest.split_first() {
        if !std::mem::take(&mut is_first) {
            out.push_str(", ");
        }
        match Dwarf::Operation.name(*operation as i64) {
            Some(name) => {
                out.push_str("DW_OP_");
                out.push_str(name);
            }
            None => text::int(out, *operation),
        }
        let count = crate::metadata::operand_count(*operation).min(others.len());
        let (own, others) = others.split_at(count);
        for (place, operand) in own.iter().enumerate() {
            out.push_str(", ");
            let encoding =
                (*operation == CONVERT && place == 1).then(|| Dwarf::Encoding.name(*operand as i64)).flatten();
            match encoding {
                Some(name) => {
                    out.push_str("DW_ATE_");
                    out.push_str(name);
                }
                None => text::int(out, *operand),
            }
        }
        rest = others;
    }
    out.push(')');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_has_complements_for_negative_numbers() {
        assert_eq!([0, 1, 2, 3, u64::MAX].map(zigzag), [0, -1, 1, -2, i64::MIN]);
    }
}
