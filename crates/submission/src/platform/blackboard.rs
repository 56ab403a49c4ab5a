//! Reads the file names of Blackboard's gradebook: `{assignment}_{user name}_attempt_{yyyy-mm-dd-hh-mm-ss}_{file}`,
//! and the same with `.txt` for its information sheet, with the student's name and the text that the student wrote there.

use std::collections::{BTreeMap, BTreeSet};

use super::{Platform, PlatformName, first_part};
use crate::FileFacts;

/// Reads the path of a file: the first part that Blackboard named counts. `None` if there is none.
pub(super) fn read(path: &str) -> Option<PlatformName> {
    first_part(path, read_part)
}

fn read_part(part: &str, below: Option<&str>) -> Option<PlatformName> {
    // The title of an assignment and the name of a file may hold the word too.
    (part.match_indices("_attempt_"))
        .find_map(|(at, word)| read_around(part, &part[..at], &part[at + word.len()..], below))
}

fn read_around(
    part: &str,
    owner: &str,
    attempt: &str,
    below: Option<&str>,
) -> Option<PlatformName> {
    let (_, user) = owner.rsplit_once('_')?;
    let (time, file) = attempt.split_at_checked("yyyy-mm-dd-hh-mm-ss".len())?;
    let submitted = iso(time)?;
    let file = match file.strip_prefix('_') {
        Some(file) if !file.is_empty() => file,
        _ if file == ".txt" => part,
        _ => return None,
    };
    (!user.is_empty()).then(|| PlatformName {
        platform: Platform::Blackboard,
        name: user.to_owned(),
        id: user.to_owned(),
        anonymous: false,
        late: false,
        submitted: Some(submitted),
        folder: None,
        exported: part.to_owned(),
        file: below.map_or_else(|| file.to_owned(), |below| format!("{file}/{below}")),
    })
}

/// Finds logins that contain underscores, in names that [`read`] recognised, and the names of the students. The common
/// beginning of all names in a folder is the assignment.
pub(super) fn settle(files: &[FileFacts<'_>], found: &mut [Option<PlatformName>]) {
    let mut together: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, (file, name)) in files.iter().zip(found.iter()).enumerate() {
        if let Some(name) = name
            && name.platform == Platform::Blackboard
            && let Some(start) = file.name.find(&name.exported)
        {
            together.entry(&file.name[..start]).or_default().push(at);
        }
    }
    for of in together.into_values() {
        let owner = |at: &usize| -> Option<String> {
            let name = found[*at].as_ref()?;
            let end = name.exported.find(&format!("{}_attempt_", name.id))? + name.id.len();
            Some(name.exported[..end].to_owned())
        };
        let owners: Vec<String> = of.iter().filter_map(owner).collect();
        let titles: BTreeSet<&str> = (owners.iter())
            .filter_map(|owner| Some(owner.rsplit_once('_')?.0))
            .collect();
        let title = common_title(&owners);
        // `实验_1` and `实验_2` are two assignments.
        let numbered = |full: &&str| full.get(title.len()..).is_some_and(super::is_count);
        if titles.len() < 2
            || title.is_empty()
            || owners.len() != of.len()
            || titles.iter().all(numbered)
        {
            continue;
        }
        for (at, owner) in of.into_iter().zip(&owners) {
            if let Some(name) = &mut found[at] {
                owner[title.len()..].clone_into(&mut name.id);
                name.name.clone_from(&name.id);
            }
        }
    }
    take_names(files, found);
}

