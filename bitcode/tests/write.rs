//! Bitcode that is read and written again, over the files in `tests/bitcode`.
#![allow(clippy::unwrap_used, reason = "a test fails there")]

use std::path::{Path, PathBuf};

use irtrip_bitcode::assembly::assembly;
use irtrip_bitcode::file::read_file;
use irtrip_bitcode::module::BitcodeModule;
use irtrip_bitcode::write::write;
use irtrip_dialect::release::Release;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/bitcode");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "bc"));
    files.sort();
    assert!(files.len() >= 8, "{files:?}");
    files
}

/// A file, written again for the release that wrote it.
fn rewritten(bytes: &[u8]) -> (Vec<u8>, Release) {
    let file = read_file(bytes).unwrap();
    let module = BitcodeModule::read(&file, &file.modules[0]).unwrap();
    let release = module.module.release().unwrap();
    (write(&module.module, &module.read_bodies().unwrap(), release).unwrap(), release)
}

#[test]
fn bitcode_of_the_models_release_comes_back_byte_for_byte() {
    let mut count = 0;
    for path in files() {
        let bytes = std::fs::read(&path).unwrap();
        let (own, release) = rewritten(&bytes);
        if release == Release::MODEL {
            assert!(own == bytes, "{}", path.display());
            count += 1;
        }
    }
    assert!(count >= 3);
}

#[test]
fn bitcode_of_every_release_says_the_same_when_it_is_written_again() {
    for path in files() {
        let bytes = std::fs::read(&path).unwrap();
        let (own, _) = rewritten(&bytes);
        assert_eq!(assembly("x", &own).unwrap().text, assembly("x", &bytes).unwrap().text, "{}", path.display());
    }
}
