//! What the values and blocks of a body are called.
//!
//! Upstream numbers a function's arguments `%arg0`, `%arg1`, then all other block arguments and results `%0`, `%1` in
//! the order they are written, and blocks `^bb0`, `^bb1`. irtrip's own form keeps LLVM's names and numbers the rest
//! with one counter, arguments included.

pub(crate) mod asm_result_names;
pub(crate) mod labels;

use std::rc::Rc;

use irtrip_dialect::{Attr, Block, Body, Context, Op, Region, Str, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::print::PrintOptions;
use crate::print::operations::users::Users;
use crate::print::text::{is_value_name, push_ascii, push_int};

/// What follows `%` or `^`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Label {
    /// Nothing: not part of the text.
    Unknown,
    /// `0`
    Number(u32),
    /// `arg0`
    Argument(u32),
    /// A name it was read with.
    Name(Str),
    /// What its operation calls it: a place in [`Scope::given`].
    Given(u32),
    /// One of an operation's several results: `0#1`.
    Member(Op, u32),
}

/// The numbers next to be given.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Counters {
    value: u32,
    argument: u32,
    conflict: u32,
}

/// What a body's labels go on from.
#[derive(Clone, Default)]
pub(crate) struct Start {
    counters: Counters,
    /// The names around it.
    taken: Option<Rc<ScopeNames>>,
}

/// Which names a body has used. Kept from body to body, so that starting on one costs nothing.
#[derive(Default)]
pub(crate) struct UsedNames {
    /// By string index: the round it was used in.
    values: Vec<u32>,
    blocks: Vec<u32>,
    round: u32,
}

/// Whether a name is free in this round; it is taken from then on.
fn take(rounds: &mut Vec<u32>, round: u32, name: Str) -> bool {
    if rounds.len() <= name.index() {
        rounds.resize(name.index() + 1, 0);
    }
    std::mem::replace(&mut rounds[name.index()], round) != round
}

/// Groups of an operation's results: where each starts, how many are in it, what it is called.
type Groups = SmallVec<[(u32, u32, Label); 1]>;

/// A region to be labelled: what it counts on from, the names around it, and the operation that holds it.
type Pending = (Region, Counters, Option<Rc<ScopeNames>>, Option<Op>);

/// The labels of a body, and its blocks' predecessors.
pub(crate) struct Scope<'a> {
    pub(crate) body: &'a Body,
    counters: Counters,
    named: bool,
    values: Vec<Label>,
    /// Of operations with several results.
    groups: FxHashMap<Op, Groups>,
    /// The names that operations suggest for their results, with the number that tells two of one name apart.
    given: Vec<String>,
    blocks: Vec<Label>,
    /// By region index: the counters after the region's own values, from which what is inside counts on.
    after: Vec<Counters>,
    /// The names that are given in a region or around it, where there are any.
    taken: FxHashMap<Region, Rc<ScopeNames>>,
    /// By block index: where its predecessors start in `predecessors`.
    predecessor_starts: Vec<u32>,
    predecessors: Vec<Block>,
    /// Who uses its values, if that is written.
    pub(crate) users: Option<Box<Users>>,
}

/// How labels are chosen.
pub(crate) struct Naming<'a, 'u> {
    pub(crate) ctx: &'a Context,
    /// Which names are kept.
    pub(crate) options: &'a PrintOptions,
    /// Where each region's numbers start, if no number is twice in a module.
    pub(crate) starts: Option<&'a FirstNumbers>,
    /// The body of a module that is not printed, around the operation that is: its numbers are no one else's.
    pub(crate) unwritten: Option<&'a Body>,
    pub(crate) used: &'u mut UsedNames,
}

impl Naming<'_, '_> {
    /// Where the numbers of a region start, if not after those of the region around it.
    fn start_of(&self, body: &Body, region: Region) -> Option<Counters> {
        self.starts?.get(&(std::ptr::from_ref(body).addr(), region)).copied()
    }

    /// What a location calls a value, if values are called so; a name may be empty.
    fn name_in(&self, loc: Attr) -> Option<String> {
        self.options.names_of_locations.then(|| asm_result_names::name_of_location(self.ctx, loc)).flatten()
    }

    /// Whether values have no names by their operations.
    fn by_location_alone(&self) -> bool {
        self.options.names || self.options.generic
    }

