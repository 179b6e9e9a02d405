//! The rules of the dialect's operations, in upstream's words: accesses to blocks of a matrix, and products.

use irtrip_dialect::names::VALUE;
use irtrip_dialect::verify::element_count;

use crate::rules::*;

rules! {
    "xevm.blockload" => |op| block(op, "res");
    "xevm.blockstore" => |op| block(op, "val");
    "xevm.blockload2d" => load;
    "xevm.blockstore2d" => store;
    "xevm.blockprefetch2d" => prefetch;
    "xevm.mma" => product;
}

/// The threads of a subgroup.
const SUBGROUP_SIZE: i64 = 16;

/// How many elements a vector has, and their bits.
fn elements(op: &VerifyContext<'_>, ty: Type) -> Option<(usize, u32)> {
    let TypeData::Vector { dims, element } = op.ctx.type_data(ty) else { return None };
    let bits = match op.ctx.type_data(*element) {
        TypeData::Integer { width, .. } => *width,
        TypeData::Float(kind) => kind.width(),
        _ => return None,
    };
    Some((element_count(dims), bits))
}

/// A vector of a block that is not of a matrix.
fn block(op: &VerifyContext<'_>, values: &str) -> VerifyResult {
    let Some((count, bits)) = op.type_of(values).and_then(|ty| elements(op, ty)) else { return Ok(()) };
    if bits == 8 {
        return require(matches!(count, 2 | 4 | 8 | 16), "vector size must be 2, 4, 8 or 16 for 8-bit element type");
    }
    require(matches!(count, 2 | 4 | 8), "vector size must be 2, 4 or 8 for element type > 8 bits")
}

/// A tile of a matrix: the bits of its elements, its sizes, and how many are side by side.
#[derive(Clone, Copy)]
struct Tile {
    bits: i64,
    width: i64,
    height: i64,
    blocks: i64,
}

impl Tile {
    fn new(op: &VerifyContext<'_>) -> Tile {
        let bits = number(op, "elem_size_in_bits");
        let (width, height) = (number(op, "tile_width"), number(op, "tile_height"));
        Tile { bits, width, height, blocks: op.number("v_blocks").unwrap_or(1) }
    }

    fn has_height(&self, least: i64, most: i64) -> VerifyResult {
        let holds = (least..=most).contains(&self.height);
        require(holds, &format!("expecting tile_height to be between {least} and {most}"))
    }

    fn has_width(&self, least: i64, most: i64) -> VerifyResult {
        let holds = (least..=most).contains(&self.width);
        require(holds, &format!("expecting tile_width to be between {least} and {most}"))
    }

    /// A row of all blocks has at most so many elements.
    fn has_row(&self, most: i64) -> VerifyResult {
        let message =
            format!("tile_width * v_blocks should be less than or equal to {most} for {} bit elements", self.bits);
        require(self.width.saturating_mul(self.blocks) <= most, &message)
    }

    /// A row has 64 bytes at most.
    fn has_plain_width(&self) -> VerifyResult {
        match self.bits {
            8 => self.has_width(4, 64),
            16 => self.has_width(2, 32),
            32 => self.has_width(1, 16),
            64 => self.has_width(1, 8),
            _ => op_error("expecting elem_size_in_bits to be 8, 16, 32, or 64"),
        }
    }

    fn is_read_plainly(&self) -> VerifyResult {
        self.has_height(1, 32)?;
        self.has_plain_width()?;
        match self.bits {
            8 | 16 => {
                require(matches!(self.blocks, 1 | 2 | 4), "expecting v_blocks to be 1, 2, or 4")?;
                self.has_row(512 / self.bits)
            }
            32 => {
                require(matches!(self.blocks, 1 | 2), "expecting v_blocks to be 1 or 2")?;
                self.has_row(16)
            }
            _ => require(self.blocks == 1, "expecting v_blocks to be 1"),
        }
    }

    fn is_transposed(&self) -> VerifyResult {
        require(self.blocks == 1, "expecting v_blocks to be 1")?;
        match self.bits {
            32 => {
                self.has_height(1, 32)?;
                self.has_width(1, 8)
            }
            64 => {
                require(self.height == 8, "expecting tile_height to be 8 for 64 bit elements")?;
                require(matches!(self.width, 1 | 2 | 4), "expecting tile_width to be 1, 2, or 4")
            }
            _ => op_error("transpose is only supported for 32 and 64 bit elements"),
        }
    }

