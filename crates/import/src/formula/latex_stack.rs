//! Open groups, environments and commands of a LaTeX formula, on an explicit stack.

use super::latex_names::{Build, Rows};
use super::linear;
use super::piece::{Piece, SPACE};

/// Maximum number of open groups; a formula with more is read as its text alone.
const DEEPEST: usize = 200;
/// Maximum size in bytes of a formula that is put together; of a longer one the text alone is read.
const LONGEST: usize = 1 << 16;

/// Kind of an open group.
#[derive(Clone, Debug)]
pub(super) enum What {
    Group,
    /// Optional argument of a command, such as the 3 in `\sqrt[3]{x}`. It is read as a source of its own and closed at the end of that
    /// source.
    Option,
    /// Brackets that grow, with the opening sign.
    Left(&'static str),
    Table {
        rows: Rows,
        done: Vec<Vec<Piece>>,
        cells: Vec<Piece>,
    },
    /// A command that waits for arguments.
    Command {
        build: Build,
        needed: usize,
        got: Vec<Piece>,
    },
}

/// Open group with what stands in it so far.
#[derive(Clone, Debug)]
struct Open {
    what: What,
    row: Row,
    /// Whether it holds text in a language of people.
    is_text: bool,
}

/// A row, whose last part may still get scripts.
#[derive(Clone, Debug, Default)]
struct Row {
    done: Piece,
    base: Piece,
    below: Option<Piece>,
    above: Option<Piece>,
    /// Whether the fraction whose lower part is being read has a line, and the part above that line.
    upper: Option<(bool, Piece)>,
}

impl Row {
    fn settle(&mut self) {
        let base = std::mem::take(&mut self.base);
        let whole = linear::scripts(base, self.below.take(), self.above.take());
        self.done.append(whole);
    }

    fn add(&mut self, piece: Piece) {
        self.settle();
        self.base = piece;
    }

    fn script(&mut self, is_above: bool, piece: Piece) {
        let is_taken = if is_above { &self.above } else { &self.below }.is_some();
        if is_taken {
            self.settle();
        }
        *if is_above {
            &mut self.above
        } else {
            &mut self.below
        } = Some(piece);
    }

    fn take(&mut self) -> Piece {
        self.settle();
        let piece = std::mem::take(&mut self.done);
        match self.upper.take() {
            Some((has_line, upper)) => linear::fraction(upper, piece, has_line),
            None => piece,
        }
    }
}

/// The stack.
#[derive(Debug, Default)]
pub(super) struct Stack {
    root: Row,
    open: Vec<Open>,
    bytes: usize,
    /// Whether the formula is beyond measure and only its text is kept.
    is_flat: bool,
}

impl Stack {
    /// Opens a group, environment or command.
    pub(super) fn open(&mut self, what: What, is_text: bool) {
        if self.open.len() >= DEEPEST {
            self.flatten();
        }
        if !self.is_flat {
            self.open.push(Open {
                what,
                row: Row::default(),
                is_text,
            });
        }
    }

    /// Whether text in a language of people is read.
    pub(super) fn is_text(&self) -> bool {
        self.open.last().is_some_and(|open| open.is_text)
    }

    /// Begins or ends a formula inside text.
    pub(super) fn turn_text(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.is_text = !open.is_text;
        }
    }

    /// Adds a finished part: an argument of the command that waits for one, or a part of the row.
    pub(super) fn put(&mut self, piece: Piece) {
        self.bytes += piece.len();
        if self.bytes > LONGEST {
            self.flatten();
        }
        self.deliver(piece);
    }

    fn deliver(&mut self, mut piece: Piece) {
        loop {
            let Some(top) = self.open.last_mut() else {
                return self.root.add(piece);
            };
            let What::Command { needed, got, .. } = &mut top.what else {
                return top.row.add(piece);
            };
            got.push(piece);
            if got.len() < *needed {
                return;
            }
            match self.finished() {
                Some(whole) => piece = whole,
                None => return,
            }
        }
    }

    /// Takes the innermost out and puts it together; `None` for a script, which its base has taken.
    fn finished(&mut self) -> Option<Piece> {
        let mut open = self.open.pop()?;
        let inside = open.row.take();
        Some(match open.what {
            What::Group | What::Option => inside,
            What::Left(sign) => linear::delimited(sign, vec![inside], &[], ""),
            What::Table {
                rows,
                mut done,
                mut cells,
            } => {
                cells.push(inside);
                if cells.iter().any(|cell| !cell.is_blank()) {
                    done.push(cells);
                }
                table(rows, done)
            }
            What::Command {
                build: Build::Script { is_above },
                got,
                ..
            } => {
                let script = got.into_iter().next().unwrap_or_default();
                self.row().script(is_above, script);
                return None;
            }
            What::Command { build, got, .. } => built(build, got),
        })
    }

    /// Closes the innermost group for which `is_it` holds, with all that is open in it; returns whether there was one.
    /// `close` is the closing sign of brackets that grow.
    pub(super) fn close(&mut self, is_it: impl Fn(&What) -> bool, close: &'static str) -> bool {
        let Some(at) = self.open.iter().rposition(|open| is_it(&open.what)) else {
            return false;
        };
        while self.open.len() > at {
            let is_last = self.open.len() == at + 1;
            if let Some(mut piece) = self.finished() {
                if is_last {
                    piece.push(close, false);
                }
                self.deliver_closed(piece, at);
            }
        }
        true
    }

