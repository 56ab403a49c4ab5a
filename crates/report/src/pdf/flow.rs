//! Flow of a report down its pages: paragraphs, headings, rows of tables.

use super::font::Face;
use super::lines::{Line, gaps, lines};
use super::sheets::{Area, Bookmark, Item, Place, Role, Sheets, Stroke, Words};
use super::style::{
    BODY, BOTTOM, INK, LEADING, LEFT, Mark, RULE, SMALL, Style, TOP, Target, WEAK, WIDTH, of_source,
};
use super::text::{BADGE_SIZE, Badge, Cell, Rich, Stretch};
use chachong_messages::Language;

/// Height that the heading of a table needs with the table's head and first row, in points.
pub(super) const HEADED_TABLE: f32 = 106.0;
/// Maximum space that is added after a character to fill a line, in sizes of the text; a line that needs more stays
/// ragged.
const STRETCH: f32 = 0.35;
/// Height of letters and Chinese characters above the base line, and depth below it, in sizes of the text.
const ABOVE: f32 = 0.9;
const BELOW: f32 = 0.24;

/// Side on which lines are aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
    Center,
    /// Both sides, but for the last line.
    Filled,
}

/// Column of a table's row.
pub(super) struct Column {
    pub(super) text: Rich,
    pub(super) left: f32,
    pub(super) width: f32,
    pub(super) align: Align,
}

/// Numbered line of one of two texts beside each other.
pub(super) struct Beside {
    pub(super) number: Rich,
    pub(super) text: Rich,
}

/// Report that grows downwards, page by page.
pub(super) struct Flow<'f> {
    pub(super) face: &'f Face,
    pub(super) sheets: Sheets,
    /// Height at which the next thing begins.
    pub(super) y: f32,
    role: usize,
}

impl<'f> Flow<'f> {
    /// Begins a report with an empty page.
    pub(super) fn new(face: &'f Face) -> Self {
        Self {
            face,
            sheets: Sheets {
                pages: vec![Vec::new()],
                ..Sheets::default()
            },
            y: TOP,
            role: 0,
        }
    }

    /// Begins a new page.
    pub(super) fn new_page(&mut self) {
        self.sheets.pages.push(Vec::new());
        self.y = TOP;
    }

    /// Begins a new page if less than `height` is left on this one.
    pub(super) fn need(&mut self, height: f32) {
        if self.y + height > BOTTOM && self.y > TOP {
            self.new_page();
        }
    }

    /// Leaves a space, none at the head of a page.
    pub(super) fn space(&mut self, height: f32) {
        if self.y > TOP {
            self.y += height;
        }
    }

    /// Begins a part of the structure; all text belongs to it until the next one.
    pub(super) fn begin(&mut self, role: Role) {
        self.sheets.roles.push(role);
        self.role = self.sheets.roles.len() - 1;
    }

    /// Makes this height the place that links to `target` lead to, unless there is one.
    pub(super) fn anchor(&mut self, target: Target) {
        self.anchor_at(target, self.y);
    }

    fn anchor_at(&mut self, target: Target, y: f32) {
        let place = self.place(y);
        self.sheets.places.entry(target).or_insert(place);
    }

    fn place(&self, y: f32) -> Place {
        let page = self.sheets.pages.len() - 1;
        Place { page, y }
    }

    /// Adds a bookmark that leads to this height.
    pub(super) fn bookmark(&mut self, level: usize, text: String) {
        let place = self.place(self.y);
        self.sheets.bookmarks.push(Bookmark { level, text, place });
    }

    /// Adds a thing to this page.
    pub(super) fn put(&mut self, item: Item) {
        if let Some(page) = self.sheets.pages.last_mut() {
            page.push(item);
        }
    }

    /// Draws a line across the text at this height.
    pub(super) fn rule(&mut self) {
        self.put(Item::Shape {
            area: Area {
                left: LEFT,
                top: self.y,
                width: WIDTH,
                height: 0.0,
            },
            fill: None,
            stroke: Some(Stroke {
                ink: RULE,
                width: 0.6,
                is_dotted: false,
            }),
            radius: 0.0,
        });
    }

