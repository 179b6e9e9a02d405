//! Specialised nodes in the form of LLVM's writer: fields in its order, and none that it leaves out.
//! LangRef, "Specialized Metadata Nodes".
//!
//! A node may be written with its fields in any order and with values that are the default anyway, with numbers where
//! LLVM writes names; older releases have fields of their own for some properties of a subprogram and of a compile unit.
//! [`NodeRow::normalize`] brings a node's fields into the one form.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::{DefaultValue, FieldDef, FieldKind, NODES, NodeDef, Written};
use crate::attr_table::FlagSet;
use crate::context::{Context, Str};
use crate::dwarf::Dwarf;
use crate::enums::DiNameTableKind;
use crate::graph::{Field, NamedField, Operand};
use crate::names::EMPTY;

use Written::{Always, Never, Unless, WhereGiven};

/// The boolean fields for which a subprogram's `spFlags` stand, and the flag of each.
pub const SUBPROGRAM_FIELDS: &[(&str, &str)] =
    &[("isLocal", "DISPFlagLocalToUnit"), ("isDefinition", "DISPFlagDefinition"), ("isOptimized", "DISPFlagOptimized")];

/// The flags that `virtuality` 1 and 2 stand for.
const VIRTUALITY_FLAGS: [&str; 2] = ["DISPFlagVirtual", "DISPFlagPureVirtual"];

/// A field's row, ready for use in a context.
pub struct FieldRow {
    /// Its label.
    pub name: Str,
    /// The one that older releases have for it.
    pub former: Option<Str>,
    /// Its definition.
    pub def: &'static FieldDef,
    /// The value it has without being written.
    default: Option<Field>,
}

/// A node's row, ready for use in a context.
pub struct NodeRow {
    /// The definition.
    pub def: &'static NodeDef,
    /// Its fields, in the order of LLVM's writer.
    pub fields: Vec<FieldRow>,
    /// The fields that hold operands, in the order LLVM keeps these.
    pub operands: Vec<Str>,
    /// The fields of a subprogram that need more than their definitions.
    subprogram: Option<SubprogramFields>,
    /// The labels `gnuPubnames` and `nameTableKind` of a compile unit.
    name_tables: Option<[Str; 2]>,
}

/// The definitions of all nodes, ready for use in a context.
pub struct NodeRows {
    rows: HashMap<Str, NodeRow, FxBuildHasher>,
    /// The table of each DWARF constant, by its whole name.
    constants: HashMap<Str, Dwarf, FxBuildHasher>,
}

/// Labels of a subprogram's fields.
struct SubprogramFields {
    sp_flags: Str,
    virtuality: Str,
    virtual_index: Str,
    /// The fields for which `spFlags` stand.
    old: Vec<Str>,
}

/// A node's fields by label.
pub type Fields = Vec<NamedField>;

impl NodeRows {
    /// The definitions of specialised metadata nodes, with a context's handles.
    #[inline]
    pub fn of(ctx: &Context) -> &NodeRows {
        ctx.extension(|| NodeRows::new(ctx))
    }

    fn new(ctx: &Context) -> NodeRows {
        let name = |table: Dwarf, name: &str| ctx.str(&format!("{}{name}", table.prefix()));
        let constants = Dwarf::ALL.into_iter().flat_map(|table| table.iter().map(move |row| (table, row.1)));
        NodeRows {
            rows: NODES.iter().map(|def| (ctx.str(def.name), NodeRow::new(ctx, def))).collect(),
            constants: constants.map(|(table, text)| (name(table, text), table)).collect(),
        }
    }

    /// Whether a DWARF table has a constant of this whole name.
    pub fn has_constant(&self, table: Dwarf, name: Str) -> bool {
        self.constants.get(&name) == Some(&table)
    }

    /// The definition of a node by its name; `None` for one that LLVM does not know.
    pub fn get(&self, name: Str) -> Option<&NodeRow> {
        self.rows.get(&name)
    }
}

