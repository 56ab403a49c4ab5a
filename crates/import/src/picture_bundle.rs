//! Bundle of the image files of one folder, in the order of their names, as the content of a single document.

/// First bytes of a bundle.
const MARK: &[u8] = b"chachong pictures\n";

/// Returns the first bytes of every bundle, before its first file.
pub(super) fn opening() -> Vec<u8> {
    MARK.to_vec()
}

/// Returns the eight bytes before a file of `length` bytes in a bundle: the length, little-endian.
pub(super) fn heading(length: u64) -> [u8; 8] {
    length.to_le_bytes()
}

/// Returns the number of bytes of a bundle of files, given the number of bytes of each.
pub(super) fn total(lengths: impl Iterator<Item = u64>) -> u64 {
    let each = lengths.map(|length| length.saturating_add(8));
    each.fold(MARK.len() as u64, u64::saturating_add)
}

/// Returns the files of a bundle; the bytes themselves if they are a single file and not a bundle. A bundle that is cut off
/// ends with the part of a file that is there.
pub(super) fn files(bytes: &[u8]) -> Vec<&[u8]> {
    let Some(mut rest) = bytes.strip_prefix(MARK) else {
        return vec![bytes];
    };
    let mut files = Vec::new();
    while let Some((heading, after)) = rest.split_first_chunk::<8>() {
        let length = usize::try_from(u64::from_le_bytes(*heading)).unwrap_or(usize::MAX);
        let (file, next) = after.split_at(length.min(after.len()));
        files.push(file);
        rest = next;
    }
    files
}

/// Key that puts names with numbers in their natural order: `page 2` before `page 10`.
pub(super) fn natural(name: &str) -> Vec<(String, u128, usize)> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let digits_at = rest.find(|c: char| c.is_ascii_digit());
        let (letters, tail) = rest.split_at(digits_at.unwrap_or(rest.len()));
        let end = tail.find(|c: char| !c.is_ascii_digit());
        let (digits, next) = tail.split_at(end.unwrap_or(tail.len()));
        // A number too long to be one stands behind all others.
        let number = digits.parse().unwrap_or(u128::MAX);
        let number = if digits.is_empty() { 0 } else { number };
        parts.push((letters.to_lowercase(), number, digits.len()));
        rest = next;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_gives_its_files_and_one_file_itself() {
        let mut bundle = opening();
        for file in [&b"one"[..], b"", b"three"] {
            bundle.extend(heading(file.len() as u64));
            bundle.extend(file);
        }
        assert_eq!(bundle.len() as u64, total([3, 0, 5].into_iter()));
        assert_eq!(files(&bundle), [&b"one"[..], b"", b"three"]);
        assert_eq!(files(&bundle[..bundle.len() - 2])[2], b"thr");
        assert_eq!(files(b"\x89PNG"), [b"\x89PNG"]);
    }

    #[test]
    fn names_stand_in_the_order_of_their_numbers() {
        let mut names = [
            "p10.jpg",
            "P2.jpg",
            "p1.jpg",
            "扫描 12.png",
            "扫描 3.png",
            "p02.jpg",
        ];
        names.sort_by_key(|name| natural(name));
        assert_eq!(
            names,
            [
                "p1.jpg",
                "P2.jpg",
                "p02.jpg",
                "p10.jpg",
                "扫描 3.png",
                "扫描 12.png"
            ]
        );
    }
}
