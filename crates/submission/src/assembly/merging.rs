//! Merges the units of one student into one submission.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{Context, Origin, Unit, path, path_owners};
use crate::class_list::Matches;
use crate::folder_names::{are_of_two_classes, is_of_team, is_stage};
use crate::folders::{contradict, names_contradict};
use crate::pieces::without_document_words;
use crate::{By, FoundBy, key};
use chachong_record::listed_names;

/// Units of one submission, and the evidence for merging them; `None` for a single unit.
#[derive(Debug)]
pub(super) struct Group {
    pub units: Vec<usize>,
    pub merged_by: Option<FoundBy>,
}

/// Merges the units of each student into groups.
pub(super) fn groups(context: &Context<'_>, units: &[Unit], by: By) -> Vec<Group> {
    let mut merging = Merging {
        context,
        units,
        groups: (0..units.len())
            .map(|at| Group {
                units: vec![at],
                merged_by: None,
            })
            .collect(),
        of_unit: (0..units.len()).collect(),
    };
    if matches!(by, By::Auto | By::List) {
        merging.by_list();
    }
    if by == By::Auto {
        merging.by_number();
        merging.by_record();
        merging.by_name();
        merging.by_folder();
    }
    let mut groups = merging.groups;
    groups.retain(|group| !group.units.is_empty());
    groups
}

/// Place of a unit, and the part of a student's work that it is.
struct Part {
    /// Path of the folders above the unit, without those of drafts and assignments. Within one such place, a name
    /// stands for one student.
    place: String,
    /// Path of the folders of drafts and assignments above the unit, in lower case.
    stage: String,
    /// Draft or assignment, and the other pieces of the name besides the student.
    work: String,
    /// Extension of the file; empty for a folder.
    ending: String,
    /// Pieces of the name besides the student.
    rest: Vec<String>,
}

/// Returns whether a piece of a name consists only of words such as 报告.
fn is_plain(piece: &str) -> bool {
    is_stage(piece) || without_document_words(piece).is_empty()
}

struct Merging<'a> {
    context: &'a Context<'a>,
    units: &'a [Unit],
    groups: Vec<Group>,
    of_unit: Vec<usize>,
}

