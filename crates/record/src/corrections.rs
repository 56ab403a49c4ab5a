//! Corrections: values that a person entered for the records of files, stored with a check.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{BibliographicRecord, RecordField};

/// Fields that a person corrected, by the SHA-256 of the file (64 lower-case hex digits). An empty value records that
/// the document does not state the field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Corrections(BTreeMap<String, BTreeMap<RecordField, String>>);

impl Corrections {
    /// Stores a correction of a field of a file, without white space at its ends. An empty `value` records that the
    /// document does not state the field.
    pub fn set(&mut self, sha256: &str, field: RecordField, value: &str) {
        let fields = self.0.entry(sha256.to_owned()).or_default();
        fields.insert(field, value.trim().to_owned());
    }

    /// Returns the correction of a field of a file; `None` if there is none. An empty string means that the document
    /// does not state the field.
    #[must_use]
    pub fn get(&self, sha256: &str, field: RecordField) -> Option<&str> {
        self.0.get(sha256)?.get(&field).map(String::as_str)
    }

    /// Removes the correction of a field of a file, if there is one.
    pub fn take_back(&mut self, sha256: &str, field: RecordField) {
        if let Some(fields) = self.0.get_mut(sha256) {
            fields.remove(&field);
            if fields.is_empty() {
                self.0.remove(sha256);
            }
        }
    }

    /// Adds all corrections of `other`, such as those of another check. They replace existing corrections of the same
    /// fields.
    pub fn extend(&mut self, other: Self) {
        for (sha256, fields) in other.0 {
            self.0.entry(sha256).or_default().extend(fields);
        }
    }

    /// Returns a copy with only the corrections of the files that have these SHA-256 hashes.
    #[must_use]
    pub fn of(&self, sha256: &BTreeSet<&str>) -> Self {
        let known = self.0.iter();
        let of_files = known.filter(|(file, _)| sha256.contains(file.as_str()));
        Self(
            of_files
                .map(|(file, fields)| (file.clone(), fields.clone()))
                .collect(),
        )
    }

    /// Applies the corrections of the file with this SHA-256 to its record.
    pub fn apply(&self, sha256: &str, record: &mut BibliographicRecord) {
        for (&field, value) in self.0.get(sha256).into_iter().flatten() {
            record.correct(field, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::StatedPlace;
    use super::*;

    #[test]
    fn a_persons_word_comes_back_from_json() {
        let mut corrections = Corrections::default();
        corrections.set("ab", RecordField::StudentNumber, " 20190001 ");
        corrections.set("ab", RecordField::Author, "");
        corrections.set("cd", RecordField::Author, "张小三");
        let json = serde_json::to_string(&corrections.of(&BTreeSet::from(["ab"]))).unwrap();
        let back: Corrections = serde_json::from_str(&json).unwrap();
        let mut record = BibliographicRecord::default();
        record.correct(RecordField::Author, "李四");
        back.apply("ab", &mut record);
        assert_eq!(record.author, None);
        let number = record.student_number.unwrap();
        assert_eq!(
            (number.value.as_str(), number.place),
            ("20190001", StatedPlace::Person)
        );
        let mut other = BibliographicRecord::default();
        back.apply("cd", &mut other);
        assert_eq!(other, BibliographicRecord::default());
        corrections.take_back("cd", RecordField::Author);
        corrections.apply("cd", &mut other);
        assert_eq!(other, BibliographicRecord::default());
        assert_eq!(corrections.get("ab", RecordField::Author), Some(""));
        assert_eq!(corrections.get("cd", RecordField::Author), None);
        corrections.take_back("ab", RecordField::Author);
        corrections.take_back("ab", RecordField::StudentNumber);
        assert_eq!(corrections, Corrections::default());
    }
}
