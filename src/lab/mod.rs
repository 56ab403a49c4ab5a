//! Laboratory: the source articles' systems and schemes, and the measuring of this program. The product's only doors
//! to it are `check --system` and the window's reading of `evaluate --json`; the engine never imports it.

pub mod evaluate;
pub mod schemes;
pub mod systems;
