//! The names by which a diff shows values and blocks.

use irtrip_dialect::{Block, Body, Value};

/// What a diff calls the values and blocks of one side's bodies.
pub(crate) struct ValueNames {
    values: Vec<Vec<String>>,
    blocks: Vec<Vec<String>>,
}

impl ValueNames {
    /// Nothing has a name yet.
    pub fn new(bodies: &[&Body]) -> ValueNames {
        ValueNames {
            values: bodies.iter().map(|b| vec![String::new(); b.value_count()]).collect(),
            blocks: bodies.iter().map(|b| vec![String::new(); b.block_count()]).collect(),
        }
    }

    /// A value's name; empty until it has one.
    pub fn value(&self, body: usize, value: Value) -> &str {
        self.values.get(body).and_then(|v| v.get(value.index())).map_or("", String::as_str)
    }

    /// A block's name; empty until it has one.
    pub fn block(&self, body: usize, block: Block) -> &str {
        self.blocks.get(body).and_then(|b| b.get(block.index())).map_or("", String::as_str)
    }

    /// ValueNames a value.
    pub fn set_value(&mut self, body: usize, value: Value, name: String) {
        if let Some(slot) = self.values.get_mut(body).and_then(|v| v.get_mut(value.index())) {
            *slot = name;
        }
    }

    /// ValueNames a block.
    pub fn set_block(&mut self, body: usize, block: Block, name: String) {
        if let Some(slot) = self.blocks.get_mut(body).and_then(|b| b.get_mut(block.index())) {
            *slot = name;
        }
    }
}