    fn is_packed(&self) -> VerifyResult {
        require(matches!(self.blocks, 1 | 2 | 4), "expecting v_blocks to be 1, 2, or 4")?;
        match self.bits {
            8 => {
                self.has_height(4, 32)?;
                self.has_width(4, 16)
            }
            16 => {
                self.has_height(2, 32)?;
                self.has_width(2, 16)?;
                self.has_row(32)
            }
            _ => op_error("pack_register is only supported for 8 and 16 bit elements"),
        }
    }

    /// What holds of any access to a matrix.
    fn is_of_matrix(&self, op: &VerifyContext<'_>) -> VerifyResult {
        if let (Some(width), Some(pitch)) = (constant(op, "base_width"), constant(op, "base_pitch")) {
            require(pitch >= width, "4th operand (base pitch) should be >= 2nd operand (base width)")?;
        }
        require(matches!(self.bits, 8 | 16 | 32), "expecting 'elem_size_in_bits' to be 8, 16, or 32")?;
        require(matches!(self.height, 1 | 2 | 4 | 8 | 16 | 32), "expecting tile_height to be 1, 2, 4, 8, 16, or 32")?;
        require(matches!(self.blocks, 1 | 2 | 4 | 8), "expecting v_blocks to be 1, 2, 4, or 8")
    }

    /// The widths that a store or a prefetch of a matrix takes.
    fn has_width_of_bits(&self, of_32_bits: &[i64], words: &str) -> VerifyResult {
        match self.bits {
            8 => require(matches!(self.width, 16 | 32), "tile_width for 8 bit elements should be equal to 16 or 32"),
            16 => require(self.width == 16, "tile_width for 16 bit elements should be equal to 16"),
            _ => require(
                of_32_bits.contains(&self.width),
                &format!("tile_width for 32 bit elements should be equal to {words}"),
            ),
        }
    }
}

/// The number that an operand is, where it is a constant.
fn constant(op: &VerifyContext<'_>, group: &str) -> Option<i64> {
    let value = *op.group_named(group)?.first()?;
    let place = op.operands().iter().position(|operand| *operand == value)?;
    op.operand_site(place)?.int(VALUE)
}

fn load(op: &VerifyContext<'_>) -> VerifyResult {
    let tile = Tile::new(op);
    let Some((count, bits)) = op.type_of("res").and_then(|ty| elements(op, ty)) else {
        return op_error("expecting result element type to be int or float");
    };
    let (transposed, packed) = (op.flag("transpose"), op.flag("pack_register"));
    let size = count as u64 * u64::from(bits);
    let elements = tile.height.saturating_mul(tile.width).saturating_mul(tile.blocks);
    let expected = tile.bits.saturating_mul(elements) / SUBGROUP_SIZE;
    if i64::try_from(size) != Ok(expected) {
        return op_error(format!("result size of {size} bits does not match the expected size of {expected} bits"));
    }
    require(!(transposed && packed), "transpose and pack_register are mutually exclusive")?;
    match (transposed, packed) {
        (true, _) => tile.is_transposed()?,
        (false, true) => tile.is_packed()?,
        (false, false) => tile.is_read_plainly()?,
    }
    tile.is_of_matrix(op)?;
    require(!(tile.bits == 32 || packed) || bits == 32, "expecting result element type to be 32 bits")?;
    require(
        !packed || tile.width == SUBGROUP_SIZE,
        "tile_width when pack_register is true should be equal to subgroup size (16 elements)",
    )
}

fn store(op: &VerifyContext<'_>) -> VerifyResult {
    let tile = Tile::new(op);
    tile.has_height(1, 8)?;
    tile.has_plain_width()?;
    tile.is_of_matrix(op)?;
    tile.has_width_of_bits(&[16], "16")
}

fn prefetch(op: &VerifyContext<'_>) -> VerifyResult {
    let tile = Tile::new(op);
    tile.is_of_matrix(op)?;
    tile.has_width_of_bits(&[8, 16], "8 or 16")
}

fn product(op: &VerifyContext<'_>) -> VerifyResult {
    let sum = op.type_of("c");
    require(sum.is_none() || sum == op.result_type(), "type of C operand must match result type")
}
