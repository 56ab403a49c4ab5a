//! Finds impossible years: later than the document, before printing, or an access before publication.

use super::Remark;
use crate::Reference;

/// Year of the first printed books in Europe; a smaller number is more likely a page.
const FIRST_BOOKS: u16 = 1450;
/// Latest possible year if the date of the document is unknown.
const BEYOND: u16 = 2100;

/// Minimum number of entries later than a document from which its own date is probably wrong.
const WRONG_DATE: usize = 3;

/// Counts the entries that are certainly later than a year.
fn later(references: &[Reference], newest: u16) -> usize {
    references
        .iter()
        .filter(|entry| entry.year_is_sure && entry.year.is_some_and(|year| year > newest))
        .count()
}

/// Returns the remarks on impossible years. `newest` is the latest possible year of publication; `None` if unknown.
pub(super) fn remarks(references: &[Reference], newest: Option<u16>) -> Vec<(usize, Remark)> {
    let newest = newest
        .filter(|newest| later(references, *newest) < WRONG_DATE)
        .unwrap_or(BEYOND);
    let mut remarks = Vec::new();
    for (position, entry) in references.iter().enumerate() {
        let Some(year) = entry.year.filter(|_| entry.year_is_sure && entry.is_whole) else {
            continue;
        };
        if year > newest || year < FIRST_BOOKS {
            remarks.push((position, Remark::ImpossibleYear { year }));
        } else if let Some(read) = entry.accessed.filter(|read| *read < year) {
            remarks.push((
                position,
                Remark::ReadBeforePublished {
                    read,
                    published: year,
                },
            ));
        }
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_before_printing_after_the_document_and_after_reading() {
        let entry = |year, accessed| Reference {
            year: Some(year),
            year_is_sure: true,
            is_whole: true,
            accessed,
            ..Reference::default()
        };
        let of = |entry: Reference, newest| {
            remarks(&[entry], newest)
                .into_iter()
                .map(|(_, remark)| remark)
                .next()
        };
        assert_eq!(
            of(entry(2019, None), Some(2017)),
            Some(Remark::ImpossibleYear { year: 2019 })
        );
        assert_eq!(of(entry(2019, None), None), None);
        assert_eq!(
            of(entry(2105, None), None),
            Some(Remark::ImpossibleYear { year: 2105 })
        );
        assert_eq!(
            of(entry(1019, None), None),
            Some(Remark::ImpossibleYear { year: 1019 })
        );
        assert_eq!(
            of(entry(2014, Some(2012)), Some(2015)),
            Some(Remark::ReadBeforePublished {
                read: 2012,
                published: 2014
            })
        );
        assert_eq!(of(entry(2012, Some(2012)), Some(2015)), None);
        assert_eq!(
            of(
                Reference {
                    year_is_sure: false,
                    ..entry(2019, None)
                },
                Some(2017)
            ),
            None
        );
    }
}
