//! Statements of a cover without labels: kind of work, school, date, set phrase of submission, and title.

use super::claim::Field;
use super::cover::{Waiting, Walk};
use super::names::is_han;
use super::{Certainty, StatedPlace, dates, formulas, free_lines, kinds, names, schools};

impl Walk<'_> {
    /// Reads a line that states a kind of work, a school, a supervisor, a date or the formula of submission without a label; returns
    /// whether it does.
    pub(super) fn plain(&mut self, text: &str, place: StatedPlace) -> bool {
        let trust = self.certainty(false, place);
        let mut known = false;
        if let Some(degree) = kinds::kind(text) {
            if let Some(degree) = degree {
                self.claims.add(Field::Degree, degree, place, trust);
            }
            if let Some(year) = dates::year(text).filter(|_| text.contains('届')) {
                self.claims.add(Field::Year, year, place, Certainty::Likely);
            }
            // Numbers may stand above the kind of work, persons stand below the title.
            if !self.claims.has(Field::Author, Certainty::Guess) {
                self.labelled = false;
                self.after_kind = Some(self.free.len());
            }
            known = true;
        }
        if let Some((school, sure)) = schools::school(text) {
            // An English line of a title or an address names schools too.
            let much = text.chars().any(is_han) || school.len() * 3 >= text.len();
            let certainty = if sure && much {
                trust
            } else {
                Certainty::Likely
            };
            self.claims
                .add(Field::Institution, school, place, certainty);
            known = true;
        }
        if let Some(person) = formulas::supervisor_before_office(text) {
            return self.claim(Some(Field::Supervisor), person, place, trust, false);
        }
        if names::is_of_teacher(text) {
            let trust = trust.min(Certainty::Likely);
            known |= self.claim(Some(Field::Supervisor), text, place, trust, false);
        }
        if formulas::is_submission(text) {
            self.submission(text, place);
            self.labelled = true;
            return true;
        }
        let class = dates::is_class_year(text);
        if class || dates::is_date_line(text) {
            if let Some(year) = dates::year(text) {
                let trust = if class { Certainty::Likely } else { trust };
                self.claims.add(Field::Year, year, place, trust);
            }
            return true;
        }
        known
    }

    /// Reads the formula of submission: school and degree.
    pub(super) fn submission(&mut self, text: &str, place: StatedPlace) {
        if let Some(school) = schools::english_school(text) {
            self.claims
                .add(Field::Institution, school, place, self.trust);
        }
        let lower = text.to_lowercase();
        if let Some(degree) = formulas::degree_of_submission(text) {
            self.claims.add(Field::Degree, degree, place, self.trust);
        }
        if ["degree of", "the degree"]
            .iter()
            .any(|end| lower.trim_end().ends_with(end))
        {
            self.wait_for(Some(Field::Degree));
        }
        if lower.trim_end().ends_with(" by") {
            self.wait_for(Some(Field::Author));
        }
    }

    pub(super) fn wait_for(&mut self, field: Option<Field>) {
        self.waiting = vec![Waiting {
            name: "",
            field,
            weak: false,
        }];
    }

    /// Reads the title that a declaration quotes: "呈交的学位论文《…》".
    pub(super) fn sentence(&mut self, text: &str, place: StatedPlace) {
        if place != StatedPlace::Declaration {
            return;
        }
        for title in formulas::quoted_titles(text) {
            self.claims
                .add(Field::Title, title, place, Certainty::Likely);
        }
    }

    /// Finds the title among the lines without a label and, if no author is known yet, the author below it. A title found
    /// beside one that a label or declaration states is only a guess, which may confirm it. If there is no title at all,
    /// takes a long one after the first label, as a guess.
    pub(super) fn free_title(&mut self) {
        let from = self
            .after_kind
            .filter(|&from| from < self.free.len())
            .unwrap_or(0);
        let runs = std::mem::take(&mut self.free);
        let titled = self.claims.has(Field::Title, Certainty::Likely);
        for run in runs.get(from..).unwrap_or_default() {
            let has_author = self.claims.has(Field::Author, Certainty::Likely);
            let (title, author) = free_lines::title_and_author(run, has_author);
            if let Some(author) = author.filter(|_| !has_author) {
                self.claims
                    .add(Field::Author, author, StatedPlace::Cover, Certainty::Likely);
            }
            if let Some(title) = title {
                // Beside a label or a declaration the line confirms, and decides nothing.
                let certainty = Certainty::likely_if(!titled);
                self.claims
                    .add(Field::Title, title, StatedPlace::Cover, certainty);
                return;
            }
        }
        if !self.claims.has(Field::Title, Certainty::Guess)
            && let Some(title) = self
                .later
                .iter()
                .find_map(|run| free_lines::long_title(run))
        {
            self.claims
                .add(Field::Title, title, StatedPlace::Cover, Certainty::Guess);
        }
    }
}
