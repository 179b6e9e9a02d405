//! The form of `builtin.module`.

use crate::assembly::{CustomAssemblyFormat, OpAsmPrinter, RegionStyle};
use crate::body::Op;
use crate::names;
use crate::ops::Syntax;

/// `module @name attributes {...} {...}`
#[derive(Debug)]
pub struct Module;

impl CustomAssemblyFormat for Module {
    fn description(&self) -> &'static str {
        " ($sym_name)? attr-dict-with-keyword region0"
    }

    fn syntax(&self) -> Syntax {
        Syntax::Module
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["sym_name"]
    }

    fn print<'a>(&self, printer: &mut dyn OpAsmPrinter<'a>, op: Op) {
        if let Some(name) = printer.attribute_of(op, names::SYM_NAME) {
            printer.text(" ");
            printer.symbol_name(name);
        }
        printer.optional_attr_dict_with_keyword(op);
        printer.text(" ");
        printer.regions(op, RegionStyle { entry_label: true, ..RegionStyle::default() });
    }
}
