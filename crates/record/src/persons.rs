//! Persons that a record names.

use chachong_text::is_cjk;

use crate::{BibliographicRecord, Certainty, Stated, listed_names};

/// Minimum number of characters of a person's name.
const LEAST_NAME: usize = 2;
/// Minimum number of characters of a student's number.
const LEAST_NUMBER: usize = 6;

impl BibliographicRecord {
    /// Returns the names of the authors, the student number and the names of the supervisors, as far as they are stated. A name that is
    /// only a guess is included if it has the form of a full name; the student number, if it has at least 6 characters.
    pub fn persons(&self) -> impl Iterator<Item = &str> {
        let supervisors = self.supervisor.iter().flat_map(persons_in);
        self.students().chain(supervisors)
    }

    /// Returns the names of the authors and the student number, as far as they are stated. A name that is only a guess is included if
    /// it has the form of a full name; the student number, if it has at least 6 characters.
    pub fn students(&self) -> impl Iterator<Item = &str> {
        let numbers = (self.student_number.iter()).map(|stated| stated.value.trim());
        let numbers = numbers.filter(|number| number.chars().count() >= LEAST_NUMBER);
        (self.author.iter().flat_map(persons_in)).chain(numbers)
    }
}

/// Returns the names of persons that a record states. A guess counts if it has the form of a whole name: the word of a
/// program's user would be struck out of every text.
fn persons_in(stated: &Stated) -> impl Iterator<Item = &str> {
    let is_trusted = stated.certainty > Certainty::Guess;
    listed_names(&stated.value).filter(move |name| is_name(name, is_trusted))
}

/// Whether a value is the name of a person; one that is not trusted must be Chinese or have two words.
fn is_name(name: &str, is_trusted: bool) -> bool {
    let chinese = name.chars().filter(|&c| is_cjk(c)).count();
    let words = name.split_whitespace();
    let words = words.filter(|word| word.chars().any(char::is_alphabetic));
    name.chars().count() >= LEAST_NAME && (is_trusted || chinese >= LEAST_NAME || words.count() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RecordField, StatedPlace};

    #[test]
    fn guesses_count_where_they_have_the_form_of_a_name() {
        let stated = |value: &str, certainty| {
            Some(Stated {
                value: value.to_owned(),
                place: StatedPlace::Properties,
                certainty,
            })
        };
        let of = |author: &str, certainty| {
            let record = BibliographicRecord {
                author: stated(author, certainty),
                supervisor: stated("廖灯廊、Jane Roe", Certainty::Guess),
                student_number: stated("2019000123", Certainty::Guess),
                ..BibliographicRecord::default()
            };
            record.persons().collect::<Vec<&str>>().join("|")
        };
        let rest = "2019000123|廖灯廊|Jane Roe";
        assert_eq!(of("李京", Certainty::Guess), format!("李京|{rest}"));
        assert_eq!(of("user", Certainty::Guess), rest);
        assert_eq!(of("Lamp", Certainty::Likely), format!("Lamp|{rest}"));
        assert_eq!(of("李", Certainty::Sure), rest);
    }

    #[test]
    fn each_author_of_a_correction_is_a_person() {
        for (list, expected) in [
            ("李京，张小三", ["李京", "张小三"]),
            ("李京；张小三", ["李京", "张小三"]),
            ("Jane Roe and Max Lamp", ["Jane Roe", "Max Lamp"]),
        ] {
            let mut record = BibliographicRecord::default();
            record.correct(RecordField::Author, list);
            let students: Vec<&str> = record.students().collect();
            assert_eq!(students, expected, "{list}");
        }
    }
}
