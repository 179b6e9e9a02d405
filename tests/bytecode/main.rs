//! MLIR bytecode: files that `mlir-opt-22` wrote of `bytecode/module.mlir` in each version, files of other releases, what is written of
//! fixtures and read again, and files that are cut or changed.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::{Path, PathBuf};

use irtrip::bytecode::encoding::Version;
use irtrip::bytecode::{Options, read, write};
use irtrip::dialect::mlir_release::{Form, lower_for};
use irtrip::dialect::release::Release;
use irtrip::dialect::verify::verify;
use irtrip::dialect::{Context, ContextDialects, Module};
use irtrip::grammar::{ParseOptions, PrintOptions, parse, print};
use irtrip::import::{ImportOptions, import};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bytecode")
}

fn context() -> Context {
    Context::with_dialects(irtrip::all_dialects())
}

/// The versions that `mlir-opt-22` wrote `dialects/module.mlir` in, whose dialects irtrip has no definitions of.
fn versions_of_dialects() -> impl Iterator<Item = (Version, Vec<u8>)> {
    (4..).map_while(Version::new).map(|version| {
        let path = folder().join(format!("dialects/{}.mlirbc", version.number()));
        (version, std::fs::read(path).unwrap())
    })
}

fn versions() -> impl Iterator<Item = (Version, Vec<u8>)> {
    (0..).map_while(Version::new).map(|version| {
        let path = folder().join(format!("{}.mlirbc", version.number()));
        (version, std::fs::read(path).unwrap())
    })
}

/// A module's text with locations and without what bytecode has no place for: the names of values.
fn text(ctx: &Context, module: &Module) -> String {
    print(ctx, module, &PrintOptions { debug_info: true, ..PrintOptions::upstream() }).concat()
}

/// The first line in which two texts differ, but for white space at their ends.
fn difference(found: &str, expected: &str) -> Option<String> {
    let (mut found, mut expected) = (found.trim_end().lines(), expected.trim_end().lines());
    loop {
        match (found.next(), expected.next()) {
            (None, None) => return None,
            (found, expected) if found == expected => {}
            (found, expected) => return Some(format!("expected {expected:?}\n     found {found:?}")),
        }
    }
}

#[test]
fn each_version_reads_as_upstream_reads_it() {
    for (version, bytes) in versions() {
        // Versions before 5 have no place for properties that are no attributes.
        let expected = if version.has_properties() { "6.mlir" } else { "4.mlir" };
        let expected = std::fs::read_to_string(folder().join(expected)).unwrap();
        let ctx = context();
        let module = read(&ctx, &bytes).unwrap();
        assert_eq!(difference(&text(&ctx, &module), &expected), None, "version {}", version.number());
    }
}

#[test]
fn each_version_is_written_with_the_bytes_of_upstream() {
    let source = std::fs::read_to_string(folder().join("module.mlir")).unwrap();
    let ctx = context();
    let file = "tests/bytecode/module.mlir".to_owned();
    let options = ParseOptions { locations: true, file, older_releases: false, ..ParseOptions::default() };
    let module = parse(&ctx, &source, &options).unwrap();
    for (version, bytes) in versions() {
        let options = Options { version, producer: "MLIR22.1.8".to_owned(), ..Options::default() };
        assert!(write(&ctx, &module, &options).unwrap() == bytes, "version {}", version.number());
    }
}

#[test]
fn operations_without_definitions_read_as_upstream_reads_them() {
    let source = std::fs::read_to_string(folder().join("dialects/module.mlir")).unwrap();
    for (version, bytes) in versions_of_dialects() {
        let ctx = context();
        let module = read(&ctx, &bytes).unwrap();
        let text = print(&ctx, &module, &PrintOptions { generic: true, ..PrintOptions::upstream() }).concat();
        // Versions before 5 have no place for properties that are no attributes.
        let expected = match version.has_properties() {
            true => source.clone(),
            false => source.replace("<{disjoint,", "<{disjoint = false,"),
        };
        assert_eq!(difference(&text, &expected), None, "version {}", version.number());
    }
}