    /// What an operation's results are called in upstream's numbering. A location's name stands for each that the
    /// operation gives.
    fn given_names(&self, body: &Body, op: Op) -> SmallVec<[asm_result_names::Named; 1]> {
        let mut given =
            if self.by_location_alone() { SmallVec::new() } else { asm_result_names::result_names(self.ctx, body, op) };
        if let Some(name) = self.name_in(body.loc(op)) {
            given.iter_mut().for_each(|(_, given)| given.clone_from(&name));
            if given.first().is_none_or(|&(place, _)| place > 0) {
                given.insert(0, (0, name));
            }
        }
        given
    }
}

/// The names that are given in a region, and those around it.
pub(crate) struct ScopeNames {
    names: FxHashSet<String>,
    outer: Option<Rc<ScopeNames>>,
}

impl ScopeNames {
    fn has(&self, name: &str) -> bool {
        let outer = std::iter::successors(self.outer.as_deref(), |taken| taken.outer.as_deref());
        std::iter::once(self).chain(outer).any(|taken| taken.names.contains(name))
    }
}

/// Where each region's numbers start, by the address of its body.
pub(crate) type FirstNumbers = FxHashMap<(usize, Region), Counters>;

/// Numbers all regions of a body, a module's or one in it, one after the other, as upstream does: the last one that was
/// met is next. Where operations without results have numbers, the module has the first.
pub(crate) fn starts(outermost: &Body, naming: &mut Naming) -> FirstNumbers {
    let mut starts = FirstNumbers::default();
    let counts_module = naming.options.value_users && naming.unwritten.is_none();
    let mut counters = Counters { value: u32::from(counts_module), ..Counters::default() };
    let mut scopes = vec![Scope::unlabelled(outermost, Counters::default(), naming)];
    let roots = |place: usize, body: &Body, taken: Option<Rc<ScopeNames>>| -> Vec<(usize, Pending)> {
        body.regions().iter().map(|&region| (place, (region, Counters::default(), taken.clone(), None))).collect()
    };
    let mut pending = roots(0, outermost, None);
    while let Some((place, (region, _, outer, holder))) = pending.pop() {
        let Some(scope) = scopes.get_mut(place) else { break };
        let body = scope.body;
        starts.insert((std::ptr::from_ref(body).addr(), region), counters);
        scope.counters = counters;
        let taken = scope.label_region(region, holder, naming, outer, &mut Vec::new());
        counters = scope.counters;
        for op in body.blocks(region).iter().flat_map(|&block| body.ops(block)) {
            if let Some(nested) = body.nested(op) {
                pending.extend(roots(scopes.len(), nested, taken.clone()));
                scopes.push(Scope::unlabelled(nested, counters, naming));
            }
            let inside = |&region| (place, (region, counters, taken.clone(), Some(op)));
            pending.extend(body.op_regions(op).iter().map(inside));
        }
    }
    starts
}

