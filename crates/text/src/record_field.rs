//! Fields of the bibliographic record, which the labels of covers name.

use serde::{Deserialize, Serialize};

/// Field of the bibliographic record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordField {
    /// Title of the work.
    Title,
    /// Author or authors.
    Author,
    /// Student number.
    StudentNumber,
    /// Supervisor or supervisors.
    Supervisor,
    /// University, college or school.
    Institution,
    /// Year of the work.
    Year,
    /// Degree, such as 硕士.
    Degree,
}

impl RecordField {
    /// All fields, in display order.
    pub const ALL: [Self; 7] = [
        Self::Title,
        Self::Author,
        Self::StudentNumber,
        Self::Supervisor,
        Self::Institution,
        Self::Year,
        Self::Degree,
    ];

    /// Fields that have a column of their own in tables.
    pub const COLUMNS: [Self; 6] = [
        Self::Title,
        Self::Author,
        Self::StudentNumber,
        Self::Supervisor,
        Self::Institution,
        Self::Year,
    ];

    /// Returns the field whose [`Self::name`] is `name`; `None` for any other text.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.name() == name)
    }

    /// Returns the name used in CSV, JSON and libraries, such as `student_number`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Author => "author",
            Self::StudentNumber => "student_number",
            Self::Supervisor => "supervisor",
            Self::Institution => "institution",
            Self::Year => "year",
            Self::Degree => "degree",
        }
    }
}
