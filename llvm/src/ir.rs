//! Modules read, printed, written and verified by LLVM, in this process.
//!
//! LLVM accepts bitcode and assembly alike, and upgrades what older versions wrote. Its diagnostics reach the caller as
//! text. On input it does not expect LLVM may end the process; [`crate::child`] is for input of unknown origin.
// Calls of LLVM that inkwell has no function for. Each says why it is sound.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::ffi::{CStr, c_void};

use inkwell::context::Context;
use inkwell::llvm_sys::core::{
    LLVMContextSetDiagnosticHandler, LLVMDisposeMessage, LLVMGetDiagInfoDescription, LLVMGetDiagInfoSeverity,
};
use inkwell::llvm_sys::prelude::LLVMDiagnosticInfoRef;
use inkwell::llvm_sys::support::LLVMParseCommandLineOptions;
use inkwell::llvm_sys::{LLVMDiagnosticSeverity, analysis};
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;

/// LLVM does not accept the module.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);

/// The diagnostics of LLVM while it works.
#[derive(Default)]
struct Messages(RefCell<Vec<(LLVMDiagnosticSeverity, String)>>);

/// Collects LLVM's diagnostics. Without a handler LLVM prints them, and ends the process after an error.
extern "C" fn collect(info: LLVMDiagnosticInfoRef, messages: *mut c_void) {
    // SAFETY: `messages` is the address of the `Messages` of `with_module`, which outlives the context that calls this;
    // LLVM calls on the thread that works, and nothing else borrows the list meanwhile.
    let messages = unsafe { &*messages.cast::<Messages>() };
    // SAFETY: `info` is valid for the length of this call. The description is a string that LLVM made for the caller,
    // who frees it once it is copied.
    let (severity, text) = unsafe {
        let description = LLVMGetDiagInfoDescription(info);
        let text = CStr::from_ptr(description).to_string_lossy().into_owned();
        LLVMDisposeMessage(description);
        (LLVMGetDiagInfoSeverity(info), text)
    };
    messages.0.borrow_mut().push((severity, text));
}

/// Reads a module, bitcode or assembly, hands it to `work`, and returns what LLVM warned of as well.
///
/// `name` is what the module is called in messages.
///
/// # Errors
/// LLVM does not accept the module; its messages.
pub(crate) fn with_module<T>(
    bytes: &[u8],
    name: &str,
    work: impl FnOnce(&Module<'_>) -> T,
) -> Result<(T, Vec<String>), Refused> {
    let messages = Messages::default();
    let context = Context::create();
    // SAFETY: the context is alive, and is dropped before `messages`, which it is given the address of.
    unsafe { LLVMContextSetDiagnosticHandler(context.raw(), Some(collect), (&raw const messages).cast_mut().cast()) };
    // A NUL would end the name, and LLVM wants none.
    let buffer = MemoryBuffer::create_from_memory_range_copy(bytes, &name.replace('\0', " "));
    let read = context.create_module_from_ir(buffer);
    let errors = |more: Option<String>| {
        let collected = messages.0.borrow();
        let collected = collected.iter().filter(|s| s.0 == LLVMDiagnosticSeverity::LLVMDSError).map(|s| s.1.clone());
        let all: Vec<String> = more.into_iter().chain(collected).filter(|m| !m.trim().is_empty()).collect();
        Refused(if all.is_empty() {
            "LLVM does not accept it".to_owned()
        } else {
            all.join("\n").trim_end().to_owned()
        })
    };
    let module = read.map_err(|message| errors(Some(message.to_string())))?;
    if messages.0.borrow().iter().any(|s| s.0 == LLVMDiagnosticSeverity::LLVMDSError) {
        return Err(errors(None));
    }
    let done = work(&module);
    drop(module);
    let warned = messages.0.borrow().iter().map(|s| s.1.clone()).collect();
    Ok((done, warned))
}

/// The assembly of a module, as LLVM prints it, without the comment that names the file.
///
/// # Errors
/// LLVM does not accept the module.
pub fn to_assembly(bytes: &[u8], name: &str) -> Result<(Vec<u8>, Vec<String>), Refused> {
    with_module(bytes, name, |module| {
        let printed = module.print_to_string();
        let text = printed.to_bytes();
        // The first line is a comment that names the buffer.
        let first = text.iter().position(|b| *b == b'\n').filter(|_| text.starts_with(b"; ModuleID"));
        text.get(first.map_or(0, |end| end + 1)..).unwrap_or_default().to_vec()
    })
}

/// Whether `llvm-as` takes a module, and if not, why: its parser and its verifier, which ignore debug info that is
/// broken. [`keep_broken_debug_info`] is to be called before.
///
/// # Errors
/// LLVM does not accept the module; the parser's message, or the verifier's.
pub fn assemble(bytes: &[u8], name: &str) -> Result<(), Refused> {
    let verified = with_module(bytes, name, |module| {
        let Err(message) = module.verify() else { return Ok(()) };
        // `llvm-as` drops debug info that is broken, with a warning.
        if module.strip_debug_info() && module.verify().is_ok() {
            return Ok(());
        }
        Err(Refused(message.to_string()))
    });
    verified?.0
}

/// Has LLVM keep debug info of another version and what is broken of it: while it reads assembly whose debug info is
/// broken, it would end the process for anything else that is broken. To be called once: LLVM parses an option once.
pub fn keep_broken_debug_info() {
    let arguments = [c"irtrip".as_ptr(), c"-disable-auto-upgrade-debug-info".as_ptr()];
    // SAFETY: as many pointers to strings as are named, all alive for the length of the call.
    unsafe { LLVMParseCommandLineOptions(arguments.len() as i32, arguments.as_ptr(), std::ptr::null()) };
}

/// Stands before the name of a function in the output of [`verify`].
pub(crate) const FUNCTION_MARK: &str = "\u{1}function ";
/// Stands before the messages about the whole module.
pub(crate) const MODULE_MARK: &str = "\u{1}module";

/// Has LLVM's verifier look at a module; whether it is satisfied.
///
/// LLVM writes the errors of one function to standard error only, which is where all of them go: for each
/// function that is refused a line of [`FUNCTION_MARK`] and its name, and the messages; then, after [`MODULE_MARK`],
/// those about the module as a whole, which repeat the functions'.
///
/// # Errors
/// LLVM does not accept the module.
pub fn verify(bytes: &[u8], name: &str) -> Result<(bool, Vec<String>), Refused> {
    use std::io::Write as _;
    with_module(bytes, name, |module| {
        let Err(whole) = module.verify() else { return true };
        let mut out = std::io::stderr();
        for function in module.get_functions().filter(|f| f.count_basic_blocks() > 0) {
            let value = inkwell::values::AsValueRef::as_value_ref(&function);
            let verify = |action| {
                // SAFETY: the function is one of a module that is alive.
                unsafe { analysis::LLVMVerifyFunction(value, action) != 0 }
            };
            if verify(analysis::LLVMVerifierFailureAction::LLVMReturnStatusAction) {
                // Where standard error is closed nobody reads the messages.
                let _ = writeln!(out, "{FUNCTION_MARK}{}", function.get_name().to_string_lossy());
                verify(analysis::LLVMVerifierFailureAction::LLVMPrintMessageAction);
            }
        }
        let _ = writeln!(out, "{MODULE_MARK}\n{}", whole.to_string_lossy());
        false
    })
}
