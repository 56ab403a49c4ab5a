//! A pair in the window, driven by accessible label.
#![cfg(feature = "gui")]
#![cfg_attr(
    feature = "gui",
    expect(
        clippy::panic,
        clippy::unwrap_used,
        reason = "a test that cannot go on stops"
    )
)]

mod driver;
mod fingerprints;
mod passages;
