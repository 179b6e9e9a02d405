//! What inputs are made of, by the form of a module.

use std::path::Path;

use anyhow::{Result, ensure};
use clap::ValueEnum;
use fastrand::Rng;
use irtrip_bitcode::assembler::{AssemblerOptions, bitcode};
use irtrip_dialect::{Context, ContextDialects};
use irtrip_grammar::{ParseOptions, parse};
use irtrip_roundtrip::language::Language;

use crate::bitstream::Bitstream;
use crate::mutate::Mutator;
use crate::sections;
use crate::seeds::seeds;

/// The form of a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Form {
    /// LLVM assembly.
    Llvm,
    /// The text of MLIR.
    Mlir,
    /// LLVM bitcode.
    Bitcode,
    /// MLIR bytecode.
    Bytecode,
}

impl Form {
    /// The language of a form that is text.
    pub fn language(self) -> Option<Language> {
        match self {
            Form::Llvm => Some(Language::Llvm),
            Form::Mlir => Some(Language::Mlir),
            Form::Bitcode | Form::Bytecode => None,
        }
    }

    /// The ending of the names of files.
    pub fn extension(self) -> &'static str {
        match self {
            Form::Llvm => "ll",
            Form::Mlir => "mlir",
            Form::Bitcode => "bc",
            Form::Bytecode => "mlirbc",
        }
    }

    /// The form that a file of this name has.
    pub fn of(path: &Path, bytes: &[u8]) -> Form {
        if irtrip_bitcode::container::holds_bitcode(bytes) || path.extension().is_some_and(|end| end == "bc") {
            return Form::Bitcode;
        }
        if irtrip_bytecode::is_bytecode(bytes) || path.extension().is_some_and(|end| end == "mlirbc") {
            return Form::Bytecode;
        }
        match irtrip_roundtrip::language::language(path, &String::from_utf8_lossy(bytes)) {
            Language::Llvm => Form::Llvm,
            Language::Mlir => Form::Mlir,
        }
    }
}

/// Makes inputs of modules that are all in one form.
pub enum Inputs {
    /// Of text.
    Text(Mutator),
    /// Of bitcode.
    Bitcode(Vec<Bitstream>),
    /// Of bytecode.
    Bytecode(Vec<Vec<u8>>),
}

impl Inputs {
    /// Inputs are made of the modules of [`seeds`], which are written in the form where it is not text.
    ///
    /// # Errors
    /// No module is found.
    pub fn new(form: Form, corpus: &Path, count: usize, seed: u64) -> Result<Inputs> {
        let inputs = match form {
            Form::Llvm => Inputs::Text(Mutator::new(seeds(Language::Llvm, corpus, count, seed)?)?),
            Form::Mlir => Inputs::Text(Mutator::new(seeds(Language::Mlir, corpus, count, seed)?)?),
            Form::Bitcode => {
                let written = |text: &String| bitcode(text, &AssemblerOptions::default()).ok();
                let files = seeds(Language::Llvm, corpus, count, seed)?;
                let streams = files.iter().filter_map(written).filter_map(|file| Bitstream::read(&file.bytes));
                Inputs::Bitcode(streams.collect())
            }
            Form::Bytecode => {
                let files = seeds(Language::Mlir, corpus, count, seed)?;
                Inputs::Bytecode(files.iter().filter_map(|text| bytecode(text)).collect())
            }
        };
        let is_empty = match &inputs {
            Inputs::Text(_) => false,
            Inputs::Bitcode(modules) => modules.is_empty(),
            Inputs::Bytecode(modules) => modules.is_empty(),
        };
        ensure!(!is_empty, "there is no module to make inputs of");
        Ok(inputs)
    }

    /// The input of a number. The same modules, seed and number yield the same input.
    pub fn input(&self, seed: u64, number: u64) -> Vec<u8> {
        let mut rng = Rng::with_seed(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        match self {
            Inputs::Text(mutator) => mutator.input(seed, number).into_bytes(),
            Inputs::Bitcode(modules) => {
                rng.choice(modules).map(|module| module.edited(modules, &mut rng)).unwrap_or_default()
            }
            Inputs::Bytecode(modules) => {
                rng.choice(modules).map(|module| sections::edited(module, modules, &mut rng)).unwrap_or_default()
            }
        }
    }
}

fn bytecode(text: &str) -> Option<Vec<u8>> {
    let ctx = Context::with_dialects(irtrip_lower::all_dialects());
    let module = parse(&ctx, text, &ParseOptions::default()).ok()?;
    irtrip_bytecode::write(&ctx, &module, &irtrip_bytecode::Options::default()).ok()
}
