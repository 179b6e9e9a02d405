//! The attributes of the `dlti` dialect; the data layout and target information dialect page.

/// Attributes that are a list of keys and values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum LayoutKind {
    /// A data layout.
    Spec,
    /// Anything.
    Map,
    /// What a device is.
    Device,
    /// Which devices there are.
    System,
}

impl LayoutKind {
    /// All of them.
    pub const ALL: [LayoutKind; 4] = [LayoutKind::Spec, LayoutKind::Map, LayoutKind::Device, LayoutKind::System];

    /// Whether there may be none.
    pub const fn may_be_empty(self) -> bool {
        matches!(self, LayoutKind::Spec | LayoutKind::Map)
    }

    /// Whether keys may be types.
    pub const fn has_types(self) -> bool {
        matches!(self, LayoutKind::Spec | LayoutKind::Map)
    }

    /// What follows `#dlti.`.
    pub const fn mnemonic(self) -> &'static str {
        match self {
            LayoutKind::Spec => "dl_spec",
            LayoutKind::Map => "map",
            LayoutKind::Device => "target_device_spec",
            LayoutKind::System => "target_system_spec",
        }
    }
}
