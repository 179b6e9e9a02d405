//! The fixtures have at least one of each construct that the tables know, and each operation's definition says what it is in
//! LLVM IR.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use irtrip_dialect::diagnostic::SourceFile;
use irtrip_dialect::metadata::kinds::FIXED_KINDS;
use irtrip_dialect::metadata::nodes::{NODES, Written};
use irtrip_dialect::ops::{self, Constant, Global, Inst, LlvmForm};
use irtrip_dialect::preserved::PRESERVED_ATTRIBUTES;
use irtrip_dialect::source_map::{MappedText, SourceConstruct};
use irtrip_dialect::{Body, Context, ContextDialects, Module, OpNameDefinition, enums, llvm_attributes};
use irtrip_diff::{Options, Side, are_same};
use irtrip_export::{ExportOptions, export_with};
use irtrip_grammar::{ParseOptions, PrintOptions, parse, print};
use irtrip_import::{ImportOptions, import};
use walkdir::WalkDir;

/// The texts of the fixtures that are valid LLVM assembly.
fn texts() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let files = WalkDir::new(root).into_iter().map(Result::unwrap);
    let assembly = files.filter(|f| f.path().extension().is_some_and(|e| e == "ll"));
    let valid = assembly.filter(|f| !f.path().components().any(|c| c.as_os_str() == "bad"));
    // One of them has bytes that are no UTF-8. What is before the text of LLVM's writer is no part of it.
    let texts = valid.map(|f| SourceFile::of_bytes("", std::fs::read(f.path()).unwrap()).text);
    texts.map(|text| text.find("; ModuleID").map_or(text.as_str(), |start| &text[start..]).to_owned()).collect()
}

#[test]
fn every_preserved_attribute_is_edited_in_a_fixture() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/stale");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let edited = files.filter(|file| file.extension().is_some_and(|ending| ending == "mlir"));
    let texts: Vec<String> = edited.map(|file| std::fs::read_to_string(file).unwrap()).collect();
    for row in PRESERVED_ATTRIBUTES {
        assert!(texts.iter().any(|text| stands_in(text, row.name)), "no fixture edits what {} speaks of", row.name);
    }
}

/// How often each operation is in a body and the bodies in it.
fn operations(ctx: &Context, body: &Body, found: &mut BTreeMap<String, usize>) {
    for op in body.linked_ops() {
        *found.entry(ctx.op_name_str(body.name(op)).into_owned()).or_default() += 1;
        if let Some(nested) = body.nested(op) {
            operations(ctx, nested, found);
        }
    }
}

fn operations_of(ctx: &Context, module: &Module) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    operations(ctx, &module.body, &mut found);
    found
}

/// Whether a word is in a text, not as a part of a longer one.
fn stands_in(text: &str, word: &str) -> bool {
    let inside = |byte: Option<&u8>| byte.is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    let bytes = text.as_bytes();
    text.match_indices(word).any(|(at, _)| {
        let before = at.checked_sub(1).and_then(|i| bytes.get(i));
        !inside(before) && !inside(bytes.get(at + word.len()))
    })
}

/// What a defined operation is in LLVM assembly: text of which some must be in the operation's own stretch, or, for an
/// operation that is written as a part of others, in the module.
enum Construct {
    Own(Vec<String>),
    InModule(&'static [&'static str]),
}

