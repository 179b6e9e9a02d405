//! Instructions other than calls, memory accesses and terminators; LangRef, "Instruction Reference".

pub(crate) mod flags;
pub(crate) mod getelementptr;
pub(crate) mod memory;
pub(crate) mod mnemonics;
pub(crate) mod operand_types;

use smallvec::SmallVec;

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::enums::{FCmpPredicate, GepNoWrapFlags, ICmpPredicate, TailCallKind, UnaryOpcode};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Inst, LlvmForm, Traits, llvm};
use irtrip_dialect::release::Releases;
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Context, OpName, OpNameDefinition, Str, Type, TypeData, Value};

use crate::attribute_cache::{AttributeCache, NamedAttrs};
use crate::bodies::instructions::getelementptr::Path;
use crate::bodies::instructions::operand_types::{
    check_cast, check_compare, check_elementary, check_fast, check_index, check_mask, check_select,
};
use crate::bodies::reader::FunctionReader;
use crate::bodies::{calls, phis, terminators};
use crate::constants::materialize::position_attr;
use irtrip_dialect::llvm_text::cursor::Cursor;
use irtrip_dialect::llvm_text::type_text;
use irtrip_dialect::types::predicates::{is_scalable, is_sized, is_struct_of_scalable};

/// Reads an instruction after its result's name; whether it ends the block.
pub(crate) fn instruction(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<bool> {
    let start = reader.c.peek_pos();
    let word = reader.c.word();
    let Some(name) = mnemonics::instruction(word) else {
        match TailCallKind::from_llvm(word) {
            Some(_) => calls::call(reader, word)?,
            None if word == b"phi" => phis::phi(reader, start)?,
            None => return no_opcode(reader, start),
        }
        return Ok(false);
    };
    match name.def().map(|def| def.llvm) {
        Some(LlvmForm::Inst(inst)) => own_syntax(reader, inst, name, start),
        Some(form @ (LlvmForm::Binary(_) | LlvmForm::Unary(_) | LlvmForm::Cast(_))) => {
            simple_instruction(reader, name, &form).map(|()| false)
        }
        Some(
            LlvmForm::None
            | LlvmForm::Constant(_)
            | LlvmForm::Intrinsic(_)
            | LlvmForm::Translation(_)
            | LlvmForm::Global(_),
        )
        | None => no_opcode(reader, start),
    }
}

fn no_opcode(reader: &mut FunctionReader<'_, '_>, at: usize) -> DiagnosticResult<bool> {
    reader.c.pos = at;
    reader.c.expected("instruction opcode")
}

/// Reads an instruction with a syntax of its own, whose word is at a place; whether it ends the block.
fn own_syntax(reader: &mut FunctionReader<'_, '_>, inst: Inst, name: OpName, start: usize) -> DiagnosticResult<bool> {
    match inst {
        Inst::Load => memory::load(reader)?,
        Inst::Store => memory::store(reader)?,
        Inst::GetElementPtr => getelementptr(reader)?,
        Inst::Call | Inst::InlineAsm | Inst::CallIntrinsic | Inst::MetadataCall => calls::call(reader, b"call")?,
        Inst::ICmp | Inst::FCmp => compare(reader, name)?,
        Inst::Select => select(reader, start)?,
        Inst::Alloca => memory::alloca(reader)?,
        Inst::ExtractValue => extractvalue(reader)?,
        Inst::InsertValue => insertvalue(reader)?,
        Inst::ExtractElement => extractelement(reader)?,
        Inst::InsertElement => insertelement(reader)?,
        Inst::ShuffleVector => shufflevector(reader)?,
        Inst::AtomicRmw => memory::atomicrmw(reader)?,
        Inst::CmpXchg => memory::cmpxchg(reader)?,
        Inst::Fence => memory::fence(reader)?,
        Inst::VaArg => va_arg(reader)?,
        Inst::LandingPad => terminators::landingpad(reader)?,
        Inst::CatchPad | Inst::CleanupPad => terminators::pad(reader, name)?,
        Inst::BlockTag => return no_opcode(reader, start),
        Inst::Br | Inst::CondBr => terminators::br(reader)?,
        Inst::Return => terminators::ret(reader)?,
        Inst::Switch => terminators::switch(reader)?,
        Inst::Invoke => terminators::invoke(reader)?,
        Inst::IndirectBr => terminators::indirectbr(reader)?,
        Inst::Resume => terminators::resume(reader)?,
        Inst::Unreachable => {
            reader.terminate(name, SmallVec::new(), NamedAttrs::new(), SmallVec::new(), types::VOID)?
        }
        Inst::CallBr => terminators::callbr(reader)?,
        Inst::CatchSwitch => terminators::catchswitch(reader)?,
        Inst::CatchRet => terminators::catchret(reader)?,
        Inst::CleanupRet => terminators::cleanupret(reader)?,
    }
    Ok(name.def().is_some_and(|def| def.is(Traits::TERMINATOR)))
}

/// Binary, unary and cast instructions.
fn simple_instruction(reader: &mut FunctionReader<'_, '_>, name: OpName, form: &LlvmForm) -> DiagnosticResult<()> {
    let flags = flags::parse_flags_of(&mut reader.c, name);
    if !flags.is_empty() {
        let later = name.def().map(|def| def.later_flags).unwrap_or_default();
        let seen = later.iter().filter(|(later, _)| flags.intersects(*later));
        seen.for_each(|(_, since)| reader.constants.types.narrow(Releases::ALL.since(*since)));
    }
    let mut entries = NamedAttrs::new();
    flags::push_attrs(&mut reader.cache, name, flags, &mut entries);
    let at = reader.c.peek_pos();
    let ty = reader.read_type()?;
    let typed = if reader.expression_is_next() { reader.constants.types.typed } else { ty };
    let is_freeze = matches!(form, LlvmForm::Unary(UnaryOpcode::Freeze));
    entries.extend(reader.pointees().filter(|_| is_freeze && reader.c.peek() != b'%'));
    let first = reader.value(ty)?;
    match form {
        LlvmForm::Binary(_) => {
            reader.c.expect(b',', "',' in arithmetic operation")?;
            let second = reader.value(ty)?;
            check_elementary(reader.ctx, &reader.c, name, ty, at)?;
            reader.emit(name, &[first, second], &mut entries, ty)
        }
        LlvmForm::Cast(_) => {
            reader.c.expect_word_as("to", "'to' after cast value")?;
            let to = reader.read_type()?;
            // What is cast is after the result, where it is a constant and nothing else says its type.
            let types = &reader.constants.types;
            let both = if typed == ty { types.typed } else { reader.ctx.literal_struct(false, &[types.typed, typed]) };
            entries.extend(types.pointees_of(both).map(|pointees| (IRTRIP_POINTEES, pointees)));
            check_cast(reader.ctx, &reader.c, name, ty, to, at)?;
            reader.emit(name, &[first], &mut entries, to)
        }
        LlvmForm::Unary(UnaryOpcode::Freeze) => reader.emit(name, &[first], &mut entries, ty),
        _ => {
            check_elementary(reader.ctx, &reader.c, name, ty, at)?;
            reader.emit(name, &[first], &mut entries, ty)
        }
    }
}

fn compare(reader: &mut FunctionReader<'_, '_>, name: OpName) -> DiagnosticResult<()> {
    let flags = flags::parse_flags_of(&mut reader.c, name);
    let predicate = comparison_predicate(&mut reader.c, &mut reader.cache, name)?;
    let mut entries = vec![(PREDICATE, predicate)];
    flags::push_attrs(&mut reader.cache, name, flags, &mut entries);
    let at = reader.c.peek_pos();
    let ty = reader.read_type()?;
    let is_constant = reader.expression_is_next();
    let pointees = reader.pointees().filter(|_| is_constant);
    let first = reader.value(ty)?;
    reader.c.expect(b',', "',' after compare value")?;
    entries.extend(pointees.filter(|_| reader.expression_is_next()));
    let second = reader.value(ty)?;
    check_compare(reader.ctx, &reader.c, name, ty, at)?;
    let result = comparison_type(reader.ctx, ty);
    reader.emit(name, &[first, second], &mut entries, result)
}

/// The predicate of a comparison.
pub(crate) fn comparison_predicate(
    c: &mut Cursor<'_>,
    cache: &mut AttributeCache<'_>,
    name: OpName,
) -> DiagnosticResult<Attr> {
    let ints = name == llvm::ICMP;
    let at = c.peek_pos();
    let word = c.word();
    let predicate = match ints {
        true => ICmpPredicate::from_llvm(word).map(|predicate| cache.enum_value(predicate)),
        false => FCmpPredicate::from_llvm(word).map(|predicate| cache.enum_value(predicate)),
    };
    match predicate {
        Some(predicate) => Ok(predicate),
        None => {
            c.pos = at;
            c.expected(if ints { "icmp predicate (e.g. 'eq')" } else { "fcmp predicate (e.g. 'oeq')" })
        }
    }
}

/// The type of the result of a comparison of values of a type.
pub(crate) fn comparison_type(ctx: &Context, ty: Type) -> Type {
    match ctx.type_data(ty) {
        TypeData::Vector { .. } => ctx.with_scalar_type(ty, types::I1),
        _ => types::I1,
    }
}

fn select(reader: &mut FunctionReader<'_, '_>, word_at: usize) -> DiagnosticResult<()> {
    let flags = flags::parse_flags_of(&mut reader.c, llvm::SELECT);
    let mut entries = NamedAttrs::new();
    flags::push_attrs(&mut reader.cache, llvm::SELECT, flags, &mut entries);
    let at = reader.c.peek_pos();
    let (condition_type, condition) = reader.typed_value()?;
    reader.c.expect(b',', "',' after select condition")?;
    let ty = reader.read_type()?;
    let pointees = reader.pointees();
    entries.extend(pointees.filter(|_| reader.c.peek() != b'%'));
    let first = reader.value(ty)?;
    reader.c.expect(b',', "',' after select value")?;
    let (other, second) = reader.typed_value()?;
    check_select(reader.ctx, &reader.c, condition_type, ty, other, at)?;
    check_fast(reader.ctx, &reader.c, flags, ty, "select", word_at)?;
    reader.emit(llvm::SELECT, &[condition, first, second], &mut entries, ty)
}

fn getelementptr(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    let mut flags = GepNoWrapFlags::NONE;
    while let Some(flag) = GepNoWrapFlags::from_llvm(reader.c.peek_word()) {
        reader.c.word();
        flags |= flag;
    }
    let element = reader.read_type()?;
    let pointees = reader.all_pointees();
    reader.c.expect(b',', "comma after getelementptr's type")?;
    let base_at = reader.c.peek_pos();
    let base_type = reader.read_type()?;
    let pointees = pointees.filter(|_| reader.expression_is_next());
    let base = reader.value(base_type)?;
    if !matches!(reader.ctx.type_data(reader.ctx.scalar_type(base_type)), TypeData::Pointer { .. }) {
        return reader.c.error_at(base_at, ImportCode::GepBase);
    }
    let mut operands: SmallVec<[Value; 8]> = SmallVec::new();
    operands.push(base);
    let mut path = Path::new(element, base_type);
    loop {
        let before = reader.c;
        if !reader.c.eat(b',') {
            break;
        }
        if reader.c.peek() == b'!' {
            reader.c = before;
            break;
        }
        let at = reader.c.peek_pos();
        let ty = reader.read_type()?;
        let constant = match reader.c.peek() {
            b'%' => None,
            _ => Some(reader.constant(ty)?),
        };
        let known = constant.and_then(|id| reader.constants.pool.index_value(reader.ctx, id));
        if let Err(wrong) = path.step(reader.ctx, ty, known) {
            let at = if wrong.at_index() { at } else { base_at };
            return reader.c.error_at(at, wrong.code());
        }
        match constant {
            None => operands.push(reader.local(ty)?),
            Some(constant) if path.last_is_dynamic() => operands.push(reader.materialize(constant)),
            Some(_) => {}
        }
    }
    if !path.raw().is_empty() && !is_sized(reader.ctx, element) {
        return reader.c.error_at(base_at, ImportCode::GepUnsized);
    }
    if is_struct_of_scalable(reader.ctx, element) {
        return reader.c.error_at(base_at, ImportCode::GepScalable);
    }
    add_getelementptr(reader, (element, flags, pointees), &path, &operands)
}

/// The operation of a `getelementptr` of this element type and these flags; with the entry of what the element's pointers
/// point to.
pub(crate) fn add_getelementptr(
    reader: &mut FunctionReader<'_, '_>,
    (element, flags, pointees): (Type, GepNoWrapFlags, Option<(Str, Attr)>),
    path: &Path,
    operands: &[Value],
) -> DiagnosticResult<()> {
    // Upstream's syntax has one index at least.
    let without = path.raw().is_empty();
    let raw = reader.cache.i32_array(if without { &[0] } else { path.raw() });
    let mut entries = vec![(RAW_CONSTANT_INDICES, raw), (ELEM_TYPE, reader.ctx.type_attr(element))];
    if !flags.is_empty() {
        entries.push((NO_WRAP_FLAGS, reader.cache.enum_value(flags)));
    }
    if !path.splats().is_empty() {
        entries.push((IRTRIP_SPLATS, reader.cache.i32_array(path.splats())));
    }
    if without {
        entries.push((IRTRIP_NO_INDEX, attrs::UNIT));
    }
    entries.extend(pointees);
    reader.emit(llvm::GETELEMENTPTR, operands, &mut entries, path.result())
}

/// `, 0, 1` after the aggregate at a place: the indices, and the type they lead to.
pub(crate) fn constant_indices(
    ctx: &Context,
    c: &mut Cursor<'_>,
    ty: Type,
    what: &'static str,
    at: usize,
) -> DiagnosticResult<(SmallVec<[i64; 4]>, Type)> {
    let mut indices = SmallVec::new();
    let whole = ty;
    let mut ty = Some(ty);
    loop {
        let before = *c;
        if !c.eat(b',') {
            break;
        }
        if c.peek() == b'!' {
            *c = before;
            break;
        }
        let index = u64::from(c.u32()?);
        ty = ty.and_then(|ty| match ctx.type_data(ty) {
            TypeData::Array { length, .. } if index >= *length => None,
            TypeData::Vector { .. } => None,
            _ => ctx.element_at(ty, index),
        });
        indices.push(index as i64);
    }
    if indices.is_empty() {
        return c.expected("',' as start of index list");
    }
    if !ctx.is_aggregate(whole) {
        return c.error_at(at, ImportCode::AggregateOperand(what));
    }
    match ty {
        Some(ty) => Ok((indices, ty)),
        None => c.error_at(at, ImportCode::AggregateIndices(what)),
    }
}

/// The type and value of a vector or aggregate; adds the entry of what its pointers point to where it is a constant: no definition
/// says so.
fn container(reader: &mut FunctionReader<'_, '_>, entries: &mut NamedAttrs) -> DiagnosticResult<(Type, Value)> {
    let ty = reader.read_type()?;
    entries.extend(reader.pointees().filter(|_| reader.c.peek() != b'%'));
    Ok((ty, reader.value(ty)?))
}

fn extractvalue(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    let at = reader.c.peek_pos();
    let mut entries = NamedAttrs::new();
    let (ty, container) = container(reader, &mut entries)?;
    let (indices, found) = constant_indices(reader.ctx, &mut reader.c, ty, "extractvalue", at)?;
    entries.push((POSITION, position_attr(reader.ctx, &indices)));
    reader.emit(llvm::EXTRACTVALUE, &[container], &mut entries, found)
}

fn insertvalue(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    let whole_at = reader.c.peek_pos();
    let mut entries = NamedAttrs::new();
    let (ty, container) = container(reader, &mut entries)?;
    reader.c.expect(b',', "comma after insertvalue operand")?;
    let at = reader.c.peek_pos();
    let (inserted, value) = reader.typed_value()?;
    let (indices, found) = constant_indices(reader.ctx, &mut reader.c, ty, "insertvalue", whole_at)?;
    if inserted != found {
        let (found, expected) = (type_text(reader.ctx, inserted), type_text(reader.ctx, found));
        return reader.c.error_at(at, ImportCode::InsertedType { found, expected });
    }
    entries.push((POSITION, position_attr(reader.ctx, &indices)));
    reader.emit(llvm::INSERTVALUE, &[container, value], &mut entries, ty)
}

/// The element of a vector; an error at a place for what is no vector.
fn element_of(reader: &FunctionReader<'_, '_>, ty: Type, what: &'static str, at: usize) -> DiagnosticResult<Type> {
    match reader.ctx.type_data(ty) {
        TypeData::Vector { element, .. } => Ok(*element),
        _ => reader.c.error_at(at, ImportCode::InvalidOperands(what)),
    }
}

fn extractelement(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    let at = reader.c.peek_pos();
    let mut entries = NamedAttrs::new();
    let (ty, vector) = container(reader, &mut entries)?;
    reader.c.expect(b',', "',' after extract value")?;
    let (index_type, index) = reader.typed_value()?;
    let element = element_of(reader, ty, "extractelement", at)?;
    check_index(reader.ctx, &reader.c, index_type, "extractelement", at)?;
    reader.emit(llvm::EXTRACTELEMENT, &[vector, index], &mut entries, element)
}

fn insertelement(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    let at = reader.c.peek_pos();
    let mut entries = NamedAttrs::new();
    let (ty, vector) = container(reader, &mut entries)?;
    reader.c.expect(b',', "',' after insertelement value")?;
    let (inserted, value) = reader.typed_value()?;
    reader.c.expect(b',', "',' after insertelement value")?;
    let (index_type, index) = reader.typed_value()?;
    if inserted != element_of(reader, ty, "insertelement", at)? {
        return reader.c.error_at(at, ImportCode::InvalidOperands("insertelement"));
    }
    check_index(reader.ctx, &reader.c, index_type, "insertelement", at)?;
    reader.emit(llvm::INSERTELEMENT, &[vector, value, index], &mut entries, ty)
}

fn shufflevector(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    let at = reader.c.peek_pos();
    let mut entries = NamedAttrs::new();
    let (ty, first) = container(reader, &mut entries)?;
    reader.c.expect(b',', "',' after shuffle mask")?;
    let (other, second) = reader.typed_value()?;
    reader.c.expect(b',', "',' after shuffle value")?;
    const WRONG: ImportCode = ImportCode::InvalidOperands("shufflevector");
    let mut ahead = reader.c;
    reader.constants.types.read(&mut ahead)?;
    if ahead.peek() == b'%' {
        return reader.c.error_at(at, WRONG);
    }
    reader.constants.reads_mask = true;
    let mask = reader.typed_constant();
    reader.constants.reads_mask = false;
    let mask = mask?;
    if reader.constants.pool.has_undef(mask) {
        reader.constants.types.narrow(Spelling::PoisonLanes.missing_in());
    }
    let element = element_of(reader, ty, "shufflevector", at)?;
    let Some((values, scalable)) = reader.constants.pool.shuffle_mask(reader.ctx, mask).filter(|_| other == ty) else {
        return reader.c.error_at(at, WRONG);
    };
    if scalable != is_scalable(reader.ctx, ty) {
        return reader.c.error_at(at, WRONG);
    }
    check_mask(reader.ctx, &reader.c, ty, &values, at)?;
    let result = reader.ctx.vector_type(values.len() as u64, scalable, element);
    entries.push((MASK, reader.ctx.i32_array(&values)));
    reader.emit(llvm::SHUFFLEVECTOR, &[first, second], &mut entries, result)
}

fn va_arg(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<()> {
    let (_, list) = reader.typed_value()?;
    reader.c.expect(b',', "',' after vaarg operand")?;
    let at = reader.c.peek_pos();
    let ty = reader.read_type()?;
    if !reader.ctx.is_first_class(ty) {
        return reader.c.error_at(at, ImportCode::VaArgOperand);
    }
    let mut entries: NamedAttrs = reader.pointees().into_iter().collect();
    reader.emit(llvm::VA_ARG, &[list], &mut entries, ty)
}