/// Gives each login the name that the information sheets of its submissions state: Blackboard writes it there.
fn take_names(files: &[FileFacts<'_>], found: &mut [Option<PlatformName>]) {
    let mut stated: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (file, name) in files.iter().zip(found.iter()) {
        if let (Some(name), Some(person)) = (name, file.stated_name)
            && name.platform == Platform::Blackboard
            && name.file == name.exported
        {
            stated.entry(name.id.clone()).or_default().insert(person);
        }
    }
    for name in found.iter_mut().flatten() {
        let of_login = (stated.get(&name.id)).filter(|_| name.platform == Platform::Blackboard);
        if let Some(names) = of_login
            && let (Some(person), 1) = (names.first(), names.len())
        {
            (*person).clone_into(&mut name.name);
        }
    }
}

/// Returns the longest common beginning of all texts that ends at an underscore.
fn common_title(owners: &[String]) -> &str {
    let Some(first) = owners.first() else {
        return "";
    };
    let ends = first.match_indices('_').map(|(at, _)| &first[..=at]);
    let mut shared = ends.filter(|start| owners.iter().all(|owner| owner.starts_with(*start)));
    shared.next_back().unwrap_or_default()
}

/// Converts `2024-05-01-09-30-00` to `2024-05-01T09:30:00`; `None` for any other text.
fn iso(time: &str) -> Option<String> {
    let parts: Vec<&str> = time.split('-').collect();
    let sound = parts.iter().map(|part| part.len()).eq([4, 2, 2, 2, 2, 2])
        && parts.iter().all(|part| super::is_count(part));
    sound.then(|| format!("{}T{}", parts[..3].join("-"), parts[3..].join(":")))
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::FileFacts;

    #[test]
    fn logins_with_underscores() {
        let files = [
            "实验_1_w_wang_attempt_2024-05-01-09-30-00_a.c",
            "实验_1_x_wang_attempt_2024-05-01-09-30-00_a.c",
            "实验_1_li_attempt_2024-05-01-09-30-00_a.c",
        ]
        .map(FileFacts::named);
        let found = crate::platform::read(&files, &|_| false);
        let ids: Vec<String> = found.into_iter().map(|name| name.unwrap().id).collect();
        assert_eq!(ids, ["w_wang", "x_wang", "li"]);
        let files = [
            "实验_1_wang_attempt_2024-05-01-09-30-00_a.c",
            "实验_2_wang_attempt_2024-05-01-09-30-00_a.c",
        ]
        .map(FileFacts::named);
        let found = crate::platform::read(&files, &|_| false);
        assert!(found.into_iter().all(|name| name.unwrap().id == "wang"));
    }

    #[test]
    fn information_sheets_tell_whose_logins_they_are() {
        let at = |login: &str, file: &str| format!("Lab_{login}_attempt_2024-05-01-09-30-00{file}");
        let names = [
            at("aroe", ".txt"),
            at("aroe", "_essay.docx"),
            at("broe", "_essay.docx"),
        ];
        let mut files = [0, 1, 2].map(|file: usize| FileFacts::named(&names[file]));
        files[0].stated_name = Some("Ann Roe");
        // The cover of a file that a student wrote may be another's.
        files[2].stated_name = Some("Ann Roe");
        let found = crate::platform::read(&files, &|_| false);
        let found: Vec<(String, String)> = (found.into_iter().flatten())
            .map(|found| (found.id, found.name))
            .collect();
        let of = |login: &str, name: &str| (login.to_owned(), name.to_owned());
        assert_eq!(
            found,
            [
                of("aroe", "Ann Roe"),
                of("aroe", "Ann Roe"),
                of("broe", "broe")
            ]
        );
    }

    #[test]
    fn attempts_and_their_texts() {
        let found = read("实验 1_wangxiaowu_attempt_2024-05-01-09-30-00_实验_报告.docx").unwrap();
        assert_eq!((&*found.id, &*found.file), ("wangxiaowu", "实验_报告.docx"));
        assert_eq!(found.submitted.as_deref(), Some("2024-05-01T09:30:00"));
        let name = "Lab_1_aroe_attempt_2024-05-01-09-30-00.txt";
        let found = read(&format!("gradebook.zip/{name}")).unwrap();
        assert_eq!((&*found.id, &*found.file), ("aroe", name));
        assert_eq!(read("Lab_aroe_attempt_2024-05-01_a.c"), None);
        assert_eq!(read("Lab_aroe_attempt_3.c"), None);
    }
}
