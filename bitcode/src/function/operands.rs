//! The operands of instructions, in the order in which LLVM has them.

use super::{BundleOperand, Call, Case, Kind, Targets};
use crate::types::{Type, TypeId, Types};

/// An operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A value by number.
    Value(u32),
    /// A block by number.
    Block(u64),
    /// Metadata by number.
    Metadata(u64),
}

/// What the numbers in an instruction become.
pub struct NumberMap<'f> {
    /// Of a value.
    pub value: &'f dyn Fn(u32) -> u32,
    /// Of a block.
    pub block: &'f dyn Fn(u64) -> u64,
    /// Of metadata.
    pub metadata: &'f dyn Fn(u64) -> u64,
    /// Of a type.
    pub ty: &'f dyn Fn(TypeId) -> TypeId,
}

/// What a parameter of a call is.
fn argument(types: &Types<'_>, param: Option<&TypeId>, argument: u32) -> Operand {
    match param.map(|param| types.get(*param)) {
        Some(Type::Metadata) => Operand::Metadata(u64::from(argument)),
        Some(Type::Label) => Operand::Block(u64::from(argument)),
        _ => Operand::Value(argument),
    }
}

impl Call {
    fn for_each_operand(&self, types: &Types<'_>, visit: &mut impl FnMut(Operand)) {
        let params = match types.get(self.ty) {
            Type::Function { params, .. } => params.as_ref(),
            _ => &[],
        };
        for (place, id) in self.arguments.iter().enumerate() {
            visit(argument(types, params.get(place), *id));
        }
        for operand in self.bundles.iter().flat_map(|bundle| &bundle.operands) {
            visit(match *operand {
                BundleOperand::Value(value) => Operand::Value(value),
                BundleOperand::Metadata(id) => Operand::Metadata(u64::from(id)),
            });
        }
        match &self.targets {
            Targets::Next => {}
            Targets::Invoke(normal, unwind) => {
                [normal, unwind].into_iter().for_each(|block| visit(Operand::Block(*block)))
            }
            Targets::CallBr(default, others) => {
                std::iter::once(default).chain(others).for_each(|block| visit(Operand::Block(*block)));
            }
        }
        visit(Operand::Value(self.callee));
    }

    fn map(&mut self, types: &Types<'_>, map: &NumberMap<'_>) {
        let params = match types.get(self.ty) {
            Type::Function { params, .. } => std::sync::Arc::clone(params),
            _ => std::sync::Arc::default(),
        };
        for (place, id) in self.arguments.iter_mut().enumerate() {
            *id = match argument(types, params.get(place), *id) {
                Operand::Value(value) => (map.value)(value),
                Operand::Block(block) => (map.block)(block) as u32,
                Operand::Metadata(id) => (map.metadata)(id) as u32,
            };
        }
        for operand in self.bundles.iter_mut().flat_map(|bundle| &mut bundle.operands) {
            *operand = match *operand {
                BundleOperand::Value(value) => BundleOperand::Value((map.value)(value)),
                BundleOperand::Metadata(id) => BundleOperand::Metadata((map.metadata)(u64::from(id)) as u32),
            };
        }
        match &mut self.targets {
            Targets::Next => {}
            Targets::Invoke(normal, unwind) => {
                [normal, unwind].into_iter().for_each(|block| *block = (map.block)(*block));
            }
            Targets::CallBr(default, others) => {
                std::iter::once(default).chain(others).for_each(|block| *block = (map.block)(*block));
            }
        }
        self.callee = (map.value)(self.callee);
        self.ty = (map.ty)(self.ty);
    }
}

impl Kind {
    /// Visits the operands.
    pub fn for_each_operand(&self, types: &Types<'_>, visit: &mut impl FnMut(Operand)) {
        let mut values = |ids: &[u32]| ids.iter().for_each(|id| visit(Operand::Value(*id)));
        match self {
            Kind::Unary { operand, .. } | Kind::Cast { operand, .. } | Kind::Freeze(operand) => values(&[*operand]),
            Kind::Binary { operands, .. } | Kind::Compare { operands, .. } | Kind::InsertValue { operands, .. } => {
                values(operands);
            }
            Kind::Store { operands, .. } | Kind::ReadModifyWrite { operands, .. } => values(operands),
            Kind::Gep { operands, .. } => values(operands),
            Kind::ExtractValue { aggregate, .. } => values(&[*aggregate]),
            Kind::Select { operands, .. } | Kind::CompareExchange { operands, .. } => values(operands),
            Kind::InsertElement(operands) => values(operands),
            Kind::ExtractElement(operands) => values(operands),
            // The mask is no operand, but stands after those.
            Kind::ShuffleVector(operands) => values(operands),
            Kind::Return(value) => values(value.as_slice()),
            Kind::Resume(value) => values(&[*value]),
            Kind::Load { pointer, .. } => values(&[*pointer]),
            Kind::Alloca { count, .. } => values(&[*count]),
            Kind::VaArg { list } => values(&[*list]),
            Kind::Unreachable | Kind::Fence(_) => {}
            Kind::Phi { incoming, .. } => incoming.iter().for_each(|(value, _)| visit(Operand::Value(*value))),
            Kind::LandingPad { clauses, .. } => clauses.iter().for_each(|(_, value)| visit(Operand::Value(*value))),
            Kind::Pad { parent, arguments, .. } => {
                values(arguments);
                visit(Operand::Value(*parent));
            }
            Kind::Branch(target) => visit(Operand::Block(*target)),
            Kind::ConditionalBranch { condition, targets: [if_true, if_false] } => {
                visit(Operand::Value(*condition));
                [if_false, if_true].into_iter().for_each(|block| visit(Operand::Block(*block)));
            }
            Kind::Switch { condition, default, cases } => {
                visit(Operand::Value(*condition));
                visit(Operand::Block(*default));
                for (case, block) in cases {
                    if let Case::Value(value) = case {
                        visit(Operand::Value(*value));
                    }
                    visit(Operand::Block(*block));
                }
            }
            Kind::IndirectBranch { address, targets } => {
                visit(Operand::Value(*address));
                targets.iter().for_each(|block| visit(Operand::Block(*block)));
            }
            Kind::CleanupReturn { pad, unwind } => {
                visit(Operand::Value(*pad));
                unwind.iter().for_each(|block| visit(Operand::Block(*block)));
            }
            Kind::CatchReturn { pad, target } => {
                visit(Operand::Value(*pad));
                visit(Operand::Block(*target));
            }
            Kind::CatchSwitch { parent, handlers, unwind } => {
                visit(Operand::Value(*parent));
                unwind.iter().chain(handlers).for_each(|block| visit(Operand::Block(*block)));
            }
            Kind::Call(call) => call.for_each_operand(types, visit),
        }
    }

