//! Parts of a Word document: paragraphs, runs, tables and their styles.

use std::borrow::Cow;

use docx_rs::{
    AlignmentType, BreakType, Docx, LineSpacing, LineSpacingType, Paragraph, Run, RunFonts,
    Shading, ShdType, Style, StyleType, Table, TableBorder, TableBorderPosition, TableBorders,
    TableCell, TableCellMargins, TableLayoutType, TableRow, WidthType,
};

use super::GREY;
use crate::facts::Fact;
use chachong_messages::Language;

/// Width between the margins of A4, in twentieths of a point.
pub(super) const TEXT_WIDTH: usize = 9_638;
/// Width of the column of names in a table of facts, in twentieths of a point.
const NAME_WIDTH: usize = 2_600;
/// Fill of the names and headings of tables.
const HEAD_FILL: &str = "F2F2F2";
/// Colour of the lines of tables.
const LINE: &str = "BFBFBF";

/// Style of the document's own text.
pub(super) const TEXT_STYLE: &str = "ReportText";
const NOTE_STYLE: &str = "ReportNote";

/// Maker of paragraphs with ids counted from 1. docx-rs counts ids by thread, so a file's bytes would depend on what
/// the thread made or read before.
#[derive(Debug, Default)]
pub(super) struct Parts {
    made: u32,
}

impl Parts {
    /// Makes an empty paragraph.
    pub(super) fn paragraph(&mut self) -> Paragraph {
        self.made += 1;
        Paragraph::new().id(format!("{:08x}", self.made))
    }

    pub(super) fn title(&mut self, text: &str) -> Paragraph {
        self.paragraph().style("Title").add_run(run(text))
    }

    pub(super) fn heading(&mut self, text: &str) -> Paragraph {
        let heading = self.paragraph().style("Heading1").keep_next(true);
        heading.add_run(run(text))
    }

    pub(super) fn small_heading(&mut self, text: &str) -> Paragraph {
        let heading = self.paragraph().style("Heading2").keep_next(true);
        heading.add_run(run(text))
    }

    /// Makes a paragraph of explanation.
    pub(super) fn note(&mut self, text: &str) -> Paragraph {
        self.paragraph().style(NOTE_STYLE).add_run(run(text))
    }

    /// Adds paragraphs of explanation.
    pub(super) fn notes(&mut self, docx: Docx, notes: impl IntoIterator<Item = String>) -> Docx {
        notes
            .into_iter()
            .fold(docx, |docx, note| docx.add_paragraph(self.note(&note)))
    }

    /// Makes the paragraph of a cell, without text.
    pub(super) fn in_cell(&mut self, align: AlignmentType) -> Paragraph {
        self.paragraph().style(NOTE_STYLE).align(align)
    }

    /// Makes a cell with a text.
    pub(super) fn cell(&mut self, width: usize, align: AlignmentType, text: &str) -> TableCell {
        cell(width, self.in_cell(align).add_run(run(text)))
    }

    /// Makes the row of a table's headings.
    pub(super) fn heads(&mut self, columns: &[(usize, AlignmentType, String)]) -> TableRow {
        let head = |(width, align, text): &(usize, AlignmentType, String)| {
            let paragraph = self.in_cell(*align).add_run(run(text).bold());
            cell(*width, paragraph).shading(fill(HEAD_FILL))
        };
        TableRow::new(columns.iter().map(head).collect()).cant_split()
    }

    /// Makes a table of names and values.
    pub(super) fn facts(&mut self, facts: &[Fact]) -> Table {
        let (left, width) = (AlignmentType::Left, TEXT_WIDTH - NAME_WIDTH);
        let row = |fact: &Fact| {
            let name = self.cell(NAME_WIDTH, left, &fact.name);
            let value = self.cell(width, left, &fact.value);
            TableRow::new(vec![name.shading(fill(HEAD_FILL)), value]).cant_split()
        };
        let rows = facts.iter().map(row).collect();
        table(rows, vec![NAME_WIDTH, width])
    }
}

/// Makes a cell of one paragraph.
pub(super) fn cell(width: usize, paragraph: Paragraph) -> TableCell {
    TableCell::new()
        .width(width, WidthType::Dxa)
        .add_paragraph(paragraph)
}

/// Makes a table of fixed columns with thin grey lines.
pub(super) fn table(rows: Vec<TableRow>, columns: Vec<usize>) -> Table {
    use TableBorderPosition::{Bottom, InsideH, InsideV, Left, Right, Top};
    let borders = [Top, Left, Bottom, Right, InsideH, InsideV]
        .into_iter()
        .fold(TableBorders::new(), |borders, position| {
            borders.set(TableBorder::new(position).size(4).color(LINE))
        });
    Table::new(rows)
        .width(columns.iter().sum(), WidthType::Dxa)
        .set_grid(columns)
        .layout(TableLayoutType::Fixed)
        .set_borders(borders)
        .margins(TableCellMargins::new().margin(40, 100, 40, 100))
}

