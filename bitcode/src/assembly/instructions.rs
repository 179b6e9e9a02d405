//! Instructions. LangRef, "Instruction Reference".

use irtrip_dialect::enums::{AtomicBinOp, CallingConvention, FastmathFlags};
use irtrip_dialect::llvm_text as text;

use super::Scope;
use super::attributes::ListText;
use super::constants::{gep_flags, integer_flags};
use super::globals::{alignment, convention, word};
use crate::constants::{Constant, ValueKind};
use crate::error::Result;
use crate::function::{Atomic, Bundle, BundleOperand, Call, Case, Instruction, Kind, Targets};
use crate::opcodes::{FAST_MATH, ORDERINGS, binary_mnemonic, cast_mnemonic, predicate};
use crate::types::{Type, TypeId, address_space};

/// Appends fast-math flags. Up to LLVM 5 the lowest bit was for all of them.
fn fast_math(out: &mut String, bits: u64) {
    const FAST: u64 = 1;
    let mut flags = if bits & FAST != 0 { FastmathFlags::FAST } else { FastmathFlags::NONE };
    for (bit, flag) in FAST_MATH {
        flags.set(flag, flags.contains(flag) || bits & bit != 0);
    }
    for word in flags.llvm_words() {
        out.push(' ');
        out.push_str(word);
    }
}

/// Appends volatility after a mnemonic.
fn volatile(out: &mut String, is_volatile: bool) {
    if is_volatile {
        out.push_str(" volatile");
    }
}

fn cast_flags(out: &mut String, mnemonic: &str, flags: u64) {
    match mnemonic {
        "fptrunc" | "fpext" | "sitofp" => fast_math(out, flags),
        "uitofp" => {
            integer_flags(out, mnemonic, flags);
            fast_math(out, flags & !1);
        }
        _ => integer_flags(out, mnemonic, flags),
    }
}

impl Scope<'_, '_> {
    fn values(&self, out: &mut String, ids: &[u32]) -> Result<()> {
        for (place, id) in ids.iter().enumerate() {
            if place > 0 {
                out.push_str(", ");
            }
            self.typed(out, *id)?;
        }
        Ok(())
    }

    fn label(&self, out: &mut String, block: u64) {
        out.push_str("label %");
        self.block_name(out, block);
    }

    fn block_name(&self, out: &mut String, block: u64) {
        if let Some(function) = self.function {
            function.names.block(out, &function.body, block);
        }
    }

    fn labels(&self, out: &mut String, blocks: &[u64]) {
        out.push('[');
        for (place, block) in blocks.iter().enumerate() {
            if place > 0 {
                out.push_str(", ");
            }
            self.label(out, *block);
        }
        out.push(']');
    }

    /// Appends an instruction without its result.
    pub(super) fn instruction(&self, out: &mut String, instruction: &Instruction) -> Result<()> {
        match &instruction.kind {
            Kind::Unary { .. }
            | Kind::Binary { .. }
            | Kind::Cast { .. }
            | Kind::Gep { .. }
            | Kind::Select { .. }
            | Kind::Compare { .. }
            | Kind::Phi { .. }
            | Kind::Freeze(_) => self.arithmetic(out, instruction),
            Kind::ExtractValue { .. }
            | Kind::InsertValue { .. }
            | Kind::ExtractElement(_)
            | Kind::InsertElement(_)
            | Kind::ShuffleVector(_) => self.parts(out, &instruction.kind),
            Kind::Alloca { .. }
            | Kind::Load { .. }
            | Kind::Store { .. }
            | Kind::CompareExchange { .. }
            | Kind::ReadModifyWrite { .. }
            | Kind::Fence(_)
            | Kind::VaArg { .. } => self.memory(out, instruction),
            Kind::Call(call) => self.call(out, call, instruction.ty),
            Kind::Resume(_)
            | Kind::CleanupReturn { .. }
            | Kind::CatchReturn { .. }
            | Kind::CatchSwitch { .. }
            | Kind::Pad { .. }
            | Kind::LandingPad { .. } => self.exceptions(out, instruction),
            Kind::Return(_)
            | Kind::Branch(_)
            | Kind::ConditionalBranch { .. }
            | Kind::Switch { .. }
            | Kind::IndirectBranch { .. }
            | Kind::Unreachable => self.terminator(out, &instruction.kind),
        }
    }

