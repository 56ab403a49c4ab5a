//! Reference: one entry of a reference list, with the details that it states.

/// Entry of a reference list, with the details that could be read in it. A detail that could not be read for certain
/// is `None`, or empty for lists of names and numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says something else of the entry"
)]
pub struct Reference {
    /// Offset of the entry's first character in the author's text, its number included, in Unicode scalar values.
    pub start: u32,
    /// Offset after the entry's last character in the author's text, in Unicode scalar values.
    pub end: u32,
    /// Index of the reference list that contains the entry, from 0. A text may have a list for each chapter.
    pub list: u32,
    /// Number before the entry, as printed; `None` in a list without numbers.
    pub number: Option<u32>,
    /// Further numbers before the entry, in any order: `[1][7]` stands before a work that two notes cite.
    pub more_numbers: Vec<u32>,
    /// Whether the number is in square brackets. Lines of running text seldom begin with such a number.
    pub in_brackets: bool,
    /// Whole entry on one line, without its number and without running heads of pages.
    pub text: String,
    /// Names of the authors as printed, in their order, without "et al." and 等: "沈知远", "Smith J", "Smith, J.".
    pub authors: Vec<String>,
    /// Title of the work, without its kind and without the journal or book that contains it; `None` if it was not recognised.
    pub title: Option<String>,
    /// Year of publication, 1000..=2999; `None` if none was recognised.
    pub year: Option<u16>,
    /// Letter after the year that distinguishes works of the same year, as in 2010a; `None` without one.
    pub year_letter: Option<char>,
    /// Whether the year is certainly the year of publication: it stands in the usual place, and no other number could be one.
    pub year_is_sure: bool,
    /// Year in which an electronic work was accessed, as in "[2012-05-06]"; `None` if none is stated.
    pub accessed: Option<u16>,
    /// Kind of the work, from the letter in brackets, as in `[J]`; `None` without one.
    pub kind: Option<Kind>,
    /// DOI as printed after its label or address, even if malformed; `None` without one, or where a line break may have cut it.
    pub doi: Option<String>,
    /// ISBN as printed after its label, with its hyphens, even if malformed; `None` without one.
    pub isbn: Option<String>,
    /// ISSN as printed after its label, even if malformed; `None` without one.
    pub issn: Option<String>,
    /// Whether the entry is a footnote or a note within the text, not an entry of a list at the end.
    pub is_note: bool,
    /// Whether the entry belongs to a list of endnotes, where a work may be listed once per citation.
    pub is_endnote: bool,
    /// Whether the entry's text is certainly complete: it begins with a number or is a paragraph of its own, and no part of it was
    /// excluded or recognised uncertainly.
    pub is_whole: bool,
}

impl Reference {
    /// Returns all numbers before the entry, in printed order.
    pub fn numbers(&self) -> impl Iterator<Item = u32> + '_ {
        self.number
            .into_iter()
            .chain(self.more_numbers.iter().copied())
    }

    /// Returns the entry on one line, with its numbers in square brackets before it.
    #[must_use]
    pub fn line(&self) -> String {
        let numbers: Vec<String> = self.numbers().map(|number| format!("[{number}]")).collect();
        let numbers = numbers.concat();
        let gap = if numbers.is_empty() { "" } else { " " };
        format!("{numbers}{gap}{}", self.text)
    }
}

/// Kind of a work, as GB/T 7714 codes it by a letter in brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// J: journal article.
    Article,
    /// M: book.
    Book,
    /// D: thesis.
    Thesis,
    /// C: conference paper, or proceedings.
    Proceedings,
    /// N: newspaper article.
    Newspaper,
    /// R: report.
    Report,
    /// S: standard.
    Standard,
    /// P: patent.
    Patent,
    /// EB, DB, CP, OL: electronic document, database, program, or any work online.
    Electronic,
    /// Any other letter: G, A, Z and others.
    Other,
}
