//! Tests of the window on real files, driven by accessible label as a screen reader or a person would.
//!
//! Image snapshots need a software Vulkan driver (Debian: mesa-vulkan-drivers). Without one they are left out and a
//! message says so; with `CHACHONG_TEST_EVERYTHING` set, as .ci/run sets it, that is a failure.
#![cfg(feature = "gui")]
#![cfg_attr(
    feature = "gui",
    expect(
        clippy::panic,
        clippy::unwrap_used,
        reason = "a test that cannot go on stops"
    )
)]

mod archives;
mod attribution;
mod blind;
mod cases;
mod clipping;
mod decisions;
mod documents;
mod driver;
mod dropped;
mod evidence;
mod export;
mod fingerprints;
#[path = "../first_samples/mod.rs"]
mod first_samples;
mod fit;
mod focus;
mod groups;
mod guide;
#[path = "../interface/mod.rs"]
mod interface;
mod leads;
mod library;
#[cfg(all(target_os = "linux", feature = "postgres"))]
mod library_members;
mod library_server;
#[path = "../made_programs/mod.rs"]
#[expect(
    dead_code,
    reason = "the window's programs have another common function, which the pictures show"
)]
mod made_programs;
mod matrix;
mod page;
mod passages;
mod pictures;
#[cfg(all(target_os = "linux", feature = "postgres"))]
#[path = "../postgres_server/mod.rs"]
#[expect(dead_code, reason = "the tests of the program copy servers too")]
mod postgres_server;
#[path = "../program_class/mod.rs"]
mod program_class;
mod reader;
mod recheck;
mod recognition;
mod record;
#[path = "../related_files/mod.rs"]
mod related_files;
#[path = "../rewritten_texts/mod.rs"]
mod rewritten_texts;
mod rows;
mod settings;
mod shared_code;
mod shared_texts;
mod source_libraries;
mod specimens;
mod start;
mod states;
mod strength;
mod submission_changes;
mod submissions;
mod texts;
mod theses;
mod versions;
mod views;