impl<'a> Scope<'a> {
    /// Labels everything in the regions of `body`.
    pub(crate) fn new(body: &'a Body, start: Start, naming: &mut Naming) -> Scope<'a> {
        let Start { counters, taken } = start;
        let mut scope = Scope::unlabelled(body, counters, naming);
        let unwritten = naming.unwritten.is_some_and(|outside| std::ptr::eq(outside, body));
        let mut edges: Vec<(Block, Block)> = Vec::new();
        let root = |&region: &Region| (region, counters, taken.clone(), None);
        let mut pending: Vec<Pending> = body.regions().iter().rev().map(root).collect();
        while let Some((region, counters, outer, holder)) = pending.pop() {
            scope.counters = naming.start_of(body, region).unwrap_or(counters);
            let mut taken = scope.label_region(region, holder, naming, outer, &mut edges);
            let mut counters = scope.counters;
            if unwritten && holder.is_none() {
                (counters, taken) = (Counters::default(), None);
            }
            if scope.after.len() <= region.index() {
                scope.after.resize(region.index() + 1, Counters::default());
            }
            scope.after[region.index()] = counters;
            for &block in body.blocks(region) {
                for op in body.ops(block) {
                    pending.extend(body.op_regions(op).iter().map(|&r| (r, counters, taken.clone(), Some(op))));
                }
            }
            if let Some(taken) = taken {
                scope.taken.insert(region, taken);
            }
        }
        scope.sort_predecessors(&edges);
        scope
    }

    /// A body without labels.
    fn unlabelled(body: &'a Body, start: Counters, naming: &mut Naming) -> Scope<'a> {
        naming.used.round += 1;
        Scope {
            body,
            counters: start,
            named: naming.options.names,
            values: vec![Label::Unknown; body.value_count()],
            groups: FxHashMap::default(),
            given: Vec::new(),
            blocks: vec![Label::Unknown; body.block_count()],
            after: Vec::new(),
            taken: FxHashMap::default(),
            predecessor_starts: Vec::new(),
            predecessors: Vec::new(),
            users: naming.options.value_users.then(|| Box::new(Users::of(body))),
        }
    }

    /// Labels what is in a region but not in those of its operations; returns the names that are given there and around.
    fn label_region(
        &mut self,
        region: Region,
        _holder: Option<Op>,
        naming: &mut Naming,
        outer: Option<Rc<ScopeNames>>,
        edges: &mut Vec<(Block, Block)>,
    ) -> Option<Rc<ScopeNames>> {
        let body = self.body;
        let mut taken = ScopeNames { names: FxHashSet::default(), outer };
        let mut next_block = 0;
        for (i, &block) in body.blocks(region).iter().enumerate() {
            self.blocks[block.index()] = self.block_label(block, i == 0, &mut next_block, naming);
            for (number, &argument) in body.block_args(block).iter().enumerate() {
                let name = naming.name_in(body.block_arg_loc(block, number));
                self.values[argument.index()] = self.argument_label(argument, i == 0, name, naming, &mut taken);
            }
            for op in body.ops(block) {
                self.label_results(op, naming, &mut taken);
                for successor in body.successors(op) {
                    edges.push((successor.block, block));
                }
            }
        }
        if taken.names.is_empty() { taken.outer } else { Some(Rc::new(taken)) }
    }

    /// A block's name or number. The label of an entry without arguments is left out, and its name with it.
    fn block_label(&self, block: Block, is_entry: bool, next: &mut u32, naming: &mut Naming) -> Label {
        let is_written = !is_entry || !self.body.block_args(block).is_empty();
        let name = self.body.block_name(block).filter(|_| naming.options.names && is_written);
        match name.filter(|&n| is_value_name(naming.ctx.bytes(n))) {
            Some(name) if take(&mut naming.used.blocks, naming.used.round, name) => Label::Name(name),
            _ => {
                let number = *next;
                *next += 1;
                Label::Number(number)
            }
        }
    }

    fn value_name(&self, value: Value, naming: &mut Naming) -> Option<Label> {
        let name = self.body.value(value).name.filter(|_| naming.options.names)?;
        (is_value_name(naming.ctx.bytes(name)) && take(&mut naming.used.values, naming.used.round, name))
            .then_some(Label::Name(name))
    }

    /// A name, or the name with the next number that makes it new here.
    fn given_label(&mut self, name: String, taken: &mut ScopeNames) -> Label {
        let mut unique = name;
        if taken.has(&unique) {
            let stem = unique.len();
            loop {
                unique.truncate(stem);
                unique.push('_');
                push_int(&mut unique, self.counters.conflict);
                self.counters.conflict += 1;
                if !taken.has(&unique) {
                    break;
                }
            }
        }
        taken.names.insert(unique.clone());
        self.given.push(unique);
        Label::Given(self.given.len() as u32 - 1)
    }

    /// A name, or the next number where there is none.
    fn label_of(&mut self, name: Option<String>, taken: &mut ScopeNames) -> Label {
        match name.filter(|name| !name.is_empty()) {
            Some(name) => self.given_label(name, taken),
            None => {
                self.counters.value += 1;
                Label::Number(self.counters.value - 1)
            }
        }
    }

    /// The label of a block's argument; `name` is what its location calls it.
    fn argument_label(
        &mut self,
        value: Value,
        entry: bool,
        name: Option<String>,
        naming: &mut Naming,
        taken: &mut ScopeNames,
    ) -> Label {
        if let Some(label) = self.value_name(value, naming) {
            return label;
        }
        if !entry || naming.options.names {
            return self.label_of(name, taken);
        }
        let number = self.counters.argument;
        self.counters.argument += 1;
        match naming.options.names_of_locations {
            // A location may hold a name that is also an argument's.
            true => self.label_of(Some(name.unwrap_or_else(|| format!("arg{number}"))), taken),
            false => Label::Argument(number),
        }
    }

    fn label_results(&mut self, op: Op, naming: &mut Naming, taken: &mut ScopeNames) {
        let Some(first) = self.body.result(op) else {
            if let Some(users) = &mut self.users {
                users.ids.insert(op, self.counters.value);
                self.counters.value += 1;
            }
            return;
        };
        let results = self.body.results(op);
        let given = naming.given_names(self.body, op);
        if results.len() == 1 {
            let label = self.result_label(first, given.into_iter().next().map(|(_, name)| name), naming, taken);
            self.values[first.index()] = label;
            return;
        }
        let mut given = given.into_iter().peekable();
        let mut groups = Groups::new();
        for (i, result) in results.enumerate() {
            self.values[result.index()] = Label::Member(op, i as u32);
            let name = given.next_if(|(start, _)| *start == i).map(|(_, name)| name);
            // A group begins at a name, given or kept.
            let begins = i == 0 || name.is_some() || naming.options.names && self.body.value(result).name.is_some();
            match groups.last_mut() {
                Some(group) if !begins => group.1 += 1,
                _ => groups.push((i as u32, 1, self.result_label(result, name, naming, taken))),
            }
        }
        self.groups.insert(op, groups);
    }

    fn result_label(
        &mut self,
        value: Value,
        given: Option<String>,
        naming: &mut Naming,
        taken: &mut ScopeNames,
    ) -> Label {
        self.value_name(value, naming).unwrap_or_else(|| self.label_of(given, taken))
    }

    /// What the body of an isolated operation goes on from.
    pub(crate) fn start_at(&self, op: Op) -> Start {
        let region = self.body.parent(op).and_then(|block| self.body.block_parent(block));
        let counters = region.and_then(|region| self.after.get(region.index())).copied().unwrap_or(self.counters);
        Start { counters, taken: region.and_then(|region| self.taken.get(&region)).cloned() }
    }

    /// Sorts the edges by target. They come in the order of their sources, which is the order upstream writes.
    fn sort_predecessors(&mut self, edges: &[(Block, Block)]) {
        if edges.is_empty() {
            return;
        }
        let mut starts = vec![0u32; self.blocks.len() + 1];
        for (target, _) in edges {
            starts[target.index() + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        self.predecessors = vec![Block::new(0); edges.len()];
        for &(target, source) in edges {
            let place = &mut next[target.index()];
            self.predecessors[*place as usize] = source;
            *place += 1;
        }
        self.predecessor_starts = starts;
    }

    /// The blocks with an edge to `block`, one entry an edge.
    pub(crate) fn predecessors(&self, block: Block) -> &[Block] {
        match (self.predecessor_starts.get(block.index()), self.predecessor_starts.get(block.index() + 1)) {
            (Some(&start), Some(&end)) => &self.predecessors[start as usize..end as usize],
            _ => &[],
        }
    }

    fn push_label(&self, out: &mut String, ctx: &Context, label: Label) {
        match label {
            Label::Number(number) => push_int(out, number),
            Label::Argument(number) => {
                out.push_str("arg");
                push_int(out, number);
            }
            Label::Name(name) => push_ascii(out, ctx.bytes(name)),
            Label::Given(place) => out.push_str(self.given.get(place as usize).map_or("", String::as_str)),
            Label::Unknown | Label::Member(..) => out.push_str("<<UNKNOWN>>"),
        }
    }

    /// Appends `%0`, `%sum`, `%0#1`.
    pub(crate) fn push_value(&self, out: &mut String, ctx: &Context, value: Value) {
        out.push('%');
        match self.values.get(value.index()).copied().unwrap_or(Label::Unknown) {
            Label::Member(op, member) => {
                let groups = self.groups.get(&op).map_or(&[][..], |groups| groups);
                let group = groups.iter().rev().find(|group| group.0 <= member);
                let (start, count, label) = group.copied().unwrap_or((member, 1, Label::Unknown));
                self.push_label(out, ctx, label);
                if count > 1 {
                    out.push('#');
                    push_int(out, member - start);
                }
            }
            label => self.push_label(out, ctx, label),
        }
    }

    /// Appends `%0 = `, `%0:2 = `, `%a, %b:2 = `, or nothing for an operation without results.
    pub(crate) fn push_results(&self, out: &mut String, ctx: &Context, op: Op) {
        let Some(first) = self.body.result(op) else { return };
        match self.groups.get(&op) {
            None => self.push_value(out, ctx, first),
            Some(groups) => {
                for (i, &(_, count, label)) in groups.iter().enumerate() {
                    out.push_str(if i == 0 { "%" } else { ", %" });
                    self.push_label(out, ctx, label);
                    if count > 1 {
                        out.push(':');
                        push_int(out, count);
                    }
                }
            }
        }
        out.push_str(" = ");
    }

    /// Appends `^bb0`, `^0`, `^loop`.
    pub(crate) fn push_block(&self, out: &mut String, ctx: &Context, block: Block) {
        out.push('^');
        match self.blocks.get(block.index()).copied().unwrap_or(Label::Unknown) {
            Label::Number(number) => {
                if !self.named {
                    out.push_str("bb");
                }
                push_int(out, number);
            }
            label => self.push_label(out, ctx, label),
        }
    }
}
