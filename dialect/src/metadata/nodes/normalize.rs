//! Specialised nodes in the form of LLVM's writer: which of their fields always stand there, and which go without saying.
//! LangRef, "Specialized Metadata Nodes".
//!
//! A node may be written with its fields in any order and with values that are the default anyway; older versions say
//! some facts of a subprogram in fields of their own. [`NodeFields::normalize`] brings a node into the one form.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::context::{Context, Str};
use crate::dwarf::dwarf_name;
use crate::enums::{DiEmissionKind, DiNameTableKind};
use crate::metadata::graph::{Field, Operand};
use crate::metadata::nodes::{NODE_KINDS, NodeKind, Usual, Written};
use crate::names::EMPTY;

use Usual::*;
use Written::*;

/// When fields are written, whatever the node's kind; those of no row are written where the text has them.
#[rustfmt::skip]
static FIELDS: &[(Written, &[&str])] = &[
    (Unless(Null), &["allocated", "annotations", "associated", "baseType", "containingType", "count", "dataLocation",
        "declaration", "discriminator", "elements", "entity", "enums", "extraData", "file", "globals", "imports",
        "inlinedAt", "lowerBound", "macros", "rank", "retainedNodes", "retainedTypes", "specification", "stride",
        "stringLength", "stringLengthExpression", "stringLocationExpression", "templateParams", "thrownTypes", "type",
        "unit", "upperBound", "vtableHolder"]),
    (Unless(Zero), &["align", "arg", "atomGroup", "atomRank", "attributes", "cc", "column", "dataSize", "dwoId", "encoding", "flags",
        "line", "num_extra_inhabitants", "offset", "runtimeLang", "scopeLine", "size", "sourceLanguageVersion", "thisAdjustment"]),
    (Unless(EmptyString), &["apinotes", "configMacros", "getter", "identifier", "includePath", "linkageName", "name",
        "header", "producer", "sdk", "setter", "splitDebugFilename", "sysroot", "targetFuncName"]),
    (Unless(False), &["debugInfoForProfiling", "defaulted", "exportSymbols", "isArtificial", "isDecl", "isImplicitCode",
        "isUnsigned", "keyInstructions", "rangesBaseAddress"]),
    (Unless(True), &["splitDebugInlining"]),
    (Unless(Word("Default")), &["nameTableKind"]),
    (Always(Null), &["scope"]),
];

/// The fields that say a subprogram's `spFlags` in older versions, with the flag each stands for.
const SUBPROGRAM_FLAGS: &[(&str, &str)] =
    &[("isLocal", "DISPFlagLocalToUnit"), ("isDefinition", "DISPFlagDefinition"), ("isOptimized", "DISPFlagOptimized")];

/// A field as a table has it.
struct FieldRow {
    name: Str,
    written: Written,
    /// The word of a [`Usual::Word`].
    word: Str,
}

/// The tables with their names as handles of a context.
pub struct NodeFields {
    rows: HashMap<Str, Vec<FieldRow>, FxBuildHasher>,
    unit: Str,
    emission: Str,
    name_table: Str,
    subprogram: Str,
    sp_flags: Str,
    virtuality: Str,
    virtual_index: Str,
    /// The fields that older versions have for `spFlags`.
    old_flags: Vec<Str>,
    tag: Str,
    encoding: Str,
}

/// A node's fields by name.
pub type Fields = Vec<(Str, Field)>;

impl NodeFields {
    /// The tables for nodes of a context.
    pub fn new(ctx: &Context) -> NodeFields {
        let row = |kind: &NodeKind, name: &str| {
            let written = written(kind, name);
            let word = match written {
                Always(Word(word)) | Unless(Word(word)) => ctx.str(word),
                Always(_) | Unless(_) | AsSaid => EMPTY,
            };
            FieldRow { name: ctx.str(name), written, word }
        };
        let rows =
            NODE_KINDS.iter().map(|kind| (ctx.str(kind.name), kind.fields.iter().map(|f| row(kind, f)).collect()));
        NodeFields {
            rows: rows.collect(),
            unit: ctx.str("DICompileUnit"),
            emission: ctx.str("emissionKind"),
            name_table: ctx.str("nameTableKind"),
            subprogram: ctx.str("DISubprogram"),
            sp_flags: ctx.str("spFlags"),
            virtuality: ctx.str("virtuality"),
            virtual_index: ctx.str("virtualIndex"),
            old_flags: SUBPROGRAM_FLAGS.iter().map(|f| f.0).chain(["virtuality"]).map(|name| ctx.str(name)).collect(),
            tag: ctx.str("tag"),
            encoding: ctx.str("encoding"),
        }
    }

