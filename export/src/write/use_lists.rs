//! Use-list orders; LangRef, "Use-list Order Directives". How they are preserved: [`irtrip_dialect::preserved`],
//! `irtrip.use_list_orders`.

use irtrip_dialect::names::*;
use irtrip_dialect::preserved::{EncodedConstant, SymbolForm};
use irtrip_dialect::{Attr, Block, Context};

use super::Writer;
use super::function::FunctionWriter;
use crate::function::{FunctionPlan, Local};
use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::llvm_text as text;

const HEADING: &str = "\n; uselistorder directives\n";

/// The orders in a global's or the module's dictionary: subject and indexes.
fn orders(ctx: &Context, attrs: Attr) -> impl Iterator<Item = (Attr, Attr)> + '_ {
    let items = ctx.entry(attrs, IRTRIP_USE_LIST_ORDERS).map(|o| ctx.items(o)).unwrap_or_default();
    items.iter().filter_map(|item| match ctx.items(*item) {
        [subject, indexes] => Some((*subject, *indexes)),
        _ => None,
    })
}

/// The block that a subject is.
fn block(ctx: &Context, plan: &FunctionPlan, subject: Attr) -> Option<Block> {
    plan.records.block(ctx.int_entry(subject, LABEL)?)
}

/// Whether the symbols and blocks that a constant names are written.
fn has_all(writer: &Writer<'_>, constant: Attr) -> bool {
    let plan = writer.plan;
    EncodedConstant::symbols(writer.ctx, constant).into_iter().all(|(symbol, form)| {
        let function = |place: u32| plan.functions.get(place as usize);
        plan.symbols.get(symbol).is_some_and(|found| match form {
            SymbolForm::BlockAddress(tag) => {
                found.function.and_then(function).is_some_and(|function| function.tags.contains_key(&tag))
            }
            _ => true,
        })
    })
}

impl Writer<'_> {
    /// The orders that follow the functions.
    pub fn module_use_lists(&mut self, attrs: Attr) {
        let ctx = self.ctx;
        if !self.plan.writes_use_lists {
            return;
        }
        let mut heading = HEADING;
        for (subject, indexes) in orders(ctx, attrs) {
            let start = self.out.len();
            self.out.push_str(heading);
            let known = match ctx.entry(subject, LABEL) {
                Some(_) => self.block_of_function(subject),
                None => {
                    self.out.push_str("uselistorder ");
                    self.constant_subject(subject)
                }
            };
            if known {
                self.use_list_indexes(indexes);
                heading = "";
            } else {
                self.out.truncate(start);
            }
        }
    }

    /// `uselistorder_bb @f, %b`, if they are still there.
    fn block_of_function(&mut self, subject: Attr) -> bool {
        let (ctx, plan) = (self.ctx, self.plan);
        let function = ctx.symbol_entry(subject, FUNCTION);
        let index = function.and_then(|f| plan.symbols.get(f)).and_then(|s| s.function);
        let Some(owner) = index.and_then(|i| plan.functions.get(i as usize)) else { return false };
        let Some(block) = block(ctx, owner, subject) else { return false };
        self.out.push_str("uselistorder_bb ");
        self.symbol(owner.global.name);
        self.out.push_str(", ");
        self.label(owner, block);
        true
    }

    /// A constant, if what it names is still there.
    fn constant_subject(&mut self, subject: Attr) -> bool {
        let is_there = has_all(self, subject);
        if is_there {
            self.metadata_constant(subject);
        }
        is_there
    }

    fn use_list_indexes(&mut self, indexes: Attr) {
        let Some(indexes) = self.ctx.dense_array(indexes) else {
            return self.fail(ExportCode::Attribute("irtrip.use_list_orders"));
        };
        self.out.push_str(", { ");
        for (i, index) in indexes.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            text::int(&mut self.out, *index);
        }
        self.out.push_str(" }\n");
    }
}

impl FunctionWriter<'_, '_> {
    /// The indexes of the order of a block's uses, if the function has one.
    pub fn order_of_block(&self, wanted: Block) -> Option<&[i64]> {
        let (ctx, plan) = (self.w.ctx, self.plan);
        let order = orders(ctx, plan.global.attrs).find(|(subject, _)| block(ctx, plan, *subject) == Some(wanted))?;
        ctx.dense_array(order.1)
    }

    /// The orders at the function's end.
    pub fn use_lists(&mut self) {
        let (ctx, plan) = (self.w.ctx, self.plan);
        if !self.w.plan.writes_use_lists {
            return;
        }
        let mut heading = HEADING;
        for (subject, indexes) in orders(ctx, plan.global.attrs) {
            let start = self.w.out.len();
            self.w.out.push_str(heading);
            self.w.out.push_str("  uselistorder ");
            if self.use_list_subject(subject) {
                self.w.use_list_indexes(indexes);
                heading = "";
            } else {
                self.w.out.truncate(start);
            }
        }
    }

    /// The value or block; whether it is still there.
    fn use_list_subject(&mut self, subject: Attr) -> bool {
        let (ctx, plan) = (self.w.ctx, self.plan);
        if ctx.entry(subject, LABEL).is_some() {
            let Some(block) = block(ctx, plan, subject) else { return false };
            self.w.out.push_str("label ");
            self.w.label(plan, block);
            return true;
        }
        let refers = [ARGUMENT, VALUE].iter().any(|key| ctx.entry(subject, *key).is_some());
        if !refers || ctx.entry(subject, TYPE).is_some() {
            return self.w.constant_subject(subject);
        }
        let Some(value) = plan.records.value(ctx, self.body, subject) else { return false };
        // What has become a constant has no uses of its own.
        if matches!(plan.locals.get(value.index()), Some(Local::Slot(_) | Local::Name(_))) {
            self.typed_value(value);
            return true;
        }
        false
    }
}
