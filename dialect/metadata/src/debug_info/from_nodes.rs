//! Debug-info attributes of nodes; LangRef, "Specialized Metadata Nodes".
//!
//! A node may have several attributes: where types refer to each other, which of them is spelled out and which is
//! `isRecSelf` depends on where one starts. Each is a *view* of its node.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::collections::BTreeSet;

use super::attributes::{DebugRow, DebugRows, FieldRow, Source};
use crate::attr_table::AttrKindDefinition;
use crate::attr_table::*;
use crate::attributes::{AttrData, well_known as attrs};
use crate::context::{Attr, Context, Str};
use crate::dense_map::DenseMap;
use crate::dwarf::Dwarf;
use crate::export::builder::DEPTH_LIMIT;
use crate::graph::reader::NodeReader;
use crate::graph::{Field, MetadataGraph, Node, NodeId, Operand};
use crate::names::EMPTY;
use crate::types::well_known as types;

type NodeMap<T> = HashMap<NodeId, T, FxBuildHasher>;
type Params = Box<[Option<Attr>]>;

/// How many attributes are made for each node of the module at most, on average; views of types that refer to each
/// other could be more than memory holds.
const VIEWS_A_NODE: usize = 8;

/// A node whose attribute is being made.
#[derive(Default)]
struct Frame {
    /// Nodes whose attributes may be used only as long as this frame stands.
    below: Vec<NodeId>,
    /// The frames that this one's attribute refers to by `isRecSelf`.
    refers_to: BTreeSet<usize>,
}

/// Makes the views of nodes.
pub(crate) struct Converter<'a> {
    ctx: &'a Context,
    graph: &'a MetadataGraph,
    rows: &'a DebugRows,
    /// Attributes that are the same wherever they stand.
    pub standalone: DenseMap<NodeId, Option<Attr>>,
    /// Attributes that are below the frame given.
    dependent: NodeMap<(Option<Attr>, usize)>,
    frames: Vec<Frame>,
    /// The frames of each node in the making.
    open: NodeMap<SmallVec<[usize; 2]>>,
    /// The views, in the order they were made.
    pub views: Vec<Attr>,
    /// The node each view stands for: the first of those it was made of.
    pub view_nodes: DenseMap<Attr, NodeId>,
    left: usize,
}

