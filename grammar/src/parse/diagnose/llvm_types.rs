//! Types of the LLVM dialect; the dialect's page, "Types".

use irtrip_dialect::attr_table::Int;
use irtrip_dialect::diagnostic::ParseCode;

use super::Walk;
use irtrip_dialect::diagnostic::Parsed;

/// A parameter: what is defined with it, its name, and its type.
type Parameter = (&'static str, &'static str, &'static str);

fn not_parsed((definition, name, ty): Parameter) -> ParseCode {
    ParseCode::ParameterNotParsed { definition, name, ty: ty.into() }
}

impl<'t> Walk<'_, '_, 't> {
    /// `!llvm.mnemonic<...>` or `!llvm<mnemonic...>`, of which all is read: `body` is what stands in its brackets.
    pub(super) fn llvm_type(&mut self, name: &'t str, body: std::ops::Range<usize>) -> Parsed<()> {
        self.framed(name, body, |walk| walk.llvm_part(false))
    }

    /// A type as it stands inside another one of the dialect; whether any type may.
    fn llvm_part(&mut self, any: bool) -> Parsed<()> {
        let start = {
            self.at.skip_space();
            self.at.pos
        };
        if self.at_type() {
            self.any_type()?;
            return if any { Ok(()) } else { self.back_at(start, ParseCode::TypeInsteadOfKeyword) };
        }
        let Some(word) = self.at.word() else { return self.here(ParseCode::Expected("valid keyword")) };
        self.deeper(|walk| match word {
            "void" | "token" | "label" | "metadata" | "x86_amx" | "ppc_fp128" => Ok(()),
            "ptr" => walk.llvm_pointer(),
            "array" => walk.llvm_array(),
            "struct" => walk.llvm_struct(),
            "func" => walk.llvm_function(),
            "target" => walk.llvm_target(),
            _ => Err(walk.at.error_at(word, ParseCode::UnknownLlvmType(word.to_owned()))),
        })
    }

    fn llvm_pointer(&mut self) -> Parsed<()> {
        if !self.at.eat_byte(b'<') {
            return Ok(());
        }
        self.integer(Int::Unsigned, ("LLVMPointerType", "addressSpace", "unsigned"))?;
        self.token(">", "'>'")
    }

    /// A number that fits, for a parameter of a definition.
    fn integer(&mut self, int: Int, parameter: Parameter) -> Parsed<()> {
        let read = self.texts.plain_number(&mut self.at, int);
        self.because(read.map(drop), not_parsed(parameter))
    }

    fn llvm_array(&mut self) -> Parsed<()> {
        self.token("<", "'<'")?;
        self.integer(Int::U64, ("LLVMArrayType", "numElements", "uint64_t"))?;
        if self.at.peek_word() != "x" {
            return self.here(ParseCode::ExpectedToken("x"));
        }
        self.at.word();
        self.llvm_part(true)?;
        self.token(">", "'>'")
    }

    fn llvm_struct(&mut self) -> Parsed<()> {
        self.token("<", "'<'")?;
        let named = self.at.string()?.is_some();
        if named {
            // The type's own name stands alone where the type mentions itself.
            if self.at.eat_byte(b'>') {
                return Ok(());
            }
            self.token(",", "','")?;
        }
        let start = {
            self.at.skip_space();
            self.at.pos
        };
        if self.at.eat("opaque") {
            if !named {
                return self.back_at(start, ParseCode::LiteralStructOpaque);
            }
            return self.token(">", "'>'");
        }
        self.at.eat("packed");
        self.list(("(", "'('"), (")", "')'"), |walk| walk.llvm_part(true))?;
        self.token(">", "'>'")
    }

    fn llvm_function(&mut self) -> Parsed<()> {
        self.token("<", "'<'")?;
        self.llvm_part(true)?;
        self.token("(", "'('")?;
        if !self.at.eat_byte(b')') {
            while !self.at.eat("...") {
                self.llvm_part(true)?;
                if !self.at.eat_byte(b',') {
                    break;
                }
            }
            self.token(")", "')'")?;
        }
        self.token(">", "'>'")
    }

    fn llvm_target(&mut self) -> Parsed<()> {
        self.token("<", "'<'")?;
        if self.at.string()?.is_none() {
            let missing: Parsed<()> = self.here(ParseCode::Expected("string"));
            return self.because(missing, not_parsed(("LLVMTargetExtType", "extTypeName", "::llvm::StringRef")));
        }
        let mut numbers = false;
        while self.at.eat_byte(b',') {
            let before = self.at;
            let outcome = match self.texts.plain_number(&mut self.at, Int::Unsigned) {
                Ok(_) => {
                    numbers = true;
                    continue;
                }
                Err(_) if numbers => return self.here(ParseCode::TargetParameters),
                Err(_) => {
                    self.at = before;
                    self.llvm_part(true)
                }
            };
            self.because(outcome, ParseCode::TargetParameters)?;
        }
        self.token(">", "'>'")
    }
}
