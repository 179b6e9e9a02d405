//! What a translation leaves out of the module, and the section of the page that shows it.

use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticCode};
use irtrip_dialect::source_map::SourceConstruct;
use irtrip_dialect::{Context, Op};
use irtrip_import::{ImportOptions, import_upstream_form};
use rustc_hash::FxHashMap;

use crate::sections::Section;

/// Where something is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LossLocation {
    /// At a module-level operation, or at an operation in its body.
    Op(Op, Option<Op>),
    /// At a byte of the module's LLVM assembly.
    Byte(usize),
    /// At no particular place of the module.
    Module,
}

/// Something that a translation leaves out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loss {
    /// Where it is in the module.
    pub location: LossLocation,
    /// A sentence that names what is left out, and which translation leaves it out.
    pub what: String,
}

/// What upstream's importer drops of the assembly that the page shows, and no preserved attribute is needed for.
pub fn lost_upstream(ctx: &Context, assembly: &str) -> Vec<Loss> {
    // What upstream's form cannot hold at all is no error here: the page shows what irtrip makes of it.
    let Ok((_, diagnostics)) = import_upstream_form(ctx, assembly, &ImportOptions::default()) else {
        return Vec::new();
    };
    let loss = |diagnostic: Diagnostic| match (&diagnostic.code, diagnostic.span()) {
        (DiagnosticCode::Loss(code), Some(span)) => {
            Some(Loss { location: LossLocation::Byte(span.start), what: format!("mlir-translate drops {code}") })
        }
        _ => None,
    };
    diagnostics.into_iter().filter_map(loss).collect()
}

/// The losses in one section.
#[derive(Default)]
pub struct SectionLosses {
    /// Those at operations: the module-level operation, the operation in its body, the sentence.
    pub ops: Vec<(Op, Option<Op>, String)>,
    /// Those at bytes of the section's assembly: the offset in the section, the sentence.
    pub bytes: Vec<(usize, String)>,
}

/// All losses, by the section that they are in.
pub struct LossesBySection {
    sections: Vec<SectionLosses>,
    without_section: Vec<String>,
    none: SectionLosses,
}

impl LossesBySection {
    /// Assigns each loss to the section that holds its location.
    pub fn new(sections: &[Section], losses: Vec<Loss>) -> LossesBySection {
        let mut by_section = LossesBySection {
            sections: sections.iter().map(|_| SectionLosses::default()).collect(),
            without_section: Vec::new(),
            none: SectionLosses::default(),
        };
        let mut section_of_op: FxHashMap<Op, usize> = FxHashMap::default();
        for (i, section) in sections.iter().enumerate() {
            for range in section.mlir.ranges.iter().chain(&section.llvm.ranges) {
                if let SourceConstruct::Global(op) = range.construct {
                    section_of_op.insert(op, i);
                }
            }
        }
        for loss in losses {
            by_section.add(sections, &section_of_op, loss);
        }
        by_section
    }

    fn add(&mut self, sections: &[Section], section_of_op: &FxHashMap<Op, usize>, loss: Loss) {
        match loss.location {
            LossLocation::Module => self.without_section.push(loss.what),
            LossLocation::Op(global, op) => match section_of_op.get(&global).and_then(|i| self.sections.get_mut(*i)) {
                Some(section) => section.ops.push((global, op, loss.what)),
                None => self.without_section.push(loss.what),
            },
            LossLocation::Byte(at) => {
                let section = sections.iter().rposition(|s| s.llvm.offset <= at && !s.llvm.text.is_empty());
                let in_section = section.and_then(|i| {
                    let at = at - sections.get(i)?.llvm.offset;
                    Some((at, self.sections.get_mut(i)?))
                });
                match in_section {
                    Some((at, section)) => section.bytes.push((at, loss.what)),
                    None => self.without_section.push(loss.what),
                }
            }
        }
    }

    /// The losses in a section, which is given by its index.
    pub fn of_section(&self, section: usize) -> &SectionLosses {
        self.sections.get(section).unwrap_or(&self.none)
    }

    /// The losses that belong to no section.
    pub fn without_section(&self) -> &[String] {
        &self.without_section
    }
}
