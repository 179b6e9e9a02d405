//! What the tables of code are written with: the parts of intrinsics' names and their arguments.

pub use irtrip_dialect::ops::type_set::TypePattern;
pub use irtrip_dialect::ops::{OlderName, OlderPart, OpDef};
pub use irtrip_dialect::translation::Argument::*;
pub use irtrip_dialect::translation::NamePart::*;
pub use irtrip_dialect::translation::{IntrinsicCall, Translation};
pub use irtrip_dialect::types::{FloatKind, SmallFloat};
