//! Values of labelled fields: for each field, how the text after its label is read.

use super::Certainty;
use super::claim::Field;
use super::names::{NameTrust, joined, persons};
use super::{dates, kinds, schools, supervisors, values};

/// Maximum number of authors of whom none has a known surname.
const UNKNOWN: usize = 3;

/// Reads the value that a label states; returns it with the most trust that its form allows. `None` if the value has
/// not the form of the field. `on_cover` says whether the label stands on a cover, where a name needs no known surname.
pub(super) fn value(field: Field, value: &str, on_cover: bool) -> Option<(String, Certainty)> {
    let of_name = |trust| match trust {
        NameTrust::Known => Certainty::Sure,
        NameTrust::Shape => Certainty::Likely,
    };
    let sure = |value| (value, Certainty::Sure);
    match field {
        Field::Title => values::title(value).map(sure),
        Field::Author => {
            let (names, trust) = persons(value)?;
            let sound = trust == NameTrust::Known || on_cover && names.len() <= UNKNOWN;
            sound.then(|| (joined(&names), of_name(trust)))
        }
        Field::Supervisor => {
            let (names, trust) = persons(&supervisors::before_affiliation(value))?;
            Some((joined(&names), of_name(trust)))
        }
        Field::StudentNumber => values::student_number(value).map(sure),
        Field::Institution => {
            let (school, university) = schools::school(value)?;
            let most = if university {
                Certainty::Sure
            } else {
                Certainty::Likely
            };
            Some((school, most))
        }
        Field::Year => dates::year(value).map(sure),
        Field::Degree => kinds::degree(value).map(sure),
    }
}
