//! Elements of a Word part between which a comment may begin and end: its runs, its formulas, and alternatives for older
//! programs. A run of plain content can be split.

use std::ops::Range;

use quick_xml::events::{BytesStart, Event};

use crate::docx::xml::{Space, Xml, attribute, referenced};

/// Element before and after which a comment may begin or end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    /// Bytes of the element in the part.
    pub(super) bytes: Range<usize>,
    /// What is known of a run; `None` for other elements.
    pub(super) run: Option<Run>,
}

impl Unit {
    /// Returns an element of a run's content by its place; `None` for other elements.
    pub(super) fn child(&self, at: usize) -> Option<&Child> {
        self.run.as_ref()?.children.get(at)
    }
}

/// Run of a paragraph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Run {
    /// Bytes of its start tag.
    pub(super) start: Range<usize>,
    /// Bytes of its properties; empty for none.
    pub(super) properties: Range<usize>,
    /// Elements of its content, in order.
    pub(super) children: Vec<Child>,
}

/// Element of a run's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Child {
    /// Bytes of the element.
    pub(super) bytes: Range<usize>,
    /// Text of the element if it is a `w:t` with nothing but text; `None` for other elements, and for a `w:t` that contains
    /// comments, CDATA or elements.
    pub(super) text: Option<Text>,
}

/// Text of a run (`w:t`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Text {
    /// Bytes between the tags.
    pub(super) content: Range<usize>,
    /// Byte of the part at which each character begins, and then the byte at which the content ends.
    pub(super) characters: Vec<usize>,
    /// Whether the element says that its space is kept.
    pub(super) keeps_space: bool,
}

/// Part with its units.
#[derive(Debug)]
pub(super) struct Units {
    /// Units in order, without overlap.
    pub(super) all: Vec<Unit>,
    /// Prefix of Word's elements with its colon; empty for none.
    pub(super) prefix: String,
}

/// Reading of the units of a part.
#[derive(Default)]
struct Scan {
    all: Vec<Unit>,
    prefix: String,
    depth: usize,
    /// Depth of the unit being read; 0 between units.
    unit: usize,
    /// Text being read whose characters are known one by one.
    text: Option<Text>,
}

impl Scan {
    fn start(&mut self, space: Space, start: &BytesStart<'_>, (from, to): (usize, usize)) {
        self.depth += 1;
        let name = start.local_name();
        let name = name.as_ref();
        if self.depth == 1 {
            self.prefix = prefix(start);
        }
        if self.unit == 0 {
            if is_unit(space, name) {
                self.unit = self.depth;
                let run = (space == Space::Word).then(|| Run {
                    start: from..to,
                    properties: to..to,
                    children: Vec::new(),
                });
                let bytes = from..to;
                self.all.push(Unit { bytes, run });
            }
            return;
        }
        // An element within a text: its characters are not one by one.
        self.text = None;
        let is_child = self.depth == self.unit + 1;
        let Some(run) = self.run().filter(|_| is_child) else {
            return;
        };
        let bytes = from..to;
        if space == Space::Word && name == b"rPr" && run.children.is_empty() {
            run.properties = bytes;
            return;
        }
        run.children.push(Child { bytes, text: None });
        if space == Space::Word && name == b"t" {
            let kept = attribute(start, b"space");
            self.text = Some(Text {
                content: to..to,
                characters: Vec::new(),
                keeps_space: kept.as_deref() == Some("preserve"),
            });
        }
    }

    fn end(&mut self, (from, to): (usize, usize)) {
        if self.unit > 0 && self.depth == self.unit {
            if let Some(unit) = self.all.last_mut() {
                unit.bytes.end = to;
            }
            self.unit = 0;
        } else if self.unit > 0 && self.depth == self.unit + 1 {
            let text = self.text.take().map(|mut text| {
                text.content.end = from.max(text.content.start);
                text.characters.push(text.content.end);
                text
            });
            if let Some(run) = self.run() {
                if let Some(child) = run.children.last_mut() {
                    child.bytes.end = to;
                    child.text = text;
                } else {
                    run.properties.end = to;
                }
            }
        }
        self.depth = self.depth.saturating_sub(1);
    }

