//! Types of the LLVM dialect; the dialect's page, "Types".

use irtrip_dialect::attr_table::Int;

use super::Walk;
use crate::parse::error::{ParseErrorKind, Parsed};

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
            return if any { Ok(()) } else { self.back_at(start, "unexpected type, expected keyword") };
        }
        let Some(word) = self.at.word() else { return self.here("expected valid keyword") };
        self.deeper(|walk| match word {
            "void" | "token" | "label" | "metadata" | "x86_amx" | "ppc_fp128" => Ok(()),
            "ptr" => walk.llvm_pointer(),
            "array" => walk.llvm_array(),
            "struct" => walk.llvm_struct(),
            "func" => walk.llvm_function(),
            "target" => walk.llvm_target(),
            _ => {
                let kind = ParseErrorKind::Said(format!("unknown LLVM type: {word}"));
                Err(walk.at.error_at(word, kind))
            }
        })
    }

    fn llvm_pointer(&mut self) -> Parsed<()> {
        if !self.at.eat_byte(b'<') {
            return Ok(());
        }
        self.integer(Int::Unsigned, "LLVMPointerType parameter 'addressSpace' which is to be a `unsigned`")?;
        self.token(">", "'>'")
    }

    /// A number that fits; `parameter` is what upstream could not parse without.
    fn integer(&mut self, int: Int, parameter: &str) -> Parsed<()> {
        let read = self.texts.plain_number(&mut self.at, int);
        let outcome = self.plain(read);
        self.because(outcome, &format!("failed to parse {parameter}"))
    }

    fn llvm_array(&mut self) -> Parsed<()> {
        self.token("<", "'<'")?;
        self.integer(Int::U64, "LLVMArrayType parameter 'numElements' which is to be a `uint64_t`")?;
        if self.at.peek_word() != "x" {
            return self.here("expected 'x'");
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
                return self.back_at(start, "only identified structs can be opaque");
            }
            return self.token(">", "'>'");
        }
        self.at.eat("packed");
        self.list(("(", ")"), "", |walk| walk.llvm_part(true))?;
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
            let missing: Parsed<()> = self.here("expected string");
            let parameter = "LLVMTargetExtType parameter 'extTypeName' which is to be a `::llvm::StringRef`";
            return self.because(missing, &format!("failed to parse {parameter}"));
        }
        let mut numbers = false;
        while self.at.eat_byte(b',') {
            let wrong = "failed to parse parameter list for target extension type";
            let before = self.at;
            let outcome = match self.texts.plain_number(&mut self.at, Int::Unsigned) {
                Ok(_) => {
                    numbers = true;
                    continue;
                }
                Err(_) if numbers => return self.here(wrong),
                Err(_) => {
                    self.at = before;
                    self.llvm_part(true)
                }
            };
            self.because(outcome, wrong)?;
        }
        self.token(">", "'>'")
    }
}
