//! Running functions of a module with LLVM's JIT, in a process that has nothing else to do: [`crate::child`]. The code may
//! do what it likes, and ends with the process.
//!
//! Code is made without optimization, so that the same instructions become the same machine code, also where their
//! behaviour is undefined.
// Machine code is called, and LLVM where inkwell has no function for it. Each place says why it is sound.
#![allow(unsafe_code)]

use std::collections::HashSet;
use std::ffi::{CString, c_char, c_int};
use std::io::Write as _;

use inkwell::OptimizationLevel;
use inkwell::execution_engine::ExecutionEngine;
use inkwell::llvm_sys::comdat::LLVMSetComdat;
use inkwell::llvm_sys::execution_engine::LLVMRunStaticConstructors;
use inkwell::module::{Linkage, Module};
use inkwell::values::AsValueRef as _;

use crate::inputs::{Kind, inputs};
use crate::ir::{Refused, with_module};

/// The prefix of the message for a module that cannot be run, so that it is not mistaken for the module's own output.
pub const NOT_RUN: &str = "\u{1}not run: ";

/// Makes code of a module.
fn engine<'ctx>(module: &Module<'ctx>) -> Result<ExecutionEngine<'ctx>, Refused> {
    let layout = module.get_data_layout().as_str().to_string_lossy().into_owned();
    let engine = module
        .create_jit_execution_engine(OptimizationLevel::None)
        .map_err(|message| Refused(format!("{NOT_RUN}{}", message.to_string_lossy())))?;
    let own = engine.get_target_data().get_data_layout().as_str().to_string_lossy().into_owned();
    if !layout.is_empty() && layout != own {
        return Err(Refused(format!("{NOT_RUN}its data layout is another machine's")));
    }
    Ok(engine)
}

/// Runs the function `main`, after the module's constructors, and ends the process with its result.
///
/// `main` may take the number of arguments, the arguments and the environment; it is given its name and an empty
/// environment. It must return an `i32`.
///
/// # Errors
/// LLVM does not accept the module, or has no code for it.
pub fn run_main(bytes: &[u8], name: &str) -> Result<(), Refused> {
    let (done, _) = with_module(bytes, name, |module| -> Result<(), Refused> {
        let engine = engine(module)?;
        let address = engine.get_function_address("main").map_err(|e| Refused(format!("{NOT_RUN}{e}")))?;
        let program = CString::new("main").map_err(|e| Refused(e.to_string()))?;
        let mut arguments = [program.as_ptr().cast_mut(), std::ptr::null_mut()];
        let mut environment = [std::ptr::null_mut::<c_char>()];
        // SAFETY: the engine is alive, and its constructors are code that this process is for.
        unsafe { LLVMRunStaticConstructors(engine.as_mut_ptr()) };
        type Main = unsafe extern "C" fn(c_int, *mut *mut c_char, *mut *mut c_char) -> c_int;
        // SAFETY: the address is that of the code of `main`, which the asker has found to give an `i32` and to take no
        // more than these, by the C convention; arguments that it does not accept are passed over.
        let main = unsafe { std::mem::transmute::<usize, Main>(address) };
        // SAFETY: the arguments are as C has them, and live as long as the call. What the code does is its own affair.
        let status = unsafe { main(1, arguments.as_mut_ptr(), environment.as_mut_ptr()) };
        // The C library's exit writes what its buffers hold.
        std::process::exit(status);
    })?;
    done
}

/// Options of [`run_functions`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExecutionOptions {
    /// The seed of the inputs.
    pub seed: u64,
    /// How many inputs each function is run on.
    pub count: usize,
    /// The functions and variables that code is made of; all others are declarations.
    pub kept: Vec<String>,
    /// The functions to run.
    pub runs: Vec<Run>,
}

/// A function to run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The number of the function that runs it, [`Run::caller`].
    pub number: usize,
    /// The first input to run it on.
    pub start: usize,
    /// Its parameters.
    pub kinds: Vec<Kind>,
}

impl Run {
    /// The name of the function that takes the address of the arguments, each in eight bytes, and that of the result.
    pub fn caller(number: usize) -> String {
        format!("irtrip.run.{number}")
    }

    /// The inputs of a function.
    pub fn inputs(number: usize, kinds: &[Kind], asked: &ExecutionOptions) -> Vec<Vec<u64>> {
        inputs(kinds, asked.count, asked.seed.wrapping_add(number as u64))
    }
}

impl ExecutionOptions {
    /// As the arguments of a process.
    pub fn arguments(&self) -> Vec<String> {
        let mut words = vec![self.seed.to_string(), self.count.to_string(), self.kept.len().to_string()];
        words.extend(self.kept.iter().cloned());
        for run in &self.runs {
            let kinds: Vec<String> = run.kinds.iter().map(ToString::to_string).collect();
            words.push(format!("{}:{}:{}", run.number, run.start, kinds.join(",")));
        }
        words
    }

