//! Tags of HTML and of `MediaWiki`'s extensions in wikitext, and the effect of each on the text.

/// Meaning of an element's content to a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// Nothing that is read as prose: references, galleries, maps, scores.
    Dropped,
    /// Text without markup.
    Literal,
    /// Text without markup whose line breaks count: preformatted text, code.
    LiteralLines,
    /// A formula in LaTeX.
    Formula,
}

/// Returns the content of an element, by its name in lower case, that the parser of `MediaWiki` does not read as
/// wikitext; `None` for other elements. Braces in such content pair with nothing outside.
pub(super) fn opaque(name: &str) -> Option<Content> {
    Some(match name {
        "nowiki" => Content::Literal,
        "pre" | "syntaxhighlight" | "source" => Content::LiteralLines,
        "math" | "chem" | "ce" => Content::Formula,
        "ref" | "references" | "gallery" | "timeline" | "score" | "hiero" | "templatedata"
        | "graph" | "mapframe" | "maplink" | "imagemap" | "inputbox" | "categorytree"
        | "indicator" | "templatestyles" | "includeonly" | "charinsert" | "dynamicpagelist"
        | "section" | "languages" | "rss" | "quiz" | "chart" => Content::Dropped,
        _ => return None,
    })
}

/// Effect of an ordinary tag on the text. Tags that `MediaWiki` does not know are text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// None: the content continues in the line.
    Inline,
    /// A line ends here.
    Break,
    /// The lines inside are lines of the text.
    Poem,
    /// Its content is reading aid that repeats the text beside it (the readings above characters).
    Hidden,
}

/// Returns the effect of a tag by its name in lower case; `None` if it is not a tag but text, as in `a < b`.
pub(super) fn effect(name: &str) -> Option<Effect> {
    Some(match name {
        "b" | "i" | "u" | "s" | "em" | "strong" | "small" | "big" | "sub" | "sup" | "span"
        | "font" | "code" | "tt" | "kbd" | "var" | "samp" | "abbr" | "cite" | "dfn" | "q"
        | "del" | "ins" | "strike" | "mark" | "bdi" | "bdo" | "ruby" | "rb" | "rbc" | "time"
        | "data" | "wbr" | "noinclude" | "onlyinclude" | "nowiki" | "ref" | "a" | "img"
        | "math" | "translate" | "tvar" | "langconvert" | "section" | "references" => {
            Effect::Inline
        }
        "br" | "p" | "div" | "center" | "blockquote" | "hr" | "ul" | "ol" | "li" | "dl" | "dt"
        | "dd" | "table" | "tbody" | "thead" | "tfoot" | "tr" | "td" | "th" | "caption" | "col"
        | "colgroup" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "pre" | "gallery" => Effect::Break,
        "poem" => Effect::Poem,
        "rt" | "rp" | "rtc" => Effect::Hidden,
        _ => return None,
    })
}

/// Tag as it stands in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag<'a> {
    /// Name as written.
    pub(super) name: &'a str,
    /// Byte offset after `>`.
    pub(super) end: usize,
    /// Whether it is an end tag.
    pub(super) closing: bool,
    /// Whether it ends in `/>`.
    pub(super) self_closing: bool,
}

/// Number of bytes that a tag with its attributes may have. More is text with a sign for "less" in it.
const LONGEST_TAG: usize = 2000;

/// Reads the tag at the byte offset of a `<`; `None` if there is no tag.
pub(super) fn at(text: &str, start: usize) -> Option<Tag<'_>> {
    let bytes = text.as_bytes();
    let closing = bytes.get(start + 1) == Some(&b'/');
    let name_at = start + 1 + usize::from(closing);
    let name_end = name_at
        + bytes[name_at..]
            .iter()
            .take(20)
            .take_while(|byte| byte.is_ascii_alphanumeric())
            .count();
    if name_end == name_at || !bytes[name_at].is_ascii_alphabetic() {
        return None;
    }
    if !matches!(
        bytes.get(name_end),
        Some(b' ' | b'\t' | b'\n' | b'\r' | b'/' | b'>')
    ) {
        return None;
    }
    let within = &bytes[name_end..bytes.len().min(name_end + LONGEST_TAG)];
    let length = memchr::memchr2(b'>', b'<', within)?;
    if within[length] == b'<' {
        return None;
    }
    Some(Tag {
        name: &text[name_at..name_end],
        end: name_end + length + 1,
        closing,
        self_closing: length > 0 && within[length - 1] == b'/',
    })
}

/// Calls with the name in lower case, without a copy on the heap: names of tags have at most 20 letters.
pub(super) fn lower<T>(name: &str, call: impl FnOnce(&str) -> T) -> T {
    let mut small = [0; 20];
    let length = name.len().min(small.len());
    small[..length].copy_from_slice(&name.as_bytes()[..length]);
    small[..length].make_ascii_lowercase();
    call(std::str::from_utf8(&small[..length]).unwrap_or(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_told_from_signs() {
        let tag = at("<Br clear=\"all\"/>x", 0).unwrap();
        assert_eq!((tag.name, tag.end, tag.self_closing), ("Br", 17, true));
        assert!(at("</b>", 0).unwrap().closing);
        for text in ["<5", "< b>", "<b", "<甲>", "<", "</>", "<b <i>"] {
            assert!(at(text, 0).is_none(), "{text}");
        }
    }
}
