//! Attribute sets: what LLVM IR hangs on functions, parameters, results and calls, to and from the model's attributes.
//!
//! LangRef, "Parameter Attributes" and "Function Attributes". The facts are the rows of [`crate::llvm_attributes`];
//! what the LLVM dialect has no attribute for is preserved in `irtrip.attributes`.

mod function;
mod list;
mod memory;
mod newer;
mod of_mlir;
mod older;
mod parameter;
mod value;
mod value_syntax;
mod write;

pub use function::{function_entries, function_set, variable_entries, with_function_set};
pub use list::{attr_item, list_attr, list_set};
pub use memory::{MemoryEffects, named_memories};
pub use newer::{NewerWord, denormal_fpenv_bits, denormal_fpenv_of_bits, denormal_fpenv_strings};
pub use of_mlir::{with_mlir_attributes_in, without_mlir_attributes_in};
pub use older::OlderSpelling;
pub use parameter::{item_value, normalized_parameter, parameter_dictionary, parameter_set, value_item};
pub use value::{canonical_text, raw_number, raw_text};
pub use value_syntax::{MalformedValue, check_value};

use crate::context::{Context, Str, Type};
use crate::llvm_attributes::{self, AttributeRow, AttributeText, AttributeValue};

/// One attribute of a set. A `u8` is the place of a row of [`llvm_attributes::ATTRIBUTES`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AttributeItem {
    /// `noundef`
    Flag(u8),
    /// `align 8`, `dereferenceable(8)`
    Int(u8, u64),
    /// `sret(%t)`
    Type(u8, Type),
    /// What is between the brackets, as LLVM's writer has it: `memory(...)`, `captures(...)`, `allocsize(...)`,
    /// `allockind("...")` with its quotes, `nofpclass(...)`, `vscale_range(...)`, `range(...)`, `initializes(...)`;
    /// of `uwtable`, `sync` or nothing; of `dead_on_return`, a number or nothing.
    Text(u8, Str),
    /// `"key"` or `"key"="value"`; LLVM does not tell an empty value from none.
    String {
        /// What is before `=`.
        key: Str,
        /// What follows it.
        value: Option<Str>,
    },
}

impl AttributeItem {
    /// The place of its row; `None` for a string attribute.
    pub fn place(&self) -> Option<u8> {
        match self {
            AttributeItem::Flag(row)
            | AttributeItem::Int(row, _)
            | AttributeItem::Type(row, _)
            | AttributeItem::Text(row, _) => Some(*row),
            AttributeItem::String { .. } => None,
        }
    }

    /// Whether it is the attribute whose text is of this kind.
    pub fn is(&self, kind: AttributeText) -> bool {
        self.row().is_some_and(|row| row.value == AttributeValue::Text(kind))
    }

    /// Its row; `None` for a string attribute.
    pub fn row(&self) -> Option<&'static AttributeRow> {
        llvm_attributes::ATTRIBUTES.get(usize::from(self.place()?))
    }
}

/// A set of attributes in the order of LLVM's writer: by row, then the string attributes by the bytes of their keys.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AttributeSet {
    items: Vec<AttributeItem>,
}

impl AttributeSet {
    /// The empty set.
    pub fn new() -> AttributeSet {
        AttributeSet::default()
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The attributes, in order.
    pub fn items(&self) -> &[AttributeItem] {
        &self.items
    }

    /// Adds an attribute. It takes the place of one of its kind, or of one with its key.
    pub fn push(&mut self, ctx: &Context, item: AttributeItem) {
        let item = match item {
            AttributeItem::String { key, value: Some(value) } if ctx.bytes(value).is_empty() => {
                AttributeItem::String { key, value: None }
            }
            other => other,
        };
        match self.items.binary_search_by(|have| order(ctx, have, &item)) {
            Ok(place) => {
                if let Some(have) = self.items.get_mut(place) {
                    *have = item;
                }
            }
            Err(place) => self.items.insert(place, item),
        }
    }

    /// Keeps those attributes that a predicate holds of.
    pub fn retain(&mut self, keeps: impl FnMut(&AttributeItem) -> bool) {
        self.items.retain(keeps);
    }

    /// Adds every attribute of another set, which takes precedence.
    pub fn extend(&mut self, ctx: &Context, other: &AttributeSet) {
        for item in &other.items {
            self.push(ctx, *item);
        }
    }

    /// The attribute of the row at `place`.
    pub fn get(&self, place: usize) -> Option<&AttributeItem> {
        self.items.iter().find(|i| i.place().map(usize::from) == Some(place))
    }

    /// The value of the string attribute `key`: `Some(None)` where it has none.
    pub fn string(&self, key: Str) -> Option<Option<Str>> {
        self.items.iter().find_map(|i| match i {
            AttributeItem::String { key: k, value } if *k == key => Some(*value),
            _ => None,
        })
    }
}

fn order(ctx: &Context, a: &AttributeItem, b: &AttributeItem) -> std::cmp::Ordering {
    match (a, b) {
        (AttributeItem::String { key: a, .. }, AttributeItem::String { key: b, .. }) => {
            ctx.bytes(*a).cmp(ctx.bytes(*b))
        }
        _ => a.place().unwrap_or(u8::MAX).cmp(&b.place().unwrap_or(u8::MAX)),
    }
}