impl Merging<'_> {
    /// Merges the units of each student on the class list.
    fn by_list(&mut self) {
        let mut of_entry: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (at, unit) in self.units.iter().enumerate() {
            if let Some(entry) = unit.matches.one()
                && !unit.doubtful
            {
                of_entry.entry(entry).or_default().push(at);
            }
        }
        for of in of_entry.into_values() {
            // Covers in folders of others are copies of them.
            let folders = of
                .iter()
                .filter(|&&at| !matches!(self.units[at].origin, Origin::File));
            let by_record = folders
                .filter(|&&at| self.units[at].matched_by_record)
                .count();
            if by_record == 0 || of.len() == by_record && by_record == 1 {
                self.unite_all(&of, FoundBy::List);
            }
        }
    }

    /// Merges units whose own names contain the same student number.
    fn by_number(&mut self) {
        let mut of_number: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, unit) in self.units.iter().enumerate() {
            if let Some(number) = &unit.label.number
                && !unit.doubtful
            {
                of_number.entry(number).or_default().push(at);
            }
        }
        for of in of_number.into_values() {
            self.unite_all(&of, FoundBy::FileName);
        }
    }

    /// Merges the files of one folder whose covers state the same number and no other name, together with the
    /// student's own folder next to them, if there is one, unless any two paths name different people, teams or places.
    /// Several folders with the same cover are not merged: one is the student's, and the others are copies.
    fn by_record(&mut self) {
        let mut of_number: BTreeMap<(String, &str), Vec<usize>> = BTreeMap::new();
        for (at, unit) in self.units.iter().enumerate() {
            let of_one = |name: &String| listed_names(name).count() == 1;
            if let Some(number) = &unit.stated.0
                && !unit.doubtful
                && let Some(Part { place, .. }) = self.part(unit)
                && unit.stated.1.as_ref().is_none_or(of_one)
            {
                of_number.entry((place, number)).or_default().push(at);
            }
        }
        for of in of_number.into_values() {
            let is_folder = |at: &&usize| matches!(self.units[**at].origin, Origin::Folder(_));
            let groups: BTreeSet<usize> = of
                .iter()
                .filter(is_folder)
                .map(|&at| self.of_unit[at])
                .collect();
            if groups.len() < 2 && !self.are_of_two_paths(&of) {
                self.unite_all(&of, FoundBy::Record);
            }
        }
    }

    /// Merges units without a number that have the same name in the same place, as far as each is a different part of
    /// the work: a word such as 报告 or 附录, or a part that most students with the other parts handed in too. Namesakes'
    /// works, such as those of two classes, have nobody else in common. Two units of the same part may be namesakes',
    /// unless most students hand in that part in two formats.
    fn by_name(&mut self) {
        let mut of_name: BTreeMap<(String, String), Vec<(Part, usize)>> = BTreeMap::new();
        let mut people_with: HashMap<String, BTreeSet<String>> = HashMap::new();
        let mut twice_with: HashMap<String, BTreeSet<String>> = HashMap::new();
        for (at, unit) in self.units.iter().enumerate() {
            let (Some(name), Some(part)) = (&unit.label.name, self.part(unit)) else {
                continue;
            };
            let name = key::name(name);
            let people = people_with.entry(part.work.clone()).or_default();
            if !people.insert(name.clone()) {
                let twice = twice_with.entry(part.work.clone()).or_default();
                twice.insert(name.clone());
            }
            of_name
                .entry((part.place.clone(), name))
                .or_default()
                .push((part, at));
        }
        let count = |of: &HashMap<String, BTreeSet<String>>, work: &str| {
            of.get(work).map_or(0, BTreeSet::len)
        };
        // Parts of one work: most students who have the rarer one have the other too.
        let go_together = |a: &Part, b: &Part| {
            let (Some(a), Some(b)) = (people_with.get(&a.work), people_with.get(&b.work)) else {
                return false;
            };
            let both = a.intersection(b).count();
            both > 1 && both * 2 > a.len().min(b.len())
        };
        for of in of_name.into_values() {
            let works: BTreeSet<&str> = of.iter().map(|(part, _)| &*part.work).collect();
            let formats: BTreeSet<(&str, &str)> = of
                .iter()
                .map(|(part, _)| (&*part.work, &*part.ending))
                .collect();
            // What all files of a name hold, such as a class, is no part of the work.
            let is_shared = |piece: &String| of.iter().all(|(part, _)| part.rest.contains(piece));
            let are_parts = of.iter().all(|(part, _)| {
                let mut own = part.rest.iter().filter(|piece| !is_shared(piece));
                own.all(|piece| is_plain(piece))
                    || of.iter().all(|(other, _)| go_together(part, other))
            });
            let in_formats = works.iter().all(|work| {
                let twice = formats.iter().filter(|(of, _)| of == work).count() > 1;
                !twice
                    || count(&twice_with, work) * 2 > count(&people_with, work)
                        && count(&twice_with, work) > 1
            });
            let is_open = |&(_, at): &(Part, usize)| {
                let unit = &self.units[at];
                unit.doubtful || unit.matches != Matches::Nobody
            };
            if formats.len() == of.len() && in_formats && are_parts && !of.iter().any(is_open) {
                let of: Vec<usize> = of.iter().map(|&(_, at)| at).collect();
                self.unite_all(&of, FoundBy::FileName);
            }
        }
    }

    /// Merges folders of one name in folders of different drafts or assignments, whatever the name is, such as a login. Most names in
    /// these must be the same, as those of one class are. Folders of teams are not merged, because the members of a team may change.
    fn by_folder(&mut self) {
        let mut of_name: BTreeMap<(String, String), Vec<(usize, usize)>> = BTreeMap::new();
        let mut stages: HashMap<(String, String), usize> = HashMap::new();
        let mut names_in: Vec<BTreeSet<String>> = Vec::new();
        for (at, unit) in self.units.iter().enumerate() {
            let Origin::Folder(owner) = &unit.origin else {
                continue;
            };
            let part = self.part(unit).filter(|part| !part.stage.is_empty());
            let Some(Part { place, stage, .. }) = part else {
                continue;
            };
            let name = owner.shown().to_lowercase();
            if !unit.label.is_of_somebody() && !is_of_team(&name) {
                let new = stages.len();
                let stage = *stages.entry((place.clone(), stage)).or_insert(new);
                if stage == new {
                    names_in.push(BTreeSet::new());
                }
                names_in[stage].insert(name.clone());
                of_name.entry((place, name)).or_default().push((stage, at));
            }
        }
        let mut known: HashMap<(usize, usize), bool> = HashMap::new();
        let mut are_of_one_class = |a: usize, b: usize| {
            *known.entry((a, b)).or_insert_with(|| {
                let (a, b) = (&names_in[a], &names_in[b]);
                let both = a.intersection(b).count();
                both > 1 && both * 2 > a.len().min(b.len())
            })
        };
        for of in of_name.into_values() {
            let in_stages: BTreeSet<usize> = of.iter().map(|&(stage, _)| stage).collect();
            let mut pairs =
                (in_stages.iter()).flat_map(|&a| in_stages.iter().map(move |&b| (a, b)));
            if in_stages.len() == of.len() && pairs.all(|(a, b)| are_of_one_class(a, b)) {
                let units: Vec<usize> = of.iter().map(|&(_, at)| at).collect();
                self.unite_all(&units, FoundBy::Folder);
            }
        }
    }

    /// Returns the place of a unit and the part of the work that it is; `None` for a unit of a platform.
    fn part(&self, unit: &Unit) -> Option<Part> {
        let path = path(self.context, unit)?;
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
        let (stages, places): (Vec<&str>, Vec<&str>) =
            folders.split('/').partition(|name| is_stage(name));
        let ending = match unit.origin {
            Origin::File => name.rsplit_once('.').map_or("", |(_, ending)| ending),
            _ => "",
        };
        let rest = unit.label.rest.join("|");
        let stage = stages.join("/").to_lowercase();
        Some(Part {
            place: places.join("/"),
            work: format!("{stage}|{}", rest.to_lowercase()),
            stage,
            ending: ending.to_lowercase(),
            rest: unit.label.rest.clone(),
        })
    }

    fn unite_all(&mut self, of: &[usize], by: FoundBy) {
        // Each with each, unless any two are of different people: then nobody knows to whom the others belong.
        let clash = (0..of.len()).any(|a| {
            (a + 1..of.len()).any(|b| self.are_of_two(self.of_unit[of[a]], self.of_unit[of[b]]))
        });
        if clash {
            return;
        }
        for pair in of.windows(2) {
            self.unite(pair[0], pair[1], by);
        }
    }

    fn unite(&mut self, a: usize, b: usize, by: FoundBy) {
        let (into, from) = (self.of_unit[a], self.of_unit[b]);
        if into == from {
            return;
        }
        let moved = std::mem::take(&mut self.groups[from].units);
        for &unit in &moved {
            self.of_unit[unit] = into;
        }
        let merged_by = self.groups[from].merged_by.take();
        let group = &mut self.groups[into];
        group.units.extend(moved);
        group.merged_by = [group.merged_by, merged_by, Some(by)]
            .into_iter()
            .flatten()
            .min();
    }

    /// Returns whether any two paths of units name different people, teams or places beside their covers.
    fn are_of_two_paths(&self, of: &[usize]) -> bool {
        let owners = path_owners(self.context, self.units, of, None);
        let mut pairs = (owners.iter().enumerate()).flat_map(|(at, (_, owner))| {
            let others = owners[at + 1..].iter();
            others.map(move |(_, other)| (owner, other))
        });
        pairs.any(|(owner, other)| owner.is_of_another(other))
    }

    /// Returns whether two groups belong to different people, or may do so because a unit is doubtful.
    fn are_of_two(&self, a: usize, b: usize) -> bool {
        let are_of_two = |a: usize, b: usize| {
            let (a, b) = (&self.units[a], &self.units[b]);
            are_of_two(a, b) || self.are_of_two_classes(a, b)
        };
        a != b
            && (self.groups[a].units.iter())
                .any(|&a| self.groups[b].units.iter().any(|&b| are_of_two(a, b)))
    }

    /// Returns whether the paths of two units name different classes and no common student number.
    fn are_of_two_classes(&self, a: &Unit, b: &Unit) -> bool {
        let number = a.label.number.as_ref();
        if number.is_some() && number == b.label.number.as_ref() {
            return false;
        }
        let words = |unit: &Unit| -> Vec<String> {
            let path = path(self.context, unit).unwrap_or_default();
            let words = path.split(|c: char| !c.is_alphanumeric());
            // 王小五2101 is no class.
            let name = unit.label.name.as_deref();
            let others = words.filter(|word| name.is_none_or(|name| !word.starts_with(name)));
            others.map(str::to_owned).collect()
        };
        let (of_a, of_b) = (words(a), words(b));
        are_of_two_classes(
            of_a.iter().map(String::as_str),
            of_b.iter().map(String::as_str),
        )
    }
}

