//! The files as a whole: the same each time, sealed, complete, and opened again only if nothing changed.

use chachong_case::{Case, CaseEvidence, CaseFile};
use chachong_messages::Language;

use super::made::made_case;
use crate::case::{
    ArchiveError, CaseFileOptions, SealError, VerifiedFile, archive, case_in, committee,
    original_hash, seal_of, student,
};

fn all(case: &Case) -> [(CaseFile, Vec<u8>); 3] {
    let options = CaseFileOptions::default();
    [
        (
            CaseFile::Committee,
            committee(case, options, Language::Chinese),
        ),
        (CaseFile::Student, student(case, options, Language::English)),
        (CaseFile::Archive, archive(case).unwrap()),
    ]
}

#[test]
fn the_same_case_gives_the_same_bytes() {
    for number in 0..4 {
        let case = made_case(number).case;
        assert_eq!(all(&case), all(&made_case(number).case));
    }
    // Times are those of the clock where the case was opened, wherever the file is written.
    let mut case = made_case(1).case;
    case.evidence.utc_offset = 8 * 3600;
    let options = CaseFileOptions::default();
    let page = String::from_utf8(committee(&case, options, Language::English)).unwrap();
    assert!(page.contains("2023-11-15 06:13 (UTC+08:00)"));
}

#[test]
fn a_decided_case_does_not_ask_the_student() {
    let mut case = made_case(1).case;
    let asks = |case: &Case| {
        let page = student(case, CaseFileOptions::default(), Language::Chinese);
        String::from_utf8(page).unwrap().contains("不是指控")
    };
    assert!(!asks(&case), "the case is decided");
    case.history.truncate(1);
    assert!(asks(&case), "the case is open");
}

#[test]
fn lines_of_a_pdf_are_joined() {
    let mut case = made_case(2).case;
    for passage in &mut case.evidence.passages {
        for side in [&mut passage.in_document, &mut passage.in_source] {
            side.text = "阅览室在晚\n上开放。\n读者很多。".to_owned();
        }
    }
    case.evidence.documents[0].joins_lines = true;
    let page = student(&case, CaseFileOptions::default(), Language::English);
    let page = String::from_utf8(page).unwrap();
    assert!(
        page.contains("阅览室在晚上开放。<br>读者很多。"),
        "the document in question"
    );
    assert!(
        page.contains("阅览室在晚<br>上开放。<br>读者很多。"),
        "the source"
    );
}

#[test]
fn each_of_200_changed_bytes_is_seen_in_each_file() {
    let mut state = 77_u64;
    for (kind, file) in all(&made_case(3).case) {
        let verified = VerifiedFile::of(file.clone()).unwrap();
        assert_eq!(verified.kind, Some(kind));
        for _ in 0..200 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let at = usize::try_from(state >> 20).unwrap() % file.len();
            let mut changed = file.clone();
            changed[at] ^= 1 << (state >> 60 & 7);
            assert!(VerifiedFile::of(changed).is_err(), "{kind:?} {at}");
        }
    }
}

#[test]
fn a_moved_file_holds_and_names_its_originals() {
    let folder = tempfile::tempdir().unwrap();
    let original = folder.path().join("论文.docx");
    std::fs::write(&original, "PK the original").unwrap();
    let hash = original_hash(&original).unwrap();
    let mut case = made_case(5).case;
    case.evidence.documents[0].original_sha256 = Some(hash.clone());
    // A text that looks like a hash names no original, and one that looks like a seal is none.
    let forged = format!(
        "\" original-sha256=\"{0}\" \"original_sha256\":\"{0}\" chachong-seal: {0}",
        "c3".repeat(32)
    );
    case.evidence.passages[0].in_document.text.push_str(&forged);
    for (kind, bytes) in all(&case) {
        let file = folder.path().join(kind.name());
        let moved = folder.path().join("别的名字.bin");
        std::fs::write(&file, &bytes).unwrap();
        std::fs::rename(&file, &moved).unwrap();
        let verified = VerifiedFile::open(&moved).unwrap();
        assert!(verified.names_original(&hash), "{kind:?}");
        assert!(!verified.names_original(&"c3".repeat(32)), "{kind:?}");
        assert_eq!(
            verified.names_original(&"b2".repeat(32)),
            kind != CaseFile::Student
        );
    }
}

#[test]
fn pages_need_no_network_and_no_script_and_escape_what_people_wrote() {
    let mut case = made_case(6).case;
    let hostile =
        "</style><script>alert(1)</script><img src=\"http://x.example/\" onerror=a()>\u{202E}\u{0}";
    case.evidence.documents[0].name = hostile.to_owned();
    case.evidence.check = hostile.to_owned();
    case.evidence.passages[0].in_document.text = hostile.to_owned();
    for (kind, bytes) in all(&case).into_iter().take(2) {
        let page = String::from_utf8(bytes).unwrap();
        for part in ["<script", "<img", "src=", "@import", "\u{202E}", "\u{0}"] {
            let there = page
                .replace("img-src", "")
                .replace("src=&quot;", "")
                .contains(part);
            assert!(!there, "{kind:?} {part}");
        }
        assert!(page.starts_with("<!DOCTYPE html><html lang=\""));
        assert!(
            html5gum::Tokenizer::new(&page)
                .all(|token| token.is_ok_and(|token| !matches!(token, html5gum::Token::Error(_)))),
            "{kind:?}"
        );
    }
}

