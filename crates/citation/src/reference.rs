//! Reference: one entry of a reference list, with the details that it states.

/// Entry of a reference list, with the details that could be read in it. What could not be read for certain is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says something else of the entry"
)]
pub struct Reference {
    /// Offset of the entry's first character in the author's text, its number included, in Unicode scalar values.
    pub start: u32,
    /// Offset after the entry's last character, in Unicode scalar values.
    pub end: u32,
    /// Number of the list that has the entry, from 0: a text may have one for each chapter.
    pub list: u32,
    /// Number before the entry, as printed; `None` in a list without numbers.
    pub number: Option<u32>,
    /// Further numbers before the entry, ascending or not: `[1][7]` stands before a work that two notes cite.
    pub more_numbers: Vec<u32>,
    /// Whether the number is in square brackets, which a line of text hardly begins with.
    pub in_brackets: bool,
    /// Whole entry on one line, without its number and without running heads that a page put into it.
    pub text: String,
    /// Names of the authors as printed, in their order, without "et al." and 等: "沈知远", "Smith J", "Smith, J.".
    pub authors: Vec<String>,
    /// Title of the work, without its kind and without the journal or book that contains it.
    pub title: Option<String>,
    /// Year of publication, 1000..=2999.
    pub year: Option<u16>,
    /// Letter after the year that tells works of one year apart, as in 2010a.
    pub year_letter: Option<char>,
    /// Whether the year stands where a year of publication does, and the entry has no other number that could be one.
    pub year_is_sure: bool,
    /// Year in which an electronic work was read, as in "[2012-05-06]".
    pub accessed: Option<u16>,
    /// Kind of the work in brackets, as in `[J]`.
    pub kind: Option<Kind>,
    /// DOI as printed after its label or address, even one that cannot be a DOI; `None` where a line break may have cut it.
    pub doi: Option<String>,
    /// ISBN as printed after its label, with its hyphens, even one that cannot be an ISBN.
    pub isbn: Option<String>,
    /// ISSN as printed after its label.
    pub issn: Option<String>,
    /// Whether the entry is a note at the foot of a page or among the words, not one of a list at the end.
    pub is_note: bool,
    /// Whether the entry is one of a list of notes at the end, where a work stands as often as it is cited.
    pub is_endnote: bool,
    /// Whether the entry's beginning and end are sure: it has a number of a list that counts on, or is a paragraph.
    pub is_whole: bool,
}

impl Reference {
    /// Returns all numbers before the entry, the first as printed first.
    pub fn numbers(&self) -> impl Iterator<Item = u32> + '_ {
        self.number
            .into_iter()
            .chain(self.more_numbers.iter().copied())
    }

    /// Returns the entry on one line, with its number in square brackets where it has one.
    #[must_use]
    pub fn line(&self) -> String {
        let numbers: Vec<String> = self.numbers().map(|number| format!("[{number}]")).collect();
        let numbers = numbers.concat();
        let gap = if numbers.is_empty() { "" } else { " " };
        format!("{numbers}{gap}{}", self.text)
    }
}

/// Kind of a work, by the letter in brackets of GB/T 7714.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// J: article of a journal.
    Article,
    /// M: book.
    Book,
    /// D: thesis.
    Thesis,
    /// C: paper of a conference, or its proceedings.
    Proceedings,
    /// N: article of a newspaper.
    Newspaper,
    /// R: report.
    Report,
    /// S: standard.
    Standard,
    /// P: patent.
    Patent,
    /// EB, DB, CP: electronic document, database or program.
    Electronic,
    /// Any other letter: G, A, Z and others.
    Other,
}