/// The construct of an operation definition. LangRef, "Instruction Reference", "Constants", "Module Structure".
fn construct(form: &LlvmForm) -> Option<Construct> {
    let own = |texts: &[&str]| Some(Construct::Own(texts.iter().map(|text| (*text).to_owned()).collect()));
    match form {
        LlvmForm::None | LlvmForm::Translation(_) => None,
        LlvmForm::Binary(_) | LlvmForm::Unary(_) | LlvmForm::Cast(_) => own(&[form.mnemonic()?]),
        LlvmForm::Intrinsic(intrinsic) => {
            // Debug intrinsics are records.
            let record = intrinsic.name.replace("llvm.dbg.", "#dbg_");
            own(&[&format!("@{}", intrinsic.name), &record])
        }
        // The block that a `blockaddress` names.
        LlvmForm::Inst(Inst::BlockTag) => Some(Construct::InModule(&["blockaddress"])),
        LlvmForm::Inst(inst) => own(&[match inst {
            Inst::InlineAsm => "asm",
            Inst::CallIntrinsic => "@llvm",
            Inst::Br => "br label",
            Inst::CondBr => "br i1",
            _ => inst.mnemonic(),
        }]),
        LlvmForm::Constant(constant) => Some(Construct::InModule(match constant {
            Constant::Value | Constant::Encoded => {
                &["i1", "i8", "i16", "i32", "i64", "i128", "float", "double", "half", "x86_fp80"]
            }
            Constant::Zero => &["zeroinitializer", "null"],
            Constant::Undef => &["undef"],
            Constant::Poison => &["poison"],
            Constant::NoneToken => &["none"],
            Constant::AddressOf => &["@"],
            Constant::DsoLocalEquivalent => &["dso_local_equivalent"],
            Constant::BlockAddress => &["blockaddress"],
        })),
        LlvmForm::Global(global) => match global {
            Global::Func => own(&["define", "declare"]),
            Global::Variable => own(&["global", "constant"]),
            Global::Alias => own(&["alias"]),
            Global::IFunc => own(&["ifunc"]),
            Global::Comdat | Global::ComdatSelector => Some(Construct::InModule(&["comdat"])),
            Global::Ctors => own(&["@llvm.global_ctors"]),
            Global::Dtors => own(&["@llvm.global_dtors"]),
            Global::ModuleFlags => Some(Construct::InModule(&["!llvm.module.flags"])),
            Global::LinkerOptions => Some(Construct::InModule(&["!llvm.linker.options"])),
        },
    }
}

/// The stretches of an export that operations have of their own, with the operations' definitions.
fn stretches<'t>(module: &Module, pieces: &'t [MappedText]) -> Vec<(&'static ops::OpDef, &'t str)> {
    let mut found = Vec::new();
    for piece in pieces {
        let globals: Vec<_> = piece
            .ranges
            .iter()
            .filter_map(|m| if let SourceConstruct::Global(op) = m.construct { Some((m, op)) } else { None })
            .collect();
        for range in &piece.ranges {
            let name = match range.construct {
                SourceConstruct::Global(op) => module.body.name(op),
                SourceConstruct::Op(op) => {
                    let around = globals.iter().find(|(whole, _)| whole.start <= range.start && range.end <= whole.end);
                    let Some(body) = around.and_then(|(_, entity)| module.body.nested(*entity)) else { continue };
                    body.name(op)
                }
                _ => continue,
            };
            found.extend(name.def().map(|def| (def, &piece.text[range.start..range.end])));
        }
    }
    found
}

/// Rows that no valid LLVM IR becomes: all that `cmpxchg` takes has an operation of upstream's.
const NEVER_IMPORTED: &[&str] = &["irtrip.cmpxchg"];

