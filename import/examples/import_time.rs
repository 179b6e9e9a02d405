//! Imports files of LLVM assembly and says how long each took: `import_time FILE... [--repeat N]`.
//!
//! With a directory, imports every `.ll` file below it and lists those that fail, with the message.
#![allow(clippy::disallowed_methods)]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Instant;

use irtrip_dialect::Context;
use irtrip_import::{ImportOptions, import};

fn files_below(path: &Path, out: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if path.is_dir() {
        let mut entries = std::fs::read_dir(path)?.collect::<Result<Vec<_>, _>>()?;
        entries.sort_by_key(|e| e.path());
        return entries.iter().try_for_each(|e| files_below(&e.path(), out));
    }
    out.push(path.to_path_buf());
    Ok(())
}

#[allow(clippy::print_stdout)]
fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (mut files, mut repeat, mut list) = (Vec::new(), 1, false);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--repeat" => repeat = args.next().unwrap_or_default().parse()?,
            path => {
                list |= Path::new(path).is_dir();
                files_below(Path::new(path), &mut files)?;
            }
        }
    }
    let (mut done, mut failed) = (0, 0);
    for file in files.iter().filter(|f| !list || f.extension().is_some_and(|e| e == "ll")) {
        let bytes = std::fs::read(file)?;
        let Ok(text) = std::str::from_utf8(&bytes) else { continue };
        for _ in 0..repeat {
            let start = Instant::now();
            let ctx = Context::new();
            let result = import(&ctx, text, &ImportOptions::default());
            let took = start.elapsed();
            match result {
                Ok(_) => done += 1,
                Err(error) => {
                    failed += 1;
                    let line =
                        text.get(..error.span().map_or(0, |span| span.start)).unwrap_or_default().lines().count();
                    let here = text
                        .get(error.span().map_or(0, |span| span.start)..)
                        .and_then(|t| t.lines().next())
                        .unwrap_or_default();
                    let here: String = here.chars().take(60).collect();
                    println!("{}:{line}: {error} | {here}", file.display());
                }
            }
            if !list {
                println!("{} {:.1} ms", file.display(), took.as_secs_f64() * 1e3);
            }
        }
    }
    println!("{done} imported, {failed} failed");
    Ok(())
}
