//! Reads the kind of a work from the letter in brackets that GB/T 7714 prescribes.

use std::ops::Range;

use crate::Kind;

/// Kind of a work, with the position of its brackets.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub kind: Kind,
    /// Range of the brackets in the plain text, in bytes.
    pub bytes: Range<usize>,
}

/// Finds the first kind in the plain text of an entry; `None` without one.
pub(super) fn of(plain: &str) -> Option<Found> {
    plain.match_indices('[').find_map(|(at, _)| {
        let inside = &plain[at + 1..];
        let close = inside.find(']').filter(|close| *close <= 8)?;
        let letters: String = inside[..close]
            .chars()
            .filter(|c| !c.is_whitespace())
            .collect();
        let first = letters.split(['/', '\\']).next()?.to_ascii_uppercase();
        let kind = match first.as_str() {
            "J" => Kind::Article,
            "M" => Kind::Book,
            "D" => Kind::Thesis,
            "C" => Kind::Proceedings,
            "N" => Kind::Newspaper,
            "R" => Kind::Report,
            "S" => Kind::Standard,
            "P" => Kind::Patent,
            "EB" | "DB" | "CP" | "OL" => Kind::Electronic,
            "G" | "A" | "Z" | "K" | "CM" | "DS" => Kind::Other,
            _ => return None,
        };
        Some(Found {
            kind,
            bytes: at..at + close + 2,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_in_brackets_are_kinds() {
        let kind = |text| of(text).map(|found| found.kind);
        assert_eq!(kind("夜读[J].学报"), Some(Kind::Article));
        assert_eq!(kind("夜读[EB/OL]."), Some(Kind::Electronic));
        assert_eq!(kind("夜读[ M ]."), Some(Kind::Book));
        assert_eq!(kind("夜读[3]."), None);
    }
}
