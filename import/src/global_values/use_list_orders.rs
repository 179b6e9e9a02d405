//! Use-list orders: in which order LLVM keeps the uses of a value in memory. LangRef, "Use-list Order Directives".
//!
//! Those of a function are at its end; those of globals, and of blocks whose addresses other functions take, stand
//! after the functions. Both are preserved as they stand, see `irtrip.use_list_orders`.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::names::*;
use irtrip_dialect::{Attr, Block, Context, Str, Value};

use crate::bodies::debug_records::{PhiNumbers, debug_intrinsic, reference, set_entry};
use crate::bodies::reader::FunctionReader;
use crate::constants::read::ConstantReader;
use crate::tables::ModuleTables;
use irtrip_dialect::llvm_text::cursor::{Cursor, Name, fail};
use irtrip_dialect::llvm_text::split::{TopLevelEntity, TopLevelKind};

/// What a directive of a function is about.
enum Subject {
    Value(Value),
    Block(Block),
    /// As a preserved attribute encodes it.
    Constant(Attr),
}

/// A directive of the function being read.
pub(crate) struct UseListOrder {
    subject: Subject,
    indexes: Attr,
}

/// What a directive of the module is about.
enum ModuleSubject {
    Constant(Attr),
    /// A block: its function, and its place among the blocks of that which are mentioned so.
    Block(Str, usize),
}

/// The directives of a module.
#[derive(Default)]
pub(crate) struct ModuleOrders<'a> {
    orders: Vec<(ModuleSubject, Attr)>,
    /// By function: the blocks that are mentioned, and where.
    pub blocks: FxHashMap<Str, Vec<(Name<'a>, usize)>>,
}

/// The directives at the end of a body, and the brace after them.
pub(crate) fn use_list_orders(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<Vec<UseListOrder>> {
    let mut orders = Vec::new();
    while !reader.c.eat(b'}') {
        if !reader.c.eat_word("uselistorder") {
            return reader.c.expected("uselistorder directive");
        }
        let subject = use_list_subject(reader)?;
        orders.push(UseListOrder { subject, indexes: use_list_indexes(reader.ctx, &mut reader.c)? });
    }
    Ok(orders)
}

fn use_list_subject(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<Subject> {
    if reader.c.peek_word() == b"label" {
        return Ok(Subject::Block(reader.label_operand()?));
    }
    let ty = reader.read_type()?;
    if reader.c.peek() == b'%' {
        return Ok(Subject::Value(reader.local(ty)?));
    }
    let constant = reader.constant(ty)?;
    Ok(Subject::Constant(reader.constants.pool.encode(reader.ctx, constant)))
}

/// `, { 1, 0 }`: a permutation of the numbers from 0 on that changes their order.
fn use_list_indexes(ctx: &Context, c: &mut Cursor<'_>) -> DiagnosticResult<Attr> {
    c.expect(b',', "comma in uselistorder directive")?;
    let start = c.peek_pos();
    c.expect(b'{', "'{' here")?;
    let mut indexes: SmallVec<[i32; 8]> = SmallVec::new();
    loop {
        let at = c.peek_pos();
        match i32::try_from(c.u32()?) {
            Ok(index) => indexes.push(index),
            Err(_) => return fail(at..c.pos, ImportCode::UseListOrderIndex),
        }
        if !c.eat(b',') {
            break;
        }
    }
    c.expect(b'}', "'}' here")?;
    let mut sorted = indexes.clone();
    sorted.sort_unstable();
    let expected = if indexes.len() < 2 {
        ">= 2 uselistorder indexes"
    } else if sorted.iter().enumerate().any(|(place, index)| usize::try_from(*index) != Ok(place)) {
        "distinct uselistorder indexes in range [0, size)"
    } else if sorted == indexes {
        "uselistorder indexes to change the order"
    } else {
        return Ok(ctx.i32_array(&indexes));
    };
    fail(start..c.pos, ImportCode::Expected(expected))
}

/// The preserved attribute of a function's directives, once its operations are made.
pub(crate) fn preserved_use_lists(reader: &mut FunctionReader<'_, '_>, orders: &[UseListOrder]) -> Attr {
    let mut items = Vec::with_capacity(orders.len());
    let mut phis = PhiNumbers::default();
    for order in orders {
        let subject = match order.subject {
            Subject::Constant(constant) => constant,
            Subject::Value(value) => {
                let entry = reader.f.blocks.first().copied();
                let reference = reference(reader.ctx, &mut reader.f.body, entry, value, &mut phis);
                reader.ctx.dictionary(&[reference])
            }
            Subject::Block(block) => {
                let number = number_block(reader, block);
                reader.ctx.dictionary(&[(LABEL, number)])
            }
        };
        items.push(reader.ctx.array(&[subject, order.indexes]));
    }
    phis.write(reader.ctx, &mut reader.f.body);
    reader.ctx.array(&items)
}

/// Gives a block the number that preserved attributes call it by.
pub(crate) fn number_block(reader: &mut FunctionReader<'_, '_>, block: Block) -> Attr {
    let number = block_number(reader, block);
    if let Some(last) = reader.f.body.last_op(block) {
        set_entry(reader.ctx, &mut reader.f.body, last, IRTRIP_BLOCK, number);
    }
    number
}

/// The number that preserved attributes call a block by, once it has it.
pub(crate) fn block_number(reader: &mut FunctionReader<'_, '_>, block: Block) -> Attr {
    reader.cache.i64(block.index() as i64)
}

/// Reads the directives that follow the functions.
pub(crate) fn module_use_lists<'a>(
    tables: &ModuleTables<'_, 'a>,
    top_level: &[TopLevelEntity<'a>],
) -> DiagnosticResult<ModuleOrders<'a>> {
    let mut constants = ConstantReader::new(tables);
    let mut found = ModuleOrders::default();
    for entity in top_level.iter().filter(|e| e.kind == TopLevelKind::UseListOrder) {
        let mut c = entity.cursor(tables.text);
        let subject = match c.word() {
            b"uselistorder_bb" => Some(listed_block(tables, &mut c, &mut found)?),
            _ => listed_constant(tables, &mut constants, &mut c)?,
        };
        let indexes = use_list_indexes(tables.ctx, &mut c)?;
        found.orders.extend(subject.map(|subject| (subject, indexes)));
        if !c.at_end() {
            return c.expected("top-level entity");
        }
    }
    Ok(found)
}

/// A constant; none for an intrinsic that is not there: of records, and of calls that nothing declares, the uses are
/// others.
fn listed_constant<'a>(
    tables: &ModuleTables<'_, 'a>,
    constants: &mut ConstantReader<'_, 'a>,
    c: &mut Cursor<'a>,
) -> DiagnosticResult<Option<ModuleSubject>> {
    let before = *c;
    constants.types.value_type(c)?;
    if c.peek() == b'@'
        && let Name::Named(name) = c.name()?
        && name.starts_with(b"llvm.")
        && (debug_intrinsic(&name).is_some() || tables.symbols.get(&Name::Named(name)).is_none())
    {
        return Ok(None);
    }
    *c = before;
    let constant = constants.typed_constant(c)?;
    Ok(Some(ModuleSubject::Constant(constants.pool.encode(tables.ctx, constant))))
}

