//! Text that a case file must not show: names of others, their contact details, and the titles and names of their
//! files.

use chachong_case::{Case, CaseChange, CaseDocument, CaseState, Grounds, Outcome};
use chachong_submission::spellings_to_hide;

use super::contacts::strike_contacts;
use super::laid_out::marked;
use crate::html::visible;
use crate::struck_names::{Kept, Names, is_telling};

/// Minimum length, in characters, of a title or file name that is struck out of words of persons; shorter ones are
/// common words.
const LEAST_TITLE: usize = 4;

/// Minimum length, in characters, of a file name without extension that is struck out of such words, and of a title
/// that is struck out of passages: `report` and 实验报告 are common words.
const LEAST_STEM: usize = 8;

/// Words that all texts of a file withhold; `None` if nothing is withheld.
pub(super) struct Withheld(Option<Words>);

struct Words {
    /// Names of all persons of the case.
    names: Names,
    /// Names that stay: those of the persons in question.
    kept: Kept,
    /// Titles and file names of the sources, which are struck out of what persons wrote, such as notes.
    titles: Names,
    /// Titles and file names of the sources with at least [`LEAST_STEM`] characters, which are also struck out of passages.
    long_titles: Names,
}

impl Withheld {
    /// Collects the words that would tell who wrote the sources of a case; none if names are to be included.
    pub(super) fn of(case: &Case, with_names: bool) -> Self {
        let words = || {
            let (questioned, sources) = (case.evidence.questioned(), case.evidence.sources());
            // Whoever else has left a name in the file in question, such as its last editor, may be the source's author.
            let own = spelled(questioned.iter().flat_map(stated));
            let left = |document: &'_ CaseDocument| document.names_to_withhold.clone();
            let all = case.evidence.documents.iter();
            let persons = spelled(all.clone().flat_map(stated).chain(all.flat_map(left)));
            let telling = persons.iter().chain(&case.evidence.others_to_withhold);
            let telling = telling.map(String::as_str);
            let titles = titles(sources);
            let own_titles = self::titles(questioned);
            let is_own = |title: &str| own_titles.iter().any(|own| own.contains(title));
            let theirs = titles.iter().map(String::as_str);
            let other_titles: Vec<&str> = theirs.filter(|title| !is_own(title)).collect();
            let long = (other_titles.iter()).filter(|title| title.chars().count() >= LEAST_STEM);
            Words {
                names: Names::of_any_case(telling.filter(|word| is_telling(word))),
                kept: Kept::new(own.iter().map(String::as_str)),
                long_titles: Names::of_any_case(long.copied()),
                titles: Names::of_any_case(other_titles),
            }
        };
        Self((!with_names).then(words))
    }

    /// Returns whether anything is withheld.
    pub(super) const fn is_any(&self) -> bool {
        self.0.is_some()
    }

    fn text(&self, text: &str) -> String {
        let Some(words) = &self.0 else {
            return text.to_owned();
        };
        let struck = words.long_titles.struck(text, &Kept::default());
        let struck = words.names.struck(&struck, &words.kept);
        let mut struck: Vec<char> = struck.chars().collect();
        strike_contacts(&mut struck, &words.kept);
        struck.into_iter().collect()
    }

    /// Returns a text with the text before and after it as the file shows them, each of the same length. A name may
    /// begin in one part and end in the next.
    pub(super) fn texts(&self, parts: [&str; 3]) -> [String; 3] {
        let struck = self.text(&parts.concat());
        let mut rest = struck.chars();
        parts.map(|part| rest.by_ref().take(part.chars().count()).collect())
    }

    /// Returns words of a person or of the check as the file shows them, also without titles and file names of others.
    pub(super) fn words(&self, text: &str) -> String {
        let struck = match &self.0 {
            Some(words) => words.titles.struck(text, &Kept::default()),
            None => text.to_owned(),
        };
        let shown = marked(text, self.text(&struck)).replace("\r\n", "\n");
        let lines = shown.split('\n').map(visible);
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Returns grounds as the file shows them, with a person's own words.
    pub(super) fn grounds(&self, grounds: &Grounds) -> Grounds {
        match grounds {
            Grounds::Other(own) => Grounds::Other(self.words(own)),
            usual => usual.clone(),
        }
    }

    /// Returns a state of the case as the file shows it.
    pub(super) fn state(&self, state: &CaseState) -> CaseState {
        match state {
            CaseState::Decided(Outcome::Other(own)) => {
                CaseState::Decided(Outcome::Other(self.words(own)))
            }
            usual => usual.clone(),
        }
    }

    /// Returns an entry of the history as the file shows it.
    pub(super) fn change(&self, change: &CaseChange) -> CaseChange {
        match change {
            CaseChange::Grounds(Some(grounds)) => CaseChange::Grounds(Some(self.grounds(grounds))),
            CaseChange::State(state) => CaseChange::State(self.state(state)),
            CaseChange::Note(own) => CaseChange::Note(self.words(own)),
            CaseChange::Statement(own) => CaseChange::Statement(self.words(own)),
            CaseChange::Exported { file, seal } => CaseChange::Exported {
                file: *file,
                // Digits that somebody may have put there in an archive from elsewhere.
                seal: self.words(seal),
            },
            CaseChange::Opened | CaseChange::Grounds(None) => change.clone(),
        }
    }
}

/// Returns the people that a document names: its author with student number, and the supervisor.
fn stated(document: &CaseDocument) -> Vec<String> {
    let fields = [
        &document.author,
        &document.student_number,
        &document.supervisor,
    ];
    fields.into_iter().flatten().cloned().collect()
}

/// Returns all spellings of names, numbers and addresses.
fn spelled(stated: impl Iterator<Item = String>) -> Vec<String> {
    let mut words: Vec<String> = stated.flat_map(|name| spellings_to_hide(&name)).collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// Returns the titles of documents, the names of their files with and without extension, of their folders and of their
/// libraries.
fn titles(documents: &[CaseDocument]) -> Vec<String> {
    let parts = documents.iter().flat_map(|document| {
        let path = document.name.split(['/', '\\']).flat_map(|part| {
            let stem = part.rsplit_once('.').map(|(stem, _)| stem);
            let stem = stem.filter(|stem| stem.chars().count() >= LEAST_STEM);
            std::iter::once(part).chain(stem)
        });
        path.chain(document.title.as_deref())
            .chain(document.library.as_deref())
    });
    let long = parts.filter(|part| part.chars().count() >= LEAST_TITLE);
    let mut titles: Vec<String> = long.map(str::to_lowercase).collect();
    titles.sort_unstable();
    titles.dedup();
    titles
}