    /// Adds the heading of a section, to which a bookmark leads.
    pub(super) fn section(&mut self, text: &str) {
        self.heading(1, text, Some(text));
    }

    /// Adds a heading of level 1 or 2, which stays with what follows. With `bookmark`, a bookmark of these words leads to it.
    pub(super) fn heading(&mut self, level: u16, text: &str, bookmark: Option<&str>) {
        let size = if level == 1 { 14.0 } else { 11.0 };
        self.space(if level == 1 { 20.0 } else { 12.0 });
        self.need(size * 5.0);
        if let Some(bookmark) = bookmark {
            self.bookmark(0, bookmark.to_owned());
        }
        self.begin(Role::Heading(level, text.to_owned()));
        let rich = Rich::of(self.face, text, Style::bold(size, INK));
        self.lines_of(&rich, LEFT, WIDTH, Align::Left, size * 1.4);
        self.y += if level == 1 { 6.0 } else { 3.0 };
    }

    /// Adds a paragraph of ordinary text.
    pub(super) fn paragraph(&mut self, text: &str) {
        let rich = Rich::of(self.face, text, Style::plain(BODY, INK));
        self.rich_paragraph(&rich, Align::Filled);
    }

    /// Adds a small paragraph that explains.
    pub(super) fn note(&mut self, text: &str) {
        let rich = Rich::of(self.face, text, Style::plain(SMALL, WEAK));
        self.rich_paragraph(&rich, Align::Filled);
    }

    /// Adds a note that says how many of `all` things are not `listed`; nothing if all are.
    pub(super) fn more(&mut self, language: Language, key: &str, all: usize, listed: usize) {
        if let more @ 1.. = all.saturating_sub(listed) {
            self.note(&language.fill(key, &[("count", &more)]));
        }
    }

    /// Adds a paragraph with a straight left edge, `indent` to the right of the margin.
    pub(super) fn left(&mut self, rich: &Rich, indent: f32, leading: f32) {
        self.begin(Role::Paragraph);
        self.lines_of(rich, LEFT + indent, WIDTH - indent, Align::Left, leading);
    }

    /// Adds a paragraph as wide as the text.
    pub(super) fn rich_paragraph(&mut self, rich: &Rich, align: Align) {
        let first = rich.cells.iter().find(|cell| !cell.is_badge);
        let size = first.map_or(BODY, |cell| rich.style(cell).size);
        self.begin(Role::Paragraph);
        self.lines_of(rich, LEFT, WIDTH, align, size * LEADING);
        self.y += size * 0.35;
    }

    /// Adds the lines of a text between `left` and `left + width`, over as many pages as they need.
    pub(super) fn lines_of(
        &mut self,
        rich: &Rich,
        left: f32,
        width: f32,
        align: Align,
        leading: f32,
    ) {
        self.note_missing(rich);
        for line in lines(&rich.cells, width) {
            self.need(leading);
            self.line(rich, &line, [left, width], align, leading);
            self.y += leading;
        }
    }

    /// Adds a row of a table, whole on one page, with a line under it. `leading` is the distance of base lines.
    pub(super) fn row(&mut self, columns: &[Column], leading: f32) {
        let cut: Vec<Vec<Line>> = (columns.iter())
            .map(|column| lines(&column.text.cells, column.width))
            .collect();
        let most = cut.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let height = most as f32 * leading + 6.0;
        self.need(height);
        self.begin(Role::Paragraph);
        let top = self.y;
        for (column, lines) in columns.iter().zip(&cut) {
            self.note_missing(&column.text);
            self.y = top + 3.0;
            for line in lines {
                let place = [column.left, column.width];
                self.line(&column.text, line, place, column.align, leading);
                self.y += leading;
            }
        }
        self.y = top + height;
        self.rule();
    }

