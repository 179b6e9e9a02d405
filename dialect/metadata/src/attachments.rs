//! Attachments that upstream has plain attributes for: profiles, hints on kernels, facts on memory accesses.
//!
//! LangRef, "`prof` Metadata", "`invariant.load` Metadata", "`dereferenceable` Metadata" and their kin.

use crate::aliasing::tbaa::Converted;
use crate::attr_table::{DEREFERENCEABLE, MMRA_TAG, VEC_TYPE_HINT};
use crate::attributes::{AttrData, well_known as attrs};
use crate::context::Attr;
use crate::export::builder::Builder;
use crate::graph::reader::NodeReader;
use crate::graph::{NodeId, Operand};
use crate::names::*;
use crate::types::well_known as types;

impl NodeReader<'_> {
    /// `!{!"branch_weights", i32 1, i32 2}` as `array<i32: 1, 2>`: two weights at least, and one that is not 0, which
    /// upstream asks for.
    pub fn branch_weights(self, id: NodeId) -> Option<Converted> {
        let (name, rest) = self.uniqued(id)?.split_first()?;
        if !self.is_string(name, "branch_weights") {
            return None;
        }
        let expected = rest.first().is_some_and(|o| self.is_string(o, "expected"));
        let weights = self.i32s(rest.get(usize::from(expected)..)?)?;
        (weights.len() > 1 && weights.iter().any(|w| *w != 0)).then(|| (self.ctx.i32_array(&weights), !expected))
    }

    /// `!{!"function_entry_count", i64 7}` as `7 : i64`; a count of another width is one too.
    pub fn entry_count(self, id: NodeId) -> Option<Converted> {
        let [name, Operand::Constant(count)] = self.uniqued(id)? else { return None };
        let AttrData::Integer { ty, value } = self.ctx.attr_data(*count) else { return None };
        let named = self.is_string(name, "function_entry_count");
        named.then(|| (self.ctx.int_attr(types::I64, *value), *ty == types::I64))
    }

    /// `!{}`, or any other node, as `unit`, and whether it is that.
    pub fn empty(self, id: NodeId) -> Converted {
        (attrs::UNIT, self.uniqued(id).is_some_and(<[Operand]>::is_empty))
    }

    /// `!{i32 1}`, or any other node, as `unit`, and whether it is that.
    pub fn one(self, id: NodeId) -> Converted {
        let numbers = self.uniqued(id).and_then(|operands| self.i32s(operands));
        (attrs::UNIT, numbers.is_some_and(|numbers| numbers[..] == [1]))
    }

    /// `!{i64 8}` as `#llvm.dereferenceable<bytes = 8>`
    pub fn dereferenceable(self, id: NodeId, may_be_null: bool) -> Option<Attr> {
        let [bytes] = self.uniqued(id)? else { return None };
        let bytes = self.int(bytes, types::I64).filter(|b| *b >= 0)?;
        let null = may_be_null.then_some(attrs::TRUE);
        let params = Box::new([Some(self.ctx.int_attr(types::I64, bytes)), null]);
        Some(self.ctx.attr(AttrData::Llvm { kind: DEREFERENCEABLE, params }))
    }

    /// `!{i32 undef, i32 1}` as `#llvm.vec_type_hint<hint = i32, is_signed = true>`, and whether that returns the node
    /// back. Upstream takes `poison` for the type as well, and any number that is not 0.
    pub fn vec_type_hint(self, id: NodeId) -> Option<Converted> {
        let ctx = self.ctx;
        let [Operand::Constant(undef), Operand::Constant(signed)] = self.uniqued(id)? else { return None };
        let [(key, ty)] = ctx.entries(*undef) else { return None };
        let (is_undef, is_poison) = (ctx.bytes(*key) == b"undef", ctx.bytes(*key) == b"poison");
        ctx.type_value(*ty).filter(|_| is_undef || is_poison)?;
        let number = ctx.int_value(*signed)?;
        let is_flag = ctx.attr_type(*signed) == Some(types::I32) && matches!(number, 0 | 1);
        let params = Box::new([Some(*ty), (number != 0).then_some(attrs::TRUE)]);
        Some((ctx.attr(AttrData::Llvm { kind: VEC_TYPE_HINT, params }), is_undef && is_flag))
    }

    /// `!{i32 1, i32 2, i32 3}` as `array<i32: 1, 2, 3>`; upstream accepts any number of sizes.
    pub fn work_group_size(self, id: NodeId) -> Option<Attr> {
        let sizes = self.i32s(self.uniqued(id)?)?;
        (!sizes.is_empty()).then(|| self.ctx.i32_array(&sizes))
    }

    /// `!{i32 32}` as `32 : i32`
    pub fn sub_group_size(self, id: NodeId) -> Option<Attr> {
        match self.i32s(self.uniqued(id)?)?[..] {
            [size] => Some(self.ctx.int_attr(types::I32, i64::from(size))),
            _ => None,
        }
    }

    /// `!{!"prefix", !"suffix"}` as a `#llvm.mmra_tag`, a list of such tags as an array.
    pub fn mmra(self, id: NodeId) -> Option<Attr> {
        if let Some(tag) = self.mmra_tag(id) {
            return Some(tag);
        }
        let tags: Option<Vec<Attr>> = self.uniqued(id)?.iter().map(|t| self.mmra_tag(t.node()?)).collect();
        tags.filter(|t| !t.is_empty()).map(|t| self.ctx.array(&t))
    }

    fn mmra_tag(self, id: NodeId) -> Option<Attr> {
        let [prefix, suffix] = self.uniqued(id)? else { return None };
        let params = Box::new([Some(self.string_attr(prefix)?), Some(self.string_attr(suffix)?)]);
        Some(self.ctx.attr(AttrData::Llvm { kind: MMRA_TAG, params }))
    }

    /// The only operand of a tuple, where it is a string.
    pub fn single_string(self, id: NodeId) -> Option<Attr> {
        match self.uniqued(id)? {
            [text] => Some(self.ctx.str_attr(text.string()?)),
            _ => None,
        }
    }
}

