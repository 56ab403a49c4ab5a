//! Divides files into units: the files under one name of a platform, of one folder or archive, or a single file.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{Context, Origin, Unit, path_owners};
use crate::class_list::{Matches, Roster};
use crate::convention::{Label, may_be_name};
use crate::folder_names::{is_of_team, is_stage};
use crate::folders::{Owner, contradict, names_agree, names_contradict};
use crate::path_owner::PathOwner;
use crate::{By, FileFacts, Platform, PlatformName, key, person, pieces};

/// Number and name that a cover states.
type Stated = (Option<String>, Option<String>);

/// Divides all files into units.
pub(super) fn of(context: &Context<'_>, mut owners: HashMap<usize, Owner>, by: By) -> Vec<Unit> {
    let mut of_platform: BTreeMap<(Platform, &str, &str), Vec<usize>> = BTreeMap::new();
    let mut of_owner: BTreeMap<String, (Owner, Vec<usize>)> = BTreeMap::new();
    let mut units = Vec::new();
    for file in 0..context.files.len() {
        if let Some(owner) = owners.remove(&file) {
            let of = of_owner.entry(owner.path.clone());
            of.or_insert_with(|| (owner, Vec::new())).1.push(file);
            continue;
        }
        match &context.platforms[file] {
            Some(name) if by != By::File => {
                let key = (name.platform, &*name.id, &*name.name);
                of_platform.entry(key).or_default().push(file);
            }
            Some(name) => units.push(of_platform_name(context, vec![file], name.clone())),
            None => units.push(of_file(context, file)),
        }
    }
    for files in of_platform.into_values() {
        if let Some(name) = files
            .first()
            .and_then(|&file| context.platforms[file].clone())
        {
            units.push(of_platform_name(context, files, name));
        }
    }
    for (owner, files) in of_owner.into_values() {
        add_folder(context, owner, files, by, &mut units);
    }
    units.sort_by_key(|unit| unit.files.first().copied());
    doubt_copied_covers(context, &mut units);
    units
}

/// Folder of a unit's file or folder, whether it is itself a folder, and its own name without its extension.
type Place = (String, bool, String);

/// Marks units as doubtful whose name has another word where a unit beside them has the name that their cover states: of
/// 王小五.docx and 阿依古丽.docx with the cover of 王小五, the latter may be a copy by a student whose surname no list has.
fn doubt_copied_covers(context: &Context<'_>, units: &mut [Unit]) {
    let place = |unit: &Unit| -> Option<Place> {
        let (path, own) = match &unit.origin {
            Origin::Platform(_) => return None,
            Origin::Folder(owner) => (owner.path.as_str(), Some(owner.shown())),
            Origin::File => (context.files[unit.files[0]].name, None),
        };
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let own_name = own.unwrap_or_else(|| pieces::stem(name));
        Some((folder.to_owned(), own.is_some(), own_name.to_owned()))
    };
    let places: Vec<Option<Place>> = units.iter().map(place).collect();
    let mut named: HashMap<String, Vec<&Place>> = HashMap::new();
    for place in places.iter().flatten() {
        for piece in pieces::pieces(&place.2) {
            let name = pieces::without_document_words(&piece);
            named.entry(name).or_default().push(place);
        }
    }
    for (unit, place) in units.iter_mut().zip(&places) {
        let (Some(name), Some((folder, is_folder, own))) = (&unit.stated.1, place) else {
            continue;
        };
        let has_another = |place: &&Place| {
            let around = place.2.split_once(name.as_str());
            let word =
                around.and_then(|(before, after)| own.strip_prefix(before)?.strip_suffix(after));
            (&place.0, &place.1) == (folder, is_folder)
                && word.is_some_and(|word| is_another(word, name))
        };
        let is_doubtful = named
            .get(name)
            .is_some_and(|places| places.iter().any(has_another));
        unit.doubtful |= is_doubtful && !unit.label.is_of_somebody();
    }
}

/// Returns whether a word that stands in the place of a name may be the name of another person.
fn is_another(word: &str, name: &str) -> bool {
    key::has_han(word) && may_be_name(word) && !is_stage(word) && names_contradict(word, name)
}