    /// Adds the lines of two texts beside each other, over as many pages as they need. `places`: left and right edge of each, with
    /// `numbers` points for the numbers of its lines. Each text is a paragraph of its own.
    pub(super) fn beside(
        &mut self,
        sides: &[Vec<Beside>; 2],
        places: [[f32; 2]; 2],
        numbers: f32,
        leading: f32,
    ) {
        let mut rows = [Vec::new(), Vec::new()];
        let mut roles = [0; 2];
        for (side, texts) in sides.iter().enumerate() {
            self.begin(Role::Paragraph);
            roles[side] = self.role;
            let [left, right] = places[side];
            for of in texts {
                self.note_missing(&of.text);
                let cut = lines(&of.text.cells, right - left - numbers);
                let count = cut.len().max(1);
                let mut cut = cut.into_iter();
                rows[side].extend((0..count).map(|row| (of, row == 0, cut.next())));
            }
        }
        for row in 0..rows[0].len().max(rows[1].len()) {
            self.need(leading);
            for (side, rows) in rows.iter().enumerate() {
                let Some((of, is_first, line)) = rows.get(row) else {
                    continue;
                };
                self.role = roles[side];
                let [left, right] = places[side];
                if *is_first {
                    for number in lines(&of.number.cells, numbers) {
                        let place = [left, numbers - 4.0];
                        self.line(&of.number, &number, place, Align::Right, leading);
                    }
                }
                if let Some(line) = line {
                    let place = [left + numbers, right - left - numbers];
                    self.line(&of.text, line, place, Align::Left, leading);
                }
            }
            self.y += leading;
        }
    }

    fn note_missing(&mut self, rich: &Rich) {
        for (&c, &count) in &rich.missing {
            *self.sheets.missing.entry(c).or_default() += count;
        }
    }

    /// Draws one line, whose space begins at this height. `place` is its left edge and its width.
    fn line(&mut self, rich: &Rich, line: &Line, place: [f32; 2], align: Align, leading: f32) {
        let cells = &rich.cells[line.cells.clone()];
        let Some(first) = cells.first() else {
            return;
        };
        // A badge is as high as the text around it.
        let size = (cells.iter())
            .map(|cell| {
                let size = rich.style(cell).size;
                if cell.is_badge {
                    size / BADGE_SIZE
                } else {
                    size
                }
            })
            .fold(1.0, f32::max);
        let base = self.y + f32::midpoint(leading, (ABOVE - BELOW) * size);
        let [left, width] = place;
        let slack = (width - line.width).max(0.0);
        let mut x = left
            + match align {
                Align::Left | Align::Filled => 0.0,
                Align::Right => slack,
                Align::Center => slack / 2.0,
            };
        let mut widths: Vec<f32> = cells.iter().map(|cell| cell.width).collect();
        if align == Align::Filled && !line.is_last {
            let gaps = gaps(cells);
            let more = slack / (gaps.len().max(1) as f32);
            if more <= STRETCH * size {
                for gap in gaps {
                    widths[gap] += more;
                }
            }
        }
        if self.y <= TOP && !first.is_badge {
            self.name_source_in_margin(rich.style(first), left, base);
        }
        let mut from = 0;
        while from < cells.len() {
            let stretch = cells[from].stretch;
            let length = cells[from..].partition_point(|cell| cell.stretch == stretch);
            let part = from..from + length;
            let wide: f32 = widths[part.clone()].iter().sum();
            // A passage marks the space between its badge and its text too.
            self.stretch(
                rich,
                stretch,
                &cells[part.clone()],
                &widths[part],
                [x, base, wide],
            );
            x += wide;
            from += length;
        }
    }

    /// Draws one stretch of a line: its mark, its text, its link. `place` is its left edge, base line and width.
    fn stretch(
        &mut self,
        rich: &Rich,
        stretch: usize,
        cells: &[Cell],
        widths: &[f32],
        place: [f32; 3],
    ) {
        let Stretch { style, badge } = &rich.stretches[stretch];
        let [x, base, wide] = place;
        if let Some(source) = style.source {
            self.anchor_at(Target::Passage(source), base - style.size * 1.2);
        }
        if let Some(mark) = style.mark {
            let around = if badge.is_some() { BADGE_SIZE } else { 1.0 };
            self.mark(mark, style.size / around, place);
        }
        let text: String = (cells.iter().filter(|cell| cell.glyph.is_some()))
            .map(|cell| cell.c)
            .collect();
        let glyphs = (cells.iter().zip(widths))
            .filter_map(|(cell, &width)| Some((cell.glyph?, width)))
            .collect();
        let mut words = Words {
            x,
            y: base,
            size: style.size,
            ink: style.ink,
            bold: style.bold,
            copied: None,
            text,
            glyphs,
            role: self.role,
        };
        if let Some(badge) = badge {
            let gap = cells.last().map_or(0.0, |cell| cell.width);
            let area = Area {
                left: x,
                top: base - style.size * 1.22,
                width: wide - gap,
                height: style.size * 1.36,
            };
            self.badge(*badge, area);
            words.x += cells.first().map_or(0.0, |cell| cell.width);
            words.y -= style.size * 0.2;
            words.copied = Some(format!("{{{}}}", words.text));
        }
        self.put(Item::Words(words));
        if let Some(target) = style.link {
            let area = Area {
                left: x,
                top: base - style.size * 1.2,
                width: wide,
                height: style.size * 1.5,
            };
            self.put(Item::Link {
                area,
                target,
                role: self.role,
            });
        }
    }

