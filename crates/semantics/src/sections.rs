//! Sections in the file of the sentence encoder (`assets/make_sentence_model.py` makes the file and describes its layout).

use std::io::Read;

use flate2::read::DeflateDecoder;
use rayon::prelude::*;

/// Beginning of the file.
const MAGIC: &[u8] = b"CCSENT\r\n";
/// Number of the file's layout.
const LAYOUT: u32 = 1;
/// Methods by which sections are stored.
const AS_IT_STANDS: u32 = 0;
const DEFLATE: u32 = 1;

/// Sections of the file by their names, inflated.
pub(super) struct Sections(Vec<(String, Vec<u8>)>);

/// One entry of the file's directory, with the bytes it describes.
struct Entry<'a> {
    name: String,
    method: u32,
    /// Bytes to drop from the head of what was inflated.
    skip: usize,
    stored: &'a [u8],
    inflated_length: usize,
}

impl Sections {
    /// Reads all sections of the model's file; `None` if the file has another layout.
    pub fn read(file: &[u8]) -> Option<Self> {
        let mut rest = file.strip_prefix(MAGIC)?;
        if number(&mut rest)? != LAYOUT {
            return None;
        }
        let count = number(&mut rest)?;
        let mut entries = Vec::new();
        let mut lengths = Vec::new();
        for _ in 0..count {
            let (name, behind) = rest.split_at_checked(8)?;
            rest = behind;
            let name = str::from_utf8(name).ok()?.trim_end_matches('\0');
            let method = number(&mut rest)?;
            let skip = number(&mut rest)? as usize;
            lengths.push(number(&mut rest)? as usize);
            entries.push(Entry {
                name: name.to_owned(),
                method,
                skip,
                stored: &[],
                inflated_length: number(&mut rest)? as usize,
            });
            // The sum of the whole file has been checked; the section's needs no look.
            let _crc = number(&mut rest)?;
        }
        for (entry, length) in entries.iter_mut().zip(lengths) {
            (entry.stored, rest) = rest.split_at_checked(length)?;
        }
        entries
            .into_par_iter()
            .map(|entry| Some((entry.name.clone(), entry.inflated()?)))
            .collect::<Option<Vec<_>>>()
            .map(Self)
    }

    /// Removes and returns a section; `None` if there is none with this name.
    pub fn take(&mut self, name: &str) -> Option<Vec<u8>> {
        let at = self.0.iter().position(|(there, _)| there == name)?;
        Some(self.0.swap_remove(at).1)
    }

    /// Removes and returns the section `name` as `count` 32-bit floats; `None` if it is missing or has another length.
    pub fn take_numbers(&mut self, name: &str, count: usize) -> Option<Vec<f32>> {
        let bytes = self.take(name)?;
        let (numbers, []) = bytes.as_chunks() else {
            return None;
        };
        (numbers.len() == count).then(|| {
            numbers
                .iter()
                .map(|number| f32::from_le_bytes(*number))
                .collect()
        })
    }
}

impl Entry<'_> {
    fn inflated(&self) -> Option<Vec<u8>> {
        if self.method == AS_IT_STANDS {
            return self.stored.get(self.skip..).map(<[u8]>::to_vec);
        }
        if self.method != DEFLATE {
            return None;
        }
        let mut decoder = DeflateDecoder::new(self.stored);
        let mut head = vec![0; self.skip];
        decoder.read_exact(&mut head).ok()?;
        let mut bytes = vec![0; self.inflated_length.checked_sub(self.skip)?];
        decoder.read_exact(&mut bytes).ok()?;
        Some(bytes)
    }
}

/// Takes a 32-bit number from the front of `rest`; `None` if too few bytes are left.
fn number(rest: &mut &[u8]) -> Option<u32> {
    let (number, behind) = rest.split_first_chunk()?;
    *rest = behind;
    Some(u32::from_le_bytes(*number))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// File of two sections, the second of which is deflated and has a head of two bytes.
    fn file() -> Vec<u8> {
        let mut encoder =
            flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut encoder, b"xx\x00\x00\x80\x3f").unwrap();
        let deflated = encoder.finish().unwrap();
        let mut file = MAGIC.to_vec();
        let number = |number: usize| u32::try_from(number).unwrap().to_le_bytes();
        file.extend([number(1), number(2)].concat());
        file.extend(b"plain\0\0\0");
        file.extend([number(0), number(0), number(3), number(3), number(0)].concat());
        file.extend(b"packed\0\0");
        file.extend(
            [
                number(1),
                number(2),
                number(deflated.len()),
                number(6),
                number(0),
            ]
            .concat(),
        );
        file.extend(b"abc");
        file.extend(deflated);
        file
    }

    #[test]
    fn sections_are_inflated_and_taken_once() {
        let mut sections = Sections::read(&file()).unwrap();
        assert_eq!(sections.take("plain").unwrap(), b"abc");
        assert!(sections.take("plain").is_none());
        assert_eq!(sections.take_numbers("packed", 1).unwrap(), [1.0]);
    }

    #[test]
    fn a_file_cut_short_has_no_sections() {
        let file = file();
        for length in 0..file.len() {
            assert!(Sections::read(&file[..length]).is_none(), "{length}");
        }
    }
}