/// Makes a plain fill.
pub(super) fn fill(colour: &str) -> Shading {
    Shading::new()
        .shd_type(ShdType::Clear)
        .color("auto")
        .fill(colour)
}

/// Makes a run of text with a line break for each line feed, which docx-rs would delete.
pub(super) fn run(text: &str) -> Run {
    let mut run = Run::new();
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            run = run.add_break(BreakType::TextWrapping);
        }
        run = run.add_text(carried(line));
    }
    run
}

/// Replaces the characters that XML cannot carry, or that act instead of being seen, one for one: control characters by
/// their pictures (U+2400 and following), separators of lines and paragraphs by a space, marks that override the direction
/// of writing and the others by U+FFFD. docx-rs would write them as they are: Word would refuse the file, or show a name
/// or a passage turned around.
pub(super) fn carried(text: &str) -> Cow<'_, str> {
    let seen = |c: char| match c {
        '\0'..='\u{1F}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(c),
        '\u{7F}' => '\u{2421}',
        '\u{2028}' | '\u{2029}' => ' ',
        '\u{80}'..='\u{9F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2066}'..='\u{2069}'
        | '\u{FFFE}'
        | '\u{FFFF}' => char::REPLACEMENT_CHARACTER,
        _ => c,
    };
    if text.chars().all(|c| seen(c) == c) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.chars().map(seen).collect())
    }
}

/// Sets the fonts and styles of a report.
pub(super) fn styled(docx: Docx, language: Language) -> Docx {
    let spacing = |before: u32, after: u32, line: i32| {
        LineSpacing::new()
            .line_rule(LineSpacingType::Auto)
            .before(before)
            .after(after)
            .line(line)
    };
    let heading = |level: usize, size: usize, before: u32| {
        Style::new(format!("Heading{level}"), StyleType::Paragraph)
            .name(format!("heading {level}"))
            .based_on("Normal")
            .next("Normal")
            .q_format(true)
            .outline_lvl(level - 1)
            .line_spacing(spacing(before, 120, 240))
            .fonts(fonts("Arial", "黑体"))
            .size(size)
            .bold()
    };
    let title = Style::new("Title", StyleType::Paragraph)
        .name("Title")
        .based_on("Normal")
        .next("Normal")
        .q_format(true)
        .align(AlignmentType::Center)
        .line_spacing(spacing(0, 240, 240))
        .fonts(fonts("Arial", "黑体"))
        .size(36)
        .bold();
    let note = Style::new(NOTE_STYLE, StyleType::Paragraph)
        .name("Report note")
        .based_on("Normal")
        .line_spacing(spacing(20, 20, 264))
        .size(19);
    let text = Style::new(TEXT_STYLE, StyleType::Paragraph)
        .name("Report text")
        .based_on("Normal")
        .line_spacing(spacing(0, 100, 320))
        .size(21);
    let latin = match language {
        Language::Chinese => "Times New Roman",
        Language::English => "Calibri",
    };
    docx.default_fonts(fonts(latin, "宋体"))
        .default_size(21)
        .add_style(title)
        .add_style(heading(1, 28, 360))
        .add_style(heading(2, 22, 240))
        .add_style(note)
        .add_style(text)
}

fn fonts(latin: &str, chinese: &str) -> RunFonts {
    RunFonts::new()
        .ascii(latin)
        .hi_ansi(latin)
        .cs(latin)
        .east_asia(chinese)
}

/// Makes a small raised label in the text, such as the number of a source.
pub(super) fn label(text: &str) -> Run {
    let mut run = run(text).color(GREY);
    run.run_property = (run.run_property).vert_align(docx_rs::VertAlignType::SuperScript);
    run
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_turns_a_text_around_is_replaced_one_for_one() {
        assert_eq!(carried("ring\u{202E}gnp.txt"), "ring\u{FFFD}gnp.txt");
        let text = "\u{202A}一\u{2066}二\u{2069}三\u{2028}四\u{2029}五";
        let shown = carried(text);
        assert_eq!(shown, "\u{FFFD}一\u{FFFD}二\u{FFFD}三 四 五");
        assert_eq!(shown.chars().count(), text.chars().count());
        assert!(matches!(carried("终稿\u{200F}一"), Cow::Borrowed(_)));
    }
}
