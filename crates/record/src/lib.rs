//! Bibliographic record of a document: who wrote it, its title, and where and when it was written, as its cover,
//! declaration, page heads, properties and file name state. Each field comes with the place that states it and with its
//! certainty.

mod article;
mod blanks;
mod bylines;
mod claim;
mod corrections;
mod cover;
mod dates;
mod essay_headings;
mod fields;
mod file_name;
mod formulas;
mod free_lines;
mod journal;
mod kinds;
mod label_words;
mod labels;
mod lines;
mod name_lists;
mod name_words;
mod names;
mod page_heads;
mod persons;
mod plain_lines;
mod properties;
mod recognition;
mod schools;
mod submission_pages;
mod supervisors;
mod values;

use serde::{Deserialize, Serialize};

use chachong_import::Metadata;
pub use chachong_text::RecordField;
use chachong_text::{Exclusion, Mark};
use claim::Claims;
pub use corrections::Corrections;
use lines::Head;
pub use name_lists::listed_names;
pub use name_words::{COMPOUND as COMPOUND_SURNAMES, SURNAMES};
pub use names::{has_teachers_title, is_chinese_name, is_latin_name};
pub use properties::is_template_date;

/// Title, author, student number, supervisor, institution, year and degree of a document. A field is `None` if the document does not
/// state it. A person's correction is kept as entered, so that it need not have the form that the fields describe.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BibliographicRecord {
    /// Title of the work, on one line; `None` if not stated.
    pub title: Option<Stated>,
    /// Author, or a list of authors that [`listed_names`] splits; `None` if not stated.
    pub author: Option<Stated>,
    /// Student number: 6 to 16 ASCII digits or letters, in capitals; `None` if not stated.
    pub student_number: Option<Stated>,
    /// Supervisor without titles such as 教授; several supervisors are joined by "、", or by ", " if their names are not Chinese. `None` if
    /// not stated.
    pub supervisor: Option<Stated>,
    /// University, college or school; `None` if not stated.
    pub institution: Option<Stated>,
    /// Year of the work, four ASCII digits; `None` if not stated.
    pub year: Option<Stated>,
    /// Degree as stated, such as 硕士 or Master of Science; `None` if not stated.
    pub degree: Option<Stated>,
}

/// Value of one field, with the place that states it and how certain it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stated {
    /// Value on one line, never empty.
    pub value: String,
    /// Place that states the value; if several do, the surest of them, and among equals the most trusted one.
    pub place: StatedPlace,
    /// How certain the value is.
    pub certainty: Certainty,
}

/// Place that may state a field, the least trusted first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StatedPlace {
    /// Properties of the file, as the program that wrote it filled them in.
    Properties,
    /// Name of the file or of a folder that contains it.
    FileName,
    /// Running head or foot of the pages.
    PageHead,
    /// Declaration of originality or authorisation of use.
    Declaration,
    /// Cover or, in a document without a cover, the first lines.
    Cover,
    /// Correction by the person who uses the program.
    Person,
}

/// How certain a stated value is, the least certain first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Certainty {
    /// Single weak hint, such as the user name in the file's properties.
    Guess,
    /// Single statement that may mean something else, or a guess that another place confirms.
    Likely,
    /// Labelled field of a cover, likely value that another place confirms, or correction by a person.
    Sure,
}

impl StatedPlace {
    /// Returns the name used in JSON, such as `file-name`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Properties => "properties",
            Self::FileName => "file-name",
            Self::PageHead => "page-head",
            Self::Declaration => "declaration",
            Self::Cover => "cover",
            Self::Person => "person",
        }
    }
}

impl Certainty {
    /// Returns [`Self::Likely`] if `is_sound`, otherwise [`Self::Guess`].
    const fn likely_if(is_sound: bool) -> Self {
        if is_sound { Self::Likely } else { Self::Guess }
    }

    /// Returns the name used in JSON, such as `likely`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Guess => "guess",
            Self::Likely => "likely",
            Self::Sure => "sure",
        }
    }
}

impl BibliographicRecord {
    /// Returns the value of a field with its place and certainty; `None` if the document does not state the field.
    #[must_use]
    pub const fn get(&self, field: RecordField) -> Option<&Stated> {
        match field {
            RecordField::Title => self.title.as_ref(),
            RecordField::Author => self.author.as_ref(),
            RecordField::StudentNumber => self.student_number.as_ref(),
            RecordField::Supervisor => self.supervisor.as_ref(),
            RecordField::Institution => self.institution.as_ref(),
            RecordField::Year => self.year.as_ref(),
            RecordField::Degree => self.degree.as_ref(),
        }
    }

    /// Returns the value of a field; empty if the document does not state it.
    #[must_use]
    pub fn value(&self, field: RecordField) -> &str {
        self.get(field).map_or("", |stated| stated.value.as_str())
    }

    /// Returns the value of a field; `None` if the document does not state it or if the value is only a guess.
    #[must_use]
    pub fn trusted(&self, field: RecordField) -> Option<&str> {
        let stated = self.get(field)?;
        (stated.certainty > Certainty::Guess).then_some(stated.value.as_str())
    }

    /// Sets a field to a person's correction, with white space reduced to one line. An empty `value` means that the
    /// document does not state the field.
    pub fn correct(&mut self, field: RecordField, value: &str) {
        let value = blanks::one_line(value);
        let stated = (!value.is_empty()).then_some(Stated {
            value,
            place: StatedPlace::Person,
            certainty: Certainty::Sure,
        });
        self.set(field, stated);
    }

    /// Replaces the value of a field together with its place and certainty; `None` removes it.
    pub fn set(&mut self, field: RecordField, stated: Option<Stated>) {
        let slot = match field {
            RecordField::Title => &mut self.title,
            RecordField::Author => &mut self.author,
            RecordField::StudentNumber => &mut self.student_number,
            RecordField::Supervisor => &mut self.supervisor,
            RecordField::Institution => &mut self.institution,
            RecordField::Year => &mut self.year,
            RecordField::Degree => &mut self.degree,
        };
        *slot = stated;
    }

    /// Finds the bibliographic record of a document. `name` is its file name with folders, `marks` and `exclusions` are the sections and
    /// exclusions of `text`, and `metadata` holds the properties of the file. Reads only the beginning of the text, its declarations and
    /// its first running heads, so that a long text takes hardly more time than a short one.
    #[must_use]
    pub fn of(
        name: &str,
        text: &str,
        marks: &[Mark],
        exclusions: &[Exclusion],
        metadata: &Metadata,
    ) -> Self {
        let mut claims = Claims::default();
        let head = Head::of(text, marks, exclusions);
        // Where author and title stand in fixed places, other lines are neither.
        let is_fixed = submission_pages::read(&head.lines, &mut claims)
            || essay_headings::read(&head.lines, &mut claims);
        let is_cover = !is_fixed && recognition::is_cover(&head.lines);
        cover::read(&head.lines, is_cover, &mut claims);
        if !is_fixed && !is_cover {
            article::read(&head, &mut claims);
        }
        cover::read(&head.declarations, is_cover, &mut claims);
        page_heads::read(text, exclusions, &mut claims);
        properties::read(metadata, &mut claims);
        file_name::read(name, &mut claims);
        claims.settle(name)
    }
}

#[cfg(test)]
mod tests;
