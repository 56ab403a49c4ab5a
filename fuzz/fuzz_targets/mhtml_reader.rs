//! Fuzz target for bytes that claim to be a page or message in MIME: any outcome but a panic or much memory.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    chachong_import::fuzz_reader(chachong_import::Format::Mhtml, bytes);
});
