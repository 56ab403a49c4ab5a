//! Reads a record from a row of a table whose first row names the columns.

use std::borrow::Cow;

use csv::{ByteRecord, ReaderBuilder};

use super::fields::{Field, Fields, named};

/// Columns of a table.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    fields: Vec<Option<Field>>,
    delimiter: u8,
    gb18030: bool,
}

impl Columns {
    /// Reads the row of names at the start of a table; `None` if no column has the texts.
    pub(crate) fn of(start: &[u8], gb18030: bool) -> Option<Self> {
        let mut lines = start.split(|&byte| byte == b'\n');
        let names = lines.find(|line| !line.trim_ascii().is_empty())?;
        let count = |sign: &u8| memchr::memchr_iter(*sign, names).count();
        // Where there is a single column, these signs are part of its text.
        let delimiter = [b'\t', b',', b';']
            .into_iter()
            .max_by_key(count)
            .filter(|sign| count(sign) > 0)
            .unwrap_or(0);
        let mut columns = Self {
            fields: Vec::new(),
            delimiter,
            gb18030,
        };
        let row = columns.row(names).ok()?;
        columns.fields = row
            .iter()
            .map(|name| named(&columns.decode(name)))
            .collect();
        columns
            .fields
            .contains(&Some(Field::Text))
            .then_some(columns)
    }

    /// Returns the sign between the cells.
    pub(super) const fn delimiter(&self) -> u8 {
        self.delimiter
    }

    fn row(&self, record: &[u8]) -> Result<ByteRecord, String> {
        let mut row = ByteRecord::new();
        let read = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(self.delimiter)
            .buffer_capacity(record.len().clamp(256, 64 << 10))
            .from_reader(record)
            .read_byte_record(&mut row)
            .map_err(|error| error.to_string())?;
        if read {
            Ok(row)
        } else {
            Err("an empty row".to_owned())
        }
    }

    fn decode<'a>(&self, cell: &'a [u8]) -> Cow<'a, str> {
        match std::str::from_utf8(cell) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) if self.gb18030 => encoding_rs::GB18030.decode_without_bom_handling(cell).0,
            Err(_) => String::from_utf8_lossy(cell),
        }
    }

    /// Reads a row. The error describes what is wrong with it.
    pub(super) fn read(&self, record: &[u8]) -> Result<Fields, String> {
        let row = self.row(record)?;
        let text_at = self
            .fields
            .iter()
            .position(|field| *field == Some(Field::Text));
        if text_at.is_none_or(|at| at >= row.len()) {
            return Err(format!(
                "a row of {} cells instead of {}",
                row.len(),
                self.fields.len()
            ));
        }
        let mut fields = Fields::default();
        for (cell, field) in row.iter().zip(&self.fields) {
            if let Some(field) = field {
                fields.set(*field, self.decode(cell).into_owned());
            }
        }
        Ok(fields)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_by_the_names_of_their_columns() {
        let columns = Columns::of("标题,正文,备注\n".as_bytes(), false).unwrap();
        let fields = columns
            .read("甲,\"乙,\n\"\"丙\"\"\",丁".as_bytes())
            .unwrap();
        assert_eq!(
            (fields.source.title.as_str(), fields.source.text.as_str()),
            ("甲", "乙,\n\"丙\"")
        );
        assert!(columns.read("甲".as_bytes()).is_err());
        assert!(columns.read(b"").is_err());
        let columns = Columns::of("\n\t正文\t题目\r\n".as_bytes(), false).unwrap();
        let source = columns.read("\t乙\t甲\r".as_bytes()).unwrap().source;
        assert_eq!((source.title.as_str(), source.text.as_str()), ("甲", "乙"));
        let columns = Columns::of("正文\n".as_bytes(), false).unwrap();
        let source = columns.read("夜间开放; 5\" disk, 借书".as_bytes());
        assert_eq!(source.unwrap().source.text, "夜间开放; 5\" disk, 借书");
        assert!(Columns::of("学号,姓名,成绩\n1,甲,90".as_bytes(), false).is_none());
        let gb = |text: &str| encoding_rs::GB18030.encode(text).0.into_owned();
        let columns = Columns::of(&gb("题目\t正文\n"), true).unwrap();
        assert_eq!(
            columns.read(&gb("甲\t夜间开放")).unwrap().source.text,
            "夜间开放"
        );
    }
}
