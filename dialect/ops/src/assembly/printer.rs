//! What a custom form prints itself with.

use smallvec::SmallVec;

use crate::body::{Block, Body, Op, Region, Value};
use crate::context::{Attr, Context, Str, Type};
use crate::enums::{EnumValue, Enumeration};
use crate::names;
use crate::types::TypeData;

/// Types of an operation's results.
pub type ResultTypes = SmallVec<[Type; 2]>;

/// Which parts of a region are written that may be left out.
#[derive(Clone, Copy, Default, Debug)]
pub struct RegionStyle {
    /// The label of the first block, if the block has arguments.
    pub entry_label: bool,
    /// The label of a first block without operations.
    pub empty_label: bool,
    /// The last operation of each block is left out, because readers put it there.
    pub omit_terminator: bool,
}

/// Prints the custom form of an operation; upstream's `OpAsmPrinter`.
///
/// All that is printed is appended to the text. The printer does nothing about white space by itself.
pub trait OpAsmPrinter<'a> {
    // --- the model ---

    /// Where types, attributes and strings are.
    fn context(&self) -> &'a Context;

    /// The body that the operation at hand belongs to.
    fn body(&self) -> &'a Body;

    /// The operands of a group by the group's place in the operation's definition; empty for a place that the definition does
    /// not have.
    fn operand_group(&self, op: Op, group: u8) -> &'a [Value];

    /// Whether the text is upstream's to the letter, so that a form also prints what no reader accepts.
    fn is_upstream_text(&self) -> bool;

    /// Whether the text is for a release whose properties are strict ([`crate::ops::STRICT_PROPERTIES`]).
    fn has_strict_properties(&self) -> bool;

    /// An attribute of an operation.
    fn attribute_of(&self, op: Op, key: Str) -> Option<Attr> {
        self.body().attr(self.context(), op, key)
    }

    /// The numbers of an operation's attribute `array<...>`; empty where the attribute is missing.
    fn numbers_of(&self, op: Op, key: Str) -> &'a [i64] {
        self.attribute_of(op, key).and_then(|attr| self.context().dense_array(attr)).unwrap_or_default()
    }

    /// The items of an operation's array attribute; empty where the attribute is missing.
    fn items_of(&self, op: Op, key: Str) -> &'a [Attr] {
        self.attribute_of(op, key).map_or(&[], |array| self.context().items(array))
    }

    /// The types of an operation's results.
    fn result_types(&self, op: Op) -> ResultTypes {
        let body = self.body();
        body.results(op).map(|value| body.value_type(value)).collect()
    }

    // --- text ---

    /// Appends text as it is.
    fn text(&mut self, text: &str);

    /// Appends bytes, which are ASCII.
    fn ascii(&mut self, bytes: &[u8]);

    /// Starts a new line, as far in as the operation's.
    fn new_line(&mut self);

    /// Appends a decimal number.
    fn integer(&mut self, value: i64);

    // --- types and attributes ---

    /// Appends a type, or its alias.
    fn ty(&mut self, ty: Type);

    /// Appends an attribute whole, or its alias.
    fn attribute(&mut self, attr: Attr);

    /// Appends an attribute without its type.
    fn attribute_without_type(&mut self, attr: Attr);

    /// Appends `"text"` of a string attribute.
    fn string(&mut self, attr: Attr);

    /// Appends `@name` of a string attribute.
    fn symbol_name(&mut self, attr: Attr);

    /// Appends the spelling of an enumeration's value, which an attribute holds.
    fn enumerated(&mut self, enumeration: &Enumeration, attr: Attr);

    /// Appends `(d0, d1) -> (d1, d0)` of an attribute `affine_map<...>`.
    fn bare_affine_map(&mut self, attr: Attr);

    /// The elements of an attribute `dense<...>` of integers, each as a decimal number with or without a sign.
    fn dense_elements(&self, attr: Attr, signed: bool) -> Vec<String>;

    /// Appends `open`, attributes and `}`, or nothing where there are no attributes. `open` ends in a brace.
    fn attribute_entries(&mut self, entries: &[(Str, Attr)], open: &str);

    /// Appends ` {...}` of the operation's attributes that its form does not write elsewhere, or nothing.
    fn optional_attr_dict(&mut self, op: Op);

    /// Appends ` attributes {...}` of the operation's attributes that its form does not write elsewhere, or nothing.
    fn optional_attr_dict_with_keyword(&mut self, op: Op);

    /// Appends ` word` if an attribute is set.
    fn keyword_if(&mut self, op: Op, key: Str, word: &str) {
        if self.attribute_of(op, key).is_some() {
            self.text(" ");
            self.text(word);
        }
    }

    /// Appends ` @name`, the operation's symbol.
    fn symbol(&mut self, op: Op) {
        self.text(" ");
        if let Some(name) = self.attribute_of(op, names::SYM_NAME) {
            self.symbol_name(name);
        }
    }

    /// Appends types with commas between.
    fn types(&mut self, types: &[Type]) {
        for (place, &ty) in types.iter().enumerate() {
            if place > 0 {
                self.text(", ");
            }
            self.ty(ty);
        }
    }

    /// Appends the types of values with commas between.
    fn types_of(&mut self, values: &[Value]) {
        let body = self.body();
        for (place, &value) in values.iter().enumerate() {
            if place > 0 {
                self.text(", ");
            }
            self.ty(body.value_type(value));
        }
    }

    /// Appends the results of a function's type: one alone, none or several in brackets.
    fn results(&mut self, types: &[Type]) {
        match types {
            [one] if !matches!(self.context().type_data(*one), TypeData::Function { .. }) => self.ty(*one),
            _ => {
                self.text("(");
                self.types(types);
                self.text(")");
            }
        }
    }

    /// Appends `(operand types) -> result types`.
    fn functional_type(&mut self, operands: &[Value], op: Op) {
        self.text("(");
        self.types_of(operands);
        self.text(") -> ");
        let results = self.result_types(op);
        self.results(&results);
    }

    // --- values, blocks and regions ---

    /// Appends `%value`.
    fn operand(&mut self, value: Value);

    /// Appends values with commas between.
    fn operands(&mut self, values: &[Value]) {
        for (place, &value) in values.iter().enumerate() {
            if place > 0 {
                self.text(", ");
            }
            self.operand(value);
        }
    }

    /// Appends `^block(%a, %b : T, U)`: the successor at a place.
    fn successor(&mut self, op: Op, index: usize);

    /// Appends the location of a block's argument, if locations are written.
    fn argument_location(&mut self, block: Block, index: usize);

    /// Calls back with an operation's regions; in between the printer is in the body that the regions belong to. An
    /// operation's regions may be entered several times.
    fn enter_regions(&mut self, op: Op, with: &mut dyn FnMut(&mut dyn OpAsmPrinter<'a>, &[Region]));

    /// Appends an operation of the body at hand without its results and its location.
    fn operation(&mut self, op: Op);

    /// Appends a region of the body at hand: `{`, the blocks, `}`.
    fn region(&mut self, region: Region, style: RegionStyle);

    /// Appends all regions of an operation, with nothing between.
    fn regions(&mut self, op: Op, style: RegionStyle) {
        self.enter_regions(op, &mut |printer, regions| {
            for &region in regions {
                printer.region(region, style);
            }
        });
    }
}

impl<'a> dyn OpAsmPrinter<'a> + '_ {
    /// Appends ` word` of an enumeration's value, unless the value is the default or not stored; the space alone where
    /// MLIR does not spell the value.
    pub(crate) fn enumerated_unless_default<E: EnumValue + Default>(&mut self, op: Op, key: Str) {
        let value = self.attribute_of(op, key).and_then(|attr| self.context().enum_value::<E>(attr));
        if let Some(value) = value.filter(|value| *value != E::default()) {
            self.text(" ");
            self.text(value.mlir());
        }
    }
}
