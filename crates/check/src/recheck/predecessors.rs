//! Earlier version of each document of a new check: the document with the same text or name, by the same student or author, or with
//! most of its own text in common.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chachong_compare::DocumentIndex;
use chachong_submission::{Platform, Submission, plain_names};

use super::own_runs::mutually_most_alike;
use crate::origins::checked;
use crate::versions::Naming;
use crate::{CheckResult, CopyError, Document, pairs_of_one_author};

/// Maximum distance of the fingerprints of two documents with nearly the same text, in bits.
const NEARLY_SAME: u32 = 2;
/// The lengths of two documents with nearly the same text differ by at most one part in this many.
const SAME_LENGTH: u64 = 50;

/// Returns each checked document of `now` with its earlier version in `earlier`; `None` without one. No two documents have the same
/// earlier version. Either may be a document that could not be read. Fails if it is cancelled or a library that keeps a text does not
/// answer.
pub(super) fn predecessors(
    earlier: &CheckResult,
    now: &CheckResult,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<(DocumentIndex, Option<DocumentIndex>)>, CopyError> {
    let both = (checked_of(earlier), checked_of(now));
    let mut claims = claims(both.0, both.1);
    let of_students = (students(earlier), students(now));
    claims.extend(claims_of_students(&of_students, both));
    // A document that was copied from another student's draft is no later version of it.
    let is_possible =
        |&(_, position, then): &Claim| !of_students.1[position].is_another(&of_students.0[then]);
    claims.retain(is_possible);
    let of_texts = claims_of_texts(&claims, both, cancelled)?;
    claims.extend(of_texts.into_iter().filter(is_possible));
    // Of one document each there is no doubt what is to be compared.
    let only_read = |documents: &[Document]| {
        let mut read = (0..documents.len()).filter(|&at| documents[at].content().is_some());
        read.next().filter(|_| read.next().is_none())
    };
    if let (Some(then), Some(position)) = (only_read(both.0), only_read(both.1)) {
        claims.push((Likeness::Only, position, then));
    }
    let versions = granted(claims);
    let version = |position: usize| versions.get(&position).copied().map(DocumentIndex);
    let versions = (0..both.1.len()).map(|position| (DocumentIndex(position), version(position)));
    Ok(versions.collect())
}

/// Returns the checked documents of a check, which stand first.
fn checked_of(result: &CheckResult) -> &[Document] {
    &result.documents[..checked(&result.documents)]
}

/// Statements of who handed in a document: student number, user of a platform, name.
#[derive(Clone, Debug, Default)]
struct Student {
    number: Option<String>,
    /// The platform's own number or login of the user.
    account: Option<(Platform, String)>,
    /// Words of the name in lower case and order.
    name: Option<String>,
}

impl Student {
    fn of(submission: &Submission) -> Self {
        let words = |name: &String| {
            let lower = name.to_lowercase();
            let mut words: Vec<&str> = (lower.split(|c: char| !c.is_alphanumeric()))
                .filter(|word| !word.is_empty())
                .collect();
            words.sort_unstable();
            words.join(" ")
        };
        // Moodle gives a participant another number in each assignment.
        let account = submission.platform.as_ref();
        let account =
            account.filter(|user| user.platform != Platform::Moodle && !user.id.is_empty());
        Self {
            number: submission.number.clone(),
            account: account.map(|user| (user.platform, user.id.to_lowercase())),
            name: submission.student.as_ref().map(words),
        }
    }

    /// Returns what the student can be looked up by.
    fn keys(&self) -> impl Iterator<Item = String> {
        let number = self
            .number
            .as_ref()
            .map(|number| format!("number {number}"));
        let account = self.account.as_ref();
        let account = account.map(|(platform, id)| format!("{} {id}", platform.product()));
        let name = self.name.as_ref().map(|name| format!("name {name}"));
        number.into_iter().chain(account).chain(name)
    }

    /// Returns whether the student numbers differ, or the users of one platform.
    fn is_another(&self, other: &Self) -> bool {
        let numbers = self.number.as_ref().zip(other.number.as_ref());
        let accounts = self.account.as_ref().zip(other.account.as_ref());
        numbers.is_some_and(|(one, other)| one != other)
            || accounts.is_some_and(|(one, other)| one.0 == other.0 && one.1 != other.1)
    }
}

/// Returns who handed in each checked document of a check, as far as its submissions tell.
fn students(result: &CheckResult) -> Vec<Student> {
    let submissions = &result.submissions;
    let student = |position: usize| {
        let submission = submissions.holding(position);
        submission.map_or_else(Student::default, |at| Student::of(submissions.get(at)))
    };
    (0..checked_of(result).len()).map(student).collect()
}

/// Returns a claim for each two documents that one student handed in.
fn claims_of_students(
    (before, after): &(Vec<Student>, Vec<Student>),
    (earlier, now): (&[Document], &[Document]),
) -> Vec<Claim> {
    let mut by_key: HashMap<String, Vec<usize>> = HashMap::new();
    for (then, student) in before.iter().enumerate() {
        for key in student.keys() {
            by_key.entry(key).or_default().push(then);
        }
    }
    let mut claims = Vec::new();
    for (position, student) in after.iter().enumerate() {
        let with = student.keys().filter_map(|key| by_key.get(&key)).flatten();
        claims.extend(with.map(|&then| {
            let distance = distance(&earlier[then], &now[position]);
            (Likeness::Student(distance), position, then)
        }));
    }
    claims
}

/// Returns claims by the texts of the documents that have none among `claims`.
fn claims_of_texts(
    claims: &[Claim],
    (earlier, now): (&[Document], &[Document]),
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<Claim>, CopyError> {
    let versions = granted(claims.to_vec());
    let taken: BTreeSet<usize> = versions.values().copied().collect();
    let left_then: Vec<usize> = (0..earlier.len())
        .filter(|at| !taken.contains(at))
        .collect();
    let left_now: Vec<usize> = (0..now.len())
        .filter(|at| !versions.contains_key(at))
        .collect();
    if left_then.is_empty() || left_now.is_empty() {
        return Ok(Vec::new());
    }
    let texts_then: Vec<&Document> = left_then.iter().map(|&at| &earlier[at]).collect();
    let texts_now: Vec<&Document> = left_now.iter().map(|&at| &now[at]).collect();
    let alike = mutually_most_alike(&texts_then, &texts_now, cancelled)?.into_iter();
    let claims =
        alike.map(|(position, then)| (Likeness::Passages, left_now[position], left_then[then]));
    Ok(claims.collect())
}

/// Finds the earlier version of each document of `now` in `earlier`: a document with the same or nearly the same text, or else the
/// one with the same name in the check, or else the most similar one by the same author (same student number, same name and similar
/// title, or same file name in another format), or else the one whose name differs only in what tells drafts apart.
/// Returns pairs of the document's position in `now` and its earlier version's position in `earlier`, sorted by the position in `now`.
/// Documents without an earlier version are left out; no two documents have the same earlier version.
#[must_use]
pub fn versions_of_earlier(earlier: &[Document], now: &[Document]) -> Vec<(usize, usize)> {
    granted(claims(earlier, now)).into_iter().collect()
}

/// Earlier version that a document may have: why, and the positions of the document and of its earlier version.
type Claim = (Likeness, usize, usize);

/// Returns all earlier versions that documents may have.
fn claims(earlier: &[Document], now: &[Document]) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    let by_name: BTreeMap<&str, usize> = (earlier.iter().enumerate())
        .map(|(then, document)| (document.name.as_str(), then))
        .collect();
    for (position, document) in now.iter().enumerate() {
        let alike =
            (earlier.iter().enumerate()).filter(|(_, before)| is_same_text(before, document));
        claims.extend(alike.map(|(then, before)| {
            let likeness = Likeness::Text {
                is_renamed: before.name != document.name,
                distance: distance(before, document),
            };
            (likeness, position, then)
        }));
        if let Some(&then) = by_name.get(document.name.as_str()) {
            claims.push((Likeness::Name, position, then));
        }
    }
    let all: Vec<&Document> = earlier.iter().chain(now).collect();
    for (a, b) in pairs_of_one_author(&all, None) {
        let (a, b) = (a.min(b).0, a.max(b).0);
        if a < earlier.len() && b >= earlier.len() {
            let (then, position) = (a, b - earlier.len());
            let distance = distance(&earlier[then], &now[position]);
            claims.push((Likeness::Author(distance), position, then));
        }
    }
    claims.extend(claims_of_drafts(earlier, now));
    claims
}

/// Returns a claim for each two documents whose names differ only in what tells drafts apart, if no other document has such a name.
fn claims_of_drafts(earlier: &[Document], now: &[Document]) -> Vec<Claim> {
    let namings = |documents: &[Document]| -> Vec<Naming> {
        let names: Vec<&str> = documents.iter().map(|one| one.name.as_str()).collect();
        let plain = plain_names(&names).into_iter();
        plain.map(|name| Naming::of(&name)).collect()
    };
    let (before, after) = (namings(earlier), namings(now));
    let mut named: BTreeMap<BTreeSet<&str>, [Vec<usize>; 2]> = BTreeMap::new();
    for (side, namings) in [&before, &after].into_iter().enumerate() {
        for (at, naming) in namings.iter().enumerate() {
            named.entry(naming.own_words()).or_default()[side].push(at);
        }
    }
    named.remove(&BTreeSet::new());
    let pairs = named
        .values()
        .filter_map(|[then, position]| match (&then[..], &position[..]) {
            (&[then], &[position]) => Some((then, position)),
            _ => None,
        });
    pairs
        .filter(|&(then, position)| before[then].names_draft() || after[position].names_draft())
        .map(|(then, position)| (Likeness::Draft, position, then))
        .collect()
}

/// Gives each document its likeliest earlier version that no other document has.
fn granted(mut claims: Vec<Claim>) -> BTreeMap<usize, usize> {
    claims.sort_unstable();
    let (mut found, mut taken) = (BTreeMap::new(), BTreeSet::new());
    for (_, position, then) in claims {
        if !found.contains_key(&position) && taken.insert(then) {
            found.insert(position, then);
        }
    }
    found
}

/// Reason why two documents are versions of one, the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    /// Both have the same or nearly the same text, first those with one name; holds the distance of their fingerprints in bits.
    Text { is_renamed: bool, distance: u32 },
    /// Both have the same file name in the same folder.
    Name,
    /// One student handed in both; holds the distance of their fingerprints in bits.
    Student(u32),
    /// Both state one author; holds the distance of their fingerprints in bits.
    Author(u32),
    /// Their names differ only in what tells drafts apart.
    Draft,
    /// Each has more of the other's own text than any other document.
    Passages,
    /// Each of the two checks has only one document that was read.
    Only,
}

