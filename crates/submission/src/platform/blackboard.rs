//! Blackboard's gradebook: `{assignment}_{user name}_attempt_{yyyy-mm-dd-hh-mm-ss}_{file}`, and the same with `.txt` for what the
//! student wrote there.

use super::{Platform, PlatformName};

/// Reads the name of a file: the first part of its path that Blackboard named counts.
pub(super) fn read(path: &str) -> Option<PlatformName> {
    let mut rest = path;
    loop {
        let (part, below) = rest
            .split_once('/')
            .map_or((rest, None), |(part, below)| (part, Some(below)));
        if let Some(found) = read_part(part, below) {
            return Some(found);
        }
        rest = below?;
    }
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

/// Turns `2024-05-01-09-30-00` into `2024-05-01T09:30:00`; `None` for anything else.
fn iso(time: &str) -> Option<String> {
    let parts: Vec<&str> = time.split('-').collect();
    let sound = parts.iter().map(|part| part.len()).eq([4, 2, 2, 2, 2, 2])
        && parts.iter().all(|part| super::is_count(part));
    sound.then(|| format!("{}T{}", parts[..3].join("-"), parts[3..].join(":")))
}

#[cfg(test)]
mod tests {
    use super::read;

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
