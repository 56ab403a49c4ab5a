//! Claims: what the single places of a document state about a field, and the choice among these claims.

pub(super) use super::RecordField as Field;
use super::{BibliographicRecord, Certainty, Stated, StatedPlace};

/// Statement about one field, made in one place of a document.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    /// Field of the record that the claim is about.
    pub field: Field,
    /// Stated value, never empty.
    pub value: String,
    /// Place that states the value.
    pub place: StatedPlace,
    /// How certain the value is by this claim alone.
    pub certainty: Certainty,
    /// Whether the value may be the writer of a work that the document is about.
    pub is_writer: bool,
}

/// Claims of one document, in the order of their finding.
#[derive(Debug, Default)]
pub(super) struct Claims(Vec<Claim>);

impl Claims {
    pub(super) fn add(
        &mut self,
        field: Field,
        value: impl Into<String>,
        place: StatedPlace,
        certainty: Certainty,
    ) {
        let value = value.into();
        if !value.is_empty() {
            self.0.push(Claim {
                field,
                value,
                place,
                certainty,
                is_writer: false,
            });
        }
    }

    /// Notes that the last claim may name the writer of a work that the document is about.
    pub(super) fn may_be_writer(&mut self) {
        if let Some(claim) = self.0.last_mut() {
            claim.is_writer = true;
        }
    }

    /// Removes what may be the writer of a work that the document is about, if the document is about a published work
    /// (`is_of_published`) or a cover states its student beside the writer.
    pub(super) fn drop_writers(&mut self, is_of_published: bool) {
        let is_student = |claim: &Claim| {
            claim.field == Field::Author && claim.place == StatedPlace::Cover && !claim.is_writer
        };
        if is_of_published || self.0.iter().any(is_student) {
            self.0.retain(|claim| !claim.is_writer);
        }
    }

    /// Lowers what may be the writer of a work that the document is about to a guess.
    pub(super) fn doubt_writers(&mut self) {
        for claim in self.0.iter_mut().filter(|claim| claim.is_writer) {
            claim.certainty = Certainty::Guess;
        }
    }

    /// Whether any place states this value for the field with at least this certainty.
    fn states(&self, field: Field, value: &str, certainty: Certainty) -> bool {
        self.0.iter().any(|claim| {
            claim.field == field && claim.certainty >= certainty && key(&claim.value) == key(value)
        })
    }

    /// Whether any place states the field with at least this certainty.
    pub(super) fn has(&self, field: Field, certainty: Certainty) -> bool {
        self.0
            .iter()
            .any(|claim| claim.field == field && claim.certainty >= certainty)
    }

    /// Chooses for each field the surest claim, then the most trusted place, then the first. `name` is the name of the
    /// file with its folders: a value that stands in it is confirmed by it.
    pub(super) fn settle(self, name: &str) -> BibliographicRecord {
        let name = key(name);
        let mut record = BibliographicRecord::default();
        for field in Field::ALL {
            record.set(field, self.choose(field, &name));
        }
        record
    }

    fn choose(&self, field: Field, name: &str) -> Option<Stated> {
        // A supervisor is no author and the author's name is no title, unless a cover's label says so.
        let is_possible = |claim: &&Claim| {
            claim.field == field
                && (claim.certainty == Certainty::Sure
                    || match field {
                        Field::Author => {
                            !self.states(Field::Supervisor, &claim.value, Certainty::Likely)
                        }
                        Field::Title => !self.states(Field::Author, &claim.value, Certainty::Guess),
                        _ => true,
                    })
        };
        let claims: Vec<&Claim> = self.0.iter().filter(is_possible).collect();
        // The confirmation of weak claims counts before the choice: two guesses that agree beat one that stands alone.
        let trust = |claim: &Claim| {
            let own = key(&claim.value);
            let agreeing = claims
                .iter()
                .any(|other| other.place != claim.place && agree(field, &own, &key(&other.value)));
            let named = claim.place != StatedPlace::FileName
                && own.chars().count() >= if field == Field::Author { 2 } else { 6 }
                && matches!(field, Field::Title | Field::Author | Field::StudentNumber)
                && name.contains(&own);
            if agreeing || named {
                raised(claim.certainty)
            } else {
                claim.certainty
            }
        };
        let mut best: Option<(Certainty, &Claim)> = None;
        for &claim in &claims {
            let certainty = trust(claim);
            if best.is_none_or(|(other, chosen)| (certainty, claim.place) > (other, chosen.place)) {
                best = Some((certainty, claim));
            }
        }
        // A Chinese thesis names its school in English too; the Chinese name is the one that people know.
        let chinese = |claim: &Claim| claim.value.chars().any(super::names::is_han);
        if field == Field::Institution && best.is_some_and(|(_, chosen)| !chinese(chosen)) {
            let of_chinese = (claims.iter())
                .filter(|claim| chinese(claim) && claim.certainty > Certainty::Guess)
                .map(|&claim| (trust(claim), claim))
                .max_by_key(|&(certainty, claim)| (certainty, claim.place));
            best = of_chinese.or(best);
        }
        let (mut certainty, chosen) = best?;
        let contradicted = claims.iter().any(|other| {
            other.place == chosen.place
                && other.certainty >= chosen.certainty
                && contradict(field, &chosen.value, &other.value)
        });
        if contradicted && certainty == Certainty::Sure {
            certainty = Certainty::Likely;
        }
        let mut value = chosen.value.clone();
        if field == Field::Supervisor {
            add_others(&mut value, &claims, chosen);
        }
        Some(Stated {
            value,
            place: chosen.place,
            certainty,
        })
    }
}

