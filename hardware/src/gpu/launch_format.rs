//! The form of `gpu.launch_func`.

use irtrip_dialect::assembly::{CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed, Types, UnresolvedOperands};
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::types::well_known::{I32, INDEX};
use irtrip_dialect::{Context, Op, Type, TypeData};

/// `gpu.launch_func async [%token]<%stream : type> @module::@kernel clusters in (...) blocks in (...) threads in (...) : type
/// dynamic_shared_memory_size %size args(%argument : type)`
#[derive(Debug)]
pub struct LaunchFunc;

/// The operand groups of the form, by their places among the operation's.
mod group {
    pub const DEPENDENCIES: u8 = 0;
    pub const GRID: [u8; 3] = [1, 2, 3];
    pub const BLOCK: [u8; 3] = [4, 5, 6];
    pub const CLUSTER: [u8; 3] = [7, 8, 9];
    pub const MEMORY: u8 = 10;
    pub const ARGUMENTS: u8 = 11;
    pub const STREAM: u8 = 12;
}

fn token_type(ctx: &Context) -> Type {
    ctx.ty(TypeData::Opaque { dialect: ctx.str("gpu"), body: ctx.str("async.token"), parameter: None })
}

/// Three operands: `in (%x, %y, %z)`.
fn three(parser: &mut dyn OpAsmParser<'_>) -> Parsed<UnresolvedOperands> {
    parser.expect("in")?;
    let position = parser.position();
    let operands = parser.bracketed_operands("(", ")")?;
    match operands.len() {
        3 => Ok(operands),
        _ => Err(parser.error_at(position, ParseCode::CustomForm("expected three sizes".to_owned()))),
    }
}

/// The arguments with their types: `(%a : i32, %b : f32)`.
fn arguments(parser: &mut dyn OpAsmParser<'_>) -> Parsed<(UnresolvedOperands, Types)> {
    let (mut operands, mut types) = (UnresolvedOperands::new(), Types::new());
    parser.expect("(")?;
    if parser.eat(")") {
        return Ok((operands, types));
    }
    loop {
        operands.push(parser.operand()?);
        parser.expect(":")?;
        types.push(parser.ty()?);
        if !parser.eat(",") {
            parser.expect(")")?;
            return Ok((operands, types));
        }
    }
}

impl CustomAssemblyFormat for LaunchFunc {
    fn description(&self) -> &'static str {
        " (async)? ([$asyncDependencies])? (< $asyncObject : type($asyncObject) >)? $kernel (clusters in ($clusterSize))? \
         blocks in ($gridSize) threads in ($blockSize) (: type)? (dynamic_shared_memory_size \
         $dynamicSharedMemorySize)? (args($kernelOperands : type($kernelOperands)))? attr-dict"
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let ctx = parser.context();
        let token = token_type(ctx);
        if parser.eat("async") {
            parser.add_results(&[token]);
        }
        let dependencies =
            if parser.sees("[") { parser.bracketed_operands("[", "]")? } else { UnresolvedOperands::new() };
        let mut stream = None;
        if parser.eat("<") {
            let operand = parser.operand()?;
            parser.expect(":")?;
            stream = Some((operand, parser.ty()?));
            parser.expect(">")?;
        }
        let kernel = parser.symbol_ref()?;
        parser.set_attribute(ctx.str("kernel"), kernel);
        let clusters = if parser.eat("clusters") { three(parser)? } else { UnresolvedOperands::new() };
        parser.expect("blocks")?;
        let grid = three(parser)?;
        parser.expect("threads")?;
        let block = three(parser)?;
        let size = if parser.eat(":") { parser.ty()? } else { INDEX };
        let memory = if parser.eat("dynamic_shared_memory_size") { Some(parser.operand()?) } else { None };
        let (operands, types) =
            if parser.eat("args") { arguments(parser)? } else { (UnresolvedOperands::new(), Types::new()) };
        parser.optional_attr_dict()?;
        parser.add_operands(&dependencies, token)?;
        for sizes in [&grid, &block, &clusters] {
            parser.add_operands(sizes, size)?;
        }
        parser.add_operands(memory.as_slice(), I32)?;
        parser.add_typed_operands(&operands, &types)?;
        if let Some((operand, ty)) = stream {
            parser.add_operands(&[operand], ty)?;
        }
        let cluster = usize::from(!clusters.is_empty());
        let (memory, stream) = (usize::from(memory.is_some()), usize::from(stream.is_some()));
        parser.set_group_sizes(&[
            dependencies.len(),
            1,
            1,
            1,
            1,
            1,
            1,
            cluster,
            cluster,
            cluster,
            memory,
            operands.len(),
            stream,
        ]);
        Ok(())
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["kernel", "operandSegmentSizes"]
    }

    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        let sizes: Vec<usize> = group::CLUSTER.iter().map(|group| printer.operand_group(op, *group).len()).collect();
        let groups = [group::GRID, group::BLOCK, group::CLUSTER].into_iter().flatten();
        let mut types = groups.flat_map(|group| printer.operand_group(op, group));
        let first = types.next().map(|size| printer.body().value_type(*size));
        sizes.windows(2).all(|pair| pair.first() == pair.last())
            && types.all(|size| Some(printer.body().value_type(*size)) == first)
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let (ctx, body) = (printer.context(), printer.body());
        let is_async = body.result(op).is_some();
        let dependencies = printer.operand_group(op, group::DEPENDENCIES);
        printer.text(if is_async { " async" } else { " " });
        if !dependencies.is_empty() {
            printer.text(if is_async { " [" } else { "[" });
            printer.operands(dependencies);
            printer.text("]");
        }
        if let [stream] = printer.operand_group(op, group::STREAM) {
            printer.text("<");
            printer.operand(*stream);
            printer.text(" : ");
            printer.ty(body.value_type(*stream));
            printer.text(">");
        }
        if let Some(kernel) = printer.attribute_of(op, ctx.str("kernel")) {
            printer.text(" ");
            printer.attribute(kernel);
        }
        for (word, groups) in
            [(" clusters in (", group::CLUSTER), (" blocks in (", group::GRID), (" threads in (", group::BLOCK)]
        {
            let sizes: Vec<_> = groups.iter().flat_map(|group| printer.operand_group(op, *group)).copied().collect();
            if !sizes.is_empty() {
                printer.text(word);
                printer.operands(&sizes);
                printer.text(")");
            }
        }
        printer.text(" ");
        let size = printer.operand_group(op, group::GRID[0]).first().map(|size| body.value_type(*size));
        if let Some(size) = size.filter(|size| *size != INDEX) {
            printer.text(": ");
            printer.ty(size);
        }
        if let [memory] = printer.operand_group(op, group::MEMORY) {
            printer.text(" dynamic_shared_memory_size ");
            printer.operand(*memory);
        }
        printer.text(" ");
        let arguments = printer.operand_group(op, group::ARGUMENTS);
        for (place, argument) in arguments.iter().enumerate() {
            printer.text(if place == 0 { "args(" } else { ", " });
            printer.operand(*argument);
            printer.text(" : ");
            printer.ty(body.value_type(*argument));
        }
        if !arguments.is_empty() {
            printer.text(")");
        }
        printer.optional_attr_dict(op);
    }
}
