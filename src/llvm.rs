//! What the commands ask LLVM for. A build without it names what it lacks.

use anyhow::Result;
#[cfg(feature = "llvm19")]
use irtrip::dialect::diagnostic::LossCode;
#[cfg(feature = "_llvm")]
use {
    anyhow::Context as _,
    irtrip::dialect::diagnostic::Diagnostic,
    irtrip::llvm::child::{Children, Job, Limits},
    irtrip::llvm::verify::errors,
};

/// How processes that work with LLVM are started.
#[cfg(feature = "_llvm")]
pub fn children() -> Result<Children> {
    Children::of_this_program().context("this program does not know where it is")
}

/// LLVM's print of a module, and LLVM's warnings.
///
/// # Errors
/// LLVM does not accept it.
#[cfg(feature = "llvm19")]
pub fn assembly(name: &str, bytes: &[u8]) -> Result<(Vec<u8>, Vec<LossCode>)> {
    let limits = Limits::of_module(bytes.len());
    let done = children()?.ask(&Job::ToAssembly, name, bytes, limits).with_context(|| name.to_owned())?;
    Ok((done.result, warnings(&done.messages).collect()))
}

/// What LLVM's verifier finds wrong with a module's assembly or bitcode.
///
/// # Errors
/// LLVM does not read it.
#[cfg(feature = "_llvm")]
pub fn verify(name: &str, module: &[u8]) -> Result<Vec<Diagnostic>> {
    let limits = Limits::of_module(module.len());
    let done = children()?.ask(&Job::Verify, name, module, limits).with_context(|| name.to_owned())?;
    Ok(if done.sound { Vec::new() } else { errors(&done.messages) })
}

/// LLVM's warnings, a line each: it upgraded or dropped something.
#[cfg(feature = "llvm19")]
fn warnings(messages: &str) -> impl Iterator<Item = LossCode> {
    let lines = messages.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| LossCode::LlvmWarning { message: line.to_owned() })
}

/// Fails because a build without LLVM cannot do what is asked for.
#[cfg(not(feature = "_llvm"))]
pub fn lacking<T>(what: &str) -> Result<T> {
    anyhow::bail!("{what} needs {}", irtrip::llvm::NEEDED)
}
