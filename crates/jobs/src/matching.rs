//! Search of the library for documents that new documents may share text with.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::hand_ins::HandIns;
use crate::kept;
use crate::library::kept_submission;
use crate::specimens::members_with_specimens;
use chachong_check::{
    CopyError, CopyStep, CopyWatch, Document, Fingerprinting, LIBRARY_PREFIX, MemoryRoom, is_lost,
};
use chachong_compare::{DocumentIndex, DocumentPair, Thresholds};
use chachong_library::{
    Answer, Damage, DamagedPart, DocumentId, Library, LibraryError, Member, MemberSearch, Origin,
    Question, Widespread, query_shingles,
};

/// Maximum number of documents near by fingerprint that are compared for each new document, the nearest first.
const MOST_NEAR: usize = 100;

/// Library to compare new documents with, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Against<'l> {
    /// Library to search.
    pub library: &'l Library,
    /// Recipe and document frequencies of the new documents' fingerprints.
    pub by: &'l Fingerprinting,
    /// Distance thresholds for near documents.
    pub thresholds: Thresholds,
    /// Whether this is the check's own library, whose templates and common phrases are used too; other libraries only
    /// serve as sources.
    pub is_own: bool,
}

/// Library documents and widespread text found for new documents.
#[derive(Clone, Debug, Default)]
pub(super) struct Matches {
    /// Library documents to compare with, sorted by name. Their positions follow those of the new documents.
    pub documents: Vec<Document>,
    /// Pairs to compare: (position of the new document, position of the library's).
    pub pairs: Vec<DocumentPair>,
    /// Number of all members of the library.
    pub members: usize,
    /// Positions, as in `pairs`, of the members that share code or measured values with a new document.
    pub by_specimens: BTreeSet<DocumentIndex>,
    /// For each new document, the runs of text that many documents of the library have.
    pub widespread: Vec<Vec<Widespread>>,
}

impl Matches {
    /// Removes library documents for which `is_out` returns `true`, and renumbers the others. `new` is the number of
    /// new documents.
    pub(super) fn leave_out(&mut self, new: usize, is_out: impl Fn(&Document) -> bool) {
        let mut moved = Vec::with_capacity(self.documents.len());
        let mut next = new;
        for document in &self.documents {
            let stays = !is_out(document);
            moved.push(stays.then_some(DocumentIndex(next)));
            next += usize::from(stays);
        }
        let to = |position: DocumentIndex| moved.get(position.0 - new).copied().flatten();
        self.pairs = (self.pairs.iter())
            .filter_map(|&(a, b)| Some((a, to(b)?)))
            .collect();
        self.by_specimens = self.by_specimens.iter().filter_map(|&b| to(b)).collect();
        let mut stays = moved.iter().map(Option::is_some);
        self.documents.retain(|_| stays.next().unwrap_or(false));
    }
}

/// Member of the library that new documents may share text with.
struct Wanted {
    member: Member,
    /// Positions of these documents, each with whether its fingerprint is near the member's.
    with: BTreeMap<DocumentIndex, bool>,
}

impl Wanted {
    fn of(member: Member) -> Self {
        Self {
            member,
            with: BTreeMap::new(),
        }
    }

    /// Leaves only the documents of which the member can be a source, and returns whether there are any.
    fn is_source(&mut self, hand_ins: &HandIns<'_>) -> bool {
        let equal = hand_ins.equal_to(&self.member);
        self.with
            .retain(|&at, is_near| equal.leave_as_source(at, *is_near));
        !self.with.is_empty()
    }
}

/// Finds the library documents that each new document may share text with. `search` is a search in the library of
/// `against`.
pub(super) fn match_library(
    documents: &[Document],
    against: Against<'_>,
    search: &dyn MemberSearch,
    watch: &CopyWatch<'_>,
) -> Result<Matches, CopyError> {
    let done = AtomicUsize::new(0);
    let step = || {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        (watch.progress)(CopyStep::AskingLibrary, done, documents.len());
        if (watch.cancelled)() {
            return Err(CopyError::Cancelled);
        }
        Ok(())
    };
    let answers: Vec<Answer> = documents
        .par_iter()
        .with_max_len(1)
        .map(|document| {
            let answer = ask(document, against, search)?;
            step()?;
            Ok(answer)
        })
        .collect::<Result<_, CopyError>>()?;
    let mut wanted: BTreeMap<DocumentId, Wanted> = BTreeMap::new();
    let mut widespread = Vec::with_capacity(documents.len());
    for (document, answer) in (0..).map(DocumentIndex).zip(answers) {
        let near = answer.near.into_iter().map(|(member, _)| (member, true));
        let sharing = answer
            .sharing
            .into_iter()
            .map(|(member, _)| (member, false));
        for (member, is_near) in near.chain(sharing) {
            let of_member = wanted
                .entry(member.document)
                .or_insert_with(|| Wanted::of(member));
            *of_member.with.entry(document).or_default() |= is_near;
        }
        widespread.push(answer.widespread);
    }
    let hand_ins = HandIns::of(documents, against);
    let mut found: Vec<(Document, Vec<DocumentIndex>)> = wanted
        .into_par_iter()
        .filter_map(|(_, mut wanted)| wanted.is_source(&hand_ins).then_some(wanted))
        .map(|Wanted { member, with }| {
            let with: Vec<DocumentIndex> = with.into_keys().collect();
            read(&member, against).map(|document| document.map(|d| (d, with)))
        })
        .filter_map(Result::transpose)
        .collect::<Result<_, LibraryError>>()?;
    let known = found.iter().map(|(document, _)| document);
    let by_specimens =
        members_with_specimens(documents, known.cloned().collect(), against, search, watch)?;
    let added = by_specimens.found.into_iter();
    found.extend(added.map(|document| (document, Vec::new())));
    tell_apart(found.iter_mut().map(|(document, _)| document));
    let shares = |document: &Document| {
        let number = document.content().and_then(|content| content.kept);
        number.is_some_and(|number| by_specimens.members.contains(&number))
    };
    found.sort_by(|x, y| x.0.name.cmp(&y.0.name));
    let mut matches = Matches {
        widespread,
        members: search.members(),
        ..Matches::default()
    };
    for (position, (document, with)) in found.into_iter().enumerate() {
        let position = DocumentIndex(documents.len() + position);
        matches
            .pairs
            .extend(with.into_iter().map(|new| (new, position)));
        if shares(&document) {
            matches.by_specimens.insert(position);
        }
        matches.documents.push(document);
    }
    Ok(matches)
}