    /// Delivers what was closed, where it may finish no group below `floor`.
    fn deliver_closed(&mut self, piece: Piece, floor: usize) {
        if self.open.len() > floor
            && let Some(top) = self.open.last_mut()
        {
            // Inside the group that is being closed a command gets no further arguments.
            match &mut top.what {
                What::Command { got, .. } => got.push(piece),
                _ => top.row.add(piece),
            }
        } else {
            self.deliver(piece);
        }
    }

    /// Whether brackets that grow are open inside the innermost environment.
    pub(super) fn has_left(&self) -> bool {
        let mut open = self.open.iter().rev();
        let found = open.find(|open| matches!(open.what, What::Left(_) | What::Table { .. }));
        found.is_some_and(|open| matches!(open.what, What::Left(_)))
    }

    /// Whether a command waits for an argument.
    pub(super) fn is_waiting(&self) -> bool {
        let top = self.open.last();
        top.is_some_and(|open| matches!(open.what, What::Command { .. }))
    }

    /// Ends a cell of the innermost environment; returns whether one is open here.
    pub(super) fn end_cell(&mut self) -> bool {
        let Some(top) = self.open.last_mut() else {
            return false;
        };
        let What::Table { cells, .. } = &mut top.what else {
            return false;
        };
        cells.push(top.row.take());
        true
    }

    /// Ends a row of the innermost environment; returns whether one is open here.
    pub(super) fn end_row(&mut self) -> bool {
        if !self.end_cell() {
            return false;
        }
        if let Some(Open {
            what: What::Table { done, cells, .. },
            ..
        }) = self.open.last_mut()
        {
            done.push(std::mem::take(cells));
        }
        true
    }

    /// Makes what stands in the row so far the upper part of a fraction.
    pub(super) fn over(&mut self, has_line: bool) {
        let row = self.row();
        // TeX refuses a second one in a group; each would copy what is there.
        if row.upper.is_none() {
            let upper = row.take();
            row.upper = Some((has_line, upper));
        }
    }

    /// Ends everything and returns the formula.
    pub(super) fn finish(mut self) -> Piece {
        self.close_all();
        self.root.take()
    }

    fn close_all(&mut self) {
        while !self.open.is_empty() {
            if let Some(piece) = self.finished() {
                self.deliver_closed(piece, 0);
            }
        }
    }

    /// Returns the innermost row.
    fn row(&mut self) -> &mut Row {
        match self.open.last_mut() {
            Some(open) => &mut open.row,
            None => &mut self.root,
        }
    }

    /// Gives up the order of what is open: all that comes follows in one row.
    fn flatten(&mut self) {
        if !self.is_flat {
            self.is_flat = true;
            self.close_all();
        }
    }
}

fn table(rows: Rows, done: Vec<Vec<Piece>>) -> Piece {
    match rows {
        Rows::Lines(_) => {
            let line = |cells: Vec<Piece>| {
                let mut line = Piece::default();
                for cell in cells {
                    line.append(cell);
                }
                line
            };
            Piece::lines(done.into_iter().map(line).collect())
        }
        Rows::Table("", "", _) => Piece::table(done),
        Rows::Table(open, close, _) => {
            linear::delimited(open, vec![Piece::table(done)], &[], close)
        }
    }
}

fn built(build: Build, got: Vec<Piece>) -> Piece {
    let mut got = got.into_iter();
    let first = got.next().unwrap_or_default();
    let second = got.next();
    let mut whole = match build {
        Build::Fraction => linear::fraction(first, second.unwrap_or_default(), true),
        Build::Binomial => {
            let stack = linear::fraction(first, second.unwrap_or_default(), false);
            linear::delimited("(", vec![stack], &[], ")")
        }
        Build::Root => linear::root(None, first),
        Build::RootWithIndex => linear::root(Some(first), second.unwrap_or_default()),
        Build::Accent(mark) => linear::accented(first, Some(mark)),
        Build::Above => linear::scripts(second.unwrap_or_default(), None, Some(first)),
        Build::Below => linear::scripts(second.unwrap_or_default(), Some(first), None),
        Build::Arrow(arrow) => linear::scripts(Piece::sign(arrow), None, Some(first)),
        Build::ArrowWithBoth(arrow) => linear::scripts(Piece::sign(arrow), Some(first), second),
        Build::Upright => {
            let mut letters = first.bare().chars();
            if letters.clone().count() > 1 && letters.all(char::is_alphabetic) {
                linear::word(first)
            } else {
                first
            }
        }
        Build::Modulus | Build::Number => {
            let mut inside = Piece::default();
            if matches!(build, Build::Modulus) {
                inside = linear::word(Piece::of("mod"));
            }
            inside.append(first);
            let mut whole = Piece::sign(SPACE);
            whole.append(linear::delimited("(", vec![inside], &[], ")"));
            whole
        }
        Build::Not => match first.bare() {
            "=" => Piece::of("≠"),
            "∈" => Piece::of("∉"),
            _ => first,
        },
        Build::Script { .. } => first,
    };
    for piece in got {
        whole.append(piece);
    }
    whole
}
