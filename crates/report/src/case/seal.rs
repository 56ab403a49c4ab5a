//! Seal of a file: the SHA-256 of all its bytes, written near its end. For computing it, its own 64 digits are taken as
//! zeros.
//!
//! The seal has no secret key. It shows that nothing changed by accident or carelessness; whoever wants to can change a
//! file and compute a new seal. Only the library's record or a printed copy shows that a seal is the one that was
//! issued.

use std::fmt;

use chachong_import::hex;
use chachong_messages::Language;
use sha2::{Digest, Sha256};

/// Text before the digits. The last occurrence in a file counts, because quoted text comes before it.
const MARKER: &str = "chachong-seal: ";
/// Number of digits of a seal.
const DIGITS: usize = 64;
/// Number of digits of each group, which a space separates from the next.
const GROUP: usize = 8;
/// Number of bytes that a seal takes in a file.
const LENGTH: usize = DIGITS + DIGITS / GROUP - 1;

/// Seal of a file: 64 lower-case hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seal(String);

impl Seal {
    /// Returns the 64 hexadecimal digits without spaces, as in the history of a case.
    #[must_use]
    pub fn digits(&self) -> &str {
        &self.0
    }
}

/// Writes the digits in groups of eight, separated by spaces, as they stand in a file.
impl fmt::Display for Seal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, digit) in self.0.chars().enumerate() {
            if at > 0 && at % GROUP == 0 {
                formatter.write_str(" ")?;
            }
            write!(formatter, "{digit}")?;
        }
        Ok(())
    }
}

/// Reason why the seal of a file does not match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// The file has no seal.
    #[error("the file has no seal; it is no case file, or its seal was changed or cut off")]
    Missing,
    /// The seal in the file does not match the file's bytes.
    #[error(
        "the file was changed after it was sealed: its seal is {stated}, its content has {actual}"
    )]
    Changed {
        /// Seal that is written in the file.
        stated: Seal,
        /// Seal that the file should have.
        actual: Seal,
    },
}

impl SealError {
    /// Describes the file, the cause and the remedy. `file` is the displayed name.
    #[must_use]
    pub fn text(&self, file: &str, language: Language) -> String {
        let file: (&str, &dyn fmt::Display) = ("file", &file);
        match self {
            Self::Missing => language.fill("verify.no-seal", &[file]),
            Self::Changed { stated, actual } => language.fill(
                "verify.changed",
                &[file, ("stated", stated), ("actual", actual)],
            ),
        }
    }
}

/// Returns the marker and a seal of zeros, which [`sealed`] replaces. No text of a user may follow it.
pub(super) fn unsealed() -> String {
    format!("{MARKER}{}", Seal("0".repeat(DIGITS)))
}

/// Seals a file that contains [`unsealed`].
pub(super) fn sealed(mut file: Vec<u8>) -> Vec<u8> {
    if let Some(place) = place(&file) {
        let seal = computed(&file, place).to_string();
        file[place..place + LENGTH].copy_from_slice(seal.as_bytes());
    }
    file
}

/// Returns the seal of a file, given as bytes. Fails if the seal is missing or the file was changed after it was
/// sealed.
pub fn seal_of(file: &[u8]) -> Result<Seal, SealError> {
    let place = place(file).ok_or(SealError::Missing)?;
    let stated = stated(&file[place..place + LENGTH]).ok_or(SealError::Missing)?;
    let actual = computed(file, place);
    if stated == actual {
        Ok(actual)
    } else {
        Err(SealError::Changed { stated, actual })
    }
}

/// Returns the position of the digits after the last marker; `None` without room for them.
fn place(file: &[u8]) -> Option<usize> {
    let marker = MARKER.as_bytes();
    let mut windows = file.windows(marker.len());
    let place = windows.rposition(|window| window == marker)? + marker.len();
    (place + LENGTH <= file.len()).then_some(place)
}

/// Reads the seal in these bytes; `None` unless they are groups of lower-case hexadecimal digits.
fn stated(bytes: &[u8]) -> Option<Seal> {
    let mut digits = String::with_capacity(DIGITS);
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b' ' if at % (GROUP + 1) == GROUP => {}
            b'0'..=b'9' | b'a'..=b'f' if at % (GROUP + 1) != GROUP => digits.push(byte.into()),
            _ => return None,
        }
    }
    Some(Seal(digits))
}

/// Computes the seal of a file whose digits begin at `place`.
fn computed(file: &[u8], place: usize) -> Seal {
    let zeros = Seal("0".repeat(DIGITS)).to_string();
    let mut hash = Sha256::new();
    hash.update(&file[..place]);
    hash.update(zeros);
    hash.update(&file[place + LENGTH..]);
    Seal(hex(&hash.finalize()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Vec<u8> {
        let text = format!(
            "first line\nchachong-seal: of a text\n{}\nend\n",
            unsealed()
        );
        sealed(text.into_bytes())
    }

    #[test]
    fn the_seal_is_the_hash_of_the_file_with_zeros_in_its_place() {
        let file = example();
        let seal = seal_of(&file).unwrap();
        assert_eq!(seal.to_string().split(' ').count(), 8);
        let text = String::from_utf8(file).unwrap();
        assert!(text.contains(&format!("chachong-seal: {seal}\nend\n")));
        let zeros = text.replace(&seal.to_string(), &["00000000"; 8].join(" "));
        assert_eq!(seal.digits(), hex(&Sha256::digest(zeros)));
    }

    #[test]
    fn every_change_of_a_byte_is_seen() {
        let file = example();
        for at in 0..file.len() {
            for change in [1, 0x20, 0x80] {
                let mut changed = file.clone();
                changed[at] ^= change;
                assert!(seal_of(&changed).is_err(), "{at} {change}");
            }
            assert!(seal_of(&file[..at]).is_err(), "{at}");
            let mut longer = file.clone();
            longer.insert(at, b' ');
            assert!(seal_of(&longer).is_err(), "{at}");
        }
        assert!(seal_of(&[&file[..], b"\n"].concat()).is_err());
        assert_eq!(seal_of(b""), Err(SealError::Missing));
        assert_eq!(seal_of(MARKER.as_bytes()), Err(SealError::Missing));
    }

    #[test]
    fn digits_are_small_letters_in_groups() {
        let file = String::from_utf8(example()).unwrap();
        let seal = seal_of(file.as_bytes()).unwrap().to_string();
        for written in [seal.to_uppercase(), seal.replace(' ', "_")] {
            let changed = file.replace(&seal, &written);
            assert_eq!(seal_of(changed.as_bytes()), Err(SealError::Missing));
        }
        let other = file.replace("first", "other");
        assert!(matches!(
            seal_of(other.as_bytes()),
            Err(SealError::Changed { stated, .. }) if stated.to_string() == seal
        ));
    }
}
