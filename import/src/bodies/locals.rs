//! Local names: what they stand for, numbers that count up, and mentions before definitions. LangRef, "Identifiers".

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticResult, ImportCode};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Block, Type, Value, ValueDef};

use crate::auto_upgrade::expansions;
use crate::bodies::function::spellable;
use crate::bodies::reader::FunctionReader;
use irtrip_dialect::llvm_text::cursor::{Name, fail};
use irtrip_dialect::llvm_text::type_text;

/// What a local name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Local {
    #[default]
    Nothing,
    Value(Value),
    Block(Block),
}

/// What the names of a function stand for.
#[derive(Default)]
pub(crate) struct Locals<'a> {
    numbered: Vec<Local>,
    named: FxHashMap<Cow<'a, [u8]>, Local>,
    /// The number that is next.
    pub next_number: u32,
}

impl<'a> Locals<'a> {
    /// The names in a function of these parameters alone, in its entry block, which has the next number.
    pub fn of(values: &[Value]) -> Locals<'a> {
        let numbered: Vec<Local> = values.iter().map(|value| Local::Value(*value)).collect();
        let next_number = numbered.len() as u32 + 1;
        Locals { numbered, next_number, ..Locals::default() }
    }

    /// Forgets the names, keeping tables' memory.
    pub fn clear(&mut self) {
        self.numbered.clear();
        self.named.clear();
        self.next_number = 0;
    }

    /// What a name stands for.
    pub fn get(&self, name: &Name<'a>) -> Local {
        match name {
            Name::Number(n) => self.numbered.get(*n as usize).copied().unwrap_or_default(),
            Name::Named(name) => self.named.get(name).copied().unwrap_or_default(),
        }
    }

    /// Has a name stand for a value or block. Numbers beyond those a text of this length could define are no reason to
    /// allocate.
    pub fn set(&mut self, name: &Name<'a>, local: Local) {
        match name {
            Name::Number(n) => {
                let n = *n as usize;
                if self.numbered.len() <= n {
                    self.numbered.resize(n + 1, Local::Nothing);
                }
                self.numbered[n] = local;
            }
            Name::Named(name) => {
                self.named.insert(name.clone(), local);
            }
        }
    }
}

