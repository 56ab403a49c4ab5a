//! Versions of one thesis: similar documents by one author. The author is recognised by student number, or by name and similar
//! title; two files with the same name and different formats must have nearly the same text. In doubt two documents stay a
//! finding, with the reasons for and against, until a person decides.

mod authorship;
mod grouping;
mod known;
mod naming;
mod newest;
#[cfg(test)]
mod tests;

use chachong_compare::DocumentIndex;
use chachong_compare::DocumentPair;
use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::{Copies, Document, Origin};
use authorship::{Authorship, Everyone, are_drafts};
use chachong_compare::{
    Choices, Conflict, Contradiction, Ground, LEAST_BASE, NEAR_DUPLICATE_DISTANCE, NEARLY_ALL,
    Theses, Thesis, Version, likeness,
};
use chachong_submission::{
    FileFacts, FoundBy, Platform, Request, Submissions, plain_name, plain_names,
};
use grouping::{Link, grouped};
use known::{Assigned, Known};
use newest::newest_first;

pub(crate) use naming::Naming;

/// Maximum number of documents of one number, author or file name whose pairs are looked at without a passage between
/// them: more are a template's.
const MOST_OF_ONE: usize = 50;

/// Stated authors and similar pairs of a check, from which the versions of each thesis are computed under a person's choices.
#[derive(Clone, Debug, Default)]
pub struct VersionSearch {
    known: Vec<Known>,
    everyone: Everyone,
    /// Pairs that are alike and state one author, whether something speaks against it or not, sorted by positions.
    claims: Vec<Claim>,
    /// First document of the submission of each checked document.
    first: Vec<DocumentIndex>,
}

/// Two alike documents that state one author.
#[derive(Clone, Copy, Debug)]
struct Claim {
    a: DocumentIndex,
    b: DocumentIndex,
    /// Reason to take them for versions, or what speaks against it.
    by: Result<Ground, Contradiction>,
    /// Whether they are of two formats and have nearly the same text.
    is_one_text: bool,
}

/// Returns whether a path contains a student number or the name of a person.
#[must_use]
pub fn names_student(path: &str) -> bool {
    Naming::of(path).names_student()
}

/// Returns the pairs of documents by one author, whether similar or not, sorted by positions: the two state the same student number, or
/// the same author and a similar title, or are files of one name in one folder in two formats, and nothing contradicts it. Pairs of two
/// library documents are left out, and so is what more than 50 documents state: that is probably from a template. `submissions` are the
/// submissions of the checked documents, which come first in `documents`; `None` if they are not known.
#[must_use]
pub fn pairs_of_one_author(
    documents: &[&Document],
    submissions: Option<&Submissions>,
) -> Vec<DocumentPair> {
    let known = all_known(documents, submissions);
    let everyone = Everyone::of(&known);
    of_one_author(&known, &everyone)
}

fn all_known(documents: &[&Document], submissions: Option<&Submissions>) -> Vec<Known> {
    let checked = documents.iter().filter(|one| one.origin == Origin::Checked);
    let names: Vec<&str> = checked.map(|one| one.name.as_str()).collect();
    let owners = owners(&names);
    let mut plain = plain_names(&names).into_iter().zip(&owners);
    let submission = |position| submissions?.holding(position);
    let assigned = |position| Assigned::of(submissions?.get(submission(position)?));
    let known = documents.iter().enumerate().map(|(position, document)| {
        let name = match document.origin {
            Origin::Checked => plain.next(),
            Origin::Library => None,
        };
        let (name, owner) = name.unwrap_or_else(|| (plain_name(&document.name), &NOBODY));
        let known = Known::of(document, &name, owner.student.as_deref());
        Known {
            assigned: assigned(position).or(known.assigned),
            submission: submission(position),
            account: owner.account.clone(),
            folder: owner.folder.clone(),
            ..known
        }
    });
    known.collect()
}

/// Student, team or user who handed in a file, as far as the names of all files tell.
struct Owner {
    student: Option<String>,
    /// The platform's own number or login. Moodle's differs in every assignment, so it counts only where names are hidden.
    account: Option<(Platform, String)>,
    /// Student or name of the folder or archive that is a submission.
    folder: Option<String>,
}

static NOBODY: Owner = Owner {
    student: None,
    account: None,
    folder: None,
};

/// Returns the owner of each file.
fn owners(names: &[&str]) -> Vec<Owner> {
    let facts: Vec<FileFacts<'_>> = names.iter().map(|name| FileFacts::named(name)).collect();
    let submissions = Submissions::of(&facts, &Request::default());
    let owner = |file| {
        let submission = submissions.get(submissions.of_file(file));
        // A name in the file's own name is read with the rest of that name.
        let is_told = submission.found_by < FoundBy::FileName;
        let platform = submission.platform.as_ref();
        let own = platform.filter(|name| name.anonymous || name.platform != Platform::Moodle);
        let is_folder = matches!(submission.found_by, FoundBy::Folder | FoundBy::Archive);
        Owner {
            student: submission.student.clone().filter(|_| is_told),
            account: own.map(|name| (name.platform, name.id.to_lowercase())),
            folder: is_folder.then(|| submission.name.clone()),
        }
    };
    (0..names.len()).map(owner).collect()
}

