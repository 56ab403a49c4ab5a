//! Finds the students of folders and archives that are named after nobody, such as 新建文件夹, by the names of what is in them.

use std::collections::BTreeMap;

use super::{Context, Origin, Unit};
use crate::class_list::Matches;
use crate::pieces::stem;

/// Matches folders that match nobody yet with the student whom the names below them name. If these name several students, or one whom
/// another unit may belong to, the student is left open, but none of them is missing.
pub(super) fn match_list(context: &Context<'_>, units: &mut [Unit]) {
    let mut found: Vec<(usize, Matches)> = Vec::new();
    for (at, unit) in units.iter().enumerate() {
        if unit.matches == Matches::Nobody {
            found.push((at, named_below(context, unit)));
        }
    }
    let mut claims: BTreeMap<usize, usize> = BTreeMap::new();
    let all = units.iter().map(|unit| &unit.matches);
    for matches in all.chain(found.iter().map(|(_, matches)| matches)) {
        for student in matches.students() {
            *claims.entry(student).or_default() += 1;
        }
    }
    for (at, matches) in found {
        let is_only = |student: usize| claims.get(&student) == Some(&1);
        units[at].matches = if matches.one().is_some_and(is_only) {
            matches
        } else {
            Matches::open(std::iter::once(matches))
        };
        units[at].matched_by_record &= units[at].matches == Matches::Nobody;
    }
}

/// Returns the students whom the names of folders and files in a folder name, if its own name is nobody's.
fn named_below(context: &Context<'_>, unit: &Unit) -> Matches {
    let (Some(roster), Origin::Folder(owner)) = (context.roster, &unit.origin) else {
        return Matches::Nobody;
    };
    if unit.label.is_of_somebody() {
        return Matches::Nobody;
    }
    let paths = unit.files.iter().map(|&file| context.files[file].name);
    let below = paths.filter_map(|path| path.strip_prefix(owner.path.as_str()));
    let names = below.flat_map(|below| below.split('/'));
    let mut found: Vec<Matches> = (names.map(|name| roster.of_label(stem(name))))
        .filter(|matches| *matches != Matches::Nobody)
        .collect();
    found.dedup();
    match <[Matches; 1]>::try_from(found) {
        Ok([one]) => one,
        Err(several) => Matches::open(several.into_iter()),
    }
}
