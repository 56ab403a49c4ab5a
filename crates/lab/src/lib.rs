//! Laboratory: the index systems and schemes of the source articles, and the measurement of this program. The product
//! reaches it only through `check --system` and the window's import of `evaluate --json`; the engine never imports
//! it.
//!
//! ```
//! use chachong_compare::Span;
//! use chachong_lab::evaluate::{Judged, Scores};
//!
//! let span = |start, end| Span { start, end };
//! let case = Judged {
//!     planted: vec![(span(0, 100), span(300, 400))],
//!     found: vec![(span(0, 50), span(300, 350))],
//!     ..Judged::default()
//! };
//! let scores = Scores::of([&case]);
//! assert_eq!((scores.precision, scores.recall), (1.0, 0.5));
//! ```

pub mod evaluate;
pub mod schemes;
pub mod systems;