    /// Brings a node's fields into the form of LLVM's writer. A node of a kind or with a field that the tables do not
    /// know stays as it is.
    pub fn normalize(&self, ctx: &Context, kind: Str, fields: &mut Fields) {
        let Some(rows) = self.rows.get(&kind) else { return };
        if kind == self.subprogram {
            self.subprogram_flags(ctx, fields);
            self.virtual_index(ctx, fields);
        }
        if kind == self.unit {
            self.emission_kind(ctx, fields);
        }
        self.dwarf_words(ctx, fields);
        if is_normalized(rows, fields) {
            return;
        }
        let place = |name: Str| rows.iter().position(|row| row.name == name);
        if fields.iter().any(|field| place(field.0).is_none()) {
            return;
        }
        for row in rows {
            if let Always(usual) = row.written
                && !fields.iter().any(|field| field.0 == row.name)
            {
                fields.push((row.name, value(usual, row.word)));
            }
        }
        fields.retain(|field| rows.iter().all(|row| row.name != field.0 || !goes_without_saying(row, &field.1)));
        fields.sort_by_key(|field| place(field.0));
    }

    /// Spells tags and encodings where they are numbers.
    fn dwarf_words(&self, ctx: &Context, fields: &mut Fields) {
        for (name, field) in fields {
            if let Field::Int(number) = field
                && (*name == self.tag || *name == self.encoding)
                && *number != 0
                && let prefix = if *name == self.tag { "TAG" } else { "ATE" }
                && let Some(word) = dwarf_name(prefix, *number)
            {
                *field = Field::Word(ctx.str(&format!("DW_{prefix}_{word}")));
            }
        }
    }

    /// Spells the emission kind and that of the name table where they are numbers.
    fn emission_kind(&self, ctx: &Context, fields: &mut Fields) {
        for (name, enumeration) in [(self.emission, DiEmissionKind::TABLE), (self.name_table, DiNameTableKind::TABLE)] {
            for (_, value) in fields.iter_mut().filter(|field| field.0 == name) {
                if let Field::Int(number) = value
                    && let Some(word) = enumeration.llvm(*number)
                {
                    *value = Field::Word(ctx.str(word));
                }
            }
        }
    }

    /// Has the index of a virtual function stand there, and no other's that is 0.
    fn virtual_index(&self, ctx: &Context, fields: &mut Fields) {
        let is_virtual = |word: Str| {
            let mut flags = ctx.bytes(word).split(|b| matches!(b, b' ' | b'|'));
            flags.any(|flag| matches!(flag, b"DISPFlagVirtual" | b"DISPFlagPureVirtual"))
        };
        let flags = fields.iter().find(|field| field.0 == self.sp_flags).map(|field| &field.1);
        let is_virtual = matches!(flags, Some(Field::Word(word)) if is_virtual(*word));
        if !is_virtual {
            fields.retain(|field| field.0 != self.virtual_index || field.1 != Field::Int(0));
        } else if fields.iter().all(|field| field.0 != self.virtual_index) {
            fields.push((self.virtual_index, Field::Int(0)));
        }
    }

    /// Says in `spFlags` what older versions say in fields of their own.
    fn subprogram_flags(&self, ctx: &Context, fields: &mut Fields) {
        if fields.iter().any(|field| field.0 == self.sp_flags) {
            // They count where a text has both.
            fields.retain(|field| !self.old_flags.contains(&field.0));
            return;
        }
        let mut flags = Vec::new();
        match fields.iter().find(|field| field.0 == self.virtuality).map(|field| &field.1) {
            Some(Field::Word(word)) if ctx.bytes(*word) == b"DW_VIRTUALITY_virtual" => flags.push("DISPFlagVirtual"),
            Some(Field::Word(word)) if ctx.bytes(*word) == b"DW_VIRTUALITY_pure_virtual" => {
                flags.push("DISPFlagPureVirtual");
            }
            Some(Field::Int(1)) => flags.push("DISPFlagVirtual"),
            Some(Field::Int(2)) => flags.push("DISPFlagPureVirtual"),
            _ => {}
        }
        for (name, flag) in SUBPROGRAM_FLAGS {
            let said = fields.iter().find(|field| ctx.bytes(field.0) == name.as_bytes());
            // A subprogram is a definition unless it says that it is not.
            let holds = said.map_or(*name == "isDefinition", |field| field.1 == Field::Bool(true));
            flags.extend(holds.then_some(*flag));
        }
        fields.retain(|field| !self.old_flags.contains(&field.0));
        let flags = if flags.is_empty() { Field::Int(0) } else { Field::Word(ctx.str(&flags.join(" | "))) };
        fields.push((self.sp_flags, flags));
    }
}