    fn arithmetic(&self, out: &mut String, instruction: &Instruction) -> Result<()> {
        let types = self.types();
        let unknown = |opcode: u64| self.error(format!("an instruction has the unknown opcode {opcode}"));
        match &instruction.kind {
            Kind::Unary { opcode: 0, flags, operand } => {
                out.push_str("fneg");
                fast_math(out, *flags);
                out.push(' ');
                self.typed(out, *operand)?;
            }
            Kind::Unary { opcode, .. } => return Err(unknown(*opcode)),
            Kind::Binary { opcode, flags, operands } => {
                let is_float = types.is_float(instruction.ty);
                let mnemonic = binary_mnemonic(*opcode, is_float).ok_or_else(|| unknown(*opcode))?;
                out.push_str(mnemonic);
                match is_float {
                    true => fast_math(out, *flags),
                    false => integer_flags(out, mnemonic, *flags),
                }
                self.pair(out, operands)?;
            }
            Kind::Cast { opcode, flags, operand } => {
                let mnemonic = cast_mnemonic(*opcode).ok_or_else(|| unknown(*opcode))?;
                out.push_str(mnemonic);
                cast_flags(out, mnemonic, *flags);
                out.push(' ');
                self.typed(out, *operand)?;
                out.push_str(" to ");
                out.push_str(types.text(instruction.ty));
            }
            Kind::Gep { flags, source, operands } => {
                out.push_str("getelementptr");
                gep_flags(out, *flags);
                out.push(' ');
                out.push_str(types.text(*source));
                out.push_str(", ");
                self.values(out, operands)?;
            }
            Kind::Select { flags, operands } => {
                out.push_str("select");
                fast_math(out, *flags);
                out.push(' ');
                self.values(out, operands)?;
            }
            Kind::Compare { predicate, flags, operands } => self.compare(out, *predicate, *flags, operands)?,
            Kind::Phi { flags, incoming } => {
                out.push_str("phi");
                fast_math(out, *flags);
                out.push(' ');
                out.push_str(types.text(instruction.ty));
                self.incoming(out, incoming)?;
            }
            Kind::Freeze(operand) => {
                out.push_str("freeze ");
                self.typed(out, *operand)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn compare(&self, out: &mut String, number: u64, flags: u64, operands: &[u32; 2]) -> Result<()> {
        let is_float = self.types().is_float(self.type_of(operands[0])?);
        out.push_str(if is_float { "fcmp" } else { "icmp" });
        if is_float {
            fast_math(out, flags);
        } else if flags & 1 != 0 {
            out.push_str(" samesign");
        }
        out.push(' ');
        match predicate(number).filter(|_| is_float == (number < 32)) {
            Some(word) => out.push_str(word),
            None => return Err(self.error(format!("an instruction has the unknown predicate {number}"))),
        }
        self.pair(out, operands)
    }

    /// Appends the values of a phi, each with the block that it comes from.
    fn incoming(&self, out: &mut String, incoming: &[(u32, u64)]) -> Result<()> {
        for (place, (value, block)) in incoming.iter().enumerate() {
            out.push_str(if place == 0 { " [ " } else { ", [ " });
            self.value(out, *value)?;
            out.push_str(", %");
            self.block_name(out, *block);
            out.push_str(" ]");
        }
        Ok(())
    }

    /// Appends two operands of one type.
    fn pair(&self, out: &mut String, operands: &[u32; 2]) -> Result<()> {
        out.push(' ');
        self.typed(out, operands[0])?;
        out.push_str(", ");
        self.value(out, operands[1])
    }

    fn parts(&self, out: &mut String, kind: &Kind) -> Result<()> {
        let (mnemonic, operands, indices): (&str, &[u32], &[u64]) = match kind {
            Kind::ExtractValue { aggregate, indices } => ("extractvalue ", std::slice::from_ref(aggregate), indices),
            Kind::InsertValue { operands, indices } => ("insertvalue ", operands, indices),
            Kind::ExtractElement(operands) => ("extractelement ", operands, &[]),
            Kind::InsertElement(operands) => ("insertelement ", operands, &[]),
            Kind::ShuffleVector(operands) => ("shufflevector ", operands, &[]),
            _ => return Ok(()),
        };
        out.push_str(mnemonic);
        self.values(out, operands)?;
        for index in indices {
            out.push_str(", ");
            text::int(out, *index);
        }
        Ok(())
    }

    fn terminator(&self, out: &mut String, kind: &Kind) -> Result<()> {
        match kind {
            Kind::Return(None) => out.push_str("ret void"),
            Kind::Return(Some(value)) => {
                out.push_str("ret ");
                self.typed(out, *value)?;
            }
            Kind::Branch(target) => {
                out.push_str("br ");
                self.label(out, *target);
            }
            Kind::ConditionalBranch { condition, targets } => {
                out.push_str("br ");
                self.typed(out, *condition)?;
                for target in targets {
                    out.push_str(", ");
                    self.label(out, *target);
                }
            }
            Kind::Switch { condition, default, cases } => {
                out.push_str("switch ");
                self.typed(out, *condition)?;
                out.push_str(", ");
                self.label(out, *default);
                out.push_str(" [\n");
                for (case, target) in cases {
                    out.push_str("    ");
                    match case {
                        Case::Value(value) => self.typed(out, *value)?,
                        Case::Integer(number) => {
                            out.push_str(self.types().text(self.type_of(*condition)?));
                            out.push(' ');
                            out.push_str(number);
                        }
                    }
                    out.push_str(", ");
                    self.label(out, *target);
                    out.push('\n');
                }
                out.push_str("  ]");
            }
            Kind::IndirectBranch { address, targets } => {
                out.push_str("indirectbr ");
                self.typed(out, *address)?;
                out.push_str(", ");
                self.labels(out, targets);
            }
            _ => out.push_str("unreachable"),
        }
        Ok(())
    }

    fn unwind(&self, out: &mut String, target: Option<u64>) {
        match target {
            Some(block) => self.label(out, block),
            None => out.push_str("to caller"),
        }
    }

    fn exceptions(&self, out: &mut String, instruction: &Instruction) -> Result<()> {
        match &instruction.kind {
            Kind::Resume(value) => {
                out.push_str("resume ");
                self.typed(out, *value)?;
            }
            Kind::CleanupReturn { pad, unwind } => {
                out.push_str("cleanupret from ");
                self.value(out, *pad)?;
                out.push_str(" unwind ");
                self.unwind(out, *unwind);
            }
            Kind::CatchReturn { pad, target } => {
                out.push_str("catchret from ");
                self.value(out, *pad)?;
                out.push_str(" to ");
                self.label(out, *target);
            }
            Kind::CatchSwitch { parent, handlers, unwind } => {
                out.push_str("catchswitch within ");
                self.value(out, *parent)?;
                out.push(' ');
                self.labels(out, handlers);
                out.push_str(" unwind ");
                self.unwind(out, *unwind);
            }
            Kind::Pad { is_catch, parent, arguments } => {
                out.push_str(if *is_catch { "catchpad within " } else { "cleanuppad within " });
                self.value(out, *parent)?;
                out.push_str(" [");
                self.values(out, arguments)?;
                out.push(']');
            }
            Kind::LandingPad { is_cleanup, clauses } => {
                out.push_str("landingpad ");
                out.push_str(self.types().text(instruction.ty));
                if *is_cleanup {
                    out.push_str(" cleanup");
                }
                for (kind, value) in clauses {
                    out.push_str(if *kind == 0 { " catch " } else { " filter " });
                    self.typed(out, *value)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn ordering(&self, out: &mut String, number: u64) -> Result<()> {
        let ordering = usize::try_from(number).ok().and_then(|place| ORDERINGS.get(place));
        let word = ordering.map(|ordering| ordering.llvm()).filter(|word| !word.is_empty());
        out.push(' ');
        out.push_str(
            word.ok_or_else(|| self.error(format!("an atomic instruction has the unknown ordering {number}")))?,
        );
        Ok(())
    }

    fn atomic(&self, out: &mut String, atomic: Atomic) -> Result<()> {
        let scopes = &self.writer.module.sync_scopes;
        let scope = usize::try_from(atomic.scope).ok().and_then(|place| scopes.get(place));
        let scope = scope.ok_or_else(|| self.error(format!("there is no synchronization scope {}", atomic.scope)))?;
        if !scope.is_empty() {
            out.push_str(" syncscope(");
            text::quoted(out, scope);
            out.push(')');
        }
        self.ordering(out, atomic.ordering)
    }

    fn memory(&self, out: &mut String, instruction: &Instruction) -> Result<()> {
        let types = self.types();
        match &instruction.kind {
            Kind::Alloca { flags, ty, count, space } => self.alloca(out, *flags, *ty, *count, *space)?,
            Kind::Load { pointer, alignment: exponent, is_volatile, atomic } => {
                out.push_str(if atomic.is_some() { "load atomic" } else { "load" });
                volatile(out, *is_volatile);
                out.push(' ');
                out.push_str(types.text(instruction.ty));
                out.push_str(", ");
                self.typed(out, *pointer)?;
                atomic.map_or(Ok(()), |atomic| self.atomic(out, atomic))?;
                alignment(out, ", ", *exponent);
            }
            Kind::Store { operands, alignment: exponent, is_volatile, atomic } => {
                out.push_str(if atomic.is_some() { "store atomic" } else { "store" });
                volatile(out, *is_volatile);
                out.push(' ');
                self.values(out, operands)?;
                atomic.map_or(Ok(()), |atomic| self.atomic(out, atomic))?;
                alignment(out, ", ", *exponent);
            }
            Kind::CompareExchange { operands, alignment: exponent, is_volatile, is_weak, success, failure, .. } => {
                out.push_str(if *is_weak { "cmpxchg weak" } else { "cmpxchg" });
                volatile(out, *is_volatile);
                out.push(' ');
                self.values(out, operands)?;
                self.atomic(out, *success)?;
                self.ordering(out, *failure)?;
                alignment(out, ", ", *exponent);
            }
            Kind::ReadModifyWrite { operation, operands, alignment: exponent, is_volatile, atomic } => {
                out.push_str("atomicrmw");
                volatile(out, *is_volatile);
                out.push(' ');
                let word = i64::try_from(*operation).ok().and_then(AtomicBinOp::from_number);
                let unknown = || self.error(format!("an atomicrmw has the unknown operation {operation}"));
                out.push_str(word.ok_or_else(unknown)?.llvm());
                out.push(' ');
                self.values(out, operands)?;
                self.atomic(out, *atomic)?;
                alignment(out, ", ", *exponent);
            }
            Kind::Fence(atomic) => {
                out.push_str("fence");
                self.atomic(out, *atomic)?;
            }
            Kind::VaArg { list } => {
                out.push_str("va_arg ");
                self.typed(out, *list)?;
                out.push_str(", ");
                out.push_str(types.text(instruction.ty));
            }
            _ => {}
        }
        Ok(())
    }

    fn alloca(&self, out: &mut String, flags: u64, ty: TypeId, count: u32, space: u32) -> Result<()> {
        out.push_str("alloca ");
        if flags >> 5 & 1 == 1 {
            out.push_str("inalloca ");
        }
        if flags >> 7 & 1 == 1 {
            out.push_str("swifterror ");
        }
        out.push_str(self.types().text(ty));
        let value = self.get(count)?;
        let is_one = matches!(value.kind, ValueKind::Constant(Constant::Integer(1)))
            && matches!(self.types().get(value.ty), Type::Integer(32));
        if !is_one {
            out.push_str(", ");
            self.typed(out, count)?;
        }
        // The lower five bits of the exponent, and three more.
        alignment(out, ", ", flags & 31 | (flags >> 8 & 7) << 5);
        if space != 0 {
            out.push(',');
            address_space(out, space);
        }
        Ok(())
    }

    fn call(&self, out: &mut String, call: &Call, result: TypeId) -> Result<()> {
        out.push_str(call.tail);
        out.push_str(match call.targets {
            Targets::Next => "call",
            Targets::Invoke(..) => "invoke",
            Targets::CallBr(..) => "callbr",
        });
        fast_math(out, call.fast_math);
        out.push(' ');
        convention(out, CallingConvention::from_number(call.convention as i64).unwrap_or_default());
        let list = self.attribute_list(call.attributes)?;
        if let Some(list) = list {
            word(out, list.result(self.types(), result).trim_start());
        }
        if let Type::Pointer(_, space) = self.types().get(self.get(call.callee)?.ty) {
            let before = out.len();
            self.program_space(out, *space);
            if out.len() > before {
                out.remove(before);
                out.push(' ');
            }
        }
        let (params, vararg) = match self.types().get(call.ty) {
            Type::Function { params, vararg, .. } => (std::sync::Arc::clone(params), *vararg),
            _ => return Err(self.error("the type of what is called is none of a function")),
        };
        out.push_str(self.types().text(if vararg { call.ty } else { result }));
        out.push(' ');
        match self.writer.upgrades.called(self.writer.module, call) {
            Some(intrinsic) => out.push_str(intrinsic),
            None => self.value(out, call.callee)?,
        }
        out.push('(');
        for (place, argument) in call.arguments.iter().enumerate() {
            if place > 0 {
                out.push_str(", ");
            }
            self.argument(out, (place, params.get(place).copied()), *argument, list)?;
        }
        // Such a call hands on what its own function takes in addition: both take as much.
        if vararg && call.tail.starts_with("musttail") {
            out.push_str(if call.arguments.is_empty() { "..." } else { ", ..." });
        }
        out.push(')');
        self.function_group(out, call.attributes)?;
        self.bundles(out, &call.bundles)?;
        self.targets(out, &call.targets);
        Ok(())
    }

    /// Appends the blocks that a call goes on to.
    fn targets(&self, out: &mut String, targets: &Targets) {
        match targets {
            Targets::Next => {}
            Targets::Invoke(normal, unwind) => {
                out.push_str(" to ");
                self.label(out, *normal);
                out.push_str(" unwind ");
                self.label(out, *unwind);
            }
            Targets::CallBr(default, others) => {
                out.push_str(" to ");
                self.label(out, *default);
                out.push(' ');
                self.labels(out, others);
            }
        }
    }

    fn argument(
        &self,
        out: &mut String,
        (place, param): (usize, Option<TypeId>),
        argument: u32,
        list: Option<&ListText>,
    ) -> Result<()> {
        match param.map(|param| self.types().get(param)) {
            Some(Type::Metadata) => {
                out.push_str("metadata ");
                return self.reference(out, u64::from(argument), 0);
            }
            Some(Type::Label) => {
                self.label(out, u64::from(argument));
                return Ok(());
            }
            _ => {}
        }
        let ty = self.type_of(argument)?;
        out.push_str(self.types().text(ty));
        if let Some(list) = list {
            out.push_str(&list.param(place, self.types(), ty));
        }
        out.push(' ');
        self.value(out, argument)
    }

    fn bundles(&self, out: &mut String, bundles: &[Bundle]) -> Result<()> {
        let tag = |bundle: &Bundle| -> &[u8] {
            let tag = usize::try_from(bundle.tag).ok().and_then(|tag| self.writer.module.bundle_tags.get(tag));
            tag.map_or(&[], |tag| tag)
        };
        // LLVM drops such a bundle of former releases, which marked the call alone.
        let is_left = |bundle: &&Bundle| !bundle.operands.is_empty() || tag(bundle) != b"clang.arc.attachedcall";
        let mut is_any = false;
        for bundle in bundles.iter().filter(is_left) {
            out.push_str(if is_any { ", " } else { " [ " });
            is_any = true;
            text::quoted(out, tag(bundle));
            out.push('(');
            for (place, operand) in bundle.operands.iter().enumerate() {
                if place > 0 {
                    out.push_str(", ");
                }
                match operand {
                    BundleOperand::Value(value) => self.typed(out, *value)?,
                    BundleOperand::Metadata(id) => {
                        out.push_str("metadata ");
                        self.reference(out, u64::from(*id), 0)?;
                    }
                }
            }
            out.push(')');
        }
        if is_any {
            out.push_str(" ]");
        }
        Ok(())
    }
}
