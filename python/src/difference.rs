//! How two modules differ.

use irtrip::dialect::diagnostic::Diagnostic;
use irtrip::dialect::language::language_of_text;
use irtrip::dialect::{Context, ContextDialects as _};
use irtrip::diff::clusters::{ClusterOrder, Clusters};
use irtrip::diff::render::{Heading, html, unified};
use irtrip::diff::{Comparison, Options};
use irtrip::reader::ModuleText;
use irtrip::{ComparedText, ComparisonError, Error, all_dialects, compare_texts};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::without_gil;

/// How two modules differ; false where they are the same.
#[pyclass(name = "Difference", module = "irtrip", frozen)]
pub struct PyDifference {
    comparison: Comparison,
    names: [String; 2],
}

impl PyDifference {
    pub fn new(comparison: Comparison, old: &str, new: &str) -> PyDifference {
        PyDifference { comparison, names: [old.to_owned(), new.to_owned()] }
    }

    fn heading(&self) -> Heading<'_> {
        let [a, b] = &self.names;
        Heading { a, b, color: false, made: None }
    }
}

#[pymethods]
impl PyDifference {
    fn __bool__(&self) -> bool {
        !self.comparison.is_same()
    }

    fn __len__(&self) -> usize {
        self.comparison.differences().count()
    }

    /// The categories of what differs, each once, by name.
    #[getter]
    fn categories(&self) -> Vec<String> {
        let names: std::collections::BTreeSet<String> =
            self.comparison.differences().map(|(_, found)| found.category.name().to_owned()).collect();
        names.into_iter().collect()
    }

    /// The differences as `git diff` shows them.
    #[getter]
    fn text(&self) -> String {
        unified(&self.comparison, &self.heading())
    }

    /// The changes, each kind once: `count`, `pattern` (lines), and `example` (lines that begin with `-` or `+`).
    #[getter]
    fn clusters<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let clusters = Clusters::of(&self.names[1], &self.comparison);
        let dictionary = |cluster: &irtrip::diff::clusters::Cluster| {
            let found = PyDict::new(py);
            found.set_item("count", cluster.count)?;
            found.set_item("pattern", cluster.pattern())?;
            let lines = cluster.example.1.iter().map(|line| line.signed());
            found.set_item("example", lines.collect::<Vec<String>>())?;
            Ok(found)
        };
        clusters.sorted(ClusterOrder::Count).into_iter().map(dictionary).collect()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        match self.__len__() {
            0 => "<irtrip.Difference: none>".to_owned(),
            count => format!("<irtrip.Difference: {count} in {}>", self.categories().join(", ")),
        }
    }

    /// The page of `irtrip diff` in a frame of its own.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        html_frame(py, &html(&self.comparison, &self.heading()), 400)
    }
}

/// A page in a frame so many pixels high.
pub fn html_frame(py: Python<'_>, page: &str, height: u32) -> PyResult<String> {
    let escaped: String = py.import("html")?.call_method1("escape", (page,))?.extract()?;
    Ok(format!("<iframe srcdoc=\"{escaped}\" width=\"100%\" height=\"{height}\" frameborder=\"0\"></iframe>"))
}

/// Compares two modules, each in either language; what differs is shown in the texts' own lines.
#[pyfunction]
pub fn diff(py: Python<'_>, old: &str, new: &str) -> PyResult<PyDifference> {
    let contexts = [(), ()].map(|()| Context::with_dialects(all_dialects()));
    let text = |ctx, text| ComparedText { ctx, text: ModuleText::new(language_of_text(text), text) };
    let (a, b) = (text(&contexts[0], old), text(&contexts[1], new));
    let wrong = |ctx: &Context, errors: Vec<Diagnostic>, text| Error::new(ctx, &errors, text);
    let compared = || {
        compare_texts(&a, &b, &Options::default(), None).map_err(|error| match error {
            ComparisonError::First(errors) => wrong(&contexts[0], errors, old),
            ComparisonError::Second(errors) => wrong(&contexts[1], errors, new),
            // Only options ask for one.
            ComparisonError::NoFunction(_) => wrong(&contexts[0], Vec::new(), old),
        })
    };
    without_gil(py, compared).map(|comparison| PyDifference::new(comparison, "old", "new"))
}
