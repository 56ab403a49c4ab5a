//! Two texts next to each other in two columns of a terminal, wrapped, with differences marked.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::table::printable;

/// Stretch of text on one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) text: String,
    /// Whether the other side lacks this text.
    pub(super) differs: bool,
}

/// Texts that begin on the same line, as the pieces of the left and of the right text.
pub(super) type Row = [Vec<Piece>; 2];

/// Style of two texts side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnStyle {
    /// Width of the terminal in columns.
    pub(super) width: usize,
    /// Brackets around differing text, so that it shows without colour.
    pub(super) brackets: [char; 2],
    /// Whether differing text is also bold and red.
    pub(super) colour: bool,
    /// Whether a text keeps the spaces that it begins with, as code does.
    pub(super) keeps_indent: bool,
}

const BETWEEN: &str = " │ ";
const LEAST_COLUMN: usize = 12;
const BOLD_RED: &str = "\u{1b}[1;31m";
const PLAIN: &str = "\u{1b}[0m";
/// Characters that begin no line.
const CLOSING: &str = "，。、；：？！…—”’）】》」』〉〕],.;:?!)}%";
/// Characters that end no line.
const OPENING: &str = "“‘（【《「『〈〔[({";

impl ColumnStyle {
    /// Returns the width of each of the two texts, in columns of the terminal.
    pub(super) fn column(self) -> usize {
        (self.width.saturating_sub(BETWEEN.width()) / 2).max(LEAST_COLUMN)
    }
}

/// Texts side by side, without control characters except the program's own colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Painted(String);

impl std::fmt::Display for Painted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Formats the rows one below the other, without a line break at the end.
pub(super) fn side_by_side(rows: &[Row], style: ColumnStyle) -> Painted {
    let mut lines = Vec::new();
    for row in rows {
        let [left, right] = row.each_ref().map(|pieces| wrapped(pieces, style));
        for i in 0..left.len().max(right.len()) {
            let left = left.get(i).map_or(&[][..], Vec::as_slice);
            let right = right.get(i).map_or(&[][..], Vec::as_slice);
            let used: usize = left.iter().map(|sign| sign.width).sum();
            let padding = " ".repeat(style.column().saturating_sub(used));
            let line = format!(
                "{}{padding}{BETWEEN}{}",
                painted(left, style),
                painted(right, style)
            );
            lines.push(line.trim_end().to_owned());
        }
    }
    Painted(lines.join("\n"))
}

/// Printed character.
#[derive(Clone, Copy, Debug)]
struct Sign {
    character: char,
    width: usize,
    differs: bool,
}

impl Sign {
    fn new(character: char, differs: bool) -> Self {
        Self {
            character,
            width: character.width().unwrap_or(0),
            differs,
        }
    }
}

