//! Persons of a document in a case: who handed it in, and all names to replace where persons are not to be shown.

use std::collections::BTreeSet;

use chachong_record::{is_chinese_name, is_latin_name, listed_names};
use chachong_submission::{FoundBy, Submission};

use crate::{Document, DocumentContent};

/// Persons of a document.
pub(super) struct Persons {
    /// Student or team that handed the document in; `None` if nobody is known.
    pub student: Option<String>,
    /// Student number; `None` if none is known.
    pub number: Option<String>,
    /// Words that a case file without names replaces by a sign, in lower case, sorted: the names, in all spellings, of everybody whom the
    /// submission, the library, the record and the properties of the file name, and the numbers and addresses of those who handed it in.
    pub to_withhold: Vec<String>,
}

/// Finds the persons of a document: by its submission, by what a library keeps of it, by its record and its properties.
pub(super) fn persons_of(
    document: &Document,
    content: &DocumentContent,
    submission: Option<&Submission>,
) -> Persons {
    let kept = document.kept_submission.as_deref();
    let of_submission =
        |of: fn(&Submission) -> &Option<String>| submission.and_then(|one| of(one).clone());
    let student = of_submission(|one| &one.student);
    let student = student.or_else(|| kept.and_then(|kept| kept.student.clone()));
    let number = of_submission(|one| &one.number);
    let number = number.or_else(|| kept.and_then(|kept| kept.number.clone()));
    let metadata = &content.metadata;
    let of_properties = (metadata.author.iter().chain(&metadata.last_editor))
        .flat_map(|names| listed_names(names))
        .filter(|name| is_chinese_name(name) || is_latin_name(name));
    let stated: BTreeSet<String> = (content.record.persons())
        .chain(of_properties)
        .chain(kept.and_then(|kept| kept.student.as_deref()))
        .map(str::to_owned)
        .collect();
    // As a submission of its own, so that all spellings are known.
    let further = Submission {
        number: kept.and_then(|kept| kept.number.clone()),
        also_stated: stated.into_iter().collect(),
        ..Submission::of_nobody(String::new(), FoundBy::Record, Vec::new())
    };
    let words = submission.map(Submission::words_to_hide);
    let all: BTreeSet<String> = (words.into_iter().flatten())
        .chain(further.words_to_hide())
        .collect();
    Persons {
        student,
        number,
        to_withhold: all.into_iter().collect(),
    }
}
