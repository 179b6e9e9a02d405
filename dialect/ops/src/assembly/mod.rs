//! Custom forms that no list of format elements can say, and what they read and print themselves with.
//!
//! The form of most operations is a list of [`FormatElement`]s. A form of an operation's own is an object that the definition
//! names: a [`CustomAssemblyFormat`] for all that follows the operation's name, a [`CustomDirective`] for an element
//! of a list. One object is one module that holds the reader, the printer and the description, so that a dialect of
//! another crate brings its forms with its definitions. The crate that reads and prints MLIR text provides
//! [`OpAsmParser`] and [`OpAsmPrinter`].
//!
//! - [`mixed_indices`]: lists of constants and operands
//! - [`parser`]: what a form reads itself with
//! - [`printer`]: what a form prints itself with
//! - [`switch_cases`]: what switches have in common
//! - [`signature`]: what operations have in common that are functions or call one
//!
//! [`FormatElement`]: crate::ops::FormatElement

pub mod mixed_indices;
pub mod parser;
pub mod printer;
pub mod signature;
pub mod switch_cases;

use std::fmt::Debug;

use crate::attributes::well_known as attrs;
use crate::body::{Body, Op, Region};
use crate::context::{Attr, Context, Str, Type};
use crate::ops::OpDef;
use crate::registry::OpNameDefinition;

pub use crate::diagnostic::Parsed;
pub use parser::{
    AffineMapOfValues, DirectiveParser, OpAsmParser, RegionArgument, TextPosition, Types, UnresolvedOperand,
    UnresolvedOperands,
};
pub use printer::{OpAsmPrinter, RegionStyle, ResultTypes};

/// The custom form of an operation, from after the operation's name to its location.
pub trait CustomAssemblyFormat: Sync + Debug {
    /// The form in the notation of assembly formats, for the operation's page of the reference. It starts with a space.
    fn description(&self) -> &'static str;

    /// Reads an operation, from after its name.
    ///
    /// # Errors
    /// The text is not of the form.
    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()>;

    /// The inherent attributes that the form writes outside of the attribute dictionary.
    fn written_attributes(&self) -> &'static [&'static str];

    /// The attributes that the form writes in addition where properties are strict ([`crate::ops::STRICT_PROPERTIES`]).
    fn strict_attributes(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether an operation has what the form is made of, where the definition's counts hold already. An operation that has
    /// not is printed in the generic form, which loses nothing.
    fn is_printable(&self, _printer: &dyn OpAsmPrinter<'_>, _op: Op) -> bool {
        true
    }

    /// Prints an operation, from after its name.
    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op);

    /// Visits an operation's attributes in the order in which the form writes them.
    fn visit_attributes(&self, visitor: &mut dyn AttributeVisitor) {
        visitor.visit_attr_dict();
    }

    /// Visits the attributes that the form writes before regions which its attribute dictionary follows.
    fn visit_attributes_before_regions(&self, _visitor: &mut dyn AttributeVisitor) {}

    /// The attribute that holds the type which the form begins with, if it begins with one.
    fn leading_type(&self) -> Option<Str> {
        None
    }

    /// How the form writes the operation's regions.
    fn regions(&self) -> RegionSyntax {
        RegionSyntax::DEFAULT
    }
}

/// How a custom form writes an operation's regions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RegionSyntax {
    /// Whether the attribute dictionary is after the regions.
    pub attributes_follow: bool,
    /// The first region whose entry block is written with its arguments, their types and locations.
    pub entry_arguments_from: usize,
    /// Which of the arguments are.
    pub entry_arguments: EntryArguments,
    /// Whether the terminator is left out of regions of an operation without results.
    pub omits_terminator_without_results: bool,
}

/// Arguments of an entry block that a form writes with their types and locations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryArguments {
    /// All.
    All,
    /// The first so many.
    First(usize),
    /// Those that the type of the function has.
    Parameters,
}

impl RegionSyntax {
    /// Regions after the attribute dictionary, each with its entry block's arguments and its terminator.
    pub const DEFAULT: RegionSyntax = RegionSyntax {
        attributes_follow: false,
        entry_arguments_from: 0,
        entry_arguments: EntryArguments::All,
        omits_terminator_without_results: false,
    };
    /// A loop's: its arguments are written before the region, its attribute dictionary after it.
    pub const LOOP: RegionSyntax = RegionSyntax {
        attributes_follow: true,
        entry_arguments_from: usize::MAX,
        omits_terminator_without_results: true,
        ..RegionSyntax::DEFAULT
    };
}

