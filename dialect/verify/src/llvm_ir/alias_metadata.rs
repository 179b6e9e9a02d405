//! The rules for metadata that tells what memory accesses touch. LangRef, "`tbaa` Metadata", "`noalias` and `alias.scope`
//! Metadata".

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::attributes::AttrData;
use crate::context::{Context, Type};
use crate::diagnostic::LlvmVerifyCode;
use irtrip_metadata::{MetadataGraph, Node, NodeId, Operand};

/// The nodes of a module.
pub(super) struct Nodes<'a> {
    pub(super) ctx: &'a Context,
    pub(super) graph: &'a MetadataGraph,
    pub(super) types: &'a RefCell<TypeNodes>,
}

/// What is known of type nodes. Those of a module are often far from their root, and many tags name each.
#[derive(Default)]
pub(super) struct TypeNodes {
    /// Whether a node and all above it up to the root are scalars.
    scalars: FxHashMap<NodeId, bool>,
    /// What nodes say of their fields, read with sizes or without.
    described: FxHashMap<(NodeId, bool), Result<BaseNode, &'static str>>,
    /// The scalars, each with the type of an offset, from which accesses of them were followed to the root. That such a
    /// path has no circle is known without what is before it.
    followed: FxHashSet<(NodeId, Type)>,
}

/// What a type node says of its fields.
#[derive(Clone, Copy)]
enum BaseNode {
    /// The type has no fields, or none of a known width.
    Scalar,
    /// The width of the fields' offsets.
    Struct(Type),
    /// LLVM looks no further.
    Unknown,
}