/// Splits units that belong to nobody on the class list into single files.
pub(super) fn apart(context: &Context<'_>, units: Vec<Unit>) -> Vec<Unit> {
    let mut all = Vec::new();
    for unit in units {
        if unit.matches.one().is_some() || unit.files.len() == 1 {
            all.push(unit);
            continue;
        }
        all.extend(unit.files.iter().map(|&file| Unit {
            matches: unit.matches.clone(),
            doubtful: true,
            ..of_file(context, file)
        }));
    }
    all
}

fn unit(context: &Context<'_>, files: Vec<usize>, origin: Origin, label: Label) -> Unit {
    let stated = one_stated(context.files, &files);
    Unit {
        files,
        origin,
        label,
        doubtful: false,
        matches: Matches::Nobody,
        matched_by_record: false,
        stated,
    }
}

fn of_platform_name(context: &Context<'_>, files: Vec<usize>, name: PlatformName) -> Unit {
    unit(context, files, Origin::Platform(name), Label::default())
}

fn of_file(context: &Context<'_>, file: usize) -> Unit {
    let label = context.labels[file].clone();
    let mut unit = unit(context, vec![file], Origin::File, label);
    let is_plain = !unit.label.is_of_somebody();
    unit.doubtful = contradicts(&unit.label, &unit.stated)
        || is_plain && names_another(context.files[file].name, &unit.stated);
    unit
}

/// Returns whether the name of a file, read without a convention, contains another person or number than its cover. A
/// copier who leaves the cover unchanged still chooses the name.
fn names_another(path: &str, stated: &Stated) -> bool {
    let file = path.rsplit('/').next().unwrap_or(path);
    pieces::pieces(pieces::stem(file)).iter().any(|piece| {
        let name = pieces::without_document_words(piece);
        let is_other_name = (stated.1.as_ref())
            .is_some_and(|stated| person::is_person(&name) && names_contradict(&name, stated));
        let is_other_number = stated.0.as_ref().is_some_and(|stated| {
            pieces::number(piece).is_some_and(|number| {
                let is_day = key::is_date(&number) && !key::is_date(stated);
                number.len() == stated.len() && number != *stated && !is_day
            })
        });
        is_other_name || is_other_number
    })
}

/// Returns whether a name and a cover belong to different people.
fn contradicts(label: &Label, stated: &Stated) -> bool {
    contradict(&(label.number.clone(), label.name.clone()), stated)
        || matches!((&label.name, &stated.1), (Some(a), Some(b)) if names_contradict(a, b))
}

/// Adds the units of a folder. It is one unit, unless its covers state different people. In that case, the files of
/// the person in the folder's name stay with the files that state nobody, and the files of each other person become
/// separate.
fn add_folder(
    context: &Context<'_>,
    owner: Owner,
    files: Vec<usize>,
    by: By,
    units: &mut Vec<Unit>,
) {
    let platform = files
        .first()
        .and_then(|&file| context.platforms[file].clone());
    if let Some(platform) = platform
        && files.iter().all(|&file| {
            let own = context.platforms[file].as_ref();
            own.is_some_and(|own| own.is_of_same(&platform))
        })
    {
        units.push(of_platform_name(context, files, platform));
        return;
    }
    let label = owner.label.clone();
    let mut people: Vec<(Stated, Vec<usize>)> = Vec::new();
    let mut silent = Vec::new();
    for &file in &files {
        let stated = stated(&context.files[file]);
        if stated == (None, None) {
            silent.push(file);
            continue;
        }
        match (people.iter_mut())
            .find(|(known, _)| !contradict(known, &stated) && share(known, &stated))
        {
            Some((known, of)) => {
                of.push(file);
                known.0 = known.0.take().or(stated.0);
            }
            None => people.push((stated, vec![file])),
        }
    }
    let own: Vec<usize> = (0..people.len())
        .filter(|&at| !contradicts(&label, &people[at].0))
        .collect();
    let others = people.len() - own.len();
    let agree = (own.iter()).all(|&at| {
        own.iter()
            .all(|&other| !contradict(&people[at].0, &people[other].0))
    });
    // A person who asked for folders means folders.
    if by == By::Folder || others == 0 && agree {
        units.push(unit(context, files, Origin::Folder(owner), label));
        return;
    }
    // One other's cover on all that is there: no two people's files lie together.
    if silent.is_empty() && people.len() == 1 {
        units.push(Unit {
            doubtful: true,
            ..unit(context, files, Origin::Folder(owner), label)
        });
        return;
    }
    // Otherwise nobody's name tells whose folder it is.
    let keeps = label.is_of_somebody() && (agree || own.is_empty());
    let mut kept = Vec::new();
    for (at, (_, of)) in people.into_iter().enumerate() {
        if keeps && own.contains(&at) {
            kept.extend(of);
        } else {
            units.extend(of.into_iter().map(|file| doubtful(context, file)));
        }
    }
    if keeps {
        kept.extend(silent);
        kept.sort_unstable();
        if !kept.is_empty() {
            units.push(unit(context, kept, Origin::Folder(owner), label));
        }
    } else {
        units.extend(silent.into_iter().map(|file| doubtful(context, file)));
    }
}

