//! Decides whose files are whose. Files form units by the platform's names, folders and archives; the units of one
//! student form a submission by class list, numbers, covers and the naming convention of the class.

mod describing;
mod labels;
mod merging;
mod units;

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::class_list::{Matches, Roster};
use crate::convention::Label;
use crate::folders::{self, Evidence, Owner};
use crate::{By, FileFacts, PlatformName, Request, Submission, Submissions};
use crate::{key, platform};

/// Files that the platform, a folder or nothing but themselves put together.
#[derive(Debug)]
struct Unit {
    files: Vec<usize>,
    origin: Origin,
    /// What the name of the folder or file says; nothing for platforms.
    label: Label,
    /// Whether the files' covers contradict the name, so that the unit stays alone.
    doubtful: bool,
    /// Students of the class list.
    matches: Matches,
    /// Whether only covers led to the class list.
    matched_by_record: bool,
    /// The one person whom the covers state: number and name.
    stated: (Option<String>, Option<String>),
}

/// What put the files of a unit together.
#[derive(Debug)]
enum Origin {
    Platform(PlatformName),
    Folder(Owner),
    File,
}

/// Everything that is asked while submissions are put together.
struct Context<'a> {
    files: &'a [FileFacts<'a>],
    roster: Option<&'a Roster<'a>>,
    platforms: Vec<Option<PlatformName>>,
    labels: Vec<Label>,
}

/// Puts submissions together.
pub(crate) fn submissions(files: &[FileFacts<'_>], request: &Request<'_>) -> Submissions {
    let roster = request.list.map(Roster::of);
    let roster = roster.as_ref();
    let stated: HashSet<String> = (files.iter())
        .filter_map(|file| file.stated_number.map(key::number))
        .collect();
    let is_student_number = |number: &str| {
        stated.contains(&key::number(number))
            || roster.is_some_and(|roster| roster.has_number(number))
    };
    let platforms = platform::read(files, &is_student_number);
    let labels = labels::of(files, &platforms, request.convention);
    let context = Context {
        files,
        roster,
        platforms,
        labels,
    };
    let is_listed =
        |label: &str| roster.is_some_and(|roster| roster.of_label(label) != Matches::Nobody);
    let evidence = Evidence {
        files,
        labels: &context.labels,
        is_listed: &is_listed,
        convention: request.convention,
    };
    let owners = match request.by {
        By::Auto | By::List => {
            let rest: Vec<usize> = (0..files.len())
                .filter(|&file| context.platforms[file].is_none())
                .collect();
            folders::owners(&rest, &evidence)
        }
        By::Folder => folders::top_owners(&evidence),
        By::File => HashMap::new(),
    };
    let mut units = units::of(&context, owners, request.by);
    units::match_list(&context, &mut units);
    if request.by == By::List {
        units = units::apart(&context, units);
    }
    let groups = merging::groups(&context, &units, request.by);
    let mut all: Vec<Submission> = (groups.iter())
        .map(|group| describing::submission(&context, &units, group))
        .collect();
    describing::leave_shared_numbers(&context, &mut all);
    let mut submissions = Submissions::numbered(all, files.len());
    if let Some(corrections) = request.corrections {
        submissions = corrections.apply(submissions, files, roster);
    }
    if let Some(list) = request.list {
        let possible: BTreeSet<usize> = (units.iter())
            .filter_map(|unit| match &unit.matches {
                Matches::Several(entries) => Some(entries.iter().copied()),
                _ => None,
            })
            .flatten()
            .collect();
        submissions.compare_with(list, &possible);
    }
    submissions
}
