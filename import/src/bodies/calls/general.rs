//! Calls that only `irtrip.call` can say, and metadata among arguments. LangRef, "call", "Metadata as Value".

use smallvec::SmallVec;

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::enums::TailCallKind;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::irtrip;
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Attr, OpName, Value};

use crate::bodies::calls::{Arguments, CallPrefix, Callee, results_of};
use crate::error::Res;
use crate::reader::{Entries, Reader};

impl<'a> Reader<'_, 'a> {
    /// A call that only `irtrip.call` can say.
    pub fn general_call(&mut self, call: CallPrefix<'a>, arguments: &Arguments, tail: TailCallKind) -> Res<()> {
        let name = irtrip::CALL;
        let mut entries = Entries::new();
        let result = call.result;
        let mut operands = self.general_parts(name, call, arguments, tail, &mut entries)?;
        entries.extend(self.call_attribute_entries(name)?);
        let bundles = self.bundles()?;
        self.bundle_entries(&bundles, &mut entries);
        operands.extend_from_slice(&bundles.values);
        self.emit(name, &operands, &mut entries, result)
    }

    /// The operands and entries of `irtrip.call` and `irtrip.callbr`, but for attributes and bundles.
    pub fn general_parts(
        &mut self,
        name: OpName,
        call: CallPrefix<'a>,
        arguments: &Arguments,
        tail: TailCallKind,
        entries: &mut Entries,
    ) -> Res<SmallVec<[Value; 8]>> {
        self.check_arguments(&call, arguments)?;
        let function = match call.written {
            Some(written) => written,
            None => self.ctx.llvm_function_type(call.result, &arguments.types, false),
        };
        let mut operands: SmallVec<[Value; 8]> = SmallVec::new();
        let mut words = Vec::new();
        match call.callee {
            Callee::Symbol(symbol, ..) => entries.push((CALLEE, self.symbol_attr(symbol))),
            Callee::Pointer(place) => {
                let after = std::mem::replace(&mut self.c, place);
                let pointer = self.ctx.ptr_type(call.space);
                operands.push(self.value(pointer)?);
                self.c = after;
            }
            #[cfg(feature = "llvm19")]
            Callee::Value(value) => operands.push(value),
            Callee::Asm(asm, asm_words) => {
                entries.extend(asm);
                words = asm_words;
            }
        }
        operands.extend_from_slice(&arguments.values);
        entries.push((self.ctx.str("callee_type"), self.ctx.type_attr(function)));
        entries.push((self.ctx.str("args"), self.ctx.array(&arguments.described)));
        words.extend(self.flag_entries(name, call.flags, entries));
        if !words.is_empty() {
            entries.push((IRTRIP_FLAGS, self.words_attr(&words)));
        }
        self.tail_entry(tail, entries);
        self.convention_entry(name, call.cconv, entries);
        if call.space != 0 {
            entries.push((IRTRIP_ADDRESS_SPACE, self.int_attr(wk::I32, i64::from(call.space))));
        }
        self.argument_entries(&arguments.attrs, call.result_attrs, (ARG_ATTRS, results_of(call.result)), entries);
        Ok(operands)
    }

    /// A metadata argument behind the word `metadata`.
    pub fn metadata_argument(&mut self, arguments: &mut Arguments) -> Res<()> {
        arguments.metadata = true;
        let at = self.c.peek_pos();
        if let Some(source) = &mut self.f.source {
            source.current.metadata_argument.get_or_insert(at);
        }
        arguments.types.push(wk::METADATA);
        arguments.attrs.push(attrs::EMPTY_DICTIONARY);
        let described = self.metadata_operand_attr(&mut arguments.values)?;
        arguments.described.push(described);
        Ok(())
    }

    /// Metadata in a function, as an entry of an `args` attribute; a local value goes to `values`.
    pub fn metadata_operand_attr(&mut self, values: &mut SmallVec<[Value; 8]>) -> Res<Attr> {
        let start = self.c.peek_pos();
        let metadata = self.ctx.str("metadata");
        if self.c.byte() == b'!' {
            if self.c.byte_at(1) == b'"' {
                self.c.pos += 1;
                let text = self.c.quoted()?;
                let string = self.ctx.str_attr(self.ctx.byte_str(&text));
                return Ok(self.ctx.dictionary(&[(metadata, string)]));
            }
            if self.c.text[start..].starts_with(b"!DIArgList") {
                return self.argument_list(values);
            }
            return match (self.node_reference()?, self.shared.metadata) {
                (Some(node), Some(import)) => Ok(self.ctx.dictionary(&[(metadata, import.preserve(node))])),
                _ => self.c.expected("metadata operand"),
            };
        }
        let ty = self.read_type()?;
        if self.c.peek() == b'%' {
            let value = self.local(ty)?;
            values.push(value);
            return Ok(self.ctx.dictionary(&[(self.ctx.str("local"), attrs::UNIT)]));
        }
        let constant = self.constant(ty)?;
        Ok(self.ctx.dictionary(&[(metadata, self.pool.encode(self.ctx, constant))]))
    }

    /// `!DIArgList(i32 %a, i32 7)`: an entry for each of its elements.
    fn argument_list(&mut self, values: &mut SmallVec<[Value; 8]>) -> Res<Attr> {
        self.c.pos += b"!DIArgList".len();
        self.c.expect(b'(', "'(' here")?;
        let mut items = Vec::new();
        while !self.c.eat(b')') {
            if !items.is_empty() {
                self.c.expect(b',', "',' here")?;
            }
            items.push(self.metadata_operand_attr(values)?);
        }
        let items = self.ctx.array(&items);
        Ok(self.ctx.dictionary(&[(self.ctx.str("list"), items)]))
    }
}