/// Returns whether two statements have a number or a name in common.
fn share(a: &Stated, b: &Stated) -> bool {
    a.0.is_some() && a.0 == b.0 || matches!((&a.1, &b.1), (Some(a), Some(b)) if names_agree(a, b))
}

/// Returns the unit of a file in somebody else's folder. Its student is unknown, because a copier leaves the other
/// person's cover.
fn doubtful(context: &Context<'_>, file: usize) -> Unit {
    Unit {
        doubtful: true,
        label: Label::default(),
        ..unit(context, vec![file], Origin::File, Label::default())
    }
}

fn stated(file: &FileFacts<'_>) -> Stated {
    let text = |text: Option<&str>| {
        let text = text.map(str::trim).filter(|text| !text.is_empty());
        text.map(str::to_owned)
    };
    (
        text(file.stated_number).map(|number| key::number(&number)),
        text(file.stated_name),
    )
}

/// Returns the number and the name that covers state; both are `None` if the covers contradict each other.
fn one_stated(files: &[FileFacts<'_>], of: &[usize]) -> Stated {
    let mut all: Vec<Stated> = of.iter().map(|&file| stated(&files[file])).collect();
    all.retain(|stated| *stated != (None, None));
    all.sort();
    all.dedup();
    let contradicted = (0..all.len()).any(|at| {
        all[at + 1..].iter().any(|other| {
            contradict(&all[at], other)
                || matches!((&all[at].1, &other.1), (Some(a), Some(b)) if names_contradict(a, b))
        })
    });
    if contradicted {
        return (None, None);
    }
    let number = all.iter().find_map(|(number, _)| number.clone());
    let name = all.iter().find_map(|(_, name)| name.clone());
    (number, name)
}

/// Finds the students of the class list by the names of platform, folder or file; if a name matches nobody, by the
/// covers.
pub(super) fn match_list(context: &Context<'_>, units: &mut [Unit]) {
    let Some(roster) = context.roster else {
        return;
    };
    let numbered = numbered_folders(context, roster, units);
    for unit in &mut *units {
        let (number, name) = (unit.stated.0.as_deref(), unit.stated.1.as_deref());
        let by_cover = || roster.student(number, name);
        let by_name = match &unit.origin {
            Origin::Platform(platform) => {
                let by_id = roster.of_platform(&platform.id);
                match platform.platform {
                    _ if platform.anonymous => by_id,
                    Platform::Blackboard => (by_id.or_else(|| roster.of_user(&platform.id)))
                        .or_else(|| roster.student(None, Some(&platform.name))),
                    _ => by_id
                        .or_else(|| {
                            let pieces = pieces::pieces(&platform.name);
                            let number = pieces.iter().find(|piece| roster.has_number(piece));
                            roster.student(number.map(String::as_str), Some(&platform.name))
                        })
                        .or_else(|| roster.of_label(&platform.name)),
                }
            }
            Origin::Folder(owner) => of_label(context, &unit.label, &unit.stated)
                .or_else(|| roster.of_account(owner.shown()))
                .or_else(|| roster.of_label(owner.shown())),
            Origin::File => {
                let path = context.files[unit.files[0]].name;
                let (folder, stem) = folder_and_stem(path);
                let by_account = || match numbered.get(folder) {
                    Some(true) => roster.student(Some(stem), None),
                    _ => roster.of_account(path),
                };
                let by_label = of_label(context, &unit.label, &unit.stated);
                by_label.or_else(by_account).or_else(|| {
                    if unit.label.is_of_somebody() || unit.doubtful {
                        Matches::Nobody
                    } else {
                        roster.of_label(stem)
                    }
                })
            }
        };
        let is_hidden = matches!(&unit.origin, Origin::Platform(platform) if platform.anonymous);
        let names_other = match &unit.origin {
            Origin::Platform(platform) if platform.platform != Platform::Blackboard => {
                name.is_none_or(|name| !names_agree(name, &platform.name))
            }
            _ => contradicts(&unit.label, &unit.stated),
        };
        unit.matched_by_record = by_name == Matches::Nobody;
        unit.matches = if is_hidden || names_other || unit.doubtful && !unit.label.is_of_somebody()
        {
            by_name
        } else {
            (by_name.or_else(by_cover)).or_else(|| by_hint(context, roster, unit))
        };
        if unit.doubtful && !unit.label.is_of_somebody() && unit.matches == Matches::Nobody {
            let path = context.files[unit.files[0]].name;
            unit.matches = Matches::open(path.split('/').map(|name| roster.of_label(name)));
        }
        // Of namesakes the cover's number tells which.
        if let (Matches::Several(several), Matches::One(one)) = (&unit.matches, by_cover())
            && !names_other
            && number.is_some()
            && several.contains(&one)
        {
            unit.matches = Matches::One(one);
        }
    }
    leave_claimed_twice(units);
}

/// Finds the student whom only the properties of a single file or a guess name, if the name of the file has a part of this student's name
/// and of nobody else's.
fn by_hint(context: &Context<'_>, roster: &Roster<'_>, unit: &Unit) -> Matches {
    let file = &context.files[unit.files[0]];
    let is_open = matches!(unit.origin, Origin::File) && !unit.doubtful;
    let Some(name) = file
        .hinted_name
        .filter(|_| is_open && unit.label.number.is_none())
    else {
        return Matches::Nobody;
    };
    let hinted = words_of_name(name);
    let fits = match &unit.label.name {
        Some(own) => {
            let own = words_of_name(own);
            !own.is_empty() && own.is_subset(&hinted)
        }
        None => !words_of_name(folder_and_stem(file.name).1).is_disjoint(&hinted),
    };
    if fits {
        roster.student(None, Some(name))
    } else {
        Matches::Nobody
    }
}

/// Returns the words of three letters and more that may be of a person's name, without accents.
fn words_of_name(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphabetic() && !person::APOSTROPHES.contains(&c));
    (words.map(key::name))
        .filter(|word| word.chars().count() > 2 && !pieces::is_document_word(word))
        .flat_map(|word| key::without_accents(&word))
        .collect()
}

