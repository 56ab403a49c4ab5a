//! Instruction sets of this machine's processor beyond those the program was built for.

use std::sync::LazyLock;

use fearless_simd::Level;

/// Widest instruction set of this processor: `dispatch!` compiles a loop for each set and picks the right one at run
/// time. Only code inlined into the loop is compiled so.
pub(super) static PROCESSOR: LazyLock<Level> = LazyLock::new(Level::new);