    /// The type that an instruction names in addition to those of its operands and its result.
    pub fn named_type(&self) -> Option<TypeId> {
        match self {
            Kind::Gep { source, .. } => Some(*source),
            Kind::Alloca { ty, .. } => Some(*ty),
            Kind::Call(call) => Some(call.ty),
            _ => None,
        }
    }

    /// Gives an instruction other numbers. The types are those that the numbers before are of.
    pub fn map(&mut self, types: &Types<'_>, map: &NumberMap<'_>) {
        let values = |ids: &mut [u32]| ids.iter_mut().for_each(|id| *id = (map.value)(*id));
        match self {
            Kind::Unary { operand, .. } | Kind::Cast { operand, .. } | Kind::Freeze(operand) => {
                *operand = (map.value)(*operand);
            }
            Kind::Binary { operands, .. }
            | Kind::Compare { operands, .. }
            | Kind::InsertValue { operands, .. }
            | Kind::Store { operands, .. }
            | Kind::ReadModifyWrite { operands, .. }
            | Kind::ExtractElement(operands) => values(operands),
            Kind::Gep { source, operands, .. } => {
                values(operands);
                *source = (map.ty)(*source);
            }
            Kind::ExtractValue { aggregate, .. } => *aggregate = (map.value)(*aggregate),
            Kind::Select { operands, .. }
            | Kind::CompareExchange { operands, .. }
            | Kind::InsertElement(operands)
            | Kind::ShuffleVector(operands) => values(operands),
            Kind::Return(value) => values(value.as_mut_slice()),
            Kind::Resume(value) => *value = (map.value)(*value),
            Kind::Load { pointer, .. } => *pointer = (map.value)(*pointer),
            Kind::Alloca { count, ty, .. } => {
                *count = (map.value)(*count);
                *ty = (map.ty)(*ty);
            }
            Kind::VaArg { list } => *list = (map.value)(*list),
            Kind::Unreachable | Kind::Fence(_) => {}
            Kind::Phi { incoming, .. } => {
                for (value, block) in incoming {
                    (*value, *block) = ((map.value)(*value), (map.block)(*block));
                }
            }
            Kind::LandingPad { clauses, .. } => clauses.iter_mut().for_each(|(_, value)| *value = (map.value)(*value)),
            Kind::Pad { parent, arguments, .. } => {
                values(arguments);
                *parent = (map.value)(*parent);
            }
            Kind::Branch(_)
            | Kind::ConditionalBranch { .. }
            | Kind::Switch { .. }
            | Kind::IndirectBranch { .. }
            | Kind::CleanupReturn { .. }
            | Kind::CatchReturn { .. }
            | Kind::CatchSwitch { .. } => self.map_branch(map),
            Kind::Call(call) => call.map(types, map),
        }
    }

    /// As [`Kind::map`], for a terminator with successors that is no call.
    fn map_branch(&mut self, map: &NumberMap<'_>) {
        let blocks = |blocks: &mut [u64]| blocks.iter_mut().for_each(|block| *block = (map.block)(*block));
        match self {
            Kind::Branch(target) => *target = (map.block)(*target),
            Kind::ConditionalBranch { condition, targets } => {
                *condition = (map.value)(*condition);
                blocks(targets);
            }
            Kind::Switch { condition, default, cases } => {
                *condition = (map.value)(*condition);
                *default = (map.block)(*default);
                for (case, block) in cases {
                    if let Case::Value(value) = case {
                        *value = (map.value)(*value);
                    }
                    *block = (map.block)(*block);
                }
            }
            Kind::IndirectBranch { address, targets } => {
                *address = (map.value)(*address);
                blocks(targets);
            }
            Kind::CleanupReturn { pad, unwind } => {
                *pad = (map.value)(*pad);
                blocks(unwind.as_mut_slice());
            }
            Kind::CatchReturn { pad, target } => (*pad, *target) = ((map.value)(*pad), (map.block)(*target)),
            Kind::CatchSwitch { parent, handlers, unwind } => {
                *parent = (map.value)(*parent);
                blocks(handlers);
                blocks(unwind.as_mut_slice());
            }
            _ => {}
        }
    }
}