/// Returns whether two documents are the same file, or have nearly equal fingerprints and lengths.
fn is_same_text(a: &Document, b: &Document) -> bool {
    let Some((one, other)) = a.content().zip(b.content()) else {
        return false;
    };
    let file = &one.metadata.sha256;
    let unlike = one.countable.abs_diff(other.countable);
    !file.is_empty() && *file == other.metadata.sha256
        || distance(a, b) <= NEARLY_SAME && unlike * SAME_LENGTH <= one.countable
}

fn distance(a: &Document, b: &Document) -> u32 {
    let both = a.fingerprint().zip(b.fingerprint());
    both.map_or(u32::MAX, |(a, b)| a.distance(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DocumentContent, fingerprint};
    use chachong_import::{Format, decode_text};
    use chachong_simhash::Fingerprint;

    /// Documents of one length, 报告0.txt and so on, with these fingerprints.
    fn reports(fingerprints: [u64; 3]) -> Vec<Document> {
        let read = fingerprint(&decode_text("文".repeat(1000).as_bytes()).unwrap());
        let document = |(at, bits): (usize, u64)| {
            let content = DocumentContent {
                fingerprint: Some(Fingerprint(bits)),
                ..read.clone()
            };
            Document::checked(
                format!("报告{at}.txt"),
                Some(Format::Txt),
                Some(Ok(content)),
            )
        };
        (fingerprints.into_iter().enumerate())
            .map(document)
            .collect()
    }

    #[test]
    fn the_same_text_is_the_earlier_version_whatever_its_name() {
        let earlier = reports([0xFF, 0xFF00, 0xFF_0000]);
        let now = reports([0xFF_0000, 0xFE, 0xFF00]);
        assert_eq!(
            versions_of_earlier(&earlier, &now),
            [(0, 2), (1, 0), (2, 1)]
        );
    }

    #[test]
    fn drafts_are_told_by_their_names() {
        let named = |names: [&str; 3]| {
            let documents = reports([0xFF, 0xFF00, 0xFF_0000]).into_iter().zip(names);
            let documents = documents.map(|(document, name)| Document {
                name: name.to_owned(),
                ..document
            });
            documents.collect::<Vec<_>>()
        };
        let other = |mut documents: Vec<Document>| {
            for (document, bits) in documents.iter_mut().zip([0xF0F0, 0x0F0F_0000, 0xF0F0_0000]) {
                if let Some(Ok(content)) = &mut document.outcome {
                    content.fingerprint = Some(Fingerprint(bits));
                }
            }
            documents
        };
        let earlier = named(["night draft1.txt", "灯光_初稿.txt", "homework 1.txt"]);
        let now = other(named([
            "灯光_终稿.txt",
            "homework 2.txt",
            "night FINAL.txt",
        ]));
        // Two pieces of homework are two works.
        assert_eq!(versions_of_earlier(&earlier, &now), [(0, 1), (2, 0)]);
    }

    #[test]
    fn a_new_text_and_one_of_several_equal_ones_keep_their_names() {
        let earlier = reports([0xFF, 0xFF, 0xFF00]);
        let now = reports([0xFF, 0xFF, 0xFF_0000]);
        assert_eq!(
            versions_of_earlier(&earlier, &now),
            [(0, 0), (1, 1), (2, 2)]
        );
    }
}
