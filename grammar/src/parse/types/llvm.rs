//! Types of the LLVM dialect; the dialect's page, "Types". Inside the brackets of one the prefix `!llvm.` is left off.

use irtrip_dialect::attr_table::Int;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::release::{Release, Releases};
use irtrip_dialect::types::MAX_BITS;
use irtrip_dialect::types::mlir_text::BUILTIN_TOKEN;
use irtrip_dialect::types::predicates::is_function_result;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{FloatKind, StructBody, Type, TypeData};

use crate::parse::reader::Reader;
use irtrip_dialect::diagnostic::Parsed;

/// A parameter: what is defined with it, its name, and its type.
type Parameter = (&'static str, &'static str, &'static str);

fn not_parsed((definition, name, ty): Parameter) -> ParseCode {
    ParseCode::ParameterNotParsed { definition, name, ty: ty.into() }
}

impl<'t> Reader<'_, '_, 't> {
    /// Reads a type as it is inside another one of the dialect; whether any type may.
    pub fn llvm_part(&mut self, any: bool) -> Parsed<Type> {
        let start = self.next_place();
        // A token is spelled alike here, whether it is a builtin type or not.
        if self.at_type() && self.at.peek_word() != BUILTIN_TOKEN {
            let ty = self.any_type()?;
            // `!llvm.i32`
            let any = any || self.texts.reads(Releases::ALL.until(Release::V12));
            return if any { Ok(ty) } else { self.back_at(start, ParseCode::TypeInsteadOfKeyword) };
        }
        let Some(word) = self.at.word() else { return self.here(ParseCode::Expected("valid keyword")) };
        self.llvm_type(word)
    }

    /// Reads what follows the mnemonic of a type.
    pub fn llvm_type(&mut self, mnemonic: &'t str) -> Parsed<Type> {
        let ctx = self.texts.ctx;
        match mnemonic {
            "ptr" => self.pointer().map(|(pointer, _)| pointer),
            "array" => self.deeper(Self::llvm_array),
            "struct" => self.deeper(Self::llvm_struct),
            "func" => self.deeper(Self::llvm_function),
            "target" => self.deeper(Self::llvm_target),
            "byte" => self.llvm_byte(),
            "void" => Ok(types::VOID),
            "token" => Ok(types::TOKEN),
            "label" => Ok(ctx.ty(TypeData::Label)),
            "metadata" => Ok(ctx.ty(TypeData::Metadata)),
            "x86_amx" => Ok(ctx.ty(TypeData::X86Amx)),
            "ppc_fp128" => Ok(ctx.float_type(FloatKind::PpcF128)),
            _ => match OLDER_WORDS.iter().find(|(word, ..)| *word == mnemonic) {
                Some(&(_, releases, older)) if self.texts.reads(releases) => self.older_type(older),
                _ => Err(self.at.error_at(mnemonic, ParseCode::UnknownLlvmType(mnemonic.to_owned()))),
            },
        }
    }

    /// `<8>`
    fn llvm_byte(&mut self) -> Parsed<Type> {
        self.at.skip_space();
        let start = self.at.pos;
        self.token("<", "'<'")?;
        let width = self.integer(Int::U32, ("LLVMByteType", "bitWidth", "unsigned"))?;
        self.token(">", "'>'")?;
        match u32::try_from(width) {
            Ok(0) => self.back_at(start, ParseCode::NoBits),
            // As wide as LLVM's, which is a bit more than upstream accepts.
            Ok(width @ 1..=MAX_BITS) => Ok(self.texts.ctx.ty(TypeData::Byte { width })),
            _ => self.back_at(start, ParseCode::TooManyBits { limit: MAX_BITS, found: width }),
        }
    }

    fn older_type(&mut self, older: OlderType) -> Parsed<Type> {
        match older {
            OlderType::Float(kind) => Ok(self.texts.ctx.float_type(kind)),
            OlderType::Mmx => Ok(self.texts.ctx.vector_type(1, false, types::I64)),
            OlderType::Vector => self.deeper(Self::llvm_vector),
        }
    }

    /// `<4 x ptr>`, or `<? x 4 x ptr>` for a scalable vector.
    fn llvm_vector(&mut self) -> Parsed<Type> {
        self.token("<", "'<'")?;
        let scalable = self.at.eat_byte(b'?');
        if scalable {
            self.times()?;
        }
        let length = self.integer(Int::U64, ("LLVMVectorType", "numElements", "unsigned"))?;
        self.times()?;
        let element = self.llvm_part(true)?;
        self.token(">", "'>'")?;
        Ok(self.texts.ctx.vector_type(length as u64, scalable, element))
    }

    /// Reads what follows `ptr`: the pointer's type, and what it points to, if the text has it. Only the outermost
    /// pointee is needed, by the operation that has the type; those of pointers to pointers do not nest readers.
    pub fn pointer(&mut self) -> Parsed<(Type, Option<Type>)> {
        let mut open = 0_usize;
        let mut ty = types::PTR;
        while self.at.eat_byte(b'<') {
            if !self.at_pointee() {
                ty = self.address_space()?;
                self.token(">", "'>'")?;
                break;
            }
            open += 1;
            let mut ahead = self.at;
            if ahead.word() == Some("ptr") {
                self.at = ahead;
                continue;
            }
            ty = self.pointee()?;
            break;
        }
        let mut pointee = None;
        for _ in 0..open {
            let outer = if self.at.eat_byte(b',') { self.address_space()? } else { types::PTR };
            self.token(">", "'>'")?;
            pointee = Some(std::mem::replace(&mut ty, outer));
        }
        Ok((ty, pointee))
    }

    /// The number of an address space, as the pointer in it.
    fn address_space(&mut self) -> Parsed<Type> {
        let space = self.integer(Int::Unsigned, ("LLVMPointerType", "addressSpace", "unsigned"))?;
        Ok(self.texts.ctx.ptr_type(space as u32))
    }

    /// Whether a pointee is here, which pointers had up to MLIR 16, and not an address space.
    fn at_pointee(&mut self) -> bool {
        let byte = self.next_byte();
        (byte.is_ascii_alphabetic() || byte == b'!') && self.texts.reads(Releases::ALL.until(Release::V17))
    }

    /// Reads a pointee. An alias that is defined further down is not looked at: the operation that needs to know what it
    /// stands for is read later.
    fn pointee(&mut self) -> Parsed<Type> {
        let mut ahead = self.at;
        if ahead.eat_byte(b'!')
            && let start = ahead.pos - 1
            && ahead.name().is_some()
            && let mention = ahead.since(start)
            && self.texts.aliases.type_definition(mention).is_some()
            && self.texts.aliases.ty(self.texts, mention).is_none()
        {
            self.at = ahead;
            return Ok(types::NONE);
        }
        self.llvm_part(true)
    }

    /// A number that fits, for a parameter of a definition, by its bits.
    fn integer(&mut self, int: Int, parameter: Parameter) -> Parsed<i64> {
        let read = self.plain_integer(int);
        self.because(read, || not_parsed(parameter))
    }

    /// The `x` of an array, which the element type could follow without a space up to MLIR 15.
    fn times(&mut self) -> Parsed<()> {
        if self.at.eat("x") {
            return Ok(());
        }
        let is_glued = matches!(self.at.peek_word().as_bytes(), [b'x', b'a'..=b'z' | b'A'..=b'Z' | b'_', ..]);
        if !is_glued || !self.texts.reads(Releases::ALL.until(Release::V16)) {
            return self.here(ParseCode::ExpectedToken("x"));
        }
        self.at.skip_space();
        self.at.pos += 1;
        Ok(())
    }

    fn llvm_array(&mut self) -> Parsed<Type> {
        let start = self.next_place();
        self.token("<", "'<'")?;
        let length = self.integer(Int::U64, ("LLVMArrayType", "numElements", "uint64_t"))?;
        self.times()?;
        let element = self.llvm_part(true)?;
        self.token(">", "'>'")?;
        if !is_array_element(self.texts.ctx.type_data(element)) {
            return self.back_at(start, ParseCode::ArrayElement(self.texts.spelling(element)));
        }
        Ok(self.texts.ctx.array_type(length as u64, element))
    }

    fn llvm_struct(&mut self) -> Parsed<Type> {
        let start = self.next_place();
        self.token("<", "'<'")?;
        let Some(raw) = self.at.string()? else {
            let opaque = self.next_place();
            if self.at.eat("opaque") {
                return self.back_at(opaque, ParseCode::LiteralStructOpaque);
            }
            let packed = self.at.eat("packed");
            let elements = self.struct_elements(Some(start))?;
            self.token(">", "'>'")?;
            return Ok(self.texts.ctx.ty(TypeData::LiteralStruct { packed, elements }));
        };
        let after_name = self.at.pos;
        let name = self.texts.string(raw)?;
        let ty = self.texts.ctx.identified_struct(name);
        let inside_itself = self.texts.open_structs.contains(&name);
        // The type's own name is written alone where the type mentions itself.
        if self.at.eat_byte(b'>') {
            if inside_itself {
                return Ok(ty);
            }
            if !self.texts.reads_older() {
                return self.back_at(after_name, ParseCode::StructWithoutBody);
            }
            // The body may stand anywhere in the text.
            self.texts.aliases.mention_struct(ty, after_name);
            return Ok(ty);
        }
        self.token(",", "','")?;
        if inside_itself {
            return self.back_at(after_name, ParseCode::StructInItself);
        }
        let body_at = self.next_place();
        let opaque = self.at.eat("opaque");
        let body = match opaque {
            true => StructBody::Opaque,
            false => {
                let packed = self.at.eat("packed");
                self.texts.open_structs.push(name);
                let elements = self.struct_elements(None);
                self.texts.open_structs.pop();
                StructBody::Elements { packed, elements: elements? }
            }
        };
        self.token(">", "'>'")?;
        match self.texts.ctx.set_struct_body(ty, body) {
            true => Ok(ty),
            false if opaque => self.back_at(body_at, ParseCode::StructOpaque),
            false => self.back_at(body_at, ParseCode::StructRedefinition),
        }
    }

    /// `(i32, ptr)`. What cannot be an element is reported at `place`, or after the bracket.
    fn struct_elements(&mut self, place: Option<usize>) -> Parsed<Box<[Type]>> {
        let mut elements = Vec::new();
        self.token("(", "'('")?;
        let first = self.next_place();
        if !self.at.eat_byte(b')') {
            loop {
                elements.push(self.llvm_part(true)?);
                if !self.at.eat_byte(b',') {
                    self.token(")", "')'")?;
                    break;
                }
            }
        }
        match elements.iter().find(|&&element| !is_struct_element(self.texts.ctx.type_data(element))) {
            Some(&wrong) => self.back_at(place.unwrap_or(first), ParseCode::StructElement(self.texts.spelling(wrong))),
            None => Ok(elements.into()),
        }
    }

    fn llvm_function(&mut self) -> Parsed<Type> {
        let start = self.next_place();
        self.token("<", "'<'")?;
        let result = self.llvm_part(true)?;
        self.token("(", "'('")?;
        let (mut params, mut vararg) = (Vec::new(), false);
        if !self.at.eat_byte(b')') {
            loop {
                vararg = self.at.eat("...");
                if vararg {
                    break;
                }
                params.push(self.llvm_part(true)?);
                if !self.at.eat_byte(b',') {
                    break;
                }
            }
            self.token(")", "')'")?;
        }
        self.token(">", "'>'")?;
        let ctx = self.texts.ctx;
        let is_wrong = |param: &&Type| matches!(ctx.type_data(**param), TypeData::Void | TypeData::LlvmFunction { .. });
        match (is_function_result(ctx, result), params.iter().find(is_wrong)) {
            (false, _) => self.back_at(start, ParseCode::FunctionResult(self.texts.spelling(result))),
            (true, Some(&param)) => self.back_at(start, ParseCode::FunctionArgument(self.texts.spelling(param))),
            (true, None) => Ok(ctx.llvm_function_type(result, &params, vararg)),
        }
    }

    fn llvm_target(&mut self) -> Parsed<Type> {
        self.token("<", "'<'")?;
        let Some(raw) = self.at.string()? else {
            let missing = self.here(ParseCode::Expected("string"));
            let parameter = ("LLVMTargetExtType", "extTypeName", "::llvm::StringRef");
            return self.because(missing, || not_parsed(parameter));
        };
        let name = self.texts.string(raw)?;
        let (mut types, mut ints) = (Vec::new(), Vec::new());
        while self.at.eat_byte(b',') {
            let before = self.at;
            // Numbers are after types.
            match self.plain_integer(Int::Unsigned) {
                Ok(int) => ints.push(int as u32),
                Err(_) if !ints.is_empty() => return self.here(ParseCode::TargetParameters),
                Err(_) => {
                    self.at = before;
                    let read = self.llvm_part(true);
                    types.push(self.because(read, || ParseCode::TargetParameters)?);
                }
            }
        }
        self.token(">", "'>'")?;
        Ok(self.texts.ctx.ty(TypeData::TargetExt { name, types: types.into(), ints: ints.into() }))
    }
}

/// A type that only older releases have a word for.
#[derive(Clone, Copy)]
enum OlderType {
    Float(FloatKind),
    /// LLVM's `x86_mmx`, whose values are vectors today.
    Mmx,
    /// A vector of what no builtin vector held.
    Vector,
}

/// The words of types that older releases have.
const OLDER_WORDS: &[(&str, Releases, OlderType)] = &[
    ("half", Releases::ALL.until(Release::V12), OlderType::Float(FloatKind::F16)),
    ("bfloat", Releases::ALL.until(Release::V12), OlderType::Float(FloatKind::BF16)),
    ("float", Releases::ALL.until(Release::V12), OlderType::Float(FloatKind::F32)),
    ("double", Releases::ALL.until(Release::V12), OlderType::Float(FloatKind::F64)),
    ("fp128", Releases::ALL.until(Release::V12), OlderType::Float(FloatKind::F128)),
    ("x86_fp80", Releases::ALL.until(Release::V12), OlderType::Float(FloatKind::F80)),
    ("x86_mmx", Releases::ALL.until(Release::V20), OlderType::Mmx),
    ("vec", Releases::ALL.until(Release::V21), OlderType::Vector),
];

fn is_struct_element(data: &TypeData) -> bool {
    !matches!(data, TypeData::Void | TypeData::Label | TypeData::Metadata | TypeData::LlvmFunction { .. })
}

fn is_array_element(data: &TypeData) -> bool {
    is_struct_element(data) && !matches!(data, TypeData::Token)
}
