//! Reads the fields of covers and declarations: labels with their values on the same line or the next ones, and what
//! covers state without labels: kind of work, school, date, title, and the author after "by".

use super::claim::{Claims, Field};
use super::lines::Line;
use super::names::{is_han, known_persons};

use super::{
    Certainty, StatedPlace, blanks, dates, fields, formulas, free_lines, kinds, label_words,
    labels, recognition, schools, values,
};

/// Maximum number of labels that wait for their values.
const WAITING: usize = 12;

/// Label that waits for its value on a later line.
#[derive(Clone, Copy)]
pub(super) struct Waiting {
    pub(super) name: &'static str,
    pub(super) field: Option<Field>,
    pub(super) weak: bool,
}

/// Title whose line ended and that may continue.
struct Open {
    value: String,
    lines: usize,
    certainty: Certainty,
}

/// Walk over the lines of one beginning.
pub(super) struct Walk<'c> {
    pub(super) claims: &'c mut Claims,
    pub(super) waiting: Vec<Waiting>,
    open: Option<Open>,
    /// First word of a title that continues in the next line, while the label waits for the whole title; `None` without
    /// one.
    broken: Option<String>,
    /// Runs of lines without a label, school, kind or date: one of the runs is the title. A run ends at any other line.
    pub(super) free: Vec<Vec<String>>,
    /// Runs of the same kind as in `free` that stand after the first label.
    pub(super) later: Vec<Vec<String>>,
    /// Whether the last line belongs to a run, so that the next one may continue the run.
    in_run: bool,
    /// Index in `free` of the run that follows the last line that names the kind of work, before the first label;
    /// `None` without such a line.
    pub(super) after_kind: Option<usize>,
    pub(super) labelled: bool,
    /// Whether a label of a published work was read, which has an author of its own.
    is_of_published: bool,
    /// Next line; empty for none.
    next: String,
    /// Trust in a labelled value: covers are trusted more than texts with one such line.
    pub(super) trust: Certainty,
}

/// Adds the claims of a cover's or declaration's lines.
pub(super) fn read(lines: &[Line], is_cover: bool, claims: &mut Claims) {
    let mut walk = Walk {
        claims,
        waiting: Vec::new(),
        open: None,
        broken: None,
        free: Vec::new(),
        later: Vec::new(),
        in_run: false,
        after_kind: None,
        labelled: false,
        is_of_published: false,
        next: String::new(),
        trust: if is_cover {
            Certainty::Sure
        } else {
            Certainty::Likely
        },
    };
    let mut examiners = false;
    for (at, line) in lines.iter().enumerate() {
        examiners |= recognition::heads_examiners(&line.text);
        walk.next = lines
            .get(at + 1)
            .map_or_else(String::new, |next| next.text.clone());
        if !examiners || line.place == StatedPlace::Declaration {
            walk.line(line);
        }
    }
    walk.close();
    let is_of_published = walk.is_of_published;
    walk.claims.drop_writers(is_of_published);
    if is_cover {
        walk.free_title();
    }
}

/// Whether a line is a Chinese word of at most four characters that is no person.
fn is_short_word(line: &str) -> bool {
    line.chars().count() <= 4 && line.chars().all(is_han) && known_persons(line).is_none()
}

