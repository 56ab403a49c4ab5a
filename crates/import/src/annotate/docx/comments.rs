//! Comments of a Word file: the part that holds them, which may already exist, and the entries that declare it in the
//! package.

use std::fmt::Write;

use quick_xml::events::Event;

use super::units::prefix;
use crate::docx::xml::{Space, Xml, attribute, starts};

const TRANSITIONAL: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const STRICT: &str = "http://purl.oclc.org/ooxml/wordprocessingml/main";
const RELATIONSHIPS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
const CONTENT: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml";
/// Comment of XML by which a marked copy is known: a program in which a person edits the copy does not keep it.
pub(in crate::annotate) const DOCX_MARK: &str = "<!--Chachong marked copy-->";
const DECLARATION: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#;

/// Comment to add to a Word file, with its number there.
pub(super) struct Comment<'r> {
    pub(super) id: u32,
    pub(super) author: &'r str,
    /// Day, such as `2026-11-22`; `None` if the comment has no date.
    pub(super) date: Option<&'r str>,
    /// Text, whose lines end with line feeds.
    pub(super) text: &'r str,
}

/// Returns whether a part uses the strict form of Word's vocabulary.
pub(super) fn is_strict(main: &str) -> bool {
    main.contains(STRICT) && !main.contains(TRANSITIONAL)
}

