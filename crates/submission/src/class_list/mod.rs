//! Class lists: the students of a class, read from a table in CSV or XLSX, or from pasted lines.

mod columns;
mod content;
mod matching;
mod table;
mod time;

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::person::is_person;
use crate::{key, pieces};

pub use columns::Column;
pub(crate) use matching::{Matches, Roster};

/// Student on a class list. A field is `None` if the list does not state it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListEntry {
    /// Student number, in half-width characters and capitals, without hyphens if it has at least five digits; `None` if not listed.
    pub number: Option<String>,
    /// Name, as written in the list, without remarks such as `（休学）`; `None` if not listed.
    pub name: Option<String>,
    /// Class of the student; `None` if not listed.
    pub class: Option<String>,
    /// E-mail address; `None` if not listed.
    pub email: Option<String>,
    /// User name on a platform; `None` if not listed.
    pub user: Option<String>,
    /// Number that the platform gave the student in its own table; not the student number. `None` if not listed.
    pub platform_id: Option<String>,
    /// Time at which the student handed in, as `yyyy-mm-ddThh:mm:ss` without a time zone; `None` if not listed.
    pub submitted: Option<String>,
}

/// Students of a class, with the table from which they were read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassList {
    /// All students, in the order of the table.
    pub entries: Vec<ListEntry>,
    /// Meaning of each column of the table.
    columns: Vec<Option<Column>>,
    /// Rows of the table, without its headings.
    rows: Vec<Vec<String>>,
    /// Headings of the table; empty if it has none.
    headings: Vec<String>,
}

/// Reason why a class list could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClassListError {
    /// The file is neither text nor a workbook; holds the name of the file.
    #[error("neither a CSV file nor an XLSX workbook: {0}")]
    NoTable(String),
    /// No column contains student numbers or names.
    #[error("no column holds student numbers or names")]
    NobodyFound,
}

impl ClassList {
    /// Reads a list from the bytes of a CSV file (separated by comma, semicolon or tab; in UTF-8, UTF-16 or GB18030) or of an XLSX workbook
    /// (its first sheet that lists students, with all further sheets of the same headings). `name` is the name of the file, for error
    /// messages. Fails if the bytes are no table, or if no column holds numbers or names.
    pub fn read(bytes: &[u8], name: &str) -> Result<Self, ClassListError> {
        let tables = table::read(bytes, name)?.into_iter();
        let mut lists = tables.filter_map(|table| Self::of_table(table).ok());
        let mut list = lists.next().ok_or(ClassListError::NobodyFound)?;
        // A school writes one sheet for each class.
        for other in lists {
            if !list.headings.is_empty() && other.headings == list.headings {
                list.rows.extend(other.rows);
            }
        }
        list.fill();
        Ok(list)
    }

    /// Reads a list from pasted lines, each with a student number, a name, or both, and perhaps an e-mail address; or from a pasted table
    /// with separators. Fails if no line has a number or a name.
    pub fn from_pasted(text: &str) -> Result<Self, ClassListError> {
        Self::of_table(table::pasted(text))
    }

    fn of_table(table: Vec<Vec<String>>) -> Result<Self, ClassListError> {
        let (headings, columns, rows) = columns::detect(table);
        let mut list = Self {
            entries: Vec::new(),
            columns,
            rows,
            headings,
        };
        list.fill();
        if list.entries.is_empty() {
            return Err(ClassListError::NobodyFound);
        }
        Ok(list)
    }

    /// Returns the headings of the table, one per column; empty if it has none.
    #[must_use]
    pub fn headings(&self) -> &[String] {
        &self.headings
    }

    /// Returns the meaning of each column of the table; `None` for columns that are not used.
    #[must_use]
    pub fn columns(&self) -> &[Option<Column>] {
        &self.columns
    }

    /// Returns the rows of the table without its headings.
    #[must_use]
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// Returns the rows that were not read as students though they have a name or a number, such as sums: the cells of each, joined by
    /// blanks.
    #[must_use]
    pub fn left_out(&self) -> Vec<String> {
        let names = self
            .entries
            .iter()
            .filter_map(|entry| entry.name.as_deref());
        let names: HashSet<&str> = names.collect();
        let numbers = self
            .entries
            .iter()
            .filter_map(|entry| entry.number.as_deref());
        let numbers: HashSet<&str> = numbers.collect();
        let is_left_out = |row: &&Vec<String>| {
            let row = columns::entry(row, &self.columns);
            match (&row.name, &row.number) {
                (Some(name), _) => !names.contains(name.as_str()),
                (None, Some(number)) => !numbers.contains(number.as_str()),
                (None, None) => false,
            }
        };
        let rows = self.rows.iter().filter(is_left_out);
        let cells = rows.map(|row| row.iter().filter(|cell| !cell.is_empty()));
        cells
            .map(|cells| cells.map(String::as_str).collect::<Vec<_>>().join(" "))
            .collect()
    }

    /// Sets the meaning of the column at an index, as a person chose it, and reads the students again. Another column with this meaning
    /// loses it. `None` leaves the column unused.
    pub fn set_column(&mut self, at: usize, column: Option<Column>) {
        if column.is_some() {
            for other in &mut self.columns {
                if *other == column {
                    *other = None;
                }
            }
        }
        if let Some(slot) = self.columns.get_mut(at) {
            *slot = column;
        }
        self.fill();
    }

    /// Reads the entries from the table by its columns.
    fn fill(&mut self) {
        let read: Vec<ListEntry> = (self.rows.iter())
            .map(|row| columns::entry(row, &self.columns))
            .collect();
        let numbers: Vec<&str> = (read.iter())
            .filter_map(|entry| entry.number.as_deref())
            .collect();
        let sound: HashSet<usize> = (numbers.iter())
            .filter(|number| pieces::number(number).is_some())
            .map(|number| number.len())
            .collect();
        let is_usual = |number: &str| number.is_ascii() && sound.contains(&number.len());
        let usual = numbers.iter().filter(|number| is_usual(number)).count();
        let are_usual = usual * 2 > numbers.len();
        let is_numbered = !numbers.is_empty();
        let holders = holders(&read);
        let mut seen = HashSet::new();
        self.entries = (read.iter().cloned())
            .filter_map(|mut entry| {
                let number = entry.number.take_if(|number| {
                    are_usual && !is_usual(number) || holders[number.as_str()].len() > 1
                });
                // A number of another form, as guests have it, tells a student from a sum.
                let is_guest = number.is_some_and(|number| columns::is_like_number(&number));
                let is_student = match (&entry.number, &entry.name) {
                    // A student stands twice where a course does.
                    (Some(number), name) => seen.insert((number.clone(), name.clone())),
                    // Rows below the students, and the second row of Canvas's gradebook.
                    (None, Some(name)) => {
                        (!is_numbered || is_guest || is_person(name))
                            && key::name(name) != "pointspossible"
                    }
                    (None, None) => false,
                };
                is_student.then_some(entry)
            })
            .collect();
    }
}

/// Returns the different names beside each number. A number of several students is none: a spreadsheet has spoilt it.
fn holders(entries: &[ListEntry]) -> HashMap<&str, HashSet<&str>> {
    let mut holders: HashMap<&str, HashSet<&str>> = HashMap::new();
    for entry in entries {
        if let Some(number) = &entry.number {
            let names = holders.entry(number).or_default();
            names.extend(entry.name.as_deref());
        }
    }
    holders
}

#[cfg(test)]
mod tests;
