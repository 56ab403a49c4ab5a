//! Marks in the XML of a part: where comments begin and end, and how runs are split there. Text and formatting stay
//! unchanged: a run that is split keeps its properties in both halves.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::units::{Text, Unit, Units};

/// Place in a part, beside a unit or within one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    /// Index of the unit.
    pub(super) unit: usize,
    /// Index of a child of the run, and of a character of its text; `None` for the unit as a whole.
    pub(super) character: Option<(usize, usize)>,
}

/// Marks to write at a byte of the part.
#[derive(Debug, Default)]
struct Marks {
    /// Comments that end here, and those that begin.
    ends: Vec<u32>,
    starts: Vec<u32>,
    split: Split,
}

/// What is split at a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Split {
    /// Nothing: the place is between two units.
    #[default]
    Nothing,
    /// The unit with this index, between two of its children.
    Run(usize),
    /// A text, given by the indices of its unit and of its child in the unit.
    Text(usize, usize),
}

/// Marks of one part under construction.
pub(super) struct Edits<'p> {
    part: &'p str,
    units: &'p Units,
    marks: BTreeMap<usize, Marks>,
}

impl<'p> Edits<'p> {
    pub(super) const fn new(part: &'p str, units: &'p Units) -> Self {
        Self {
            part,
            units,
            marks: BTreeMap::new(),
        }
    }

    /// Adds a comment from one place to another. It includes both places.
    pub(super) fn comment(&mut self, id: u32, first: Spot, last: Spot) {
        let (start, split) = self.cut(first, false);
        self.mark(start, split).starts.push(id);
        let (end, split) = self.cut(last, true);
        self.mark(end, split).ends.push(id);
    }

    fn mark(&mut self, byte: usize, split: Split) -> &mut Marks {
        let marks = self.marks.entry(byte).or_default();
        marks.split = split;
        marks
    }

    /// Returns the byte before a place, or behind it, and what is split there.
    fn cut(&self, spot: Spot, is_behind: bool) -> (usize, Split) {
        let unit = &self.units.all[spot.unit];
        let side = |bytes: &std::ops::Range<usize>| if is_behind { bytes.end } else { bytes.start };
        let beside = (side(&unit.bytes), Split::Nothing);
        let (Some((child, character)), Some(run)) = (spot.character, &unit.run) else {
            return beside;
        };
        let Some(found) = run.children.get(child) else {
            return beside;
        };
        if let Some(text) = &found.text
            && let Some(space) = Space::of(self.part, unit, child)
        {
            let at = character + usize::from(is_behind);
            let byte = space.cut(self.part, text, at, is_behind);
            if let Some(byte) = byte {
                return (byte, Split::Text(spot.unit, child));
            }
        }
        let is_edge = child == if is_behind { run.children.len() - 1 } else { 0 };
        if is_edge {
            beside
        } else {
            (side(&found.bytes), Split::Run(spot.unit))
        }
    }

