//! What this machine's processor offers beyond the one the program was built for. Knows nothing of what is computed.

use std::sync::LazyLock;

use fearless_simd::Level;

/// The widest instruction set here: `dispatch!` compiles a loop for each and takes the right one at run time. Only what is
/// inlined into the loop is compiled so.
pub(crate) static PROCESSOR: LazyLock<Level> = LazyLock::new(Level::new);
