//! Recognises this program's tables (xlsx, csv) among the files to read, by marks that only the program makes. Checked
//! as documents, they would only tell about other documents.

use std::io::{Read, Seek};

use super::bytes::{read_end, u16_at, u32_at};
use super::own_report::{inflated, piece};

/// Part of a spreadsheet that says who made it, and when.
const PROPERTIES: &str = "docProps/core.xml";
/// Maximum length in bytes of these properties.
const MOST_PROPERTIES: u64 = 16 << 10;
/// Table that this program writes as text (CSV).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnTable {
    /// Documents of a check.
    Documents,
    /// Listed pairs of a check.
    Pairs,
    /// Submissions of a check, for the gradebook.
    Submissions,
    /// Cases of a library.
    Cases,
    /// Precision and recall at each threshold of an evaluation.
    Curve,
    /// Files that a watch cannot read.
    Failed,
}

/// Columns of the tables in the order of [`OwnTable`]: all columns, or for documents and pairs the first, which each
/// version has. Tables are written with these headings and told from those of other programs by them.
const COLUMNS: [&[&str]; 6] = [
    &["document", "format", "status", "message"],
    &["document_a", "document_b", "distance", "estimated_cosine"],
    &[
        "number",
        "name",
        "email",
        "class",
        "submitted",
        "files",
        "total_share",
        "highest_share",
        "kind",
        "with",
    ],
    &[
        "case",
        "state",
        "outcome",
        "outcome_words",
        "grounds",
        "grounds_words",
        "subject",
        "documents",
        "author",
        "student_number",
        "sources",
        "passages",
        "check",
        "opened",
        "opened_by",
        "changed",
        "changed_by",
    ],
    &[
        "scheme",
        "threshold",
        "true_positives",
        "false_positives",
        "false_negatives",
        "precision",
        "recall",
        "f1",
    ],
    &["file", "time", "reason", "remedy"],
];
/// Bytes with which each of our tables begins.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
/// Number of bytes at the beginning of a table among which its headings stand.
const HEADINGS: u64 = 512;

/// Number of bytes at the end of a spreadsheet among which its directory stands.
const DIRECTORY: u64 = 64 << 10;
/// Length in bytes of the header before the name in an entry of the directory, and before a part itself.
const ENTRY_HEAD: usize = 46;
const PART_HEAD: u64 = 30;

/// Finds the mark of a spreadsheet in its properties; `None` if it has none. Programs that save it anew change the
/// times, which are fixed in ours.
pub(super) fn sheet_mark<C: Read + Seek>(content: &mut C) -> Option<()> {
    let properties = properties(content)?;
    let version = properties
        .split_once("<dc:creator>Chachong ")?
        .1
        .split('<')
        .next()?;
    let rest = format!("<cp:lastModifiedBy>Chachong {version}</cp:lastModifiedBy>");
    let is_untouched = properties.contains(">2000-01-01T00:00:00Z</dcterms:modified>");
    (is_untouched && properties.contains(&rest)).then_some(())
}

/// Reads the properties of a spreadsheet; `None` if they are not where and as our writer puts them.
fn properties<C: Read + Seek>(content: &mut C) -> Option<String> {
    let (_, tail) = read_end(content, DIRECTORY).ok()?;
    let name = tail
        .windows(PROPERTIES.len())
        .rposition(|window| window == PROPERTIES.as_bytes())?;
    let entry = tail.get(name.checked_sub(ENTRY_HEAD)?..name)?;
    // Signature of an entry, and the method "deflated".
    if !entry.starts_with(b"PK\x01\x02") || u16_at(entry, 10)? != 8 {
        return None;
    }
    let [packed, place] = [u32_at(entry, 20)?, u32_at(entry, 42)?].map(u64::from);
    let head = piece(content, place, PART_HEAD)?;
    let [name, more] = [u16_at(&head, 26)?, u16_at(&head, 28)?].map(u64::from);
    let start = place + PART_HEAD + name + more;
    let packed = piece(content, start, packed.min(MOST_PROPERTIES))?;
    inflated(&packed, MOST_PROPERTIES)
}

