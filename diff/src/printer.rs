//! Spells types and attributes for a diff. One that is too large is abbreviated and ends in the start of its hash, so
//! that two that differ do not look alike.

use std::fmt::Write;

use irtrip_dialect::attr_table::AttrKindDefinition;
use irtrip_dialect::metadata::NodeId;
use irtrip_dialect::names::SYM_NAME;
use irtrip_dialect::ops::SlotKind;
use irtrip_dialect::{Attr, AttrData, OpName, OpNameDefinition, Str, Type, TypeData};
use irtrip_grammar::{print_attr_start, print_type_start};
use rustc_hash::FxHashMap;

use crate::structural_hash::{StructuralHash, StructuralHasher, is_compared, is_metadata};

/// Levels of attributes and types that are shown.
const MAX_DEPTH: usize = 3;
/// Attributes below one that is printed as a whole.
const MAX_WHOLE_CHILDREN: usize = 10;
/// Bytes of one that are shown.
const MAX_BYTES: usize = 400;

/// Writes what a diff shows.
pub(crate) struct Printer<'k, 'a> {
    pub hasher: &'k mut StructuralHasher<'a>,
    /// The numbers of nodes that look alike and are not the same one.
    pub numbers: Option<&'k FxHashMap<NodeId, usize>>,
}

impl<'k, 'a> Printer<'k, 'a> {
    /// A printer for the module of this hasher.
    pub fn new(hasher: &'k mut StructuralHasher<'a>) -> Printer<'k, 'a> {
        Printer { hasher, numbers: None }
    }

    /// A type; an identified struct by its name.
    pub fn ty(&mut self, ty: Type, out: &mut String) {
        let start = out.len();
        self.ty_below(ty, MAX_DEPTH, start + MAX_BYTES, out);
        if out.len() > start + MAX_BYTES {
            let end = (0..=start + MAX_BYTES).rev().find(|&i| out.is_char_boundary(i));
            out.truncate(end.unwrap_or(start));
            let _ = write!(out, "... #{:08x}", short(self.hasher.ty(ty)));
        }
    }

    /// A type, of which no more is written where the text has reached `end`.
    fn ty_below(&mut self, ty: Type, depth: usize, end: usize, out: &mut String) {
        let ctx = self.hasher.ctx;
        match ctx.type_data(ty) {
            TypeData::IdentifiedStruct { name, .. } => {
                let _ = write!(out, "!llvm.struct<{:?}>", ctx.text(*name));
            }
            TypeData::Array { .. } | TypeData::LiteralStruct { .. } | TypeData::LlvmFunction { .. } if depth == 0 => {
                let _ = write!(out, "!llvm<#{:08x}>", short(self.hasher.ty(ty)));
            }
            TypeData::Array { length, element } => {
                let _ = write!(out, "!llvm.array<{length} x ");
                self.ty_below(*element, depth - 1, end, out);
                out.push('>');
            }
            TypeData::LiteralStruct { packed, elements } => {
                out.push_str(if *packed { "!llvm.struct<packed (" } else { "!llvm.struct<(" });
                self.types(elements, depth - 1, end, out);
                out.push_str(")>");
            }
            TypeData::LlvmFunction { result, params, vararg } => {
                out.push_str("!llvm.func<");
                self.ty_below(*result, depth - 1, end, out);
                out.push_str(" (");
                self.types(params, depth - 1, end, out);
                out.push_str(match (vararg, params.is_empty()) {
                    (true, false) => ", ...)>",
                    (true, true) => "...)>",
                    (false, _) => ")>",
                });
            }
            // One byte more than is shown, so that the text is seen to go on.
            _ => out.push_str(&print_type_start(ctx, ty, MAX_BYTES + 1).0),
        }
    }

    fn types(&mut self, types: &[Type], depth: usize, end: usize, out: &mut String) {
        for (i, &ty) in types.iter().enumerate() {
            if out.len() > end {
                return;
            }
            out.push_str(if i > 0 { ", " } else { "" });
            self.ty_below(ty, depth, end, out);
        }
    }

    /// The entries of an operation's dictionary that are compared, each as `key = value`.
    pub fn entries(&mut self, name: OpName, attrs: Attr) -> Vec<String> {
        let ctx = self.hasher.ctx;
        // A symbol's name comes before its attributes.
        let entries = ctx.entries(attrs).iter().filter(|e| is_compared(ctx, e.0, e.1) && e.0 != SYM_NAME);
        entries.map(|&(key, value)| self.entry(Some(name), key, value)).collect()
    }

    /// `key = value`, or the key alone for `unit`.
    pub fn entry(&mut self, name: Option<OpName>, key: Str, value: Attr) -> String {
        let text = self.hasher.ctx.text(key);
        if matches!(self.hasher.ctx.attr_data(value), AttrData::Unit) {
            return text.into_owned();
        }
        format!("{text} = {}", self.value(name, key, value))
    }