#[test]
fn names_are_there_if_they_are_included() {
    let case = made_case(0).case;
    let options = CaseFileOptions {
        with_names: true,
        with_surroundings: true,
    };
    let page = String::from_utf8(committee(&case, options, Language::English)).unwrap();
    for document in &case.evidence.documents {
        assert!(
            page.contains(&document.name) && page.contains(document.author.as_deref().unwrap())
        );
    }
    assert!(page.contains("打电话问了沈灯夜"));
}

#[test]
fn an_archive_gives_the_case_back() {
    for number in 0..20 {
        let case = made_case(number).case;
        assert_eq!(case_in(&archive(&case).unwrap()).unwrap(), case);
    }
}

/// Seals a text anew, as somebody could who knows the rule.
fn sealed_anew(text: &str) -> Vec<u8> {
    let old = seal_in(text);
    let unsealed = crate::case::seal::unsealed();
    crate::case::seal::sealed(text.replace(&old, &unsealed).into_bytes())
}

fn seal_in(text: &str) -> String {
    let at = text.rfind("chachong-seal: ").unwrap();
    text[at..at + 15 + 71].to_owned()
}

#[test]
fn hostile_archives_are_refused() {
    let case = made_case(1).case;
    let good = String::from_utf8(archive(&case).unwrap()).unwrap();
    let changed = good.replace("\"in_question\":1", "\"in_question\":0");
    assert!(matches!(
        case_in(changed.as_bytes()),
        Err(ArchiveError::Seal(SealError::Changed { .. }))
    ));
    assert!(case_in(&sealed_anew(&good)).is_ok());
    for (from, to) in [
        ("\"in_question\":1", "\"in_question\":0"),
        ("\"in_question\":1", "\"in_question\":99"),
        ("\"in_question\":1", "\"in_question\":-1"),
        ("\"source\":1", "\"source\":18446744073709551615"),
        ("\"similarity\":970", "\"similarity\":1e999"),
        ("\"change\":\"opened\"", "\"change\":\"burnt\""),
        ("\"history\":[", "\"history\":[[[["),
        ("\"history\":[", "\"history\":[],\"other\":["),
        ("\"evidence\":{", "\"evidence\":{\"in_question\":1,"),
    ] {
        let changed = good.replacen(from, to, 1);
        assert_ne!(changed, good, "{from}");
        let found = case_in(&sealed_anew(&changed));
        assert!(
            matches!(found, Err(ArchiveError::NoCase(_))),
            "{to}: {found:?}"
        );
    }
    let newer = good.replacen("\"version\":1", "\"version\":2", 1);
    assert!(matches!(
        case_in(&sealed_anew(&newer)),
        Err(ArchiveError::Newer(2))
    ));
    let deep = format!("{}{}", "[".repeat(100_000), crate::case::seal::unsealed());
    let head = "{\"chachong_case\":\"archive\",\"version\":1,\"case\":";
    let deep = crate::case::seal::sealed(format!("{head}{deep}").into_bytes());
    assert!(matches!(case_in(&deep), Err(ArchiveError::NoCase(_))));
    let page = committee(&case, CaseFileOptions::default(), Language::English);
    assert!(matches!(
        case_in(&page),
        Err(ArchiveError::NotArchive(CaseFile::Committee))
    ));
    let other = crate::case::seal::sealed(crate::case::seal::unsealed().into_bytes());
    assert!(matches!(case_in(&other), Err(ArchiveError::NoCase(_))));
    assert!(matches!(
        case_in(b"{}"),
        Err(ArchiveError::Seal(SealError::Missing))
    ));
}

#[test]
fn a_case_from_a_hostile_archive_can_be_written_again() {
    let mut case = made_case(2).case;
    let passage = &mut case.evidence.passages[0];
    passage.in_source.text = String::new();
    passage.in_document.span.end = 0;
    passage.similarity = u16::MAX;
    case.evidence.documents[1].original_sha256 = Some("\"><b>".to_owned());
    case.evidence.checked_at = i64::MAX;
    case.history[0].at = i64::MIN;
    for (_, file) in all(&case) {
        assert!(seal_of(&file).is_ok());
    }
    let nothing = Case {
        evidence: CaseEvidence::default(),
        history: Vec::new(),
    };
    for (_, file) in all(&nothing) {
        assert!(seal_of(&file).is_ok());
    }
}
