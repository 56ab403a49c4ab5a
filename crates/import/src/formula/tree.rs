//! Tree: the open elements of a formula in XML, each with its finished parts.
//!
//! They are kept on an explicit stack with a maximum height, and a formula that exceeds it is read as plain text: no
//! nesting overflows the stack of the thread, and each level copies little.

use super::linear;
use super::piece::Piece;

/// Maximum number of open elements; deeper ones have no effect, and their text belongs to the element around them.
const DEEPEST: usize = 200;
/// Maximum size in bytes, and maximum number of elements, of a formula that is put together.
const LONGEST: usize = 1 << 16;
const MOST_ELEMENTS: usize = 100_000;

/// Kinds of elements of one language.
pub(super) trait Vocabulary: Copy + PartialEq {
    /// Kind of text that stands where only elements belong.
    const TEXT: Self;
    /// Whether the element's content stands in one row; otherwise its parts are put together by their roles.
    fn is_row(self) -> bool;
    /// Whether the element is a row of a table, and its parts are cells.
    fn is_cells(self) -> bool;
    /// Combines the parts of an element that is not a row.
    fn compose(element: Element<Self>) -> Piece;
}

/// Signs and properties that an element states.
#[derive(Clone, Debug, Default)]
pub(super) struct Look {
    /// Sign of an accent or a sum.
    pub(super) sign: Option<String>,
    pub(super) open: Option<String>,
    pub(super) close: Option<String>,
    pub(super) separators: Option<String>,
    /// Kind of fraction, or the side of a bar.
    pub(super) kind: Option<String>,
    /// Whether `#` parts a formula from its number.
    pub(super) has_number: bool,
}

/// Finished part of an element.
#[derive(Clone, Debug)]
pub(super) struct Part<K> {
    pub(super) kind: K,
    pub(super) piece: Piece,
    /// Cells, if it is a row of a table.
    pub(super) cells: Vec<Piece>,
}

impl<K> Part<K> {
    pub(super) const fn of(kind: K, piece: Piece) -> Self {
        Self {
            kind,
            piece,
            cells: Vec::new(),
        }
    }

    /// Returns the part as one piece.
    pub(super) fn whole(self) -> Piece {
        if self.cells.is_empty() {
            self.piece
        } else {
            let mut whole = Piece::default();
            whole.append_inner(Piece::table(vec![self.cells]));
            whole
        }
    }
}

/// Open element.
#[derive(Clone, Debug)]
pub(super) struct Element<K> {
    pub(super) kind: K,
    pub(super) look: Look,
    row: Piece,
    pub(super) parts: Vec<Part<K>>,
}

impl<K: Vocabulary> Element<K> {
    fn new(kind: K, look: Look) -> Self {
        Self {
            kind,
            look,
            row: Piece::default(),
            parts: Vec::new(),
        }
    }

    /// Takes out the first part of a kind; `None` if there is none.
    pub(super) fn take(&mut self, kind: K) -> Option<Piece> {
        let at = self.parts.iter().position(|part| part.kind == kind)?;
        Some(self.parts.remove(at).whole())
    }

    /// Takes out the first part.
    pub(super) fn take_first(&mut self) -> Option<Piece> {
        (!self.parts.is_empty()).then(|| self.parts.remove(0).whole())
    }

    /// Returns the parts, each as one piece.
    pub(super) fn pieces(self) -> Vec<Piece> {
        self.parts.into_iter().map(Part::whole).collect()
    }

    /// Returns the parts in the brackets that `look` states, with `separators` between them.
    pub(super) fn delimited(self, look: &Look, separators: &[String]) -> Piece {
        let open = look.open.as_deref().unwrap_or("(");
        let close = look.close.as_deref().unwrap_or(")");
        linear::delimited(open, self.pieces(), separators, close)
    }

    /// Returns the remaining parts in one row.
    pub(super) fn rest(self) -> Piece {
        let mut rest = Piece::default();
        for part in self.parts {
            rest.append(part.whole());
        }
        rest.append(self.row);
        rest
    }