    /// An entry's value.
    pub fn value(&mut self, name: Option<OpName>, key: Str, value: Attr) -> String {
        let ctx = self.hasher.ctx;
        if let Some(spelling) = name.and_then(|n| enumeration_value(ctx, n, &ctx.text(key), value)) {
            return spelling;
        }
        let mut out = String::new();
        self.attr(value, &mut out);
        out
    }

    /// An attribute, down to some matching_hashes.
    pub fn attr(&mut self, attr: Attr, out: &mut String) {
        self.attr_below(attr, MAX_DEPTH, out);
    }

    fn attr_below(&mut self, attr: Attr, depth: usize, out: &mut String) {
        let ctx = self.hasher.ctx;
        if let Some(node) = self.hasher.node(attr) {
            return self.node(node, 1, out);
        }
        if let Some(position) = self.hasher.tagged.and_then(|tagged| tagged.position(ctx, attr)) {
            let function = self.hasher.children(attr).first().map(|name| print_attr_start(ctx, *name, MAX_BYTES).0);
            let _ = write!(out, "blockaddress({}, ^{position})", function.unwrap_or_default());
            return;
        }
        match ctx.attr_data(attr) {
            AttrData::Array(_) | AttrData::Dictionary(_) | AttrData::Distinct { .. } | AttrData::Llvm { .. }
                if depth == 0 =>
            {
                let _ = write!(out, "#{:08x}", short(self.hasher.attr(attr).hash));
            }
            _ if self.is_small(attr) => self.whole(attr, out),
            AttrData::Array(items) => {
                out.push('[');
                for (i, &item) in items.iter().enumerate() {
                    out.push_str(if i > 0 { ", " } else { "" });
                    self.attr_below(item, depth - 1, out);
                }
                out.push(']');
            }
            AttrData::Dictionary(entries) => {
                out.push('{');
                for (i, &(key, value)) in entries.iter().filter(|e| is_compared(ctx, e.0, e.1)).enumerate() {
                    let _ = write!(out, "{}{} = ", if i > 0 { ", " } else { "" }, ctx.text(key));
                    match self.hasher.metadata.filter(|_| is_metadata(ctx, key)) {
                        Some(metadata) => self.operand(&metadata.export.operand(ctx, value), 1, out),
                        None => self.attr_below(value, depth - 1, out),
                    }
                }
                out.push('}');
            }
            AttrData::Distinct { referenced, .. } => {
                out.push_str("distinct<");
                self.attr_below(*referenced, depth - 1, out);
                out.push('>');
            }
            AttrData::Llvm { kind, params } => {
                let def = kind.def();
                let _ = write!(out, "#llvm.{}<", def.mnemonic);
                let mut separator = "";
                for (param, value) in def.params.iter().zip(params.iter()) {
                    let Some(value) = value else { continue };
                    let _ = write!(out, "{separator}{} = ", param.name);
                    self.attr_below(*value, depth - 1, out);
                    separator = ", ";
                }
                out.push('>');
            }
            _ => self.whole(attr, out),
        }
    }

    fn whole(&mut self, attr: Attr, out: &mut String) {
        let (mut text, whole) = print_attr_start(self.hasher.ctx, attr, MAX_BYTES);
        if !whole {
            let _ = write!(text, "... #{:08x}", short(self.hasher.attr(attr).hash));
        }
        out.push_str(&text);
    }

    /// Whether there is little below an attribute and no node, so that its own spelling shows it whole.
    fn is_small(&mut self, attr: Attr) -> bool {
        if !self.hasher.attr(attr).nodes.is_empty() {
            return false;
        }
        let mut open = vec![attr];
        let mut seen = 0;
        while let Some(next) = open.pop() {
            seen += 1;
            open.extend(self.hasher.children(next));
            if seen + open.len() > MAX_WHOLE_CHILDREN {
                return false;
            }
        }
        true
    }
}

/// The spelling of an operation's own enumeration, which the model holds as a number: of several bits, each of them.
fn enumeration_value(ctx: &irtrip_dialect::Context, name: OpName, key: &str, value: Attr) -> Option<String> {
    let (SlotKind::Enum(of) | SlotKind::Bits(of)) = name.def()?.attr_slot(key)?.kind else { return None };
    let value = ctx.int_value(value)?;
    let bits = || of.bits.then(|| of.split(value).map(|bit| bit.mlir).filter(|name| !name.is_empty()).collect());
    let names: Vec<&str> = of.mlir(value).map(|name| vec![name]).or_else(bits)?;
    (!names.is_empty()).then(|| names.join(of.separator))
}

/// The part of a hash that is shown: enough to tell two apart by eye.
fn short(key: StructuralHash) -> u32 {
    key as u32
}
