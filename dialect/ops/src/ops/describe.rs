//! The operation table for readers: what `irtrip ops` prints and docs/operations.md consists of.

use crate::translation::Translation;
use std::fmt::Write as _;

use crate::registry::{Dialect, DialectRegistry};

use super::Clause;
use super::{
    Arity, AttrSlot, Constant, Fold, Format, FormatElement, Global, Inst, LlvmForm, OpDef, Optionality, Place,
    SlotKind, Traits, ValueConstraint,
};

/// The definitions of all dialects as a page of Markdown, a dialect after the other, in the order of the registry.
pub fn page(registry: &DialectRegistry) -> String {
    let mut page = String::from(
        "# Operations\n\n\
         This page is the operation table, the definitions of all dialects, for readers; `irtrip ops` prints it, and\n\
         `irtrip ops NAME` one operation or one dialect. `cargo xtask tables` makes it, and a test holds it to the table.\n\n\
         In a syntax, a word or a mark stands for itself, `$name` for an operand, an attribute or an argument,\n\
         `(...)?` is what may be missing, and `attr-dict` the attributes that nothing else writes.\n",
    );
    for dialect in registry.dialects().filter(|dialect| registry.op_defs_of(dialect).next().is_some()) {
        let _ = write!(page, "\n{}", describe_dialect(registry, dialect));
    }
    page
}

/// The definitions of a dialect of a registry.
pub fn describe_dialect(registry: &DialectRegistry, dialect: &'static Dialect) -> String {
    let lines: Vec<String> = registry.op_defs_of(dialect).map(describe).collect();
    format!("## `{}`\n\n{}", dialect.name, lines.join("\n"))
}

/// One definition as a section of Markdown: how the operation is written, what it is made of, what it stands for.
///
/// ```
/// use irtrip_dialect::OpNameDefinition;
/// use irtrip_dialect::ops::{describe, llvm};
/// let text = llvm::FNEG.def().map(describe::describe).unwrap_or_default();
/// assert!(text.starts_with("### `llvm.fneg`\n"));
/// assert!(text.contains("- LLVM IR: `fneg`"));
/// ```
pub fn describe(def: &OpDef) -> String {
    let mut out = format!("### `{}`\n\n```\n{}\n```\n\n", def.name, syntax(def));
    for (what, items) in facts(def).into_iter().filter(|(_, items)| !items.is_empty()) {
        let _ = writeln!(out, "- {what}: {}", items.join(", "));
    }
    out
}

/// What an operation is made of and what it stands for, under a heading each.
pub fn facts(def: &OpDef) -> [(&'static str, Vec<String>); 7] {
    let successors = match def.successors {
        Some(0) => Vec::new(),
        Some(count) => vec![count.to_string()],
        None => vec!["any number".to_owned()],
    };
    let regions = match (def.regions, def.is(Traits::ANY_REGIONS)) {
        (0, false) => Vec::new(),
        (0, true) => vec!["any number".to_owned()],
        (count, true) => vec![format!("{count} or more")],
        (count, false) => vec![count.to_string()],
    };
    [
        ("Operands", def.operands.iter().map(value).collect()),
        ("Results", def.results.iter().map(value).collect()),
        ("Attributes", def.attrs.iter().map(attribute).collect()),
        ("Successors", successors),
        ("Regions", regions),
        ("Traits", traits(def)),
        ("LLVM IR", llvm(def).into_iter().collect()),
    ]
}

/// How an operation is written: literals as they are, `$name` what is its own, `(...)?` what may be missing.
pub fn syntax(def: &OpDef) -> String {
    match def.form() {
        Format::Generic => {
            format!("\"{}\"($operands)[$successors] <{{$attributes}}> ($regions) : functional-type", def.name)
        }
        Format::Custom(format) => format!("{}{}", def.name, format.description()),
        Format::Assembly(elements) => {
            let mut out = def.name.to_owned();
            sequence(&mut out, def, elements);
            out
        }
    }
}

/// Appends elements with spaces between.
fn sequence(out: &mut String, def: &OpDef, elements: &[FormatElement]) {
    let mut glued = false;
    for element in elements {
        if matches!(element, FormatElement::Glue) {
            glued = true;
            continue;
        }
        let text = one_element(def, element);
        if text.is_empty() {
            continue;
        }
        if !glued && !out.is_empty() {
            out.push(' ');
        }
        glued = false;
        out.push_str(&text);
    }
}

fn all(def: &OpDef, elements: &[FormatElement]) -> String {
    let mut out = String::new();
    sequence(&mut out, def, elements);
    out
}

fn group(slots: &[ValueConstraint], index: u8) -> &'static str {
    slots.get(usize::from(index)).map_or("", |slot| slot.name)
}

