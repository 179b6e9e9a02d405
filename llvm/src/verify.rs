//! What LLVM's verifier finds, function by function.

use crate::ir::{FUNCTION_MARK, MODULE_MARK};

/// Something that LLVM's verifier does not take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The function it is in; none where it is about the module.
    pub function: Option<String>,
    /// LLVM's message: what is wrong, and the values it is about, a line each.
    pub message: String,
}

/// The faults in what [`crate::ir::verify`] says.
pub fn faults(said: &str) -> Vec<Fault> {
    let mut faults: Vec<Fault> = Vec::new();
    let mut own: Vec<&str> = Vec::new();
    let mut whole: Option<Vec<&str>> = None;
    let mut function = None;
    let finish = |function: &mut Option<&str>, own: &mut Vec<&str>, faults: &mut Vec<Fault>| {
        if let Some(function) = function.take() {
            faults.push(Fault { function: Some(function.to_owned()), message: own.join("\n") });
        }
        own.clear();
    };
    let mut of_functions: Vec<&str> = Vec::new();
    for line in said.lines() {
        if let Some(name) = line.strip_prefix(FUNCTION_MARK) {
            finish(&mut function, &mut own, &mut faults);
            function = Some(name);
        } else if line == MODULE_MARK {
            finish(&mut function, &mut own, &mut faults);
            whole = Some(Vec::new());
        } else if let Some(whole) = &mut whole {
            whole.push(line);
        } else {
            own.push(line);
            of_functions.push(line);
        }
    }
    finish(&mut function, &mut own, &mut faults);
    // What the functions said stands among what the module says once more.
    let rest: Vec<&str> = whole.unwrap_or_default();
    let rest: Vec<&str> = rest.into_iter().filter(|l| !l.trim().is_empty() && !of_functions.contains(l)).collect();
    if !rest.is_empty() || faults.is_empty() {
        faults.push(Fault { function: None, message: rest.join("\n") });
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_told_apart_by_function() {
        let said =
            "\u{1}function f\nBad!\n  %x\n\u{1}function g\nWorse!\n\u{1}module\nBad!\n  %x\nWorse!\nOdd global\n";
        let fault = |function: Option<&str>, message: &str| Fault {
            function: function.map(str::to_owned),
            message: message.to_owned(),
        };
        assert_eq!(
            faults(said),
            [fault(Some("f"), "Bad!\n  %x"), fault(Some("g"), "Worse!"), fault(None, "Odd global")]
        );
    }
}