/// Each definition of the core's dialects is in a fixture; in each fixture, an operation's text in LLVM IR has the construct
/// that its definition says, and is taken back as the same operation.
#[test]
fn every_row_is_what_it_says() {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    // A block that export made for an edge is a block here.
    let options = ImportOptions { keep_edges: true, ..ImportOptions::default() };
    for text in texts() {
        let ctx = Context::with_dialects(irtrip_lower::all_dialects());
        let imported = import(&ctx, &text, &options).unwrap();
        let mlir = print(&ctx, &imported, &PrintOptions::of(&imported)).concat();
        let ctx = Context::with_dialects(irtrip_lower::all_dialects());
        let module = parse(&ctx, &mlir, &ParseOptions::default()).unwrap();
        // A text of another release may have what LLVM 22 has not.
        let written = ExportOptions::default().with_source_map().or_for_release_of(&ctx, &module);
        let pieces = export_with(&ctx, &module, &written).unwrap().pieces;
        let own = stretches(&module, &pieces);
        // What an intrinsic of AMDGPU's older releases is today is written as its call there.
        let own = own.iter().filter(|(def, stretch)| {
            matches!(def.llvm, LlvmForm::Inst(Inst::CallIntrinsic)) || !stretch.contains("@llvm.amdgcn.")
        });
        for (def, stretch) in own {
            if let Some(Construct::Own(texts)) = construct(&def.llvm) {
                assert!(
                    texts.iter().any(|text| stretch.contains(text)),
                    "{} is none of {texts:?}:\n{stretch}",
                    def.name
                );
                seen.insert(def.name);
            }
        }
        let exported: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
        let before = operations_of(&ctx, &module);
        for def in before.keys().filter_map(|name| ctx.op_name(name).def()) {
            // A constant that nothing uses is not written.
            if let Some(Construct::InModule(texts)) = construct(&def.llvm)
                && texts.iter().any(|text| exported.contains(text))
            {
                seen.insert(def.name);
            }
        }
        let back_ctx = Context::with_dialects(irtrip_lower::all_dialects());
        let back = import(&back_ctx, &exported, &options).unwrap();
        // Constants that LLVM folds where it reads them are others.
        let is_folded = || are_same(Side::new(&ctx, &module), Side::new(&back_ctx, &back), &Options::default());
        let after = operations_of(&back_ctx, &back);
        assert!(after == before || is_folded(), "{before:?}\n{after:?}\n{exported}");
    }
    let core = ops::LLVM.op_defs().iter().chain(ops::IRTRIP.op_defs());
    let core = core.filter(|row| !matches!(row.llvm, LlvmForm::None)).map(|row| row.name);
    let missing: Vec<&str> = core.filter(|name| !seen.contains(*name)).collect();
    assert_eq!(missing, NEVER_IMPORTED, "in no fixture, and in none that there could be");
}

#[test]
fn every_attribute_occurs() {
    let all = texts().concat();
    let names = llvm_attributes::ATTRIBUTES.iter().map(|row| row.llvm);
    let missing: Vec<&str> = names.filter(|name| !stands_in(&all, name)).collect();
    assert!(missing.is_empty(), "in no fixture: {missing:#?}");
}

/// Words that LLVM's writer leaves out.
const NEVER_WRITTEN: &[&str] = &["ccc", "async", "Default"];

#[test]
fn every_word_of_the_enumerations_occurs() {
    let all = texts().concat();
    let words = enums::ALL.iter().flat_map(|e| e.cases).map(|row| row.llvm).filter(|word| !word.is_empty());
    let missing: Vec<_> = words.filter(|word| !NEVER_WRITTEN.contains(word) && !stands_in(&all, word)).collect();
    assert!(missing.is_empty(), "in no fixture: {missing:#?}");
}

#[test]
fn every_field_of_every_node_occurs() {
    // A type's only tag goes without saying.
    let unsaid = ["DIFixedPointType tag", "DIStringType tag"];
    let all = texts().concat();
    let mut missing = Vec::new();
    for kind in NODES {
        let start = format!("!{}(", kind.name);
        let nodes: Vec<&str> = all.lines().filter_map(|line| line.split_once(&start)).map(|(_, rest)| rest).collect();
        let has = |field: &str| nodes.iter().any(|node| node.contains(&format!("{field}: ")));
        let written =
            kind.fields().iter().filter(|field| field.releases.until.is_none() && field.written != Written::Never);
        missing.extend(written.filter(|field| !has(field.name)).map(|field| format!("{} {}", kind.name, field.name)));
    }
    assert_eq!(missing, unsaid, "in no fixture, and in none that there could be");
}

#[test]
fn every_kind_of_attachment_occurs() {
    let all = texts().concat();
    let missing: Vec<_> = FIXED_KINDS.iter().filter(|kind| !all.contains(&format!("!{kind} !"))).collect();
    assert!(missing.is_empty(), "in no fixture: {missing:#?}");
}
