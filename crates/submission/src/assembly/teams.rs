//! Finds the teams whose members are named together in the name of a file or folder.

use std::collections::{BTreeMap, BTreeSet};

use super::units::of_label;
use super::{Context, Origin, Unit, path};
use crate::class_list::Matches;
use crate::folder_names::is_stage;
use crate::pieces;

/// Matches units whose names contain several students of the class list with all of these. A namesake of a student who stands beside
/// different students in one assignment, as a supervisor does, is no member of their teams.
pub(super) fn match_list(context: &Context<'_>, units: &mut [Unit]) {
    let Some(roster) = context.roster else {
        return;
    };
    let teams: Vec<BTreeSet<usize>> = (units.iter())
        .map(|unit| match &unit.origin {
            Origin::Platform(_) => BTreeSet::new(),
            Origin::Folder(owner) => roster.team_of_label(owner.shown()),
            Origin::File => {
                let path = context.files[unit.files[0]].name;
                let file = path.rsplit('/').next().unwrap_or(path);
                roster.team_of_label(pieces::stem(file))
            }
        })
        .collect();
    let works: Vec<String> = units.iter().map(|unit| work(context, unit)).collect();
    let mut teams_of: BTreeMap<(usize, &str), BTreeSet<&BTreeSet<usize>>> = BTreeMap::new();
    for (team, work) in teams.iter().zip(&works) {
        for &student in team {
            let in_work = teams_of.entry((student, work.as_str())).or_default();
            in_work.insert(team);
        }
    }
    for ((unit, team), work) in units.iter_mut().zip(&teams).zip(&works) {
        let own = of_label(context, &unit.label, &unit.stated).one();
        let is_member = |&student: &usize| {
            own == Some(student) || teams_of[&(student, work.as_str())].len() == 1
        };
        let team: BTreeSet<usize> = team.iter().copied().filter(is_member).collect();
        if team.len() > 1 {
            unit.matches = Matches::Team(team);
            unit.matched_by_record = false;
        }
    }
}

/// Returns the drafts and assignments in the path of a unit, such as `初稿` for a folder and `实验1` for a word of a file's name. Words
/// without a number do not count in a file's name: 论文 and 报告 may be one assignment.
fn work(context: &Context<'_>, unit: &Unit) -> String {
    let path = path(context, unit).unwrap_or_default();
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let folders = folders.split('/').filter(|folder| is_stage(folder));
    let words = pieces::stem(name).split(|c: char| !c.is_alphanumeric());
    let numbered = words.filter(|word| is_stage(word) && word.contains(char::is_numeric));
    folders.chain(numbered).collect::<Vec<_>>().join("/")
}
