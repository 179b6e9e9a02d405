//! The order of metadata: strings first, then values, distinct nodes and uniqued ones, each function's own after the module's.

use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use crate::assembler::ModuleText;
use crate::metadata::{Attachments, Node};
use crate::module::Module;
use crate::types::TypeId;

/// The metadata that a node names.
type Operands = SmallVec<[Option<u64>; 8]>;

/// What is known of metadata that was seen.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    is_seen: bool,
    /// One more than the number of the only function that it is for; zero for the module.
    function: u32,
    /// One more than its place in the order; zero until it is known.
    order: u32,
}

/// Metadata that was seen, in order.
#[derive(Debug)]
pub(super) struct MetadataEnumerator<'p, 'a> {
    nodes: &'p [Node<'a>],
    /// What each node is, of those that are the same.
    canonical: Vec<u64>,
    entries: Vec<Entry>,
    order: Vec<u64>,
}

/// Metadata with its numbers.
#[derive(Debug, Default)]
pub(super) struct OrganizedMetadata {
    /// By the number that they had.
    numbers: Vec<u64>,
    of_module: Vec<u64>,
    of_functions: FxHashMap<u32, Vec<u64>>,
}

/// The metadata of functions.
#[derive(Debug, Default)]
pub(super) struct FunctionMetadata<'a> {
    /// The numbers of metadata by those that they had.
    pub numbers: Vec<u64>,
    /// The nodes of each function alone.
    pub nodes: FxHashMap<u32, Vec<Node<'a>>>,
    /// The values that metadata of the module is, by the number that it had.
    pub values: FxHashMap<u64, u32>,
    /// The locations of instructions by the numbers that they had, with other numbers in them.
    pub locations: FxHashMap<u64, crate::function::Location>,
}

impl<'p, 'a> MetadataEnumerator<'p, 'a> {
    pub fn new(nodes: &'p [Node<'a>]) -> MetadataEnumerator<'p, 'a> {
        MetadataEnumerator {
            nodes,
            canonical: canonical(nodes),
            entries: vec![Entry::default(); nodes.len()],
            order: Vec::new(),
        }
    }

    fn of(&self, id: u64) -> u64 {
        self.canonical.get(id as usize).copied().unwrap_or(id)
    }

    /// Adds metadata after what it names; `constant` adds the values among it.
    pub fn enumerate(&mut self, function: u32, id: u64, constant: &mut impl FnMut(u32, TypeId)) {
        let mut delayed: Vec<u64> = Vec::new();
        let mut worklist: Vec<(u64, Operands, usize)> = Vec::new();
        if let Some(node) = self.begin(function, id, constant) {
            worklist.push((node, self.operands(node), 0));
        }
        while let Some((node, operands, next)) = worklist.last_mut() {
            let (node, mut new) = (*node, None);
            while let Some(operand) = operands.get(*next) {
                *next += 1;
                new = operand.and_then(|operand| self.begin(function, operand, constant));
                if new.is_some() {
                    break;
                }
            }
            if let Some(operand) = new {
                if self.is_distinct(operand) && !self.is_distinct(node) {
                    delayed.push(operand);
                } else {
                    worklist.push((operand, self.operands(operand), 0));
                }
                continue;
            }
            worklist.pop();
            self.add(node);
            let is_between = worklist.last().is_none_or(|(node, ..)| self.is_distinct(*node));
            if is_between {
                for node in delayed.drain(..) {
                    worklist.push((node, self.operands(node), 0));
                }
            }
        }
    }

    fn operands(&self, id: u64) -> Operands {
        self.nodes.get(id as usize).map(Node::operands).unwrap_or_default()
    }

    fn is_distinct(&self, id: u64) -> bool {
        self.nodes.get(id as usize).is_some_and(Node::is_distinct)
    }

    fn add(&mut self, id: u64) {
        self.order.push(id);
        if let Some(entry) = self.entries.get_mut(id as usize) {
            entry.order = self.order.len() as u32;
        }
    }

    /// Takes note of metadata. Returns a node that is new, whose operands are to be seen first.
    fn begin(&mut self, function: u32, id: u64, constant: &mut impl FnMut(u32, TypeId)) -> Option<u64> {
        let id = self.of(id);
        let entry = self.entries.get_mut(id as usize)?;
        if entry.is_seen {
            if entry.function != 0 && entry.function != function {
                self.drop_function(id);
            }
            return None;
        }
        *entry = Entry { is_seen: true, function, order: 0 };
        match self.nodes.get(id as usize)? {
            Node::String(_) => self.add(id),
            Node::Value(value, ty) => {
                self.add(id);
                constant(*value, *ty);
            }
            _ => return Some(id),
        }
        None
    }

    /// Makes metadata the module's, and what it names.
    fn drop_function(&mut self, first: u64) {
        let mut worklist = vec![first];
        while let Some(id) = worklist.pop() {
            let Some(entry) = self.entries.get_mut(id as usize) else { continue };
            if !entry.is_seen || entry.function == 0 {
                continue;
            }
            entry.function = 0;
            if entry.order != 0 {
                let operands = self.operands(id);
                worklist.extend(operands.into_iter().flatten().map(|operand| self.of(operand)));
            }
        }
    }

    /// Puts strings first, and functions' own after the module's.
    pub fn organize(self) -> OrganizedMetadata {
        let kind = |id: u64| match self.nodes.get(id as usize) {
            Some(Node::String(_)) => 0,
            Some(Node::Value(..)) => 1,
            Some(node) if node.is_distinct() => 2,
            _ => 3,
        };
        let function = |id: u64| self.entries.get(id as usize).map_or(0, |entry| entry.function);
        let mut order = self.order.clone();
        order.sort_by_key(|id| (function(*id), kind(*id)));
        let mut organized =
            OrganizedMetadata { numbers: vec![u64::MAX; self.nodes.len()], ..OrganizedMetadata::default() };
        for id in order {
            let of_module = organized.of_module.len() as u64;
            let list = match function(id) {
                0 => &mut organized.of_module,
                function => organized.of_functions.entry(function - 1).or_default(),
            };
            let first = if function(id) == 0 { 0 } else { of_module };
            if let Some(number) = organized.numbers.get_mut(id as usize) {
                *number = first + list.len() as u64;
            }
            list.push(id);
        }
        for (id, canonical) in self.canonical.iter().enumerate() {
            organized.numbers[id] = organized.numbers.get(*canonical as usize).copied().unwrap_or(u64::MAX);
        }
        organized
    }
}