#[test]
fn operations_without_definitions_are_written_with_the_bytes_of_upstream() {
    let source = std::fs::read_to_string(folder().join("dialects/module.mlir")).unwrap();
    let ctx = context();
    let file = "tests/bytecode/dialects/module.mlir".to_owned();
    let options = ParseOptions { locations: true, file, ..ParseOptions::default() };
    let module = parse(&ctx, &source, &options).unwrap();
    for (version, bytes) in versions_of_dialects() {
        let options = Options { version, producer: "MLIR22.1.8".to_owned(), ..Options::default() };
        assert!(write(&ctx, &module, &options).unwrap() == bytes, "version {}", version.number());
    }
}

#[test]
fn files_of_other_releases_are_read() {
    let files = [("module", "19"), ("module", "22"), ("module", "24"), ("later", "24")];
    for (name, release) in files {
        let source = std::fs::read_to_string(folder().join(format!("releases/{name}.mlir"))).unwrap();
        let ctx = context();
        let module = parse(&ctx, &source, &ParseOptions::default()).unwrap();
        let expected = print(&ctx, &module, &PrintOptions::upstream()).concat();
        let bytes = std::fs::read(folder().join(format!("releases/{name}.{release}.mlirbc"))).unwrap();
        let module = read(&ctx, &bytes).unwrap();
        let found = print(&ctx, &module, &PrintOptions::upstream()).concat();
        assert_eq!(difference(&found, &expected), None, "{name}, MLIR {release}");
    }
}

/// The files of a folder and those inside it with an extension.
fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|is| is == extension) {
            found.push(path);
        }
    }
}

/// What is another in a module once it is written and read.
fn lost(ctx: &Context, module: &Module) -> Option<String> {
    // What is too long is not written.
    let bytes = write(ctx, module, &Options::default()).ok()?;
    let again = context();
    match read(&again, &bytes) {
        Ok(read) => difference(&text(&again, &read), &text(ctx, module)),
        Err(error) => Some(error.to_string()),
    }
}

/// What is another in a module once it is written for a release and read, than once its text for the release is read.
fn lost_for_release(ctx: &Context, module: &Module, release: Release) -> Option<String> {
    let written = |form: Form| {
        let mut lowered = module.clone();
        lower_for(ctx, &mut lowered, release, form).ok().map(|()| lowered)
    };
    let lowered = written(Form::Text)?;
    let source =
        print(ctx, &lowered, &PrintOptions { debug_info: true, ..PrintOptions::default() }.for_release(release));
    let by_text = context();
    // What text does not hold is not asked of bytecode.
    let expected =
        parse(&by_text, &source.concat(), &ParseOptions { locations: true, ..ParseOptions::default() }).ok()?;
    let bytes = write(ctx, &written(Form::Bytecode)?, &Options::default().for_release(release).unwrap()).ok()?;
    let again = context();
    match read(&again, &bytes) {
        Ok(read) => difference(&text(&again, &read), &text(&by_text, &Module { has_single_spaces: false, ..expected })),
        Err(error) => Some(error.to_string()),
    }
}

/// Fixtures that do not round-trip: the format's versions are those of MLIR 22, which has other definitions of operations and
/// attributes of later releases; text of types that it would refuse; locations that no parser accepts.
const KNOWN: &[&str] = &[
    "rocdl_of_later_releases.mlir",
    "result_of_a_product.mlir",
    "strict_properties.mlir",
    "metadata_as_value.mlir",
    "taken_of_llvm.mlir",
    "llvm_parameter_type.mlir",
    "pretty_locations.mlir",
];

/// Fixtures that are not the same by bytecode for another release as by its text: operations that text tells from those of MLIR 22 by
/// what is written, types that it accepts, and locations of what it does not write.
const KNOWN_OF_RELEASES: &[&str] = &[
    "rocdl_of_later_releases.mlir",
    "result_of_a_product.mlir",
    "strict_properties.mlir",
    "llvm_parameter_type.mlir",
    "pretty_locations.mlir",
    "vector_mask.mlir",
];

#[test]
fn fixtures_come_back_from_bytecode() {
    each_fixture(KNOWN, lost);
}

#[test]
fn fixtures_come_back_from_bytecode_of_other_releases() {
    let releases = [Release::V16, Release::V19, Release::NEXT];
    each_fixture(KNOWN_OF_RELEASES, |ctx, module| {
        let lost = |&release: &Release| Some(format!("{release}: {}", lost_for_release(ctx, module, release)?));
        releases.iter().find_map(lost)
    });
}

