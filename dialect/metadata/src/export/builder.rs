//! Making nodes of attributes.

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use crate::attr_table::AttrKind;
use crate::attributes::AttrData;
use crate::context::{Attr, Context, Str, Type};
use crate::debug_info::attributes::Identity;
use crate::dense_map::DenseMap;
use crate::graph::{MetadataGraph, Node, NodeId, Operand};

/// How deeply upstream's metadata attributes may be nested.
pub const DEPTH_LIMIT: u32 = crate::limits::MAX_BRACKETS as u32 / 2;

/// A graph in the making, and the node each attribute has become.
pub struct Builder<'a> {
    /// The context.
    pub ctx: &'a Context,
    /// The graph.
    pub graph: MetadataGraph,
    /// Attributes that always stand for one node.
    pub nodes: DenseMap<Attr, NodeId>,
    /// The nodes that several attributes may be views of.
    pub identities: HashMap<Identity, NodeId, FxBuildHasher>,
    /// Calls whose location, as what was inlined names it, stands for one node.
    pub callers: HashMap<Attr, NodeId, FxBuildHasher>,
    /// By the location of a call: the scope of the function, and the node that the location stands for there.
    pub placed_callers: HashMap<Attr, (NodeId, NodeId), FxBuildHasher>,
    /// Nodes that attributes with `isRecSelf` name and none has described yet, each with such an attribute.
    pub named_only: HashMap<NodeId, Attr, FxBuildHasher>,
    /// The compile units made of attributes, in order, each with its global variables.
    pub compile_units: Vec<(NodeId, Vec<NodeId>)>,
    /// The compile units that are whole.
    pub finished_units: Vec<NodeId>,
    /// The module's functions, where an attribute asked for one.
    pub functions: Option<HashSet<Str, FxBuildHasher>>,
    /// Whether the module has `irtrip.exporter_defaults`.
    pub has_exporter_defaults: bool,
    /// How many locations may still be looked at.
    pub location_steps_left: usize,
}

/// How many locations are looked at for each attribute of the context at most, on average: more than code is ever
/// inlined deep.
const LOCATION_STEPS_PER_ATTRIBUTE: usize = 64;

/// How many locations are looked at in addition, however small the module is.
const LOCATION_STEPS: usize = 1 << 16;

impl<'a> Builder<'a> {
    /// A builder on top of a finished graph.
    pub fn new(ctx: &'a Context, graph: MetadataGraph) -> Builder<'a> {
        Builder {
            ctx,
            graph,
            nodes: DenseMap::default(),
            identities: HashMap::default(),
            callers: HashMap::default(),
            placed_callers: HashMap::default(),
            named_only: HashMap::default(),
            compile_units: Vec::new(),
            finished_units: Vec::new(),
            functions: None,
            has_exporter_defaults: false,
            location_steps_left: ctx
                .attr_count()
                .saturating_mul(LOCATION_STEPS_PER_ATTRIBUTE)
                .saturating_add(LOCATION_STEPS),
        }
    }

    /// A uniqued tuple.
    pub fn tuple(&mut self, operands: &[Operand]) -> NodeId {
        self.graph.uniqued(Node::Tuple { distinct: false, operands: operands.into() })
    }

    /// A distinct tuple.
    pub fn distinct(&mut self, operands: &[Operand]) -> NodeId {
        self.graph.uniqued(Node::Tuple { distinct: true, operands: operands.into() })
    }

    /// A distinct tuple whose first operand is itself.
    pub fn own(&mut self, rest: &[Operand]) -> NodeId {
        let id = self.graph.declare();
        let operands = std::iter::once(Operand::Node(id)).chain(rest.iter().copied()).collect();
        self.graph.define(id, Node::Tuple { distinct: true, operands });
        id
    }

    /// A number as an operand.
    pub fn int(&self, ty: Type, value: i64) -> Operand {
        Operand::Constant(self.ctx.int_attr(ty, value))
    }

    /// A string as an operand.
    pub fn string(&self, text: &str) -> Operand {
        Operand::String(self.ctx.str(text))
    }

    /// The parameters of an attribute of this kind.
    pub fn params(&self, attr: Attr, kind: AttrKind) -> Option<&'a [Option<Attr>]> {
        match self.ctx.attr_data(attr) {
            AttrData::Llvm { kind: have, params } if *have == kind => Some(params),
            _ => None,
        }
    }
}

/// A parameter that is there.
pub fn param(params: &[Option<Attr>], place: usize) -> Option<Attr> {
    params.get(place).copied().flatten()
}
