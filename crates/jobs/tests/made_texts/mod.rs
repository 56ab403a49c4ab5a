//! Texts and documents made for tests, the same in every run.

use std::path::PathBuf;

use chachong_check::{Document, Fingerprinting, fingerprint};
use chachong_import::{Format, decode_text};
use chachong_jobs::library::{Joining, join_library, keep_template};
use chachong_library::Library;

/// Numbers by chance, the same for the same seed (`SplitMix64`, Vigna).
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit.max(1)
    }
}

/// Text of so many characters, all its own.
pub(crate) fn text(seed: u64, characters: usize) -> String {
    let mut chance = Chance(seed << 32);
    let mut text = String::new();
    for at in 0..characters {
        let c = 0x4E00 + u32::try_from(chance.below(2_500)).unwrap();
        text.push(char::from_u32(c).unwrap());
        if at % 23 == 22 {
            text.push('，');
        }
        if at % 200 == 199 {
            text.push_str("。\n");
        }
    }
    text
}

/// Checked document with this text.
pub(crate) fn document(name: &str, text: &str) -> Document {
    let extracted = decode_text(text.as_bytes()).unwrap();
    Document::checked(name, Some(Format::Txt), Some(Ok(fingerprint(&extracted))))
}

/// Adds texts with these names to a library as members.
pub(crate) fn add_members(library: &Library, texts: &[(String, String)]) -> Vec<Joining> {
    let (store, by) = (library.store(), Fingerprinting::default());
    let joining = texts.iter().map(|(name, text)| {
        let extracted = decode_text(text.as_bytes()).unwrap();
        let document = keep_template(store.as_ref(), &extracted, name, &by).unwrap();
        store.set_template(document, "", false).unwrap();
        Joining {
            document,
            path: PathBuf::from(name),
            name: name.clone(),
        }
    });
    let joining: Vec<Joining> = joining.collect();
    join_library(store.as_ref(), &joining, &mut |_| true).unwrap();
    joining
}
