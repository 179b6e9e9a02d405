//! What a custom form reads itself with.

use smallvec::SmallVec;

use super::Parsed;
use crate::attributes::AttrData;
use crate::attributes::well_known as attrs;
use crate::context::{Attr, Context, Str, Type};
use crate::diagnostic::{ParseCode, ParseError};
use crate::enums::EnumValue;
use crate::names;
use crate::ops::Place;
use crate::registry::OpName;
use crate::release::Releases;
use crate::types::well_known as types;

/// An affine map that is spelled with its operands.
#[derive(Clone, Debug)]
pub struct AffineMapOfValues {
    /// The map.
    pub map: Attr,
    /// The values of its dimensions, and after them those of its symbols.
    pub operands: UnresolvedOperands,
    /// How many results each item of the list has.
    pub groups: Vec<usize>,
}

/// A place in the text that is read: bytes from its start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextPosition(pub usize);

/// The name of a value, whose type is not known yet; upstream's `UnresolvedOperand`.
#[derive(Clone, Copy, Debug)]
pub struct UnresolvedOperand {
    /// Where the name starts in the text, after its sigil.
    pub start: u32,
    /// How many bytes the name has.
    pub length: u32,
    /// Which result of a group: what follows `#`; 0 for nothing.
    pub number: u32,
}

/// An argument of a region's first block that is before the region; upstream's `OpAsmParser::Argument`.
#[derive(Clone, Copy, Debug)]
pub struct RegionArgument {
    /// The name.
    pub name: UnresolvedOperand,
    /// The type, which a form may set after it has read the name.
    pub ty: Type,
    /// The location.
    pub loc: Attr,
}

/// Operands as they are read.
pub type UnresolvedOperands = SmallVec<[UnresolvedOperand; 8]>;

/// Types as they are read.
pub type Types = SmallVec<[Type; 8]>;

