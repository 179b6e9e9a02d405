//! What LLVM's verifier finds, function by function.

use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticLocation, LlvmCode};

use crate::ir::{FUNCTION_MARK, MODULE_MARK};

/// An error of LLVM's verifier, in a function, or about the module where there is none. The message is what is wrong,
/// and the values it is about, a line each.
fn error(function: Option<&str>, lines: &[&str]) -> Diagnostic {
    let error = Diagnostic::new(LlvmCode::Verifier { message: lines.join("\n") }, DiagnosticLocation::Unknown);
    Diagnostic { symbol: function.map(Into::into), ..error }
}

/// The errors in the messages of [`crate::ir::verify`], each with the function it is in.
pub fn errors(messages: &str) -> Vec<Diagnostic> {
    let mut errors: Vec<Diagnostic> = Vec::new();
    let mut own: Vec<&str> = Vec::new();
    let mut whole: Option<Vec<&str>> = None;
    let mut function = None;
    let finish = |function: &mut Option<&str>, own: &mut Vec<&str>, errors: &mut Vec<Diagnostic>| {
        errors.extend(function.take().map(|function| error(Some(function), own)));
        own.clear();
    };
    let mut of_functions: Vec<&str> = Vec::new();
    for line in messages.lines() {
        if let Some(name) = line.strip_prefix(FUNCTION_MARK) {
            finish(&mut function, &mut own, &mut errors);
            function = Some(name);
        } else if line == MODULE_MARK {
            finish(&mut function, &mut own, &mut errors);
            whole = Some(Vec::new());
        } else if let Some(whole) = &mut whole {
            whole.push(line);
        } else {
            own.push(line);
            of_functions.push(line);
        }
    }
    finish(&mut function, &mut own, &mut errors);
    // The messages for functions are among those for the module once more.
    let rest: Vec<&str> = whole.unwrap_or_default();
    let rest: Vec<&str> = rest.into_iter().filter(|l| !l.trim().is_empty() && !of_functions.contains(l)).collect();
    if !rest.is_empty() || errors.is_empty() {
        errors.push(error(None, &rest));
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_has_its_own_messages() {
        let messages =
            "\u{1}function f\nBad!\n  %x\n\u{1}function g\nWorse!\n\u{1}module\nBad!\n  %x\nWorse!\nOdd global\n";
        assert_eq!(
            errors(messages),
            [error(Some("f"), &["Bad!", "  %x"]), error(Some("g"), &["Worse!"]), error(None, &["Odd global"])]
        );
    }
}
