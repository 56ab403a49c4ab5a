//! Formulas in `MathML`: in pages, and in the formula objects of `OpenDocument` texts.

use quick_xml::Reader;
use quick_xml::events::Event;

use super::linear;
use super::piece::{GAP, Piece};
use super::tree::{Element, Look, Tree, Vocabulary};
use crate::docx::xml::text_of;

/// Kinds of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Content in one row: also that of elements without a form of their own, and of unknown ones.
    Row,
    Text,
    Identifier,
    Operator,
    /// Text in a language of people.
    Words,
    Space,
    Fraction,
    SquareRoot,
    Root,
    Sub,
    Sup,
    SubSup,
    Under,
    Over,
    UnderOver,
    Multiscripts,
    /// Mark after which the scripts stand before the base.
    Prescripts,
    Table,
    TableRow,
    /// A row whose first cell is its number.
    LabeledRow,
    Fenced,
}

impl Kind {
    fn of(name: &[u8]) -> Self {
        match name {
            b"mi" | b"mn" => Self::Identifier,
            b"mo" => Self::Operator,
            b"mtext" | b"ms" => Self::Words,
            b"mspace" => Self::Space,
            b"mfrac" => Self::Fraction,
            b"msqrt" => Self::SquareRoot,
            b"mroot" => Self::Root,
            b"msub" => Self::Sub,
            b"msup" => Self::Sup,
            b"msubsup" => Self::SubSup,
            b"munder" => Self::Under,
            b"mover" => Self::Over,
            b"munderover" => Self::UnderOver,
            b"mmultiscripts" => Self::Multiscripts,
            b"mprescripts" => Self::Prescripts,
            b"mtable" => Self::Table,
            b"mtr" => Self::TableRow,
            b"mlabeledtr" => Self::LabeledRow,
            b"mfenced" => Self::Fenced,
            _ => Self::Row,
        }
    }

    const fn is_token(self) -> bool {
        matches!(self, Self::Identifier | Self::Operator | Self::Words)
    }
}

impl Vocabulary for Kind {
    const TEXT: Self = Self::Text;

    fn is_row(self) -> bool {
        matches!(
            self,
            Self::Row | Self::Text | Self::Space | Self::Prescripts
        ) || self.is_token()
    }

    fn is_cells(self) -> bool {
        matches!(self, Self::TableRow | Self::LabeledRow)
    }

    fn compose(mut element: Element<Self>) -> Piece {
        let look = std::mem::take(&mut element.look);
        match element.kind {
            Self::SquareRoot => return linear::root(None, element.rest()),
            Self::Table => return table(element),
            Self::Multiscripts => return multiscripts(element),
            Self::Fenced => return fenced(element, &look),
            _ => {}
        }
        let first = element.take_first().unwrap_or_default();
        let second = element.take_first();
        let mut whole = match element.kind {
            Self::Fraction => {
                let has_line = !look.kind.as_deref().is_some_and(is_no_line);
                linear::fraction(first, second.unwrap_or_default(), has_line)
            }
            Self::Root => linear::root(second, first),
            Self::Sub => linear::scripts(first, second, None),
            Self::Sup => linear::scripts(first, None, second),
            Self::SubSup | Self::UnderOver => {
                let above = element.take_first();
                linear::scripts(first, second, above)
            }
            Self::Under => match second.as_ref().and_then(mark) {
                Some(mark) => linear::accented(first, (mark != '\0').then_some('\u{332}')),
                None => linear::scripts(first, second, None),
            },
            Self::Over => match second.as_ref().and_then(mark) {
                Some(mark) => linear::accented(first, linear::combining(mark)),
                None => linear::scripts(first, None, second),
            },
            _ => {
                let mut row = first;
                row.append(second.unwrap_or_default());
                row
            }
        };
        whole.append(element.rest());
        whole
    }
}

/// Whether the thickness of a fraction's line is none.
fn is_no_line(thickness: &str) -> bool {
    let number = thickness
        .trim()
        .trim_end_matches(|c: char| c.is_alphabetic() || c == '%');
    number.parse::<f32>().is_ok_and(|number| number <= 0.0)
}

/// Returns the sign of an accent, a NUL for a brace; `None` for a part that is not an accent.
fn mark(part: &Piece) -> Option<char> {
    match linear::only(part.bare())? {
        '⏞' | '⏟' | '⏜' | '⏝' | '⎴' | '⎵' | '︷' | '︸' => Some('\0'),
        c => linear::combining(c).map(|_| c),
    }
}

fn table(element: Element<Kind>) -> Piece {
    let numbered: Vec<bool> = (element.parts.iter())
        .map(|part| part.kind == Kind::LabeledRow)
        .collect();
    let mut rows = element.rows();
    for (row, is_numbered) in rows.iter_mut().zip(numbered) {
        if is_numbered && !row.is_empty() {
            row.rotate_left(1);
        }
    }
    Piece::table(rows)
}

fn fenced(element: Element<Kind>, look: &Look) -> Piece {
    let separators: Vec<String> = (look.separators.as_deref().unwrap_or(","))
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(String::from)
        .collect();
    element.delimited(look, &separators)
}