impl NodeRow {
    fn new(ctx: &Context, def: &'static NodeDef) -> NodeRow {
        let field = |def: &'static FieldDef| FieldRow {
            name: ctx.str(def.name),
            former: def.former.map(|former| ctx.str(former.0)),
            def,
            default: match def.written {
                Always(default) | Unless(default) => Some(value(ctx, default)),
                WhereGiven | Never => None,
            },
        };
        let mut operands: Vec<(u8, Str)> =
            def.fields().iter().filter_map(|field| Some((field.operand?, ctx.str(field.name)))).collect();
        operands.sort_by_key(|operand| operand.0);
        let subprogram = || SubprogramFields {
            sp_flags: ctx.str("spFlags"),
            virtuality: ctx.str("virtuality"),
            virtual_index: ctx.str("virtualIndex"),
            old: SUBPROGRAM_FIELDS.iter().map(|f| f.0).chain(["virtuality"]).map(|name| ctx.str(name)).collect(),
        };
        NodeRow {
            def,
            fields: def.fields().iter().map(field).collect(),
            operands: operands.into_iter().map(|operand| operand.1).collect(),
            subprogram: (def.name == "DISubprogram").then(subprogram),
            name_tables: (def.name == "DICompileUnit")
                .then(|| ["gnuPubnames", "nameTableKind"].map(|name| ctx.str(name))),
        }
    }

    /// The place of a field among the node's by any release's label, looked for from `from` on first.
    pub fn place(&self, name: Str, from: usize) -> Option<usize> {
        let after = self.fields.iter().skip(from).position(|field| field.name == name);
        let named = |field: &FieldRow| field.name == name || field.former == Some(name);
        after.map(|place| place + from).or_else(|| self.fields.iter().position(named))
    }

    /// Brings a node's fields into the form of LLVM's writer.
    pub fn normalize(&self, ctx: &Context, fields: &mut Fields) {
        if let Some(subprogram) = &self.subprogram {
            subprogram.flags(ctx, fields);
            subprogram.virtual_index(ctx, fields);
        }
        if let Some(labels) = self.name_tables {
            name_tables(ctx, labels, fields);
        }
        self.names(ctx, fields);
        if self.is_normalized(fields) {
            return;
        }
        for row in &self.fields {
            if let (Always(_), Some(default)) = (row.def.written, &row.default)
                && !fields.iter().any(|field| field.0 == row.name)
            {
                fields.push((row.name, default.clone()));
            }
        }
        fields.retain(|field| self.fields.iter().all(|row| row.name != field.0 || !row.is_left_out(&field.1)));
        fields.sort_by_key(|field| self.place(field.0, 0));
    }

    /// The fields of a subprogram for its `spFlags`, of releases without these, and the flags that no field stands for.
    pub(crate) fn subprogram_properties(&self, ctx: &Context, fields: &[NamedField]) -> Option<(Fields, Vec<String>)> {
        let subprogram = self.subprogram.as_ref()?;
        let flags = fields.iter().find(|field| field.0 == subprogram.sp_flags);
        Some(subprogram.properties(ctx, flags.map_or(&Field::Int(0), |field| &field.1)))
    }

    /// Spells constants by name where they are numbers, and flags of which none is set by 0.
    fn names(&self, ctx: &Context, fields: &mut Fields) {
        let mut next = 0;
        for (name, field) in fields {
            let Some(place) = self.place(*name, next) else { continue };
            next = place + 1;
            let spelled = match (self.fields[place].def.kind, &*field) {
                (FieldKind::Dwarf(table, _), Field::Int(number)) => {
                    table.name(*number).map(|name| Field::Word(ctx.str(&format!("{}{name}", table.prefix()))))
                }
                (FieldKind::Enum(names, _), Field::Int(number)) => {
                    names.llvm(*number).map(|name| Field::Word(ctx.str(name)))
                }
                (FieldKind::Flags(set), Field::Word(word)) => {
                    let is_zero = |set: FlagSet| ctx.text(*word).strip_prefix(set.prefix()) == Some("Zero");
                    is_zero(set).then_some(Field::Int(0))
                }
                _ => None,
            };
            if let Some(spelled) = spelled {
                *field = spelled;
            }
        }
    }

    /// Whether fields are in the form of LLVM's writer already.
    fn is_normalized(&self, fields: &Fields) -> bool {
        let mut rest = self.fields.iter();
        for (name, field) in fields {
            loop {
                let Some(row) = rest.next() else { return false };
                if row.name == *name {
                    if row.is_left_out(field) {
                        return false;
                    }
                    break;
                }
                if matches!(row.def.written, Always(_)) {
                    return false;
                }
            }
        }
        rest.all(|row| !matches!(row.def.written, Always(_)))
    }
}