    fn badge(&mut self, badge: Badge, area: Area) {
        self.put(Item::Shape {
            area,
            fill: badge.ground,
            stroke: Some(Stroke {
                ink: badge.frame,
                width: 0.4,
                is_dotted: false,
            }),
            radius: area.height * 0.28,
        });
    }

    fn mark(&mut self, mark: Mark, size: f32, place: [f32; 3]) {
        let [left, base, width] = place;
        let under = |ink, is_dotted| Item::Shape {
            area: Area {
                left,
                top: base + size * BELOW,
                width,
                height: 0.0,
            },
            fill: None,
            stroke: Some(Stroke {
                ink,
                width: 0.7,
                is_dotted,
            }),
            radius: 0.0,
        };
        let around = |fill, stroke| Item::Shape {
            area: Area {
                left,
                top: base - size * ABOVE,
                width,
                height: size * (ABOVE + BELOW),
            },
            fill,
            stroke,
            radius: 0.0,
        };
        match mark {
            Mark::Filled { ground, line } => {
                self.put(around(Some(ground), None));
                self.put(under(line, false));
            }
            Mark::Underlined(ink) => self.put(under(ink, false)),
            Mark::Dotted(ink) => self.put(under(ink, true)),
            Mark::Framed(ink) => self.put(around(
                None,
                Some(Stroke {
                    ink,
                    width: 0.5,
                    is_dotted: false,
                }),
            )),
        }
    }

    /// Repeats the number of a source in the margin where a page begins within one of its passages.
    fn name_source_in_margin(&mut self, style: Style, left: f32, base: f32) {
        let Some(source) = style.source else {
            return;
        };
        let (ink, _) = of_source(source);
        let around = Style {
            ink: [255, 255, 255],
            bold: true,
            source: None,
            mark: None,
            ..style
        }
        .linked(Target::Source(source));
        let mut rich = Rich::default();
        let badge = Badge {
            ground: Some(ink),
            frame: ink,
        };
        rich.push_badge(self.face, &(source + 1).to_string(), badge, around);
        let wide = rich.width();
        let widths: Vec<f32> = rich.cells.iter().map(|cell| cell.width).collect();
        self.stretch(
            &rich,
            0,
            &rich.cells,
            &widths,
            [left - wide - 2.0, base, wide],
        );
    }

    /// Adds the heads of a table's columns, small, over a line. Each column is (text, left edge, width, alignment).
    pub(super) fn head(&mut self, columns: &[(&str, f32, f32, Align)]) {
        let style = Style::plain(SMALL, WEAK);
        let columns = columns.iter();
        let columns = columns.map(|&(text, left, width, align)| (text, style, left, width, align));
        self.need(60.0);
        self.cells(&columns.collect::<Vec<_>>(), SMALL * 1.35);
    }

    /// Adds a row of a table. Each column is (text, look, left edge, width, alignment).
    pub(super) fn cells(&mut self, columns: &[(&str, Style, f32, f32, Align)], leading: f32) {
        let columns: Vec<Column> = (columns.iter())
            .map(|&(text, style, left, width, align)| Column {
                text: Rich::of(self.face, text, style),
                left,
                width,
                align,
            })
            .collect();
        self.row(&columns, leading);
    }
}