/// For each node the first one that is the same. Strings and values are there once; distinct nodes are as they are.
fn canonical(nodes: &[Node<'_>]) -> Vec<u64> {
    const UNSEEN: u64 = u64::MAX;
    let mut canonical = vec![UNSEEN; nodes.len()];
    let mut index: FxHashMap<Node<'_>, u64> = FxHashMap::with_capacity_and_hasher(nodes.len(), FxBuildHasher);
    let mut begun = vec![false; nodes.len()];
    for first in 0..nodes.len() as u64 {
        let mut worklist = vec![first];
        while let Some(id) = worklist.last().copied() {
            let place = id as usize;
            let Some(node) = nodes.get(place).filter(|_| canonical.get(place) == Some(&UNSEEN)) else {
                worklist.pop();
                continue;
            };
            let is_uniqued = matches!(node, Node::Tuple { .. } | Node::Record(..)) && !node.is_distinct();
            if !is_uniqued {
                canonical[place] = id;
                worklist.pop();
                continue;
            }
            if !begun[place] {
                begun[place] = true;
                let is_new = |operand: &u64| {
                    canonical.get(*operand as usize) == Some(&UNSEEN)
                        && !begun.get(*operand as usize).copied().unwrap_or(true)
                };
                let operands: Vec<u64> = node.operands().into_iter().flatten().filter(is_new).collect();
                worklist.extend(operands.into_iter().rev());
                continue;
            }
            let mut key = node.clone();
            key.for_each_reference(&mut |operand, from_one| {
                let offset = u64::from(from_one);
                let known = operand.checked_sub(offset).and_then(|id| canonical.get(id as usize)).copied();
                if let Some(known) = known.filter(|known| *known != UNSEEN) {
                    *operand = known + offset;
                }
            });
            canonical[place] = *index.entry(key).or_insert(id);
            worklist.pop();
        }
    }
    canonical
}

impl OrganizedMetadata {
    fn number(&self, id: u64) -> u64 {
        self.numbers.get(id as usize).copied().unwrap_or(id)
    }

    fn attachments(&self, attachments: &Attachments) -> Attachments {
        let mut attachments: Attachments = attachments.iter().map(|(kind, id)| (*kind, self.number(*id))).collect();
        attachments.sort_by_key(|attachment| attachment.0);
        attachments
    }

    fn node<'a>(&self, node: &Node<'a>, value: &dyn Fn(u32) -> u32, ty: &dyn Fn(TypeId) -> TypeId) -> Node<'a> {
        let mut node = node.clone();
        if let Node::Value(of, own) = &mut node {
            (*of, *own) = (value(*of), ty(*own));
        }
        node.for_each_reference(&mut |id, from_one| {
            let offset = u64::from(from_one);
            if let Some(before) = id.checked_sub(offset) {
                *id = self.number(before).wrapping_add(offset);
            }
        });
        node
    }

    /// The module's metadata, and that of functions.
    pub fn fill_module<'a>(
        &self,
        text: &ModuleText<'a>,
        module: &mut Module<'a>,
        value: &dyn Fn(u32) -> u32,
        ty: &dyn Fn(TypeId) -> TypeId,
    ) -> FunctionMetadata<'a> {
        let nodes = &text.metadata.nodes;
        let all = |ids: &[u64]| {
            ids.iter()
                .filter_map(|id| nodes.get(*id as usize))
                .map(|node| self.node(node, value, ty))
                .collect::<Vec<_>>()
        };
        module.metadata.nodes = all(&self.of_module);
        module.metadata.number_from(0);
        let named =
            text.named.iter().map(|(name, ids)| (name.clone(), ids.iter().map(|id| self.number(*id)).collect()));
        module.metadata.named = named.collect();
        let attachments = text.attachments.iter().map(|(global, own)| (*global, self.attachments(own)));
        module.metadata.attachments = attachments.collect();
        let locations = text.functions.iter().flat_map(|function| function.locations.iter().flatten());
        let location = |id: &u64| match nodes.get(*id as usize) {
            Some(Node::Record(_, operands)) => {
                let at = |place: usize| operands.get(place).copied().unwrap_or(0);
                let scope = self.number(at(3)).wrapping_add(1);
                let inlined_at = at(4).checked_sub(1).map_or(0, |id| self.number(id).wrapping_add(1));
                let location = crate::function::Location {
                    line: at(1),
                    column: at(2),
                    scopes: [scope, inlined_at],
                    is_implicit: at(5) != 0,
                    atom: [at(6), at(7)],
                };
                Some((*id, location))
            }
            _ => None,
        };
        let values = nodes.iter().enumerate().filter_map(|(id, node)| match node {
            Node::Value(of, _) => Some((id as u64, value(*of))),
            _ => None,
        });
        FunctionMetadata {
            values: values.collect(),
            numbers: self.numbers.clone(),
            nodes: self.of_functions.iter().map(|(function, ids)| (*function, all(ids))).collect(),
            locations: locations.filter_map(location).collect(),
        }
    }
}