    /// Of the arguments of a process.
    pub(crate) fn of_arguments(words: &[String]) -> Option<ExecutionOptions> {
        let [seed, count, kept, rest @ ..] = words else { return None };
        let (kept, runs) = rest.split_at_checked(kept.parse().ok()?)?;
        let run = |word: &String| {
            let mut parts = word.split(':');
            let (number, start) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
            let kinds = parts.next()?.split(',').filter(|k| !k.is_empty()).map(|k| k.parse().ok());
            Some(Run { number, start, kinds: kinds.collect::<Option<_>>()? })
        };
        let runs = runs.iter().map(run).collect::<Option<_>>()?;
        Some(ExecutionOptions { seed: seed.parse().ok()?, count: count.parse().ok()?, kept: kept.to_vec(), runs })
    }
}

/// Runs functions on inputs, and ends the process. Standard output gets, for each, a line `f` and its number, and for
/// each input a line with the bits of the result, at once: where the process ends before, the last line tells where.
///
/// # Errors
/// LLVM does not accept the module, or has no code for it.
pub fn run_functions(bytes: &[u8], arguments: &[String]) -> Result<(), Refused> {
    let Some(asked) = ExecutionOptions::of_arguments(arguments) else {
        return Err(Refused("ill-formed arguments".to_owned()));
    };
    let (done, _) = with_module(bytes, "module", |module| {
        keep(module, &asked.kept);
        let engine = engine(module)?;
        let mut out = std::io::stdout().lock();
        let mut print = |line: std::fmt::Arguments<'_>| {
            writeln!(out, "{line}").and_then(|()| out.flush()).map_err(|e| Refused(e.to_string()))
        };
        for run in &asked.runs {
            let caller = engine.get_function_address(&Run::caller(run.number));
            let address = caller.map_err(|e| Refused(format!("{NOT_RUN}{e}")))?;
            type Caller = unsafe extern "C" fn(*const u64, *mut u64);
            // SAFETY: the address is that of the code of a caller, which has these parameters.
            let caller = unsafe { std::mem::transmute::<usize, Caller>(address) };
            print(format_args!("f {}", run.number))?;
            for input in Run::inputs(run.number, &run.kinds, &asked).iter().skip(run.start) {
                let mut result = 0;
                // SAFETY: the caller reads as many arguments as there are, eight bytes each, and writes eight bytes. What
                // the function does that it calls is its own affair; it is what this process is for.
                unsafe { caller(input.as_ptr(), &raw mut result) };
                print(format_args!("{result:x}"))?;
            }
        }
        std::process::exit(0)
    })?;
    done
}

/// Leaves code and data of the functions and variables named, and of callers; all others become declarations whose
/// definitions are elsewhere, so that nothing is asked for that only they need.
fn keep(module: &Module<'_>, kept: &[String]) {
    let kept: HashSet<&[u8]> = kept.iter().map(String::as_bytes).collect();
    for function in module.get_functions().filter(|f| f.count_basic_blocks() > 0) {
        let name = function.get_name().to_bytes();
        if !kept.contains(name) && !name.starts_with(b"irtrip.run.") {
            without_comdat(function.as_value_ref());
            function.set_linkage(Linkage::AvailableExternally);
        } else if function.get_linkage() == Linkage::AvailableExternally {
            function.set_linkage(Linkage::External);
        }
    }
    for global in module.get_globals().collect::<Vec<_>>() {
        let name = global.get_name().to_bytes();
        if name.starts_with(b"llvm.") {
            // SAFETY: LLVM's own variables, such as the lists of constructors, are never referred to.
            unsafe { global.delete() };
        } else if global.get_initializer().is_some() && !kept.contains(name) {
            without_comdat(global.as_value_ref());
            global.set_linkage(Linkage::AvailableExternally);
        } else if global.get_linkage() == Linkage::AvailableExternally {
            global.set_linkage(Linkage::External);
        }
    }
}

/// Takes a global out of its comdat, in which declarations cannot be.
fn without_comdat(global: inkwell::llvm_sys::prelude::LLVMValueRef) {
    // SAFETY: the value is a function or variable of a module that is alive; none is a comdat.
    unsafe { LLVMSetComdat(global, std::ptr::null_mut()) };
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_survives_being_arguments() {
        let run = |number, kinds: &[Kind]| Run { number, start: 7, kinds: kinds.to_vec() };
        let asked = ExecutionOptions {
            seed: 3,
            count: 100,
            kept: vec!["f".to_owned(), "a:b,c".to_owned()],
            runs: vec![run(0, &[]), run(4, &[Kind::Int(3), Kind::Float])],
        };
        assert_eq!(ExecutionOptions::of_arguments(&asked.arguments()), Some(asked));
        assert_eq!(ExecutionOptions::of_arguments(&["1".to_owned()]), None);
    }
}