impl<'a> Converter<'a> {
    pub fn new(ctx: &'a Context, graph: &'a MetadataGraph) -> Converter<'a> {
        Converter {
            ctx,
            graph,
            rows: DebugRows::of(ctx),
            standalone: DenseMap::default(),
            dependent: NodeMap::default(),
            frames: Vec::new(),
            open: NodeMap::default(),
            views: Vec::new(),
            view_nodes: DenseMap::default(),
            left: graph.len().saturating_mul(VIEWS_A_NODE),
        }
    }

    fn see(&mut self, attr: Attr, id: NodeId) {
        if self.view_nodes.insert_first(attr, id) {
            self.views.push(attr);
        }
    }

    /// The attribute of a node, below the frames that stand; `None` where upstream has none.
    pub fn translate(&mut self, id: NodeId) -> Option<Attr> {
        if let Some(known) = self.standalone.get(id) {
            return known;
        }
        if let Some(&(attr, frame)) = self.dependent.get(&id) {
            self.refer_to(frame);
            return attr;
        }
        let Node::Specialised { name, fields, .. } = self.graph.node(id) else { return None };
        let (name, fields) = (*name, &fields[..]);
        if name == self.rows.expression {
            let attr = self.expression(fields);
            self.standalone.insert(id, attr);
            attr.into_iter().for_each(|a| self.see(a, id));
            return attr;
        }
        let row = self.rows.of_node(name)?;
        if let Some(frame) = self.open.get(&id).and_then(|o| o.last().copied()) {
            if let Some(own) = self.rec_self(row, id) {
                self.see(own, id);
                self.dependent.insert(id, (Some(own), frame));
                if let Some(frame) = self.frames.get_mut(frame) {
                    frame.below.push(id);
                }
                self.refer_to(frame);
                return Some(own);
            }
            if self.open.get(&id).is_some_and(|o| o.len() > 1) {
                return None;
            }
        }
        if self.frames.len() > DEPTH_LIMIT as usize || self.left == 0 {
            return None;
        }
        self.left -= 1;
        let place = self.frames.len();
        self.frames.push(Frame::default());
        self.open.entry(id).or_default().push(place);
        let mut params = self.parameters(row, id, fields);
        let frame = self.frames.pop().unwrap_or_default();
        let is_cycle = frame.refers_to.contains(&place);
        if is_cycle && let (Some(params), Some(at)) = (&mut params, row.rec_id) {
            params[at] = Some(self.read().recursive_identity(id));
        }
        let attr = params.map(|params| self.ctx.attr(AttrData::Llvm { kind: row.kind, params }));
        self.close(id, place, frame, attr);
        attr
    }

    fn refer_to(&mut self, frame: usize) {
        if let Some(top) = self.frames.last_mut() {
            top.refers_to.insert(frame);
        }
    }

    /// Keeps the attribute for as long as it holds.
    fn close(&mut self, id: NodeId, place: usize, mut frame: Frame, attr: Option<Attr>) {
        attr.into_iter().for_each(|a| self.see(a, id));
        for below in std::mem::take(&mut frame.below) {
            self.dependent.remove(&below);
        }
        frame.refers_to.remove(&place);
        match frame.refers_to.last().copied() {
            None => {
                self.standalone.insert(id, attr);
            }
            Some(highest) => {
                self.dependent.insert(id, (attr, highest));
                if let Some(parent) = self.frames.last_mut() {
                    parent.refers_to.append(&mut frame.refers_to);
                }
                if let Some(highest) = self.frames.get_mut(highest) {
                    highest.below.push(id);
                }
            }
        }
        if let Some(open) = self.open.get_mut(&id) {
            open.pop();
            if open.is_empty() {
                self.open.remove(&id);
            }
        }
    }

    fn read(&self) -> NodeReader<'a> {
        NodeReader { ctx: self.ctx, graph: self.graph }
    }

    fn rec_self(&self, row: &DebugRow, id: NodeId) -> Option<Attr> {
        let def = row.kind.def();
        let mut params: Params = vec![None; def.params.len()].into();
        params[row.rec_id?] = Some(self.read().recursive_identity(id));
        params[row.is_rec_self?] = Some(attrs::TRUE);
        // A field that must be there tells nothing by being there.
        for (param, value) in def.params.iter().zip(&mut params) {
            if param.need == ParamNeed::Required && value.is_none() {
                *value = self.zero(&param.kind);
            }
        }
        Some(self.ctx.attr(AttrData::Llvm { kind: row.kind, params }))
    }

    fn zero(&self, kind: &ParamKind) -> Option<Attr> {
        match kind {
            ParamKind::Str | ParamKind::Text => Some(self.ctx.str_attr(EMPTY)),
            ParamKind::Bool => Some(attrs::FALSE),
            // No language is numbered 0, so there is no spelling for it.
            ParamKind::Dwarf(Dwarf::Language) => None,
            ParamKind::Number(_) | ParamKind::Enum(..) | ParamKind::Dwarf(_) | ParamKind::Flags(_) => {
                Some(self.ctx.int_attr(types::I64, 0))
            }
            ParamKind::Attr(_) | ParamKind::Llvm(_) | ParamKind::List(_) | ParamKind::Members | ParamKind::Type => None,
        }
    }

    /// The parameters of a node's attribute; `None` where upstream makes none of it.
    fn parameters(&mut self, row: &DebugRow, id: NodeId, fields: &[(Str, Field)]) -> Option<Params> {
        let def = row.kind.def();
        let mut params: Params = vec![None; def.params.len()].into();
        if let Some(place) = row.id
            && self.graph.node(id).is_distinct()
        {
            params[place] = Some(self.read().identity(id));
        }
        for part in &row.fields {
            let Some(place) = part.place.filter(|place| !row.kind.def().params[*place].is_later()) else { continue };
            let value = self.parameter(row, part, field(fields, part.name))?;
            let optional = def.params[place].need == ParamNeed::Optional;
            params[place] = value.filter(|v| !(optional && self.is_default(&def.params[place].kind, *v)));
        }
        for (param, value) in def.params.iter().zip(&mut params) {
            if param.need == ParamNeed::Required && value.is_none() {
                *value = Some(self.zero(&param.kind)?);
            }
        }
        // An array needs the type of its elements; a range needs to end.
        let is_there = |name: &str| def.param(name).is_some_and(|place| params[place].is_some());
        if row.kind == DI_COMPOSITE_TYPE
            && !is_there("baseType")
            && fields.iter().any(|f| matches!(f.1, Field::Word(w) if self.ctx.bytes(w) == b"DW_TAG_array_type"))
        {
            return None;
        }
        if row.kind == DI_SUBRANGE && !is_there("count") && !is_there("upperBound") {
            return None;
        }
        Some(params)
    }

    /// Whether a parameter accepts an attribute: LLVM IR accepts nodes of more kinds than the dialect.
    fn fits(&self, row: &DebugRow, part: &FieldRow, attr: Attr) -> bool {
        part.place.is_none_or(|place| self.is_of_kind(&row.kind.def().params[place].kind, attr))
    }

    fn is_of_kind(&self, kind: &ParamKind, attr: Attr) -> bool {
        match kind {
            ParamKind::Attr(class) => class.holds(self.ctx, attr),
            ParamKind::Llvm(wanted) => {
                matches!(self.ctx.attr_data(attr), AttrData::Llvm { kind, .. } if kind == wanted)
            }
            ParamKind::List(element) => self.ctx.items(attr).iter().all(|item| self.is_of_kind(element, *item)),
            _ => true,
        }
    }

    fn is_default(&self, kind: &ParamKind, value: Attr) -> bool {
        match kind {
            ParamKind::Number(_)
            | ParamKind::Bool
            | ParamKind::Enum(..)
            | ParamKind::Dwarf(_)
            | ParamKind::Flags(_) => self.ctx.int_value(value) == Some(0),
            ParamKind::List(_) => self.ctx.items(value).is_empty(),
            ParamKind::Str | ParamKind::Text => self.ctx.string_value(value) == Some(EMPTY),
            ParamKind::Attr(_) | ParamKind::Llvm(_) | ParamKind::Members | ParamKind::Type => false,
        }
    }

    /// A parameter; `Some(None)` where it is absent, `None` where the node has no attribute because of it.
    #[allow(clippy::option_option)]
    fn parameter(&mut self, row: &DebugRow, part: &FieldRow, field: Option<&Field>) -> Option<Option<Attr>> {
        let ctx = self.ctx;
        let number = |n: i64| Some(ctx.int_attr(types::I64, n));
        let int = |field: &Field| field.bits(ctx);
        let Some(field) = field else {
            return Some(match part.source {
                // What LLVM's writer leaves out.
                Source::DwarfName(_, silent) if silent > 0 => number(silent),
                _ => None,
            });
        };
        Some(match part.source {
            Source::Text | Source::AnyText => match field {
                Field::Operand(Operand::String(text)) => Some(ctx.str_attr(*text)),
                _ => None,
            },
            Source::Number | Source::AnyNumber | Source::SomeNumber => int(field).and_then(number),
            Source::Bool | Source::True => match field {
                Field::Bool(value) => Some(ctx.bool_attr(*value)),
                _ => None,
            },
            // The attribute has a number by its name only.
            Source::DwarfName(table, _) => self.rows.words(table).and_then(|words| match field {
                Field::Word(word) => words.number(*word).and_then(number),
                other => int(other).filter(|n| words.word(*n).is_some()).and_then(number),
            }),
            Source::Flags(set) => match field {
                Field::Word(text) => number(flags(&ctx.text(*text), set)),
                other => int(other).and_then(number),
            },
            Source::Word(words, _) => match field {
                Field::Word(word) => words.from_llvm(&ctx.text(*word)).and_then(number),
                other => int(other).and_then(number),
            },
            Source::Node | Source::NodeOrNull | Source::Expression => {
                let Field::Operand(Operand::Node(id)) = field else { return Some(None) };
                let attr = self.translate(*id).filter(|attr| self.fits(row, part, *attr));
                if attr.is_none() && is_needed(row.kind, part.label) {
                    return None;
                }
                attr
            }
            Source::Nodes | Source::AnyNodes => {
                let Field::Operand(Operand::Node(list)) = field else { return Some(None) };
                let items = self.nodes(row, part.label, *list).filter(|items| self.fits(row, part, *items));
                if items.is_none() && row.kind == DI_SUBROUTINE_TYPE {
                    return None;
                }
                items
            }
            Source::Bound => match field {
                Field::Operand(Operand::Node(id)) => self.translate(*id).filter(|attr| self.fits(row, part, *attr)),
                other => int(other).and_then(number),
            },
            Source::Zero => None,
        })
    }

    /// A list of nodes; `None` where one has no attribute.
    fn nodes(&mut self, row: &DebugRow, name: &str, list: NodeId) -> Option<Attr> {
        let Node::Tuple { operands, .. } = self.graph.node(list) else { return None };
        // Upstream makes the attributes of all, also where it drops the list: one of them may refer back to what has it.
        let mut items = Some(Vec::with_capacity(operands.len()));
        for operand in operands {
            let item = match operand {
                Operand::Null if row.kind == DI_SUBROUTINE_TYPE => {
                    Some(self.ctx.attr(AttrData::Llvm { kind: DI_NULL_TYPE, params: Box::default() }))
                }
                Operand::Node(id) if name == "annotations" => self.annotation(*id),
                Operand::Node(id) => self.translate(*id),
                Operand::Null | Operand::String(_) | Operand::Constant(_) => None,
            };
            match (item, &mut items) {
                (Some(item), Some(items)) => items.push(item),
                _ => items = None,
            }
        }
        Some(self.ctx.array(&items?))
    }

    /// `!{!"name", !"value"}`
    fn annotation(&mut self, id: NodeId) -> Option<Attr> {
        let Node::Tuple { operands, .. } = self.graph.node(id) else { return None };
        let [Operand::String(name), Operand::String(value)] = **operands else { return None };
        let params = Box::new([Some(self.ctx.str_attr(name)), Some(self.ctx.str_attr(value))]);
        let attr = self.ctx.attr(AttrData::Llvm { kind: DI_ANNOTATION, params });
        self.see(attr, id);
        Some(attr)
    }

    /// `#llvm.di_expression<[DW_OP_plus_uconst(8)]>`
    fn expression(&self, fields: &[(Str, Field)]) -> Option<Attr> {
        let ctx = self.ctx;
        let (operations, encodings) = (self.rows.words(Dwarf::Operation)?, self.rows.words(Dwarf::Encoding)?);
        let mut elements: Vec<(i64, Vec<Attr>)> = Vec::new();
        for (_, field) in fields {
            let argument = match field {
                Field::Word(word) => {
                    if let Some(opcode) = operations.number(*word) {
                        elements.push((opcode, Vec::new()));
                        continue;
                    }
                    encodings.number(*word).or_else(|| field.bits(ctx))?
                }
                Field::Int(n) => *n,
                Field::Operand(_) | Field::Bool(_) | Field::List(_) => return None,
            };
            elements.last_mut()?.1.push(ctx.int_attr(types::I64, argument));
        }
        let element = |(opcode, arguments): (i64, Vec<Attr>)| {
            let arguments = (!arguments.is_empty()).then(|| ctx.array(&arguments));
            let params = Box::new([Some(ctx.int_attr(types::I64, opcode)), arguments]);
            ctx.attr(AttrData::Llvm { kind: DI_EXPRESSION_ELEM, params })
        };
        let elements: Vec<Attr> = elements.into_iter().map(element).collect();
        let elements = (!elements.is_empty()).then(|| ctx.array(&elements));
        Some(ctx.attr(AttrData::Llvm { kind: DI_EXPRESSION, params: Box::new([elements]) }))
    }
}

/// Whether an attribute of a kind makes no sense without a node in this field.
fn is_needed(kind: AttrKind, label: &str) -> bool {
    match label {
        "scope" => kind != DI_COMPOSITE_TYPE && kind != DI_NAMESPACE && kind != DI_MODULE,
        "baseType" => kind == DI_DERIVED_TYPE,
        "type" => kind == DI_SUBPROGRAM,
        _ => false,
    }
}

/// `DIFlagA | DIFlagB`; words that are none count as 0.
fn flags(text: &str, set: FlagSet) -> i64 {
    let one = |word: &str| match word.strip_prefix(set.prefix()) {
        Some(name) => set.names().from_llvm(name).unwrap_or(0),
        None => word.parse().unwrap_or(0),
    };
    text.split(" | ").map(one).fold(0, |all, bits| all | bits)
}

/// A field of a node by name.
pub(crate) fn field(fields: &[(Str, Field)], name: Str) -> Option<&Field> {
    fields.iter().find(|f| f.0 == name).map(|f| &f.1)
}
