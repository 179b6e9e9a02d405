//! The tools of a release of LLVM.

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

/// The tools of a release, which are on the path with its number after their names, and its `.td` files.
pub struct Llvm {
    release: u32,
    /// Folders that `llvm-tblgen` looks for `.td` files in, in this order.
    include: Vec<PathBuf>,
}

impl Llvm {
    /// The tools of `release`, with the `.td` files of LLVM's and MLIR's sources in `sources` before the installed ones.
    pub fn new(release: u32, sources: Option<&Path>) -> Result<Llvm> {
        let mut llvm = Llvm { release, include: Vec::new() };
        for project in ["llvm/include", "mlir/include"] {
            llvm.include.extend(sources.map(|sources| sources.join(project)));
        }
        let installed = llvm.run("llvm-config", [OsStr::new("--includedir")], b"")?;
        llvm.include.push(PathBuf::from(String::from_utf8(installed)?.trim_end()));
        // Those of the project itself.
        llvm.include.extend(Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_owned));
        Ok(llvm)
    }

    /// The release's number.
    pub fn release(&self) -> u32 {
        self.release
    }

    /// The records of a `.td` file as JSON, by name. `path` is that from the folder of includes; `made` is another such folder.
    pub fn records(&self, path: &str, made: Option<&Path>) -> Result<Value> {
        Ok(serde_json::from_slice(&self.tblgen("llvm-tblgen", &["--dump-json"], path, made)?)?)
    }

    /// The `.td` file of enumerations that MLIR's build makes of the directives of a language's `.td` file.
    pub fn directives(&self, dialect: &str, path: &str) -> Result<Vec<u8>> {
        let dialect = format!("--directives-dialect={dialect}");
        self.tblgen("mlir-tblgen", &["--gen-directive-decl", &dialect], path, None)
    }

    fn tblgen(&self, tool: &str, options: &[&str], path: &str, made: Option<&Path>) -> Result<Vec<u8>> {
        let found = self.include.iter().map(|folder| folder.join(path)).find(|file| file.is_file());
        let file = found.with_context(|| format!("no {path} of LLVM {}: --llvm names its sources", self.release))?;
        let mut arguments: Vec<&OsStr> = options.iter().map(OsStr::new).collect();
        // A file may include those of its folder.
        for folder in self.include.iter().map(PathBuf::as_path).chain(made).chain(file.parent()) {
            arguments.extend([OsStr::new("-I"), folder.as_os_str()]);
        }
        arguments.push(file.as_os_str());
        self.run(tool, arguments, b"")
    }

    /// What LLVM's reader and AutoUpgrade make of a module, as LLVM prints it. It is not verified: an argument that
    /// has to be a number may be a parameter.
    pub fn upgraded(&self, module: &str) -> Result<String> {
        let bitcode = self.run("llvm-as", ["-disable-verify", "-o", "-", "-"], module.as_bytes())?;
        Ok(String::from_utf8(self.run("llvm-dis", ["-o", "-", "-"], &bitcode)?)?)
    }

    /// What a tool prints that is given `input`; its failure is an error with its own message.
    fn run<S: AsRef<OsStr>>(
        &self,
        tool: &str,
        arguments: impl IntoIterator<Item = S>,
        input: &[u8],
    ) -> Result<Vec<u8>> {
        let tool = format!("{tool}-{}", self.release);
        let mut child = Command::new(&tool)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("{tool} cannot be run"))?;
        let mut stdin = child.stdin.take().context("no standard input")?;
        // The input is written by another thread, since the tool may fill its output before it has read all.
        let output = std::thread::scope(|scope| {
            scope.spawn(move || stdin.write_all(input));
            child.wait_with_output()
        })?;
        if !output.status.success() {
            bail!("{tool}: {}", String::from_utf8_lossy(&output.stderr).trim_end());
        }
        Ok(output.stdout)
    }
}
