//! Tests of the sandbox on the kernel at hand: processes shut themselves in, with all layers and with some taken away, and then
//! try what a reader that was taken over would try. Each attempt harms at most what the test made for it.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]
#![allow(
    unsafe_code,
    clippy::cast_lossless,
    clippy::cast_possible_wrap,
    reason = "what is tested are bare system calls"
)]

mod attacks;
mod calls;
mod inheritance;
mod shut_in;
