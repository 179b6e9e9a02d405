//! Bitcode that is read and written again, over the files in `tests/bitcode`.
#![allow(clippy::unwrap_used, reason = "a test fails there")]

use std::path::{Path, PathBuf};

use irtrip_bitcode::assembler::{AssemblerOptions, assemble, bitcode};
use irtrip_bitcode::assembly::{UseLists, assembly, assembly_of_tables, assembly_with};
use irtrip_bitcode::file::read_file;
use irtrip_bitcode::function::Body;
use irtrip_bitcode::metadata::Node;
use irtrip_bitcode::module::BitcodeModule;
use irtrip_bitcode::use_lists::UseList;
use irtrip_bitcode::write::rewrite;
use irtrip_dialect::release::Release;
use proptest::prelude::*;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/bitcode");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "bc"));
    files.sort();
    assert!(files.len() >= 8, "{files:?}");
    files
}

#[test]
fn bitcode_of_the_models_release_comes_back_byte_for_byte() {
    let mut count = 0;
    for path in files() {
        let bytes = std::fs::read(&path).unwrap();
        if path.file_name().unwrap().to_string_lossy().starts_with("llvm-22") {
            assert!(rewrite(&bytes).unwrap() == bytes, "{}", path.display());
            count += 1;
        }
    }
    assert!(count >= 3);
}

/// The text of a module, assembled, is the module, where the text has all of it.
#[test]
fn bitcode_of_the_models_release_comes_back_from_its_assembly() {
    let mut count = 0;
    for path in files() {
        let bytes = std::fs::read(&path).unwrap();
        let text = assembly("x", &bytes).unwrap();
        let is_of_model = path.file_name().unwrap().to_string_lossy().starts_with("llvm-22");
        if is_of_model && text.left_out().next().is_none() {
            // Clang does not keep the order of uses, `llvm-as` does.
            let is_same = |preserves_use_list_order| {
                let options = AssemblerOptions { name: "x", preserves_use_list_order, ..AssemblerOptions::default() };
                let own = bitcode(&text.text, &options).unwrap();
                assert_eq!(own.left_out, [], "{}", path.display());
                own.bytes == bytes
            };
            assert!(is_same(true) || is_same(false), "{}:\n{}", path.display(), text.text);
            count += 1;
        }
    }
    assert!(count >= 3);
}

#[test]
fn bitcode_of_every_release_says_the_same_when_it_is_written_again() {
    for path in files() {
        let bytes = std::fs::read(&path).unwrap();
        let own = rewrite(&bytes).unwrap();
        assert_eq!(assembly("x", &own).unwrap().text, assembly("x", &bytes).unwrap().text, "{}", path.display());
    }
}

/// LLVM's oldest releases changed a pointer's address space by a bit cast. LLVM reads two casts, the first of which has no name.
#[test]
fn bit_casts_to_another_address_space_are_two_casts() {
    let text = "\
@v = addrspace(1) global i8 0
@p = global i8* bitcast (i8 addrspace(1)* @v to i8*)

define i8* @f(i8 addrspace(1)* %a) {
  %b = bitcast i8 addrspace(1)* %a to i8*
  ret i8* %b
}
";
    let options = AssemblerOptions { name: "x", release: Release::V5, ..AssemblerOptions::default() };
    let written = bitcode(text, &options).unwrap();
    let read = assembly("x", &written.bytes).unwrap().text;
    for line in [
        "@p = global i8* inttoptr (i64 ptrtoint (i8 addrspace(1)* @v to i64) to i8*)",
        "  %1 = ptrtoint i8 addrspace(1)* %a to i64\n  %b = inttoptr i64 %1 to i8*\n",
    ] {
        assert!(read.contains(line), "{read}");
    }
}

/// LLVM 6 has the bit, and sets it where the text says so. Since LLVM 7 it goes without saying for what is in its module.
#[test]
fn a_local_symbol_is_said_to_be_local_since_llvm_7() {
    let text = "@a = internal global i32 0\n@b = internal dso_local global i32 0\n@c = hidden global i32 0\n";
    let found = |release| {
        let options = AssemblerOptions { name: "x", release, ..AssemblerOptions::default() };
        let (module, _) = assemble(text, &options).unwrap();
        module.globals.iter().map(|global| global.is_dso_local).collect::<Vec<bool>>()
    };
    assert_eq!(found(Release::V6), [false, true, false]);
    assert_eq!(found(Release::V7), [true, true, true]);
}

/// An operand that has had another name is there in releases of either name: LLVM 6 refuses a `DIModule` without its last.
#[test]
fn operands_of_former_names_are_written() {
    let text = "!a = !{!0, !1, !2}\n!0 = !DIModule(scope: null, name: \"m\")\n!1 = !DIFile(filename: \"f\", directory: \"d\")\n\
                !2 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)\n";
    let lengths = |release| {
        let options = AssemblerOptions { name: "x", release, ..AssemblerOptions::default() };
        let (module, _) = assemble(text, &options).unwrap();
        let length = |node: &Node<'_>| match node {
            Node::Record(code, operands) => Some((*code, operands.len())),
            _ => None,
        };
        module.metadata.nodes.iter().filter_map(length).filter(|(code, _)| *code != 16).collect::<Vec<_>>()
    };
    assert_eq!(lengths(Release::V5), [(20, 18), (32, 6)]);
    assert_eq!(lengths(Release::V6), [(20, 19), (32, 6)]);
    assert_eq!(lengths(Release::V8), [(20, 19), (32, 6)]);
}

