//! The pass pipeline of `irtrip mlir-opt`, in upstream's syntax. There are no passes yet.

/// The operation that a pipeline runs on.
#[derive(Debug)]
pub struct Pipeline {
    /// `builtin.module`, or `any`
    anchor: &'static str,
}

impl Default for Pipeline {
    fn default() -> Self {
        Pipeline { anchor: ANCHORS[0] }
    }
}

/// The operations that a module's passes may be declared to run on.
const ANCHORS: [&str; 2] = ["builtin.module", "any"];

impl Pipeline {
    /// Reads `builtin.module()`.
    ///
    /// # Errors
    /// There is nothing around the passes, or there is a pass.
    pub fn read(text: &str) -> Result<Pipeline, &'static str> {
        let inside = |anchor: &str| text.trim().strip_prefix(anchor)?.strip_prefix('(')?.strip_suffix(')');
        let Some((anchor, list)) = ANCHORS.into_iter().find_map(|anchor| Some((anchor, inside(anchor)?))) else {
            return Err(
                "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'",
            );
        };
        match list.split(',').all(|name| name.trim().is_empty()) {
            true => Ok(Pipeline { anchor }),
            false => Err("a pass in it is not known"),
        }
    }
}

impl std::fmt::Display for Pipeline {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Pass Manager with 0 passes:\n{}(\n\n)\n\n", self.anchor)
    }
}