/// Returns for each folder whether the names of all its single files are numbers of the class list, however short.
fn numbered_folders<'c>(
    context: &Context<'c>,
    roster: &Roster<'_>,
    units: &[Unit],
) -> HashMap<&'c str, bool> {
    let mut numbered = HashMap::new();
    for unit in units
        .iter()
        .filter(|unit| matches!(unit.origin, Origin::File))
    {
        let (folder, stem) = folder_and_stem(context.files[unit.files[0]].name);
        *numbered.entry(folder).or_insert(true) &= roster.has_number(stem);
    }
    numbered
}

fn folder_and_stem(path: &str) -> (&str, &str) {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    (folder, pieces::stem(file))
}

/// Leaves open whose a unit is that only its cover gives to somebody, if its path names another than the path of a unit with this cover:
/// the cover may be a copied one. The unit whose path names the author more clearly keeps the author. If neither does, both keep what
/// their covers state, but no student of the class list.
pub(super) fn leave_copied_covers(context: &Context<'_>, units: &mut [Unit]) {
    let mut with_cover: BTreeMap<(Option<usize>, String), Vec<usize>> = BTreeMap::new();
    for (at, unit) in units.iter().enumerate() {
        let name = unit.stated.1.as_deref().map(person::exact);
        let stated = [unit.stated.0.clone(), name].into_iter().flatten();
        let entry = unit.matches.one().map(|entry| (Some(entry), String::new()));
        for key in stated.map(|text| (None, text)).chain(entry) {
            with_cover.entry(key).or_default().push(at);
        }
    }
    for ((entry, _), of) in with_cover.into_iter().filter(|(_, of)| of.len() > 1) {
        let listed = context.roster.zip(entry);
        let entry = listed.map(|(roster, at)| roster.entry(at));
        let owners = path_owners(context, units, &of, entry);
        let mut in_teams = of
            .iter()
            .copied()
            .filter(|&at| is_of_teams_folder(&units[at]));
        // Of two teams, one may have copied from the other.
        let in_team = (in_teams.next()).filter(|_| in_teams.next().is_none());
        let own_in_team = in_team.filter(|&at| is_file_of_stated(context, &units[at]));
        let others: Vec<&PathOwner> = (owners.iter().map(|(_, owner)| owner))
            .filter(|owner| listed.is_some() || owner.names_author())
            .collect();
        for (at, owner) in &owners {
            let unit = &mut units[*at];
            let is_by_name = unit.matches.one().is_some() && !unit.matched_by_record;
            let is_copy = |other: &&PathOwner| {
                let is_clearer = other.is_more_own_than(owner);
                (is_clearer || listed.is_some() && !owner.is_more_own_than(other))
                    && owner.is_of_another(other)
            };
            let is_named = unit.label.is_of_somebody() || is_by_name || own_in_team == Some(*at);
            if is_named || !others.iter().any(is_copy) {
                continue;
            }
            unit.doubtful = true;
            if let Some((roster, entry)) = listed {
                let others = owner.words().map(|word| roster.may_be(word));
                unit.matches = Matches::open([Matches::One(entry)].into_iter().chain(others));
            }
        }
    }
}

