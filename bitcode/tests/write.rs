//! Bitcode that is read and written again, over the files in `tests/bitcode`.
#![allow(clippy::unwrap_used, reason = "a test fails there")]

use std::path::{Path, PathBuf};

use irtrip_bitcode::assembly::assembly;
use irtrip_bitcode::write::rewrite;

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

#[test]
fn bitcode_of_every_release_says_the_same_when_it_is_written_again() {
    for path in files() {
        let bytes = std::fs::read(&path).unwrap();
        let own = rewrite(&bytes).unwrap();
        assert_eq!(assembly("x", &own).unwrap().text, assembly("x", &bytes).unwrap().text, "{}", path.display());
    }
}