/// Returns whether two units belong to different people, or may do so because one is doubtful.
fn are_of_two(a: &Unit, b: &Unit) -> bool {
    if a.doubtful || b.doubtful {
        return true;
    }
    if let (Origin::Platform(a), Origin::Platform(b)) = (&a.origin, &b.origin)
        && !a.is_of_same(b)
    {
        return true;
    }
    if let (Some(a), Some(b)) = (a.matches.one(), b.matches.one())
        && a != b
    {
        return true;
    }
    let label = |unit: &Unit| (unit.label.number.clone(), unit.label.name.clone());
    let name_of = |unit: &Unit| match &unit.origin {
        Origin::Platform(platform) if !platform.anonymous => Some(platform.name.clone()),
        _ => unit.label.name.clone(),
    };
    let differ = |a: &Option<String>, b: &Option<String>| matches!((a, b), (Some(a), Some(b)) if names_contradict(a, b));
    let is_blackboard = |unit: &Unit| matches!(&unit.origin, Origin::Platform(platform) if platform.platform == crate::Platform::Blackboard);
    let logins = is_blackboard(a) || is_blackboard(b);
    contradict(&label(a), &label(b))
        || contradict(&a.stated, &b.stated)
        || contradict(&label(a), &b.stated)
        || contradict(&a.stated, &label(b))
        || differ(&a.stated.1, &b.stated.1)
        || !logins && (differ(&name_of(a), &name_of(b)) || differ(&name_of(a), &b.stated.1))
        || !logins && differ(&a.stated.1, &name_of(b))
}
