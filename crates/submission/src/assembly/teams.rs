//! Finds the teams whose members are named together in the name of a file or folder.

use std::collections::{BTreeMap, BTreeSet};

use super::units::of_label;
use super::{Context, Origin, Unit};
use crate::class_list::Matches;
use crate::pieces;

/// Matches units whose names contain several students of the class list with all of these. A namesake of a student who stands beside
/// different students, as a supervisor does, is no member of their teams.
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
    let mut teams_of: BTreeMap<usize, BTreeSet<&BTreeSet<usize>>> = BTreeMap::new();
    for team in &teams {
        for &student in team {
            teams_of.entry(student).or_default().insert(team);
        }
    }
    for (unit, team) in units.iter_mut().zip(&teams) {
        let own = of_label(context, &unit.label, &unit.stated).one();
        let is_member = |student: &usize| own == Some(*student) || teams_of[student].len() == 1;
        let team: BTreeSet<usize> = team.iter().copied().filter(is_member).collect();
        if team.len() > 1 {
            unit.matches = Matches::Team(team);
            unit.matched_by_record = false;
        }
    }
}
