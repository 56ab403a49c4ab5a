//! Text collections as records: JSON Lines and tables with named fields.

mod fields;
mod json;
mod lines;
mod table;

use std::collections::HashMap;
use std::sync::Arc;

pub(crate) use json::is_json_record;
pub(crate) use table::Columns;

use crate::buffered::Found;
use crate::identity::{id_hash, title_id};
use crate::packed::Unpack;
use crate::reading::Reading;
use crate::source::{Item, Reason, Source};
use fields::Fields;
use lines::Lines;

/// How records are written.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    /// A line of JSON each.
    Json,
    /// A row of a table each.
    Table(Arc<Columns>),
}

/// Records of a dump being read.
pub(crate) struct Records {
    lines: Lines,
    form: Form,
    /// For the hash of each id that was read, the hash of the text of the first record with it.
    seen: HashMap<u64, u64>,
}

impl Records {
    /// Reads records from bytes that begin at byte offset `from` of the unpacked file: behind its start, the record that is
    /// cut there belongs to those before.
    pub(crate) fn new(bytes: Box<dyn Unpack>, form: Form, from: u64) -> Self {
        let delimiter = match &form {
            Form::Json => None,
            Form::Table(columns) => Some(columns.delimiter()),
        };
        let mut lines = Lines::new(bytes, delimiter, from > 0);
        // The row of names is no record.
        if delimiter.is_some() {
            let _ = lines.next_line();
        }
        Self {
            lines,
            form,
            seen: HashMap::new(),
        }
    }
}

/// Returns a source; `None` if an earlier one has the same id and the same text. If an earlier one has its id and another text, as the
/// parts of one article have, the source gets an id of its own.
fn told_apart(mut source: Source, seen: &mut HashMap<u64, u64>) -> Option<Source> {
    let text = id_hash(&source.text);
    let earlier = seen.get(&id_hash(&source.id));
    if earlier.is_some_and(|earlier| *earlier != text) {
        source.id = format!("{}#{}", source.id, title_id("", &source.text));
    }
    let is_new = seen.insert(id_hash(&source.id), text).is_none();
    is_new.then_some(source)
}

/// Reads the fields of a record. The error describes what is wrong with it.
fn fields_of(record: &[u8], form: &Form) -> Result<Fields, String> {
    match form {
        Form::Json => json::read(record),
        Form::Table(columns) => columns.read(record),
    }
}

impl Reading for Records {
    fn next(&mut self) -> Option<Item> {
        let at = self.lines.position();
        Some(match self.lines.next_line() {
            Found::End => return None,
            Found::TooLong => Item::PassedOver(Reason::TooLong),
            Found::Broken(gap) => gap.into(),
            Found::Bytes(record) => match fields_of(record, &self.form) {
                Err(detail) => Item::Broken { at, detail },
                Ok(fields) => match fields.into_source() {
                    Err(reason) => Item::PassedOver(reason),
                    Ok(source) => told_apart(source, &mut self.seen)
                        .map_or(Item::PassedOver(Reason::DuplicateId), Item::Source),
                },
            },
        })
    }

    fn skip(&mut self) -> bool {
        match self.lines.next_line() {
            Found::End => false,
            Found::Bytes(record) => {
                if let Ok(Ok(source)) = fields_of(record, &self.form).map(Fields::into_source) {
                    told_apart(source, &mut self.seen);
                }
                true
            }
            Found::TooLong | Found::Broken(_) => true,
        }
    }

    fn position(&self) -> u64 {
        self.lines.position()
    }
}
