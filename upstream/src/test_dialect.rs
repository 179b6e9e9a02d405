//! The dialect `test`, which upstream's `mlir-opt` knows for upstream's own tests: any operation may be one of its, and few
//! have a form of their own.

use irtrip_dialect::assembly::{CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed, RegionStyle};
use irtrip_dialect::body::Op;
use irtrip_dialect::ops::{OpDef, Traits};
use irtrip_dialect::{Dialect, rows};

/// The `test` dialect.
pub static DIALECT: Dialect = Dialect::new("test", ROWS).with_unknown_operations();

rows! {
    of DIALECT;
    /// `test.graph_region`
    GRAPH_REGION = OpDef::new("test.graph_region")
        .regions(1)
        .custom(&AttributesAndRegion)
        .traits(&[Traits::GRAPH_REGION, Traits::NO_TERMINATOR]);
}

/// `attributes {...} {...}`
#[derive(Debug)]
struct AttributesAndRegion;

impl CustomAssemblyFormat for AttributesAndRegion {
    fn description(&self) -> &'static str {
        " attr-dict-with-keyword region0"
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        parser.optional_attr_dict_with_keyword()?;
        parser.region(0, &[], false)
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &[]
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        printer.optional_attr_dict_with_keyword(op);
        printer.text(" ");
        printer.regions(op, RegionStyle { entry_label: true, ..RegionStyle::default() });
    }
}
