//! Reads the file names of Moodle's assignments: `{full name}_{participant id}_assignsubmission_{plugin}` as a
//! folder, with a trailing `_` before Moodle 4.1, or before the name of the file in the flat form. Moodle writes
//! underscores of a name as blanks, so that the parts are certain; Moodle's own import of feedback splits the same
//! way (`mod/assign/classes/downloader.php`, `mod/assign/feedback/file/importziplib.php`).

use super::{Platform, PlatformName, first_part, is_count};
use chachong_text::Words;

/// Moodle's words for a participant whose name is hidden, in the languages of likely servers.
const PARTICIPANT: Words =
    Words("participant|参与者|參與者|参加者|teilnehmer/in|teilnehmerin|participante");

/// Reads the path of a file: the first part that Moodle named counts, as in Moodle's own import. `None` if there is
/// none.
pub(super) fn read(path: &str) -> Option<PlatformName> {
    first_part(path, read_part)
}

fn read_part(part: &str, below: Option<&str>) -> Option<PlatformName> {
    let (owner, plugin) = part.split_once("_assignsubmission_")?;
    let (name, id) = match owner.rsplit_once('_') {
        Some((name, id)) if is_count(id) && !name.contains('_') => (name, id),
        // The default team has no number.
        None if !owner.is_empty() => (owner, ""),
        _ => return None,
    };
    let (plugin, file) = plugin.split_once('_').unwrap_or((plugin, ""));
    if plugin.is_empty() || !plugin.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        // Also `onlinetext.html`: no plugin's folder is a file.
        return None;
    }
    if below.is_none() && file.is_empty() {
        return None;
    }
    let hidden = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
    Some(PlatformName {
        platform: Platform::Moodle,
        name: name.to_owned(),
        id: id.to_owned(),
        anonymous: PARTICIPANT.include(&hidden.to_lowercase()),
        late: false,
        submitted: None,
        folder: file.is_empty().then(|| part.to_owned()),
        exported: part.to_owned(),
        file: match below {
            Some(below) if file.is_empty() => below.to_owned(),
            // An archive in the flat form.
            Some(below) => format!("{file}/{below}"),
            None => file.to_owned(),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn folders_and_flat_names() {
        for (path, name, id, folder, file) in [
            (
                "王小五_839201_assignsubmission_file/a/b.docx",
                "王小五",
                "839201",
                Some("王小五_839201_assignsubmission_file"),
                "a/b.docx",
            ),
            (
                "第一次.zip/Ann Roe_7_assignsubmission_file_/b_1.docx",
                "Ann Roe",
                "7",
                Some("Ann Roe_7_assignsubmission_file_"),
                "b_1.docx",
            ),
            (
                "Ann Roe_7_assignsubmission_file_b_1.docx",
                "Ann Roe",
                "7",
                None,
                "b_1.docx",
            ),
            (
                "Ann Roe_7_assignsubmission_onlinetext/onlinetext.html",
                "Ann Roe",
                "7",
                Some("Ann Roe_7_assignsubmission_onlinetext"),
                "onlinetext.html",
            ),
            (
                "Ann Roe_7_assignsubmission_onlinetext_onlinetext.html",
                "Ann Roe",
                "7",
                None,
                "onlinetext.html",
            ),
            (
                "2021001 王小五_7_assignsubmission_file_作业.zip/a.c",
                "2021001 王小五",
                "7",
                None,
                "作业.zip/a.c",
            ),
            (
                "Default group_assignsubmission_file/x.c",
                "Default group",
                "",
                Some("Default group_assignsubmission_file"),
                "x.c",
            ),
        ] {
            let found = read(path).unwrap();
            assert_eq!((&*found.name, &*found.id), (name, id), "{path}");
            assert_eq!((found.folder.as_deref(), &*found.file), (folder, file));
            assert!(!found.anonymous);
        }
    }

    #[test]
    fn hidden_names() {
        for path in [
            "Participant_839201_assignsubmission_file/a.c",
            "Participant 839201_839201_assignsubmission_file_/a.c",
            "参与者_839201_assignsubmission_file_a.c",
        ] {
            let found = read(path).unwrap();
            assert!(found.anonymous && found.id == "839201", "{path}");
        }
    }

    #[test]
    fn other_names_are_not_of_moodle() {
        for path in [
            "a.c",
            "王小五_2021001_报告.docx",
            "a_b_7_assignsubmission_file/x.c",
            "_assignsubmission_file/x.c",
            "a_7_assignsubmission_file",
        ] {
            assert_eq!(read(path), None, "{path}");
        }
    }
}
