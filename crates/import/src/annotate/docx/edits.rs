//! Marks in the XML of a part: where comments begin and end, and how runs are split there. No text and no formatting
//! changes: a run that is split keeps its properties in both halves.

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
    /// Unit between two of its children.
    Run(usize),
    /// Unit within the text of a child.
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

    /// Adds a comment from one place to another, both of which it includes.
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
            && is_splittable(self.part, unit, child)
        {
            let at = character + usize::from(is_behind);
            let byte = text.characters.get(at).copied();
            if let Some(byte) = byte.filter(|&at| text.content.start < at && at < text.content.end)
            {
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
        // A text that is split must say that its space is kept; it ends its start tag so.
        let kept: Vec<(usize, usize)> = (self.marks.values())
            .filter_map(|marks| match marks.split {
                Split::Text(unit, child) => Some((unit, child)),
                _ => None,
            })
            .collect();
        for (unit, child) in kept {
            if let Some(text) = self.text(unit, child).filter(|text| !text.keeps_space) {
                // Just before the end of the start tag; nothing else is written there.
                self.marks.entry(text.content.start - 1).or_default();
            }
        }
        let marks = std::mem::take(&mut self.marks);
        for (byte, marks) in marks {
            written.push_str(&self.part[from..byte]);
            from = byte;
            if marks.starts.is_empty() && marks.ends.is_empty() {
                written.push_str(r#" xml:space="preserve""#);
                continue;
            }
            self.write(&mut written, &marks);
        }
        written.push_str(&self.part[from..]);
        written
    }

    fn text(&self, unit: usize, child: usize) -> Option<&Text> {
        self.units.all[unit]
            .run
            .as_ref()?
            .children
            .get(child)?
            .text
            .as_ref()
    }

    fn write(&self, written: &mut String, marks: &Marks) {
        let (closing, opening) = self.around(marks.split);
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

    /// Returns what ends the first half of what is split, and what begins the second one.
    fn around(&self, split: Split) -> (String, String) {
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
            let _ = write!(opening, r#"<{tag} xml:space="preserve">"#);
        }
        (closing, opening)
    }
}

/// Whether the text of a child can be split without a change of what is shown: space at its edges, which a viewer drops
/// unless the element keeps it, must not become visible.
fn is_splittable(part: &str, unit: &Unit, child: usize) -> bool {
    let Some(found) = unit.run.as_ref().and_then(|run| run.children.get(child)) else {
        return false;
    };
    let Some(text) = &found.text else {
        return false;
    };
    let tag = &part[found.bytes.start..text.content.start];
    let content = &part[text.content.clone()];
    // Split halves have no other attributes than that for space.
    let is_plain_tag = text.keeps_space
        || tag
            .strip_suffix('>')
            .is_some_and(|tag| tag[1..] == *tag_name(tag));
    let has_edges = content.trim() != content || content.contains(['\n', '\r', '\t']);
    is_plain_tag && (text.keeps_space || !has_edges)
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
        let part = "<w:p><w:r><w:t> one two</w:t></w:r></w:p>";
        let found = marked(part, &[(spot(0, 0, 5), spot(0, 0, 7))]);
        assert_eq!(
            found,
            part.replace("<w:p>", "<w:p>[").replace("</w:p>", "]</w:p>")
        );
        let kept = "<w:p><w:r><w:t xml:space='preserve'> one two</w:t></w:r></w:p>";
        let found = marked(kept, &[(spot(0, 0, 5), spot(0, 0, 7))]);
        assert!(
            found.contains("> one </w:t></w:r>[<w:r><w:t k>two</w:t></w:r>]"),
            "{found}"
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
