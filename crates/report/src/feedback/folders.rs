//! Paths of the reports in the zip: paths under which the learning platform takes them back, or else a folder for each
//! submission.
//!
//! - **Moodle** (`mod/assign/feedback/file/importziplib.php`) splits each part of a path at its first four underscores and takes
//!   the file if the second piece is the number of a participant and the next two name a plugin. It skips files that begin with
//!   `.` or `~`.
//! - **Canvas** (`infer_comment_context_from_filename` in `app/models/abstract_assignment.rb`) takes the first two numbers between
//!   underscores for user and attachment, or the two pieces after `anon`, and shows the report under the attachment's name. It
//!   skips files whose last piece begins with `link`.

use std::collections::{BTreeMap, HashMap, HashSet};

use chachong_compare::DocumentIndex;
use chachong_submission::{
    By, FileFacts, Platform, PlatformName, Request, SubmissionIndex, Submissions,
};

use crate::Report;
use crate::file_names::{LONGEST, safe, same_name, unique, without_ending};

/// Minimum room in bytes for the name of a report after a platform's prefix.
const LEAST_ROOM: usize = 60;

/// Reports of one submission.
#[derive(Debug)]
pub(super) struct Folder {
    pub(super) submission: SubmissionIndex,
    /// Documents that were read, with the paths of their reports in the zip.
    pub(super) reports: Vec<(DocumentIndex, String)>,
    /// Whether the platform can import the reports under these paths.
    pub(super) is_taken: bool,
}

/// Name of a document's file as its student may see it, given the document and the name.
type Seen<'a> = &'a dyn Fn(DocumentIndex, &str) -> String;

/// Returns the paths of the reports of all submissions, each different from the others on every system.
pub(super) fn folders(check: Report<'_>, all: &Submissions, seen: Seen<'_>) -> Vec<Folder> {
    let mut names = Naming {
        check,
        seen,
        of_files: platform_names(check),
        owners: owners(all),
        taken: HashSet::new(),
    };
    // The platform's own folders first: no other may have their names.
    let mut folders: Vec<Folder> = Vec::with_capacity(all.all.len());
    let numbered = || (0..).map(SubmissionIndex).zip(&all.all);
    let mut of_platform = BTreeMap::new();
    for (index, submission) in numbered() {
        let owned = (submission.platform.as_ref()).filter(|name| names.is_owner(name, index));
        if let Some(platform) = owned.filter(|name| name.feedback_path("").is_some()) {
            let reports = names.platform_reports(platform, &submission.files);
            of_platform.insert(index, reports);
        }
    }
    for (index, submission) in numbered() {
        let reports = of_platform.remove(&index);
        folders.push(Folder {
            submission: index,
            is_taken: reports.is_some(),
            reports: reports
                .unwrap_or_else(|| names.plain_reports(&submission.name, &submission.files)),
        });
    }
    folders
}

/// Participant on a platform, as (platform, platform's number, platform's name of the student).
type Participant<'a> = (Platform, &'a str, &'a str);

fn participant(name: &PlatformName) -> Participant<'_> {
    (name.platform, &name.id, &name.name)
}

/// Returns the submission whose reports go back to each participant. If a person split a participant's submission, it
/// is the part that was recognised by the platform's name, or else the first.
fn owners(all: &Submissions) -> HashMap<Participant<'_>, SubmissionIndex> {
    let mut owners: HashMap<Participant<'_>, (bool, SubmissionIndex)> = HashMap::new();
    for (index, submission) in (0..).map(SubmissionIndex).zip(&all.all) {
        if let Some(name) = &submission.platform {
            let candidate = (submission.found_by != name.platform.into(), index);
            let owner = owners.entry(participant(name)).or_insert(candidate);
            *owner = candidate.min(*owner);
        }
    }
    let owners = owners.into_iter();
    owners.map(|(name, (_, index))| (name, index)).collect()
}

/// Returns the platform's name of each checked document.
fn platform_names(check: Report<'_>) -> Vec<Option<PlatformName>> {
    let checked = check.result.checked_documents();
    let facts: Vec<FileFacts<'_>> = checked.map(|one| FileFacts::named(&one.name)).collect();
    let request = Request {
        by: By::File,
        ..Request::default()
    };
    let files = Submissions::of(&facts, &request).all.into_iter();
    files.map(|file| file.platform).collect()
}

