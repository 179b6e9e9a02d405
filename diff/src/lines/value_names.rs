//! The names by which a diff shows values and blocks.

use irtrip_dialect::{Block, Value};
use rustc_hash::FxHashMap;

/// What a diff calls the values and blocks of one side's bodies. A listing names what it shows: of the module's own body that
/// is one operation's.
#[derive(Default)]
pub(crate) struct ValueNames {
    values: FxHashMap<(usize, Value), String>,
    blocks: FxHashMap<(usize, Block), String>,
}

impl ValueNames {
    /// A value's name; empty until it has one.
    pub fn value(&self, body: usize, value: Value) -> &str {
        self.values.get(&(body, value)).map_or("", String::as_str)
    }

    /// A block's name; empty until it has one.
    pub fn block(&self, body: usize, block: Block) -> &str {
        self.blocks.get(&(body, block)).map_or("", String::as_str)
    }

    /// Names a value.
    pub fn set_value(&mut self, body: usize, value: Value, name: String) {
        self.values.insert((body, value), name);
    }

    /// Names a block.
    pub fn set_block(&mut self, body: usize, block: Block, name: String) {
        self.blocks.insert((body, block), name);
    }
}
