//! Reads Office formulas (OMML, `m:oMath`) in Word files and presentations.

use super::linear;
use super::piece::{GAP, Piece, SPACE};
use super::tree::{Element, Look, Part, Tree, Vocabulary};

/// Kinds of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Content in one row: also that of elements without a form of their own, and of unknown ones.
    Row,
    Properties,
    Text,
    Fraction,
    Above,
    Below,
    Scripts,
    ScriptsBefore,
    LowerLimit,
    UpperLimit,
    Limit,
    Base,
    Sub,
    Sup,
    Root,
    Degree,
    Large,
    Delimiters,
    Function,
    Name,
    Accent,
    Bar,
    Group,
    Lines,
    Matrix,
    MatrixRow,
    Phantom,
}

impl Kind {
    fn of(name: &[u8]) -> Self {
        match name {
            b"f" => Self::Fraction,
            b"num" => Self::Above,
            b"den" => Self::Below,
            b"sSub" | b"sSup" | b"sSubSup" => Self::Scripts,
            b"sPre" => Self::ScriptsBefore,
            b"limLow" => Self::LowerLimit,
            b"limUpp" => Self::UpperLimit,
            b"lim" => Self::Limit,
            b"e" => Self::Base,
            b"sub" => Self::Sub,
            b"sup" => Self::Sup,
            b"rad" => Self::Root,
            b"deg" => Self::Degree,
            b"nary" => Self::Large,
            b"d" => Self::Delimiters,
            b"func" => Self::Function,
            b"fName" => Self::Name,
            b"acc" => Self::Accent,
            b"bar" => Self::Bar,
            b"groupChr" => Self::Group,
            b"eqArr" => Self::Lines,
            b"m" => Self::Matrix,
            b"mr" => Self::MatrixRow,
            b"phant" => Self::Phantom,
            name if name.ends_with(b"Pr") => Self::Properties,
            _ => Self::Row,
        }
    }
}

impl Vocabulary for Kind {
    const TEXT: Self = Self::Text;

    fn is_row(self) -> bool {
        matches!(
            self,
            Self::Row
                | Self::Properties
                | Self::Text
                | Self::Above
                | Self::Below
                | Self::Base
                | Self::Sub
                | Self::Sup
                | Self::Limit
                | Self::Degree
                | Self::Name
                | Self::Phantom
        )
    }

    fn is_cells(self) -> bool {
        self == Self::MatrixRow
    }

    fn compose(mut element: Element<Self>) -> Piece {
        let is_filled = |part: &Part<Self>| part.kind != Self::Properties || !part.piece.is_blank();
        element.parts.retain(is_filled);
        let look = std::mem::take(&mut element.look);
        match element.kind {
            Self::Lines => return Piece::lines(element.pieces()),
            Self::Matrix => return Piece::table(element.rows()),
            Self::Delimiters => {
                let separator = look.separators.clone().unwrap_or_else(|| "|".to_owned());
                return element.delimited(&look, &[separator]);
            }
            _ => {}
        }
        let base = (element.kind != Self::Fraction).then(|| element.take(Self::Base));
        let base = base.flatten().unwrap_or_default();
        let mut whole = match element.kind {
            Self::Fraction => {
                let above = element.take(Self::Above).unwrap_or_default();
                let below = element.take(Self::Below).unwrap_or_default();
                linear::fraction(above, below, look.kind.as_deref() != Some("noBar"))
            }
            Self::ScriptsBefore => {
                linear::scripts_before(element.take(Self::Sub), element.take(Self::Sup), base)
            }
            Self::Root => linear::root(element.take(Self::Degree), base),
            Self::Large => {
                let sign = look.sign.as_deref().unwrap_or("∫");
                linear::large(sign, element.take(Self::Sub), element.take(Self::Sup), base)
            }
            Self::Function => linear::function(element.take(Self::Name).unwrap_or_default(), base),
            Self::Accent => {
                let sign = look.sign.as_deref().unwrap_or("\u{302}");
                linear::accented(base, linear::only(sign).and_then(linear::combining))
            }
            Self::Bar => {
                let is_above = look.kind.as_deref() == Some("top");
                let bar = if is_above { '\u{304}' } else { '\u{332}' };
                linear::accented(base, Some(bar))
            }
            // An arrow with text at it says something, a brace does not.
            Self::Group => match look.sign.as_deref().and_then(linear::only) {
                Some(arrow @ '\u{2190}'..='\u{21FF}') => {
                    linear::scripts(Piece::sign(arrow), None, Some(base))
                }
                _ => base,
            },
            Self::Scripts => {
                linear::scripts(base, element.take(Self::Sub), element.take(Self::Sup))
            }
            Self::LowerLimit => linear::scripts(base, element.take(Self::Limit), None),
            Self::UpperLimit => linear::scripts(base, None, element.take(Self::Limit)),
            _ => base,
        };
        whole.append(element.rest());
        whole
    }
}