    fn run(&mut self) -> Option<&mut Run> {
        self.all.last_mut()?.run.as_mut()
    }
}

impl Units {
    /// Reads the units of a part; `None` if it is not well-formed.
    pub(super) fn of(part: &str) -> Option<Self> {
        let mut scan = Scan::default();
        let mut xml = Xml::new(part);
        loop {
            let (space, event) = xml.next().ok()?;
            let place = (xml.from, xml.to);
            match event {
                Event::Eof => {
                    return Some(Self {
                        all: scan.all,
                        prefix: scan.prefix,
                    });
                }
                Event::Start(start) => scan.start(space, &start, place),
                Event::End(_) => scan.end(place),
                Event::Text(_) => {
                    if let Some(text) = &mut scan.text {
                        let characters = part.get(place.0..place.1)?.char_indices();
                        text.characters
                            .extend(characters.map(|(at, _)| place.0 + at));
                    }
                }
                Event::GeneralRef(reference) => {
                    if let Some(text) = &mut scan.text
                        && referenced(&reference).is_some()
                    {
                        text.characters.push(place.0);
                    }
                }
                Event::Comment(_) | Event::CData(_) | Event::PI(_) => scan.text = None,
                _ => {}
            }
        }
    }

    /// Returns the index of the unit that a byte belongs to; `None` for one between units.
    pub(super) fn at(&self, byte: usize) -> Option<usize> {
        let after = self.all.partition_point(|unit| unit.bytes.start <= byte);
        let index = after.checked_sub(1)?;
        (byte < self.all[index].bytes.end).then_some(index)
    }
}

/// Returns the prefix of an element's name with its colon; empty for none.
pub(super) fn prefix(start: &BytesStart<'_>) -> String {
    let name = String::from_utf8_lossy(start.name().as_ref()).into_owned();
    (name.rsplit_once(':')).map_or_else(String::new, |(prefix, _)| format!("{prefix}:"))
}

/// Whether an element is a unit: a run, a formula, or alternatives for older programs.
fn is_unit(space: Space, name: &[u8]) -> bool {
    match space {
        Space::Word => name == b"r",
        Space::Math => matches!(name, b"oMath" | b"oMathPara"),
        Space::Compatibility => name == b"AlternateContent",
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_found_with_what_they_hold() {
        let part = "<w:p><w:r a='1'><w:rPr><w:b/></w:rPr><w:tab/><w:t>a&amp;乙</w:t></w:r>\
             <m:oMath><m:r><m:t>x</m:t></m:r></m:oMath><w:r/></w:p>";
        let units = Units::of(part).unwrap();
        let shown: Vec<&str> = (units.all.iter())
            .map(|unit| &part[unit.bytes.clone()])
            .collect();
        assert!(shown[0].ends_with("乙</w:t></w:r>") && shown[1].starts_with("<m:oMath>"));
        assert_eq!(shown[2], "<w:r/>");
        let run = units.all[0].run.as_ref().unwrap();
        assert_eq!(&part[run.start.clone()], "<w:r a='1'>");
        assert_eq!(&part[run.properties.clone()], "<w:rPr><w:b/></w:rPr>");
        let children: Vec<&str> = (run.children.iter())
            .map(|one| &part[one.bytes.clone()])
            .collect();
        assert_eq!(children, ["<w:tab/>", "<w:t>a&amp;乙</w:t>"]);
        let text = run.children[1].text.as_ref().unwrap();
        let cut: Vec<&str> = (text.characters.windows(2))
            .map(|at| &part[at[0]..at[1]])
            .collect();
        assert_eq!(cut, ["a", "&amp;", "乙"]);
        assert_eq!(units.prefix, "w:");
        assert_eq!(units.at(part.find("<m:t>").unwrap()), Some(1));
        assert_eq!(units.at(1), None);
        assert!(units.all[1].run.is_none());
    }

    #[test]
    fn a_broken_part_has_no_units() {
        assert!(Units::of("<w:p><w:r>").is_none());
    }
}
