//! The form of `gpu.launch`.

use irtrip_dialect::assembly::{
    CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed, RegionArgument, RegionStyle, RegionSyntax,
    UnresolvedOperand,
};
use irtrip_dialect::body::{Block, Op};
use irtrip_dialect::types::well_known as types;

use super::attributions::{self, WORKGROUP_ATTRIBUTIONS};
use super::{parse_dependencies, print_dependencies, token_type};
use crate::directives::key;

/// `async [%token] clusters(%cx, %cy, %cz) in (%sx = %a, ...) blocks(...) in (...) threads(...) in (...) module(@m) function(@f)
/// workgroup(%b : M) private(%c : M) {...} {attributes}`
#[derive(Debug)]
pub(super) struct Launch;

/// What a launch has three of: sizes, and who of them runs the body.
struct Level {
    keyword: &'static str,
    /// The operand group of its first size.
    sizes: u8,
    /// The place of its first identifier among the arguments of the body.
    identifiers: usize,
    /// The place of its first size among them.
    size_arguments: usize,
}

const CLUSTERS: Level = Level { keyword: "clusters", sizes: 7, identifiers: 12, size_arguments: 15 };
const BLOCKS: Level = Level { keyword: "blocks", sizes: 1, identifiers: 0, size_arguments: 6 };
const THREADS: Level = Level { keyword: "threads", sizes: 4, identifiers: 3, size_arguments: 9 };

/// The operand group of the size of memory.
const MEMORY_SIZE: u8 = 10;

/// How many arguments of the body are identifiers and sizes, with clusters and without.
const fn configured(clusters: bool) -> usize {
    if clusters { 18 } else { 12 }
}

/// The attributes that are written as `module(@name)`.
const SYMBOLS: [&str; 2] = ["module", "function"];

/// Reads `(%x, %y, %z) in (%sx = %a, %sy = %b, %sz = %c)`: the identifiers and sizes among the arguments, and the values of the sizes.
fn parse_level(
    parser: &mut dyn OpAsmParser<'_>,
    level: &Level,
    arguments: &mut [Option<RegionArgument>],
) -> Parsed<Vec<UnresolvedOperand>> {
    let mut sizes = Vec::new();
    let mut argument = |parser: &mut dyn OpAsmParser<'_>, place: usize| -> Parsed<()> {
        let argument = RegionArgument { ty: types::INDEX, ..parser.region_argument()? };
        if let Some(of_place) = arguments.get_mut(place) {
            *of_place = Some(argument);
        }
        Ok(())
    };
    for place in 0..3 {
        parser.expect(if place == 0 { "(" } else { "," })?;
        argument(parser, level.identifiers + place)?;
    }
    parser.expect(")")?;
    parser.expect("in")?;
    for place in 0..3 {
        parser.expect(if place == 0 { "(" } else { "," })?;
        argument(parser, level.size_arguments + place)?;
        parser.expect("=")?;
        sizes.push(parser.operand()?);
    }
    parser.expect(")")?;
    Ok(sizes)
}

/// The first block of the body, if it has the arguments that a launch's has.
fn entry(printer: &dyn OpAsmPrinter<'_>, op: Op) -> Option<Block> {
    let body = printer.body();
    let &[region] = body.op_regions(op) else { return None };
    let &block = body.blocks(region).first()?;
    let arguments = body.block_args(block);
    let configured = configured(!printer.operand_group(op, CLUSTERS.sizes).is_empty());
    let are_indices = arguments.iter().take(configured).all(|&argument| body.value_type(argument) == types::INDEX);
    let has_all = arguments.len() >= configured + attributions::workgroup_count(printer, op);
    (are_indices && has_all).then_some(block)
}

fn print_level(printer: &mut dyn OpAsmPrinter<'_>, op: Op, level: &Level, block: Block) {
    let arguments = printer.body().block_args(block);
    let of_place = |place: usize| arguments.get(place..place + 3).unwrap_or_default();
    printer.text(" ");
    printer.text(level.keyword);
    printer.text("(");
    printer.operands(of_place(level.identifiers));
    printer.text(") in ");
    for ((group, &size), open) in (level.sizes..).zip(of_place(level.size_arguments)).zip(["(", ", ", ", "]) {
        printer.text(open);
        printer.operand(size);
        printer.text(" = ");
        let value = printer.operand_group(op, group);
        printer.operands(value);
    }
    printer.text(")");
}

