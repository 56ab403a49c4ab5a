//! Self-extracting archives: programs for Windows with an archive after their own code.

use std::io::{Read, Seek, SeekFrom};

use super::Kind;
use super::section::Section;

/// Number of bytes after the program's code within which the archive begins: its settings stand before it.
const SEARCHED: usize = 64 << 10;
/// Number of bytes at the start of a program that hold the table of its parts.
const HEAD: u64 = 8 << 10;

/// Returns the archive after the code of a program, or the whole program if that archive is a zip; `None` if there is
/// none.
pub(super) fn payload(program: &Section) -> Option<Section> {
    if !program.head(2).ok()?.starts_with(b"MZ") {
        return None;
    }
    let end = end_of_program(program);
    let mut reader = program.clone();
    reader.seek(SeekFrom::Start(end)).ok()?;
    let mut behind = Vec::new();
    reader.take(SEARCHED as u64).read_to_end(&mut behind).ok()?;
    let begins = |at: &usize| {
        let kind = Kind::of_content(&behind[*at..]);
        matches!(kind, Some(Kind::Zip | Kind::SevenZip | Kind::Rar))
    };
    let at = (0..behind.len()).find(begins)?;
    // The places in a zip may count from the program's start.
    if Kind::of_content(&behind[at..]) == Some(Kind::Zip) {
        return Some(program.clone());
    }
    program.part(end + at as u64)
}

/// Returns where the code of a program ends. It is 0 for any other file, and for what is no program of today's Windows, which has no
/// table: the archive may begin anywhere.
pub(super) fn end_of_program(file: &Section) -> u64 {
    let head = file.head(HEAD).unwrap_or_default();
    let table = Some(head).filter(|head| head.starts_with(b"MZ"));
    table.and_then(|head| end_of_code(&head)).unwrap_or(0)
}

/// Whether a file is a program that unpacks an archive.
pub(crate) fn is_self_extracting(file: &std::fs::File) -> bool {
    let length = file.metadata().map_or(0, |metadata| metadata.len());
    let own = file.try_clone().map(std::sync::Arc::new);
    own.is_ok_and(|file| payload(&Section::new(file, 0, length)).is_some())
}

/// Returns where the last part of a program of Windows ends, by the table at its start.
fn end_of_code(head: &[u8]) -> Option<u64> {
    let number = |at: usize, length: usize| {
        let bytes = head.get(at..at.checked_add(length)?)?;
        let digits = bytes.iter().rev();
        Some(digits.fold(0_u64, |sum, &byte| (sum << 8) | u64::from(byte)))
    };
    let start = usize::try_from(number(0x3C, 4)?).ok()?;
    if head.get(start..start.checked_add(4)?)? != b"PE\0\0" {
        return None;
    }
    let parts = usize::try_from(number(start + 6, 2)?).ok()?;
    let table = start + 24 + usize::try_from(number(start + 20, 2)?).ok()?;
    let end_of = |part: usize| {
        let at = table + part * 40;
        Some(number(at + 16, 4)? + number(at + 20, 4)?)
    };
    let ends: Option<Vec<u64>> = (0..parts).map(end_of).collect();
    ends?.into_iter().max()
}