/// Returns whether an element of a formula says nothing, with all that is in it: the look of its signs.
pub(crate) fn is_left_out(name: &[u8]) -> bool {
    name == b"ctrlPr"
}

/// Formula that is read from OMML.
#[derive(Clone, Debug)]
pub(crate) struct Omml {
    tree: Tree<Kind>,
    /// Number of open elements.
    depth: usize,
    /// Number of open elements up to and with the outermost phantom whose text is not shown; `None` outside of such
    /// phantoms.
    hidden: Option<usize>,
}

impl Omml {
    pub(crate) fn new() -> Self {
        Self {
            tree: Tree::new(Kind::Row),
            depth: 0,
            hidden: None,
        }
    }

    /// Begins an element by its local name. `value` is its attribute `m:val`.
    pub(crate) fn start(&mut self, name: &[u8], value: Option<String>) {
        self.property(name, value);
        self.tree.start(Kind::of(name), Look::default());
        self.depth += 1;
    }

    /// Takes a property of the element around the properties that are open.
    fn property(&mut self, name: &[u8], value: Option<String>) {
        if self.tree.kinds().next() != Some(Kind::Properties) || self.tree.is_beyond() {
            return;
        }
        let Some(owner) = self.tree.find(|kind| kind != Kind::Properties) else {
            return;
        };
        let is_off =
            |value: &Option<String>| matches!(value.as_deref(), Some("0" | "off" | "false"));
        let look = &mut owner.look;
        match name {
            // A sign without a value is none.
            b"chr" => look.sign = Some(value.unwrap_or_default()),
            b"begChr" => look.open = Some(value.unwrap_or_default()),
            b"endChr" => look.close = Some(value.unwrap_or_default()),
            b"sepChr" => look.separators = Some(value.unwrap_or_default()),
            b"type" | b"pos" => look.kind = value,
            b"maxDist" => look.has_number = !is_off(&value),
            b"show" if owner.kind == Kind::Phantom && is_off(&value) => {
                self.hidden = self.hidden.or(Some(self.depth.saturating_sub(1)));
            }
            _ => {}
        }
    }

    /// Ends the innermost element.
    pub(crate) fn end(&mut self) {
        self.tree.end();
        self.depth = self.depth.saturating_sub(1);
        if self.hidden.is_some_and(|hidden| self.depth < hidden) {
            self.hidden = None;
        }
    }

    /// Whether the text that follows is not shown: the formula only keeps its space free.
    pub(crate) const fn is_hidden(&self) -> bool {
        self.hidden.is_some()
    }

    /// Adds text of a run; a line break begins a line.
    pub(crate) fn letters(&mut self, text: &str, is_faint: bool) {
        if text == "\n" {
            return self.tree.piece(Piece::line());
        }
        let lines = self.tree.find(|kind| kind == Kind::Lines);
        let has_number = lines.as_ref().is_some_and(|lines| lines.look.has_number);
        if lines.is_none() {
            return self.tree.letters(text, is_faint);
        }
        // Signs at which rows are aligned, and before a formula's number, are no text.
        let is_sign = |c| c == '&' || has_number && c == '#';
        for piece in text.split_inclusive(is_sign) {
            let own = piece.trim_end_matches(is_sign);
            self.tree.letters(own, is_faint);
            if own.len() < piece.len() {
                let gap = if piece.ends_with('#') { SPACE } else { GAP };
                self.tree.piece(Piece::sign(gap));
            }
        }
    }

    /// Ends the formula.
    pub(crate) fn finish(self) -> Piece {
        self.tree.finish()
    }
}
