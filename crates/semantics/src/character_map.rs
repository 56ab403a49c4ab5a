//! Character map of the tokenizer: replaces compatibility forms by plain characters and all white space by " " (NFKC
//! with sentencepiece's own exceptions, from the model's file).

/// Double array (darts-clone) from byte sequences to their replacements.
pub(super) struct CharacterMap {
    units: Vec<u32>,
    /// Replacements, each ended by NUL.
    replacements: Vec<u8>,
}

/// Flag of a unit whose node ends a key.
const ENDS_KEY: u32 = 1 << 8;
/// Bits of a unit that hold the byte which leads to its node; the highest is set in units that hold a value instead.
const LABEL: u32 = 0x8000_00FF;
/// Bits of a value unit.
const VALUE: u32 = 0x7FFF_FFFF;

impl CharacterMap {
    /// Reads the section `charmap` of the model: the length of a double array in bytes, the double array, and the
    /// replacements.
    ///
    /// Returns `None` if the lengths do not fit.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (length, rest) = bytes.split_first_chunk()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let (units, replacements) = rest.split_at_checked(length)?;
        let (units, []) = units.as_chunks() else {
            return None;
        };
        Some(Self {
            units: units.iter().map(|unit| u32::from_le_bytes(*unit)).collect(),
            replacements: replacements.to_vec(),
        })
    }

    /// Returns (replacement for the longest key at the start of `text`, number of bytes that it replaces). Without a
    /// key there, the replacement is the first character itself. `text` must not be empty.
    pub fn replace<'a>(&'a self, text: &'a str) -> (&'a str, usize) {
        if let Some((value, length)) = self.longest_key(text.as_bytes())
            && let Some(replacement) = self.replacement(value)
        {
            return (replacement, length);
        }
        let length = text.chars().next().map_or(text.len(), char::len_utf8);
        text.split_at_checked(length)
            .map_or((text, length), |(first, _)| (first, length))
    }

    /// Returns the value and the length in bytes of the longest key that `bytes` starts with; `None` if it starts with
    /// no key.
    fn longest_key(&self, bytes: &[u8]) -> Option<(usize, usize)> {
        let mut found = None;
        let mut node = children(self.unit(0)?);
        for (depth, &byte) in bytes.iter().enumerate() {
            node ^= usize::from(byte);
            let unit = self.unit(node)?;
            if unit & LABEL != u32::from(byte) {
                break;
            }
            node ^= children(unit);
            if unit & ENDS_KEY != 0 {
                found = Some(((self.unit(node)? & VALUE) as usize, depth + 1));
            }
        }
        found
    }

    fn unit(&self, at: usize) -> Option<u32> {
        self.units.get(at).copied()
    }

    fn replacement(&self, start: usize) -> Option<&str> {
        let rest = self.replacements.get(start..)?;
        let end = rest.iter().position(|&byte| byte == 0)?;
        str::from_utf8(&rest[..end]).ok()
    }
}

/// Returns the offset, relative to a node, of the units of its children.
const fn children(unit: u32) -> usize {
    ((unit >> 10) << ((unit & 0x200) >> 6)) as usize
}