/// Returns the documents whose author and title come from their assignment: documents with unlike texts state them, or more documents
/// than one student can have written.
fn given_names(
    known: &[Known],
    everyone: &Everyone,
    claims: &[Claim],
    told: &[DocumentPair],
) -> BTreeSet<DocumentIndex> {
    let links: Vec<Link> = claims.iter().filter_map(Claim::link).collect();
    let alike = grouped(&links, &[], &BTreeSet::new(), &|_, _| false).groups;
    let mut group: BTreeMap<DocumentIndex, usize> = BTreeMap::new();
    for (at, (members, _)) in alike.iter().enumerate() {
        group.extend(members.iter().map(|&member| (member, at)));
    }
    let are_alike = |a: DocumentIndex, b: DocumentIndex| {
        group
            .get(&a)
            .is_some_and(|of_a| group.get(&b) == Some(of_a))
    };
    let unlike = told.iter().filter(|&&(a, b)| {
        let (one, other) = (&known[a], &known[b]);
        let is_by_name = matches!(
            everyone.authorship(one, other),
            Authorship::One {
                ground: Ground::NameAndTitle,
                ..
            }
        );
        is_by_name && !are_alike(a, b) && !are_drafts(one, other)
    });
    let mut given: BTreeSet<DocumentIndex> = unlike.flat_map(|&(a, b)| [a, b]).collect();
    let mut of_authors: BTreeMap<&BTreeSet<String>, Vec<DocumentIndex>> = BTreeMap::new();
    for (position, known) in (0..).map(DocumentIndex).zip(known) {
        of_authors.entry(&known.authors).or_default().push(position);
    }
    let common = of_authors.into_values().filter(|of| of.len() > MOST_OF_ONE);
    given.extend(common.flatten());
    given
}

/// Returns for each document whether the properties of its file name another author of the check than its text states.
pub(crate) fn name_others(documents: &[Document]) -> Vec<bool> {
    let known = all_known(&documents.iter().collect::<Vec<_>>(), None);
    let everyone = Everyone::of(&known);
    let of_others = known
        .iter()
        .map(|one| everyone.properties_of_another(one, &one.authors).is_some());
    of_others.collect()
}

fn of_one_author(known: &[Known], everyone: &Everyone) -> Vec<DocumentPair> {
    let mut of_one: BTreeMap<(u8, &str, &str), Vec<DocumentIndex>> = BTreeMap::new();
    for (position, known) in (0..).map(DocumentIndex).zip(known) {
        let naming = &known.naming;
        let keys = (known.number.iter().map(|number| (0, number.as_str(), "")))
            .chain(known.authors.iter().map(|author| (1, author.as_str(), "")))
            .chain([(2, naming.stem.as_str(), naming.folder.as_str())]);
        for key in keys {
            of_one.entry(key).or_default().push(position);
        }
    }
    let mut pairs: BTreeSet<DocumentPair> = BTreeSet::new();
    for members in of_one
        .values()
        .filter(|members| members.len() <= MOST_OF_ONE)
    {
        for (at, &a) in members.iter().enumerate() {
            let others = members[at + 1..].iter().map(|&b| (a, b));
            pairs.extend(others.filter(|&(a, b)| a != b && are_compared(known, a, b)));
        }
    }
    let is_one = |&(a, b): &DocumentPair| {
        let authorship = everyone.authorship(&known[a], &known[b]);
        matches!(authorship, Authorship::One { .. })
    };
    pairs.into_iter().filter(is_one).collect()
}

/// Whether two documents are not both of the library.
fn are_compared(known: &[Known], a: DocumentIndex, b: DocumentIndex) -> bool {
    known[a].origin == Origin::Checked || known[b].origin == Origin::Checked
}

impl VersionSearch {
    /// Collects authors and similar pairs from the documents and passages of a check. `documents` have the positions that
    /// `copies` refer to; the checked ones come first. `submissions` are the submissions of the checked documents. `first` holds, for each
    /// checked document, the first document of its submission.
    #[must_use]
    pub fn of(
        documents: &[&Document],
        copies: &Copies,
        submissions: &Submissions,
        first: &[DocumentIndex],
    ) -> Self {
        let known = all_known(documents, Some(submissions));
        let everyone = Everyone::of(&known);
        let mut claims: Vec<Claim> = (copies.pairs.par_iter())
            .filter(|pair| pair.a < pair.b && pair.b.0 < known.len())
            .filter_map(|pair| {
                let (a, b) = (&known[pair.a], &known[pair.b]);
                let authorship = everyone.authorship(a, b);
                if matches!(authorship, Authorship::Different | Authorship::Unknown) {
                    return None;
                }
                let shares = likeness(&copies.counted, pair)?;
                Claim::of((pair.a, pair.b), &known, authorship, shares)
            })
            .collect();
        // Short texts may be near by fingerprint and have no passage that is long enough.
        let with_passages: BTreeSet<DocumentPair> =
            copies.pairs.iter().map(|pair| (pair.a, pair.b)).collect();
        let told = of_one_author(&known, &everyone);
        let near = told.iter().copied().filter(|pair| {
            !with_passages.contains(pair) && are_near(&known[pair.0], &known[pair.1])
        });
        claims.extend(near.filter_map(|(a, b)| {
            let authorship = everyone.authorship(&known[a], &known[b]);
            Claim::of((a, b), &known, authorship, [NEARLY_ALL; 2])
        }));
        claims.sort_unstable_by_key(|claim| (claim.a, claim.b));
        let given = given_names(&known, &everyone, &claims, &told);
        claims.retain(|claim| {
            let is_given = given.contains(&claim.a) || given.contains(&claim.b);
            let by_name = claim.by == Ok(Ground::NameAndTitle);
            !(by_name && is_given) || are_drafts(&known[claim.a], &known[claim.b])
        });
        Self {
            known,
            everyone,
            claims,
            first: first.to_vec(),
        }
    }