impl Walk<'_> {
    fn line(&mut self, line: &Line) {
        let text = line.text.trim();
        if formulas::is_sentence(text) {
            self.close();
            self.waiting.clear();
            self.in_run = false;
            self.sentence(text, line.place);
            return;
        }
        // "硕 士 学 位 论 文" holds the label 学位, and is a kind of work.
        let parted = text
            .split_whitespace()
            .all(|word| word.chars().count() == 1);
        let found = if parted && kinds::kind(text).is_some() {
            Vec::new()
        } else {
            labels::labelled(text)
        };
        if found.is_empty() {
            let text = self.without_person(text, line.place);
            self.unlabelled(text, line.place);
            return;
        }
        self.in_run = false;
        self.labelled = true;
        self.broken = None;
        if let Some(first) = found.first().filter(|first| first.start > 0) {
            let before: String = text.chars().take(first.start).collect();
            let before = blanks::clean(&before);
            if !self.waiting.is_empty() && !before.is_empty() {
                self.assign(&before, line.place);
            } else if !before.is_empty() {
                self.plain(&before, line.place);
            }
        }
        self.close();
        let all_empty = found.iter().all(|label| label.value.is_empty());
        if !all_empty {
            self.waiting.clear();
        }
        let last = found.len() - 1;
        for (at, label) in found.into_iter().enumerate() {
            self.is_of_published |= label_words::is_of_published(label.name);
            if label.value.is_empty() {
                if self.waiting.len() < WAITING {
                    self.waiting.push(Waiting {
                        name: label.name,
                        field: label.field,
                        weak: label.weak,
                    });
                }
                continue;
            }
            let certainty = self.certainty(label.weak, line.place);
            let is_last = at == last;
            let is_chinese = label.name.chars().any(is_han);
            if self.claim(label.field, &label.value, line.place, certainty, is_last) {
                self.note_writer(label.name);
            } else if label.field == Some(Field::Title)
                && label.colon
                && is_chinese
                && let Some(title) = values::short_title(&label.value)
            {
                self.claim_title(title, line.place, certainty, is_last);
            }
        }
    }

    /// Notes that the claim of a label such as 作者 may name the author of the work that the document is about.
    fn note_writer(&mut self, label: &str) {
        if label_words::is_writer(label) {
            self.claims.may_be_writer();
        }
    }

    pub(super) fn certainty(&self, weak: bool, place: StatedPlace) -> Certainty {
        if weak || place == StatedPlace::Declaration {
            Certainty::Likely
        } else {
            self.trust
        }
    }

    /// Adds a claim, if the value has the form of the field; returns whether it has.
    pub(super) fn claim(
        &mut self,
        field: Option<Field>,
        value: &str,
        place: StatedPlace,
        certainty: Certainty,
        may_continue: bool,
    ) -> bool {
        let Some(field) = field else { return true };
        let on_cover = self.trust == Certainty::Sure;
        let Some((value, most)) = fields::value(field, value, on_cover) else {
            return false;
        };
        if field == Field::Title {
            self.claim_title(value, place, certainty.min(most), may_continue);
        } else {
            self.claims.add(field, value, place, certainty.min(most));
        }
        true
    }

    /// Adds a title, or opens one that may continue on the next line.
    fn claim_title(
        &mut self,
        value: String,
        place: StatedPlace,
        certainty: Certainty,
        may_continue: bool,
    ) {
        if may_continue && place == StatedPlace::Cover {
            self.open = Some(Open {
                value,
                lines: 1,
                certainty,
            });
        } else {
            self.claims.add(Field::Title, value, place, certainty);
        }
    }

    /// Gives a line without label to the label that waits for it; returns whether one took it.
    fn assign(&mut self, value: &str, place: StatedPlace) -> bool {
        self.close();
        let alone = self.waiting.len() == 1;
        let strict = |waiting: &Waiting| match waiting.field {
            Some(Field::StudentNumber) => values::student_number(value).is_some(),
            Some(Field::Year) => dates::is_date_line(value),
            _ => false,
        };
        let order: Vec<usize> = self
            .waiting
            .iter()
            .position(strict)
            .into_iter()
            .chain(0..self.waiting.len())
            .collect();
        for at in order {
            let Waiting { name, field, weak } = self.waiting[at];
            let mut certainty = self.certainty(weak, place);
            if !alone && !strict(&self.waiting[at]) {
                certainty = certainty.min(Certainty::Likely);
            }
            if field == Some(Field::Institution) && schools::school(value).is_none() {
                continue;
            }
            // Below a label a long name without a known surname may be the next label of an empty form.
            let doubtful = field
                .filter(|field| matches!(field, Field::Author | Field::Supervisor))
                .and_then(|field| fields::value(field, value, true))
                .is_some_and(|(name, most)| most < Certainty::Sure && name.chars().count() > 3);
            if !doubtful && self.claim(field, value, place, certainty, true) {
                self.note_writer(name);
                self.waiting.drain(..=at);
                return true;
            }
        }
        false
    }

    /// Reads the author that stands before a school; returns the rest of the line. A label that waits takes the whole.
    fn without_person<'t>(&mut self, text: &'t str, place: StatedPlace) -> &'t str {
        let is_free = self.waiting.is_empty() && place == StatedPlace::Cover;
        let Some((person, rest)) = schools::after_person(text).filter(|_| is_free) else {
            return text;
        };
        if let Some(person) = person {
            self.claims
                .add(Field::Author, person, place, Certainty::Likely);
        }
        rest
    }

    fn unlabelled(&mut self, text: &str, place: StatedPlace) {
        let cleaned = blanks::clean(text);
        if cleaned.is_empty() {
            return;
        }
        if formulas::is_by(text) {
            self.close();
            self.in_run = false;
            self.labelled = true;
            self.wait_for(Some(Field::Author));
            return;
        }
        // An empty form has labels below each other, of which the program does not know all.
        let titles = self
            .waiting
            .first()
            .is_some_and(|first| first.field == Some(Field::Title));
        let blank = |c: char| c.is_whitespace() || matches!(c, '_' | '＿');
        let is_label = text.trim_end_matches(blank).ends_with([':', '：']);
        if formulas::is_heading(text) {
            self.waiting.clear();
        }
        if is_label && !self.waiting.is_empty() && !titles {
            self.waiting.clear();
            return;
        }
        // A narrow cell of a table breaks a title after its first word: "LED / 台灯的设计".
        let cleaned = match self.broken.take() {
            Some(word) => format!("{word} {cleaned}"),
            None => cleaned,
        };
        if titles && cleaned.len() <= 12 && cleaned.is_ascii() && values::title(&cleaned).is_none()
        {
            self.broken = Some(cleaned);
            return;
        }
        if !self.waiting.is_empty() {
            // Kind of work and class stand below empty labels such as 编号 too.
            let of_degree = |waiting: &Waiting| waiting.field == Some(Field::Degree);
            let stated = kinds::kind(&cleaned).is_some() && !self.waiting.iter().any(of_degree)
                || dates::is_class_year(&cleaned);
            // The boxes of a number are cells of their own.
            if !stated && self.assign(&cleaned, place) {
                return;
            }
            self.waiting.clear();
        }
        // A short word between a title and a person is a label that the program does not know.
        let is_label =
            self.open.is_some() && is_short_word(&cleaned) && known_persons(&self.next).is_some();
        if is_label {
            self.close();
            self.in_run = false;
            self.wait_for(None);
            return;
        }
        if self.continues(&cleaned) {
            return;
        }
        self.close();
        if self.plain(&cleaned, place) {
            self.in_run = false;
        } else if place == StatedPlace::Cover {
            let runs = if self.labelled {
                &mut self.later
            } else {
                &mut self.free
            };
            if !self.in_run {
                runs.push(Vec::new());
            }
            self.in_run = true;
            if let Some(run) = runs.last_mut() {
                run.push(cleaned);
            }
        }
    }

    /// Takes a line as the continuation of an open title; returns whether it is one.
    fn continues(&mut self, text: &str) -> bool {
        let Some(open) = &mut self.open else {
            return false;
        };
        if open.lines >= free_lines::TITLE_LINES || !free_lines::may_continue(&open.value, text) {
            return false;
        }
        let long = format!("{} {text}", open.value);
        let Some(title) = values::title(&long) else {
            return false;
        };
        open.value = title;
        open.lines += 1;
        true
    }

    /// Ends an open title.
    fn close(&mut self) {
        if let Some(open) = self.open.take() {
            self.claims
                .add(Field::Title, open.value, StatedPlace::Cover, open.certainty);
        }
    }
}
