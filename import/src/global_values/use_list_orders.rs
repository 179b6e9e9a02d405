//! Use-list orders: in which order LLVM keeps the uses of a value in memory. LangRef, "Use-list Order Directives".
//!
//! Those of a function stand at its end; those of globals, and of blocks whose addresses other functions take, stand
//! behind the functions. Both are preserved as they stand, see `irtrip.use_list_orders`.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use irtrip_dialect::names::*;
use irtrip_dialect::{Attr, Block, Str, Value};

use crate::bodies::debug_records::{debug_intrinsic, reference, set_entry};
use crate::cursor::{Name, fail};
use crate::error::{ImportErrorKind, Res};
use crate::reader::Reader;
use crate::split::{Entity, EntityKind};

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

impl<'a> Reader<'_, 'a> {
    /// The directives at the end of a body, and the brace behind them.
    pub fn use_list_orders(&mut self) -> Res<Vec<UseListOrder>> {
        let mut orders = Vec::new();
        while !self.c.eat(b'}') {
            if !self.c.eat_word("uselistorder") {
                return self.c.expected("uselistorder directive");
            }
            let subject = self.use_list_subject()?;
            orders.push(UseListOrder { subject, indexes: self.use_list_indexes()? });
        }
        Ok(orders)
    }

    fn use_list_subject(&mut self) -> Res<Subject> {
        if self.c.peek_word() == b"label" {
            return Ok(Subject::Block(self.label_operand()?));
        }
        let ty = self.read_type()?;
        if self.c.peek() == b'%' {
            return Ok(Subject::Value(self.local(ty)?));
        }
        let constant = self.constant(ty)?;
        Ok(Subject::Constant(self.pool.encode(self.ctx, constant)))
    }

    /// `, { 1, 0 }`: a permutation of the numbers from 0 on that changes their order.
    fn use_list_indexes(&mut self) -> Res<Attr> {
        self.c.expect(b',', "comma in uselistorder directive")?;
        let start = self.c.peek_pos();
        self.c.expect(b'{', "'{' here")?;
        let mut indexes: SmallVec<[i32; 8]> = SmallVec::new();
        loop {
            let at = self.c.peek_pos();
            match i32::try_from(self.c.u32()?) {
                Ok(index) => indexes.push(index),
                Err(_) => return fail(at..self.c.pos, ImportErrorKind::Invalid("index is out of range".into())),
            }
            if !self.c.eat(b',') {
                break;
            }
        }
        self.c.expect(b'}', "'}' here")?;
        let mut sorted = indexes.clone();
        sorted.sort_unstable();
        let wrong = if indexes.len() < 2 {
            "expected >= 2 uselistorder indexes"
        } else if sorted.iter().enumerate().any(|(place, index)| usize::try_from(*index) != Ok(place)) {
            "expected distinct uselistorder indexes in range [0, size)"
        } else if sorted == indexes {
            "expected uselistorder indexes to change the order"
        } else {
            return Ok(self.i32_array(&indexes));
        };
        fail(start..self.c.pos, ImportErrorKind::Invalid(wrong.into()))
    }

    /// The preserved attribute of a function's directives, once its operations are made.
    pub fn preserved_use_lists(&mut self, orders: &[UseListOrder]) -> Attr {
        let mut items = Vec::with_capacity(orders.len());
        for order in orders {
            let subject = match order.subject {
                Subject::Constant(constant) => constant,
                Subject::Value(value) => {
                    let entry = self.f.blocks.first().copied();
                    let reference = reference(self.ctx, &mut self.f.body, entry, value);
                    self.ctx.dictionary(&[reference])
                }
                Subject::Block(block) => {
                    let number = self.number_block(block);
                    self.ctx.dictionary(&[(LABEL, number)])
                }
            };
            items.push(self.ctx.array(&[subject, order.indexes]));
        }
        self.ctx.array(&items)
    }

    /// Gives a block the number that preserved attributes call it by.
    pub fn number_block(&mut self, block: Block) -> Attr {
        let number = self.block_number(block);
        if let Some(last) = self.f.body.last_op(block) {
            set_entry(self.ctx, &mut self.f.body, last, IRTRIP_BLOCK, number);
        }
        number
    }

    /// The number that preserved attributes call a block by, once it has it.
    pub fn block_number(&mut self, block: Block) -> Attr {
        self.i64_attr(block.index() as i64)
    }

    /// Reads the directives that stand behind the functions.
    pub fn module_use_lists(&mut self, entities: &[Entity<'a>]) -> Res<ModuleOrders<'a>> {
        let mut found = ModuleOrders::default();
        for entity in entities.iter().filter(|e| e.kind == EntityKind::UseListOrder) {
            self.seek(entity.start..entity.end);
            let subject = match self.c.word() {
                b"uselistorder_bb" => Some(self.listed_block(&mut found)?),
                _ => self.listed_constant()?,
            };
            let indexes = self.use_list_indexes()?;
            found.orders.extend(subject.map(|subject| (subject, indexes)));
            if !self.c.at_end() {
                return self.c.expected("top-level entity");
            }
        }
        Ok(found)
    }

    /// A constant; none for an intrinsic that is not there: of records, and of calls that nothing declares, the uses are
    /// others.
    fn listed_constant(&mut self) -> Res<Option<ModuleSubject>> {
        let before = self.c;
        self.read_type()?;
        if self.c.peek() == b'@'
            && let Name::Named(name) = self.c.name()?
            && name.starts_with(b"llvm.")
            && (debug_intrinsic(&name).is_some() || self.shared.symbols.get(&Name::Named(name)).is_none())
        {
            return Ok(None);
        }
        self.c = before;
        let constant = self.typed_constant()?;
        Ok(Some(ModuleSubject::Constant(self.pool.encode(self.ctx, constant))))
    }

    /// `@f, %b`
    fn listed_block(&mut self, found: &mut ModuleOrders<'a>) -> Res<ModuleSubject> {
        let at = self.c.peek_pos();
        if self.c.byte() != b'@' {
            return self.c.expected("function name in uselistorder_bb");
        }
        let function = self.c.name()?;
        let symbol = self.shared.symbols.get(&function).map(|s| s.name);
        let Some(symbol) = symbol.filter(|s| self.shared.symbols.is_defined(*s)) else {
            let wrong = "invalid function forward reference in uselistorder_bb";
            return fail(at..self.c.pos, ImportErrorKind::Invalid(wrong.into()));
        };
        self.c.expect(b',', "comma in uselistorder_bb directive")?;
        let at = self.c.peek_pos();
        if self.c.byte() != b'%' {
            return self.c.expected("basic block name in uselistorder_bb");
        }
        let name = self.c.name()?;
        if matches!(name, Name::Number(_)) {
            let wrong = "invalid numeric label in uselistorder_bb";
            return fail(at..self.c.pos, ImportErrorKind::Invalid(wrong.into()));
        }
        let listed = found.blocks.entry(symbol).or_default();
        listed.push((name, at));
        Ok(ModuleSubject::Block(symbol, listed.len() - 1))
    }

    /// The preserved attribute of the module's directives; `numbers` gives the number of a function's block by its place.
    pub fn preserved_module_orders(
        &mut self,
        orders: &ModuleOrders<'a>,
        numbers: &FxHashMap<Str, Vec<Attr>>,
    ) -> Option<Attr> {
        let mut items = Vec::with_capacity(orders.orders.len());
        for (subject, indexes) in &orders.orders {
            let subject = match subject {
                ModuleSubject::Constant(constant) => *constant,
                ModuleSubject::Block(function, place) => {
                    let number = *numbers.get(function)?.get(*place)?;
                    self.ctx.dictionary(&[(LABEL, number), (FUNCTION, self.ctx.symbol_ref(*function))])
                }
            };
            items.push(self.ctx.array(&[subject, *indexes]));
        }
        (!items.is_empty()).then(|| self.ctx.array(&items))
    }
}