fn place(def: &OpDef, place: Place) -> &'static str {
    match place {
        Place::Operand(index) => group(def.operands, index),
        Place::Result(index) => group(def.results, index),
    }
}

fn one_element(def: &OpDef, element: &FormatElement) -> String {
    match *element {
        FormatElement::Text(" ") | FormatElement::Glue => String::new(),
        FormatElement::Text(text) => text.to_owned(),
        FormatElement::Operand(index) => format!("${}", group(def.operands, index)),
        FormatElement::Operands => "operands".to_owned(),
        FormatElement::Attr(name) => format!("${name}"),
        FormatElement::QualifiedAttr(name) => format!("qualified(${name})"),
        FormatElement::Keyword(word, _) => format!("({word})?"),
        FormatElement::IfAttr(_, elements)
        | FormatElement::IfOperand(_, elements)
        | FormatElement::IfResult(_, elements)
        | FormatElement::IfRegion(_, elements)
        | FormatElement::IfAny(_, elements) => {
            format!("({})?", all(def, elements))
        }
        FormatElement::Else(first, others) => {
            let first = one_element(def, first);
            format!("{}:({})?", first.strip_suffix('?').unwrap_or(&first), all(def, others))
        }
        FormatElement::Clauses(clauses) => {
            let clause = |clause: &Clause| {
                let elements = all(def, clause.elements);
                if elements.is_empty() { clause.keyword.to_owned() } else { format!("{} {elements}", clause.keyword) }
            };
            format!("oilist({})", clauses.iter().map(clause).collect::<Vec<_>>().join(" | "))
        }
        FormatElement::IndexList(index, name) => format!("[${} | ${name}]", group(def.operands, index)),
        FormatElement::StrippedType(at, mnemonic) => {
            let dialect = if mnemonic.contains('.') { "" } else { "llvm." };
            format!("type(${}) without !{dialect}{mnemonic}", place(def, at))
        }
        FormatElement::Type(at) => format!("type(${})", place(def, at)),
        FormatElement::OperandTypes => "type(operands)".to_owned(),
        FormatElement::ResultTypes => "type(results)".to_owned(),
        FormatElement::FunctionalType | FormatElement::FunctionalTypeOf(..) => "functional-type".to_owned(),
        FormatElement::Successor(index) => format!("^successor{index}"),
        FormatElement::AttrDict => "attr-dict".to_owned(),
        FormatElement::AttrDictWithKeyword => "attr-dict-with-keyword".to_owned(),
        FormatElement::PropDict | FormatElement::Properties => "prop-dict".to_owned(),
        FormatElement::Region(index) => format!("region{index}"),
        FormatElement::Regions => "regions".to_owned(),
        FormatElement::Custom(directive) => directive.description().to_owned(),
    }
}

fn value(slot: &ValueConstraint) -> String {
    let count = match slot.arity {
        Arity::One => "",
        Arity::Optional => "optional ",
        Arity::Variadic => "variadic of ",
        Arity::VariadicOfVariadic(_) => "groups of ",
        Arity::Successor(index) => return format!("`{}` (passed to successor {index})", slot.name),
        Arity::Successors(index, _) => return format!("`{}` (passed to successors {index} and on)", slot.name),
    };
    let name = if slot.name.is_empty() { String::new() } else { format!("`{}` ", slot.name) };
    format!("{name}({count}{})", slot.types.describe())
}

fn attribute(slot: &AttrSlot) -> String {
    let need = match slot.optionality {
        Optionality::Required => String::new(),
        Optionality::Optional => ", optional".to_owned(),
        Optionality::Default(value) | Optionality::LeftOut(value) => match slot.kind {
            SlotKind::Enum(e) => format!(", default `{}`", e.mlir(value).unwrap_or_default()),
            SlotKind::LlvmEnum(_) => ", has a default".to_owned(),
            _ => format!(", default {value}"),
        },
        Optionality::DefaultEmpty => ", default empty".to_owned(),
    };
    format!("`{}` ({}{need})", slot.name, crate::verify::words(slot.kind))
}

