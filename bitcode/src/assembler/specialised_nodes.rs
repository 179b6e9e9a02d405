//! Specialised nodes as the records that bitcode has of them, by their layouts. LangRef, "Specialized Metadata Nodes".

use irtrip_dialect::attr_table::FlagSet;
use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::dwarf::Dwarf;
use irtrip_dialect::llvm_text::decimal;
use irtrip_dialect::metadata::nodes::{DefaultValue, FieldDef, FieldKind, NodeDef, Written, node_def};
use irtrip_dialect::release::Release;
use num_bigint::BigInt;

use super::constants::{emit_signed, words_of};
use super::parser::Parser;
use crate::metadata::{EXPRESSION, FieldForm, Layout, Node, layout, record_of};

/// The value of a field.
#[derive(Clone, Debug)]
enum FieldValue {
    /// Metadata counted from one, or zero.
    Metadata(u64),
    Number(BigInt),
    Bool(bool),
    List(Vec<u64>),
}

impl FieldValue {
    /// The value as an operand.
    fn bits(&self) -> u64 {
        match self {
            FieldValue::Metadata(id) => *id,
            FieldValue::Number(number) => low_bits(number),
            FieldValue::Bool(value) => u64::from(*value),
            FieldValue::List(_) => 0,
        }
    }

    fn number(&self) -> BigInt {
        match self {
            FieldValue::Number(number) => number.clone(),
            other => BigInt::from(other.bits()),
        }
    }
}

fn low_bits(number: &BigInt) -> u64 {
    i64::try_from(number).map(|number| number as u64).or_else(|_| u64::try_from(number)).unwrap_or_default()
}

type Fields<'a> = Vec<(&'a str, FieldValue)>;

/// The bits of `spFlags` that fields of former releases stand for.
fn subprogram_flag(label: &str, value: &FieldValue) -> Option<u64> {
    let flag = |bit: u64| if value.bits() != 0 { bit } else { 0 };
    match label {
        "isLocal" => Some(flag(1 << 2)),
        "isDefinition" => Some(flag(1 << 3)),
        "isOptimized" => Some(flag(1 << 4)),
        "virtuality" => Some(value.bits()),
        _ => None,
    }
}

/// The current name of the field that has the operand of a node's field of former releases.
fn current_name<'n>(node: &str, name: &'n str) -> &'n str {
    match (node, name) {
        ("DICompileUnit", "gnuPubnames") => "nameTableKind",
        ("DIModule", "sysroot") => "apinotes",
        _ => name,
    }
}

/// Sets an operand, after zeros for those before it that are not there.
fn set(operands: &mut Vec<u64>, place: usize, value: u64) {
    if operands.len() <= place {
        operands.resize(place + 1, 0);
    }
    operands[place] = value;
}

/// The bits of a field that the text leaves out.
fn default_bits(field: &FieldDef) -> u64 {
    match (field.written, field.kind) {
        (
            Written::Unless(DefaultValue::Name(word)) | Written::Always(DefaultValue::Name(word)),
            FieldKind::Dwarf(table, _),
        ) => table.number(word).unwrap_or_default() as u64,
        (Written::Unless(DefaultValue::True) | Written::Always(DefaultValue::True), _) => 1,
        _ => 0,
    }
}

/// The bits of `spFlags` where a node has the fields of former releases in its place. It is a definition unless it says otherwise.
fn older_subprogram_flags(fields: &Fields<'_>) -> u64 {
    let is_said = fields.iter().any(|(label, _)| *label == "isDefinition");
    let bits = fields.iter().filter_map(|(label, value)| subprogram_flag(label, value));
    bits.fold(if is_said { 0 } else { 1 << 3 }, |all, bits| all | bits)
}

/// The bits of a `__ptrauth` type's operand other than its key.
fn pointer_auth_bits<'f>(find: impl Fn(&str) -> Option<&'f FieldValue>) -> u64 {
    let bits = |label: &str| find(label).map_or(0, FieldValue::bits);
    bits("ptrAuthIsAddressDiscriminated") << 4
        | bits("ptrAuthExtraDiscriminator") << 5
        | bits("ptrAuthIsaPointer") << 21
        | bits("ptrAuthAuthenticatesNullValues") << 22
}

/// Adds a number of any width: its width and how many words it has, then those.
fn wide_number(operands: &mut Vec<u64>, value: &BigInt) {
    let width = bit_width(value, false);
    let words = words_of(value, width, true);
    operands.push(u64::from(width) | (words.len() as u64) << 32);
    operands.extend(words);
}

