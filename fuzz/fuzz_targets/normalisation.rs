//! Fuzz target: normalised text maps back to the original for every text, and normalising twice changes nothing.
#![no_main]

use chachong_text::{LineBreaks, normalize};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|original: &str| {
    let length = original.chars().count();
    for breaks in [LineBreaks::Paragraph, LineBreaks::Layout, LineBreaks::Page] {
        let normal = normalize(original, breaks);
        assert_eq!(normal.origins.len(), normal.text.chars().count());
        assert!(normal.origins.is_sorted());
        assert!(normal.origins.iter().all(|&origin| (origin as usize) < length));
        let again = normalize(&normal.text, breaks);
        assert_eq!(again.text, normal.text, "{breaks:?} of {original:?}");
    }
});