impl CustomAssemblyFormat for Launch {
    fn description(&self) -> &'static str {
        " async? ([$asyncDependencies])? (clusters($ids) in ($sizes = $clusterSize))? blocks($ids) in ($sizes = $gridSize) \
         threads($ids) in ($sizes = $blockSize) (dynamic_shared_memory_size $dynamicSharedMemorySize)? (module($module))? \
         (function($function))? (workgroup($buffers))? (private($buffers))? region0 attr-dict"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["operandSegmentSizes", SYMBOLS[0], SYMBOLS[1], WORKGROUP_ATTRIBUTIONS]
    }

    fn regions(&self) -> RegionSyntax {
        RegionSyntax { omits_terminator_without_results: false, ..RegionSyntax::LOOP }
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let ctx = parser.context();
        let (is_async, dependencies) = parse_dependencies(parser)?;
        let mut found = [const { None }; configured(true)];
        let clusters = parser.eat(CLUSTERS.keyword);
        let cluster_sizes = if clusters { parse_level(parser, &CLUSTERS, &mut found)? } else { Vec::new() };
        let mut sizes = Vec::new();
        for level in [BLOCKS, THREADS] {
            parser.expect(level.keyword)?;
            sizes.extend(parse_level(parser, &level, &mut found)?);
        }
        let memory = if parser.eat("dynamic_shared_memory_size") { Some(parser.operand()?) } else { None };
        for word in SYMBOLS {
            if parser.eat(word) {
                parser.expect("(")?;
                let symbol = parser.symbol_ref()?;
                parser.set_attribute(key(ctx, word), symbol);
                parser.expect(")")?;
            }
        }
        let mut arguments: Vec<RegionArgument> = found.into_iter().flatten().collect();
        let own = arguments.len();
        attributions::parse(parser, attributions::KEYWORDS[0], &mut arguments)?;
        let workgroup = ctx.int_attr(types::I64, (arguments.len() - own) as i64);
        parser.set_attribute(key(ctx, WORKGROUP_ATTRIBUTIONS), workgroup);
        attributions::parse(parser, attributions::KEYWORDS[1], &mut arguments)?;
        parser.region(0, &arguments, false)?;
        parser.optional_attr_dict()?;
        let token = token_type(ctx);
        parser.add_operands(&dependencies, token)?;
        parser.add_operands(&sizes, types::INDEX)?;
        parser.add_operands(&cluster_sizes, types::INDEX)?;
        parser.add_operands(memory.as_slice(), types::I32)?;
        if is_async {
            parser.add_results(&[token]);
        }
        let cluster = usize::from(clusters);
        let memory = usize::from(memory.is_some());
        parser.set_group_sizes(&[dependencies.len(), 1, 1, 1, 1, 1, 1, cluster, cluster, cluster, memory]);
        Ok(())
    }

    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        let clusters: Vec<usize> = (7..10).map(|group| printer.operand_group(op, group).len()).collect();
        entry(printer, op).is_some() && clusters.windows(2).all(|pair| pair.first() == pair.last())
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let Some(block) = entry(printer, op) else { return };
        let ctx = printer.context();
        let is_async = printer.body().result(op).is_some();
        let dependencies = printer.operand_group(op, 0);
        printer.text(if is_async || !dependencies.is_empty() { " " } else { "" });
        print_dependencies(printer, is_async, dependencies);
        let clusters = !printer.operand_group(op, CLUSTERS.sizes).is_empty();
        for level in [CLUSTERS, BLOCKS, THREADS] {
            if clusters || level.keyword != CLUSTERS.keyword {
                print_level(printer, op, &level, block);
            }
        }
        if let [size] = printer.operand_group(op, MEMORY_SIZE) {
            printer.text(" dynamic_shared_memory_size ");
            printer.operand(*size);
        }
        for word in SYMBOLS {
            if let Some(symbol) = printer.attribute_of(op, key(ctx, word)) {
                printer.text(" ");
                printer.text(word);
                printer.text("(");
                printer.attribute(symbol);
                printer.text(")");
            }
        }
        let mut start = configured(clusters);
        let ends = [start + attributions::workgroup_count(printer, op), printer.body().block_args(block).len()];
        for (keyword, end) in attributions::KEYWORDS.into_iter().zip(ends) {
            attributions::print(printer, keyword, block, start..end, &[]);
            start = end;
        }
        printer.text(" ");
        printer.regions(op, RegionStyle::default());
        printer.optional_attr_dict(op);
    }
}