impl FieldRow {
    /// Whether LLVM's writer leaves the field out with this value.
    fn is_left_out(&self, field: &Field) -> bool {
        match self.def.written {
            Unless(_) => self.default.as_ref() == Some(field),
            Never => true,
            Always(_) | WhereGiven => false,
        }
    }
}

impl SubprogramFields {
    /// Keeps the index of a virtual function, and no other that is 0.
    fn virtual_index(&self, ctx: &Context, fields: &mut Fields) {
        let is_virtual = |word: Str| {
            let mut flags = ctx.bytes(word).split(|b| matches!(b, b' ' | b'|'));
            flags.any(|flag| VIRTUALITY_FLAGS.iter().any(|name| name.as_bytes() == flag))
        };
        let flags = fields.iter().find(|field| field.0 == self.sp_flags).map(|field| &field.1);
        let is_virtual = matches!(flags, Some(Field::Word(word)) if is_virtual(*word));
        if !is_virtual {
            fields.retain(|field| field.0 != self.virtual_index || field.1 != Field::Int(0));
        } else if fields.iter().all(|field| field.0 != self.virtual_index) {
            fields.push((self.virtual_index, Field::Int(0)));
        }
    }

    /// What releases without `spFlags` have for flags, and those that they have no field for.
    fn properties(&self, ctx: &Context, flags: &Field) -> (Fields, Vec<String>) {
        let text = match flags {
            Field::Word(word) => ctx.text(*word).into_owned(),
            Field::Int(bits) => FlagSet::Subprogram.spelled(*bits),
            Field::Operand(_) | Field::Bool(_) | Field::List(_) => String::new(),
        };
        let given: Vec<&str> = text.split(" | ").filter(|flag| !flag.is_empty()).collect();
        let mut fields: Fields =
            SUBPROGRAM_FIELDS.iter().map(|(name, flag)| (ctx.str(name), Field::Bool(given.contains(flag)))).collect();
        let virtuality = VIRTUALITY_FLAGS.iter().position(|flag| given.contains(flag));
        let name = virtuality.and_then(|place| Dwarf::Virtuality.name(place as i64 + 1));
        fields.extend(
            name.map(|name| (self.virtuality, Field::Word(ctx.str(&format!("{}{name}", Dwarf::Virtuality.prefix()))))),
        );
        let has_field =
            |flag: &&&str| VIRTUALITY_FLAGS.contains(*flag) || SUBPROGRAM_FIELDS.iter().any(|row| row.1 == **flag);
        let lost = given.iter().filter(|flag| !has_field(flag)).map(|flag| (*flag).to_owned()).collect();
        (fields, lost)
    }

    /// Moves to `spFlags` what older releases have in fields of their own.
    fn flags(&self, ctx: &Context, fields: &mut Fields) {
        if fields.iter().any(|field| field.0 == self.sp_flags) {
            // `spFlags` count where a text has both.
            fields.retain(|field| !self.old.contains(&field.0));
            return;
        }
        let mut flags = Vec::new();
        let virtuality = match fields.iter().find(|field| field.0 == self.virtuality).map(|field| &field.1) {
            Some(Field::Word(word)) => Dwarf::Virtuality.number(&ctx.text(*word)),
            Some(Field::Int(number)) => Some(*number),
            _ => None,
        };
        let place = virtuality.and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
        flags.extend(place.and_then(|place| VIRTUALITY_FLAGS.get(place)));
        for (name, flag) in SUBPROGRAM_FIELDS {
            let given = fields.iter().find(|field| ctx.bytes(field.0) == name.as_bytes());
            // A subprogram is a definition unless it is marked as none.
            let holds = given.map_or(*name == "isDefinition", |field| field.1 == Field::Bool(true));
            flags.extend(holds.then_some(flag));
        }
        let flags: Vec<&str> = flags.into_iter().copied().collect();
        fields.retain(|field| !self.old.contains(&field.0));
        let flags = if flags.is_empty() { Field::Int(0) } else { Field::Word(ctx.str(&flags.join(" | "))) };
        fields.push((self.sp_flags, flags));
    }
}

