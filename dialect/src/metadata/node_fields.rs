//! The fields of specialised nodes as LLVM's writer has them: their order, which always stand there, and which go without
//! saying. LangRef, "Specialized Metadata Nodes".
//!
//! A node may be written with its fields in any order and with values that are the default anyway; older versions say
//! some facts of a subprogram in fields of their own. [`NodeFields::settle`] brings a node into the one form.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::graph::{Field, Operand};
use crate::context::{Context, Str};
use crate::names::EMPTY;

/// A value that a field has without being written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Usual {
    Null,
    Zero,
    EmptyString,
    False,
    True,
    Word(&'static str),
}

/// When a field is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Written {
    /// Always; with this value if nothing else is said.
    Always(Usual),
    /// Unless it has this value.
    Unless(Usual),
    /// Where the text has it.
    AsSaid,
}

use Usual::*;
use Written::*;

type Row = (&'static str, &'static [(&'static str, Written)]);

/// Kinds of nodes and their fields, in the order of LLVM's writer.
#[rustfmt::skip]
static NODES: &[Row] = &[
    ("DILocation", &[("line", Always(Zero)), ("column", Unless(Zero)), ("scope", Always(Null)), ("inlinedAt", Unless(Null)),
        ("isImplicitCode", Unless(False)), ("atomGroup", Unless(Zero)), ("atomRank", Unless(Zero))]),
    ("DISubrange", &[("count", Unless(Null)), ("lowerBound", Unless(Null)), ("upperBound", Unless(Null)),
        ("stride", Unless(Null))]),
    ("DIGenericSubrange", &[("count", Unless(Null)), ("lowerBound", Unless(Null)), ("upperBound", Unless(Null)),
        ("stride", Unless(Null))]),
    ("DIEnumerator", &[("name", Always(EmptyString)), ("value", AsSaid), ("isUnsigned", Unless(False))]),
    ("DIBasicType", &[("tag", Unless(Word("DW_TAG_base_type"))), ("name", Unless(EmptyString)), ("size", Unless(Zero)),
        ("align", Unless(Zero)), ("encoding", Unless(Zero)), ("flags", Unless(Zero))]),
    ("DIStringType", &[("tag", Unless(Word("DW_TAG_string_type"))), ("name", Unless(EmptyString)),
        ("stringLength", Unless(Null)), ("stringLengthExpression", Unless(Null)),
        ("stringLocationExpression", Unless(Null)), ("size", Unless(Zero)), ("align", Unless(Zero)),
        ("encoding", Unless(Zero))]),
    ("DIDerivedType", &[("tag", AsSaid), ("name", Unless(EmptyString)), ("scope", Unless(Null)), ("file", Unless(Null)),
        ("line", Unless(Zero)), ("baseType", Always(Null)), ("size", Unless(Zero)), ("align", Unless(Zero)),
        ("offset", Unless(Zero)), ("flags", Unless(Zero)), ("extraData", Unless(Null)), ("dwarfAddressSpace", AsSaid),
        ("annotations", Unless(Null))]),
    ("DICompositeType", &[("tag", AsSaid), ("name", Unless(EmptyString)), ("scope", Unless(Null)), ("file", Unless(Null)),
        ("line", Unless(Zero)), ("baseType", Unless(Null)), ("size", Unless(Zero)), ("align", Unless(Zero)),
        ("offset", Unless(Zero)), ("flags", Unless(Zero)), ("elements", Unless(Null)), ("runtimeLang", Unless(Zero)),
        ("vtableHolder", Unless(Null)), ("templateParams", Unless(Null)), ("identifier", Unless(EmptyString)),
        ("discriminator", Unless(Null)), ("dataLocation", Unless(Null)), ("associated", Unless(Null)),
        ("allocated", Unless(Null)), ("rank", Unless(Null)), ("annotations", Unless(Null))]),
    ("DISubroutineType", &[("flags", Unless(Zero)), ("cc", Unless(Zero)), ("types", Always(Null))]),
    ("DIFile", &[("filename", Always(EmptyString)), ("directory", Always(EmptyString)), ("checksumkind", AsSaid),
        ("checksum", AsSaid), ("source", AsSaid)]),
    ("DICompileUnit", &[("language", AsSaid), ("sourceLanguageName", AsSaid), ("sourceLanguageVersion", Unless(Zero)),
        ("file", Always(Null)), ("producer", Unless(EmptyString)), ("isOptimized", Always(False)),
        ("flags", Unless(EmptyString)), ("runtimeVersion", Always(Zero)), ("splitDebugFilename", Unless(EmptyString)),
        ("emissionKind", Always(Word("NoDebug"))), ("enums", Unless(Null)), ("retainedTypes", Unless(Null)),
        ("globals", Unless(Null)), ("imports", Unless(Null)), ("macros", Unless(Null)), ("dwoId", Unless(Zero)),
        ("splitDebugInlining", Unless(True)), ("debugInfoForProfiling", Unless(False)),
        ("nameTableKind", Unless(Word("Default"))), ("rangesBaseAddress", Unless(False)),
        ("sysroot", Unless(EmptyString)), ("sdk", Unless(EmptyString))]),
    ("DISubprogram", &[("name", Unless(EmptyString)), ("linkageName", Unless(EmptyString)), ("scope", Always(Null)),
        ("file", Unless(Null)), ("line", Unless(Zero)), ("type", Unless(Null)), ("scopeLine", Unless(Zero)),
        ("containingType", Unless(Null)), ("virtualIndex", AsSaid), ("thisAdjustment", Unless(Zero)),
        ("flags", Unless(Zero)), ("spFlags", AsSaid), ("unit", Unless(Null)), ("templateParams", Unless(Null)),
        ("declaration", Unless(Null)), ("retainedNodes", Unless(Null)), ("thrownTypes", Unless(Null)),
        ("annotations", Unless(Null)), ("targetFuncName", Unless(EmptyString)), ("keyInstructions", Unless(False))]),
    ("DILexicalBlock", &[("scope", Always(Null)), ("file", Unless(Null)), ("line", Unless(Zero)),
        ("column", Unless(Zero))]),
    ("DILexicalBlockFile", &[("scope", Always(Null)), ("file", Unless(Null)), ("discriminator", AsSaid)]),
    ("DICommonBlock", &[("scope", Always(Null)), ("declaration", Always(Null)), ("name", Unless(EmptyString)),
        ("file", Unless(Null)), ("line", Unless(Zero))]),
    ("DINamespace", &[("name", Unless(EmptyString)), ("scope", Always(Null)), ("exportSymbols", Unless(False))]),
    ("DIMacro", &[("type", AsSaid), ("line", Unless(Zero)), ("name", Unless(EmptyString)),
        ("value", Unless(EmptyString))]),
    ("DIModule", &[("scope", Always(Null)), ("name", Unless(EmptyString)), ("configMacros", Unless(EmptyString)),
        ("includePath", Unless(EmptyString)), ("apinotes", Unless(EmptyString)), ("file", Unless(Null)),
        ("line", Unless(Zero)), ("isDecl", Unless(False))]),
    ("DITemplateTypeParameter", &[("name", Unless(EmptyString)), ("type", Always(Null)), ("defaulted", Unless(False))]),
    ("DITemplateValueParameter", &[("tag", Unless(Word("DW_TAG_template_value_parameter"))),
        ("name", Unless(EmptyString)), ("type", Unless(Null)), ("defaulted", Unless(False)), ("value", Always(Null))]),
    ("DIGlobalVariable", &[("name", Unless(EmptyString)), ("linkageName", Unless(EmptyString)), ("scope", Always(Null)),
        ("file", Unless(Null)), ("line", Unless(Zero)), ("type", Unless(Null)), ("isLocal", Always(False)),
        ("isDefinition", Always(True)), ("declaration", Unless(Null)), ("templateParams", Unless(Null)),
        ("align", Unless(Zero)), ("annotations", Unless(Null))]),
    ("DILocalVariable", &[("name", Unless(EmptyString)), ("arg", Unless(Zero)), ("scope", Always(Null)),
        ("file", Unless(Null)), ("line", Unless(Zero)), ("type", Unless(Null)), ("flags", Unless(Zero)),
        ("align", Unless(Zero)), ("annotations", Unless(Null))]),
    ("DILabel", &[("scope", Always(Null)), ("name", Unless(EmptyString)), ("file", Unless(Null)), ("line", Unless(Zero)),
        ("column", Unless(Zero)), ("isArtificial", Unless(False)), ("coroSuspendIdx", AsSaid)]),
    ("DIObjCProperty", &[("name", Unless(EmptyString)), ("file", Unless(Null)), ("line", Unless(Zero)),
        ("setter", Unless(EmptyString)), ("getter", Unless(EmptyString)), ("attributes", Unless(Zero)),
        ("type", Unless(Null))]),
    ("DIImportedEntity", &[("tag", AsSaid), ("name", Unless(EmptyString)), ("scope", Always(Null)),
        ("entity", Unless(Null)), ("file", Unless(Null)), ("line", Unless(Zero)), ("elements", Unless(Null))]),
    ("DIGlobalVariableExpression", &[("var", AsSaid), ("expr", AsSaid)]),
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
    subprogram: Str,
    sp_flags: Str,
    virtuality: Str,
}

/// A node's fields by name.
pub type Fields = Vec<(Str, Field)>;

impl NodeFields {
    /// The tables for nodes of a context.
    pub fn new(ctx: &Context) -> NodeFields {
        let row = |(name, written): &(&str, Written)| {
            let word = match written {
                Always(Word(word)) | Unless(Word(word)) => ctx.str(word),
                Always(_) | Unless(_) | AsSaid => EMPTY,
            };
            FieldRow { name: ctx.str(name), written: *written, word }
        };
        NodeFields {
            rows: NODES.iter().map(|(kind, fields)| (ctx.str(kind), fields.iter().map(row).collect())).collect(),
            subprogram: ctx.str("DISubprogram"),
            sp_flags: ctx.str("spFlags"),
            virtuality: ctx.str("virtuality"),
        }
    }

    /// Brings a node's fields into the form of LLVM's writer. A node of a kind or with a field that the tables do not
    /// know stays as it is.
    pub fn settle(&self, ctx: &Context, kind: Str, fields: &mut Fields) {
        let Some(rows) = self.rows.get(&kind) else { return };
        if kind == self.subprogram {
            self.subprogram_flags(ctx, fields);
        }
        if is_settled(rows, fields) {
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

    /// Says in `spFlags` what older versions say in fields of their own.
    fn subprogram_flags(&self, ctx: &Context, fields: &mut Fields) {
        if fields.iter().any(|field| field.0 == self.sp_flags) {
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
        let old =
            |name: Str| name == self.virtuality || SUBPROGRAM_FLAGS.iter().any(|f| f.0.as_bytes() == ctx.bytes(name));
        fields.retain(|field| !old(field.0));
        let flags = if flags.is_empty() { Field::Int(0) } else { Field::Word(ctx.str(&flags.join(" | "))) };
        fields.push((self.sp_flags, flags));
    }
}

/// Whether fields are in the form of LLVM's writer already.
fn is_settled(rows: &[FieldRow], fields: &Fields) -> bool {
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
        tables.settle(&ctx, ctx.str("DILocation"), &mut fields);
        assert_eq!(names(&ctx, &fields), ["line", "scope", "atomRank"]);
        let mut unknown = vec![(ctx.str("novel"), Field::Int(0)), (ctx.str("column"), Field::Int(0))];
        tables.settle(&ctx, ctx.str("DILocation"), &mut unknown);
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
        tables.settle(&ctx, ctx.str("DISubprogram"), &mut fields);
        assert_eq!(names(&ctx, &fields), ["name", "scope", "spFlags"]);
        assert_eq!(fields[2].1, Field::Word(ctx.str("DISPFlagLocalToUnit | DISPFlagDefinition")));
    }

    #[test]
    fn a_field_stands_once_in_its_row() {
        for (kind, fields) in NODES {
            let distinct: std::collections::HashSet<_> = fields.iter().map(|f| f.0).collect();
            assert_eq!(distinct.len(), fields.len(), "{kind}");
        }
    }
}
