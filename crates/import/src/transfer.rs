//! Decodes content that was encoded as text: base64 and quoted-printable of MIME, and digits of base 16.

/// Decodes base64; characters without a meaning (line breaks, broken ones) are skipped.
pub(super) fn base64(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0_usize);
    for &letter in text.iter().chain(b"=") {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            // The end of the content, or of one that others follow: two or three letters are left of one or two bytes.
            b'=' => {
                bits = bits
                    .checked_shl(24 - 6 * u32::try_from(count).unwrap_or(0))
                    .unwrap_or(0);
                bytes.extend_from_slice(&bits.to_be_bytes()[1..=count * 3 / 4]);
                (bits, count) = (0, 0);
                continue;
            }
            _ => continue,
        };
        bits = (bits << 6) | u32::from(value);
        count += 1;
        if count == 4 {
            bytes.extend_from_slice(&bits.to_be_bytes()[1..]);
            (bits, count) = (0, 0);
        }
    }
    bytes
}

/// Decodes digits of base 16, at most `most` bytes; other characters are skipped.
pub(super) fn unhexed(digits: &[u8], most: usize) -> Vec<u8> {
    let values = (digits.iter()).filter_map(|&digit| char::from(digit).to_digit(16));
    let digits: Vec<u8> = values
        .filter_map(|digit| u8::try_from(digit).ok())
        .take(2 * most)
        .collect();
    (digits.chunks_exact(2))
        .map(|pair| pair[0] << 4 | pair[1])
        .collect()
}

/// Replaces each escape, a sign with two digits of base 16 after it, by the byte that it stands for; other bytes stay as they are.
pub(super) fn unescaped(text: &[u8], sign: u8) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [first, after @ ..] = rest {
        rest = after;
        let escaped = (*first == sign).then(|| {
            let pair = after.get(..2)?;
            u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()
        });
        if let Some(Some(byte)) = escaped {
            bytes.push(byte);
            rest = &after[2..];
        } else {
            bytes.push(*first);
        }
    }
    bytes
}

/// Decodes quoted-printable; bytes that are not an escape stay as they are.
pub(super) fn quoted_printable(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let content = line.trim_ascii_end();
        let (content, is_open) = match content.strip_suffix(b"=") {
            Some(content) => (content, true),
            None => (content, false),
        };
        bytes.extend(unescaped(content, b'='));
        if !is_open && line.ends_with(b"\n") {
            bytes.push(b'\n');
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn escapes_and_soft_line_breaks_go() {
        assert_eq!(base64(b"TWFu\r\nTWE=TQ=="), b"ManMaM");
        assert_eq!(base64("甲!".as_bytes()), b"");
        assert_eq!(
            quoted_printable(b"a=3Db =\r\nc=E7=94=B2  \r\nd=zz="),
            "a=b c甲\nd=zz".as_bytes()
        );
    }

    proptest! {
        #[test]
        fn no_bytes_harm_it(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = base64(&bytes);
            let _ = quoted_printable(&bytes);
        }

        #[test]
        fn what_was_encoded_comes_back(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let escaped: Vec<String> = bytes.iter().map(|byte| format!("={byte:02X}")).collect();
            let escaped = escaped.concat();
            prop_assert_eq!(quoted_printable(escaped.as_bytes()), bytes);
        }
    }
}
