//! The locations of instructions. Bitcode has them in the instructions; assembly has a node for each, once.

use rustc_hash::FxHashMap;

use crate::codes::metadata::LOCATION;
use crate::function::{Body, Location};
use crate::metadata::{Metadata, Node};

/// Uniqued nodes that are locations, by what they say.
pub(super) type LocationNodes = FxHashMap<Location, u64>;

/// Adds the uniqued nodes that are locations, which are numbered from a first one on.
fn add_nodes(nodes: &mut LocationNodes, metadata: &Metadata<'_>, first: u64) {
    for (id, node) in (first..).zip(&metadata.nodes) {
        let Node::Record(LOCATION, operands) = node else { continue };
        if let [flags, line, column, scope, inlined_at, rest @ ..] = operands.as_ref()
            && flags & 1 == 0
        {
            let operand = |place: usize| rest.get(place).copied().unwrap_or_default();
            let location = Location {
                line: *line,
                column: *column,
                scopes: [scope.wrapping_add(1), *inlined_at],
                is_implicit: operand(0) != 0,
                atom: [operand(1), operand(2)],
            };
            nodes.entry(location).or_insert(id);
        }
    }
}

/// The uniqued nodes of a module that are locations.
pub(super) fn location_nodes(metadata: &Metadata<'_>) -> LocationNodes {
    let mut nodes = LocationNodes::default();
    add_nodes(&mut nodes, metadata, 0);
    nodes
}

/// The metadata node of an instruction's location.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LocationNode {
    /// Metadata by number.
    Node(u64),
    /// One of [`Locations::own`].
    Own(u32),
}

/// The locations of a function's instructions.
pub(crate) struct Locations {
    /// Those that are no node of the file, in the order of their first use.
    pub own: Vec<Location>,
    /// The number that the first of these has in assembly.
    pub first: u32,
    /// The node of each instruction that has a location.
    pub of_instructions: Vec<Option<LocationNode>>,
}

impl Locations {
    pub(super) fn new(body: &Body<'_>, of_module: &LocationNodes, module_nodes: u64) -> Locations {
        let mut of_function = LocationNodes::default();
        add_nodes(&mut of_function, &body.metadata, module_nodes);
        let (mut own, mut places) = (Vec::new(), FxHashMap::<Location, u32>::default());
        let mut find = |location: &Location| {
            if let Some(node) = of_module.get(location).or_else(|| of_function.get(location)) {
                return LocationNode::Node(*node);
            }
            LocationNode::Own(*places.entry(*location).or_insert_with(|| {
                own.push(*location);
                own.len() as u32 - 1
            }))
        };
        let of_instructions = body.instructions.iter().map(|one| one.location.as_ref().map(&mut find)).collect();
        Locations { own, first: 0, of_instructions }
    }
}
