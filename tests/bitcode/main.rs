//! Bitcode without LLVM: the files in `tests/bitcode`, each with what `llvm-dis` of the release that wrote it prints.
#![allow(clippy::unwrap_used, reason = "a test fails there")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use irtrip::bitcode::assembly::assembly;
use proptest::prelude::*;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bitcode");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "bc"));
    files.sort();
    assert!(files.len() >= 10, "{files:?}");
    files
}

fn irtrip(arguments: &[&str]) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bitcode");
    let run = Command::new(env!("CARGO_BIN_EXE_irtrip")).current_dir(folder).args(arguments).output().unwrap();
    assert!(run.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

/// A text without the name of its file.
fn comparable(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with("; ModuleID")).collect()
}

/// Text and bitcode of one module are one model of one release.
#[test]
fn bitcode_comes_back_as_the_text_of_its_release() {
    let folder = tempfile::tempdir().unwrap();
    for file in files() {
        let name = file.file_name().unwrap().to_str().unwrap();
        let mlir = folder.path().join("x.mlir");
        irtrip(&["import", name, "-o", mlir.to_str().unwrap()]);
        let text = irtrip(&["export", mlir.to_str().unwrap()]);
        let wanted = std::fs::read_to_string(file.with_extension("ll")).unwrap();
        let (text, wanted) = (comparable(&text), comparable(&wanted));
        let difference = text.iter().zip(&wanted).find(|(text, wanted)| text != wanted);
        assert!(difference.is_none() && text.len() == wanted.len(), "{name}: {difference:?}");
    }
}

/// What LLVM alone upgrades when it reads bitcode is upgraded: next to each file is what `llvm-dis-22` prints. `llvm-7` has the
/// runtime of Objective-C, `llvm-14-debug-info` debug info without its version.
#[test]
fn bitcode_is_upgraded_as_llvm_upgrades_it() {
    let folder = tempfile::tempdir().unwrap();
    let mlir = folder.path().join("x.mlir");
    for name in ["llvm-7", "llvm-14", "llvm-14-debug-info"] {
        irtrip(&["import", &format!("upgraded/{name}.bc"), "-o", mlir.to_str().unwrap()]);
        let text = irtrip(&["export", "--llvm", "22", mlir.to_str().unwrap()]);
        let wanted = files()[0].with_file_name("upgraded").join(name).with_extension("ll");
        let wanted = std::fs::read_to_string(wanted).unwrap();
        assert_eq!(comparable(&text), comparable(&wanted), "{name}");
    }
}

/// How often a text has each name of a preserved attribute.
fn preserved_names(mlir: &str) -> BTreeMap<&str, usize> {
    let mut names = BTreeMap::new();
    for (start, _) in mlir.match_indices("irtrip.") {
        let rest = &mlir[start..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !"._".contains(c)).unwrap_or(rest.len());
        *names.entry(&rest[..end]).or_default() += 1;
    }
    // What stands in comments of the text alone.
    names.retain(|name, _| !["irtrip.predecessors", "irtrip.module_id"].contains(name));
    names
}

/// Drops the orders of uses, which text leaves out, with the numbers that they refer to.
fn drop_use_lists(names: &mut BTreeMap<&str, usize>) {
    let of_orders = [
        "irtrip.bitcode_use_lists",
        "irtrip.block",
        "irtrip.phis",
        "irtrip.structural_hash",
        "irtrip.use_list_orders",
        "irtrip.value",
    ];
    names.retain(|name, _| !of_orders.contains(name));
}

/// Nothing of bitcode is preserved that the text of the same module does not have preserved.
#[test]
fn bitcode_and_its_text_are_one_model() {
    for file in files() {
        let name = file.file_name().unwrap().to_str().unwrap();
        let text = name.replace(".bc", ".ll");
        let (of_bitcode, of_text) = (irtrip(&["import", name]), irtrip(&["import", &text]));
        let (mut of_bitcode, mut of_text) = (preserved_names(&of_bitcode), preserved_names(&of_text));
        if of_bitcode.contains_key("irtrip.bitcode_use_lists") {
            [&mut of_bitcode, &mut of_text].into_iter().for_each(drop_use_lists);
        }
        assert_eq!(of_bitcode, of_text, "{name}");
    }
}

