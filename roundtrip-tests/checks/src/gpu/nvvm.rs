//! The kernels in `kernels`, as clang compiles them for a GPU, written for libNVVM, which makes PTX of them.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;

use crate::corpus::files_in;
use crate::upstream::programs::{output, run, run_in};

/// The folder of the kernels.
const KERNELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/kernels");

/// What clang is called with for each.
const CLANG: &str =
    "--target=nvptx64-nvidia-cuda -march=sm_70 -Xclang -target-feature -Xclang +ptx70 -nogpulib -S -emit-llvm";

static LEVELS: &[&str] = &["-O0", "-O2"];

/// How long a program may take for a kernel.
const TIME: Duration = Duration::from_secs(60);

/// What became of a kernel.
pub struct Kernel {
    /// Its file's name and the level.
    pub name: String,
    /// The message of the program that refused it.
    pub refused: Option<String>,
}

/// Compiles every kernel; `irtrip` is the program.
///
/// # Errors
/// The kernels cannot be read, or a program cannot be started.
pub fn kernels(irtrip: &Path) -> Result<Vec<Kernel>> {
    let mut sources = files_in(Path::new(KERNELS))?;
    sources.retain(|source| source.extension().is_some_and(|ending| ending == "c"));
    let mut found = Vec::new();
    for source in &sources {
        for level in LEVELS {
            let name = format!("{} {level}", source.file_name().unwrap_or_default().to_string_lossy());
            found.push(Kernel { name, refused: compiled(irtrip, source, level)?.err() });
        }
    }
    Ok(found)
}

/// Takes one kernel to PTX with an entry; the message of what refuses it.
fn compiled(irtrip: &Path, source: &Path, level: &str) -> Result<Result<(), String>> {
    let irtrip = irtrip.to_string_lossy();
    let source = source.to_string_lossy();
    let arguments: Vec<&str> = CLANG.split(' ').chain([level, &source, "-o", "-"]).collect();
    let mut text = match output(run_in(Some(Path::new(KERNELS)), "clang-22", &arguments, &[], TIME)?) {
        Ok(text) => text,
        Err(message) => return Ok(Err(message)),
    };
    let steps: [(&str, &[&str]); 3] =
        [(&irtrip, &["import", "-"]), (&irtrip, &["export", "--llvm", "nvvm", "-"]), ("nvvm-compile", &["/dev/stdin"])];
    for (program, arguments) in steps {
        text = match output(run(program, arguments, &text, TIME)?) {
            Ok(text) => text,
            Err(message) => return Ok(Err(format!("{program}: {message}"))),
        };
    }
    let has_entry = String::from_utf8_lossy(&text).contains(".entry");
    Ok(if has_entry { Ok(()) } else { Err("the PTX has no entry".to_owned()) })
}