/// LLVM's reader of bitcode finds uses in another order than its reader of assembly, which the text's own orders change once more:
/// of what is local, of global values and of constants, where they stand in a function and after all.
#[test]
fn orders_of_uses_are_those_that_the_text_asks_for() {
    let text = "\
@g = global i32 0
@p = global ptr @g
@q = global ptr getelementptr (i8, ptr @g, i64 4)

define void @f(ptr %a) {
  %x = load i32, ptr @g
  store i32 %x, ptr @g
  store i32 %x, ptr getelementptr (i8, ptr @g, i64 4)
  store i32 %x, ptr %a
  call void @h()
  call void @h()
  ret void
  uselistorder i32 %x, { 1, 0, 2 }
  uselistorder ptr @h, { 1, 0 }
}

define void @k() {
  call void @h()
  %y = load i32, ptr @g
  ret void
}

declare void @h()

uselistorder ptr @g, { 3, 0, 2, 1, 4 }
uselistorder ptr getelementptr (i8, ptr @g, i64 4), { 1, 0 }
";
    let written = bitcode(text, &AssemblerOptions::default()).unwrap();
    let file = read_file(&written.bytes).unwrap();
    let module = BitcodeModule::read(&file, &file.modules[0]).unwrap();
    let lists = |body: &Body<'_>| -> Vec<(u64, Vec<u64>)> {
        body.use_lists.iter().map(|list| (list.value, list.indices.to_vec())).collect()
    };
    let lists: Vec<_> = module.read_bodies().unwrap().iter().map(lists).collect();
    // As `llvm-as` of LLVM 22 has them.
    let of_f = vec![(8, vec![1, 0]), (10, vec![1, 0, 2])];
    assert_eq!(lists, [of_f, vec![(0, vec![3, 0, 2, 4, 1]), (5, vec![2, 0, 1])]]);
}

#[test]
fn a_zero_byte_in_an_attribute_is_an_error() {
    let refused = |attribute: &str| {
        let text = format!("define void @f() {attribute} {{\n  ret void\n}}\n");
        bitcode(&text, &AssemblerOptions::default()).map(drop).map_err(|error| error.to_string())
    };
    let message = "bitcode ends an attribute's text at a zero byte, which one has";
    for attribute in ["\"a\\00b\"", "\"a\"=\"\\00\""] {
        assert!(refused(attribute).is_err_and(|error| error.contains(message)), "{attribute}");
    }
    assert_eq!(refused("\"a\"=\"\""), Ok(()));
}

/// An order that a file says of no list of uses, or of no block, is left out.
#[test]
fn orders_of_uses_are_read_as_far_as_they_are_some() {
    let text = "define i32 @f(i32 %a) {\n  %b = add i32 %a, %a\n  ret i32 %b\n}\n";
    let written = bitcode(text, &AssemblerOptions::default()).unwrap();
    let file = read_file(&written.bytes).unwrap();
    let module = BitcodeModule::read(&file, &file.modules[0]).unwrap();
    let list = |value: u64, is_block: bool, indices: &[u64]| UseList { value, is_block, indices: indices.into() };
    let mut bodies = module.read_bodies().unwrap();
    let argument = u64::from(bodies[0].first_argument);
    bodies[0].use_lists = vec![
        list(argument, false, &[1, 0]),
        list(argument, false, &[2, 0]),
        list(argument, false, &[0, 0]),
        list(argument, false, &[0, 1]),
        list(7, true, &[1, 0]),
        list(argument + 9, false, &[1, 0]),
    ];
    let read = assembly_of_tables("x", &module.module, bodies, UseLists::Keep).unwrap().text;
    let directives: Vec<&str> = read.lines().filter(|line| line.contains("uselistorder")).collect();
    assert_eq!(directives, ["  uselistorder i32 %a, { 1, 0 }"]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is read is written or refused, and what is written is read again and says the same. Who wrote a module is a claim of the
    /// file too: what a release has no record for is gone with the first writing, and from then on the bytes are the same.
    #[test]
    fn flipped_bits_are_no_panic(file in any::<prop::sample::Index>(), flips in proptest::collection::vec((any::<usize>(), 0u8..8), 1..6)) {
        let files = files();
        let mut bytes = std::fs::read(file.get(&files)).unwrap();
        for (place, bit) in flips {
            let place = place % bytes.len();
            bytes[place] ^= 1 << bit;
        }
        if let Ok(own) = rewrite(&bytes) {
            let again = rewrite(&own);
            prop_assert!(again.is_ok(), "{:?}", again.map(|again| again.len()));
            let again = again.unwrap();
            prop_assert!(rewrite(&again).unwrap() == again);
            let text = |bytes: &[u8]| {
                let read = assembly_with("x", bytes, UseLists::Keep);
                read.map(|assembly| assembly.text).map_err(|error| error.to_string())
            };
            prop_assert_eq!(text(&own), text(&again));
        }
    }
}
