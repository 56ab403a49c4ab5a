//! Reads a record from a JSON object. Only the known fields are kept, so that an object with millions of other fields
//! takes no memory.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::fields::{Field, Fields, named};

/// Reads a record. The error describes what is wrong with it.
pub(super) fn read(line: &[u8]) -> Result<Fields, String> {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    let decoded;
    let line = if std::str::from_utf8(line).is_err() {
        decoded = encoding_rs::GB18030
            .decode_without_bom_handling(line)
            .0
            .into_owned();
        decoded.as_bytes()
    } else {
        line
    };
    serde_json::from_slice::<Fields>(line).map_err(|error| error.to_string())
}

/// Number of lines at the start of a file among which one must be a record.
const LOOKED_AT: usize = 10;

/// Whether a record with a text is among the first lines of a file. A start that is `cut` may end inside the first record.
pub(crate) fn is_json_record(start: &[u8], cut: bool) -> bool {
    let is_record = |line: &[u8]| read(line).is_ok_and(|fields| !fields.source.text.is_empty());
    if cut && memchr::memchr(b'\n', start).is_none() {
        return ["\"text\"", "\"content\"", "\"正文\"", "\"全文\""]
            .iter()
            .any(|name| memchr::memmem::find(start, name.as_bytes()).is_some());
    }
    start
        .split(|&byte| byte == b'\n')
        .take(LOOKED_AT)
        .any(is_record)
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Record)
    }
}

struct Record;

impl<'de> Visitor<'de> for Record {
    type Value = Fields;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a field “text”")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
        let mut fields = Fields::default();
        let mut has_text = false;
        while let Some(name) = map.next_key::<String>()? {
            match named(&name) {
                Some(field) => {
                    has_text |= field == Field::Text;
                    if let Some(value) = map.next_value::<Scalar>()?.0 {
                        fields.set(field, value);
                    }
                }
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        if has_text {
            Ok(fields)
        } else {
            Err(A::Error::custom("the object has no field “text”"))
        }
    }
}

/// A value as text; lists of texts (authors) are joined, and objects have none.
struct Scalar(Option<String>);

/// Number of values of a list that are kept.
const MOST_VALUES: usize = 1000;

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Value;
        impl<'de> Visitor<'de> for Value {
            type Value = Scalar;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text, a number or a list of them")
            }
            fn visit_str<E: Error>(self, value: &str) -> Result<Scalar, E> {
                Ok(Scalar(Some(value.to_owned())))
            }
            fn visit_string<E: Error>(self, value: String) -> Result<Scalar, E> {
                Ok(Scalar(Some(value)))
            }
            fn visit_u64<E: Error>(self, value: u64) -> Result<Scalar, E> {
                Ok(Scalar(Some(value.to_string())))
            }
            fn visit_i64<E: Error>(self, value: i64) -> Result<Scalar, E> {
                Ok(Scalar(Some(value.to_string())))
            }
            fn visit_f64<E: Error>(self, value: f64) -> Result<Scalar, E> {
                Ok(Scalar(Some(value.to_string())))
            }
            fn visit_bool<E: Error>(self, _: bool) -> Result<Scalar, E> {
                Ok(Scalar(None))
            }
            fn visit_unit<E: Error>(self) -> Result<Scalar, E> {
                Ok(Scalar(None))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Scalar, A::Error> {
                let mut values = Vec::new();
                while let Some(value) = seq.next_element::<Scalar>()? {
                    if values.len() < MOST_VALUES {
                        values.extend(value.0);
                    }
                }
                Ok(Scalar((!values.is_empty()).then(|| values.join(", "))))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Scalar, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Scalar(None))
            }
        }
        deserializer.deserialize_any(Value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_by_the_names_of_their_fields() {
        let text = "甲".repeat(200);
        let line = format!(
            r#"{{"编号": 12, "标题": "乙", "authors": ["丙", "丁"], "日期": "2024-05-01", "网址": "http://a", "x": {{"y": [1]}}, "正文": "{text}\r\n"}}"#
        );
        let source = read(line.as_bytes()).unwrap().into_source().unwrap();
        assert_eq!((source.id.as_str(), source.title.as_str()), ("12", "乙"));
        assert_eq!(source.author.as_deref(), Some("丙, 丁"));
        assert_eq!(source.address.as_deref(), Some("http://a"));
        assert_eq!(source.text, text);
        assert!(read(br#"{"text": "a""#).is_err());
        assert!(read(br#"{"title": "a"}"#).is_err());
        assert!(read(b"[1]").is_err());
        assert!(read(&b"[".repeat(100_000)).is_err());
        assert!(read(format!(r#"{{"text": {}1"#, "[".repeat(100_000)).as_bytes()).is_err());
        let gb = encoding_rs::GB18030
            .encode(r#"{"text": "夜间开放"}"#)
            .0
            .into_owned();
        assert_eq!(read(&gb).unwrap().source.text, "夜间开放");
    }

    #[test]
    fn only_objects_with_a_text_are_records() {
        assert!(is_json_record(br#"{"id": 1, "text": "a"}"#, false));
        assert!(!is_json_record(br#"{"id": 1, "note": "a"}"#, false));
        assert!(is_json_record(
            br#"{"id": 1, "text": "a long one that is c"#,
            true
        ));
        assert!(!is_json_record(b"{", false));
        assert!(is_json_record(b"{\n[]\n{\"text\": \"a\"}\n", false));
    }
}