fn is_of_teams_folder(unit: &Unit) -> bool {
    matches!(&unit.origin, Origin::Folder(owner) if is_of_team(owner.shown()))
}

/// Returns whether a unit is a single file whose own name has the name that its cover states.
fn is_file_of_stated(context: &Context<'_>, unit: &Unit) -> bool {
    let ([file], Some(stated)) = (&unit.files[..], &unit.stated.1) else {
        return false;
    };
    let (_, stem) = folder_and_stem(context.files[*file].name);
    let people = person::people_in(stem);
    people.iter().any(|name| names_agree(name, stated))
}

/// Finds the students in the name of a folder or file. The number on the cover distinguishes namesakes.
pub(super) fn of_label(context: &Context<'_>, label: &Label, stated: &Stated) -> Matches {
    let Some(roster) = context.roster.filter(|_| label.is_of_somebody()) else {
        return Matches::Nobody;
    };
    let agrees = matches!((&label.name, &stated.1), (Some(a), Some(b)) if person::agree(a, b));
    let number = label
        .number
        .as_ref()
        .or(stated.0.as_ref().filter(|_| agrees));
    roster.student(number.map(String::as_str), label.name.as_deref())
}

/// Leaves the student open if several submissions of a platform match the same student, since the platform
/// distinguishes them. Only a submission that is the only one with the student's name keeps the match.
fn leave_claimed_twice(units: &mut [Unit]) {
    let mut claims: HashMap<usize, Vec<usize>> = HashMap::new();
    for (at, unit) in units.iter().enumerate() {
        if let (Origin::Platform(_), Some(entry)) = (&unit.origin, unit.matches.one()) {
            claims.entry(entry).or_default().push(at);
        }
    }
    for (entry, of) in claims {
        if of.len() < 2 {
            continue;
        }
        let by_name: Vec<usize> = (of.iter().copied())
            .filter(|&at| !units[at].matched_by_record)
            .collect();
        for at in of {
            // The one that bears the name, beside copies of the cover.
            if by_name != [at] {
                units[at].matches = Matches::Several([entry].into());
            }
        }
    }
}
