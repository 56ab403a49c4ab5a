//! Decides whose files are whose. Files form units by the platform's names, folders and archives; the units of one
//! student form a submission by class list, numbers, covers and the naming convention of the class.

mod contents;
mod describing;
mod labels;
mod merging;
mod teams;
mod units;

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::class_list::{Matches, Roster};
use crate::convention::Label;
use crate::folders::{self, Evidence, Owner};
use crate::path_owner::{CoverWords, PathOwner};
use crate::{By, FileFacts, ListEntry, PlatformName, Request, Submission, Submissions};
use crate::{key, platform};
use chachong_record::listed_names;

/// Files that belong together by the platform's names or their folder, or a single file.
#[derive(Debug)]
struct Unit {
    files: Vec<usize>,
    origin: Origin,
    /// Content of the name of the folder or file; empty for platforms.
    label: Label,
    /// Whether the covers of the files contradict the name, so that the unit is not merged.
    doubtful: bool,
    /// Students on the class list to whom the unit may belong.
    matches: Matches,
    /// Whether the student on the class list was found only by covers.
    matched_by_record: bool,
    /// Number and name of the single person that the covers state.
    stated: (Option<String>, Option<String>),
}

/// Reason why the files of a unit belong together.
#[derive(Debug)]
enum Origin {
    Platform(PlatformName),
    Folder(Owner),
    File,
}

/// Data that the assembly of submissions needs.
struct Context<'a> {
    files: &'a [FileFacts<'a>],
    roster: Option<&'a Roster<'a>>,
    platforms: Vec<Option<PlatformName>>,
    labels: Vec<Label>,
}

/// Returns the path of a unit's folder or file; `None` for a unit of a platform.
fn path<'u>(context: &Context<'u>, unit: &'u Unit) -> Option<&'u str> {
    match &unit.origin {
        Origin::Platform(_) => None,
        Origin::Folder(owner) => Some(owner.path.as_str()),
        Origin::File => Some(context.files[unit.files[0]].name),
    }
}

/// Returns what the paths of units say beside their covers and the entry of the class list that they match, each with its unit; without
/// units of a platform.
fn path_owners(
    context: &Context<'_>,
    units: &[Unit],
    of: &[usize],
    entry: Option<&ListEntry>,
) -> Vec<(usize, PathOwner)> {
    let mut cover = CoverWords::default();
    if let Some(entry) = entry {
        let mail = entry
            .email
            .as_deref()
            .and_then(|mail| mail.split('@').next());
        cover = (cover.with_names(entry.name.as_deref()))
            .with_number(entry.number.as_deref())
            .with_number(entry.user.as_deref())
            .with_number(mail);
    }
    for unit in of.iter().map(|&at| &units[at]) {
        let (number, name) = &unit.stated;
        cover = (cover.with_names(name.as_deref())).with_number(number.as_deref());
        let titles = unit
            .files
            .iter()
            .map(|&file| context.files[file].stated_title);
        cover = titles.fold(cover, CoverWords::with_title);
    }
    let owner = |&at: &usize| Some((at, PathOwner::of(path(context, &units[at])?, &cover)));
    of.iter().filter_map(owner).collect()
}

/// Groups the files of a check into submissions.
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
    let names = files.iter().filter_map(|file| file.stated_name);
    let names: HashSet<&str> = names.flat_map(listed_names).collect();
    let is_listed =
        |label: &str| roster.is_some_and(|roster| roster.of_label(label) != Matches::Nobody);
    let is_known = |text: &str| stated.contains(text) || names.contains(text) || is_listed(text);
    let labels = labels::of(files, &platforms, &is_known);
    let context = Context {
        files,
        roster,
        platforms,
        labels,
    };
    let evidence = Evidence {
        files,
        labels: &context.labels,
        is_listed: &is_listed,
        is_known: &is_known,
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
    teams::match_list(&context, &mut units);
    contents::match_list(&context, &mut units);
    units::leave_copied_covers(&context, &mut units);
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
        let mut possible: BTreeSet<usize> = (units.iter())
            .filter_map(|unit| match &unit.matches {
                Matches::Several(entries) => Some(entries.iter().copied()),
                _ => None,
            })
            .flatten()
            .collect();
        // Whoever a path contains, such as 致王小五, may have handed it in, though it is not known whose the file is.
        let paths = || files.iter().map(|file| file.name);
        possible.extend((roster.iter()).flat_map(|roster| roster.contained_in(paths())));
        submissions.compare_with(list, &possible);
    }
    submissions
}
