//! Tests of the files of a case.

#[path = "../../../../../tests/disclosure/mod.rs"]
mod disclosure;
mod files;
mod leaks;
mod made;
