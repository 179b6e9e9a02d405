//! Type-based alias analysis: `#llvm.tbaa_tag<...>`; LangRef, "`tbaa` Metadata".

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::attr_table::{TBAA_MEMBER, TBAA_ROOT, TBAA_TAG, TBAA_TYPE_DESC};
use crate::attributes::AttrData;
use crate::context::Attr;
use crate::export::builder::{Builder, DEPTH_LIMIT, param};
use crate::graph::reader::NodeReader;
use crate::graph::{NodeId, Operand};
use crate::types::well_known as types;

/// An attribute and whether it round-trips to its node.
pub type Converted = (Attr, bool);

/// Makes attributes of nodes, each once.
pub struct TbaaImport<'a> {
    read: NodeReader<'a>,
    /// Type descriptors and roots; `None` for nodes that are none, and for those being looked at.
    types: HashMap<NodeId, Option<Converted>, FxBuildHasher>,
}

impl<'a> TbaaImport<'a> {
    /// For the nodes of a finished graph.
    pub fn new(read: NodeReader<'a>) -> TbaaImport<'a> {
        TbaaImport { read, types: HashMap::default() }
    }

    /// The tag that an access tag stands for; `None` where upstream's import takes it for none.
    pub fn tag(&mut self, id: NodeId) -> Option<Converted> {
        let read = self.read;
        let (base, access, offset, rest) = match read.uniqued(id)? {
            [Operand::Node(base), Operand::Node(access), offset, rest @ ..] if rest.len() <= 1 => {
                (*base, *access, offset, rest)
            }
            _ => return None,
        };
        let (offset, offset_type) = read.unsigned(offset)?;
        let constant = match rest.first() {
            Some(constant) => Some(read.unsigned(constant)?),
            None => None,
        };
        let (base, base_exact) = self.ty(base, 0)?;
        let (access, access_exact) = self.ty(access, 0)?;
        if !self.is_desc(base) || !self.is_desc(access) {
            return None;
        }
        let ctx = read.ctx;
        let flag = (constant.is_some_and(|c| c.0 != 0)).then(|| ctx.bool_attr(true));
        let params = Box::new([Some(base), Some(access), Some(ctx.int_attr(types::I64, offset)), flag]);
        let has_written_type = offset_type == types::I64 && (constant.is_none() || constant == Some((1, types::I64)));
        let exact = base_exact && access_exact && has_written_type;
        Some((ctx.attr(AttrData::Llvm { kind: TBAA_TAG, params }), exact))
    }

    fn is_desc(&self, attr: Attr) -> bool {
        matches!(self.read.ctx.attr_data(attr), AttrData::Llvm { kind, .. } if *kind == TBAA_TYPE_DESC)
    }

    fn ty(&mut self, id: NodeId, depth: u32) -> Option<Converted> {
        if let Some(known) = self.types.get(&id) {
            return *known;
        }
        if depth > DEPTH_LIMIT {
            return None;
        }
        self.types.insert(id, None);
        let converted = self.new_type(id, depth);
        self.types.insert(id, converted);
        converted
    }

    fn new_type(&mut self, id: NodeId, depth: u32) -> Option<Converted> {
        let ctx = self.read.ctx;
        let operands = self.read.uniqued(id)?;
        let Some((name, members)) = operands.split_first() else {
            return Some((ctx.attr(AttrData::Llvm { kind: TBAA_ROOT, params: Box::new([None]) }), false));
        };
        let name = ctx.str_attr(name.string()?);
        if members.is_empty() {
            return Some((ctx.attr(AttrData::Llvm { kind: TBAA_ROOT, params: Box::new([Some(name)]) }), true));
        }
        // A scalar type may leave its offset out, which is 0.
        let mut exact = members.len() > 1;
        let mut list = Vec::new();
        for pair in members.chunks(2) {
            let (member, (offset, offset_type)) = match pair {
                [member, offset] => (member, self.read.unsigned(offset)?),
                [member] if members.len() == 1 => (member, (0, types::I64)),
                _ => return None,
            };
            exact &= offset_type == types::I64;
            let (member, member_exact) = self.ty(member.node()?, depth + 1)?;
            exact &= member_exact;
            let params = Box::new([Some(member), Some(ctx.int_attr(types::I64, offset))]);
            list.push(ctx.attr(AttrData::Llvm { kind: TBAA_MEMBER, params }));
        }
        let params = Box::new([Some(name), Some(ctx.array(&list))]);
        Some((ctx.attr(AttrData::Llvm { kind: TBAA_TYPE_DESC, params }), exact))
    }
}

impl Builder<'_> {
    /// The access tag that a `#llvm.tbaa_tag<...>` stands for.
    pub fn tbaa_tag(&mut self, tag: Attr) -> Option<NodeId> {
        if let Some(known) = self.nodes.get(tag) {
            return Some(known);
        }
        let params = self.params(tag, TBAA_TAG)?;
        let base = self.tbaa_type(param(params, 0)?, 0)?;
        let access = self.tbaa_type(param(params, 1)?, 0)?;
        let offset = self.ctx.int_value(param(params, 2)?)?;
        let mut operands = vec![Operand::Node(base), Operand::Node(access), self.int(types::I64, offset)];
        if param(params, 3).and_then(|c| self.ctx.int_value(c)).is_some_and(|c| c != 0) {
            operands.push(self.int(types::I64, 1));
        }
        let id = self.tuple(&operands);
        self.nodes.insert(tag, id);
        Some(id)
    }

    fn tbaa_type(&mut self, ty: Attr, depth: u32) -> Option<NodeId> {
        if let Some(known) = self.nodes.get(ty) {
            return Some(known);
        }
        if depth > DEPTH_LIMIT {
            return None;
        }
        let mut operands = Vec::new();
        if let Some(params) = self.params(ty, TBAA_ROOT) {
            // Upstream gives a root without a name an identity of its own.
            let Some(name) = param(params, 0).and_then(|n| self.ctx.string_value(n)) else {
                let id = self.own(&[]);
                self.nodes.insert(ty, id);
                return Some(id);
            };
            operands.push(Operand::String(name));
        } else {
            let params = self.params(ty, TBAA_TYPE_DESC)?;
            operands.push(Operand::String(self.ctx.string_value(param(params, 0)?)?));
            for member in self.ctx.items(param(params, 1)?) {
                let params = self.params(*member, TBAA_MEMBER)?;
                operands.push(Operand::Node(self.tbaa_type(param(params, 0)?, depth + 1)?));
                operands.push(self.int(types::I64, self.ctx.int_value(param(params, 1)?)?));
            }
        }
        let id = self.tuple(&operands);
        self.nodes.insert(ty, id);
        Some(id)
    }
}
