//! Fields of nodes as an older release spells them.

use super::Lowering;
use crate::dwarf::Dwarf;
use crate::enums::DiNameTableKind;
use crate::graph::{Field, NamedField};
use crate::nodes::normalize::NodeRow;
use crate::nodes::{FieldDef, FieldKind};
use crate::release::Release;
use crate::spellings::Spelling;

/// The tag of a static member, which is a member like any other up to a release.
const STATIC_MEMBER: &[u8] = b"DW_TAG_variable";
const STATIC_MEMBERS_ARE_VARIABLES: Release = Release::V18;

/// The number of elements of an array that has as many as a variable says.
const UNKNOWN_COUNT: i64 = -1;

/// The first release that spells values of enumerations by name.
const NAMED_VALUES: Release = Release::V3_9;

/// The first release whose enumerators have values of any width.
const WIDE_ENUMERATORS: Release = Release::V11;

impl Lowering<'_> {
    /// The fields of a node that the release spells otherwise, as it spells them.
    pub(super) fn respelled_fields(&mut self, row: &NodeRow, fields: &[NamedField]) -> Vec<NamedField> {
        let properties = self.properties(row, fields);
        let flags = self.flags(row, fields);
        if !self.of_release {
            self.name_assumed(row, fields);
        }
        let respelled = fields.iter().filter_map(|field| self.respelled(row, field));
        let respelled: Vec<NamedField> = respelled.collect();
        let others = [
            self.language(row, fields),
            self.name_tables(row, fields),
            self.system_root(row, fields),
            self.count(row, fields),
            self.static_member(row, fields),
            self.enumerator(row, fields),
        ];
        respelled.into_iter().chain(others.into_iter().flatten()).chain(flags).chain(properties).collect()
    }

    /// A field by the release's name for it, or by its number where the release has none.
    fn respelled(&self, row: &NodeRow, (name, value): &NamedField) -> Option<NamedField> {
        let def = row.def.field(self.ctx.bytes(*name))?;
        if def.name == "count" && !self.has_value(def, value) {
            return Some((*name, Field::Int(UNKNOWN_COUNT)));
        }
        if let (FieldKind::Enum(names, _), Field::Word(word)) = (def.kind, value)
            && self.release < NAMED_VALUES
        {
            return names.from_llvm(&self.ctx.text(*word)).map(|number| (*name, Field::Int(number)));
        }
        let FieldKind::Dwarf(table, _) = def.kind else { return None };
        let number = match value {
            Field::Word(word) => table.number(&self.ctx.text(*word))?,
            Field::Int(number) => *number,
            Field::Operand(_) | Field::Bool(_) | Field::List(_) => return None,
        };
        if let Some(older) = table.older_name(number, self.release) {
            return Some((*name, Field::Word(self.ctx.str(&format!("{}{older}", table.prefix())))));
        }
        let is_missing = matches!(value, Field::Word(_)) && !table.releases(number).contains(self.release);
        is_missing.then_some((*name, Field::Int(number)))
    }

    /// The language of a compile unit that has the name of one instead, which the release does not know.
    fn language(&self, row: &NodeRow, fields: &[NamedField]) -> Option<NamedField> {
        let former = row.def.field(b"sourceLanguageName").filter(|def| !def.releases.contains(self.release))?;
        let (_, value) = fields.iter().find(|field| self.ctx.bytes(field.0) == former.name.as_bytes())?;
        let Field::Word(word) = value else { return None };
        let name =
            Dwarf::LanguageName.number(&self.ctx.text(*word)).and_then(|number| Dwarf::LanguageName.name(number))?;
        let same = Dwarf::Language.iter().find(|row| row.1 == name);
        // The name says no version, which the oldest one of the language stands for.
        let (number, _) = same.or_else(|| Dwarf::Language.iter().find(|row| row.1.starts_with(name)))?;
        Some((self.ctx.str("language"), Field::Int(number)))
    }

    /// The tables of names of a compile unit as the field that the release has for them says it.
    fn name_tables(&self, row: &NodeRow, fields: &[NamedField]) -> Option<NamedField> {
        let ctx = self.ctx;
        let has = |name: &[u8]| row.def.field(name).is_some_and(|def| def.releases.contains(self.release));
        let gnu = Field::Word(ctx.str(DiNameTableKind::GNU.llvm()));
        let is =
            |name: &[u8], value: &Field| fields.iter().any(|field| ctx.bytes(field.0) == name && field.1 == *value);
        match (has(b"gnuPubnames"), has(b"nameTableKind")) {
            (true, false) if is(b"nameTableKind", &gnu) => Some((ctx.str("gnuPubnames"), Field::Bool(true))),
            (false, true) if is(b"gnuPubnames", &Field::Bool(true)) => Some((ctx.str("nameTableKind"), gnu)),
            _ => None,
        }
    }

    /// The system root of a `DIModule` up to LLVM 10, as the notes that LLVM takes the operand for since.
    fn system_root(&mut self, row: &NodeRow, fields: &[NamedField]) -> Option<NamedField> {
        let (_, value) = fields.iter().find(|field| self.ctx.bytes(field.0) == b"sysroot")?;
        row.def.field(b"apinotes").filter(|notes| notes.releases.contains(self.release))?;
        if self.seen.insert((self.ctx.str(row.def.name), self.ctx.str("sysroot"))) {
            self.lost.push(format!("the field 'sysroot' of !{} (written as 'apinotes')", row.def.name));
        }
        Some((self.ctx.str("apinotes"), value.clone()))
    }

    /// What a subprogram has in place of flags that the release does not have.
    fn properties(&mut self, row: &NodeRow, fields: &[NamedField]) -> Vec<NamedField> {
        if Spelling::SubprogramFlags.releases().contains(self.release) {
            return Vec::new();
        }
        let Some((properties, lost)) = row.subprogram_properties(self.ctx, fields) else { return Vec::new() };
        for flag in lost {
            if self.seen.insert((self.ctx.str(&flag), crate::names::EMPTY)) {
                self.lost.push(format!("the flag '{flag}' of !{}", row.def.name));
            }
        }
        properties
    }

    /// Flags as the release has them, where a node has others.
    fn flags(&mut self, row: &NodeRow, fields: &[NamedField]) -> Vec<NamedField> {
        let mut lowered = Vec::new();
        for (name, value) in fields {
            let def = row.def.field(self.ctx.bytes(*name)).filter(|def| def.releases.contains(self.release));
            let (Some(FieldKind::Flags(set)), Field::Word(word)) = (def.map(|def| def.kind), value) else { continue };
            let text = self.ctx.text(*word);
            let has = |flag: &&str| {
                let known = set.names().cases.iter().find(|row| flag.strip_prefix(set.prefix()) == Some(row.llvm));
                known.is_none_or(|row| row.releases.contains(self.release))
            };
            let (kept, lost): (Vec<&str>, Vec<&str>) = text.split(" | ").partition(has);
            let is_expressed = self.is_expressed(row, *name);
            for flag in lost.iter().filter(|_| !is_expressed) {
                if self.seen.insert((self.ctx.str(flag), crate::names::EMPTY)) {
                    self.lost.push(format!("the flag '{flag}' of !{}", row.def.name));
                }
            }
            if !lost.is_empty() {
                let kept = if kept.is_empty() { Field::Int(0) } else { Field::Word(self.ctx.str(&kept.join(" | "))) };
                lowered.push((*name, kept));
            }
        }
        lowered
    }

    /// The number of elements of a range that says its last one instead, which the release does not know.
    fn count(&self, row: &NodeRow, fields: &[NamedField]) -> Option<NamedField> {
        let count = self.ctx.str("count");
        let lacks = row.def.name == "DISubrange"
            && row.def.field(b"upperBound").is_some_and(|def| !def.releases.contains(self.release))
            && !fields.iter().any(|field| field.0 == count);
        lacks.then_some((count, Field::Int(UNKNOWN_COUNT)))
    }

    /// Names a field that the release takes to be zero where a node lacks it.
    fn name_assumed(&mut self, row: &NodeRow, fields: &[NamedField]) {
        let is_there = |def: &FieldDef| fields.iter().any(|field| self.ctx.bytes(field.0) == def.name.as_bytes());
        let is_assumed = |def: &&FieldDef| def.zero_until.is_some_and(|until| self.release < until) && !is_there(def);
        if let Some(def) = row.def.fields().iter().find(is_assumed) {
            self.lose_without(self.ctx.str(row.def.name), def.name);
        }
    }

    /// The tag of a static member, where the release has it as a member like any other.
    fn static_member(&mut self, row: &NodeRow, fields: &[NamedField]) -> Option<NamedField> {
        if row.def.name != "DIDerivedType" || self.release >= STATIC_MEMBERS_ARE_VARIABLES {
            return None;
        }
        let is_static =
            |field: &&NamedField| matches!(field.1, Field::Word(word) if self.ctx.bytes(word) == STATIC_MEMBER);
        let (label, tag) = fields.iter().find(is_static)?;
        if let Field::Word(word) = tag
            && self.seen.insert((*label, *word))
        {
            self.lost.push("the tag 'DW_TAG_variable' of !DIDerivedType (written as 'DW_TAG_member')".to_owned());
        }
        Some((*label, Field::Word(self.ctx.str("DW_TAG_member"))))
    }

    /// The low 64 bits of an enumerator's value, where the release has no wider one, or none without a sign as great.
    fn enumerator(&mut self, row: &NodeRow, fields: &[NamedField]) -> Option<NamedField> {
        if row.def.name != "DIEnumerator" || self.release >= WIDE_ENUMERATORS {
            return None;
        }
        let (ctx, release) = (self.ctx, self.release);
        let is_unsigned = |field: &NamedField| ctx.bytes(field.0) == b"isUnsigned" && field.1 == Field::Bool(true);
        let is_unsigned = fields.iter().any(is_unsigned) && row.def.field(b"isUnsigned")?.releases.contains(release);
        let (label, digits) = fields.iter().find_map(|(label, value)| match value {
            Field::Word(digits) if ctx.bytes(*label) == b"value" => Some((*label, ctx.text(*digits))),
            _ => None,
        })?;
        if is_unsigned && digits.parse::<u64>().is_ok() {
            return None;
        }
        if self.seen.insert((label, crate::names::EMPTY)) {
            self.lost.push("a value of !DIEnumerator (written as its low bits)".to_owned());
        }
        let bits = digits.parse::<u128>().or_else(|_| digits.parse::<i128>().map(|number| number as u128));
        let low = bits.unwrap_or(0) as u64;
        Some((label, if is_unsigned { Field::unsigned(ctx, low) } else { Field::Int(low as i64) }))
    }
}
