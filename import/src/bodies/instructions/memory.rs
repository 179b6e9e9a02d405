//! Instructions that access memory; LangRef, "Memory Access and Addressing Operations".

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::enums::{AtomicBinOp, AtomicOrdering};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::llvm;
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{OpName, Type, TypeData, Value};

use crate::checks::operands::{is_mixed, is_pointee, is_sized};
use crate::error::Res;
use crate::reader::{Entries, Reader};

/// What LLVM says of a `load` whose type or pointer is none for it.
const WRONG_LOAD: &str = "load operand must be a pointer to a first class type";

impl<'a> Reader<'_, 'a> {
    /// `, align 8`; attachments behind a comma are left.
    fn comma_align(&mut self, entries: &mut Entries) -> Res<bool> {
        let before = self.c;
        if !self.c.eat(b',') || !self.c.eat_word("align") {
            self.c = before;
            return Ok(false);
        }
        let at = self.c.peek_pos();
        let value = self.c.u64()?;
        if !value.is_power_of_two() {
            return self.invalid(at, "alignment is not a power of two");
        }
        if value > 1 << 32 {
            return self.invalid(at, "huge alignments are not supported yet");
        }
        entries.push((ALIGNMENT, self.i64_attr(value as i64)));
        Ok(true)
    }

    /// An alignment that is not written is the type's, by the data layout; whether one was.
    fn align_or_natural(&mut self, entries: &mut Entries, ty: Type) -> Res<bool> {
        let written = self.comma_align(entries)?;
        if !written {
            let natural = self.shared.layout.abi_alignment(self.ctx, ty);
            entries.push((ALIGNMENT, self.i64_attr(natural as i64)));
        }
        Ok(written)
    }

    /// `syncscope("agent") seq_cst`
    fn scope_and_ordering(&mut self, key: irtrip_dialect::Str, entries: &mut Entries) -> Res<AtomicOrdering> {
        if self.c.eat_word("syncscope") {
            self.c.expect(b'(', "'(' in syncscope")?;
            if self.c.peek() != b'"' {
                return self.invalid(self.c.pos, "Expected synchronization scope name");
            }
            let scope = self.ctx.byte_str(&self.c.string()?);
            self.c.expect(b')', "')' in syncscope")?;
            // The scope without a name is that of all threads, which goes without saying.
            if scope != EMPTY {
                entries.push((SYNCSCOPE, self.ctx.str_attr(scope)));
            }
        }
        self.ordering(key, entries)
    }

    fn ordering(&mut self, key: irtrip_dialect::Str, entries: &mut Entries) -> Res<AtomicOrdering> {
        match AtomicOrdering::from_llvm(self.c.peek_word()) {
            Some(ordering) => {
                self.c.word();
                entries.push((key, self.enum_attr(ordering)));
                Ok(ordering)
            }
            None => {
                let at = self.c.peek_pos();
                self.invalid(at, "Expected ordering on atomic instruction")
            }
        }
    }

    /// Reads `atomic` and `volatile`; whether it is atomic.
    fn access_words(&mut self, entries: &mut Entries) -> bool {
        let atomic = self.c.eat_word("atomic");
        if self.c.eat_word("volatile") {
            entries.push((VOLATILE, attrs::UNIT));
        }
        atomic
    }

    /// Reads an operand that must be a pointer, or else LLVM says this.
    fn pointer(&mut self, wrong: &str) -> Res<Value> {
        let at = self.c.peek_pos();
        let (ty, value) = self.typed_value()?;
        match self.ctx.type_data(ty) {
            TypeData::Pointer { .. } => Ok(value),
            _ => self.refuse(at, wrong),
        }
    }

    pub fn load(&mut self) -> Res<()> {
        let mut entries = Entries::new();
        let atomic = self.access_words(&mut entries);
        let type_at = self.c.peek_pos();
        let ty = self.read_type()?;
        self.c.expect(b',', "comma after load's type")?;
        let at = self.c.peek_pos();
        let pointer = self.pointer(WRONG_LOAD)?;
        let ordering = if atomic { Some(self.scope_and_ordering(ORDERING, &mut entries)?) } else { None };
        let aligned = self.align_or_natural(&mut entries, ty)?;
        if !self.ctx.is_first_class(ty) {
            return self.refuse(at, WRONG_LOAD);
        }
        if let Some(ordering) = ordering {
            if !aligned {
                return self.refuse(at, "atomic load must have explicit non-zero alignment");
            }
            if !ordering.is_for_load() {
                return self.refuse(at, "atomic load cannot use Release ordering");
            }
            self.check_atomic_access("load", ty)?;
        }
        if !is_sized(self.ctx, ty) {
            return self.refuse(type_at, "loading unsized types is not allowed");
        }
        self.emit(llvm::LOAD, &[pointer], &mut entries, ty)
    }

    pub fn store(&mut self) -> Res<()> {
        let mut entries = Entries::new();
        let atomic = self.access_words(&mut entries);
        let at = self.c.peek_pos();
        let ty = self.read_type()?;
        if matches!(self.ctx.type_data(ty), TypeData::Label) {
            return self.refuse(at, "storing unsized types is not allowed");
        }
        let value = self.value(ty)?;
        self.c.expect(b',', "',' after store operand")?;
        let pointer = self.pointer("store operand must be a pointer")?;
        let ordering = if atomic { Some(self.scope_and_ordering(ORDERING, &mut entries)?) } else { None };
        let aligned = self.align_or_natural(&mut entries, ty)?;
        if !self.ctx.is_first_class(ty) {
            return self.refuse(at, "store operand must be a first class value");
        }
        if let Some(ordering) = ordering {
            if !aligned {
                return self.refuse(at, "atomic store must have explicit non-zero alignment");
            }
            if !ordering.is_for_store() {
                return self.refuse(at, "atomic store cannot use Acquire ordering");
            }
            self.check_atomic_access("store", ty)?;
        }
        if !is_sized(self.ctx, ty) {
            return self.refuse(at, "storing unsized types is not allowed");
        }
        self.emit(llvm::STORE, &[value, pointer], &mut entries, wk::VOID)
    }

    pub fn alloca(&mut self) -> Res<()> {
        let mut entries = Entries::new();
        if self.c.eat_word("inalloca") {
            entries.push((INALLOCA, attrs::UNIT));
        }
        let swifterror = self.c.eat_word("swifterror");
        if swifterror {
            entries.push((IRTRIP_FLAGS, self.words_attr(&["swifterror"])));
        }
        let type_at = self.c.peek_pos();
        let element = self.read_type()?;
        if !is_pointee(self.ctx, element) {
            return self.refuse(type_at, "invalid type for alloca");
        }
        entries.push((ELEM_TYPE, self.ctx.type_attr(element)));
        let (size, result) = self.alloca_suffix(element, &mut entries)?;
        if !is_sized(self.ctx, element) || is_mixed(self.ctx, element) {
            return self.refuse(type_at, "Cannot allocate unsized type");
        }
        if swifterror {
            self.check_swifterror_slot(element, size.is_some())?;
        }
        let size = match size {
            Some(size) => size,
            None => {
                let one = self.pool.intern(wk::I32, crate::constants::pool::ConstKind::Int(1));
                self.materialize(one)
            }
        };
        self.emit(llvm::ALLOCA, &[size], &mut entries, result)
    }

    /// The element count, alignment and address space behind the type of an `alloca`; gives the count and the type of the
    /// result.
    fn alloca_suffix(&mut self, element: Type, entries: &mut Entries) -> Res<(Option<Value>, Type)> {
        let mut size = None;
        let mut result = wk::PTR;
        let mut aligned = false;
        loop {
            let before = self.c;
            if !self.c.eat(b',') {
                break;
            }
            match self.c.peek_word() {
                b"align" => {
                    self.c = before;
                    aligned |= self.comma_align(entries)?;
                }
                b"addrspace" => {
                    self.c.word();
                    result = self.ctx.ptr_type(self.types.address_space(&mut self.c)?);
                }
                _ if self.c.peek() == b'!' => {
                    self.c = before;
                    break;
                }
                _ => {
                    let at = self.c.peek_pos();
                    let (ty, value) = self.typed_value()?;
                    if self.ctx.int_width(ty).is_none() {
                        return self.invalid(at, "element count must have integer type");
                    }
                    size = Some(value);
                }
            }
        }
        if !aligned {
            let natural = self.shared.layout.preferred_alignment(self.ctx, element);
            entries.push((ALIGNMENT, self.i64_attr(natural as i64)));
        }
        Ok((size, result))
    }

    pub fn atomicrmw(&mut self) -> Res<()> {
        let mut entries = Entries::new();
        if self.c.eat_word("volatile") {
            entries.push((VOLATILE, attrs::UNIT));
        }
        let Some(operation) = AtomicBinOp::from_llvm(self.c.peek_word()) else {
            return self.c.expected("binary operation in atomicrmw");
        };
        self.c.word();
        entries.push((BIN_OP, self.enum_attr(operation)));
        let pointer = self.pointer("atomicrmw operand must be a pointer")?;
        self.c.expect(b',', "',' after atomicrmw address")?;
        let at = self.c.peek_pos();
        let (ty, value) = self.typed_value()?;
        let ordering = self.scope_and_ordering(ORDERING, &mut entries)?;
        self.align_or_size(&mut entries, ty)?;
        if !ordering.is_at_least_monotonic() {
            return self.refuse_here("atomicrmw cannot be unordered");
        }
        self.check_update(operation, ty, at)?;
        self.emit(llvm::ATOMICRMW, &[pointer, value], &mut entries, ty)
    }

    pub fn cmpxchg(&mut self) -> Res<()> {
        let mut entries = Entries::new();
        if self.c.eat_word("weak") {
            entries.push((WEAK, attrs::UNIT));
        }
        if self.c.eat_word("volatile") {
            entries.push((VOLATILE, attrs::UNIT));
        }
        let pointer = self.pointer("cmpxchg operand must be a pointer")?;
        self.c.expect(b',', "',' after cmpxchg address")?;
        let (ty, expected) = self.typed_value()?;
        self.c.expect(b',', "',' after cmpxchg cmp operand")?;
        let at = self.c.peek_pos();
        let (other, new) = self.typed_value()?;
        if ty != other {
            return self.invalid(at, "compare value and new value type do not match");
        }
        let success = self.scope_and_ordering(SUCCESS_ORDERING, &mut entries)?;
        let failure = self.ordering(FAILURE_ORDERING, &mut entries)?;
        self.align_or_size(&mut entries, ty)?;
        if !success.is_at_least_monotonic() {
            return self.refuse_here("invalid cmpxchg success ordering");
        }
        if !failure.is_at_least_monotonic() || !failure.is_for_load() {
            return self.refuse_here("invalid cmpxchg failure ordering");
        }
        if !self.ctx.is_first_class(ty) {
            return self.refuse(at, "cmpxchg operand must be a first class value");
        }
        if self.ctx.int_width(ty).is_none() && !matches!(self.ctx.type_data(ty), TypeData::Pointer { .. }) {
            return self.refuse(self.f.at, "cmpxchg operand must have integer or pointer type");
        }
        self.check_atomic_size(ty)?;
        let result = self.ctx.literal_struct(false, &[ty, wk::I1]);
        self.emit(llvm::CMPXCHG, &[pointer, expected, new], &mut entries, result)
    }

    /// An atomic instruction's alignment that is not written is the size of what it accesses.
    fn align_or_size(&mut self, entries: &mut Entries, ty: Type) -> Res<()> {
        if !self.comma_align(entries)? {
            let size = self.shared.layout.store_size(self.ctx, ty).max(1);
            entries.push((ALIGNMENT, self.i64_attr(size as i64)));
        }
        Ok(())
    }

    pub fn fence(&mut self) -> Res<()> {
        let mut entries = Entries::new();
        let ordering = self.scope_and_ordering(ORDERING, &mut entries)?;
        if !ordering.is_for_fence() {
            return self.refuse_here(format!("fence cannot be {}", ordering.llvm()));
        }
        let fence: OpName = llvm::FENCE;
        self.emit(fence, &[], &mut entries, wk::VOID)
    }
}
