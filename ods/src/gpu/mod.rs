//! What of the dialect `gpu` is code upstream: functions, launches with their body, and directives. What modules of code for a GPU
//! were compiled to, and launches of it, are the dialects of hardware's. MLIR, "'gpu' Dialect".

mod attributions;
mod func;
mod launch;
mod warp;

use irtrip_dialect::assembly::{
    CustomDirective, DirectiveParser, OpAsmParser, OpAsmPrinter, Parsed, UnresolvedOperands,
};
use irtrip_dialect::body::Op;
use irtrip_dialect::ops::{OlderName, OpDef, Place, ResultName};
use irtrip_dialect::release::Release;
use irtrip_dialect::{Context, Type, TypeData, Value};

use crate::directives::{Argument, Custom, key, parse_word, stays, words_in};
use crate::table::Enumeration;

/// A result that is named after the operation and its dimension.
const fn of_dimension(operation: &'static str, word: &'static str) -> OpDef {
    OpDef::new(operation).result_name(ResultName::WordWith(word, "dimension"))
}

/// Forms that are code.
pub(crate) const CODE: &[OpDef] = &[
    of_dimension("gpu.block_dim", "block_dim"),
    of_dimension("gpu.block_id", "block_id"),
    of_dimension("gpu.cluster_block_id", "cluster_block_id"),
    of_dimension("gpu.cluster_dim", "cluster_dim"),
    of_dimension("gpu.cluster_dim_blocks", "cluster_dim_blocks"),
    of_dimension("gpu.cluster_id", "cluster_id"),
    OpDef::new("gpu.func").custom(&func::Func),
    of_dimension("gpu.global_id", "global_id"),
    of_dimension("gpu.grid_dim", "grid_dim"),
    OpDef::new("gpu.launch").custom(&launch::Launch),
    of_dimension("gpu.thread_id", "thread_id"),
    OpDef::new("gpu.warp_execute_on_lane_0")
        .custom(&warp::WarpExecute)
        .older_names(&[OlderName::until("vector.warp_execute_on_lane_0", Release::V20)]),
];

/// A directive of this dialect.
pub(crate) fn directive(name: &str, custom: Custom) -> Option<&'static dyn CustomDirective> {
    match (name, custom.arguments) {
        ("AsyncDependencies", &[Argument::Types(token), Argument::Operand(group, _)]) => {
            stays(AsyncDependencies { custom, token, group })
        }
        ("AllReduceOperation", &[Argument::Attribute(name, Some(words))]) => {
            stays(AllReduceOperation { custom, name, words })
        }
        _ => None,
    }
}

/// `!gpu.async.token`
fn token_type(ctx: &Context) -> Type {
    ctx.ty(TypeData::Opaque { dialect: ctx.str("gpu"), body: ctx.str("async.token"), parameter: None })
}

/// Reads `async [%a, %b]`, each part if it is here: whether there is a token for others to wait for, and what is waited for.
fn parse_dependencies(parser: &mut dyn OpAsmParser<'_>) -> Parsed<(bool, UnresolvedOperands)> {
    let is_async = parser.eat("async");
    let dependencies = if parser.sees("[") { parser.bracketed_operands("[", "]")? } else { Default::default() };
    Ok((is_async, dependencies))
}

fn print_dependencies(printer: &mut dyn OpAsmPrinter<'_>, is_async: bool, dependencies: &[Value]) {
    printer.text(if is_async { "async" } else { "" });
    if !dependencies.is_empty() {
        printer.text(if is_async { " [" } else { "[" });
        printer.operands(dependencies);
        printer.text("]");
    }
}

/// `async [%a, %b]`
#[derive(Debug)]
struct AsyncDependencies {
    custom: Custom,
    token: Place,
    group: u8,
}

impl CustomDirective for AsyncDependencies {
    fn description(&self) -> &'static str {
        self.custom.description
    }

    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        let (is_async, dependencies) = parse_dependencies(parser)?;
        let token = token_type(parser.context());
        if is_async {
            parser.add_type(self.token, token);
        }
        for dependency in dependencies {
            parser.add_to_group(self.group, dependency);
        }
        Ok(())
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let token = token_type(printer.context());
        let is_async = printer.result_types(op).contains(&token);
        let dependencies = printer.operand_group(op, self.group);
        print_dependencies(printer, is_async, dependencies);
    }
}

/// `add`, or nothing where a region says what is done.
#[derive(Debug)]
struct AllReduceOperation {
    custom: Custom,
    name: &'static str,
    words: &'static Enumeration,
}

impl CustomDirective for AllReduceOperation {
    fn description(&self) -> &'static str {
        self.custom.description
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        self.custom.written
    }

    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        if !parser.next_keyword().is_empty() {
            let operation = parse_word(parser, "gpu", self.words)?;
            parser.set_attribute(key(parser.context(), self.name), operation);
        }
        Ok(())
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let ctx = printer.context();
        let Some(operation) = printer.attribute_of(op, key(ctx, self.name)) else { return };
        if let Some(word) = words_in(ctx, self.words, operation) {
            printer.text(" ");
            printer.text(word);
        }
    }
}
