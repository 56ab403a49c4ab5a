//! Tests of the files of a case.

mod files;
mod leaks;
mod made;