    /// Returns the theses with their versions, and the pairs whose authorship is in doubt, under a person's decisions.
    #[must_use]
    pub fn theses(&self, choices: &Choices) -> Theses {
        let links: Vec<Link> = self.claims.iter().filter_map(Claim::link).collect();
        let is_there = |&(_, b): &DocumentPair| b.0 < self.known.len();
        let joined: Vec<DocumentPair> = choices.joined_theses().filter(is_there).collect();
        let parted: BTreeSet<DocumentPair> = choices.parted_theses().filter(is_there).collect();
        let must_not = |a: DocumentIndex, b: DocumentIndex| {
            let authorship = self.everyone.authorship(&self.known[a], &self.known[b]);
            matches!(
                authorship,
                Authorship::Different | Authorship::Contradicted { .. }
            )
        };
        let found = grouped(&links, &joined, &parted, &must_not);
        let of_library = |document: DocumentIndex| self.known[document].origin == Origin::Library;
        let theses = (found.groups.into_iter())
            .filter(|(members, _)| !members.iter().all(|&document| of_library(document)))
            .map(|(members, ground)| self.thesis(&members, ground));
        let theses = Theses::new(theses, Vec::new());
        let contradicted = self.claims.iter().filter_map(|claim| {
            let (a, b, contradiction) = (claim.a, claim.b, claim.by.err()?);
            Some(Conflict {
                a,
                b,
                contradiction,
            })
        });
        let ambiguous = found.ambiguous.into_iter().map(|(a, b)| Conflict {
            a,
            b,
            contradiction: Contradiction::Ambiguous,
        });
        // What a person has decided is no question any more.
        let open = contradicted.chain(ambiguous).filter(|conflict| {
            !parted.contains(&(conflict.a, conflict.b)) && !theses.are_one(conflict.a, conflict.b)
        });
        let conflicts = open.collect();
        Theses::new(theses.all().iter().cloned(), conflicts).with_submissions(&self.first)
    }

    fn thesis(&self, members: &[DocumentIndex], ground: Ground) -> Thesis {
        let order = newest_first(members, &self.known);
        let versions = (order.iter().enumerate())
            .map(|(at, &document)| Version {
                document,
                same_text_as: (order[..at].iter().copied())
                    .find(|&newer| self.are_one_text(document, newer)),
            })
            .collect();
        Thesis { versions, ground }
    }

    fn are_one_text(&self, a: DocumentIndex, b: DocumentIndex) -> bool {
        let pair = (a.min(b), a.max(b));
        let at = (self.claims).binary_search_by_key(&pair, |claim| (claim.a, claim.b));
        at.is_ok_and(|at| self.claims[at].is_one_text)
    }
}

impl Claim {
    /// Returns the claim as a link; `None` if something contradicts it.
    fn link(&self) -> Option<Link> {
        let (a, b, ground) = (self.a, self.b, self.by.ok()?);
        Some(Link { a, b, ground })
    }

    /// Makes the claim of two documents with these shares in each other; `None` if they are not alike enough, or nothing
    /// says that one author wrote both.
    fn of(
        (a, b): DocumentPair,
        known: &[Known],
        authorship: Authorship,
        shares: [f64; 2],
    ) -> Option<Self> {
        let (by, alike) = match authorship {
            Authorship::One { ground, alike } => (Ok(ground), alike),
            Authorship::Contradicted { by, alike } => (Err(by), alike),
            Authorship::Different | Authorship::Unknown => return None,
        };
        alike.holds(shares).then(|| Self {
            a,
            b,
            by,
            is_one_text: known[a].format != known[b].format
                && shares[0].min(shares[1]) >= NEARLY_ALL,
        })
    }
}

fn are_near(a: &Known, b: &Known) -> bool {
    let enough = a.countable.min(b.countable) >= u64::from(LEAST_BASE);
    (a.fingerprint.zip(b.fingerprint))
        .is_some_and(|(x, y)| enough && x.distance(y) <= NEAR_DUPLICATE_DISTANCE)
}
