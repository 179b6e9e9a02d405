//! Losses on standard error: what an output has no room for, a line for each, or as JSON.

use std::collections::HashMap;

use irtrip::dialect::Context;
use irtrip::dialect::diagnostic::{
    ArgumentRenderer as _, Diagnostic, DiagnosticArgument, DiagnosticCode, DiagnosticLocation, LossCode, PlainRenderer,
    RenderedDiagnostic, SourceFile, SourceLocation,
};

use crate::arguments::Settings;
use crate::diagnostics;
use crate::findings::FindingForm;

/// How losses are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum LossForm {
    /// A warning each
    #[default]
    Text,
    /// An array of objects with `place` and `what`
    Json,
}

/// How many losses of a kind are named, unless all are asked for.
const NAMED_OF_A_KIND: usize = 3;

/// A loss of a source as a whole.
pub fn of_source(name: &str, code: LossCode) -> RenderedDiagnostic {
    let loss = Diagnostic::new(code, DiagnosticLocation::Module);
    RenderedDiagnostic {
        severity: loss.severity,
        message: loss.to_string(),
        code: loss.code,
        location: SourceLocation::Buffer { name: name.to_owned() },
        span: None,
        notes: Vec::new(),
    }
}

/// Losses of a source with their places; one whose place is not known is of the source as a whole. `ctx` is the context of
/// their locations.
pub fn rendered(source: &SourceFile, ctx: &Context, losses: &[Diagnostic]) -> Vec<RenderedDiagnostic> {
    let losses = losses.iter().map(|loss| source.render(ctx, loss, &PlainRenderer));
    losses.map(|loss| placed(&source.name, loss)).collect()
}

/// A loss of the source `name`; one whose place is not known is of the source as a whole.
pub fn placed(name: &str, loss: RenderedDiagnostic) -> RenderedDiagnostic {
    match loss.location {
        SourceLocation::Unknown | SourceLocation::File { line: 0, .. } => {
            RenderedDiagnostic { location: SourceLocation::Buffer { name: name.to_owned() }, ..loss }
        }
        SourceLocation::File { .. } | SourceLocation::Buffer { .. } => loss,
    }
}

/// Shows losses on standard error; `all` as for [`lines`].
pub fn warn(losses: &[RenderedDiagnostic], all: bool, settings: &Settings) {
    if settings.messages != FindingForm::Text {
        return diagnostics::report_losses(losses, settings);
    }
    diagnostics::warn(&lines(losses, all), settings);
}

/// The kind of a loss: the attribute's name, or else the code's.
fn kind(loss: &RenderedDiagnostic) -> &str {
    match &loss.code {
        DiagnosticCode::Loss(
            LossCode::PreservedAttribute { name, .. }
            | LossCode::StaleAttribute { name, .. }
            | LossCode::Attribute { name }
            | LossCode::ParameterAttribute { name, .. }
            | LossCode::ModuleAttribute { name }
            | LossCode::Release { what: name, .. },
        ) => name,
        code => code.name(),
    }
}

/// A line for each loss; of a kind with many, for the first of them, and one with the number of the others. `all`:
/// for each of these too.
fn lines(losses: &[RenderedDiagnostic], all: bool) -> Vec<String> {
    let line = |loss: &RenderedDiagnostic| format!("{}: {}", loss.location, loss.message);
    if all {
        return losses.iter().map(line).collect();
    }
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let mut kinds: Vec<&str> = Vec::new();
    let mut lines = Vec::new();
    for loss in losses {
        let count = counts.entry(kind(loss)).or_default();
        *count += 1;
        if *count == 1 {
            kinds.push(kind(loss));
        }
        if *count <= NAMED_OF_A_KIND {
            lines.push(line(loss));
        }
    }
    for kind in kinds {
        let more = counts.get(kind).map_or(0, |count| count.saturating_sub(NAMED_OF_A_KIND));
        if more > 0 {
            lines.push(format!("dropped {more} more of the kind '{kind}'; --all-losses names each"));
        }
    }
    lines
}

/// The losses as JSON: an array of objects with `kind` (the code's name), `place`, `what` and the code's `arguments`.
pub fn json(losses: &[RenderedDiagnostic]) -> String {
    let row = |loss: &RenderedDiagnostic| {
        let code = &loss.code;
        let arguments = code.arguments().into_iter().map(|(name, value)| (name.to_owned(), json_argument(&value)));
        let arguments: serde_json::Map<String, serde_json::Value> = arguments.collect();
        serde_json::json!({
            "kind": code.name(), "place": loss.location.to_string(), "what": code.to_string(), "arguments": arguments,
        })
    };
    serde_json::Value::Array(losses.iter().map(row).collect()).to_string()
}

/// An argument as JSON: a number where it is one that fits, or else text.
fn json_argument(argument: &DiagnosticArgument) -> serde_json::Value {
    match argument {
        DiagnosticArgument::Flag(flag) => (*flag).into(),
        DiagnosticArgument::Number(number) => match i64::try_from(number) {
            Ok(number) => number.into(),
            Err(_) => number.to_string().into(),
        },
        other => {
            let mut text = String::new();
            // A `String` takes all that is written.
            let _ = PlainRenderer.write(other, &mut text);
            text.into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_kind_with_many_the_first_are_named() {
        let loss = |i| LossCode::PreservedAttribute {
            name: "irtrip.incoming".to_owned(),
            value: format!("{i}"),
            holder: "llvm.br in @f".to_owned(),
        };
        let mut lost: Vec<RenderedDiagnostic> = (0..8).map(|i| of_source("a.ll", loss(i))).collect();
        lost.push(of_source("a.ll", LossCode::Names { values: 2, blocks: 1, symbol: "f".to_owned() }));
        assert_eq!(lines(&lost, true).len(), 9);
        let short = lines(&lost, false);
        assert_eq!(short.len(), NAMED_OF_A_KIND + 2);
        let last = short.last().map(String::as_str);
        assert_eq!(last, Some("dropped 5 more of the kind 'irtrip.incoming'; --all-losses names each"));
    }

    #[test]
    fn json_has_the_codes_name_and_arguments() {
        let source = SourceFile::new("a.ll", "1\n2\n3\n".to_owned());
        let code = LossCode::Names { values: 2, blocks: 1, symbol: "f".to_owned() };
        let lost = rendered(&source, &Context::new(), &[Diagnostic::new(code, 4..5)]);
        let expected = r#"[{"arguments":{"blocks":1,"symbol":"f","values":2},"kind":"names","place":"a.ll:3:1","what":"the names of 2 values and 1 blocks of @f"}]"#;
        assert_eq!(json(&lost), expected);
    }
}
