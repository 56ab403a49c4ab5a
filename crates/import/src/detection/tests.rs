use super::*;

#[test]
fn a_mark_needs_the_bytes_that_no_text_has() {
    assert_eq!(
        Detected::of_bytes(b"MSCF and other marks are words too"),
        Detected::Text
    );
    assert_eq!(
        Detected::of_bytes(b"MSCF\0\0\0\0"),
        Detected::Unread(UnreadFormat::Archive)
    );
    assert_eq!(
        Detected::of_bytes(b"BM is the name of a unit"),
        Detected::Text
    );
}