/// When a field of nodes of a kind is written.
fn written(kind: &NodeKind, name: &str) -> Written {
    let own = kind.written.iter().find(|row| row.0 == name).map(|row| row.1);
    let general = || FIELDS.iter().find(|row| row.1.contains(&name)).map(|row| row.0);
    own.or_else(general).unwrap_or(AsSaid)
}

/// Whether fields are in the form of LLVM's writer already.
fn is_normalized(rows: &[FieldRow], fields: &Fields) -> bool {
    let mut rest = rows.iter();
    for (name, field) in fields {
        loop {
            let Some(row) = rest.next() else { return false };
            if row.name == *name {
                if goes_without_saying(row, field) {
                    return false;
                }
                break;
            }
            if matches!(row.written, Always(_)) {
                return false;
            }
        }
    }
    rest.all(|row| !matches!(row.written, Always(_)))
}

fn goes_without_saying(row: &FieldRow, field: &Field) -> bool {
    match row.written {
        Unless(usual) => *field == value(usual, row.word),
        Always(_) | AsSaid => false,
    }
}

fn value(usual: Usual, word: Str) -> Field {
    match usual {
        Null => Field::Operand(Operand::Null),
        Zero => Field::Int(0),
        EmptyString => Field::Operand(Operand::String(EMPTY)),
        False => Field::Bool(false),
        True => Field::Bool(true),
        Word(_) => Field::Word(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(ctx: &Context, fields: &Fields) -> Vec<String> {
        fields.iter().map(|field| ctx.text(field.0).into_owned()).collect()
    }

    #[test]
    fn fields_are_ordered_and_usual_values_left_out() {
        let ctx = Context::new();
        let tables = NodeFields::new(&ctx);
        let mut fields = vec![
            (ctx.str("column"), Field::Int(0)),
            (ctx.str("atomRank"), Field::Int(1)),
            (ctx.str("line"), Field::Int(0)),
        ];
        tables.normalize(&ctx, ctx.str("DILocation"), &mut fields);
        assert_eq!(names(&ctx, &fields), ["line", "scope", "atomRank"]);
        let mut unknown = vec![(ctx.str("novel"), Field::Int(0)), (ctx.str("column"), Field::Int(0))];
        tables.normalize(&ctx, ctx.str("DILocation"), &mut unknown);
        assert_eq!(names(&ctx, &unknown), ["novel", "column"]);
    }

    #[test]
    fn facts_of_older_subprograms_become_flags() {
        let ctx = Context::new();
        let tables = NodeFields::new(&ctx);
        let mut fields = vec![
            (ctx.str("isLocal"), Field::Bool(true)),
            (ctx.str("name"), Field::Operand(Operand::String(ctx.str("f")))),
        ];
        tables.normalize(&ctx, ctx.str("DISubprogram"), &mut fields);
        assert_eq!(names(&ctx, &fields), ["name", "scope", "spFlags"]);
        assert_eq!(fields[2].1, Field::Word(ctx.str("DISPFlagLocalToUnit | DISPFlagDefinition")));
    }

    #[test]
    fn the_tables_name_fields_of_nodes() {
        for kind in NODE_KINDS {
            let special = kind.written.iter().map(|row| &row.0).chain(kind.operands.unwrap_or_default());
            for name in special {
                assert!(kind.fields.contains(name), "{} {name}", kind.name);
            }
        }
        for name in FIELDS.iter().flat_map(|row| row.1) {
            assert!(NODE_KINDS.iter().any(|kind| kind.fields.contains(name)), "{name}");
            assert_eq!(FIELDS.iter().filter(|row| row.1.contains(name)).count(), 1, "{name}");
        }
    }
}