/// Combines a base with pairs of scripts after it and before it.
fn multiscripts(element: Element<Kind>) -> Piece {
    let (mut base, mut is_before) = (None::<Piece>, false);
    // Below and above, behind the base and before it.
    let mut scripts: [[Piece; 2]; 2] = Default::default();
    let mut number = 0;
    for part in element.parts {
        if part.kind == Kind::Prescripts {
            (is_before, number) = (true, 0);
            // It is empty in every sound file.
            base.get_or_insert_default().append(part.whole());
            continue;
        }
        let piece = part.whole();
        if base.is_none() {
            base = Some(piece);
            continue;
        }
        scripts[usize::from(is_before)][number % 2].append(piece);
        number += 1;
    }
    let [[below, above], [below_before, above_before]] = scripts;
    let whole = linear::scripts(base.unwrap_or_default(), Some(below), Some(above));
    linear::scripts_before(Some(below_before), Some(above_before), whole)
}

/// Formula that is read from `MathML`.
#[derive(Clone, Debug)]
pub(crate) struct MathMl {
    tree: Tree<Kind>,
    /// Text of the element since the last tag.
    text: String,
    /// Depth of open elements inside one that is not to be seen; 0 outside.
    skipped: usize,
}

impl MathMl {
    pub(crate) fn new() -> Self {
        Self {
            tree: Tree::new(Kind::Row),
            text: String::new(),
            skipped: 0,
        }
    }

    /// Begins an element by its local name. `is_hidden` says that it is not to be seen.
    pub(crate) fn start(
        &mut self,
        name: &[u8],
        is_hidden: bool,
        attribute: impl Fn(&str) -> Option<String>,
    ) {
        self.settle();
        // The same formula in another language, and what is only kept free for.
        let is_second = matches!(name, b"annotation" | b"annotation-xml" | b"mphantom");
        if self.skipped > 0 || is_hidden || is_second {
            self.skipped += 1;
            return;
        }
        let kind = Kind::of(name);
        let mut look = Look::default();
        match kind {
            Kind::Fraction => look.kind = attribute("linethickness"),
            Kind::Fenced => {
                look.open = attribute("open");
                look.close = attribute("close");
                look.separators = attribute("separators");
            }
            _ => {}
        }
        self.tree.start(kind, look);
        if kind == Kind::Space {
            self.tree.piece(Piece::sign(GAP));
        }
    }

    /// Ends an element, with those in it that a broken page left open.
    pub(crate) fn end(&mut self, name: &[u8]) {
        self.settle();
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        let kind = Kind::of(name);
        if self.tree.is_beyond() {
            return self.tree.end();
        }
        let above = self.tree.kinds().position(|open| open == kind);
        if let Some(above) = above {
            for _ in 0..=above {
                self.tree.end();
            }
        }
    }

    /// Adds text.
    pub(crate) fn characters(&mut self, text: &str) {
        if self.skipped == 0 {
            self.text.push_str(text);
        }
    }

    /// Takes the text before a tag: white space around it is that of the file.
    fn settle(&mut self) {
        let text = std::mem::take(&mut self.text);
        let is_blank = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{C}');
        let words: Vec<&str> = text
            .split(is_blank)
            .filter(|word| !word.is_empty())
            .collect();
        if words.is_empty() {
            return;
        }
        let text = words.join(" ");
        let is_name = match self.tree.kinds().next() {
            Some(Kind::Words) => true,
            Some(Kind::Identifier) => {
                text.chars().count() > 1 && text.chars().all(char::is_alphabetic)
            }
            _ => false,
        };
        if is_name {
            self.tree.piece(Piece::sign(GAP));
        }
        self.tree.letters(&text, false);
        if is_name {
            self.tree.piece(Piece::sign(GAP));
        }
    }

    /// Ends the formula.
    pub(crate) fn finish(mut self) -> Piece {
        self.settle();
        self.tree.finish()
    }
}

/// Reads a file that is one formula, as far as it is well-formed; `None` if it is something else.
pub(crate) fn formula_of(xml: &str) -> Option<Piece> {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().expand_empty_elements = true;
    let mut formula: Option<MathMl> = None;
    loop {
        match reader.read_event() {
            Ok(Event::Start(element)) => {
                let name = element.local_name();
                if formula.is_none() && name.as_ref() != b"math" {
                    return None;
                }
                let attribute = |name: &str| {
                    let found = element.try_get_attribute(name).ok()??;
                    Some(String::from_utf8_lossy(&found.value).into_owned())
                };
                let formula = formula.get_or_insert_with(MathMl::new);
                formula.start(name.as_ref(), false, attribute);
            }
            Ok(Event::End(element)) => {
                if let Some(formula) = &mut formula {
                    formula.end(element.local_name().as_ref());
                }
            }
            Ok(Event::Eof) | Err(_) => return formula.map(MathMl::finish),
            Ok(text) => {
                if let (Some(formula), Some(text)) = (&mut formula, text_of(&text)) {
                    formula.characters(&text);
                }
            }
        }
    }
}