impl OwnTable {
    /// Returns the names of the columns with which the first row of the table begins. The table is recognised by them.
    #[must_use]
    pub const fn columns(self) -> &'static [&'static str] {
        COLUMNS[self as usize]
    }

    /// Returns whether `content` is this table as this program writes it: a byte order mark, then the columns. `false` for content that
    /// cannot be read.
    pub fn is_in<C: Read + Seek>(self, content: &mut C) -> bool {
        piece(content, 0, HEADINGS).is_some_and(|head| begins_with(&head, self.columns()))
    }
}

/// Finds the mark of a table as text in its first row; `None` if it has none.
pub(super) fn csv_mark<C: Read + Seek>(content: &mut C) -> Option<()> {
    let head = piece(content, 0, HEADINGS)?;
    let is_ours = |columns: &&[&str]| begins_with(&head, columns);
    COLUMNS.iter().any(is_ours).then_some(())
}

/// Whether a table begins as ours, with these columns.
fn begins_with(head: &[u8], columns: &[&str]) -> bool {
    let row = columns.join(",");
    let rest =
        (head.strip_prefix(BYTE_ORDER_MARK)).and_then(|rest| rest.strip_prefix(row.as_bytes()));
    rest.is_some_and(|rest| rest.starts_with(b",") || rest.starts_with(b"\r\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zip_sample::zipped;
    use std::io::Cursor;

    fn sheet(creator: &str, editor: &str, modified: &str) -> Option<()> {
        let properties = format!(
            "<c><dc:creator>{creator}</dc:creator><cp:lastModifiedBy>{editor}</cp:lastModifiedBy>\
             <dcterms:modified xsi:type=\"dcterms:W3CDTF\">{modified}</dcterms:modified></c>"
        );
        sheet_mark(&mut Cursor::new(zipped([(PROPERTIES, properties)])))
    }

    #[test]
    fn our_tables_are_told_until_a_person_saves_them_anew() {
        let (ours, fixed) = ("Chachong 0.2.0", "2000-01-01T00:00:00Z");
        assert!(sheet(ours, ours, fixed).is_some());
        for (creator, editor, modified) in [
            (ours, "张三", fixed),
            (ours, ours, "2026-01-01T00:00:00Z"),
            ("张三", "张三", fixed),
        ] {
            assert!(sheet(creator, editor, modified).is_none());
        }
        assert!(sheet_mark(&mut Cursor::new(b"PK")).is_none());
    }

    #[test]
    fn each_table_as_text_is_told_by_its_headings() {
        let is_ours = |text: &str| csv_mark(&mut Cursor::new(text.as_bytes())).is_some();
        for columns in COLUMNS {
            let row = columns.join(",");
            assert!(is_ours(&format!("\u{FEFF}{row}\r\n")), "{row}");
            assert!(is_ours(&format!("\u{FEFF}{row},more\r\n")), "{row}");
            // Of another program, or with another column.
            for other in [
                format!("{row}\r\n"),
                format!("\u{FEFF}{row}\n"),
                format!("\u{FEFF}{row}s\r\n"),
                format!("\u{FEFF}a,{row}\r\n"),
            ] {
                assert!(!is_ours(&other), "{other}");
            }
            assert!(row.len() + 8 < usize::try_from(HEADINGS).unwrap());
        }
        let gradebook = format!("\u{FEFF}{}\r\n", OwnTable::Submissions.columns().join(","));
        let is_table = |table: OwnTable| table.is_in(&mut Cursor::new(gradebook.as_bytes()));
        assert!(is_table(OwnTable::Submissions) && !is_table(OwnTable::Cases));
        // A class list that a person saved as UTF-8.
        assert!(!is_ours("\u{FEFF}number,name,email,class\r\n"));
    }
}
