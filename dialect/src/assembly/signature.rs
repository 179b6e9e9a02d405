//! What the forms of functions and of calls have in common: parameters and results with their attributes.

use super::{OpAsmPrinter, RegionStyle};
use crate::attributes::well_known as attributes;
use crate::body::Op;
use crate::context::{Attr, Type};
use crate::types::TypeData;

/// Whether the body of a function has as many arguments as its type has parameters; true for a function without a body.
pub fn entry_has_arguments<'a>(printer: &dyn OpAsmPrinter<'a>, op: Op, count: usize) -> bool {
    let Some(nested) = printer.body().nested(op) else { return true };
    let entry = nested.regions().first().and_then(|&region| nested.blocks(region).first());
    entry.is_none_or(|&block| nested.block_args(block).len() == count)
}

/// Appends the parameters of a function, without brackets: `%arg0: i32 {llvm.noundef}, ...`, or the types alone where
/// the function has no body. `attrs` has a dictionary for each parameter, or is empty.
pub fn print_parameters<'a>(printer: &mut dyn OpAsmPrinter<'a>, op: Op, types: &[Type], attrs: &[Attr]) {
    printer.enter_regions(op, &mut |printer, regions| {
        let body = printer.body();
        let entry = regions.first().and_then(|&region| body.blocks(region).first().copied());
        for (place, &ty) in types.iter().enumerate() {
            if place > 0 {
                printer.text(", ");
            }
            let argument = entry.and_then(|block| Some((block, *body.block_args(block).get(place)?)));
            if let Some((_, argument)) = argument {
                printer.operand(argument);
                printer.text(": ");
            }
            printer.ty(ty);
            print_dictionary_of(printer, attrs, place);
            if let Some((entry, _)) = argument {
                printer.argument_location(entry, place);
            }
        }
    });
}

/// Appends the dictionary at a place, with a space before, unless it is empty or missing.
pub fn print_dictionary_of<'a>(printer: &mut dyn OpAsmPrinter<'a>, dictionaries: &[Attr], place: usize) {
    if let Some(&attr) = dictionaries.get(place).filter(|&&attr| attr != attributes::EMPTY_DICTIONARY) {
        printer.text(" ");
        printer.attribute(attr);
    }
}

/// Appends result types with their attributes: one type without attributes alone, others in brackets.
pub fn print_results<'a>(printer: &mut dyn OpAsmPrinter<'a>, types: &[Type], attrs: &[Attr]) {
    let is_function = |ty: Type| matches!(printer.context().type_data(ty), TypeData::Function { .. });
    let bare = matches!(types, [ty] if !is_function(*ty))
        && attrs.first().is_none_or(|&attr| attr == attributes::EMPTY_DICTIONARY);
    if !bare {
        printer.text("(");
    }
    for (place, &ty) in types.iter().enumerate() {
        if place > 0 {
            printer.text(", ");
        }
        printer.ty(ty);
        print_dictionary_of(printer, attrs, place);
    }
    if !bare {
        printer.text(")");
    }
}

/// Appends the body of a function, with a space before, unless the function has none.
pub fn print_function_body<'a>(printer: &mut dyn OpAsmPrinter<'a>, op: Op) {
    printer.enter_regions(op, &mut |printer, regions| {
        for &region in regions.iter().take(1) {
            if !printer.body().blocks(region).is_empty() {
                printer.text(" ");
                printer.region(region, RegionStyle::default());
            }
        }
    });
}
