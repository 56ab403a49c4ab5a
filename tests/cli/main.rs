//! Tests of the built program, as people and scripts call it: a file a subject.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod check;
mod evaluate;
#[path = "../first_samples/mod.rs"]
mod first_samples;
mod isolation;
mod library_command;
mod library_crash;
mod library_damage;
mod library_fixtures;
mod library_frequencies;
mod library_hostile;
mod mutations;
mod passages;
#[expect(
    clippy::cast_possible_truncation,
    reason = "a number below the length of a list"
)]
mod program;
mod samples;
mod systems;
