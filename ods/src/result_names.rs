//! What upstream calls results, which its operations say in code.

use irtrip_dialect::ops::{OpDef, ResultName};

const fn named(operation: &'static str, word: &'static str) -> OpDef {
    OpDef::new(operation).result_name(ResultName::Word(word))
}

/// The names of results.
pub(crate) const CODE: &[OpDef] = &[
    named("shard.all_gather", "all_gather"),
    named("shard.all_reduce", "all_reduce"),
    named("shard.all_slice", "all_slice"),
    named("shard.all_to_all", "all_to_all"),
    named("shard.broadcast", "broadcast"),
    named("shard.gather", "gather"),
    named("shard.grid_shape", "grid_shape"),
    named("shard.process_linear_index", "proc_linear_idx"),
    named("shard.process_multi_index", "proc_linear_idx"),
    named("shard.recv", "recv"),
    named("shard.reduce", "reduce"),
    named("shard.reduce_scatter", "reduce_scatter"),
    named("shard.scatter", "scatter"),
    named("shard.send", "send"),
    named("shard.shard", "sharding_annotated"),
    named("shard.shard_shape", "shard_shape"),
    named("shard.sharding", "sharding"),
    named("shard.shift", "shift"),
    named("tensor.cast", "cast"),
    named("tensor.collapse_shape", "collapsed"),
    named("tensor.concat", "concat"),
    named("tensor.dim", "dim"),
    named("tensor.expand_shape", "expanded"),
    named("tensor.extract", "extracted"),
    named("tensor.extract_slice", "extracted_slice"),
    named("tensor.from_elements", "from_elements"),
    named("tensor.gather", "gather"),
    named("tensor.generate", "generated"),
    named("tensor.insert", "inserted"),
    named("tensor.insert_slice", "inserted_slice"),
    named("tensor.pad", "padded"),
    named("tensor.rank", "rank"),
    named("tensor.reshape", "reshape"),
    named("tensor.scatter", "scatter"),
    named("tensor.splat", "splat"),
    named("vector.vscale", "vscale"),
];
