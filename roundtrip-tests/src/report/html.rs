//! A report as one page of HTML that needs no other file: the summary, and the modules in a table that can be sorted
//! and filtered, in light and dark.

use std::fmt::Write as _;

use super::{ModuleReport, OutcomeKind, Report};

/// What is before the table and after it.
const HEAD: &str = include_str!("page_head.html");
const TAIL: &str = include_str!("page_tail.html");

/// The page.
pub fn write(report: &Report) -> String {
    let mut out = HEAD.to_owned();
    let summary = &report.summary;
    let _ = writeln!(out, "<h1>irtrip roundtrip</h1>\n<p>irtrip {}", Escaped(&report.head.irtrip));
    let shards = &report.head.shards;
    if shards.of > 1 {
        let done: Vec<String> = shards.done.iter().map(u32::to_string).collect();
        let _ = writeln!(out, "· shards {} of {}", done.join(", "), shards.of);
    }
    if !report.complete {
        let _ = writeln!(out, "· <strong>interrupted: {} of {} files</strong>", summary.total(), report.head.files);
    }
    out.push_str("</p>\n<p class=\"counts\">\n");
    let counts = [
        (OutcomeKind::Identical, summary.identical),
        (OutcomeKind::Equivalent, summary.equivalent),
        (OutcomeKind::Upgraded, summary.upgraded),
        (OutcomeKind::Different, summary.different),
        (OutcomeKind::Failed, summary.failed),
    ];
    for (kind, count) in counts {
        let name = kind.name();
        let _ = writeln!(
            out,
            "<label class=\"{name}\"><input type=\"checkbox\" checked value=\"{name}\"> {count} {name}</label>"
        );
    }
    let one_to_one = if summary.phis == summary.arguments { "one to one" } else { "not one to one" };
    let _ = writeln!(
        out,
        "</p>\n<p>{} phis and {} block arguments, {} incoming values and {} operands of edges: {one_to_one}</p>",
        summary.phis.values, summary.arguments.values, summary.phis.edges, summary.arguments.edges
    );
    if let Some(executed) = report.executed() {
        let _ = writeln!(out, "<pre>{}</pre>", Escaped(&executed.summary()));
    }
    out.push_str(
        "<table>\n<thead><tr><th><button>module</button></th><th><button>outcome</button></th>\
         <th><button>reason</button></th><th class=\"number\"><button>bytes</button></th>\
         <th class=\"number\"><button>ms</button></th></tr></thead>\n<tbody>\n",
    );
    // Failures come first.
    let mut modules: Vec<&ModuleReport> = report.modules.iter().collect();
    modules.sort_by_key(|module| std::cmp::Reverse((module.diverges(), module.outcome)));
    for module in modules {
        push_row(&mut out, module);
    }
    out.push_str("</tbody>\n</table>\n");
    out.push_str(TAIL);
    out
}

fn push_row(out: &mut String, module: &ModuleReport) {
    let name = module.outcome.name();
    let _ = write!(
        out,
        "<tr class=\"{name}\"><td>{}</td><td data-key=\"{}\">{name}</td><td>",
        Escaped(&module.path),
        module.outcome as u8
    );
    let mut details = module.difference.clone().unwrap_or_default();
    if let Some(place) = module.error.as_ref().and_then(|error| error.place.as_ref()) {
        details += &format!("{}\n", place.text.trim());
    }
    details += &module.divergences();
    if let Some(reduced) = &module.reduced {
        let _ =
            writeln!(details, "reduced from {} lines to {}: {}", reduced.lines_before, reduced.lines, reduced.command);
    }
    if let Some(explanation) = &module.explanation {
        details += &explanation.text();
    }
    let reason = module.reason();
    if details.is_empty() {
        let _ = write!(out, "{}", Escaped(&reason));
    } else {
        let reason = if reason.is_empty() { "phis and block arguments" } else { reason.as_str() };
        let _ =
            write!(out, "<details><summary>{}</summary><pre>{}</pre></details>", Escaped(reason), Escaped(&details));
    }
    let milliseconds = module.microseconds as f64 / 1000.0;
    let _ = writeln!(
        out,
        "</td><td class=\"number\" data-key=\"{0}\">{0}</td><td class=\"number\" data-key=\"{1}\">{milliseconds:.1}</td></tr>",
        module.bytes, module.microseconds
    );
}

/// Text with the characters that HTML gives a meaning, and those it has none for, written otherwise.
struct Escaped<'a>(&'a str);

impl std::fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for c in self.0.chars() {
            match c {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                c if c.is_control() && !"\n\t".contains(c) => f.write_char(char::REPLACEMENT_CHARACTER)?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::every_outcome;

    #[test]
    fn a_row_a_module_and_nothing_of_a_module_is_markup() {
        let page = write(&every_outcome());
        assert_eq!(page.matches("<tr class=").count(), 5);
        assert!(page.contains("b/failed &lt;&amp;&gt;.ll"));
        assert_eq!(page.matches("</script>").count(), 1, "only the page's own");
        for outside in ["src=", "href=", "http:", "https:", "@import"] {
            assert!(!page.contains(outside), "the page needs no other file, but has {outside}");
        }
    }
}