fn traits(def: &OpDef) -> Vec<String> {
    const NAMES: &[(Traits, &str)] = &[
        (Traits::TERMINATOR, "terminator"),
        (Traits::ISOLATED, "isolated from above"),
        (Traits::SYMBOL, "symbol"),
        (Traits::SYMBOL_TABLE, "symbol table"),
        (Traits::PURE, "pure"),
        (Traits::COMMUTATIVE, "commutative"),
        (Traits::READS, "reads memory"),
        (Traits::WRITES, "writes memory"),
        (Traits::ALLOCATES, "allocates memory"),
        (Traits::FREES, "frees memory"),
        (Traits::RECURSIVE_EFFECTS, "has the effects of its regions"),
        (Traits::GRAPH_REGION, "graph region"),
        (Traits::NO_TERMINATOR, "no terminator"),
        (Traits::SINGLE_BLOCK, "single block"),
        (Traits::SAME_OPERANDS_AND_RESULT_TYPE, "operands and results of one type"),
        (Traits::SAME_TYPE_OPERANDS, "operands of one type"),
    ];
    let names = NAMES.iter().filter(|(bit, _)| def.is(*bit)).map(|(_, name)| *name);
    let is_expression = def.is_constant_expression() || def.llvm.fold() == Fold::Expression;
    let expression = is_expression.then_some("a constant expression where its operands are constants");
    names.chain(expression).map(str::to_owned).collect()
}

/// What an operation stands for in LLVM IR, if it does for anything.
fn llvm(def: &OpDef) -> Option<String> {
    Some(match def.llvm {
        LlvmForm::None => return None,
        LlvmForm::Binary(_) | LlvmForm::Unary(_) | LlvmForm::Cast(_) => {
            format!("`{}`", def.llvm.mnemonic().unwrap_or_default())
        }
        LlvmForm::Intrinsic(intrinsic) => format!("a call of `{}`", intrinsic.name),
        LlvmForm::Translation(Translation::Call(call)) => format!("a call of `{}`", call.pattern()),
        LlvmForm::Translation(Translation::Nothing) => return None,
        LlvmForm::Translation(Translation::Assembly(_)) => "inline assembly".to_owned(),
        LlvmForm::Translation(Translation::Module(_)) => "global values".to_owned(),
        LlvmForm::Translation(Translation::Code(_)) => "several operations of the LLVM dialect".to_owned(),
        LlvmForm::Inst(inst) => instruction(inst),
        LlvmForm::Constant(constant) => constant_words(constant).to_owned(),
        LlvmForm::Global(global) => global_words(global).to_owned(),
    })
}

fn instruction(inst: Inst) -> String {
    let words = match inst {
        Inst::InlineAsm => "`call ... asm`",
        Inst::CallIntrinsic => "a call of the intrinsic named",
        Inst::MetadataCall => "`call` with an argument that is metadata",
        Inst::Br => "`br label`",
        Inst::CondBr => "`br i1`",
        Inst::BlockTag => "nothing: it names its block for `blockaddress`",
        _ => return format!("`{}`", inst.mnemonic()),
    };
    words.to_owned()
}

fn constant_words(constant: Constant) -> &'static str {
    match constant {
        Constant::Value => "a constant, where it is used",
        Constant::Zero => "`zeroinitializer`, `null` or 0",
        Constant::Undef => "`undef`",
        Constant::Poison => "`poison`",
        Constant::NoneToken => "`none`",
        Constant::AddressOf => "the address of a symbol",
        Constant::DsoLocalEquivalent => "`dso_local_equivalent`",
        Constant::BlockAddress => "`blockaddress`",
        Constant::Encoded => "a constant that upstream's operations cannot say",
    }
}

fn global_words(global: Global) -> &'static str {
    match global {
        Global::Func => "`define` or `declare`",
        Global::Variable => "a global variable",
        Global::Alias => "`alias`",
        Global::IFunc => "`ifunc`",
        Global::Comdat => "the comdats of the module",
        Global::ComdatSelector => "a comdat",
        Global::Ctors => "`@llvm.global_ctors`",
        Global::Dtors => "`@llvm.global_dtors`",
        Global::ModuleFlags => "`!llvm.module.flags`",
        Global::LinkerOptions => "`!llvm.linker.options`",
    }
}