/// `@f, %b`
fn listed_block<'a>(
    tables: &ModuleTables<'_, 'a>,
    c: &mut Cursor<'a>,
    found: &mut ModuleOrders<'a>,
) -> DiagnosticResult<ModuleSubject> {
    let at = c.peek_pos();
    if c.byte() != b'@' {
        return c.expected("function name in uselistorder_bb");
    }
    let function = c.name()?;
    let symbol = tables.symbols.get(&function).map(|s| s.name);
    let Some(symbol) = symbol.filter(|s| tables.symbols.is_defined(*s)) else {
        return fail(at..c.pos, ImportCode::UseListOrderFunction);
    };
    c.expect(b',', "comma in uselistorder_bb directive")?;
    let at = c.peek_pos();
    if c.byte() != b'%' {
        return c.expected("basic block name in uselistorder_bb");
    }
    let name = c.name()?;
    if matches!(name, Name::Number(_)) {
        return fail(at..c.pos, ImportCode::UseListOrderLabel);
    }
    let listed = found.blocks.entry(symbol).or_default();
    listed.push((name, at));
    Ok(ModuleSubject::Block(symbol, listed.len() - 1))
}

/// The preserved attribute of the module's directives; `numbers` returns the number of a function's block by its place.
pub(crate) fn preserved_module_orders(
    ctx: &Context,
    orders: &ModuleOrders<'_>,
    numbers: &FxHashMap<Str, Vec<Attr>>,
) -> Option<Attr> {
    let mut items = Vec::with_capacity(orders.orders.len());
    for (subject, indexes) in &orders.orders {
        let subject = match subject {
            ModuleSubject::Constant(constant) => *constant,
            ModuleSubject::Block(function, place) => {
                let number = *numbers.get(function)?.get(*place)?;
                ctx.dictionary(&[(LABEL, number), (FUNCTION, ctx.symbol_ref(*function))])
            }
        };
        items.push(ctx.array(&[subject, *indexes]));
    }
    (!items.is_empty()).then(|| ctx.array(&items))
}