impl Builder<'_> {
    fn i32_tuple(&mut self, name: Option<&str>, values: &[i64]) -> NodeId {
        let mut operands: Vec<Operand> = name.map(|n| self.string(n)).into_iter().collect();
        operands.extend(values.iter().map(|v| self.int(types::I32, *v)));
        self.tuple(&operands)
    }

    /// The node that `array<i32: ...>` on a branch stands for.
    pub fn branch_weights(&mut self, weights: Attr) -> Option<NodeId> {
        let weights = self.ctx.dense_array(weights)?;
        Some(self.i32_tuple(Some("branch_weights"), weights))
    }

    /// The node that a function's entry count stands for.
    pub fn entry_count(&mut self, count: Attr) -> Option<NodeId> {
        let operands = [self.string("function_entry_count"), self.int(types::I64, self.ctx.int_value(count)?)];
        Some(self.tuple(&operands))
    }

    /// `!{i32 1}`
    pub fn one(&mut self) -> NodeId {
        self.i32_tuple(None, &[1])
    }

    /// `!{i64 8}`, and whether the pointer may be null.
    pub fn dereferenceable(&mut self, attr: Attr) -> Option<(NodeId, bool)> {
        let params = self.params(attr, DEREFERENCEABLE)?;
        let bytes = self.int(types::I64, self.ctx.int_value((*params.first()?)?)?);
        let null = params.get(1).copied().flatten().and_then(|n| self.ctx.int_value(n));
        Some((self.tuple(&[bytes]), null.is_some_and(|n| n != 0)))
    }

    /// The node that a `#llvm.vec_type_hint<...>` stands for.
    pub fn vec_type_hint(&mut self, attr: Attr) -> Option<NodeId> {
        let params = self.params(attr, VEC_TYPE_HINT)?;
        let ctx = self.ctx;
        let undef = ctx.dictionary(&[(ctx.str("undef"), (*params.first()?)?)]);
        let signed = params.get(1).copied().flatten().and_then(|s| ctx.int_value(s)).unwrap_or(0);
        let signed = self.int(types::I32, signed & 1);
        Some(self.tuple(&[Operand::Constant(undef), signed]))
    }

    /// The node that `array<i32: 1, 2, 3>` stands for.
    pub fn sizes(&mut self, attr: Attr) -> Option<NodeId> {
        let sizes = self.ctx.dense_array(attr)?;
        Some(self.i32_tuple(None, sizes))
    }

    /// The node that `32 : i32` stands for.
    pub fn size(&mut self, attr: Attr) -> Option<NodeId> {
        let size = self.ctx.int_value(attr)?;
        Some(self.i32_tuple(None, &[size]))
    }

    /// The node that a tag or an array of tags stands for.
    pub fn mmra(&mut self, attr: Attr) -> Option<NodeId> {
        if let AttrData::Array(tags) = self.ctx.attr_data(attr) {
            let tags: Option<Vec<Operand>> = tags.iter().map(|t| self.mmra_tag(*t).map(Operand::Node)).collect();
            return Some(self.tuple(&tags?));
        }
        self.mmra_tag(attr)
    }

    fn mmra_tag(&mut self, tag: Attr) -> Option<NodeId> {
        let params = self.params(tag, MMRA_TAG)?;
        let part = |p: &Option<Attr>| p.and_then(|p| self.ctx.string_value(p)).unwrap_or(EMPTY);
        let operands: Vec<Operand> = params.iter().map(|p| Operand::String(part(p))).collect();
        Some(self.tuple(&operands))
    }

    /// A tuple of one string.
    pub fn single_string(&mut self, text: Attr) -> Option<NodeId> {
        let text = self.ctx.string_value(text)?;
        Some(self.tuple(&[Operand::String(text)]))
    }
}