impl<'a> Parser<'a, '_, '_> {
    /// A specialised node after its `!`.
    pub fn specialised(&mut self, distinct: bool) -> DiagnosticResult<Node<'a>> {
        let start = self.c.pos;
        let name = std::str::from_utf8(self.c.word()).unwrap_or_default();
        match name {
            "DIExpression" => return self.expression_node(distinct),
            "DIArgList" => return self.arguments_node(),
            _ => {}
        }
        let release = self.symbols.release;
        let known = node_def(name.as_bytes()).zip(record_of(name, release));
        let Some((def, (code, first, length))) = known else {
            self.c.pos = start;
            return self.c.expected("metadata type");
        };
        let mut sample = vec![0; length];
        sample[0] = first;
        let Some((layout, _)) = layout(code, &sample) else { return self.c.expected("metadata type") };
        let fields = self.fields(def, layout)?;
        let mut operands = self.record(def, layout, &fields, first);
        if distinct || name == "DICompileUnit" {
            operands[0] |= 1;
        }
        Ok(Node::Record(code, operands.into()))
    }

    fn fields(&mut self, def: &NodeDef, layout: &Layout) -> DiagnosticResult<Fields<'a>> {
        self.c.expect(b'(', "'(' here")?;
        let mut fields = Fields::new();
        if self.c.eat(b')') {
            return Ok(fields);
        }
        loop {
            let start = self.c.peek_pos();
            let label = std::str::from_utf8(self.c.word()).unwrap_or_default();
            if label.is_empty() || !self.c.eat(b':') {
                self.c.pos = start;
                return self.c.expected("field label here");
            }
            let Some(field) = def
                .fields()
                .iter()
                .find(|field| field.name == label || field.former.is_some_and(|former| former.0 == label))
            else {
                self.c.pos = start;
                return self.c.error_here(ImportCode::UnknownField(label.to_owned()));
            };
            // A layout has a field by its current name, where the release has another.
            let current = current_name(def.name, field.name);
            let place = layout.fields.iter().find(|of| of.1 == label || of.1 == current);
            let value = self.field_value(field.kind, place.map(|of| of.2))?;
            fields.push((place.map_or(label, |of| of.1), value));
            if !self.c.eat(b',') {
                break;
            }
        }
        self.c.expect(b')', "')' here")?;
        Ok(fields)
    }

    fn field_value(&mut self, kind: FieldKind, form: Option<FieldForm>) -> DiagnosticResult<FieldValue> {
        let byte = self.c.peek();
        let is_number = byte == b'-' || byte.is_ascii_digit();
        match kind {
            FieldKind::Metadata(_) | FieldKind::ConstantOrMetadata => {
                Ok(FieldValue::Metadata(self.optional_metadata()?.map_or(0, |id| id + 1)))
            }
            FieldKind::SignedOrMetadata(..) | FieldKind::UnsignedOrMetadata if is_number => {
                let number = self.field_number()?;
                let is_metadata = match form {
                    Some(FieldForm::Size(_)) => self.symbols.release >= Release::V21,
                    form => matches!(form, Some(FieldForm::Bound)),
                };
                if is_metadata {
                    return Ok(FieldValue::Metadata(self.integer_metadata(low_bits(&number) as i64) + 1));
                }
                Ok(FieldValue::Number(number))
            }
            FieldKind::SignedOrMetadata(..) | FieldKind::UnsignedOrMetadata => {
                Ok(FieldValue::Metadata(self.optional_metadata()?.map_or(0, |id| id + 1)))
            }
            FieldKind::String | FieldKind::NonEmptyString => {
                let string = self.c.string()?;
                Ok(FieldValue::Metadata(if string.is_empty() { 0 } else { self.metadata.string(string) + 1 }))
            }
            FieldKind::Bool => match self.c.word() {
                b"true" => Ok(FieldValue::Bool(true)),
                b"false" => Ok(FieldValue::Bool(false)),
                _ => self.c.expected("'true' or 'false'"),
            },
            FieldKind::List => {
                self.c.expect(b'{', "'{' here")?;
                Ok(FieldValue::List(self.operand_list()?))
            }
            _ if is_number && !matches!(kind, FieldKind::Flags(_)) => Ok(FieldValue::Number(self.field_number()?)),
            FieldKind::Flags(set) => self.flags(set),
            _ => self.field_word(kind),
        }
    }

    fn field_number(&mut self) -> DiagnosticResult<BigInt> {
        let start = self.c.peek_pos();
        self.c.eat(b'-');
        self.c.digits()?;
        match self.c.text.get(start..self.c.pos).and_then(decimal::parse) {
            Some(number) => Ok(number),
            None => self.c.error_since(start, ImportCode::Expected("integer")),
        }
    }

    fn field_word(&mut self, kind: FieldKind) -> DiagnosticResult<FieldValue> {
        let start = self.c.peek_pos();
        let word = std::str::from_utf8(self.c.word()).unwrap_or_default();
        let number = match kind {
            FieldKind::Dwarf(table, _) => table.number(word).or_else(|| table.number_of_older(word)),
            FieldKind::Enum(table, _) => table.from_llvm(word),
            FieldKind::ChecksumKind => match word {
                "CSK_MD5" => Some(1),
                "CSK_SHA1" => Some(2),
                "CSK_SHA256" => Some(3),
                _ => None,
            },
            _ => None,
        };
        match number {
            Some(number) => Ok(FieldValue::Number(BigInt::from(number))),
            None => self.c.error_since(start, ImportCode::Expected("value of a field")),
        }
    }

    fn flags(&mut self, set: FlagSet) -> DiagnosticResult<FieldValue> {
        let mut bits = 0u64;
        loop {
            let start = self.c.peek_pos();
            if self.c.byte().is_ascii_digit() {
                bits |= self.c.u64()?;
            } else {
                let word = std::str::from_utf8(self.c.word()).unwrap_or_default();
                match set.number(word) {
                    Some(flag) => bits |= flag as u64,
                    None => return self.c.error_since(start, ImportCode::Expected("debug info flag")),
                }
            }
            if !self.c.eat(b'|') {
                return Ok(FieldValue::Number(BigInt::from(bits)));
            }
        }
    }

    /// The operands of the record of a node.
    fn record(&mut self, def: &NodeDef, layout: &Layout, fields: &Fields<'a>, first: u64) -> Vec<u64> {
        let release = self.symbols.release;
        let find = |label: &str| fields.iter().find(|field| field.0 == label).map(|field| &field.1);
        let mut operands = vec![first];
        for (place, label, form) in layout.fields {
            let field = def.fields().iter().find(|field| field.name == *label);
            // The operand is the release's where one of the fields that have had it is.
            let mut of_operand = def.fields().iter().filter(|field| current_name(def.name, field.name) == *label);
            if field.is_some() && !of_operand.any(|field| field.releases.contains(release)) && find(label).is_none() {
                continue;
            }
            let given = find(label);
            let value = given.map_or_else(|| field.map_or(0, default_bits), FieldValue::bits);
            match form {
                FieldForm::Node => set(&mut operands, *place, value.saturating_sub(1)),
                FieldForm::SignedLow => set(&mut operands, *place, rotate_sign(value as i64)),
                FieldForm::Flag(bit) => operands[0] |= if value != 0 { *bit } else { 0 },
                FieldForm::Flags(FlagSet::Subprogram) if given.is_none() => {
                    set(&mut operands, *place, older_subprogram_flags(fields));
                }
                FieldForm::Size(bit) => {
                    if matches!(given, Some(FieldValue::Metadata(_))) || release >= Release::V21 {
                        operands[0] |= bit;
                    }
                    set(&mut operands, *place, value);
                }
                FieldForm::MinusOne => set(&mut operands, *place, given.map_or(0, |value| value.bits() + 1)),
                FieldForm::UnlessMax => {
                    let most = if *label == "enumKind" { u64::from(u32::MAX) } else { u64::MAX };
                    set(&mut operands, *place, given.map_or(most, FieldValue::bits));
                }
                FieldForm::Checksum => {
                    set(&mut operands, *place, value);
                    set(&mut operands, *place + 1, find("checksum").map_or(0, FieldValue::bits));
                }
                FieldForm::PointerAuth => set(&mut operands, *place, value | pointer_auth_bits(find)),
                FieldForm::Language => {
                    let versioned = find("sourceLanguageName").map(|value| value.bits() | 1 << 63);
                    set(&mut operands, *place, versioned.unwrap_or(value));
                }
                FieldForm::Enumerator => self.enumerator(&mut operands, given, find("isUnsigned")),
                FieldForm::List => {
                    if let Some(FieldValue::List(list)) = given {
                        operands.extend(list);
                    }
                }
                FieldForm::Ratio => {
                    for label in ["numerator", "denominator"] {
                        wide_number(&mut operands, &find(label).map(FieldValue::number).unwrap_or_default());
                    }
                }
                FieldForm::String if *label == "source" && given.is_none() => {}
                _ => set(&mut operands, *place, value),
            }
        }
        if layout.node == "DIMacroFile" {
            operands[1] = Dwarf::Macinfo.number("DW_MACINFO_start_file").unwrap_or_default() as u64;
        }
        operands
    }

    /// The value of a `DIEnumerator`, whose name's operand is set by itself.
    fn enumerator(&self, operands: &mut Vec<u64>, value: Option<&FieldValue>, unsigned: Option<&FieldValue>) {
        const WIDE: u64 = 4;
        operands.resize(operands.len().max(3), 0);
        let value = value.map(FieldValue::number).unwrap_or_default();
        if self.symbols.release < Release::V12 {
            operands[1] = rotate_sign(low_bits(&value) as i64);
            return;
        }
        let is_unsigned = unsigned.is_some_and(|value| value.bits() != 0);
        let width = bit_width(&value, is_unsigned);
        operands[0] |= WIDE;
        operands[1] = u64::from(width);
        operands.extend(words_of(&value, width, true));
    }

    fn expression_node(&mut self, distinct: bool) -> DiagnosticResult<Node<'a>> {
        const VERSION: u64 = 3;
        let mut operands = vec![VERSION << 1 | u64::from(distinct)];
        self.c.expect(b'(', "'(' here")?;
        if !self.c.eat(b')') {
            loop {
                let start = self.c.peek_pos();
                if self.c.byte().is_ascii_digit() {
                    operands.push(self.c.u64()?);
                } else {
                    let word = std::str::from_utf8(self.c.word()).unwrap_or_default();
                    let number = Dwarf::Operation.number(word).or_else(|| Dwarf::Encoding.number(word));
                    match number {
                        Some(number) => operands.push(number as u64),
                        None => return self.c.error_since(start, ImportCode::Expected("unsigned integer")),
                    }
                }
                if !self.c.eat(b',') {
                    break;
                }
            }
            self.c.expect(b')', "')' here")?;
        }
        Ok(Node::Record(EXPRESSION, operands.into()))
    }

    fn arguments_node(&mut self) -> DiagnosticResult<Node<'a>> {
        let mut arguments = Vec::new();
        self.c.expect(b'(', "'(' here")?;
        if !self.c.eat(b')') {
            loop {
                arguments.push(self.metadata()?);
                if !self.c.eat(b',') {
                    break;
                }
            }
            self.c.expect(b')', "')' here")?;
        }
        Ok(Node::Arguments(arguments.into()))
    }
}

