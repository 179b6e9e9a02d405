//! What a function's values and blocks are called in the text that is printed, for messages about them.

use irtrip_dialect::{Block, Body, Context, Value};

use super::{Naming, Scope, Start, UsedNames};
use crate::print::PrintOptions;

/// The labels of the body of an operation that is isolated from above and is in a module's region.
pub struct Labels<'a> {
    ctx: &'a Context,
    scope: Scope<'a>,
}

impl<'a> Labels<'a> {
    /// Labels a body as [`print`](crate::print::print) does with these options.
    pub fn new(ctx: &'a Context, body: &'a Body, options: &'a PrintOptions) -> Labels<'a> {
        let mut used = UsedNames::default();
        let mut naming = Naming { ctx, options, starts: None, unwritten: None, used: &mut used };
        Labels { ctx, scope: Scope::new(body, Start::default(), &mut naming) }
    }

    /// `%0`, `%sum`
    pub fn value(&self, value: Value) -> String {
        let mut out = String::new();
        self.scope.push_value(&mut out, self.ctx, value);
        out
    }

    /// `^0`, `^loop`
    pub fn block(&self, block: Block) -> String {
        let mut out = String::new();
        self.scope.push_block(&mut out, self.ctx, block);
        out
    }
}
