//! Instructions other than calls, memory accesses and terminators; LangRef, "Instruction Reference".

pub(crate) mod flags;
pub(crate) mod getelementptr;
pub(crate) mod memory;
pub(crate) mod mnemonics;

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::enums::{FCmpPredicate, GepNoWrapFlags, ICmpPredicate, TailCallKind, UnaryOpcode};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Inst, LlvmForm, Traits, llvm};
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{OpName, Type, TypeData, Value};
use smallvec::SmallVec;

use crate::bodies::instructions::getelementptr::Path;
use crate::checks::operands::{is_scalable, is_sized};
use crate::error::Res;
use crate::reader::{Entries, Reader};
use crate::tables::types::spell;

impl<'a> Reader<'_, 'a> {
    /// Reads an instruction behind its result's name; whether it ends the block.
    pub fn instruction(&mut self) -> Res<bool> {
        let start = self.c.peek_pos();
        let word = self.c.word();
        let Some(name) = mnemonics::instruction(word) else {
            match TailCallKind::from_llvm(word) {
                Some(_) => self.call(word)?,
                None if word == b"phi" => self.phi(start)?,
                None => return self.no_opcode(start),
            }
            return Ok(false);
        };
        match name.def().map(|def| def.llvm) {
            Some(LlvmForm::Inst(inst)) => self.own_syntax(inst, name, start),
            Some(form @ (LlvmForm::Binary(_) | LlvmForm::Unary(_) | LlvmForm::Cast(_))) => {
                self.simple_instruction(name, &form).map(|()| false)
            }
            Some(LlvmForm::None | LlvmForm::Constant(_) | LlvmForm::Intrinsic(_) | LlvmForm::Global(_)) | None => {
                self.no_opcode(start)
            }
        }
    }

    fn no_opcode(&mut self, at: usize) -> Res<bool> {
        self.c.pos = at;
        self.c.expected("instruction opcode")
    }

    /// Reads an instruction with a syntax of its own, whose word stands at a place; whether it ends the block.
    fn own_syntax(&mut self, inst: Inst, name: OpName, start: usize) -> Res<bool> {
        match inst {
            Inst::Load => self.load()?,
            Inst::Store => self.store()?,
            Inst::GetElementPtr => self.getelementptr()?,
            Inst::Call | Inst::InlineAsm | Inst::CallIntrinsic | Inst::MetadataCall => self.call(b"call")?,
            Inst::ICmp | Inst::FCmp => self.compare(name)?,
            Inst::Select => self.select(start)?,
            Inst::Alloca => self.alloca()?,
            Inst::ExtractValue => self.extractvalue()?,
            Inst::InsertValue => self.insertvalue()?,
            Inst::ExtractElement => self.extractelement()?,
            Inst::InsertElement => self.insertelement()?,
            Inst::ShuffleVector => self.shufflevector()?,
            Inst::AtomicRmw => self.atomicrmw()?,
            Inst::CmpXchg => self.cmpxchg()?,
            Inst::Fence => self.fence()?,
            Inst::VaArg => self.va_arg()?,
            Inst::LandingPad => self.landingpad()?,
            Inst::CatchPad | Inst::CleanupPad => self.pad(name)?,
            Inst::BlockTag => return self.no_opcode(start),
            Inst::Br | Inst::CondBr => self.br()?,
            Inst::Return => self.ret()?,
            Inst::Switch => self.switch()?,
            Inst::Invoke => self.invoke()?,
            Inst::IndirectBr => self.indirectbr()?,
            Inst::Resume => self.resume()?,
            Inst::Unreachable => self.terminate(name, SmallVec::new(), Entries::new(), SmallVec::new(), wk::VOID)?,
            Inst::CallBr => self.callbr()?,
            Inst::CatchSwitch => self.catchswitch()?,
            Inst::CatchRet => self.catchret()?,
            Inst::CleanupRet => self.cleanupret()?,
        }
        Ok(name.def().is_some_and(|def| def.is(Traits::TERMINATOR)))
    }

    /// Binary, unary and cast instructions.
    fn simple_instruction(&mut self, name: OpName, form: &LlvmForm) -> Res<()> {
        let flags = self.flags_of(name);
        let mut entries = Entries::new();
        self.flag_attrs(name, flags, &mut entries);
        let at = self.c.peek_pos();
        let (ty, first) = self.typed_value()?;
        match form {
            LlvmForm::Binary(_) => {
                self.c.expect(b',', "',' in arithmetic operation")?;
                let second = self.value(ty)?;
                self.check_elementary(name, ty, at)?;
                self.emit(name, &[first, second], &mut entries, ty)
            }
            LlvmForm::Cast(_) => {
                self.c.expect_word_as("to", "'to' after cast value")?;
                let to = self.read_type()?;
                self.check_cast(name, ty, to, at)?;
                self.emit(name, &[first], &mut entries, to)
            }
            LlvmForm::Unary(UnaryOpcode::Freeze) => self.emit(name, &[first], &mut entries, ty),
            _ => {
                self.check_elementary(name, ty, at)?;
                self.emit(name, &[first], &mut entries, ty)
            }
        }
    }

    fn compare(&mut self, name: OpName) -> Res<()> {
        let ints = name == llvm::ICMP;
        let flags = self.flags_of(name);
        let at = self.c.peek_pos();
        let word = self.c.word();
        let predicate = match ints {
            true => ICmpPredicate::from_llvm(word).map(|predicate| self.enum_attr(predicate)),
            false => FCmpPredicate::from_llvm(word).map(|predicate| self.enum_attr(predicate)),
        };
        let Some(predicate) = predicate else {
            self.c.pos = at;
            return self.c.expected(if ints { "icmp predicate (e.g. 'eq')" } else { "fcmp predicate (e.g. 'oeq')" });
        };
        let mut entries = vec![(PREDICATE, predicate)];
        self.flag_attrs(name, flags, &mut entries);
        let at = self.c.peek_pos();
        let (ty, first) = self.typed_value()?;
        self.c.expect(b',', "',' after compare value")?;
        let second = self.value(ty)?;
        self.check_compare(name, ty, at)?;
        let result = match self.ctx.type_data(ty) {
            TypeData::Vector { .. } => self.ctx.with_scalar_type(ty, wk::I1),
            _ => wk::I1,
        };
        self.emit(name, &[first, second], &mut entries, result)
    }

    fn select(&mut self, word_at: usize) -> Res<()> {
        let flags = self.flags_of(llvm::SELECT);
        let mut entries = Entries::new();
        self.flag_attrs(llvm::SELECT, flags, &mut entries);
        let at = self.c.peek_pos();
        let (condition_type, condition) = self.typed_value()?;
        self.c.expect(b',', "',' after select condition")?;
        let (ty, first) = self.typed_value()?;
        self.c.expect(b',', "',' after select value")?;
        let (other, second) = self.typed_value()?;
        self.check_select(condition_type, ty, other, at)?;
        self.check_fast(flags, ty, "select", word_at)?;
        self.emit(llvm::SELECT, &[condition, first, second], &mut entries, ty)
    }

    fn getelementptr(&mut self) -> Res<()> {
        let mut flags = GepNoWrapFlags::NONE;
        while let Some(flag) = GepNoWrapFlags::from_llvm(self.c.peek_word()) {
            self.c.word();
            flags |= flag;
        }
        let element = self.read_type()?;
        self.c.expect(b',', "comma after getelementptr's type")?;
        let base_at = self.c.peek_pos();
        let (base_type, base) = self.typed_value()?;
        if !matches!(self.ctx.type_data(self.ctx.scalar_type(base_type)), TypeData::Pointer { .. }) {
            return self.refuse(base_at, "base of getelementptr must be a pointer");
        }
        let mut operands: SmallVec<[Value; 8]> = SmallVec::new();
        operands.push(base);
        let mut path = Path::new(element, base_type);
        loop {
            let before = self.c;
            if !self.c.eat(b',') {
                break;
            }
            if self.c.peek() == b'!' {
                self.c = before;
                break;
            }
            let at = self.c.peek_pos();
            let ty = self.read_type()?;
            let mut ahead = self.c;
            let known = if ahead.peek() == b'%' { None } else { self.static_index(ty)? };
            if let Err(wrong) = path.step(self.ctx, ty, known) {
                let at = if wrong.at_index() { at } else { base_at };
                return self.refuse(at, wrong.message());
            }
            if path.last_is_dynamic() {
                operands.push(self.value(ty)?);
            } else {
                let constant = self.constant(ty)?;
                debug_assert_eq!(self.pool.index_value(self.ctx, constant), known);
            }
        }
        if !path.raw().is_empty() && !is_sized(self.ctx, element) {
            return self.refuse(base_at, "base element of getelementptr must be sized");
        }
        self.add_getelementptr((element, flags), &path, &operands)
    }

    /// The operation of a `getelementptr` of this element type and these flags.
    pub fn add_getelementptr(
        &mut self,
        element_and_flags: (Type, GepNoWrapFlags),
        path: &Path,
        operands: &[Value],
    ) -> Res<()> {
        let (element, flags) = element_and_flags;
        // Upstream's syntax has one index at least.
        let without = path.raw().is_empty();
        let raw = self.i32_array(if without { &[0] } else { path.raw() });
        let mut entries = vec![(RAW_CONSTANT_INDICES, raw), (ELEM_TYPE, self.ctx.type_attr(element))];
        if !flags.is_empty() {
            entries.push((NO_WRAP_FLAGS, self.enum_attr(flags)));
        }
        if !path.splats().is_empty() {
            entries.push((IRTRIP_SPLATS, self.i32_array(path.splats())));
        }
        if without {
            entries.push((IRTRIP_NO_INDEX, attrs::UNIT));
        }
        self.emit(llvm::GETELEMENTPTR, operands, &mut entries, path.result())
    }

    /// The value of the constant index that is next, which is not passed.
    fn static_index(&mut self, ty: Type) -> Res<Option<i64>> {
        let before = self.c;
        let constant = self.constant(ty)?;
        self.c = before;
        Ok(self.pool.index_value(self.ctx, constant))
    }

    /// `, 0, 1` behind the aggregate at a place: the indices, and the type they lead to.
    fn constant_indices(&mut self, ty: Type, what: &str, at: usize) -> Res<(SmallVec<[i64; 4]>, Type)> {
        let mut indices = SmallVec::new();
        let whole = ty;
        let mut ty = Some(ty);
        loop {
            let before = self.c;
            if !self.c.eat(b',') {
                break;
            }
            if self.c.peek() == b'!' {
                self.c = before;
                break;
            }
            let index = u64::from(self.c.u32()?);
            ty = ty.and_then(|ty| match self.ctx.type_data(ty) {
                TypeData::Array { length, .. } if index >= *length => None,
                TypeData::Vector { .. } => None,
                _ => self.ctx.element_at(ty, index),
            });
            indices.push(index as i64);
        }
        if indices.is_empty() {
            return self.c.expected("',' as start of index list");
        }
        if !self.ctx.is_aggregate(whole) {
            return self.refuse(at, format!("{what} operand must be aggregate type"));
        }
        match ty {
            Some(ty) => Ok((indices, ty)),
            None => self.refuse(at, format!("invalid indices for {what}")),
        }
    }

    fn extractvalue(&mut self) -> Res<()> {
        let at = self.c.peek_pos();
        let (ty, container) = self.typed_value()?;
        let (indices, found) = self.constant_indices(ty, "extractvalue", at)?;
        let mut entries = vec![(POSITION, self.position_attr(&indices))];
        self.emit(llvm::EXTRACTVALUE, &[container], &mut entries, found)
    }

    fn insertvalue(&mut self) -> Res<()> {
        let whole_at = self.c.peek_pos();
        let (ty, container) = self.typed_value()?;
        self.c.expect(b',', "comma after insertvalue operand")?;
        let at = self.c.peek_pos();
        let (inserted, value) = self.typed_value()?;
        let (indices, found) = self.constant_indices(ty, "insertvalue", whole_at)?;
        if inserted != found {
            let (inserted, found) = (spell(self.ctx, inserted), spell(self.ctx, found));
            let wrong = "insertvalue operand and field disagree in type";
            return self.refuse(at, format!("{wrong}: '{inserted}' instead of '{found}'"));
        }
        let mut entries = vec![(POSITION, self.position_attr(&indices))];
        self.emit(llvm::INSERTVALUE, &[container, value], &mut entries, ty)
    }

    /// The element of a vector; an error at a place for what is no vector.
    fn element_of(&self, ty: Type, what: &str, at: usize) -> Res<Type> {
        match self.ctx.type_data(ty) {
            TypeData::Vector { element, .. } => Ok(*element),
            _ => self.refuse(at, format!("invalid {what} operands")),
        }
    }

    fn extractelement(&mut self) -> Res<()> {
        let at = self.c.peek_pos();
        let (ty, vector) = self.typed_value()?;
        self.c.expect(b',', "',' after extract value")?;
        let (index_type, index) = self.typed_value()?;
        let element = self.element_of(ty, "extractelement", at)?;
        self.check_index(index_type, "extractelement", at)?;
        self.emit(llvm::EXTRACTELEMENT, &[vector, index], &mut Entries::new(), element)
    }

    fn insertelement(&mut self) -> Res<()> {
        let at = self.c.peek_pos();
        let (ty, vector) = self.typed_value()?;
        self.c.expect(b',', "',' after insertelement value")?;
        let (inserted, value) = self.typed_value()?;
        self.c.expect(b',', "',' after insertelement value")?;
        let (index_type, index) = self.typed_value()?;
        if inserted != self.element_of(ty, "insertelement", at)? {
            return self.refuse(at, "invalid insertelement operands");
        }
        self.check_index(index_type, "insertelement", at)?;
        self.emit(llvm::INSERTELEMENT, &[vector, value, index], &mut Entries::new(), ty)
    }

    fn shufflevector(&mut self) -> Res<()> {
        let at = self.c.peek_pos();
        let (ty, first) = self.typed_value()?;
        self.c.expect(b',', "',' after shuffle mask")?;
        let (other, second) = self.typed_value()?;
        self.c.expect(b',', "',' after shuffle value")?;
        let wrong = "invalid shufflevector operands";
        let mut ahead = self.c;
        self.types.read(&mut ahead)?;
        if ahead.peek() == b'%' {
            return self.refuse(at, wrong);
        }
        let mask = self.typed_constant()?;
        let element = self.element_of(ty, "shufflevector", at)?;
        let Some((values, scalable)) = self.shuffle_mask(mask).filter(|_| other == ty) else {
            return self.refuse(at, wrong);
        };
        if scalable != is_scalable(self.ctx, ty) {
            return self.refuse(at, wrong);
        }
        self.check_mask(ty, &values, at)?;
        let result = self.ctx.vector_type(values.len() as u64, scalable, element);
        let mask = self.ctx.i32_array(&values);
        self.emit(llvm::SHUFFLEVECTOR, &[first, second], &mut vec![(MASK, mask)], result)
    }

    fn va_arg(&mut self) -> Res<()> {
        let (_, list) = self.typed_value()?;
        self.c.expect(b',', "',' after vaarg operand")?;
        let at = self.c.peek_pos();
        let ty = self.read_type()?;
        if !self.ctx.is_first_class(ty) {
            return self.refuse(at, "va_arg requires operand with first class type");
        }
        self.emit(llvm::VA_ARG, &[list], &mut Entries::new(), ty)
    }
}