/// What LLVM 22 wrote is written again, and what another release wrote says the same.
#[test]
fn bitcode_is_written_without_llvm() {
    let folder = tempfile::tempdir().unwrap();
    for file in files() {
        let name = file.file_name().unwrap().to_str().unwrap();
        let [mlir, bc] = ["x.mlir", "x.bc"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
        irtrip(&["import", name, "-o", &mlir]);
        irtrip(&["export", &mlir, "-o", &bc]);
        if ["llvm-22-addresses-of-blocks.bc", "llvm-22-instructions.bc", "llvm-22-summaries.bc", "llvm-22-uses.bc"]
            .contains(&name)
        {
            assert_eq!(std::fs::read(&bc).unwrap(), std::fs::read(&file).unwrap());
        }
        let release = |file: &str| {
            let json: serde_json::Value = serde_json::from_str(&irtrip(&["info", "--json", file])).unwrap();
            json["modules"][0]["release"].clone()
        };
        assert_eq!(release(&bc), release(name), "{name}");
        let again = folder.path().join("y.mlir").to_str().unwrap().to_owned();
        irtrip(&["import", &bc, "-o", &again]);
        let (text, wanted) = (irtrip(&["export", &again]), irtrip(&["export", &mlir]));
        // A summary has the name of its file, and orders of uses are not written.
        let without_file = |text: &str| {
            let lines = text.lines().filter(|line| !line.starts_with("^0 = module"));
            let lines = lines.map(|line| line.split("; preds = ").next().unwrap_or_default().trim_end());
            lines.collect::<Vec<_>>().join("\n")
        };
        let (text, wanted) = (without_file(&text), without_file(&wanted));
        assert_eq!(comparable(text.trim_end()), comparable(wanted.trim_end()), "{name}");
    }
}

#[test]
fn info_names_producer_and_release() {
    let text = irtrip(&["info", "llvm-14-g.bc"]);
    for line in ["container: bitcode", "release: 14", "functions: 1 defined, 2 declared", "variables: 2"] {
        assert!(text.lines().any(|other| other == line), "{line}: {text}");
    }
    let json: serde_json::Value = serde_json::from_str(&irtrip(&["info", "--json", "llvm-22-g.bc"])).unwrap();
    assert_eq!(json["modules"][0]["release"], "22");
    assert_eq!(json["modules"][0]["epoch"], 0);
    let text = irtrip(&["info", "llvm-22-g.ll"]);
    assert!(text.starts_with("container: LLVM assembly\n") && text.contains("functions: 1 defined"), "{text}");
}

/// A file that ends early is an error, or what was cut off said nothing.
#[test]
fn truncation_is_no_panic() {
    for file in files() {
        let bytes = std::fs::read(&file).unwrap();
        for length in 0..bytes.len() {
            let _ = assembly("x", &bytes[..length]);
        }
        let error = assembly("x", &bytes[..bytes.len() / 2]).unwrap_err().to_string();
        assert!(error.contains("bit "), "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn flipped_bits_are_no_panic(file in 0usize..10, flips in proptest::collection::vec((any::<usize>(), 0u8..8), 1..6)) {
        let files = files();
        let mut bytes = std::fs::read(&files[file % files.len()]).unwrap();
        for (place, bit) in flips {
            let length = bytes.len();
            bytes[4 + place % (length - 4)] ^= 1 << bit;
        }
        if let Ok(assembly) = assembly("x", &bytes) {
            prop_assert!(assembly.text.len() < 1 << 24);
        }
    }
}
