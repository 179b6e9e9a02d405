//! Makes the checked-in tables of irtrip from LLVM's own sources and tools: `cargo xtask tables`.
//!
//! 1. [`llvm`] asks the tools of a release: `llvm-tblgen` for the records of its `.td` files, `llvm-as` and `llvm-dis`
//!    for what LLVM's reader makes of a module.
//! 2. [`intrinsics`], [`auto_upgrade`], [`operations`], [`definitions`], [`properties`] and the description of the operation table make each file's text of that.
//! 3. [`generated`] writes the files, or compares them with those that are checked in. A comparison also holds what irtrip
//!    itself makes of old intrinsics to what LLVM makes of them.
//!
//! `cargo xtask custom-forms` asks older releases' tools, which are not at hand everywhere: [`custom_forms`].

mod auto_upgrade;
mod custom_forms;
mod definitions;
mod generated;
mod intrinsics;
mod llvm;
mod operations;
mod properties;
mod records;
mod releases_page;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use clap::{Parser, Subcommand};
use generated::Generated;
use irtrip_dialect::language::Language;
use llvm::Llvm;

/// Make what is generated
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make the tables from LLVM's sources and tools
    Tables {
        /// Compare with the files that are checked in instead of writing them; exit status 1 where one differs
        #[arg(long)]
        check: bool,
        /// The release of LLVM whose tools are asked: llvm-tblgen-N, llvm-as-N, llvm-dis-N
        #[arg(long, value_name = "N", default_value_t = 22)]
        release: u32,
        /// LLVM's sources with MLIR's, of which the `.td` files are read before those that are installed with the tools
        #[arg(long, value_name = "DIR")]
        llvm: Option<PathBuf>,
    },
    /// Ask the tools of older releases of MLIR, mlir-opt-15, -16 and -19, which custom forms they read as today's
    CustomForms {
        /// Modules of either language, or folders of them, whose operations are asked about
        #[arg(value_name = "FILES", required = true)]
        paths: Vec<PathBuf>,
        /// List in this file how often each release read each form
        #[arg(long, value_name = "FILE")]
        list: Option<PathBuf>,
    },
}

fn main() -> Result<ExitCode> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask has no parent folder")?;
    let (check, release, llvm) = match Arguments::parse().command {
        Command::Tables { check, release, llvm } => (check, release, llvm),
        Command::CustomForms { paths, list } => {
            custom_forms::table(&paths, list.as_deref())?.write(root)?;
            return Ok(ExitCode::SUCCESS);
        }
    };
    let llvm = Llvm::new(release, llvm.as_deref())?;
    let files = tables(root, &llvm)?;
    if !check {
        files.iter().try_for_each(|file| file.write(root))?;
        // It compares with definitions, which may be of the tables that were written just now: it passes the next time then.
        properties::table(root, &llvm)?.write(root)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut differs = auto_upgrade::irtrip_differs(root, &llvm)?;
    for file in files.iter().chain([&properties::table(root, &llvm)?]) {
        differs |= file.differs(root)?;
    }
    Ok(if differs { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// All tables but that of properties.
fn tables(root: &Path, llvm: &Llvm) -> Result<Vec<Generated>> {
    let page = Generated::new("docs/operations.md", irtrip_dialect::ops::describe::page(irtrip_lower::all_dialects()));
    let releases = Generated::new("docs/releases.md", releases_page::page());
    let mut tables = vec![intrinsics::table(llvm)?, auto_upgrade::expansions(root, llvm)?, page, releases];
    let grammar = irtrip_lsp::text_mate::grammar;
    tables.push(Generated::new("editors/vscode/syntaxes/llvm.tmLanguage.json", grammar(Language::Llvm)));
    tables.push(Generated::new("editors/vscode/syntaxes/mlir.tmLanguage.json", grammar(Language::Mlir)));
    tables.extend(operations::op_defs(llvm)?);
    tables.extend(definitions::tables(llvm)?);
    Ok(tables)
}