/// Returns the part with the comments; `old` is the existing part. `None` if that part is not well-formed.
pub(super) fn part(old: Option<&str>, comments: &[Comment<'_>], is_strict: bool) -> Option<String> {
    let space = if is_strict { STRICT } else { TRANSITIONAL };
    let empty = format!(r#"{DECLARATION}<w:comments xmlns:w="{space}"></w:comments>"#);
    let old = old.unwrap_or(&empty);
    let prefix = root(old)?.prefix;
    let mut written = String::new();
    for comment in comments {
        let author = escaped(comment.author);
        let _ = write!(
            written,
            r#"<{prefix}comment {prefix}id="{}" {prefix}author="{author}""#,
            comment.id
        );
        if let Some(date) = comment.date {
            let _ = write!(written, r#" {prefix}date="{date}T00:00:00Z""#);
        }
        let _ = write!(written, r#" {prefix}initials="C">"#);
        for line in comment.text.lines() {
            let _ = write!(
                written,
                r#"<{prefix}p><{prefix}r><{prefix}t xml:space="preserve">{}</{prefix}t></{prefix}r></{prefix}p>"#,
                escaped(line)
            );
        }
        let _ = write!(written, "</{prefix}comment>");
    }
    written += DOCX_MARK;
    with(old, &written)
}

/// Returns one more than the highest comment number in the part of the comments and in the main part; 0 if they have
/// none.
pub(super) fn first_id(old: Option<&str>, main: &str) -> u32 {
    let mut highest = 0;
    for (part, names) in [
        (old, &[&b"comment"[..]][..]),
        (
            Some(main),
            &[
                b"commentRangeStart",
                b"commentRangeEnd",
                b"commentReference",
            ],
        ),
    ] {
        for (space, start) in starts(part.unwrap_or_default()) {
            if space == Space::Word && names.contains(&start.local_name().as_ref()) {
                let id = attribute(&start, b"id").and_then(|id| id.trim().parse::<u32>().ok());
                highest = highest.max(id.map_or(0, |id| id.saturating_add(1)));
            }
        }
    }
    highest
}

/// Returns the package's list of content types with an entry for the comments' part, whose `name` begins with a slash.
/// `None` if the list is not well-formed.
pub(super) fn content_types(old: &str, name: &str) -> Option<String> {
    let prefix = root(old)?.prefix;
    let name = escaped(name);
    with(
        old,
        &format!(r#"<{prefix}Override PartName="{name}" ContentType="{CONTENT}"/>"#),
    )
}

/// Returns the relationships of the main part with one to the comments' part; `old` is the existing list, `target` the
/// name of the part in its folder. `None` if the list is not well-formed.
pub(super) fn relationships(old: Option<&str>, target: &str, is_strict: bool) -> Option<String> {
    let empty = format!(r#"{DECLARATION}<Relationships xmlns="{RELATIONSHIPS}"></Relationships>"#);
    let old = old.unwrap_or(&empty);
    let prefix = root(old)?.prefix;
    let kinds = if is_strict {
        "http://purl.oclc.org/ooxml/officeDocument/relationships"
    } else {
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    };
    let id = (1..).map(|number: u32| format!("rIdMarks{number}"));
    let id = id.into_iter().find(|id| !old.contains(id.as_str()))?;
    let target = escaped(target);
    with(
        old,
        &format!(r#"<{prefix}Relationship Id="{id}" Type="{kinds}/comments" Target="{target}"/>"#),
    )
}

/// Outermost element of a part.
struct Root {
    /// Prefix with its colon; empty for none.
    prefix: String,
    name: String,
    /// Bytes at which the start tag begins and ends.
    start: (usize, usize),
    /// Byte at which the end tag begins; for an empty element, the end of its start tag.
    end: usize,
}

fn root(part: &str) -> Option<Root> {
    let mut xml = Xml::new(part);
    let (mut depth, mut found) = (0_usize, None::<Root>);
    loop {
        let (_, event) = xml.next().ok()?;
        match event {
            Event::Eof => return None,
            Event::Start(start) => {
                depth += 1;
                if depth == 1 {
                    found = Some(Root {
                        prefix: prefix(&start),
                        name: String::from_utf8_lossy(start.name().as_ref()).into_owned(),
                        start: (xml.from, xml.to),
                        end: xml.to,
                    });
                }
            }
            Event::End(_) => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    let end = xml.from;
                    return found.map(|root| Root {
                        end: end.max(root.start.1),
                        ..root
                    });
                }
            }
            _ => {}
        }
    }
}

/// Returns a part with `added` at the end of its outermost element; `None` if the part is not well-formed.
fn with(old: &str, added: &str) -> Option<String> {
    let root = root(old)?;
    let (begin, end) = root.start;
    if root.end == end
        && let Some(open) = old.get(begin..end)?.strip_suffix("/>")
    {
        let (before, after) = (old.get(..begin)?, old.get(end..)?);
        return Some(format!("{before}{open}>{added}</{}>{after}", root.name));
    }
    let (before, after) = (old.get(..root.end)?, old.get(root.end..)?);
    Some(format!("{before}{added}{after}"))
}

/// Escapes a text for an element or an attribute. A tab becomes a blank; other control characters, U+FFFE and U+FFFF
/// become U+FFFD.
fn escaped(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|c| match c {
            '\t' => ' ',
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => '\u{FFFD}',
            c => c,
        })
        .collect();
    quick_xml::escape::escape(plain.as_str()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comment(id: u32, text: &str) -> Comment<'_> {
        Comment {
            id,
            author: "A & B",
            date: Some("2026-11-22"),
            text,
        }
    }

    #[test]
    fn comments_are_added_behind_those_that_exist() {
        let old = "<x:comments xmlns:x='http://schemas.openxmlformats.org/wordprocessingml/2006/main'>\
             <x:comment x:id='4'/></x:comments>";
        assert_eq!(first_id(Some(old), "<w:p/>"), 5);
        assert_eq!(
            first_id(None, "<w:p><w:commentReference w:id='7'/></w:p>"),
            8
        );
        let new = part(Some(old), &[comment(5, "a<b\nc")], false).unwrap();
        assert!(
            new.starts_with(&old[..old.len() - "</x:comments>".len()]),
            "{new}"
        );
        assert!(
            new.contains(
                r#"<x:comment x:id="5" x:author="A &amp; B" x:date="2026-11-22T00:00:00Z""#
            )
        );
        assert!(
            new.contains(r#"xml:space="preserve">a&lt;b</x:t>"#),
            "{new}"
        );
        let made = part(None, &[comment(0, "x")], true).unwrap();
        assert!(
            made.contains(STRICT)
                && made.ends_with(&format!("</w:comment>{DOCX_MARK}</w:comments>")),
            "{made}"
        );
    }

    #[test]
    fn lists_take_an_entry_whatever_their_form() {
        for (old, expected) in [
            ("<Types/>", "<Types><Override "),
            ("<Types a='>'></Types>", "<Types a='>'><Override "),
            (
                "<t:Types><t:Default/></t:Types>",
                "<t:Types><t:Default/><t:Override ",
            ),
        ] {
            let new = content_types(old, "/word/comments.xml").unwrap();
            assert!(new.starts_with(expected), "{new}");
            assert!(Xml::new(&new).next().is_ok());
        }
        let taken = "<Relationships><Relationship Id='rIdMarks1'/></Relationships>";
        let new = relationships(Some(taken), "comments.xml", false).unwrap();
        assert!(new.contains(r#"Id="rIdMarks2""#), "{new}");
        assert!(relationships(Some("<broken"), "x", false).is_none());
    }
}