/// Reads the custom form of an operation from after its name; upstream's `OpAsmParser`.
///
/// Tokens may follow white space and comments. What is read is added to the operation. A reader fails at the first
/// error, which names the operation where upstream's does.
pub trait OpAsmParser<'c> {
    // --- the model ---

    /// Where types, attributes and strings are.
    fn context(&self) -> &'c Context;

    /// The operation's name.
    fn operation_name(&self) -> OpName;

    // --- errors ---

    /// Where the next token starts.
    fn position(&mut self) -> TextPosition;

    /// Goes back to a place, to read again.
    fn rewind(&mut self, position: TextPosition);

    /// An error of the form about the next token.
    fn error(&self, code: ParseCode) -> ParseError;

    /// An error of the form about the token at a place.
    fn error_at(&self, position: TextPosition, code: ParseCode) -> ParseError;

    /// An error of the form about the operation's name.
    fn error_at_name(&self, code: ParseCode) -> ParseError;

    /// The error of what is missing here: `expected ...`, after the token before the next one. The message does not
    /// name the operation.
    fn expected(&self, what: &'static str) -> ParseError;

    /// A type's spelling, for messages.
    fn spelling(&self, ty: Type) -> String;

    // --- tokens ---

    /// Whether what follows may be read as text of these releases; the text is taken to be of one of them then.
    fn reads(&self, releases: Releases) -> bool;

    /// Whether punctuation or a keyword is here.
    fn sees(&self, token: &str) -> bool;

    /// Reads punctuation or a keyword if it is here.
    fn eat(&mut self, token: &str) -> bool;

    /// Reads punctuation or a keyword.
    ///
    /// # Errors
    /// Something else is here.
    fn expect(&mut self, token: &'static str) -> Parsed<()>;

    /// The keyword here, which is not read; empty if none is here.
    fn next_keyword(&self) -> &'c str;

    /// Reads the keyword that is here.
    fn keyword(&mut self) -> Option<&'c str>;

    /// Reads a string in quotes if one is here: what is between the quotes, escapes and all.
    ///
    /// # Errors
    /// The string is not closed.
    fn optional_raw_string(&mut self) -> Parsed<Option<&'c str>>;

    /// Reads a string in quotes if one is here.
    ///
    /// # Errors
    /// The string is not closed or has an escape that is none.
    fn optional_string(&mut self) -> Parsed<Option<Str>>;

    // --- types and attributes ---

    /// Reads a type.
    ///
    /// # Errors
    /// No type is here.
    fn ty(&mut self) -> Parsed<Type>;

    /// What the first pointer of the type at a position points to, which pointers up to MLIR 16 say.
    ///
    /// # Errors
    /// The pointee is no type.
    fn pointee(&mut self, position: TextPosition) -> Parsed<Option<Type>>;

    /// Reads an attribute.
    ///
    /// # Errors
    /// No attribute is here.
    fn attribute(&mut self) -> Parsed<Attr>;

    /// Reads a number without its type.
    ///
    /// # Errors
    /// No number of the type is here.
    fn number(&mut self, ty: Type) -> Parsed<Attr>;

    /// Reads a number without its type and appends it as an element of `dense<...>` is stored.
    ///
    /// # Errors
    /// No number of the type is here.
    fn dense_element(&mut self, ty: Type, data: &mut Vec<u8>) -> Parsed<()>;

    /// Reads an attribute `dense<...>` without its type, which is given.
    ///
    /// # Errors
    /// No such attribute is here.
    fn dense_elements(&mut self, ty: Type) -> Parsed<Attr>;

    /// Reads `(i, j) -> (j, i)`, a map without `affine_map<` around it.
    ///
    /// # Errors
    /// No map is here.
    fn bare_affine_map(&mut self) -> Parsed<Attr>;

    /// Reads a map by the values that it is of, between brackets: `[%i + 3, symbol(%n)]`. Where there is a word, `max(%i, %j)` is one
    /// item of two results.
    ///
    /// # Errors
    /// No such list is here.
    fn affine_map_of_values(
        &mut self,
        brackets: [&'static str; 2],
        word: Option<&'static str>,
    ) -> Parsed<AffineMapOfValues>;

    /// Reads `2x?x4`, where `?` is [`DYNAMIC`](super::mixed_indices::DYNAMIC).
    ///
    /// # Errors
    /// No sizes are here.
    fn dimension_list(&mut self) -> Parsed<Vec<i64>>;

    /// Reads `@name`.
    ///
    /// # Errors
    /// No name of a symbol is here.
    fn symbol_name(&mut self) -> Parsed<Str>;

    /// Reads `@name` or `@name::@nested` as a reference to a symbol.
    ///
    /// # Errors
    /// No name of a symbol is here.
    fn symbol_ref(&mut self) -> Parsed<Attr>;

    /// Reads `{...}`.
    ///
    /// # Errors
    /// No dictionary is here.
    fn dictionary(&mut self) -> Parsed<Attr>;

    /// Reads `loc(...)` if it is here; otherwise the location is that of a place.
    ///
    /// # Errors
    /// `loc` does not start a location.
    fn location_or(&mut self, position: TextPosition) -> Parsed<Attr>;

    // --- the operation ---

    /// Sets an inherent attribute.
    fn set_attribute(&mut self, key: Str, value: Attr);

    /// Sets the dictionary of the attributes that the form does not write elsewhere.
    fn set_dictionary(&mut self, dictionary: Attr);

    /// An attribute that was read already.
    fn attribute_of(&self, key: Str) -> Option<Attr>;

    /// Adds operands that have one type.
    ///
    /// # Errors
    /// A value has another type.
    fn add_operands(&mut self, operands: &[UnresolvedOperand], ty: Type) -> Parsed<()>;

    /// Adds operands with a type each.
    ///
    /// # Errors
    /// A value has another type, or there are more or fewer types.
    fn add_typed_operands(&mut self, operands: &[UnresolvedOperand], types: &[Type]) -> Parsed<()>;

    /// Adds results.
    fn add_results(&mut self, types: &[Type]);

    /// Reads `^block(%a, %b : T, U)` and adds the successor.
    ///
    /// # Errors
    /// No successor is here, or a value has another type.
    fn successor(&mut self) -> Parsed<()>;

    // --- values and regions ---

    /// Reads `%name` or `%name#1`.
    ///
    /// # Errors
    /// No name of a value is here.
    fn operand(&mut self) -> Parsed<UnresolvedOperand>;

    /// Reads a region and makes it the operation's region of a number; `arguments` are those of its first block. A
    /// region that is `single` has a block even if nothing is in it.
    ///
    /// # Errors
    /// Those of the region's text.
    fn region(&mut self, number: usize, arguments: &[RegionArgument], single: bool) -> Parsed<()>;

    /// Puts the terminator of the operation's definition at the end of a region that was read without one.
    fn ensure_terminator(&mut self, number: usize);

    /// As [`OpAsmParser::ensure_terminator`], with the results of the operation before it.
    fn ensure_terminator_of_results(&mut self, number: usize);

    /// Reads the regions of an operation that is isolated from above, or leaves them to be read by another thread.
    ///
    /// # Errors
    /// No region is here, or those of its text.
    fn isolated_regions(&mut self, arguments: &[RegionArgument]) -> Parsed<()>;

    // --- what follows from the others ---

    /// Reads `%i loc(...)`, an argument whose type is elsewhere.
    ///
    /// # Errors
    /// No name of a value is here.
    fn region_argument(&mut self) -> Parsed<RegionArgument> {
        let position = self.position();
        let name = self.operand()?;
        let loc = self.location_or(position)?;
        Ok(RegionArgument { name, ty: types::INDEX, loc })
    }

    /// Reads operands separated by commas; at least one.
    ///
    /// # Errors
    /// No name of a value is here.
    fn operands(&mut self) -> Parsed<UnresolvedOperands> {
        let mut operands = UnresolvedOperands::new();
        loop {
            operands.push(self.operand()?);
            if !self.eat(",") {
                return Ok(operands);
            }
        }
    }

    /// Reads operands between brackets: `(%a, %b)`.
    ///
    /// # Errors
    /// No bracket is here, or what is inside are no values.
    fn bracketed_operands(&mut self, open: &'static str, close: &'static str) -> Parsed<UnresolvedOperands> {
        let mut operands = UnresolvedOperands::new();
        self.expect(open)?;
        while !self.eat(close) {
            if !operands.is_empty() {
                self.expect(",")?;
            }
            operands.push(self.operand()?);
        }
        Ok(operands)
    }

    /// Reads types separated by commas; at least one.
    ///
    /// # Errors
    /// No type is here.
    fn types(&mut self) -> Parsed<Types> {
        let mut list = Types::new();
        loop {
            list.push(self.ty()?);
            if !self.eat(",") {
                return Ok(list);
            }
        }
    }

    /// Reads `T`, `(T, U)` or `()`.
    ///
    /// # Errors
    /// No type is here.
    fn types_in_brackets(&mut self) -> Parsed<Types> {
        let mut list = Types::new();
        if !self.eat("(") {
            list.push(self.ty()?);
        } else if !self.eat(")") {
            list = self.types()?;
            self.expect(")")?;
        }
        Ok(list)
    }

    /// Reads `{...}` if it is here; otherwise the dictionary is empty.
    ///
    /// # Errors
    /// Those of the dictionary's text.
    fn optional_dictionary(&mut self) -> Parsed<Attr> {
        if self.sees("{") { self.dictionary() } else { Ok(attrs::EMPTY_DICTIONARY) }
    }

    /// Reads the operation's attributes in braces, if they are here.
    ///
    /// # Errors
    /// Those of the dictionary's text.
    fn optional_attr_dict(&mut self) -> Parsed<()>;

    /// Reads `attributes` and the operation's attributes in braces, if they are here.
    ///
    /// # Errors
    /// No dictionary follows the keyword.
    fn optional_attr_dict_with_keyword(&mut self) -> Parsed<()> {
        if self.eat("attributes") {
            let dictionary = self.dictionary()?;
            self.set_dictionary(dictionary);
        }
        Ok(())
    }

    /// Reads `@name` as the operation's symbol.
    ///
    /// # Errors
    /// No name of a symbol is here.
    fn symbol(&mut self) -> Parsed<()> {
        let name = self.symbol_name()?;
        let name = self.context().str_attr(name);
        self.set_attribute(names::SYM_NAME, name);
        Ok(())
    }

    /// Reads a string as an attribute.
    ///
    /// # Errors
    /// Something else is here: upstream reads it as an attribute, which is of the wrong kind.
    fn string_attribute(&mut self) -> Parsed<Attr> {
        let position = self.position();
        match self.optional_string()? {
            Some(text) => Ok(self.context().str_attr(text)),
            None => {
                self.attribute()?;
                Err(self.error_at(position, ParseCode::AttrKind))
            }
        }
    }

    /// Sets a unit attribute if its keyword is here.
    fn keyword_attribute(&mut self, keyword: &str, key: Str) {
        if self.eat(keyword) {
            self.set_attribute(key, attrs::UNIT);
        }
    }

    /// Sets an attribute `array<i64: ...>`.
    fn set_numbers(&mut self, key: Str, values: Vec<i64>) {
        let array = AttrData::DenseArray { element: types::I64, values: values.into() };
        let array = self.context().attr(array);
        self.set_attribute(key, array);
    }

    /// Sets how many operands each group of the definition has.
    fn set_group_sizes(&mut self, sizes: &[usize]) {
        let sizes: SmallVec<[i32; 4]> = sizes.iter().map(|&size| size as i32).collect();
        let sizes = self.context().i32_array(&sizes);
        self.set_attribute(names::OPERAND_SEGMENT_SIZES, sizes);
    }
}

impl<'c> dyn OpAsmParser<'c> + '_ {
    /// Sets an attribute to the value of an enumeration whose word is here, or to the default.
    pub(crate) fn enumerated_or_default<E: EnumValue + Default>(&mut self, key: Str) {
        let value = E::from_mlir(self.next_keyword());
        if value.is_some() {
            self.keyword();
        }
        let value = self.context().enum_attr(value.unwrap_or_default());
        self.set_attribute(key, value);
    }
}

/// Reads an element of an assembly format. Types that the format writes elsewhere, or that follow from others, are
/// known once the whole format is read.
pub trait DirectiveParser<'c>: OpAsmParser<'c> {
    /// Adds an operand to a group of the definition.
    fn add_to_group(&mut self, group: u8, operand: UnresolvedOperand);

    /// How many operands were read so far.
    fn operand_count(&self) -> usize;

    /// Adds a type to those of an operand group or a result group.
    fn add_type(&mut self, place: Place, ty: Type);

    /// Reads a region of the operation as an element of a format that has none but the region's number does.
    ///
    /// # Errors
    /// Those of the region's text.
    fn region_element(&mut self, number: u8, arguments: &[RegionArgument]) -> Parsed<()>;

    /// Sets the types of all results.
    fn set_result_types(&mut self, types: &[Type]);

    /// The first type of an operand group or a result group that is known.
    fn type_of(&self, place: Place) -> Option<Type>;
}
