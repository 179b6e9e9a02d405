//! The names by which a diff shows values and blocks.

use irtrip_dialect::{Block, Value};

/// What a diff calls the values and blocks of one side's bodies. A listing names what it shows: of the module's own body that
/// is one operation's.
#[derive(Default)]
pub(crate) struct ValueNames {
    values: Names,
    blocks: Names,
}

/// Names by the index of a body and the place in its table.
type Names = Vec<Vec<String>>;

fn get(names: &Names, body: usize, place: usize) -> &str {
    names.get(body).and_then(|of| of.get(place)).map_or("", String::as_str)
}

fn set(names: &mut Names, body: usize, place: usize, name: String) {
    if names.len() <= body {
        names.resize_with(body + 1, Vec::new);
    }
    let Some(of) = names.get_mut(body) else { return };
    if of.len() <= place {
        of.resize_with(place + 1, String::new);
    }
    if let Some(slot) = of.get_mut(place) {
        *slot = name;
    }
}

impl ValueNames {
    /// A value's name; empty until it has one.
    pub fn value(&self, body: usize, value: Value) -> &str {
        get(&self.values, body, value.index())
    }

    /// A block's name; empty until it has one.
    pub fn block(&self, body: usize, block: Block) -> &str {
        get(&self.blocks, body, block.index())
    }

    /// Names a value.
    pub fn set_value(&mut self, body: usize, value: Value, name: String) {
        set(&mut self.values, body, value.index(), name);
    }

    /// Names a block.
    pub fn set_block(&mut self, body: usize, block: Block, name: String) {
        set(&mut self.blocks, body, block.index(), name);
    }
}
