//! Markdown of the manual -> blocks to draw: headings, paragraphs, items of lists, tables, pictures.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// Block of the manual, from top to bottom.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Block {
    Heading {
        /// 1 for the title, 2 for a chapter, 3 for a section.
        level: u8,
        text: String,
    },
    Paragraph(Line),
    /// Item of a list with its sign: a bullet or its number.
    Item {
        sign: String,
        line: Line,
    },
    /// Rows of cells; the first row is the heading.
    Table(Vec<Vec<Line>>),
    Picture {
        /// Path relative to the manual.
        file: String,
        /// Description of the picture for people who cannot see it.
        description: String,
    },
}

/// Text of one paragraph, item or cell, in pieces of one look each.
pub(crate) type Line = Vec<(Look, String)>;

/// Look of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    Plain,
    /// Name of something in the window.
    Strong,
    /// What is typed, and names of files.
    Code,
}

/// Parses a manual. What stands before its title (the link to the other language) is left out; of links the text stays,
/// since the manual is read offline.
pub(crate) fn blocks(text: &str) -> Vec<Block> {
    let mut reader = Reader::default();
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        reader.take(event);
    }
    let blocks = reader.blocks.into_iter();
    blocks
        .skip_while(|block| !matches!(block, Block::Heading { .. }))
        .collect()
}

#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    /// Pieces of the block that is being read.
    line: Line,
    is_strong: bool,
    /// File of the picture whose description is being read.
    picture: Option<String>,
    /// Number of the next item of the innermost list; `None` where items have bullets.
    number: Option<u64>,
    /// Whether an item of a list is being read.
    in_item: bool,
    rows: Vec<Vec<Line>>,
}

impl Reader {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Text(text) => self.push(&text),
            Event::Code(text) => self.line.push((Look::Code, text.into_string())),
            Event::SoftBreak | Event::HardBreak => self.push(" "),
            Event::Start(Tag::Strong) => self.is_strong = true,
            Event::End(TagEnd::Strong) => self.is_strong = false,
            Event::Start(Tag::Image { dest_url, .. }) => {
                self.picture = Some(dest_url.into_string());
            }
            Event::End(TagEnd::Image) => {
                let description = plain(&std::mem::take(&mut self.line));
                if let Some(file) = self.picture.take() {
                    self.blocks.push(Block::Picture { file, description });
                }
            }
            Event::End(TagEnd::Heading(level)) => {
                let level = match level {
                    HeadingLevel::H1 => 1,
                    HeadingLevel::H2 => 2,
                    _ => 3,
                };
                let text = plain(&std::mem::take(&mut self.line));
                self.blocks.push(Block::Heading { level, text });
            }
            Event::Start(Tag::List(first)) => self.number = first,
            Event::Start(Tag::Item) => self.in_item = true,
            Event::End(TagEnd::Item) => {
                self.end_paragraph();
                self.in_item = false;
            }
            Event::End(TagEnd::Paragraph | TagEnd::CodeBlock) => self.end_paragraph(),
            Event::Start(Tag::TableHead | Tag::TableRow) => self.rows.push(Vec::new()),
            Event::End(TagEnd::TableCell) => {
                let cell = std::mem::take(&mut self.line);
                self.rows
                    .last_mut()
                    .into_iter()
                    .for_each(|row| row.push(cell.clone()));
            }
            Event::End(TagEnd::Table) => {
                let rows = std::mem::take(&mut self.rows);
                self.blocks.push(Block::Table(rows));
            }
            _ => {}
        }
    }

    fn push(&mut self, text: &str) {
        let look = if self.is_strong {
            Look::Strong
        } else {
            Look::Plain
        };
        match self.line.last_mut() {
            Some((last, before)) if *last == look => before.push_str(text),
            _ => self.line.push((look, text.to_owned())),
        }
    }

    /// Adds the paragraph or item that was read to the blocks. One that held nothing but a picture adds nothing.
    fn end_paragraph(&mut self) {
        let line = std::mem::take(&mut self.line);
        if line.is_empty() {
            return;
        }
        self.blocks.push(if self.in_item {
            let sign = match &mut self.number {
                Some(number) => {
                    *number += 1;
                    format!("{}.", *number - 1)
                }
                None => "•".to_owned(),
            };
            Block::Item { sign, line }
        } else {
            Block::Paragraph(line)
        });
    }
}

/// Returns a line without its looks.
fn plain(line: &Line) -> String {
    line.iter().map(|(_, text)| text.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Line {
        vec![(Look::Plain, text.to_owned())]
    }

    #[test]
    fn every_kind_of_block_is_read() {
        let text = "[other](other.md)\n\n# Title\n\nOne **Two** `three`\nfour\n\n![What](a.png)\n\n\
                    1. first\n2. second\n\n- point\n\n| a | b |\n| --- | --- |\n| c | d |\n";
        let heading = Block::Heading {
            level: 1,
            text: "Title".to_owned(),
        };
        let paragraph = Block::Paragraph(vec![
            (Look::Plain, "One ".to_owned()),
            (Look::Strong, "Two".to_owned()),
            (Look::Plain, " ".to_owned()),
            (Look::Code, "three".to_owned()),
            (Look::Plain, " four".to_owned()),
        ]);
        let picture = Block::Picture {
            file: "a.png".to_owned(),
            description: "What".to_owned(),
        };
        let item = |sign: &str, text: &str| Block::Item {
            sign: sign.to_owned(),
            line: line(text),
        };
        let table = Block::Table(vec![vec![line("a"), line("b")], vec![line("c"), line("d")]]);
        let expected = [
            heading,
            paragraph,
            picture,
            item("1.", "first"),
            item("2.", "second"),
            item("•", "point"),
            table,
        ];
        assert_eq!(blocks(text), expected);
    }
}