/// Finds the members to compare a document with, of those near by fingerprint at most the [`MOST_NEAR`] nearest.
fn ask(
    document: &Document,
    against: Against<'_>,
    search: &dyn MemberSearch,
) -> Result<Answer, CopyError> {
    let Some(content) = document.content() else {
        return Ok(Answer::default());
    };
    // Nobody cancels a wait for the others.
    let room = MemoryRoom::for_preparing(content.characters, &|| false);
    let prepared = content.text.prepared().and_then(|prepared| {
        let text = search
            .wants_texts()
            .then(|| content.text.text())
            .transpose()?;
        Ok((query_shingles(&prepared), text))
    });
    let (shingles, text) = match prepared {
        Ok((shingles, text)) => (Some(shingles), text),
        Err(error) if is_lost(&error) => (None, None),
        // Not compared for want of its text, the document would seem to have no source.
        Err(error) => return Err(error.into()),
    };
    let mut answer = search.ask(&Question {
        name: &document.name,
        text: text.as_deref(),
        fingerprint: content.fingerprint,
        farthest: against.thresholds.farthest(),
        shingles: shingles.as_deref().unwrap_or_default(),
        is_text: true,
    })?;
    drop(room);
    answer.near.retain(|(member, distance)| {
        let shorter = content.countable.min(member.countable);
        *distance <= against.thresholds.related(shorter)
    });
    answer.near.truncate(MOST_NEAR);
    Ok(answer)
}

/// Makes equal names different: appends the document number, and apostrophes if another document has that name.
pub(super) fn tell_apart<'d>(documents: impl Iterator<Item = &'d mut Document>) {
    let mut documents: Vec<&mut Document> = documents.collect();
    let mut count: HashMap<String, u32> = HashMap::new();
    for document in &documents {
        *count.entry(document.name.clone()).or_default() += 1;
    }
    let mut used: HashSet<String> = count.keys().cloned().collect();
    for document in &mut documents {
        if count[&document.name] == 1 {
            continue;
        }
        let number = document.content().and_then(|content| content.kept);
        let mut name = format!("{} #{}", document.name, number.map_or(0, |id| id.0));
        while !used.insert(name.clone()) {
            name.push('\'');
        }
        document.name = name;
    }
}

/// Loads a member as a document of the check. `None` if it was deleted meanwhile, if its text is damaged, which the
/// library notes, or if its server no longer answers. The other members still count.
pub(super) fn read(
    member: &Member,
    against: Against<'_>,
) -> Result<Option<Document>, LibraryError> {
    let store = against.library.store();
    let read = kept::reading(store, member.document, &member.name, against.by)
        .and_then(|content| Ok((content, kept_submission(store.as_ref(), member.document)?)));
    let (content, kept_submission) = match read {
        Ok(read) => read,
        Err(LibraryError::NoSuchDocument { .. }) => return Ok(None),
        Err(LibraryError::Damaged { .. }) => {
            against.library.note_damage(Damage {
                part: DamagedPart::Text,
                document: Some(member.document),
                name: Some(member.name.clone()),
            });
            return Ok(None);
        }
        // On a server that was lost since; the comparison names it.
        Err(LibraryError::ServerAway { .. }) if !store.lost_servers().is_empty() => {
            return Ok(None);
        }
        Err(error) => return Err(error),
    };
    Ok(Some(Document {
        name: format!("{LIBRARY_PREFIX}{}", member.name),
        origin: Origin::Library,
        path: member.path.clone(),
        format: Some(member.format),
        library: Some(against.library.name().into()),
        kept_submission,
        outcome: Some(Ok(content)),
    }))
}