    /// Returns the remaining parts as rows of cells; a part that is not a row becomes a row of one cell.
    pub(super) fn rows(self) -> Vec<Vec<Piece>> {
        let part = |part: Part<K>| {
            if part.cells.is_empty() {
                vec![part.piece]
            } else {
                part.cells
            }
        };
        self.parts.into_iter().map(part).collect()
    }

    fn put(&mut self, part: Part<K>) {
        if self.kind.is_row() {
            self.row.append(part.whole());
        } else {
            self.parts.push(part);
        }
    }
}

/// Elements that are open, the outermost first.
#[derive(Clone, Debug)]
pub(super) struct Tree<K> {
    root: Element<K>,
    open: Vec<Element<K>>,
    /// Number of open elements above the greatest height.
    beyond: usize,
    elements: usize,
    bytes: usize,
    /// Whether the formula is beyond measure and only its text is kept.
    is_flat: bool,
}

impl<K: Vocabulary> Tree<K> {
    /// Begins a formula; `root` is a kind of row.
    pub(super) fn new(root: K) -> Self {
        Self {
            root: Element::new(root, Look::default()),
            open: Vec::new(),
            beyond: 0,
            elements: 0,
            bytes: 0,
            is_flat: false,
        }
    }

    pub(super) fn start(&mut self, kind: K, look: Look) {
        self.elements += 1;
        if self.is_flat || self.open.len() >= DEEPEST {
            self.beyond += 1;
        } else if self.elements > MOST_ELEMENTS {
            self.flatten();
            self.beyond += 1;
        } else {
            self.open.push(Element::new(kind, look));
        }
    }

    pub(super) fn end(&mut self) {
        if self.beyond > 0 {
            self.beyond -= 1;
            return;
        }
        let Some(element) = self.open.pop() else {
            return;
        };
        let kind = element.kind;
        let part = if kind.is_cells() {
            Part {
                kind,
                piece: Piece::default(),
                cells: element.pieces(),
            }
        } else {
            let piece = if kind.is_row() {
                element.row
            } else {
                K::compose(element)
            };
            Part::of(kind, piece)
        };
        self.innermost().put(part);
    }

    pub(super) fn letters(&mut self, text: &str, is_faint: bool) {
        self.bytes += text.len();
        if !self.is_flat && self.bytes > LONGEST {
            self.flatten();
        }
        let innermost = self.innermost();
        if innermost.kind.is_row() {
            innermost.row.push(text, is_faint);
        } else if !text.trim().is_empty() {
            let mut piece = Piece::default();
            piece.push(text, is_faint);
            self.piece(piece);
        }
    }

    /// Adds a finished piece.
    pub(super) fn piece(&mut self, piece: Piece) {
        self.innermost().put(Part::of(K::TEXT, piece));
    }

    /// Returns the kinds of the open elements, the innermost first.
    pub(super) fn kinds(&self) -> impl Iterator<Item = K> {
        self.open.iter().rev().map(|element| element.kind)
    }

    /// Returns the innermost open element for which `is_it` holds.
    pub(super) fn find(&mut self, is_it: impl Fn(K) -> bool) -> Option<&mut Element<K>> {
        let mut open = self.open.iter_mut().rev();
        open.find(|element| is_it(element.kind))
    }

    /// Whether elements above the greatest height are open.
    pub(super) const fn is_beyond(&self) -> bool {
        self.beyond > 0
    }

    /// Ends all elements and returns the formula.
    pub(super) fn finish(mut self) -> Piece {
        self.beyond = 0;
        while !self.open.is_empty() {
            self.end();
        }
        self.root.row
    }

    fn innermost(&mut self) -> &mut Element<K> {
        self.open.last_mut().unwrap_or(&mut self.root)
    }

    /// Gives up the order of the open elements: their text follows in one row, as does all that comes.
    fn flatten(&mut self) {
        self.is_flat = true;
        for element in std::mem::take(&mut self.open) {
            self.beyond += 1;
            self.root.row.append(element.rest());
        }
    }
}
