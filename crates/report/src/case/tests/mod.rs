//! Tests of the files of a case.