/// Adds the supervisors that the same place states under other labels, such as 校外导师.
fn add_others(value: &mut String, claims: &[&Claim], chosen: &Claim) {
    let chinese = |value: &str| value.chars().any(super::names::is_han);
    for other in claims {
        let same_kind = other.place == chosen.place
            && other.certainty >= chosen.certainty
            && chinese(&other.value) == chinese(&chosen.value);
        if same_kind
            && !key(value).contains(&key(&other.value))
            && !key(&other.value).contains(&key(value))
        {
            value.push_str(if chinese(value) { "、" } else { ", " });
            value.push_str(&other.value);
        }
    }
}

const fn raised(certainty: Certainty) -> Certainty {
    match certainty {
        Certainty::Guess => Certainty::Likely,
        Certainty::Likely | Certainty::Sure => Certainty::Sure,
    }
}

/// Returns the letters and digits of a value in lower case, for comparison.
pub(super) fn key(value: &str) -> String {
    value
        .chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Whether two keys state the same: a title may be cut short, an author be one of several.
fn agree(field: Field, a: &str, b: &str) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    match field {
        Field::Title => {
            short.chars().count() >= 6 && long.contains(short) && short.len() * 3 >= long.len() * 2
        }
        Field::Author | Field::Supervisor | Field::Institution => {
            short.chars().count() >= 2 && long.contains(short)
        }
        _ => a == b,
    }
}

/// Whether two values of one place cannot both be right: another script is a translation, not a contradiction.
fn contradict(field: Field, a: &str, b: &str) -> bool {
    let script = |value: &str| value.chars().any(super::names::is_han);
    let (own, other) = (key(a), key(b));
    script(a) == script(b)
        && match field {
            Field::StudentNumber | Field::Author | Field::Title => {
                !own.contains(&other) && !other.contains(&own)
            }
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_places_that_agree_are_surer_than_one() {
        let mut claims = Claims::default();
        claims.add(
            Field::Author,
            "王小二",
            StatedPlace::Properties,
            Certainty::Guess,
        );
        claims.add(
            Field::Author,
            "张三",
            StatedPlace::FileName,
            Certainty::Guess,
        );
        claims.add(
            Field::Author,
            "张三",
            StatedPlace::PageHead,
            Certainty::Likely,
        );
        let author = claims.settle("").author.unwrap();
        assert_eq!(
            (author.value.as_str(), author.certainty),
            ("张三", Certainty::Sure)
        );
        assert_eq!(author.place, StatedPlace::PageHead);
    }

    #[test]
    fn the_name_of_the_author_is_no_title() {
        let mut claims = Claims::default();
        for (field, place) in [
            (Field::Title, StatedPlace::Cover),
            (Field::Author, StatedPlace::Properties),
        ] {
            claims.add(field, "Jane Q. Nightlamp", place, Certainty::Guess);
        }
        let record = claims.settle("");
        assert_eq!(record.title, None);
        assert!(record.author.is_some());
    }

    #[test]
    fn a_cover_with_two_numbers_is_not_sure() {
        let mut claims = Claims::default();
        for number in ["20190001", "20190002"] {
            claims.add(
                Field::StudentNumber,
                number,
                StatedPlace::Cover,
                Certainty::Sure,
            );
        }
        let number = claims.settle("").student_number.unwrap();
        assert_eq!(
            (number.value.as_str(), number.certainty),
            ("20190001", Certainty::Likely)
        );
    }
}
