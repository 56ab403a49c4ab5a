//! Prepares XHTML pages to be read as HTML: in XHTML `<script/>` is a whole element, in HTML it is the beginning of
//! one.

/// Elements whose content is not markup in HTML: without an end tag everything after them would belong to them.
const RAW: [&[u8]; 10] = [
    b"script",
    b"style",
    b"title",
    b"textarea",
    b"iframe",
    b"noscript",
    b"xmp",
    b"noembed",
    b"noframes",
    b"template",
];
/// Number of bytes at the start of a page among which its kind is said.
const HEAD: usize = 2048;
/// Maximum length of a tag in bytes.
const LONGEST_TAG: usize = 4096;

/// Gives empty elements of XHTML their end tags, where HTML needs them. Other pages stay as they are.
pub(super) fn with_end_tags(bytes: Vec<u8>) -> Vec<u8> {
    let head = &bytes[..bytes.len().min(HEAD)];
    let has = |mark: &[u8]| head.windows(mark.len()).any(|window| window == mark);
    if !has(b"<?xml") && !has(b"http://www.w3.org/1999/xhtml") {
        return bytes;
    }
    let mut out = Vec::with_capacity(bytes.len() + 64);
    let mut rest = bytes.as_slice();
    while let Some(at) = rest.iter().position(|&byte| byte == b'<') {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at..];
        let name: Vec<u8> = (rest[1..].iter())
            .take_while(|byte| byte.is_ascii_alphanumeric())
            .map(u8::to_ascii_lowercase)
            .collect();
        let within = &rest[..rest.len().min(LONGEST_TAG)];
        let end = within.iter().position(|&byte| byte == b'>');
        match end {
            Some(end) if RAW.contains(&name.as_slice()) && rest[end - 1] == b'/' => {
                out.extend_from_slice(&rest[..end - 1]);
                out.extend_from_slice(b"></");
                out.extend_from_slice(&name);
                out.push(b'>');
                rest = &rest[end + 1..];
            }
            _ => {
                out.push(b'<');
                rest = &rest[1..];
            }
        }
    }
    out.extend_from_slice(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_empty_elements_of_xhtml_change() {
        let page =
            |body: &str| format!("<html xmlns=\"http://www.w3.org/1999/xhtml\">{body}</html>");
        let of = |text: String| String::from_utf8(with_end_tags(text.into_bytes())).unwrap();
        assert_eq!(
            of(page("<title/><script src=\"a\"/><p>a<br/>b</p>")),
            page("<title></title><script src=\"a\"></script><p>a<br/>b</p>")
        );
        assert_eq!(of("<script/><p>".to_owned()), "<script/><p>");
        assert_eq!(of(page("<title")), page("<title"));
    }
}