/// A number with its sign in the lowest bit, as metadata has it: the complement of one that is negative.
fn rotate_sign(number: i64) -> u64 {
    let bits = emit_signed(if number < 0 { !number } else { number });
    if number < 0 { bits | 1 } else { bits }
}

/// How many bits the number that a text has takes in LLVM; a sign bit more where it would be negative.
fn bit_width(value: &BigInt, is_unsigned: bool) -> u32 {
    if *value < BigInt::ZERO {
        return (-value - 1u32).bits() as u32 + 1;
    }
    match value.bits() as u32 {
        0 => 1,
        bits => bits + u32::from(!is_unsigned),
    }
}

#[cfg(test)]
mod tests {
    use irtrip_dialect::metadata::nodes::NODES;

    use super::*;

    /// Fields whose value is in the operand of another, flags and parts of one number, or follows from the node.
    const IN_OTHERS: &[&str] = &[
        "checksum",
        "isUnsigned",
        "numerator",
        "denominator",
        "sourceLanguageName",
        "ptrAuthExtraDiscriminator",
        "ptrAuthIsAddressDiscriminated",
        "ptrAuthIsaPointer",
        "ptrAuthAuthenticatesNullValues",
    ];

    #[test]
    fn a_record_has_a_place_for_each_field_of_its_release() {
        let of_layout = |layout: &Layout, name: &str| layout.fields.iter().any(|field| field.1 == name);
        let mut missing = Vec::new();
        for release in Release::EACH.iter().copied().filter(|release| *release >= Release::V5) {
            for def in NODES {
                let Some((code, first, length)) = record_of(def.name, release) else { continue };
                let mut sample = vec![0; length];
                sample[0] = first;
                let Some((layout, _)) = layout(code, &sample) else {
                    missing.push((release, def.name, "a layout"));
                    continue;
                };
                let fields = def.fields().iter().filter(|field| field.releases.contains(release));
                // LLVM 5 alone has a line in it, and no release later than 5 reads that.
                let is_old_import = release < Release::V6 && def.name == "DIImportedEntity";
                let is_known = |name: &&str| {
                    IN_OTHERS.contains(name) || is_old_import || (def.name, *name) == ("DIMacroFile", "type")
                };
                let names = fields.map(|field| current_name(def.name, field.name)).filter(|name| !is_known(name));
                missing.extend(names.filter(|name| !of_layout(layout, name)).map(|name| (release, def.name, name)));
            }
        }
        assert_eq!(missing, []);
    }
}
