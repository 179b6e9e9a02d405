//! `cargo web [FOLDER]` makes the page that runs irtrip in a browser: one file that holds the program, its glue and the page's own
//! parts. It is a crate of its own, with nothing of irtrip in it, so that making the page builds irtrip for the browser alone.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use wasm_bindgen_cli_support::Bindgen;

/// What the crate is compiled for.
const TARGET: &str = "wasm32-unknown-unknown";

/// Modules of `examples/` and of the fixtures that the page offers.
const EXAMPLES: [&str; 6] = [
    "examples/sort.ll",
    "examples/saxpy.ll",
    "examples/shapes.ll",
    "examples/numbers.ll",
    "web/page/matrix.mlir",
    "web/page/collatz.mlir",
];

fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let folder = arguments.next().map_or_else(|| PathBuf::from("target/web"), PathBuf::from);
    if let Some(argument) = arguments.next() {
        bail!("usage: cargo web [FOLDER]; {} is one too many", argument.display());
    }
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).context("the crate has no workspace around it")?;
    let (page, size) = write(root, &folder)?;
    eprintln!("{}: the program is {:.1} MB compressed", page.display(), size as f64 / 1e6);
    Ok(())
}

/// Builds the crate and writes the page to a folder, as `irtrip.html`; returns the page's path and the size of the compressed
/// program.
fn write(root: &Path, folder: &Path) -> Result<(PathBuf, usize)> {
    let read = |path: &str| std::fs::read_to_string(root.join(path)).with_context(|| path.to_owned());
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(build(root)?)
        .no_modules(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .omit_default_module_path(true);
    let mut output = bindgen.generate_output()?;
    let wasm = compressed(&output.wasm_mut().emit_wasm())?;
    let example = |path: &&str| Ok(json!({ "name": path.rsplit('/').next(), "text": read(path)? }));
    let examples: Vec<Value> = EXAMPLES.iter().map(example).collect::<Result<_>>()?;
    let parts = [
        ("style", read("page/page/colors.css")? + &read("web/page/page.css")?),
        ("wasm", BASE64_STANDARD.encode(&wasm)),
        ("glue", output.js().to_owned()),
        ("worker", read("web/page/worker.js")?),
        ("examples", Value::from(examples).to_string()),
        ("main", read("web/page/main.js")?),
    ];
    let page = assembled(&read("web/page/index.html")?, &parts)?;
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let path = folder.join("irtrip.html");
    std::fs::write(&path, page).with_context(|| path.display().to_string())?;
    Ok((path, wasm.len()))
}

/// Compiles the crate to WebAssembly.
fn build(root: &Path) -> Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["build", "--profile", "web", "--package", "irtrip-web", "--lib", "--target", TARGET];
    let status = Command::new(cargo).args(arguments).current_dir(root).status().context("cargo cannot be started")?;
    ensure!(status.success(), "cargo build failed; `rustup target add {TARGET}` brings what it compiles for");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(target.join(TARGET).join("web/irtrip_web.wasm"))
}

fn compressed(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// Puts each part in its place, `{{name}}`, once.
fn assembled(template: &str, parts: &[(&str, String)]) -> Result<String> {
    let mut page = String::new();
    let mut rest = template;
    for (name, part) in parts {
        // `</script` would end the element that a part is in.
        let ends_script = *name != "style" && *name != "wasm" && part.contains("</script");
        ensure!(!ends_script || *name == "examples", "the part `{name}` ends its own element");
        let (before, after) =
            rest.split_once(&format!("{{{{{name}}}}}")).with_context(|| format!("no place for `{name}`"))?;
        page.push_str(before);
        page.push_str(&part.replace("</", if *name == "examples" { "<\\/" } else { "</" }));
        rest = after;
    }
    page.push_str(rest);
    Ok(page)
}
