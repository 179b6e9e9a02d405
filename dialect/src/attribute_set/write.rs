//! Attribute sets in LLVM's spelling.

use super::{AttributeItem, AttributeSet};
use crate::context::{Context, Type};
use crate::llvm_attributes::{AttributeText, AttributeValue};
use crate::llvm_text::quoted;

impl AttributeSet {
    /// Writes the attributes, with a space between two.
    ///
    /// `group`: as `attributes #0 = { ... }` has them (`alignstack=8`), else as they are in line (`align 8`).
    /// `type_name` writes a type in LLVM's spelling.
    pub fn write(&self, ctx: &Context, out: &mut String, group: bool, type_name: &dyn Fn(Type, &mut String)) {
        for (i, item) in self.items().iter().enumerate() {
            if i > 0 {
                out.push(' ');
            }
            item.write(ctx, out, group, type_name);
        }
    }
}

impl AttributeItem {
    /// Writes one attribute; as [`AttributeSet::write`].
    pub fn write(&self, ctx: &Context, out: &mut String, group: bool, type_name: &dyn Fn(Type, &mut String)) {
        if let AttributeItem::String { key, value } = self {
            quoted(out, ctx.bytes(*key));
            if let Some(value) = value {
                out.push('=');
                quoted(out, ctx.bytes(*value));
            }
            return;
        }
        let Some(row) = self.row() else { return };
        out.push_str(row.llvm);
        match self {
            AttributeItem::Flag(_) | AttributeItem::String { .. } => {}
            AttributeItem::Int(_, value) => {
                let (open, close) = match row.llvm {
                    "align" | "alignstack" if group => ("=", ""),
                    "align" => (" ", ""),
                    _ => ("(", ")"),
                };
                out.push_str(open);
                out.push_str(&value.to_string());
                out.push_str(close);
            }
            AttributeItem::Type(_, ty) => {
                out.push('(');
                type_name(*ty, out);
                out.push(')');
            }
            AttributeItem::Text(_, text) => {
                let text = ctx.text(*text);
                if row.value != AttributeValue::Text(AttributeText::UwTable) || !text.is_empty() {
                    out.push('(');
                    out.push_str(&text);
                    out.push(')');
                }
            }
        }
    }
}