impl<'a> Nodes<'a> {
    /// The operands of a tuple.
    pub(super) fn operands(&self, node: NodeId) -> Option<&'a [Operand]> {
        match self.graph.node(node) {
            Node::Tuple { operands, .. } => Some(operands),
            Node::Specialised { .. } | Node::Location(_) => None,
        }
    }

    fn tuple(&self, operand: &Operand) -> Option<(NodeId, &'a [Operand])> {
        let Operand::Node(id) = operand else { return None };
        Some((self.graph.canonical(*id), self.operands(*id)?))
    }

    /// A number and its type.
    pub(super) fn number(&self, operand: &Operand) -> Option<(i64, Type)> {
        let Operand::Constant(constant) = operand else { return None };
        match self.ctx.attr_data(*constant) {
            AttrData::Integer { ty, value } => Some((*value, *ty)),
            _ => None,
        }
    }

    /// The type of a number of any size.
    pub(super) fn integer_type(&self, operand: &Operand) -> Option<Type> {
        let Operand::Constant(constant) = operand else { return None };
        match self.ctx.attr_data(*constant) {
            AttrData::Integer { ty, .. } | AttrData::BigInteger { ty, .. } => Some(*ty),
            _ => None,
        }
    }

    pub(super) fn check_scopes(&self, list: NodeId) -> Option<LlvmVerifyCode> {
        self.operands(list)?.iter().find_map(|scope| match self.tuple(scope) {
            None => Some(LlvmVerifyCode::AliasScope("scope list must consist of MDNodes")),
            Some((scope, operands)) => self.check_scope(scope, operands),
        })
    }

    fn check_scope(&self, scope: NodeId, operands: &[Operand]) -> Option<LlvmVerifyCode> {
        let names = |node: NodeId, operand: &Operand| match operand {
            Operand::String(_) => true,
            Operand::Node(id) => self.graph.canonical(*id) == node,
            _ => false,
        };
        let is_string = |operand: Option<&Operand>| matches!(operand, None | Some(Operand::String(_)));
        let [identity, domain, name @ ..] = operands else {
            return Some(LlvmVerifyCode::AliasScope("scope must have two or three operands"));
        };
        let rule = if name.len() > 1 {
            "scope must have two or three operands"
        } else if !names(scope, identity) {
            "first scope operand must be self-referential or string"
        } else if !is_string(name.first()) {
            "third scope operand must be string (if used)"
        } else {
            match self.tuple(domain) {
                None => "second scope operand must be MDNode",
                Some((_, [] | [_, _, _, ..])) => "domain must have one or two operands",
                Some((domain, [identity, ..])) if !names(domain, identity) => {
                    "first domain operand must be self-referential or string"
                }
                Some((_, [_, name @ ..])) if !is_string(name.first()) => {
                    "second domain operand must be string (if used)"
                }
                Some(_) => return None,
            }
        };
        Some(LlvmVerifyCode::AliasScope(rule))
    }

    pub(super) fn check_access_tag(&self, tag: NodeId) -> Option<LlvmVerifyCode> {
        let operands = self.operands(tag)?;
        let [base, access, offset, rest @ ..] = operands else {
            return Some(LlvmVerifyCode::AccessTag(
                "Old-style TBAA is no longer allowed, use struct-path TBAA instead",
            ));
        };
        let access_node = self.tuple(access);
        let has_sizes = access_node.is_some_and(|(_, operands)| self.has_sizes(operands));
        let constancy = if has_sizes { rest.get(1) } else { rest.first() };
        let constancy = constancy.map(|operand| self.number(operand).map(|(value, _)| value));
        let rule = if has_sizes && !matches!(rest.len(), 1 | 2) {
            "Access tag metadata must have either 4 or 5 operands"
        } else if has_sizes && rest.first().is_none_or(|size| self.number(size).is_none()) {
            "Access size field must be a constant"
        } else if !has_sizes && rest.len() > 1 {
            "Struct tag metadata must have either 3 or 4 operands"
        } else if constancy == Some(None) {
            "Immutability tag on struct tag metadata must be a constant"
        } else if !matches!(constancy.flatten(), None | Some(-1..=1)) {
            "Immutability part of the struct tag metadata must be either 0 or 1"
        } else {
            let (Some(base), Some(access)) = (self.tuple(base), access_node) else {
                return Some(LlvmVerifyCode::AccessTag(
                    "Malformed struct tag metadata: base and access-type should be non-null and point to Metadata nodes",
                ));
            };
            if !has_sizes && !self.is_scalar(access) {
                "Access type node must be a valid scalar type"
            } else if let Some(offset) = self.number(offset) {
                return self.check_path(base, access.0, offset, has_sizes).map(LlvmVerifyCode::AccessTag);
            } else {
                "Offset must be constant integer"
            }
        };
        Some(LlvmVerifyCode::AccessTag(rule))
    }

    /// Whether a type node has the form with sizes, which begins with its parent.
    fn has_sizes(&self, operands: &[Operand]) -> bool {
        matches!(operands, [Operand::Node(_), _, _, ..])
    }

    fn is_root(operands: &[Operand]) -> bool {
        operands.len() < 2
    }

    /// Whether a type node and all above it up to the root are scalars.
    fn is_scalar(&self, (node, operands): (NodeId, &'a [Operand])) -> bool {
        let scalars = &mut self.types.borrow_mut().scalars;
        let (mut node, mut operands, mut path) = (node, operands, Vec::new());
        let is_scalar = loop {
            if let Some(&known) = scalars.get(&node) {
                break known;
            }
            // Until more is known, so that a circle is none.
            scalars.insert(node, false);
            path.push(node);
            let parent = match operands {
                [Operand::String(_), parent] => parent,
                [Operand::String(_), parent, offset] if self.number(offset).is_some_and(|(value, _)| value == 0) => {
                    parent
                }
                _ => break false,
            };
            match self.tuple(parent) {
                Some((_, above)) if Self::is_root(above) => break true,
                Some(above) => (node, operands) = above,
                None => break false,
            }
        };
        scalars.extend(path.into_iter().map(|node| (node, is_scalar)));
        is_scalar
    }

    /// Follows the fields at an offset from a base type down to the type that is accessed.
    fn check_path(
        &self,
        base: (NodeId, &'a [Operand]),
        access: NodeId,
        (mut offset, offset_type): (i64, Type),
        has_sizes: bool,
    ) -> Option<&'static str> {
        let (mut seen, mut is_accessed) = (FxHashSet::default(), false);
        let (mut node, mut operands) = base;
        let mut followed = Vec::new();
        while !Self::is_root(operands) {
            if !seen.insert(node) {
                return Some("Cycle detected in struct path");
            }
            let described = match self.described((node, operands), has_sizes) {
                Ok(described) => described,
                Err(rule) => return Some(rule),
            };
            is_accessed |= node == access;
            let is_scalar = self.is_scalar((node, operands));
            if (node == access || is_scalar) && offset != 0 {
                return Some("Offset not zero at the point of scalar access");
            }
            if is_accessed && is_scalar && !has_sizes {
                if self.types.borrow().followed.contains(&(node, offset_type)) {
                    break;
                }
                followed.push((node, offset_type));
            }
            let is_width = match described {
                BaseNode::Scalar => offset == 0 || has_sizes,
                BaseNode::Struct(width) => width == offset_type,
                BaseNode::Unknown => return None,
            };
            if !is_width {
                return Some("Access bit-width not the same as description bit-width");
            }
            if has_sizes && is_accessed {
                break;
            }
            match self.field_at(operands, &mut offset, has_sizes) {
                Ok(field) => (node, operands) = field,
                Err(rule) => return Some(rule),
            }
        }
        if !is_accessed {
            return Some("Did not see access type in access path!");
        }
        self.types.borrow_mut().followed.extend(followed);
        None
    }

    /// The fields of a struct's type node: each its type, its offset, and, with sizes, its size.
    fn fields(operands: &'a [Operand], has_sizes: bool) -> impl Iterator<Item = &'a [Operand]> {
        let (first, length) = if has_sizes { (3, 3) } else { (1, 2) };
        operands.get(first..).unwrap_or_default().chunks_exact(length)
    }

    fn described(&self, node: (NodeId, &'a [Operand]), has_sizes: bool) -> Result<BaseNode, &'static str> {
        let key = (node.0, has_sizes);
        if let Some(known) = self.types.borrow().described.get(&key) {
            return *known;
        }
        let described = self.base_node(node, has_sizes);
        self.types.borrow_mut().described.insert(key, described);
        described
    }

    fn base_node(&self, (node, operands): (NodeId, &'a [Operand]), has_sizes: bool) -> Result<BaseNode, &'static str> {
        if operands.len() == 2 {
            return Ok(if self.is_scalar((node, operands)) { BaseNode::Scalar } else { BaseNode::Unknown });
        }
        if has_sizes && !operands.len().is_multiple_of(3) {
            return Err("Access tag nodes must have the number of operands that is a multiple of 3!");
        } else if has_sizes && self.number(&operands[1]).is_none() {
            return Err("Type size nodes must be constants!");
        } else if !has_sizes && operands.len().is_multiple_of(2) {
            return Err("Struct tag nodes must have an odd number of operands!");
        } else if !has_sizes && !matches!(operands[0], Operand::String(_)) {
            return Err("Struct tag nodes have a string as their first operand");
        }
        let (mut before, mut width) = (None, None);
        for field in Self::fields(operands, has_sizes) {
            let [ty, offset, size @ ..] = field else { continue };
            if !matches!(ty, Operand::Node(_)) {
                return Err("Incorrect field entry in struct type node!");
            }
            let Some((offset, own_width)) = self.number(offset) else {
                return Err("Offset entries must be constants!");
            };
            if *width.get_or_insert(own_width) != own_width {
                return Err("Bitwidth between the offsets and struct type entries must match");
            }
            // Offsets are unsigned.
            if before.is_some_and(|before| before as u64 > offset as u64) {
                return Err("Offsets must be increasing!");
            }
            before = Some(offset);
            if size.iter().any(|size| self.number(size).is_none()) {
                return Err("Member size entries must be constants!");
            }
        }
        Ok(width.map_or(BaseNode::Scalar, BaseNode::Struct))
    }

    /// The type of the field at an offset, which becomes the offset in that field.
    fn field_at(
        &self,
        operands: &'a [Operand],
        offset: &mut i64,
        has_sizes: bool,
    ) -> Result<(NodeId, &'a [Operand]), &'static str> {
        let parent = "Could not find TBAA parent in struct type node";
        if operands.len() == 2 {
            return self.tuple(&operands[1]).ok_or(parent);
        }
        let starts = |field: &&[Operand]| {
            field.get(1).and_then(|start| self.number(start)).is_some_and(|(start, _)| start as u64 <= *offset as u64)
        };
        let field = Self::fields(operands, has_sizes).take_while(starts).last().ok_or(parent)?;
        if let Some((start, _)) = field.get(1).and_then(|start| self.number(start)) {
            *offset -= start;
        }
        field.first().and_then(|ty| self.tuple(ty)).ok_or(parent)
    }
}
