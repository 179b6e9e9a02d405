//! What of the dialect `omp` is code upstream: the directives of its clauses and regions, and the forms of its loops. MLIR,
//! "'omp' Dialect".

mod clauses;
mod loops;
mod region;

use irtrip_dialect::assembly::{CustomDirective, DirectiveParser, OpAsmPrinter, Parsed};
use irtrip_dialect::body::Op;
use irtrip_dialect::ops::{OpDef, ResultName};

use crate::directives::{Custom, stays};

/// Forms that are code.
pub(crate) const CODE: &[OpDef] = &[
    OpDef::new("omp.canonical_loop").custom(&loops::CanonicalLoop),
    OpDef::new("omp.loop_nest").custom(&loops::LoopNest),
    OpDef::new("omp.new_cli").result_name(ResultName::Word("canonloop")),
    OpDef::new("omp.target_allocmem").custom(&loops::TargetAllocMem),
    OpDef::new("omp.unroll_heuristic").custom(&loops::UnrollHeuristic),
];

/// How a clause is read.
type Parse = fn(&Custom, &mut dyn DirectiveParser<'_>) -> Parsed<()>;
/// How a clause is printed.
type Print = fn(&Custom, &mut dyn OpAsmPrinter<'_>, Op);

/// The directives by name.
const CLAUSES: &[(&str, Parse, Print)] = &[
    ("AlignedClause", clauses::parse_aligned, clauses::print_aligned),
    ("AllocateAndAllocator", clauses::parse_allocate, clauses::print_allocate),
    ("CaptureType", clauses::parse_word, clauses::print_word),
    ("ClauseAttr", clauses::parse_word, clauses::print_word),
    ("Copyprivate", clauses::parse_copyprivate, clauses::print_copyprivate),
    ("DependVarList", clauses::parse_depend, clauses::print_depend),
    ("GrainsizeClause", clauses::parse_count, clauses::print_count),
    ("InReductionPrivateReductionRegion", region::parse, region::print),
    ("InReductionPrivateRegion", region::parse, region::print),
    ("LinearClause", clauses::parse_linear, clauses::print_linear),
    ("LoopTransformClis", loops::parse_transformed, loops::print_transformed),
    ("MapClause", clauses::parse_map, clauses::print_map),
    ("MembersIndex", clauses::parse_members, clauses::print_members),
    ("NumTasksClause", clauses::parse_count, clauses::print_count),
    ("OrderClause", clauses::parse_order, clauses::print_order),
    ("PrivateReductionRegion", region::parse, region::print),
    ("PrivateRegion", region::parse, region::print),
    ("ScheduleClause", clauses::parse_schedule, clauses::print_schedule),
    ("SynchronizationHint", clauses::parse_hint, clauses::print_hint),
    ("TargetOpRegion", region::parse, region::print),
    ("TaskReductionRegion", region::parse, region::print),
    ("UseDeviceAddrUseDevicePtrRegion", region::parse, region::print),
];

/// A directive of OpenMP's.
pub(crate) fn directive(name: &str, custom: Custom) -> Option<&'static dyn CustomDirective> {
    let (_, parse, print) = CLAUSES.iter().find(|(known, ..)| *known == name)?;
    stays(Clause { custom, parse: *parse, print: *print })
}

#[derive(Debug)]
struct Clause {
    custom: Custom,
    parse: Parse,
    print: Print,
}

impl CustomDirective for Clause {
    fn description(&self) -> &'static str {
        self.custom.description
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        self.custom.written
    }

    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        (self.parse)(&self.custom, parser)
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        (self.print)(&self.custom, printer, op);
    }

    fn writes_regions(&self) -> bool {
        self.custom.region().is_some()
    }

    fn writes_entry_arguments(&self) -> bool {
        self.custom.region().is_none()
    }
}
