//! Describes submissions: their displayed names, and the facts known about their students.

use std::collections::{BTreeSet, HashMap};

use super::merging::Group;
use super::{Context, Origin, Unit};
use crate::class_list::Roster;
use crate::folders::names_agree;
use crate::{FoundBy, ListEntry, Platform, PlatformName, Submission};
use crate::{key, person, pieces};
use chachong_record::listed_names;

impl Submission {
    /// Takes over the facts that the class list states about a student. `at` is the position of `entry` in the list.
    pub(crate) fn take_listed(&mut self, at: usize, entry: &ListEntry) {
        self.listed = Some(at);
        if let Some(name) = &entry.name {
            self.student = Some(name.clone());
            self.name.clone_from(name);
        }
        if entry.number.is_some() {
            self.number.clone_from(&entry.number);
        }
        self.class.clone_from(&entry.class);
        self.email.clone_from(&entry.email);
        if self.submitted.is_none() {
            self.submitted.clone_from(&entry.submitted);
        }
    }

    /// Takes over the names of the students at some positions in the class list, who handed in together.
    fn take_team(&mut self, team: impl Iterator<Item = usize>, roster: &Roster<'_>) {
        let team: BTreeSet<usize> = team.collect();
        let names = team.iter().filter_map(|&at| roster.entry(at).name.clone());
        self.also_stated = names.collect();
        if !self.also_stated.is_empty() {
            self.name = self.also_stated.join("、");
            self.student = Some(self.name.clone());
        }
        self.team = team.into_iter().collect();
    }
}

/// Describes the submission that consists of the units of a group.
pub(super) fn submission(context: &Context<'_>, units: &[Unit], group: &Group) -> Submission {
    let mut of: Vec<&Unit> = group.units.iter().map(|&at| &units[at]).collect();
    // The most trusted unit names the others.
    of.sort_by_key(|unit| (found_by(unit), unit.files.first().copied()));
    let mut files: Vec<usize> = of
        .iter()
        .flat_map(|unit| unit.files.iter().copied())
        .collect();
    files.sort_unstable();
    let platforms: Vec<&PlatformName> = (files.iter())
        .filter_map(|&file| context.platforms[file].as_ref())
        .collect();
    let is_hidden = platforms.iter().any(|platform| platform.anonymous);
    let name = context.files[files[0]].name.to_owned();
    let mut submission = Submission::of_nobody(name, FoundBy::File, Vec::new());
    submission.student = of
        .iter()
        .find_map(|unit| student(unit))
        .filter(|_| !is_hidden);
    submission.number = of
        .iter()
        .find_map(|unit| number(unit))
        .filter(|_| !is_hidden);
    submission.submitted = (platforms.iter())
        .filter_map(|platform| platform.submitted.clone())
        .max();
    let takes_feedback = |platform: &&&PlatformName| platform.feedback_path("").is_some();
    let platform = platforms.iter().find(takes_feedback).or(platforms.first());
    submission.platform = platform.map(|&platform| platform.clone());
    submission.name = (submission.student.clone())
        .or_else(|| of.iter().find_map(|unit| shown(unit)))
        .or_else(|| submission.number.clone().filter(|_| files.len() > 1))
        .unwrap_or(submission.name);
    let own = of.iter().map(|unit| found_by(unit)).min();
    submission.found_by = [own, group.merged_by]
        .into_iter()
        .flatten()
        .min()
        .unwrap_or(FoundBy::File);
    let team: BTreeSet<usize> = of.iter().flat_map(|unit| unit.matches.team()).collect();
    let one = of.iter().find_map(|unit| unit.matches.one());
    if let (Some(entry), Some(roster)) = (one.or(team.first().copied()), context.roster) {
        submission.take_listed(entry, roster.entry(entry));
        submission.found_by = submission.found_by.min(FoundBy::List);
        let mut listed = of.iter().filter(|unit| unit.matches.one().is_some());
        submission.listed_by_cover = one.is_some() && listed.all(|unit| unit.matched_by_record);
        if !team.is_empty() {
            submission.take_team(team.into_iter().chain(one), roster);
        }
    }
    let stated = also_stated(context, &of, &files, &submission);
    submission.also_stated.extend(stated);
    submission.also_stated.sort();
    submission.also_stated.dedup();
    submission.files = files;
    submission
}

fn found_by(unit: &Unit) -> FoundBy {
    match &unit.origin {
        Origin::Platform(platform) => platform.platform.into(),
        Origin::Folder(owner) if owner.archive => FoundBy::Archive,
        Origin::Folder(_) => FoundBy::Folder,
        Origin::File if unit.doubtful && unit.label.is_of_somebody() => FoundBy::FileName,
        Origin::File if unit.doubtful => FoundBy::File,
        Origin::File if unit.stated != (None, None) => FoundBy::Record,
        Origin::File if unit.label.is_of_somebody() => FoundBy::FileName,
        Origin::File => FoundBy::File,
    }
}

