//! Atomic updates of AMDGPU's memory: what its older intrinsics and its older function attribute are today. LLVM's user
//! guide for AMDGPU, "LLVM IR Metadata".

use crate::enums::{AtomicBinOp, AtomicOrdering};
use crate::release::{Release, Releases};

/// The function attribute by which the floating-point updates of a function may be unsafe.
pub const UNSAFE_FP_ATOMICS: &str = "amdgpu-unsafe-fp-atomics";

/// The releases that have [`UNSAFE_FP_ATOMICS`]; later ones have [`UNSAFE_FP_KINDS`] on each update.
pub const UNSAFE_FP_RELEASES: Releases = Releases::ALL.until(Release::V20);

/// The attachments, each of an empty node, that say of one update what [`UNSAFE_FP_ATOMICS`] says of a function's.
pub const UNSAFE_FP_KINDS: [&str; 3] =
    ["amdgpu.no.fine.grained.host.memory", "amdgpu.no.remote.memory.access", IGNORE_DENORMAL_MODE];

/// The attachment by which memory is not fine-grained.
pub const NO_FINE_GRAINED_MEMORY: &str = "amdgpu.no.fine.grained.memory";

/// The attachment by which the mode of denormal numbers counts for nothing.
pub const IGNORE_DENORMAL_MODE: &str = "amdgpu.ignore.denormal.mode";

/// The scope of the older intrinsics, whatever they name.
pub const INTRINSIC_SCOPE: &str = "agent";

/// The address spaces of any memory, of memory that a group of threads shares, and of a thread's own.
pub const FLAT: u32 = 0;
/// See [`FLAT`].
pub const LOCAL: u32 = 3;
/// See [`FLAT`].
pub const PRIVATE: u32 = 5;

/// Whether an update computes with floating-point numbers.
pub const fn is_floating_point(operation: AtomicBinOp) -> bool {
    use AtomicBinOp::{FAdd, FMax, FMaximum, FMin, FMinimum, FSub};
    matches!(operation, FAdd | FSub | FMax | FMin | FMaximum | FMinimum)
}

/// The ordering of an older intrinsic, and whether it is volatile, by the arguments after its pointer and its number:
/// ordering, scope and `volatile`, as far as the intrinsic has them. An argument that is no number is `None`.
///
/// ```
/// use irtrip_dialect::enums::AtomicOrdering;
/// use irtrip_dialect::intrinsics::amdgpu_atomics::ordering_and_volatile;
/// assert_eq!(ordering_and_volatile(&[Some(4), Some(0), Some(1)]), (AtomicOrdering::Acquire, true));
/// assert_eq!(ordering_and_volatile(&[Some(0), Some(0), Some(0)]), (AtomicOrdering::SeqCst, false));
/// assert_eq!(ordering_and_volatile(&[]), (AtomicOrdering::SeqCst, false));
/// ```
pub fn ordering_and_volatile(arguments: &[Option<i64>]) -> (AtomicOrdering, bool) {
    let ordering = arguments.first().copied().flatten().and_then(AtomicOrdering::from_number);
    let ordering = ordering.filter(|ordering| ordering.is_at_least_monotonic());
    (ordering.unwrap_or(AtomicOrdering::SeqCst), arguments.get(2).is_some_and(|volatile| *volatile != Some(0)))
}