impl<'a> FunctionReader<'_, 'a> {
    /// Binds a name that must be new; a number must be the next one.
    pub fn bind_new(&mut self, name: &Name<'a>, local: Local, at: usize, what: &'static str) -> DiagnosticResult<()> {
        self.take_number(name, at, what)?;
        if self.f.locals.get(name) != Local::Nothing {
            if what == "label" {
                return self.c.error_at(at, ImportCode::BlockName(name.show_bare()));
            }
            return self.c.error_at(at, ImportCode::ArgumentRedefinition(name.show('%')));
        }
        self.f.locals.set(name, local);
        Ok(())
    }

    /// A number must be the next one or a later one.
    pub fn take_number(&mut self, name: &Name<'a>, at: usize, what: &'static str) -> DiagnosticResult<()> {
        let Name::Number(n) = name else { return Ok(()) };
        if *n < self.f.locals.next_number {
            let sigil = if what == "label" { "" } else { "%" };
            let expected = format!("{sigil}{}", self.f.locals.next_number);
            return fail(at..at + 1, ImportCode::Numbering { what, expected });
        }
        self.check_number(*n, at)?;
        self.f.locals.next_number = n + 1;
        Ok(())
    }

    /// A number no text of this size could need is refused before memory is taken for it.
    pub fn check_number(&self, n: u32, at: usize) -> DiagnosticResult<()> {
        if n as usize > self.tables.greatest_number {
            return fail(at..at + 1, ImportCode::UndefinedValue(format!("%{n}")));
        }
        Ok(())
    }

    /// The block a label operand names.
    pub fn block_reference(&mut self, name: &Name<'a>, at: usize) -> DiagnosticResult<Block> {
        match self.f.locals.get(name) {
            Local::Block(block) => Ok(block),
            Local::Value(_) => self.c.error_since(at, ImportCode::NotABlock(name.show('%'))),
            Local::Nothing => {
                if let Name::Number(n) = name {
                    self.check_number(*n, at)?;
                }
                let block = self.f.body.new_block();
                self.f.locals.set(name, Local::Block(block));
                self.f.forward.blocks.push((block, at, self.c.pos));
                Ok(block)
            }
        }
    }

    /// `label %name`
    pub fn label_operand(&mut self) -> DiagnosticResult<Block> {
        let start = self.c.peek_pos();
        if !self.c.eat_word("label") {
            let ty = self.read_type()?;
            self.value(ty)?;
            return self.c.error_at(start, ImportCode::Expected("a basic block"));
        }
        let at = self.c.peek_pos();
        let name = self.c.local_name()?;
        self.block_reference(&name, at)
    }

    /// The value a name stands for, used with a type.
    #[inline]
    pub fn local(&mut self, ty: Type) -> DiagnosticResult<Value> {
        let at = self.c.pos;
        let name = self.c.name()?;
        self.local_named(&name, ty, at)
    }

    /// The value that this name stands for, used with a type.
    #[inline]
    pub fn local_named(&mut self, name: &Name<'a>, ty: Type, at: usize) -> DiagnosticResult<Value> {
        match self.f.locals.get(name) {
            Local::Value(value) => {
                let found = self.f.body.value_type(value);
                if found == ty { Ok(value) } else { self.type_mismatch(name, found, ty, at) }
            }
            Local::Block(_) => self.c.error_since(at, ImportCode::NotAValue(name.show('%'))),
            Local::Nothing => self.forward(name, ty, at),
        }
    }

    #[cold]
    pub fn type_mismatch<T>(&mut self, name: &Name<'a>, found: Type, expected: Type, at: usize) -> DiagnosticResult<T> {
        let kind = ImportCode::TypeMismatch {
            name: name.show('%'),
            found: type_text(self.ctx, found),
            expected: type_text(self.ctx, expected),
        };
        fail(at..self.c.pos, kind)
    }

    pub fn forward(&mut self, name: &Name<'a>, ty: Type, at: usize) -> DiagnosticResult<Value> {
        if ty == types::VOID || ty == types::METADATA {
            return self.c.error_since(at, ImportCode::NotFirstClass);
        }
        if let Name::Number(n) = name {
            self.check_number(*n, at)?;
        }
        let value = self.f.body.new_value(ty);
        self.f.locals.set(name, Local::Value(value));
        self.f.forward.values.push((value, at, self.c.pos));
        Ok(value)
    }

    /// The value the instruction being read defines, made or, if it was mentioned, found; and its name, spelled in MLIR
    /// or as an entry for `irtrip.name`.
    pub fn define(&mut self, ty: Type) -> DiagnosticResult<(Value, Option<Attr>)> {
        if self.f.upgrade.anonymous {
            return Ok((self.f.body.new_value(ty), None));
        }
        if self.f.upgrade.expansion.as_ref().is_some_and(|expansion| expansion.last) {
            expansions::leave_expansion(self);
        }
        let at = self.f.at;
        let name = match self.f.result.take() {
            Some(name) => name,
            None => Name::Number(self.f.locals.next_number),
        };
        self.take_number(&name, at, "instruction")?;
        let value = match self.f.locals.get(&name) {
            Local::Nothing => {
                let value = self.f.body.new_value(ty);
                self.f.locals.set(&name, Local::Value(value));
                value
            }
            Local::Value(value)
                if self.f.body.value(value).def == ValueDef::Undefined
                    && !self.f.flow.pending_results.contains(&value) =>
            {
                let used = self.f.body.value_type(value);
                if used != ty {
                    return self.c.error_at(at, ImportCode::ForwardReferenceType(type_text(self.ctx, used)));
                }
                value
            }
            Local::Value(_) | Local::Block(_) => {
                return self.c.error_at(at, ImportCode::LocalRedefinition(name.show_bare()));
            }
        };
        let mut odd = None;
        if let Name::Named(text) = &name {
            let str = self.ctx.byte_str(text);
            if spellable(text) {
                self.f.body.set_value_name(value, Some(str));
            } else {
                odd = Some(self.ctx.str_attr(str));
            }
        }
        Ok((value, odd))
    }

    /// Leaves out the value that the instruction being read defines in the text: nothing uses it.
    pub fn pass_result(&mut self) -> DiagnosticResult<()> {
        let name = self.f.result.take().unwrap_or(Name::Number(self.f.locals.next_number));
        self.take_number(&name, self.f.at, "instruction")
    }

    pub fn check_values(&self) -> DiagnosticResult<()> {
        let values = self.f.forward.values.iter();
        let undefined = values.filter(|(value, ..)| self.f.body.value(*value).def == ValueDef::Undefined);
        self.tables.errors.refuse(undefined.filter_map(|&(_, start, end)| self.undefined(start, end)))
    }

    /// Blocks that are branched to, or whose addresses are taken, must be defined.
    pub fn check_blocks(&self) -> DiagnosticResult<()> {
        let symbol = self.f.function.symbol;
        for (at, name) in symbol.map_or(&[][..], |symbol| self.tables.block_tags.places(symbol)) {
            let is_block =
                matches!(self.f.locals.get(name), Local::Block(block) if self.f.body.block_parent(block).is_some());
            if !is_block {
                return fail(*at..at + 1, ImportCode::UndefinedValue(name.show('%')));
            }
        }
        let blocks = self.f.forward.blocks.iter();
        let undefined = blocks.filter(|(block, ..)| self.f.body.block_parent(*block).is_none());
        self.tables.errors.refuse(undefined.filter_map(|&(_, start, end)| self.undefined(start, end)))
    }

    /// The error of a name that nothing defines; none if an instruction does that is wrong itself.
    fn undefined(&self, start: usize, end: usize) -> Option<Diagnostic> {
        let text = self.tables.text.get(start..end).unwrap_or_default();
        let code = ImportCode::UndefinedValue(String::from_utf8_lossy(text).into_owned());
        (!self.f.recovery.is_undefined(text)).then(|| Diagnostic::new(code, start..end))
    }
}
