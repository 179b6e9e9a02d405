//! Diagnostics as LLVM's `SourceMgr` prints them: `file:line:column: error: message`, the line, a caret.

use std::fmt::Write as _;

use irtrip_dialect::diagnostic::{RenderedDiagnostic, SourceFile, SourceLocation};

/// Prints diagnostics with the lines of a source that they point at.
pub struct SourceMgrDiagnosticHandler<'a> {
    source: &'a SourceFile,
}

impl<'a> SourceMgrDiagnosticHandler<'a> {
    /// A handler that shows the lines of `source`, which is a whole file.
    pub fn new(source: &'a SourceFile) -> SourceMgrDiagnosticHandler<'a> {
        SourceMgrDiagnosticHandler { source }
    }

    /// Prints a diagnostic and its notes. A line is not shown twice in a row.
    pub fn print(&self, diagnostic: &RenderedDiagnostic, out: &mut String) {
        let mut previous = None;
        for diagnostic in std::iter::once(diagnostic).chain(&diagnostic.notes) {
            // A `String` takes all that is written.
            let _ = writeln!(out, "{diagnostic}");
            if previous != Some(&diagnostic.location) {
                self.print_line(&diagnostic.location, out);
            }
            previous = Some(&diagnostic.location);
        }
    }

    fn print_line(&self, location: &SourceLocation, out: &mut String) {
        let SourceLocation::File { name, line: number @ 1.., column } = location else { return };
        if *name != self.source.name {
            return;
        }
        let text = &self.source.text;
        let Some(start) = self.source.lines().offset(text, *number, 1) else { return };
        let (_, range) = self.source.lines().line_at(text, start);
        let line = text.get(range).unwrap_or_default();
        // A tab before the caret keeps it under its column.
        let indent = line.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).chain(std::iter::repeat(' '));
        let indent: String = indent.take(column.saturating_sub(1)).collect();
        let _ = writeln!(out, "{line}\n{indent}^");
    }
}

#[cfg(test)]
mod tests {
    use irtrip_dialect::Context;
    use irtrip_dialect::ContextDialects;
    use irtrip_dialect::diagnostic::{Diagnostic, ImportCode, PlainRenderer};

    use super::*;

    #[test]
    fn a_diagnostic_shows_its_line_and_a_caret_once() {
        let source = SourceFile::new("a.ll", "define void @f() {\n\tret i32 %x\n}\n".to_owned());
        let code = ImportCode::UndefinedValue("%x".to_owned());
        let error = Diagnostic::new(code.clone(), 28..30).with_note(code, 28..30);
        let mut shown = String::new();
        let rendered = source.render(&Context::with_dialects(irtrip_lower::all_dialects()), &error, &PlainRenderer);
        SourceMgrDiagnosticHandler::new(&source).print(&rendered, &mut shown);
        let message = "use of undefined value '%x'";
        let expected = format!("a.ll:2:10: error: {message}\n\tret i32 %x\n\t        ^\na.ll:2:10: note: {message}\n");
        assert_eq!(shown, expected);
    }
}
