//! What can be wrong with a text, and where.

use std::ops::Range;

/// An error and the bytes of the text it is about.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}")]
pub struct ParseError {
    /// The offending bytes of the text.
    pub span: Range<usize>,
    /// What is wrong.
    pub kind: ParseErrorKind,
}

/// What is wrong; the wording is `mlir-opt`'s where it has one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ParseErrorKind {
    #[error("expected {0}")]
    Expected(String),
    #[error("nesting is deeper than {0} levels")]
    TooDeep(usize),
    #[error("the text is larger than 4 GiB")]
    TooLarge,
    #[error("{0} is not closed")]
    Unclosed(&'static str),
    #[error("expected '\"' in string literal")]
    UnclosedString,
    #[error("unknown escape in string literal")]
    BadEscape,
    #[error("undefined symbol alias id '{0}'")]
    UndefinedAlias(String),
    #[error("redefinition of {what} alias id '{name}'")]
    AliasRedefinition { what: &'static str, name: String },
    #[error("alias '{0}' is defined by itself")]
    AliasCycle(String),
    #[error("unknown type '{0}'")]
    UnknownType(String),
    #[error("unknown attribute `{0}` in dialect `llvm`")]
    UnknownLlvmAttribute(String),
    #[error("identified type already used with a different body")]
    StructRedefinition,
    #[error("integer constant out of range")]
    IntegerRange,
    #[error("invalid floating-point literal")]
    BadFloat,
    #[error("invalid kind of type specified{}", wanted_type(expected, found))]
    TypeKind { expected: &'static str, found: String },
    #[error("invalid kind of attribute specified")]
    AttrKind,
    #[error("expected shaped type for elements literal")]
    NotShaped,
    #[error("inferred shape of elements literal does not match type")]
    ElementsShape,
    #[error("elements hex data size is invalid for provided type: '{0}'")]
    ElementsSize(String),
    #[error("duplicate key '{0}' in dictionary attribute")]
    DuplicateKey(String),
    #[error("duplicate or unknown struct parameter name: {0}")]
    UnknownParameter(String),
    #[error("struct is missing required parameter: {0}")]
    MissingParameter(&'static str),
    #[error("{}", unknown_operation(tried, name))]
    UnknownCustomOp { name: String, tried: &'static str },
    #[error("unregistered operation '{name}' found in dialect ('{dialect}') that does not allow unknown operations")]
    UnregisteredOp { name: String, dialect: String },
    #[error(
        "operation being parsed with an unregistered dialect. If this is intended, please use \
         -allow-unregistered-dialect with the MLIR tool used"
    )]
    UnregisteredDialect,
    #[error(
        "`!\"{dialect}\"<\"{body}\">` type created with unregistered dialect. If this is intended, please call \
         allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used"
    )]
    UnregisteredType { dialect: String, body: String },
    #[error(
        "#\"{dialect}\"<\"{body}\"> : '{ty}' attribute created with unregistered dialect. If this is intended, please \
         call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used"
    )]
    UnregisteredAttribute { dialect: String, body: String, ty: String },
    #[error("Dialect `{dialect}' not found for custom op '{name}' ")]
    UnknownDialect { dialect: String, name: String },
    #[error("memref layout mismatch between rank and affine map: {rank} != {dims}")]
    LayoutRank { rank: usize, dims: usize },
    #[error("vector types must have positive constant sizes but got {0}")]
    VectorSizes(String),
    #[error("{message}")]
    UnknownFlag { message: String, besides: &'static str },
    #[error("{message}")]
    NotOfSet { message: String, besides: &'static str, behind: usize },
    #[error("op '{0}' has no custom form")]
    NoCustomForm(&'static str),
    #[error("redefinition of SSA value '%{0}'")]
    ValueRedefinition(String),
    #[error("region entry argument '%{0}' is already in use")]
    EntryArgumentInUse(String),
    #[error("use of undeclared SSA value name")]
    UndefinedValue,
    #[error("use of value '%{name}' expects different type than prior uses: '{expected}' vs '{prior}'")]
    ValueType { name: String, expected: String, prior: String },
    #[error("definition of SSA value '%{name}#{number}' has type '{found}'")]
    DefinitionType { name: String, number: usize, found: String },
    #[error("reference to invalid result number")]
    ResultNumber,
    #[error("operation defines {defined} results but was provided {bound} to bind")]
    ResultCount { defined: usize, bound: usize },
    #[error("cannot name an operation with no results")]
    NoResults,
    #[error("expected {expected} operand type{} but had {found}", if *.expected == 1 { "" } else { "s" })]
    OperandTypeCount { expected: usize, found: usize },
    #[error("number of operands and types do not match: got {operands} operands and {types} types")]
    OperandTypes { operands: usize, types: usize },
    #[error("'{op}' has {found} operands, which its operand groups cannot hold")]
    OperandCount { op: String, found: usize },
    #[error("type of {what} {index} of '{op}' cannot be inferred")]
    TypeNotKnown { op: &'static str, what: &'static str, index: u8 },
    #[error("redefinition of block '^{0}'")]
    BlockRedefinition(String),
    #[error("reference to an undefined block")]
    UndefinedBlock,
    #[error("expected block to have {expected} arguments, but it has {found}")]
    EntryArguments { expected: usize, found: usize },
    #[error("'{op}' attribute '{name}' occurs twice")]
    DuplicateAttribute { op: String, name: String },
    #[error("'{op}' is not allowed {place}")]
    Misplaced { op: String, place: &'static str },
    #[error("{0}")]
    Invalid(&'static str),
    #[error("{0}")]
    Said(String),
    #[error("{0}")]
    OfTheForm(String),
    #[error("{first}")]
    Followed { first: Box<ParseErrorKind>, by: Vec<ParseError> },
    #[error("custom op '{name}' {wrong}")]
    InCustomOp { name: String, wrong: Box<ParseErrorKind> },
    #[error("{wrong}")]
    Noted { wrong: Box<ParseErrorKind>, note: Note },
}

/// What is told besides an error, of another place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The bytes of the text it is about.
    pub span: Range<usize>,
    /// What it says.
    pub message: String,
}

/// An error as it is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// The offending bytes of the text.
    pub span: Range<usize>,
    /// What is wrong.
    pub text: String,
    /// What is told besides.
    pub notes: Vec<Note>,
}

/// What upstream says of an integer where a float should be.
pub(super) const DECIMAL_AS_FLOAT: &str = "unexpected decimal integer literal for a floating point value";

impl ParseError {
    /// The error, followed by another one that upstream reports because of it.
    pub(super) fn followed_by(self, next: ParseError) -> ParseError {
        let (first, mut by) = match self.kind {
            ParseErrorKind::Followed { first, by } => (first, by),
            kind => (Box::new(kind), Vec::new()),
        };
        by.push(next);
        ParseError { span: self.span, kind: ParseErrorKind::Followed { first, by } }
    }

    /// The error as it is told of what is no operation's form.
    pub(super) fn of_the_language(self) -> ParseError {
        match self.kind.is_of_the_operation() {
            true => ParseError { kind: ParseErrorKind::Said(self.kind.to_string()), ..self },
            false => self,
        }
    }

    /// The error as it is told of an operation's custom form.
    pub(super) fn in_custom_op(self, name: &str) -> ParseError {
        let of_operation = |kind: ParseErrorKind| match kind.is_of_the_operation() {
            true => ParseErrorKind::InCustomOp { name: name.to_owned(), wrong: Box::new(kind) },
            false => kind,
        };
        let kind = match self.kind {
            ParseErrorKind::Followed { first, by } => {
                let by = by.into_iter().map(|error| error.in_custom_op(name)).collect();
                ParseErrorKind::Followed { first: Box::new(of_operation(*first)), by }
            }
            kind => of_operation(kind),
        };
        ParseError { kind, ..self }
    }

    /// The error with a note that something else was at a place of the text.
    pub(super) fn noted(self, place: usize, message: impl Into<String>) -> ParseError {
        let note = Note { span: place..place + 1, message: message.into() };
        ParseError { kind: ParseErrorKind::Noted { wrong: Box::new(self.kind), note }, ..self }
    }

    /// Each message, in the order upstream reports them.
    pub fn messages(&self) -> Vec<Message> {
        let notes = self.kind.note(&self.span).into_iter().collect();
        let mut messages = vec![Message { span: self.span.clone(), text: self.kind.to_string(), notes }];
        if let Some((text, at)) = self.kind.besides() {
            let span = at.map_or_else(|| self.span.clone(), |at| at..at);
            messages.push(Message { span, text, notes: Vec::new() });
        }
        if let ParseErrorKind::Followed { by, .. } = &self.kind {
            messages.extend(by.iter().flat_map(ParseError::messages));
        }
        messages
    }
}

impl ParseErrorKind {
    /// An attribute that the `dlti` dialect does not have.
    pub(super) fn unknown_dlti(mnemonic: &str) -> ParseErrorKind {
        ParseErrorKind::Said(format!("unknown attribute `{mnemonic}` in dialect `dlti`"))
    }

    /// A word is missing.
    pub(super) fn keyword() -> ParseErrorKind {
        ParseErrorKind::Expected("valid keyword".to_owned())
    }

    /// What the operation's form says, in upstream's words.
    pub(super) fn form(message: impl Into<String>) -> ParseErrorKind {
        ParseErrorKind::OfTheForm(message.into())
    }

    /// Whether it is the operation's custom form that upstream has the message of, and names the operation in it.
    pub(super) fn is_of_the_operation(&self) -> bool {
        match self {
            // Punctuation is the language's, words are the form's.
            ParseErrorKind::Expected(what) => {
                let word =
                    what.strip_prefix('\'').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()));
                word || matches!(
                    what.as_str(),
                    "valid '@'-identifier for symbol name"
                        | "SSA identifier"
                        | "type instead of SSA identifier"
                        | "valid keyword"
                        | "zero or one type"
                        | "integer alignment"
                        | "trailing function type with one argument and one result"
                        | "function with 0 or 1 result"
                        | "a non-void result type"
                        | "indirect call to have 2 trailing types"
                        | "integer value"
                )
            }
            ParseErrorKind::AttrKind
            | ParseErrorKind::TypeKind { .. }
            | ParseErrorKind::OperandTypes { .. }
            | ParseErrorKind::NotOfSet { .. }
            | ParseErrorKind::OfTheForm(_) => true,
            _ => false,
        }
    }

    /// The note that upstream puts to a message about these bytes.
    fn note(&self, span: &Range<usize>) -> Option<Note> {
        match self {
            ParseErrorKind::Invalid(DECIMAL_AS_FLOAT) => {
                Some(Note { span: span.clone(), message: "add a trailing dot to make the literal a float".to_owned() })
            }
            ParseErrorKind::Noted { note, .. } => Some(note.clone()),
            ParseErrorKind::Followed { first, .. } => first.note(span),
            ParseErrorKind::InCustomOp { wrong, .. } => wrong.note(span),
            _ => None,
        }
    }

    /// A second message that upstream has, and where it is if not at the same place.
    fn besides(&self) -> Option<(String, Option<usize>)> {
        match self {
            ParseErrorKind::UnknownFlag { besides, .. } => Some((besides.to_string(), None)),
            ParseErrorKind::NotOfSet { besides, behind, .. } => Some((besides.to_string(), Some(*behind))),
            ParseErrorKind::InCustomOp { name, wrong } => {
                wrong.besides().map(|(message, at)| (format!("custom op '{name}' {message}"), at))
            }
            _ => None,
        }
    }
}

fn wanted_type(expected: &str, found: &str) -> String {
    if expected.is_empty() { String::new() } else { format!(": expected {expected}, but found '{found}'") }
}

/// What an operation's name was looked up as besides.
/// `dialect` is the one whose name may be left off, empty for none.
fn unknown_operation(dialect: &str, name: &str) -> String {
    match dialect {
        "" if name.contains('.') => format!("custom op '{name}' is unknown"),
        "" => format!("Dialect `' not found for custom op '{name}'  (tried '.{name}' as well)"),
        _ => format!("custom op '{name}' is unknown (tried '{dialect}.{name}' as well)"),
    }
}

/// A result with a [`ParseError`].
pub type Parsed<T> = Result<T, ParseError>;