/// Returns the student's name: from the name of the platform, folder or file, otherwise from the covers. `None` if it
/// is unknown or hidden.
fn student(unit: &Unit) -> Option<String> {
    let stated = unit.stated.1.clone();
    match &unit.origin {
        Origin::Platform(platform) if platform.anonymous => None,
        Origin::Platform(platform) => match platform.platform {
            Platform::Moodle => Some(platform.name.clone()),
            // Canvas squeezes names; a cover that agrees has it as people write it.
            Platform::Canvas => stated
                .filter(|stated| {
                    listed_names(stated).count() == 1 && names_agree(stated, &platform.name)
                })
                .or_else(|| Some(platform.name.clone())),
            Platform::Blackboard => stated
                .filter(|stated| names_agree(stated, &platform.name))
                .or_else(|| (platform.name != platform.id).then(|| platform.name.clone())),
        },
        _ => unit
            .label
            .name
            .clone()
            .or(stated.filter(|_| !unit.doubtful)),
    }
}

/// Returns the student number, from the name or from covers that agree with the name. Never returns a platform's own
/// number.
fn number(unit: &Unit) -> Option<String> {
    let (number, name) = &unit.stated;
    match &unit.origin {
        Origin::Platform(platform) if platform.anonymous => None,
        Origin::Platform(platform) => {
            let agrees = name.as_ref().is_some_and(|name| {
                listed_names(name).count() == 1 && names_agree(name, &platform.name)
            });
            let is_login = platform.platform == Platform::Blackboard
                && number
                    .as_deref()
                    .is_some_and(|number| number.eq_ignore_ascii_case(&platform.id));
            let stated = number.clone().filter(|_| agrees || is_login);
            // Some servers put the number into the name: "2021001 王小五".
            let of_name = || {
                let pieces = pieces::pieces(&platform.name);
                let person = pieces.iter().any(|piece| person::is_person(piece));
                pieces
                    .iter()
                    .find_map(|piece| pieces::number(piece))
                    .filter(|_| person)
            };
            stated.or_else(of_name)
        }
        _ if unit.doubtful => unit.label.number.clone(),
        _ => unit.label.number.clone().or_else(|| number.clone()),
    }
}

/// Removes numbers that the covers of several submissions state: all but one of these covers are copies, and nobody
/// knows which. Numbers in names of files and folders or on the class list stay.
pub(super) fn leave_shared_numbers(context: &Context<'_>, all: &mut [Submission]) {
    let is_by_cover = |submission: &Submission| {
        let of_names = submission.files.iter().any(|&file| {
            let own = submission.number.as_deref();
            own.is_some_and(|number| key::number(context.files[file].name).contains(number))
        });
        submission.listed.is_none() && !of_names
    };
    let mut counts: HashMap<String, usize> = HashMap::new();
    for number in all
        .iter()
        .filter_map(|submission| submission.number.clone())
    {
        *counts.entry(number).or_default() += 1;
    }
    for submission in all {
        let number = submission.number.clone();
        let Some(number) = number.filter(|number| counts.get(number) > Some(&1)) else {
            continue;
        };
        if is_by_cover(submission) {
            submission.number = None;
            submission.also_stated.push(number);
            submission.also_stated.sort();
        }
    }
}

/// Returns the displayed name for the submission of an unknown student; `None` for a single file.
fn shown(unit: &Unit) -> Option<String> {
    match &unit.origin {
        Origin::Platform(platform) => Some(match platform.platform {
            Platform::Canvas => format!("anon_{}", platform.id),
            Platform::Moodle if !platform.name.contains(&platform.id) => {
                format!("{} {}", platform.name, platform.id)
            }
            _ => platform.name.clone(),
        }),
        Origin::Folder(owner) => Some(owner.shown().to_owned()),
        Origin::File => None,
    }
}

/// Returns the names and numbers that the files state, except those of the submission.
fn also_stated(
    context: &Context<'_>,
    of: &[&Unit],
    files: &[usize],
    submission: &Submission,
) -> Vec<String> {
    let covers = files.iter().flat_map(|&file| {
        let file = &context.files[file];
        [file.stated_name, file.stated_number].into_iter().flatten()
    });
    let labels = of
        .iter()
        .flat_map(|unit| unit.label.name.iter().chain(&unit.label.number))
        .map(String::as_str);
    let all: BTreeSet<&str> = covers.chain(labels).collect();
    let known = [submission.student.as_deref(), submission.number.as_deref()];
    all.into_iter()
        .filter(|text| !known.contains(&Some(*text)))
        .map(str::to_owned)
        .collect()
}
