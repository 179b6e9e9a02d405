//! The comment LLVM's writer puts after a relocation: the pointers it stands for. LangRef, "Garbage Collection
//! Safepoints".

use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Inst, LlvmForm};
use irtrip_dialect::{Op, Value, ValueDef};

use crate::function::{Local, form};
use crate::write::function::FunctionWriter;
use irtrip_dialect::call_arguments::bundle_sizes;
use irtrip_dialect::constants::ConstData;

const RELOCATE: &[u8] = b"llvm.experimental.gc.relocate";
const STATEPOINT: &[u8] = b"llvm.experimental.gc.statepoint";

impl FunctionWriter<'_, '_> {
    /// Whether an operation calls `llvm.experimental.gc.relocate`.
    pub fn is_relocate(&self, op: Op) -> bool {
        let call =
            matches!(form(self.body, op), Some(LlvmForm::Inst(Inst::CallIntrinsic | Inst::Call | Inst::MetadataCall)));
        call && self.callee_starts_with(op, RELOCATE)
    }

    fn callee_starts_with(&self, op: Op, prefix: &[u8]) -> bool {
        let (ctx, attrs) = (self.w.ctx, self.body.attrs(op));
        let name = match ctx.entry(attrs, INTRIN) {
            Some(name) => ctx.string_value(name),
            None => ctx.symbol_entry(attrs, CALLEE),
        };
        name.is_some_and(|n| ctx.bytes(n).starts_with(prefix))
    }

    /// ` ; (%base, %derived)`
    pub fn relocate_comment(&mut self, op: Op) {
        let operands = self.body.operands(op);
        let [token, base, derived, ..] = operands else { return };
        if let Some(Local::Constant(id)) = self.plan.locals.get(token.index())
            && matches!(self.plan.pool.data(*id), ConstData::Undef | ConstData::Poison)
        {
            return self.w.out.push_str(" ; (undef, undef)");
        }
        let Some(statepoint) = self.statepoint(*token) else { return };
        let Some([base, derived]) = self.pointers(statepoint, [*base, *derived]) else { return };
        self.w.out.push_str(" ; (");
        self.value(base);
        self.w.out.push_str(", ");
        self.value(derived);
        self.w.out.push(')');
    }

    /// The statepoint a token is of: itself, or the `invoke` that leads to the landing pad it is of.
    fn statepoint(&self, token: Value) -> Option<Op> {
        let ValueDef::Result(def, _) = self.body.value(token).def else { return None };
        let def = match form(self.body, def) {
            Some(LlvmForm::Inst(Inst::LandingPad)) => {
                let block = self.body.parent(def)?;
                let edge = self.plan.edges.leading_to(block).first()?;
                self.body.last_op(edge.from)?
            }
            _ => def,
        };
        self.callee_starts_with(def, STATEPOINT).then_some(def)
    }

    /// The values at places of the statepoint's `gc-live` bundle, or else of its arguments.
    fn pointers(&self, statepoint: Op, places: [Value; 2]) -> Option<[Value; 2]> {
        let (ctx, attrs) = (self.w.ctx, self.body.attrs(statepoint));
        let operands = self.body.operands(statepoint);
        let sizes: Vec<usize> = bundle_sizes(ctx, attrs).collect();
        let tags = ctx.entry(attrs, OP_BUNDLE_TAGS).map(|t| ctx.items(t)).unwrap_or_default();
        let mut start = operands.len().checked_sub(sizes.iter().sum())?;
        let mut live = operands.get(..start)?;
        for (tag, size) in tags.iter().zip(&sizes) {
            let bundle = operands.get(start..start + size)?;
            if ctx.string_value(*tag).is_some_and(|t| ctx.bytes(t) == b"gc-live") {
                live = bundle;
            }
            start += size;
        }
        let at = |place: Value| match self.plan.locals.get(place.index()) {
            Some(Local::Constant(id)) => match self.plan.pool.data(*id) {
                ConstData::Int(place) => usize::try_from(*place).ok().and_then(|p| live.get(p)).copied(),
                _ => None,
            },
            _ => None,
        };
        Some([at(places[0])?, at(places[1])?])
    }
}
