//! Tests of the built program, as people and scripts call it: a file a subject, `program.rs` runs it for all.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod archives;
mod attribution;
#[cfg(not(windows))]
mod browser;
mod case;
mod case_leaks;
mod check;
mod checked;
mod class;
mod compare;
#[path = "../disclosure/mod.rs"]
mod disclosure;
mod documentation;
mod dumps;
mod evaluate;
mod evidence;
mod extract;
mod fingerprint;
#[path = "../first_samples/mod.rs"]
mod first_samples;
mod form;
mod isolation;
mod library_command;
mod library_crash;
mod library_damage;
mod library_fixtures;
mod library_frequencies;
mod library_hostile;
#[cfg(all(target_os = "linux", feature = "postgres"))]
mod library_server;
mod log;
mod marked_copies;
// Only Linux tells the most memory that a process took.
#[cfg(target_os = "linux")]
mod memory;
mod models;
mod mutations;
mod origins;
mod overwriting;
mod passages;
mod planted;
mod portable;
#[cfg(all(target_os = "linux", feature = "postgres"))]
#[path = "../postgres_server/mod.rs"]
mod postgres_server;
mod program;
#[path = "../program_class/mod.rs"]
mod program_class;
mod recheck;
mod recognition;
#[path = "../related_files/mod.rs"]
mod related_files;
// Names of hostile files have characters that Windows takes in no name, and no browser runs under Wine.
#[cfg(not(windows))]
mod reference_lookup;
mod references;
mod report_pages;
mod report_schema;
mod reports;
mod rewritten;
#[path = "../rewritten_texts/mod.rs"]
mod rewritten_texts;
mod samples;
mod specimens;
mod submission_reports;
mod submissions;
mod systems;
mod terminal;
mod usage;
mod verify;
mod versions;
mod watch;
#[cfg(windows)]
mod windows;
