//! Calls of any kind. LangRef, "'call' Instruction", "'invoke' Instruction", "'callbr' Instruction".

use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::enums::CallingConvention;
use irtrip_dialect::llvm_text::cursor::parse_u32;
use irtrip_dialect::release::Release;

use super::parser::Parser;
use crate::attributes::{AttributeGroup, FUNCTION_INDEX};
use crate::function::{Bundle, BundleOperand, Call, Ids, Kind, Targets};
use crate::types::{Type, TypeId};

impl<'a> Parser<'a, '_, '_> {
    /// A calling convention, if one is next.
    pub fn convention(&mut self) -> DiagnosticResult<CallingConvention> {
        let word = self.c.peek_word();
        let glued = word.strip_prefix(b"cc").and_then(parse_u32);
        if word == b"cc" || glued.is_some() {
            let mut start = self.c.peek_pos();
            self.c.word();
            let number = match glued {
                Some(number) => number,
                None => {
                    start = self.c.peek_pos();
                    self.c.u32()?
                }
            };
            return match CallingConvention::from_number(i64::from(number)) {
                Some(convention) => Ok(convention),
                None => self.c.error_since(start, ImportCode::Expected("calling convention")),
            };
        }
        if word == b"ccc" {
            self.c.word();
            return Ok(CallingConvention::C);
        }
        let former = || CallingConvention::FORMER_LLVM.iter().find(|former| former.0.as_bytes() == word);
        match CallingConvention::from_llvm(word).or_else(|| former().map(|former| former.1)) {
            Some(convention) if !word.is_empty() => {
                self.c.word();
                Ok(convention)
            }
            _ => Ok(CallingConvention::C),
        }
    }

    pub fn call(&mut self, word: &str) -> DiagnosticResult<(Kind, TypeId)> {
        let tail = match word {
            "tail" => "tail ",
            "musttail" => "musttail ",
            "notail" => "notail ",
            _ => "",
        };
        if !tail.is_empty() {
            self.c.expect_word("call")?;
        }
        let fast_math = self.fast_math();
        let convention = self.convention()?;
        let mut groups = vec![AttributeGroup { index: 0, attributes: self.attributes(false)? }];
        let space = self.address_space()?.unwrap_or(self.symbols.spaces[0]);
        let start = self.c.peek_pos();
        let ty = self.ty()?;
        let callee_start = self.c;
        // What is called is read again once its type is known, which the arguments say.
        self.skip_callee()?;
        let (arguments, types) = self.arguments(&mut groups)?;
        let (ty, result) = match self.types.get(ty).clone() {
            Type::Function { result, params, vararg } => {
                let is_enough = params.len() == arguments.len() || vararg && params.len() < arguments.len();
                if !is_enough {
                    return self
                        .c
                        .error_since(start, ImportCode::Expected("as many arguments as the function has parameters"));
                }
                (ty, result)
            }
            _ => {
                let function = Type::Function { result: ty, params: types.into(), vararg: false };
                (self.types.intern(function), ty)
            }
        };
        let after = std::mem::replace(&mut self.c, callee_start);
        let pointer = self.types.pointer(ty, space);
        let callee = match self.c.eat_word("asm") {
            true => self.inline_asm(pointer, self.names_asm_type().then_some(ty))?,
            false => self.value(pointer)?,
        };
        self.c = after;
        groups.push(AttributeGroup { index: FUNCTION_INDEX, attributes: self.attributes(true)? });
        let bundles = self.bundles()?;
        let targets = self.targets(word)?;
        let attributes = self.list(groups);
        let convention = convention.number() as u64;
        let call = Call { attributes, convention, tail, fast_math, ty, callee, arguments, bundles, targets };
        Ok((Kind::Call(Box::new(call)), result))
    }

    /// Whether records of inline assembly name the type of its function.
    fn names_asm_type(&self) -> bool {
        self.symbols.release >= Release::V14
    }

    /// Passes what is called, up to the brackets with the arguments.
    fn skip_callee(&mut self) -> DiagnosticResult<()> {
        if self.c.eat_word("asm") {
            while self.c.peek() != b'(' {
                self.c.skip_token()?;
                if self.c.at_end() {
                    return self.c.expected("'(' in call");
                }
            }
            return Ok(());
        }
        match self.c.peek() {
            b'@' | b'%' => self.c.skip_token(),
            _ => {
                // A constant: `inttoptr (i64 1 to ptr)`, `null`.
                while !matches!(self.c.peek(), b'(') {
                    let is_operand = self.c.byte() == b'@';
                    self.c.skip_token()?;
                    if is_operand {
                        return Ok(());
                    }
                    if self.c.at_end() {
                        return self.c.expected("'(' in call");
                    }
                }
                let mut ahead = self.c;
                ahead.skip_balanced()?;
                if ahead.peek() == b'(' {
                    self.c = ahead;
                }
                Ok(())
            }
        }
    }

    fn arguments(&mut self, groups: &mut Vec<AttributeGroup>) -> DiagnosticResult<(Ids, Vec<TypeId>)> {
        let (mut arguments, mut types) = (Ids::new(), Vec::new());
        self.c.expect(b'(', "'(' in call")?;
        if self.c.eat(b')') {
            return Ok((arguments, types));
        }
        loop {
            // A `musttail` call in a function of variable arguments hands them on.
            if self.ellipsis() {
                break;
            }
            let ty = self.ty()?;
            types.push(ty);
            if matches!(self.types.get(ty), Type::Metadata) {
                arguments.push(self.metadata()? as u32);
            } else {
                let attributes = self.attributes(false)?;
                if !attributes.is_empty() {
                    groups.push(AttributeGroup { index: types.len() as u32, attributes });
                }
                let argument = match self.types.get(ty) {
                    Type::Label => self.block_name()? as u32,
                    _ => self.value(ty)?,
                };
                arguments.push(argument);
            }
            if !self.c.eat(b',') {
                break;
            }
        }
        self.c.expect(b')', "')' at end of argument list")?;
        Ok((arguments, types))
    }

    fn bundles(&mut self) -> DiagnosticResult<Vec<Bundle>> {
        let mut bundles = Vec::new();
        if !self.c.eat(b'[') {
            return Ok(bundles);
        }
        loop {
            let tag = self.c.string()?;
            let tag = self.names.bundle_tags.intern(tag);
            self.c.expect(b'(', "'(' in operand bundle")?;
            let mut operands = Vec::new();
            if !self.c.eat(b')') {
                loop {
                    let ty = self.ty()?;
                    operands.push(match self.types.get(ty) {
                        Type::Metadata => BundleOperand::Metadata(self.metadata()? as u32),
                        _ => BundleOperand::Value(self.value(ty)?),
                    });
                    if !self.c.eat(b',') {
                        break;
                    }
                }
                self.c.expect(b')', "')' in operand bundle")?;
            }
            bundles.push(Bundle { tag, operands });
            if !self.c.eat(b',') {
                break;
            }
        }
        self.c.expect(b']', "']' after operand bundles")?;
        Ok(bundles)
    }

    fn targets(&mut self, word: &str) -> DiagnosticResult<Targets> {
        match word {
            "invoke" => {
                self.c.expect_word("to")?;
                let normal = self.label()?;
                self.c.expect_word("unwind")?;
                Ok(Targets::Invoke(normal, self.label()?))
            }
            "callbr" => {
                self.c.expect_word("to")?;
                let default = self.label()?;
                Ok(Targets::CallBr(default, self.labels()?))
            }
            _ => Ok(Targets::Next),
        }
    }
}