/// Moves to `nameTableKind` of a compile unit what LLVM 6 and 7 have in `gnuPubnames`.
fn name_tables(ctx: &Context, [former, label]: [Str; 2], fields: &mut Fields) {
    let Some(place) = fields.iter().position(|field| field.0 == former) else { return };
    let (_, given) = fields.remove(place);
    if given == Field::Bool(true) && !fields.iter().any(|field| field.0 == label) {
        fields.push((label, Field::Word(ctx.str(DiNameTableKind::GNU.llvm()))));
    }
}

fn value(ctx: &Context, default: DefaultValue) -> Field {
    match default {
        DefaultValue::Null => Field::Operand(Operand::Null),
        DefaultValue::Zero => Field::Int(0),
        DefaultValue::EmptyString => Field::Operand(Operand::String(EMPTY)),
        DefaultValue::False => Field::Bool(false),
        DefaultValue::True => Field::Bool(true),
        DefaultValue::Name(name) => Field::Word(ctx.str(name)),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn normalized(ctx: &Context, node: &str, mut fields: Fields) -> Vec<(String, Field)> {
        NodeRows::of(ctx).get(ctx.str(node)).unwrap().normalize(ctx, &mut fields);
        fields.into_iter().map(|(name, field)| (ctx.text(name).into_owned(), field)).collect()
    }

    fn names(fields: &[(String, Field)]) -> Vec<&str> {
        fields.iter().map(|field| field.0.as_str()).collect()
    }

    #[test]
    fn fields_are_ordered_and_usual_values_left_out() {
        let ctx = Context::new();
        let fields = vec![
            (ctx.str("column"), Field::Int(0)),
            (ctx.str("atomRank"), Field::Int(1)),
            (ctx.str("line"), Field::Int(0)),
        ];
        assert_eq!(names(&normalized(&ctx, "DILocation", fields)), ["line", "scope", "atomRank"]);
        let old = vec![(ctx.str("function"), Field::Int(0)), (ctx.str("spFlags"), Field::Int(0))];
        assert_eq!(names(&normalized(&ctx, "DISubprogram", old)), ["scope", "spFlags", "function"]);
    }

    #[test]
    fn constants_are_spelled_by_name() {
        let ctx = Context::new();
        let fields = vec![(ctx.str("tag"), Field::Int(0)), (ctx.str("flags"), Field::Word(ctx.str("DIFlagZero")))];
        let fields = normalized(&ctx, "DICompositeType", fields);
        assert_eq!(fields, [("tag".to_owned(), Field::Word(ctx.str("DW_TAG_null")))]);
    }

    #[test]
    fn properties_of_older_subprograms_become_flags() {
        let ctx = Context::new();
        let fields = vec![
            (ctx.str("isLocal"), Field::Bool(true)),
            (ctx.str("virtuality"), Field::Word(ctx.str("DW_VIRTUALITY_pure_virtual"))),
            (ctx.str("name"), Field::Operand(Operand::String(ctx.str("f")))),
        ];
        let fields = normalized(&ctx, "DISubprogram", fields);
        assert_eq!(names(&fields), ["name", "scope", "virtualIndex", "spFlags"]);
        let flags = "DISPFlagPureVirtual | DISPFlagLocalToUnit | DISPFlagDefinition";
        assert_eq!(fields[3].1, Field::Word(ctx.str(flags)));
    }

    #[test]
    fn no_row_has_a_field_or_an_operand_twice() {
        for node in NODES {
            for (place, field) in node.fields().iter().enumerate() {
                let rest = &node.fields()[place + 1..];
                assert!(rest.iter().all(|other| other.name != field.name), "{} {}", node.name, field.name);
                let same = |other: &&FieldDef| field.operand.is_some() && other.operand == field.operand;
                assert!(!rest.iter().any(|other| same(&other)), "{} {}", node.name, field.name);
            }
        }
    }
}