/// An element of an assembly format whose syntax is code; upstream's `custom<...>` directive.
///
/// ```
/// use irtrip_dialect::assembly::{CustomDirective, DirectiveParser, OpAsmPrinter, Parsed};
/// use irtrip_dialect::ops::FormatElement;
/// use irtrip_dialect::{Op, names};
///
/// /// `mask(3)`: the attribute `mask` as a number between brackets.
/// #[derive(Debug)]
/// struct Mask;
///
/// impl CustomDirective for Mask {
///     fn description(&self) -> &'static str {
///         "mask($mask)"
///     }
///
///     fn written_attributes(&self) -> &'static [&'static str] {
///         &["mask"]
///     }
///
///     fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
///         parser.expect("mask")?;
///         parser.expect("(")?;
///         let mask = parser.number(parser.context().int_type(32))?;
///         parser.set_attribute(names::MASK, mask);
///         parser.expect(")")
///     }
///
///     fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
///         printer.text("mask(");
///         if let Some(mask) = printer.attribute_of(op, names::MASK) {
///             printer.attribute_without_type(mask);
///         }
///         printer.text(")");
///     }
/// }
///
/// let format: &[FormatElement] = &[FormatElement::Custom(&Mask), FormatElement::AttrDict];
/// assert_eq!(format.len(), 2);
/// ```
pub trait CustomDirective: Sync + Debug {
    /// Reads the element.
    ///
    /// # Errors
    /// The text is not of the form.
    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()>;

    /// The token that the element begins with, if it may be left out at the start of an optional group.
    fn first_token(&self) -> Option<&'static str> {
        None
    }

    /// The element in the notation of assembly formats, for the reference; empty if it writes nothing.
    fn description(&self) -> &'static str;

    /// The inherent attributes that the element writes.
    fn written_attributes(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether the element writes nothing, or the space before it too. The printer writes the space before others.
    fn writes_leading_space(&self) -> bool {
        false
    }

    /// Whether the element writes regions of the operation.
    fn writes_regions(&self) -> bool {
        false
    }

    /// Whether the element writes the arguments of a region's first block with their types and locations.
    fn writes_entry_arguments(&self) -> bool {
        true
    }

    /// Whether the element writes the operation's regions, the first one after the others.
    fn writes_first_region_last(&self) -> bool {
        false
    }

    /// Prints the element.
    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op);

    /// Whether the element writes the terminator of a region though readers would put it there.
    fn keeps_terminator(&self, _region: usize) -> bool {
        false
    }
}

/// Visits what a custom form writes of an operation's attributes, to find what is worth an alias.
pub trait AttributeVisitor {
    /// Where attributes are.
    fn context(&self) -> &Context;

    /// An attribute of the operation.
    fn attribute_of(&self, key: Str) -> Option<Attr>;

    /// Whether the operation's body has blocks.
    fn is_defined(&self) -> bool;

    /// Visits an attribute.
    fn visit(&mut self, attr: Attr);

    /// Visits the values of each dictionary in an array attribute of the operation.
    fn visit_dictionaries(&mut self, key: Str);

    /// Visits the attributes that the form writes in its dictionary.
    fn visit_attr_dict(&mut self);
}

/// The operation at a region's end that readers put there where it is missing, and which forms leave out therefore.
pub fn implicit_terminator(def: &OpDef, body: &Body, region: Region) -> Option<Op> {
    let terminator = def.terminator?;
    let last = body.blocks(region).last().and_then(|&block| body.last_op(block))?;
    (body.name(last).def().is_some_and(|def| def.name == terminator)
        && body.all_operands(last).is_empty()
        && body.attrs(last) == attrs::EMPTY_DICTIONARY)
        .then_some(last)
}

/// The type that an attribute of an operation holds.
pub fn type_attribute(printer: &dyn OpAsmPrinter<'_>, op: Op, key: Str) -> Option<Type> {
    printer.context().type_value(printer.attribute_of(op, key)?)
}