    /// Returns the part with all marks.
    pub(super) fn finish(mut self) -> String {
        let mut written = String::with_capacity(self.part.len() + 200 * self.marks.len());
        let mut from = 0;
        // The last cut of each text: what is behind it has the text's own end.
        let last: BTreeMap<(usize, usize), usize> = (self.marks.iter())
            .filter_map(|(&byte, marks)| match marks.split {
                Split::Text(unit, child) => Some(((unit, child), byte)),
                _ => None,
            })
            .collect();
        // A text that is split must say that its space is kept; it ends its start tag so.
        for &(unit, child) in last.keys() {
            let drops = Space::of(self.part, &self.units.all[unit], child);
            let drops = drops.is_some_and(|space| space.before);
            let found = self.units.all[unit].child(child);
            let text = found.and_then(|found| found.text.as_ref());
            let text = text.filter(|text| !text.keeps_space);
            if let Some(text) = text.filter(|_| !drops) {
                // Just before the end of the start tag; nothing else is written there.
                let byte = text.content.start - 1;
                self.marks.entry(byte).or_default();
            }
        }
        for (byte, marks) in std::mem::take(&mut self.marks) {
            written.push_str(&self.part[from..byte]);
            from = byte;
            if marks.starts.is_empty() && marks.ends.is_empty() {
                written.push_str(r#" xml:space="preserve""#);
                continue;
            }
            self.write(&mut written, byte, &marks, &last);
        }
        written.push_str(&self.part[from..]);
        written
    }

    fn write(
        &self,
        written: &mut String,
        byte: usize,
        marks: &Marks,
        last: &BTreeMap<(usize, usize), usize>,
    ) {
        let is_last = match marks.split {
            Split::Text(unit, child) => last.get(&(unit, child)) == Some(&byte),
            _ => false,
        };
        let (closing, opening) = self.around(marks.split, is_last);
        written.push_str(&closing);
        let prefix = &self.units.prefix;
        for id in &marks.ends {
            // Writing to a string never fails.
            let _ = write!(
                written,
                r#"<{prefix}commentRangeEnd {prefix}id="{id}"/><{prefix}r><{prefix}commentReference {prefix}id="{id}"/></{prefix}r>"#
            );
        }
        for id in &marks.starts {
            let _ = write!(written, r#"<{prefix}commentRangeStart {prefix}id="{id}"/>"#);
        }
        written.push_str(&opening);
    }

    /// Returns the tags that close the first half of the split element and those that open its second half. `is_last` says whether this is
    /// the last split of a text.
    fn around(&self, split: Split, is_last: bool) -> (String, String) {
        let (unit, child) = match split {
            Split::Nothing => return (String::new(), String::new()),
            Split::Run(unit) => (unit, None),
            Split::Text(unit, child) => (unit, Some(child)),
        };
        let Some(run) = &self.units.all[unit].run else {
            return (String::new(), String::new());
        };
        let start = &self.part[run.start.clone()];
        let properties = &self.part[run.properties.clone()];
        let mut closing = format!("</{}>", tag_name(start));
        let mut opening = format!("{start}{properties}");
        if let Some(found) = child.and_then(|child| run.children.get(child)) {
            let tag = tag_name(&self.part[found.bytes.clone()]);
            closing = format!("</{tag}>{closing}");
            let space = child.and_then(|child| Space::of(self.part, &self.units.all[unit], child));
            let drops = is_last && space.is_some_and(|space| space.behind);
            let kept = if drops {
                ""
            } else {
                r#" xml:space="preserve""#
            };
            let _ = write!(opening, "<{tag}{kept}>");
        }
        (closing, opening)
    }
}

/// White space at the edges of a text that can be split. A viewer drops this space unless the element keeps it, and a split must not make
/// it visible.
#[derive(Clone, Copy)]
struct Space {
    /// Whether the text begins (`before`) or ends (`behind`) with white space that is dropped. The half at that edge must not keep its
    /// space either.
    before: bool,
    behind: bool,
}

impl Space {
    /// Returns what is known of the text of a child; `None` for one that cannot be split.
    fn of(part: &str, unit: &Unit, child: usize) -> Option<Self> {
        let found = unit.child(child)?;
        let text = found.text.as_ref()?;
        if text.keeps_space {
            return Some(Self {
                before: false,
                behind: false,
            });
        }
        let tag = &part[found.bytes.start..text.content.start];
        let content = &part[text.content.clone()];
        // Split halves have no other attributes than that for space, and a line break in the file is a space of its own.
        let is_plain_tag = tag
            .strip_suffix('>')
            .is_some_and(|tag| tag[1..] == *tag_name(tag));
        (is_plain_tag && !content.contains(['\n', '\r'])).then(|| Self {
            before: content.starts_with(char::is_whitespace),
            behind: content.ends_with(char::is_whitespace),
        })
    }

    /// Returns the byte at which to cut before the character with index `at`. White space beside the cut goes to the half that keeps its
    /// space. `None` at the edges of the text, and beside white space that neither half keeps.
    fn cut(self, part: &str, text: &Text, at: usize, is_behind: bool) -> Option<usize> {
        let is_space = |at: usize| {
            let from = text.characters.get(at)?;
            part.get(*from..)?.chars().next().map(char::is_whitespace)
        };
        let mut at = at;
        let is_beside_space =
            is_space(at) == Some(true) || is_space(at.checked_sub(1)?) == Some(true);
        if self.before && self.behind && is_beside_space {
            // Neither half would keep it.
            return None;
        }
        if is_behind {
            while self.behind && is_space(at) == Some(true) {
                at += 1;
            }
        } else {
            while self.before && at > 0 && is_space(at - 1) == Some(true) {
                at -= 1;
            }
        }
        let byte = *text.characters.get(at)?;
        (text.content.start < byte && byte < text.content.end).then_some(byte)
    }
}

/// Returns the name of the element that a tag begins.
fn tag_name(tag: &str) -> &str {
    let name = tag.trim_start_matches('<');
    let end = name.find(|c: char| c.is_ascii_whitespace() || c == '>' || c == '/');
    &name[..end.unwrap_or(name.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(unit: usize, child: usize, character: usize) -> Spot {
        Spot {
            unit,
            character: Some((child, character)),
        }
    }

    fn marked(part: &str, comments: &[(Spot, Spot)]) -> String {
        let units = Units::of(part).unwrap();
        let mut edits = Edits::new(part, &units);
        for (id, (first, last)) in (0..).zip(comments) {
            edits.comment(id, *first, *last);
        }
        let reference =
            "<w:commentRangeEnd w:id=\"0\"/><w:r><w:commentReference w:id=\"0\"/></w:r>";
        edits
            .finish()
            .replace(reference, "]")
            .replace("<w:commentRangeStart w:id=\"0\"/>", "[")
            .replace(" xml:space=\"preserve\"", " k")
    }

    #[test]
    fn a_run_is_split_within_its_text_and_keeps_its_properties() {
        let part = "<w:p><w:r a='1'><w:rPr><w:b/></w:rPr><w:t>one two</w:t></w:r></w:p>";
        let found = marked(part, &[(spot(0, 0, 4), spot(0, 0, 5))]);
        let expected = "<w:p><w:r a='1'><w:rPr><w:b/></w:rPr><w:t k>one </w:t></w:r>[\
             <w:r a='1'><w:rPr><w:b/></w:rPr><w:t k>tw</w:t></w:r>]\
             <w:r a='1'><w:rPr><w:b/></w:rPr><w:t k>o</w:t></w:r></w:p>";
        assert_eq!(found, expected);
    }

    #[test]
    fn whole_runs_are_not_split_and_children_are_parted() {
        let part =
            "<w:p><w:r><w:t>ab</w:t><w:tab/><w:t>cd</w:t></w:r><w:r><w:t>ef</w:t></w:r></w:p>";
        let found = marked(part, &[(spot(0, 2, 0), spot(1, 0, 1))]);
        let expected = "<w:p><w:r><w:t>ab</w:t><w:tab/></w:r>[<w:r><w:t>cd</w:t></w:r>\
             <w:r><w:t>ef</w:t></w:r>]</w:p>";
        assert_eq!(found, expected);
        let whole = marked(part, &[(spot(0, 0, 0), spot(1, 0, 1))]);
        assert_eq!(
            whole,
            part.replace("<w:p>", "<w:p>[").replace("</w:p>", "]</w:p>")
        );
    }

    #[test]
    fn space_that_a_viewer_drops_stays_dropped() {
        let part = "<w:p><w:r><w:t> one two </w:t></w:r></w:p>";
        let found = marked(part, &[(spot(0, 0, 5), spot(0, 0, 7))]);
        // Neither half would keep the space between the words.
        assert_eq!(
            found,
            part.replace("<w:p>", "<w:p>[").replace("</w:p>", "]</w:p>")
        );
        let before = "<w:p><w:r><w:t> one two</w:t></w:r></w:p>";
        let found = marked(before, &[(spot(0, 0, 5), spot(0, 0, 7))]);
        let expected = "<w:p><w:r><w:t> one</w:t></w:r>[<w:r><w:t k> two</w:t></w:r>]</w:p>";
        assert_eq!(found, expected);
        let behind = "<w:p><w:r><w:t>one two </w:t></w:r></w:p>";
        let found = marked(behind, &[(spot(0, 0, 0), spot(0, 0, 2))]);
        let expected = "<w:p>[<w:r><w:t k>one </w:t></w:r>]<w:r><w:t>two </w:t></w:r></w:p>";
        assert_eq!(found, expected);
        let within = marked(part, &[(spot(0, 0, 2), spot(0, 0, 2))]);
        let expected = "<w:p><w:r><w:t> o</w:t></w:r>[<w:r><w:t k>n</w:t></w:r>]<w:r><w:t>e two </w:t></w:r></w:p>";
        assert_eq!(within, expected);
        let kept = "<w:p><w:r><w:t xml:space='preserve'> one two</w:t></w:r></w:p>";
        let found = marked(kept, &[(spot(0, 0, 5), spot(0, 0, 7))]);
        assert!(
            found.contains("> one </w:t></w:r>[<w:r><w:t k>two</w:t></w:r>]"),
            "{found}"
        );
        let broken = "<w:p><w:r><w:t>one\ntwo</w:t></w:r></w:p>";
        let found = marked(broken, &[(spot(0, 0, 4), spot(0, 0, 5))]);
        assert_eq!(
            found,
            broken
                .replace("<w:p>", "<w:p>[")
                .replace("</w:p>", "]</w:p>")
        );
    }

    #[test]
    fn a_comment_ends_before_the_next_begins() {
        let part = "<w:p><w:r><w:t>abcd</w:t></w:r></w:p>";
        let comments = [
            (spot(0, 0, 0), spot(0, 0, 1)),
            (spot(0, 0, 2), spot(0, 0, 3)),
        ];
        let found = marked(part, &comments);
        assert!(
            found.contains("]<w:commentRangeStart w:id=\"1\"/>"),
            "{found}"
        );
        assert!(
            found.starts_with("<w:p>[<w:r><w:t k>ab</w:t></w:r>]"),
            "{found}"
        );
    }
}
