//! The LLVM dialect's attributes, by the attribute table.

use irtrip_dialect::attr_table::{
    self, AttrDef, AttrFormat, AttrKind, AttrKindDefinition, FlagSet, Int, Param, ParamKind,
};
use irtrip_dialect::dwarf::Dwarf;
use irtrip_dialect::enums::Enumeration;
use irtrip_dialect::{Attr, AttrData};

use super::AttrPrinter;
use crate::print::text::{push_int, push_quoted, push_symbol};

/// Appends an enumeration's value by name: bits joined, the number where it has no name.
pub(crate) fn push_enum(out: &mut String, e: &Enumeration, value: i64) {
    if let Some(name) = e.mlir(value) {
        out.push_str(name);
        return;
    }
    let start = out.len();
    if e.bits {
        for row in e.split(value).filter(|r| !r.mlir.is_empty()) {
            if out.len() > start {
                out.push_str(e.separator);
            }
            out.push_str(row.mlir);
        }
    }
    if out.len() == start {
        push_int(out, value);
    }
}

impl AttrPrinter<'_> {
    /// Appends `#llvm.mnemonic...`.
    pub(crate) fn llvm(&mut self, out: &mut String, kind: AttrKind, params: &[Option<Attr>]) {
        let def = kind.def();
        // A symbol's text must be a name, or a name and brackets, to follow a point.
        let pretty = !matches!(def.format, AttrFormat::Naked | AttrFormat::DiExpressionElem);
        out.push_str(if pretty { "#llvm." } else { "#llvm<" });
        out.push_str(def.mnemonic);
        self.llvm_params(out, def, params);
        if !pretty {
            out.push('>');
        }
    }

    /// Appends an attribute of the LLVM dialect without `#llvm.mnemonic`, or its alias.
    pub(crate) fn stripped(&mut self, out: &mut String, attr: Attr) {
        if let Some(alias) = self.aliases.of_attr(attr) {
            return alias.push(out);
        }
        match self.ctx.attr_data(attr) {
            AttrData::Llvm { kind, params } if kind.def().format != AttrFormat::Bare => {
                let start = out.len();
                self.llvm_params(out, kind.def(), params);
                // A format that begins with a space is written after one already.
                if out[start..].starts_with(' ') {
                    out.remove(start);
                }
            }
            _ => self.write(out, attr),
        }
    }

    /// Appends what follows the mnemonic.
    pub(crate) fn llvm_params(&mut self, out: &mut String, def: &AttrDef, params: &[Option<Attr>]) {
        let param = |i: usize| params.get(i).copied().flatten();
        match def.format {
            AttrFormat::Bare => {}
            AttrFormat::OptionalStruct if params.iter().all(Option::is_none) => {}
            AttrFormat::Struct | AttrFormat::OptionalStruct => self.params_by_name(out, def.params, params),
            AttrFormat::Positional => {
                out.push('<');
                for (i, (row, value)) in def.params.iter().zip(params).enumerate() {
                    if i > 0 {
                        out.push_str(", ");
                    }
                    if let Some(value) = value {
                        self.param(out, &row.kind, *value);
                    }
                }
                out.push('>');
            }
            AttrFormat::Naked => {
                out.push(' ');
                if let (Some(row), Some(value)) = (def.params.first(), param(0)) {
                    self.param(out, &row.kind, value);
                }
            }
            AttrFormat::DiFile => {
                out.push('<');
                self.optional(out, param(0));
                out.push_str(" in ");
                self.optional(out, param(1));
                out.push('>');
            }
            AttrFormat::DiExpression => self.expression(out, param(0)),
            AttrFormat::DiExpressionElem => {
                out.push(' ');
                self.expression_element(out, params);
            }
            AttrFormat::Mmra => {
                out.push('<');
                self.optional(out, param(0));
                out.push(':');
                self.optional(out, param(1));
                out.push('>');
            }
            AttrFormat::ConstantRange => self.constant_range(out, param(0), param(1)),
            AttrFormat::TargetFeatures => {
                out.push_str("<[");
                if let Some(features) = param(0) {
                    self.list(out, &ParamKind::Str, features);
                }
                out.push_str("]>");
            }
        }
    }

    fn optional(&mut self, out: &mut String, attr: Option<Attr>) {
        if let Some(attr) = attr {
            self.write(out, attr);
        }
    }

    fn params_by_name(&mut self, out: &mut String, rows: &[Param], params: &[Option<Attr>]) {
        out.push('<');
        let mut first = true;
        for (row, value) in rows.iter().zip(params) {
            let Some(value) = value else { continue };
            if !std::mem::take(&mut first) {
                out.push_str(", ");
            }
            out.push_str(row.name);
            out.push_str(" = ");
            let release = self.aliases.release;
            let brackets = release.is_some_and(|release| row.brackets_since.is_some_and(|since| release >= since));
            out.push_str(if brackets { "[" } else { "" });
            self.param(out, &row.kind, *value);
            out.push_str(if brackets { "]" } else { "" });
        }
        out.push('>');
    }

    fn param(&mut self, out: &mut String, kind: &ParamKind, value: Attr) {
        let number = self.ctx.int_value(value);
        match (kind, number) {
            (ParamKind::Attr(_), _) => self.write(out, value),
            (ParamKind::Llvm(wanted), _) => {
                let same = matches!(self.ctx.attr_data(value), AttrData::Llvm { kind, .. } if kind == wanted);
                if same { self.stripped(out, value) } else { self.write(out, value) }
            }
            (ParamKind::Str | ParamKind::Text | ParamKind::Type, _) => self.write(out, value),
            (ParamKind::Bool, Some(number)) => out.push_str(if number == 0 { "false" } else { "true" }),
            (ParamKind::Number(Int::U64), Some(number)) => push_int(out, number as u64),
            (ParamKind::Number(_), Some(number)) => push_int(out, number),
            (ParamKind::Enum(e, _), Some(number)) => push_enum(out, e, number),
            (ParamKind::Dwarf(table), Some(number)) => push_dwarf(out, *table, number),
            (ParamKind::Flags(set), Some(number)) => push_flags(out, *set, number),
            (ParamKind::List(item), _) => self.list(out, item, value),
            (ParamKind::Members, _) => self.members(out, value),
            // The model holds these as integers; what is none is written as it is.
            (
                ParamKind::Bool
                | ParamKind::Number(_)
                | ParamKind::Enum(..)
                | ParamKind::Dwarf(_)
                | ParamKind::Flags(_),
                None,
            ) => self.write(out, value),
        }
    }

    fn list(&mut self, out: &mut String, item: &ParamKind, list: Attr) {
        for (i, &value) in self.ctx.items(list).iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            self.param(out, item, value);
        }
    }

    fn members(&mut self, out: &mut String, members: Attr) {
        out.push('{');
        for (i, &member) in self.ctx.items(members).iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            self.stripped(out, member);
        }
        out.push('}');
    }

    fn expression(&mut self, out: &mut String, operations: Option<Attr>) {
        out.push('<');
        if let Some(operations) = operations {
            let items = self.ctx.items(operations);
            if !items.is_empty() {
                out.push('[');
                for (i, &item) in items.iter().enumerate() {
                    if i > 0 {
                        out.push_str(", ");
                    }
                    self.stripped(out, item);
                }
                out.push(']');
            }
        }
        out.push('>');
    }

    /// `DW_OP_x(1, 2)`
    fn expression_element(&mut self, out: &mut String, params: &[Option<Attr>]) {
        let number = |i: usize| params.get(i).copied().flatten();
        let opcode = number(0).and_then(|a| self.ctx.int_value(a));
        if let Some(opcode) = opcode {
            push_dwarf(out, Dwarf::Operation, opcode);
        }
        // The second argument of a conversion is the encoding to convert to.
        let converts = opcode.is_some() && opcode == Dwarf::Operation.number("DW_OP_LLVM_convert");
        let arguments = number(1).map_or(&[][..], |a| self.ctx.items(a));
        if arguments.is_empty() {
            return;
        }
        out.push('(');
        for (i, &argument) in arguments.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            match self.ctx.int_value(argument) {
                Some(value) if converts && i == 1 => push_dwarf(out, Dwarf::Encoding, value),
                // DWARF's arguments are unsigned.
                Some(value) => push_int(out, value as u64),
                None => self.write(out, argument),
            }
        }
        out.push(')');
    }

    /// `<i32, 0, 10>`
    fn constant_range(&mut self, out: &mut String, lower: Option<Attr>, upper: Option<Attr>) {
        use super::TypeOf;
        out.push('<');
        if let Some(AttrData::Integer { ty, .. } | AttrData::BigInteger { ty, .. }) =
            lower.map(|a| self.ctx.attr_data(a))
        {
            self.types.write(out, *ty);
        }
        for bound in [lower, upper].into_iter().flatten() {
            out.push_str(", ");
            match self.ctx.attr_data(bound) {
                AttrData::Integer { value, .. } => push_int(out, *value),
                _ => self.write_as(out, bound, TypeOf::Left),
            }
        }
        out.push('>');
    }

    /// Appends an inherent attribute's value where a format mentions it: the name of an enumeration's value, the
    /// brackets of an attribute of the LLVM dialect.
    pub(crate) fn enumerated(&mut self, out: &mut String, e: &Enumeration, attr: Attr) {
        match self.enum_value(attr) {
            Some(value) => push_enum(out, e, value),
            None => self.write(out, attr),
        }
    }

    /// The number in an enumeration's attribute, plain or of the LLVM dialect.
    pub(crate) fn enum_value(&self, attr: Attr) -> Option<i64> {
        match self.ctx.attr_data(attr) {
            AttrData::Integer { value, .. } => Some(*value),
            AttrData::Llvm { params, .. } => self.ctx.int_value(params.first().copied().flatten()?),
            _ => None,
        }
    }

    /// Appends `@name` for a string.
    pub(crate) fn symbol_name(&mut self, out: &mut String, attr: Attr) {
        match self.ctx.string_value(attr) {
            Some(name) => push_symbol(out, self.ctx.bytes(name)),
            None => self.write(out, attr),
        }
    }

    /// Appends a string in quotes, without a type.
    pub(crate) fn string(&mut self, out: &mut String, attr: Attr) {
        match self.ctx.string_value(attr) {
            Some(text) => push_quoted(out, self.ctx.bytes(text)),
            None => self.write(out, attr),
        }
    }
}

/// The enumeration an attribute of the LLVM dialect that is nothing but an enumeration's value holds.
pub(crate) fn enumeration_of(kind: AttrKind) -> Option<&'static Enumeration> {
    match kind.def().params {
        [attr_table::Param { kind: ParamKind::Enum(e, _), .. }] => Some(e),
        _ => None,
    }
}

fn push_dwarf(out: &mut String, table: Dwarf, number: i64) {
    match table.name(number) {
        Some(name) => {
            out.push_str(table.prefix());
            out.push_str(name);
        }
        None => push_int(out, number),
    }
}

fn push_flags(out: &mut String, set: FlagSet, number: i64) {
    let flags = set.names();
    // Several words are no single keyword.
    let quoted = flags.mlir(number).is_none();
    if quoted {
        out.push('"');
    }
    push_enum(out, flags, number);
    if quoted {
        out.push('"');
    }
}
