//! Who uses a value, as comments: `// users: %7, %3`, `// unused`, `// id: %7`, `// %arg0 is used by %3`.
//!
//! An operation without results is identified by a number of its own, which [`Scope`] gives it. Users are in the order
//! of upstream's use lists: the last one that was read comes first, but those that were read before the value was
//! defined follow all others, in order.

use irtrip_dialect::assembly::OpAsmPrinter;
use irtrip_dialect::{Block, Body, Op, Region, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::OpPrinter;
use crate::print::text::push_int;

/// The users of a body's values.
#[derive(Default)]
pub(crate) struct Users {
    /// By value index: where its users end in `list`. They start where those of the value before end.
    ends: Vec<usize>,
    list: Vec<Op>,
    /// The numbers of operations without results.
    pub(crate) ids: FxHashMap<Op, u32>,
}

/// A step of reading a body.
enum Step {
    Region(Region),
    /// A block's label, which defines its arguments.
    Label(Block),
    Op(Op),
    /// The end of an operation, which is made there.
    Made(Op),
}

/// An operand of an operation.
struct Use {
    value: Value,
    /// Whether the value was not defined yet.
    forward: bool,
    user: Op,
}

impl Users {
    /// The users of a body's values, without numbers.
    pub(crate) fn of(body: &Body) -> Users {
        let (mut uses, forward): (Vec<Use>, Vec<Use>) = uses(body).into_iter().partition(|u| !u.forward);
        uses.reverse();
        uses.extend(forward);
        // What is equal keeps its order.
        uses.sort_by_key(|u| u.value.index());
        let mut users = Users { ends: vec![0; body.value_count()], ..Users::default() };
        let mut uses = uses.into_iter().peekable();
        for value in 0..users.ends.len() {
            let start = users.list.len();
            while let Some(found) = uses.next_if(|u| u.value.index() == value) {
                // One operation uses a value several times at once.
                if users.list.get(start..).and_then(<[Op]>::last) != Some(&found.user) {
                    users.list.push(found.user);
                }
            }
            users.ends[value] = users.list.len();
        }
        users
    }

    /// The operations that use a value, each once.
    fn users(&self, value: Value) -> &[Op] {
        let start = value.index().checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(value.index()).copied().unwrap_or(start);
        self.list.get(start..end).unwrap_or_default()
    }
}

/// All operands of a body in the order in which they are read.
fn uses(body: &Body) -> Vec<Use> {
    let mut uses = Vec::new();
    let mut defined = vec![false; body.value_count()];
    let mut steps: Vec<Step> = body.regions().iter().rev().map(|&region| Step::Region(region)).collect();
    while let Some(step) = steps.pop() {
        match step {
            Step::Region(region) => {
                for &block in body.blocks(region).iter().rev() {
                    let start = steps.len();
                    steps.extend(body.ops(block).map(Step::Op));
                    steps[start..].reverse();
                    steps.push(Step::Label(block));
                }
            }
            Step::Label(block) => body.block_args(block).iter().for_each(|argument| defined[argument.index()] = true),
            Step::Op(op) => {
                steps.push(Step::Made(op));
                steps.extend(body.op_regions(op).iter().rev().map(|&region| Step::Region(region)));
            }
            Step::Made(op) => {
                let used = body.all_operands(op).iter();
                uses.extend(used.map(|&value| Use { value, forward: !defined[value.index()], user: op }));
                body.results(op).for_each(|result| defined[result.index()] = true);
            }
        }
    }
    uses
}

impl OpPrinter<'_> {
    /// Appends who uses an operation's results, or its number, if that is asked for.
    pub(crate) fn users_of_results(&mut self, op: Op) {
        let Some(users) = &self.scope.users else { return };
        let body = self.scope.body;
        let results: smallvec::SmallVec<[Value; 2]> = body.results(op).collect();
        if results.is_empty() {
            if let Some(id) = users.ids.get(&op).filter(|_| !body.all_operands(op).is_empty()) {
                self.out.push_str(" // id: %");
                push_int(&mut self.out, *id);
            }
            return;
        }
        let distinct: FxHashSet<Op> = results.iter().flat_map(|&result| users.users(result)).copied().collect();
        if distinct.is_empty() {
            return self.text(" // unused");
        }
        let several = results.len() > 1;
        let one = distinct.len() == 1 && distinct.iter().all(|&user| body.results(user).len() <= 1);
        self.text(if one && !several { " // user: " } else { " // users: " });
        for (i, &result) in results.iter().enumerate() {
            self.text(if i > 0 { ", " } else { "" });
            self.text(if several { "(" } else { "" });
            self.users_of(result);
            self.text(if several { ")" } else { "" });
        }
    }

    /// Appends a line for each of a block's arguments that says who uses it, if that is asked for.
    pub(crate) fn users_of_arguments(&mut self, block: Block) {
        if self.scope.users.is_none() {
            return;
        }
        let body = self.scope.body;
        for &argument in body.block_args(block) {
            self.push_indent();
            self.text("// ");
            self.operand(argument);
            let used = self.scope.users.as_ref().is_some_and(|users| !users.users(argument).is_empty());
            self.text(if used { " is used by " } else { " is " });
            self.users_of(argument);
            self.text("\n");
        }
    }

    /// Appends a value's users: their results, or their numbers.
    fn users_of(&mut self, value: Value) {
        let OpPrinter { scope, out, shared, .. } = self;
        let Some(users) = &scope.users else { return };
        if users.users(value).is_empty() {
            return out.push_str("unused");
        }
        for (i, &user) in users.users(value).iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            match users.ids.get(&user) {
                Some(&id) => {
                    out.push('%');
                    push_int(out, id);
                }
                None => {
                    for (i, result) in scope.body.results(user).enumerate() {
                        out.push_str(if i > 0 { ", " } else { "" });
                        scope.push_value(out, shared.ctx, result);
                    }
                }
            }
        }
    }
}
