//! Names of the documents that were placed in an RTF file as objects.

use super::super::docx::embedded::document_in;
use super::super::transfer::unhexed;

/// Control word before the data of an object.
const DATA: &[u8] = b"\\objdata";
/// Maximum number of objects that are looked at.
const MOST_OBJECTS: usize = 1_000;
/// Maximum number of bytes of an object that is looked into.
const MOST_BYTES: usize = 16 << 20;
/// Kind of an object that holds its data itself.
const EMBEDDED: u32 = 2;

/// Returns the kinds of the placed documents, such as `Word.Document.12`: RTF states no names.
pub(super) fn documents(rtf: &[u8]) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = rtf;
    for _ in 0..MOST_OBJECTS {
        let Some(at) = rest.windows(DATA.len()).position(|word| word == DATA) else {
            break;
        };
        rest = &rest[at + DATA.len()..];
        let end = rest.iter().position(|byte| b"{}\\".contains(byte));
        let (digits, after) = rest.split_at(end.unwrap_or(rest.len()));
        names.extend(document(digits));
        rest = after;
    }
    names
}

/// Returns the kind of the document whose data are given as digits of base 16; `None` if the object is no document.
fn document(digits: &[u8]) -> Option<String> {
    let bytes = unhexed(digits, MOST_BYTES);
    let mut rest = bytes.get(4..)?;
    if number(&mut rest)? != EMBEDDED {
        return None;
    }
    let kind = block(&mut rest)?;
    // Two names, which embedded objects lack.
    block(&mut rest)?;
    block(&mut rest)?;
    let kind = String::from_utf8_lossy(kind);
    document_in(
        kind.trim_end_matches('\0').to_owned(),
        block(&mut rest)?.to_vec(),
    )
}

/// Takes a number of four bytes from the start of `rest`; `None` if there is none.
fn number(rest: &mut &[u8]) -> Option<u32> {
    let (four, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(u32::from_le_bytes(*four))
}

/// Takes bytes with their length before them from the start of `rest`. Data that are cut off are taken as far as they are there.
fn block<'b>(rest: &mut &'b [u8]) -> Option<&'b [u8]> {
    let length = usize::try_from(number(rest)?).ok()?;
    let (block, after) = rest.split_at(length.min(rest.len()));
    *rest = after;
    Some(block)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    #[test]
    fn placed_documents_are_named_by_their_kind() {
        let object = |kind: &str, data: &[u8]| {
            let mut bytes: Vec<u8> = vec![1, 5, 0, 0, 2, 0, 0, 0];
            for part in [kind.as_bytes(), b"", b"", data] {
                bytes.extend(u32::try_from(part.len()).unwrap().to_le_bytes());
                bytes.extend(part);
            }
            let digits = bytes.iter().fold(String::new(), |mut digits, byte| {
                let _ = write!(digits, "{byte:02x}");
                digits
            });
            format!("{{\\object{{\\*\\objdata {digits}}}{{\\result x}}}}")
        };
        let rtf = [
            object("Word.RTF.8\0", b"{\\rtf1 x}"),
            object("Equation.3\0", b"\x01\x02"),
            "{\\*\\objdata 01}".to_owned(),
        ];
        assert_eq!(documents(rtf.concat().as_bytes()), ["Word.RTF.8"]);
    }
}