/// Asks what is lost of each fixture that is valid and not known to lose something.
fn each_fixture(known: &[&str], lost: impl Fn(&Context, &Module) -> Option<String>) {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("roundtrip-tests/fixtures");
    let mut paths = Vec::new();
    files(&fixtures, "mlir", &mut paths);
    files(&fixtures, "ll", &mut paths);
    let (mut count, mut wrong) = (0, Vec::new());
    for path in &paths {
        let ctx = context();
        let Ok(source) = std::fs::read_to_string(path) else { continue };
        let module = match path.extension().is_some_and(|extension| extension == "mlir") {
            true => parse(&ctx, &source, &ParseOptions { locations: true, ..ParseOptions::default() }).ok(),
            false => import(&ctx, &source, &ImportOptions::default()).ok(),
        };
        let is_known = known.iter().any(|known| path.ends_with(known));
        // Properties that must be there and are not have no encoding.
        let valid = module.filter(|module| !is_known && verify(&ctx, module).is_empty());
        let Some(module) = valid else { continue };
        count += 1;
        // How a text spaces words is nothing that a module says.
        let lost = lost(&ctx, &Module { has_single_spaces: false, ..module });
        wrong.extend(lost.map(|lost| format!("{}: {lost}", path.display())));
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 300, "{count} fixtures");
}

/// Reads a file that may be ill-formed: an error is inside the file.
fn read_any(bytes: &[u8]) -> bool {
    let ctx = context();
    match read(&ctx, bytes) {
        Ok(module) => {
            // What is read can be printed.
            text(&ctx, &module);
            true
        }
        Err(error) => {
            assert!(error.place.offset <= bytes.len(), "{error}");
            false
        }
    }
}

#[test]
fn a_file_that_is_cut_is_an_error() {
    for (version, bytes) in versions().chain(versions_of_dialects()) {
        for end in 0..bytes.len() {
            assert!(!read_any(&bytes[..end]), "{end} bytes of version {}", version.number());
        }
    }
}

#[test]
fn a_file_that_is_changed_is_an_error_or_another_module() {
    let mut random = fastrand::Rng::with_seed(7);
    for (_, bytes) in versions().chain(versions_of_dialects()) {
        for _ in 0..600 {
            let mut changed = bytes.clone();
            for _ in 0..random.usize(1..4) {
                let place = random.usize(..changed.len());
                match random.u8(..3) {
                    0 => changed[place] ^= 1 << random.u8(..8),
                    1 => changed[place] = random.u8(..),
                    _ => changed[place] = [0, 1, 0xff][random.usize(..3)],
                }
            }
            read_any(&changed);
        }
    }
}

/// A module whose functions are so long that several threads read them; each operation has something distinct.
fn long_functions() -> String {
    let mut text = String::from(
        "#file = #llvm.di_file<\"a.c\" in \"/\">\n#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, \
         file = #file, isOptimized = false, emissionKind = Full>\n",
    );
    for function in 0..16 {
        text.push_str(&format!("llvm.func @f{function}(%a: i32) {{\n"));
        (0..800).for_each(|op| text.push_str(&format!("  %{op} = llvm.add %a, %a {{foo.unit = #unit}} : i32\n")));
        text.push_str("  llvm.return\n}\n");
    }
    text
}

#[test]
fn what_is_distinct_is_one_for_all_threads() {
    let ctx = context();
    let module = parse(&ctx, &long_functions(), &ParseOptions::default()).unwrap();
    // Of others' files, what is distinct is another each time that a text is read.
    for producer in ["MLIR22.1.8", "irtrip"] {
        let bytes = write(&ctx, &module, &Options { producer: producer.to_owned(), ..Options::default() }).unwrap();
        assert!(bytes.len() > 1 << 16, "{} bytes", bytes.len());
        for threads in [1, 2, 8] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let ctx = context();
            let read = pool.install(|| read(&ctx, &bytes)).unwrap();
            assert_eq!(text(&ctx, &read).matches("distinct[").count(), 1, "{producer}, {threads} threads");
        }
    }
}
