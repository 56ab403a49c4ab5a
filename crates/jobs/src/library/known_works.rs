//! Title, authors and year of the members of a library, as far as they are known.

use std::path::Path;

use rayon::prelude::*;

use super::details::{correct, read_record};
use chachong_citation::{KnownWork, TITLE_RUNS_VERSION, title_runs};
use chachong_import::{Extracted, Format};
use chachong_library::{
    DocumentId, Library, LibraryError, Member, MemberKey, Store, TitleIndex, TitledMember,
};
use chachong_record::{Certainty, RecordField, listed_names};
use chachong_simhash::Recipe;
use chachong_submission::plain_name;
use chachong_text::PROCESSING_VERSION;

/// Number of members read between two calls of `step`.
const AT_ONCE: usize = 128;

/// Returns the titles of all members. Titles that the index beside the library lacks are read first; meanwhile `step`
/// receives the number of members read and the number to read, and returns whether to go on. `None` if it returned
/// `false`.
pub(super) fn titles(
    library: &Library,
    step: &dyn Fn(usize, usize) -> bool,
) -> Result<Option<TitleIndex>, LibraryError> {
    let store = library.store().as_ref();
    let recipe = Recipe::THESIS.text_form();
    let keys = store.member_keys(&recipe, PROCESSING_VERSION)?;
    let known = library.title_index(TITLE_RUNS_VERSION)?.members;
    let of_known = |key: &MemberKey| {
        let at = known.binary_search_by_key(&key.document, |member| member.document);
        at.ok()
            .map(|at| &known[at])
            .filter(|member| member.first_passage == key.first_passage)
    };
    let missing: Vec<&MemberKey> = keys.iter().filter(|key| of_known(key).is_none()).collect();
    let mut members: Vec<TitledMember> = keys.iter().filter_map(of_known).cloned().collect();
    let is_changed = !missing.is_empty() || members.len() != known.len();
    for (batch, keys) in missing.chunks(AT_ONCE).enumerate() {
        if !step(batch * AT_ONCE, missing.len()) {
            return Ok(None);
        }
        let read = keys.par_iter().map(|key| {
            let known = known_work(store, key.document)?;
            Ok(TitledMember {
                document: key.document,
                first_passage: key.first_passage,
                runs: known.map_or_else(Vec::new, |known| title_runs(&known.title)),
            })
        });
        members.extend(read.collect::<Result<Vec<_>, LibraryError>>()?);
    }
    members.sort_unstable_by_key(|member| member.document);
    let index = TitleIndex { members };
    if is_changed && !store.state()?.read_only {
        library.keep_title_index(&index, TITLE_RUNS_VERSION)?;
    }
    Ok(Some(index))
}

/// Reads title, authors and year of a member; `None` if the document is no longer a member, its text is damaged or it
/// has no title.
pub(super) fn known_work(
    store: &dyn Store,
    document: DocumentId,
) -> Result<Option<KnownWork>, LibraryError> {
    let recipe = Recipe::THESIS.text_form();
    let read = || {
        let Some(member) = store.member(document, &recipe, PROCESSING_VERSION)? else {
            return Ok(None);
        };
        let extracted = store.extracted(document)?;
        if let Some(work) = of_source(&member, &extracted) {
            return Ok(Some(work));
        }
        of_document(store, &member, &extracted)
    };
    match read() {
        Err(LibraryError::Damaged { .. } | LibraryError::NoSuchDocument { .. }) => Ok(None),
        read => read,
    }
}

/// Returns the work that an article of a dump is; `None` for other members.
fn of_source(member: &Member, extracted: &Extracted) -> Option<KnownWork> {
    let metadata = &extracted.metadata;
    // No text file states a title; articles of dumps are kept like text files.
    let title = metadata
        .title
        .as_deref()
        .filter(|_| member.format == Format::Txt)?;
    let authors = authors(metadata.author.as_deref().unwrap_or_default());
    // An article without an author is one of an encyclopaedia, whose date is that of a version.
    let year = metadata.modified.as_deref().filter(|_| !authors.is_empty());
    Some(KnownWork {
        title: title.to_owned(),
        year: year.and_then(|date| date.get(..4)?.parse().ok()),
        authors,
    })
}

/// Returns the work that a document is, by its record. The file name replaces a missing title; `None` without either.
fn of_document(
    store: &dyn Store,
    member: &Member,
    extracted: &Extracted,
) -> Result<Option<KnownWork>, LibraryError> {
    let mut record = read_record(store, member.document, &member.name, extracted)?;
    correct(store, member.document, &mut record)?;
    // A title that is only guessed finds nothing unless an entry has it.
    let title = match record.value(RecordField::Title) {
        "" => {
            let name = plain_name(&member.name);
            let stem = Path::new(name.as_ref()).file_stem();
            stem.map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
        }
        title => title.to_owned(),
    };
    let stated = |field: RecordField| {
        let stated = record.get(field)?;
        (stated.certainty >= Certainty::Likely).then_some(stated.value.as_str())
    };
    let known = KnownWork {
        title,
        authors: authors(stated(RecordField::Author).unwrap_or_default()),
        year: stated(RecordField::Year).and_then(|year| year.get(..4)?.parse().ok()),
    };
    Ok((!known.title.is_empty()).then_some(known))
}

/// Cuts the names of several authors apart.
fn authors(names: &str) -> Vec<String> {
    listed_names(names).map(str::to_owned).collect()
}
