//! Fuzz target for bytes that claim to be a txt: any outcome but a panic; decoded text must satisfy its invariants.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(read) = chachong_import::decode_text(bytes) {
        let length = read.text.chars().count() as u64;
        assert!(read.encoding.is_some());
        assert!(read.exclusions.iter().all(|e| e.start < e.end && e.end <= length));
        assert!(read.exclusions.windows(2).all(|pair| pair[0].end <= pair[1].start));
    }
});
