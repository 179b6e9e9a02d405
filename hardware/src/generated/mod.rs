//! Definitions that `cargo xtask tables` makes of upstream's records, and, for later releases, of those in `xtask/td`.

#[rustfmt::skip]
pub mod amx;
#[rustfmt::skip]
pub mod arm_neon;
#[rustfmt::skip]
pub mod arm_sme;
#[rustfmt::skip]
pub mod arm_sve;
#[rustfmt::skip]
pub mod nvvm;
#[rustfmt::skip]
pub mod nvvm_later;
#[rustfmt::skip]
pub mod rocdl;
#[rustfmt::skip]
pub mod rocdl_later;
#[rustfmt::skip]
pub mod vcix;
#[rustfmt::skip]
pub mod x86vector;
#[rustfmt::skip]
pub mod xevm;