/// Wraps the pieces into the lines of one column.
fn wrapped(pieces: &[Piece], style: ColumnStyle) -> Vec<Vec<Sign>> {
    let signs = signs(pieces, style.brackets);
    let column = style.column();
    let (mut lines, mut line, mut used) = (Vec::new(), Vec::new(), 0);
    for atom in signs.chunk_by(|one, next| !may_part(*one, *next)) {
        let width: usize = atom.iter().map(|sign| sign.width).sum();
        let is_space = atom.iter().all(|sign| sign.character == ' ');
        if used + width > column && used > 0 && !(is_space && used <= column) {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        // A line neither begins with a space nor overflows with one.
        let is_indent = style.keeps_indent && lines.is_empty() && width < column;
        if is_space && ((used == 0 && !is_indent) || used + width > column) {
            continue;
        }
        for &sign in atom {
            // A word may be longer than the column.
            if used + sign.width > column {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            used += sign.width;
            line.push(sign);
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// Returns all characters, with the brackets.
fn signs(pieces: &[Piece], [open, close]: [char; 2]) -> Vec<Sign> {
    let mut signs = Vec::new();
    for piece in pieces {
        let differs = piece.differs;
        let bracket = |character| differs.then(|| Sign::new(character, true));
        signs.extend(bracket(open));
        let text = printable(&piece.text);
        signs.extend(text.chars().map(|character| Sign::new(character, differs)));
        signs.extend(bracket(close));
    }
    signs
}

/// Returns whether a line may end between two neighbouring characters.
fn may_part(one: Sign, next: Sign) -> bool {
    if one.character == ' ' || next.character == ' ' {
        return one.character != next.character;
    }
    next.width > 0
        && (one.width > 1 || next.width > 1)
        && !OPENING.contains(one.character)
        && !CLOSING.contains(next.character)
}

fn painted(line: &[Sign], style: ColumnStyle) -> String {
    let mut text = String::new();
    for run in line.chunk_by(|one, next| one.differs == next.differs) {
        let is_bold = style.colour && run.first().is_some_and(|sign| sign.differs);
        text.push_str(if is_bold { BOLD_RED } else { "" });
        text.extend(run.iter().map(|sign| sign.character));
        text.push_str(if is_bold { PLAIN } else { "" });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const STYLE: ColumnStyle = ColumnStyle {
        width: 27,
        brackets: ['[', ']'],
        colour: false,
        keeps_indent: false,
    };

    fn side_by_side(rows: &[Row], style: ColumnStyle) -> String {
        super::side_by_side(rows, style).to_string()
    }

    fn same(text: &str) -> Piece {
        Piece {
            text: text.into(),
            differs: false,
        }
    }

    fn other(text: &str) -> Piece {
        Piece {
            text: text.into(),
            differs: true,
        }
    }

    #[test]
    fn code_keeps_its_indent() {
        let row = || [vec![same("  if x")], vec![same("    y")]];
        let style = ColumnStyle {
            keeps_indent: true,
            ..STYLE
        };
        assert_eq!(side_by_side(&[row()], style), "  if x       │     y");
        assert_eq!(side_by_side(&[row()], STYLE), "if x         │ y");
    }

    #[test]
    fn chinese_takes_two_columns_and_lines_keep_their_punctuation() {
        let left = vec![same("图书馆夜间开放，服务读者。")];
        let right = vec![same("图书馆"), other("晚上"), same("开放")];
        // 12 columns each: the comma does not begin a line.
        assert_eq!(
            side_by_side(&[[left, right]], STYLE),
            "图书馆夜间开 │ 图书馆[晚上]\n放，服务读   │ 开放\n者。         │"
        );
    }

    #[test]
    fn words_stay_whole_and_long_ones_are_cut() {
        let left = vec![same("many people read"), other("abcdefghijklmnop")];
        let text = side_by_side(&[[left, vec![]]], STYLE);
        let lines: Vec<&str> = text
            .lines()
            .map(|l| l.trim_end_matches([' ', '│']))
            .collect();
        assert_eq!(lines, ["many people", "read[abcdefg", "hijklmnop]"]);
    }

    #[test]
    fn rows_begin_on_one_line() {
        let row = |left: &str, right: &str| [vec![same(left)], vec![same(right)]];
        let text = side_by_side(&[row("one two three four", "1"), row("x", "y")], STYLE);
        assert_eq!(text, "one two      │ 1\nthree four   │\nx            │ y");
    }

    #[test]
    fn colour_ends_on_every_line() {
        let style = ColumnStyle {
            colour: true,
            ..STYLE
        };
        let text = side_by_side(&[[vec![other("one two three")], vec![]]], style);
        for line in text.lines() {
            assert!(
                line.starts_with(BOLD_RED) && line.contains(PLAIN),
                "{text:?}"
            );
        }
        assert!(!side_by_side(&[[vec![other("x")], vec![]]], STYLE).contains('\u{1b}'));
    }

    #[test]
    fn control_characters_do_nothing_to_the_terminal() {
        let text = side_by_side(
            &[[vec![same("a\u{1b}[2Jb")], vec![same("\u{202E}c")]]],
            STYLE,
        );
        assert!(!text.contains(['\u{1b}', '\u{202E}']), "{text:?}");
    }

    proptest! {
        #[test]
        fn no_line_is_too_wide_and_nothing_is_lost(
            texts in prop::collection::vec(("[a-z ，。文档\u{200B}\u{300}\"(]{0,40}", any::<bool>()), 0..5),
            width in 0_usize..80,
        ) {
            let style = ColumnStyle { width, ..STYLE };
            let left: Vec<Piece> = texts
                .iter()
                .map(|(text, differs)| Piece { text: text.clone(), differs: *differs })
                .collect();
            let text = side_by_side(&[[left.clone(), left.clone()]], style);
            for line in text.lines() {
                prop_assert!(line.width() <= 2 * style.column() + BETWEEN.width(), "{:?}", line);
            }
            let squeezed = |text: &str| text.split_whitespace().collect::<String>();
            let all: String = signs(&left, style.brackets).iter().map(|sign| sign.character).collect();
            let printed: String = text.lines().map(|line| line.split('│').next().unwrap()).collect();
            prop_assert_eq!(squeezed(&printed), squeezed(&all));
        }
    }
}
