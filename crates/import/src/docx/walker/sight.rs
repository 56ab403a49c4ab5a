//! Walker, part for properties: decides how visible the current run is, given its styles and surroundings.

use quick_xml::events::BytesStart;

use super::{Frame, Table, Walker};
use crate::docx::look::{Look, Sight, Surroundings};
use crate::docx::xml::attribute;
use crate::sight::Ground;

/// Maximum nesting of tables that give a background: nobody nests them deeper.
const MAXIMUM_TABLES: usize = 32;

impl Walker<'_> {
    pub(super) fn property(&mut self, name: &[u8], parent: Option<Frame>, start: &BytesStart<'_>) {
        let styles = self.around.styles;
        let paper = &styles.paper;
        let style = || styles.look(&attribute(start, b"val").unwrap_or_default());
        match (parent, name) {
            (Some(Frame::RunProps), b"rStyle") => {
                let style = style();
                if let Some(run) = self.runs.last_mut() {
                    run.style = style;
                }
            }
            (Some(Frame::RunProps), _) => {
                if let Some(run) = self.runs.last_mut() {
                    run.look.note(start, paper);
                }
            }
            (Some(Frame::ParagraphProps), b"pStyle") => {
                let id = attribute(start, b"val").unwrap_or_default();
                let style = styles.look(&id);
                let here = self.level().flow.marked.length();
                if let Some(paragraph) = self.paragraphs.last_mut() {
                    paragraph.style = style;
                    paragraph.quotation = styles.is_quotation(&id).then_some(here);
                }
            }
            (Some(Frame::ParagraphProps), _) => {
                if let Some(paragraph) = self.paragraphs.last_mut() {
                    paragraph.look.note(start, paper);
                }
            }
            (Some(Frame::TableProps), b"tblStyle") => {
                let style = style();
                self.table(|table| table.style = style);
            }
            (Some(Frame::TableProps), _) => self.table(|table| table.whole.note(start, paper)),
            (Some(Frame::RowProps), _) => self.table(|table| table.row.note(start, paper)),
            (Some(Frame::CellProps), _) => self.table(|table| table.cell.note(start, paper)),
            _ => {}
        }
    }

    pub(super) fn sight(&mut self) -> Sight {
        if let Some(sight) = self.runs.last().and_then(|run| run.sight) {
            return sight;
        }
        let paragraph = self.paragraphs.last();
        let run = self.runs.last();
        let level = self.levels.last();
        let tables = level.map_or(&[][..], |level| &level.tables);
        let within = tables.iter().rev().take(MAXIMUM_TABLES);
        let is_on_drawing = self.on_drawing > 0 && self.levels.len() == 1;
        let around = Surroundings {
            character_style: run.map_or_else(Look::default, |run| run.style),
            paragraph: paragraph.map_or_else(Look::default, |paragraph| paragraph.look),
            paragraph_style: paragraph.map_or_else(Look::default, |paragraph| paragraph.style),
            table_style: tables
                .last()
                .map_or_else(Look::default, |table| table.style),
            ground: within
                .clone()
                .find_map(|table| {
                    let direct = table.cell.ground.or(table.row.ground);
                    direct.or(table.whole.ground).or(table.style.ground)
                })
                .or(is_on_drawing.then_some(Ground::Unknown))
                .or(level.and_then(|level| level.ground)),
            height: within
                .clone()
                .filter_map(|table| table.row.height)
                .chain(level.and_then(|level| level.height))
                .reduce(f32::min),
            is_outside: level.is_some_and(|level| level.is_outside)
                || within
                    .clone()
                    .any(|table| table.whole.is_outside == Some(true)),
            is_hidden: level.is_some_and(|level| level.is_hidden),
        };
        let look = run.map_or_else(Look::default, |run| run.look);
        let sight = self.around.styles.sight(look, &around);
        if let Some(run) = self.runs.last_mut() {
            run.sight = Some(sight);
        }
        sight
    }

    pub(super) fn table(&mut self, change: impl FnOnce(&mut Table)) {
        if let Some(table) = self.level().tables.last_mut() {
            change(table);
        }
    }
}
