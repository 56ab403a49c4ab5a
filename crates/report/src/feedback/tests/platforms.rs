//! The platforms' own rules for the names of feedback, written after their sources.

use std::collections::HashMap;

/// What a platform does with a file: whose it is, and under which name it is kept.
pub(super) type Taken = Option<(u64, String)>;

/// Moodle's rule (`assignfeedback_file_zip_importer::is_valid_filename_for_import`), with the numbers of the participants.
pub(super) fn moodle(path: &str, participants: &HashMap<u64, usize>) -> Taken {
    let file = path.rsplit('/').next()?;
    if file.starts_with(['.', '~']) {
        return None;
    }
    let mut parts: Vec<&str> = path.split('/').collect();
    while !parts.is_empty() {
        let part = parts.remove(0);
        let info: Vec<&str> = part.splitn(5, '_').collect();
        let &[_, participant, plugin, name, ..] = &info[..] else {
            continue;
        };
        let Ok(participant) = participant.parse::<u64>() else {
            continue;
        };
        let is_plugin = plugin == "assignsubmission" && matches!(name, "file" | "onlinetext");
        if !participants.contains_key(&participant) || !is_plugin {
            continue;
        }
        parts.insert(0, info.get(4).copied().unwrap_or_default());
        return Some((participant, parts.join("/")));
    }
    None
}

/// Canvas's rule (`infer_comment_context_from_filename`), with the user of each attachment. Returns user and attachment.
pub(super) fn canvas(path: &str, users: &HashMap<u64, u64>) -> Option<(u64, u64)> {
    let file = path.rsplit('/').next()?;
    let pieces: Vec<&str> = file.split('_').filter(|piece| *piece != "LATE").collect();
    let is_number = |piece: &&&str| !piece.is_empty() && piece.bytes().all(|b| b.is_ascii_digit());
    let mut numbers = pieces.iter().filter(is_number);
    let (user, attachment) = (numbers.next()?, numbers.next()?);
    if pieces.last()?.starts_with("link") || file.starts_with("._") {
        return None;
    }
    let (user, attachment) = (user.parse().ok()?, attachment.parse().ok()?);
    (users.get(&attachment) == Some(&user)).then_some((user, attachment))
}

#[test]
fn the_rules_take_what_the_platforms_export() {
    let participants = HashMap::from([(7, 0)]);
    for (path, kept) in [
        ("Ann Roe_7_assignsubmission_file/a.pdf", Some("/a.pdf")),
        ("Ann Roe_7_assignsubmission_file_/a.pdf", Some("/a.pdf")),
        (
            "x/Ann Roe_7_assignsubmission_file/b/a.pdf",
            Some("/b/a.pdf"),
        ),
        ("Ann Roe_7_assignsubmission_file_a_b.pdf", Some("a_b.pdf")),
        ("Ann Roe_8_assignsubmission_file/a.pdf", None),
        ("Ann Roe_7_assignsubmission/a.pdf", None),
        ("Ann Roe_7_assignsubmission_file/~a.pdf", None),
        ("Ann Roe/a.pdf", None),
    ] {
        let taken = moodle(path, &participants);
        assert_eq!(taken.map(|(_, kept)| kept).as_deref(), kept, "{path}");
    }
    let users = HashMap::from([(123, 45)]);
    for (path, is_taken) in [
        ("roeann_45_123_a_1.docx", true),
        ("roeann_LATE_45_123_a.docx", true),
        ("roeann_45_124_a.docx", false),
        ("roeann_45_123_link_b.docx", true),
        ("roeann_45_123_link.docx", false),
        ("roeann_123_a.docx", false),
    ] {
        assert_eq!(canvas(path, &users).is_some(), is_taken, "{path}");
    }
}