/// Names that are given to reports.
struct Naming<'a> {
    check: Report<'a>,
    seen: Seen<'a>,
    /// Platform's name of each document.
    of_files: Vec<Option<PlatformName>>,
    owners: HashMap<Participant<'a>, SubmissionIndex>,
    /// Paths and folders that are taken, in the form of [`same_name`].
    taken: HashSet<String>,
}

impl Naming<'_> {
    fn is_owner(&self, name: &PlatformName, submission: SubmissionIndex) -> bool {
        self.owners.get(&participant(name)) == Some(&submission)
    }

    /// Returns the reports of a submission under the platform's names: Moodle has one for each student, Canvas one for each file.
    fn platform_reports(
        &mut self,
        platform: &PlatformName,
        files: &[usize],
    ) -> Vec<(DocumentIndex, String)> {
        let documents = self.read(files);
        let stems = self.stems(&documents);
        (documents.into_iter().zip(stems))
            .map(|(position, stem)| {
                let of_file = self.of_files[position.0].clone();
                let of_file = of_file.filter(|name| {
                    name.platform == Platform::Canvas
                        && name.is_of_same(platform)
                        && name.feedback_path("").is_some()
                });
                let name = of_file.as_ref().unwrap_or(platform);
                // No piece of the report's own name may look like one of Canvas's.
                let stem = match name.platform {
                    Platform::Canvas => stem.replace('_', "-"),
                    Platform::Moodle | Platform::Blackboard => stem,
                };
                let at = |report: &str| name.feedback_path(report).unwrap_or_default();
                let start = at("");
                let before = start.rsplit('/').next().map_or(0, str::len);
                let room = LONGEST.saturating_sub(before).max(LEAST_ROOM);
                if let Some((folder, _)) = start.split_once('/') {
                    self.taken.insert(same_name(folder));
                }
                let taken = &mut self.taken;
                let mut is_free = |report: &str| taken.insert(same_name(&at(report)));
                let report = unique(&stem, room, &of_report(self.check), &mut is_free);
                (position, format!("{}.pdf", at(&report)))
            })
            .collect()
    }

    /// Returns the reports of a submission, in a folder named after it.
    fn plain_reports(&mut self, name: &str, files: &[usize]) -> Vec<(DocumentIndex, String)> {
        let documents = self.read(files);
        if documents.is_empty() {
            return Vec::new();
        }
        let stems = self.stems(&documents);
        let taken = &mut self.taken;
        let mut is_free = |folder: &str| taken.insert(same_name(folder));
        let folder = unique(&safe(name), LONGEST, &str::to_owned, &mut is_free);
        let mut names = HashSet::new();
        (documents.into_iter().zip(stems))
            .map(|(position, stem)| {
                let mut is_free = |report: &str| names.insert(same_name(report));
                let report = unique(&stem, LONGEST, &of_report(self.check), &mut is_free);
                (position, format!("{folder}/{report}.pdf"))
            })
            .collect()
    }

    /// Returns the documents that were read.
    fn read(&self, files: &[usize]) -> Vec<DocumentIndex> {
        let documents = files.iter().copied().map(DocumentIndex);
        let is_read =
            |position: &DocumentIndex| self.check.result.documents[position.0].content().is_some();
        documents.filter(is_read).collect()
    }

    /// Returns the names after which reports on documents of one submission are named: the student's file names as the student may see
    /// them, with extensions if two would be equal otherwise.
    fn stems(&self, documents: &[DocumentIndex]) -> Vec<String> {
        let file = |position: &DocumentIndex| {
            let of_platform = self.of_files.get(position.0).and_then(Option::as_ref);
            let name = of_platform.map_or_else(
                || self.check.result.documents[position.0].name.as_str(),
                |name| &name.file,
            );
            (self.seen)(*position, name.rsplit('/').next().unwrap_or(name))
        };
        let files: Vec<String> = documents.iter().map(file).collect();
        let stem = |file: &str| safe(without_ending(file));
        let is_shared = |own: &str| {
            let same = files
                .iter()
                .filter(|file| same_name(&stem(file)) == same_name(own));
            same.count() > 1
        };
        (files.iter())
            .map(|file| {
                let own = stem(file);
                if is_shared(&own) { safe(file) } else { own }
            })
            .collect()
    }
}

/// Returns a function that names a report after its document. The name begins with our own word, so that no platform
/// skips the file.
fn of_report(check: Report<'_>) -> impl Fn(&str) -> String {
    let language = check.language;
    move |name| language.fill("feedback.file-name", &[("name", &name)])
}
