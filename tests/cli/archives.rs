//! Tests of archives through the built program and its workers: every fixture gives the rows of its truth, archives
//! made to harm stay within the limits, passwords open encrypted ones.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use chachong_check::{Document, Settings};
use chachong_import::{
    Archives, FileKind, Importer, Isolation, Limits, PassedOver, Passwords, is_readable, real_path,
};
use chachong_jobs::Session;
use serde::Deserialize;
use zip::write::SimpleFileOptions;

use crate::program::{PROGRAM, Place, command, done, fixture, said, stdout, str};

#[derive(Deserialize)]
struct Truth {
    documents: BTreeSet<String>,
    problems: BTreeMap<String, String>,
}

fn isolation() -> Isolation {
    Isolation::Process(PROGRAM.into())
}

/// Reads everything at `paths`; returns the documents and what was passed over.
fn read(paths: Vec<PathBuf>, passwords: &[&str]) -> (Vec<Document>, PassedOver) {
    let settings = Settings {
        isolation: isolation(),
        passwords: Passwords::new(passwords.iter().map(|&password| password.to_owned())),
        ..Settings::default()
    };
    let session = Session::start(paths, &[], settings);
    let found = session.collect(|_, _| ());
    (found.documents, found.passed_over)
}

fn names(documents: &[Document]) -> BTreeSet<String> {
    let read = documents
        .iter()
        .filter(|document| document.content().is_some());
    read.map(|document| document.name.clone()).collect()
}

fn problems(documents: &[Document]) -> BTreeMap<String, String> {
    let failed = documents.iter().filter_map(|document| {
        let key = document.failure()?.key();
        Some((document.name.clone(), key.to_owned()))
    });
    failed.collect()
}

fn only_problem(archive: &Path) -> String {
    let (documents, _) = read(vec![archive.to_owned()], &[]);
    assert_eq!(documents.len(), 1, "{documents:?}");
    documents[0].failure().unwrap().key().to_owned()
}

#[test]
fn every_archive_gives_the_rows_of_its_truth() {
    let folder = fixture("archives");
    let truth: BTreeMap<String, Truth> =
        serde_json::from_reader(File::open(folder.join("truth.json")).unwrap()).unwrap();
    let (documents, passed_over) = read(vec![folder], &[]);
    let of = |archive: &str| -> Vec<Document> {
        let below = format!("{archive}/");
        let belongs = |name: &str| name == archive || name.starts_with(&below);
        let found = documents.iter().filter(|document| belongs(&document.name));
        found.cloned().collect()
    };
    let mut wrong = Vec::new();
    for (archive, truth) in &truth {
        let found = of(archive);
        if names(&found) != truth.documents || problems(&found) != truth.problems {
            wrong.push(format!(
                "{archive}: {:?}, {:?}",
                names(&found),
                problems(&found)
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let rows: usize = truth.keys().map(|name| of(name).len()).sum();
    assert_eq!(rows, documents.len(), "a row too many");
    let count = |kind| passed_over.count(kind);
    assert_eq!(count(FileKind::Lock), 1, "{passed_over:?}");
    assert_eq!(count(FileKind::Shortcut), 1);
    assert_eq!(count(FileKind::Placeholder), 1);
    // `link.txt` in a zip, tar, 7z and rar, and a hard link.
    assert_eq!(count(FileKind::Link), 5);
    assert_eq!(count(FileKind::Generated), 2);
    let of_kind = |kind| {
        let files = passed_over.files().filter(move |file| file.kind == kind);
        files.map(|file| file.name.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(of_kind(FileKind::Recording), ["unread.zip/答辩.mp4"]);
    assert_eq!(of_kind(FileKind::Generated), ["unread.zip/node_modules"]);
    assert_eq!(
        of_kind(FileKind::ArchivePart),
        [
            "first-gone.zip.003",
            "gap.zip.003",
            "last-gone.zip.002",
            "spanned.zip",
            "split-inside.zip/x.zip.002",
            "split.7z.002",
            "split.7z.003",
            "split.zip.002",
            "split.zip.003",
        ]
    );
}

#[test]
fn a_document_in_an_archive_in_several_files_is_read_again_by_its_path() {
    let importer = Importer::new(isolation(), Limits::default());
    for place in [
        "split.zip.001/1.txt",
        "split.7z.001/1.txt",
        "spanned.z01/a.txt",
        "split-inside.zip/x.zip.001/1.txt",
        "zip.exe/1.txt",
        "7z.exe/1.txt",
        "packed.tar.xz/一班/a.txt",
        "really-7z.docx/b.txt",
    ] {
        let member = fixture("archives").join(place);
        let read = importer.extract(&member, None, &|| false);
        assert!(
            read.is_ok_and(|read| read.text.contains("次走访")),
            "{place}"
        );
    }
}

#[test]
fn every_file_of_a_folder_is_named_on_the_terminal_and_in_every_list() {
    let place = Place::new();
    let unread = [
        "报告.ofd",
        "演示.ppt",
        "演示.dps",
        "王.key",
        "录音.mp3",
        "程序.exe",
        "模型.slx",
        "作品.sb3",
        "数据.sav",
        "图.png",
        "镜像.iso",
        "邮件.msg",
        "样式.css",
        "未知.abc",
        "卷.zip.002",
        "快捷.lnk",
    ];
    for name in unread {
        place.write(&format!("theses/{name}"), b"\0\x01\x02 no document");
    }
    place.write("theses/a.txt", "社区图书馆夜间开放的调查与建议。");
    place.write("theses/font.ttf", "x");
    crate::program::new_library(&place.at("kept.chachong"));
    let tables = "--json o.json --documents-csv d.csv --xlsx o.xlsx";
    let pages = "--html html --pdf pdf --docx docx";
    let said = place.done(&format!(
        "check theses -q {tables} {pages} --library kept.chachong"
    ));
    let (json, page) = (place.read("o.json"), place.read("html/index.html"));
    let listed = place.rows("d.csv");
    let listed: Vec<&String> = listed.iter().map(|row| &row[0]).collect();
    for name in unread {
        assert!(said.contains(name), "{name}: {said}");
        assert!(json.contains(name) && page.contains(name), "{name}");
        assert!(listed.contains(&&name.to_owned()), "{name}: {listed:?}");
    }
    assert!(
        said.contains("1 font") && !said.contains("font.ttf"),
        "{said}"
    );
    assert!(
        json.contains("font.ttf") && said.contains("Not read (audio, video or subtitles"),
        "{said}"
    );
    // A check that was saved names them again.
    place.done("report 1 --library kept.chachong --json again.json -q");
    let not_read = |name: &str| place.json(name)["not_read"].clone();
    assert_eq!(not_read("again.json"), not_read("o.json"));
    // In a blind report the files have numbers.
    place.done("check theses -q --blind --json blind.json");
    let blind = place.read("blind.json");
    assert!(unread.iter().all(|name| !blind.contains(name)), "{blind}");
}

#[test]
fn a_password_opens_every_encrypted_archive_and_a_wrong_one_says_so() {
    let folder = fixture("archives");
    let locked = [
        "locked.zip",
        "locked-aes.zip",
        "locked.7z",
        "locked-names.7z",
        "locked.rar",
        "locked-names.rar",
        "locked-rar4.rar",
    ];
    let paths: Vec<PathBuf> = locked.iter().map(|name| folder.join(name)).collect();
    let (documents, _) = read(paths.clone(), &["wrong", "secret 2024"]);
    assert_eq!(problems(&documents), BTreeMap::new());
    let wanted = locked
        .iter()
        .flat_map(|name| ["a.txt", "b.txt"].map(|of| format!("{name}/{of}")));
    assert_eq!(names(&documents), wanted.collect());
    let (documents, _) = read(paths, &["wrong"]);
    assert!(
        problems(&documents)
            .values()
            .all(|key| key == "archive-password"),
        "{:?}",
        problems(&documents)
    );
    let (documents, _) = read(vec![folder.join("locked-chinese.7z")], &["口令"]);
    assert_eq!(names(&documents).len(), 2);
}

#[test]
fn text_that_is_named_zip_is_no_damaged_archive() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text.zip");
    std::fs::write(&path, "社区图书馆的夜间开放。\n".repeat(40)).unwrap();
    assert_eq!(only_problem(&path), "not-an-archive");
}

#[test]
fn members_of_one_archive_may_have_different_passwords() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("class.zip");
    let mut zip = zip::ZipWriter::new(File::create(&path).unwrap());
    for (name, password) in [("a.txt", "one"), ("b.txt", "two"), ("c.txt", "three")] {
        let options = SimpleFileOptions::default();
        let options = options.with_aes_encryption(zip::AesMode::Aes256, password);
        zip.start_file(name, options).unwrap();
        zip.write_all(format!("{name}：社区图书馆的夜间开放").as_bytes())
            .unwrap();
    }
    zip.finish().unwrap();
    let (documents, _) = read(vec![path], &["one", "two"]);
    let read = ["class.zip/a.txt", "class.zip/b.txt"].map(String::from);
    assert_eq!(names(&documents), read.into());
    let locked = ("class.zip/c.txt".to_owned(), "archive-password".to_owned());
    assert_eq!(problems(&documents), [locked].into());
}

#[test]
fn a_damaged_member_of_an_encrypted_zip_is_damaged_whatever_passwords_are_tried() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("class.zip");
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().with_aes_encryption(zip::AesMode::Aes256, "one");
    zip.start_file("a.txt", options).unwrap();
    for number in 0..60_000_u32 {
        writeln!(zip, "{}", number.wrapping_mul(2_654_435_761)).unwrap();
    }
    let mut bytes = zip.finish().unwrap().into_inner();
    let end = bytes.len() - 300;
    bytes[end] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let (documents, _) = read(vec![path], &["one", "two"]);
    let damaged = ("class.zip/a.txt".to_owned(), "damaged".to_owned());
    assert_eq!(problems(&documents), [damaged].into());
}

#[test]
fn each_of_two_passwords_opens_its_member_of_a_7z() {
    for (password, open, closed) in [("one", "a.txt", "b.txt"), ("two", "b.txt", "a.txt")] {
        let archive = fixture("archives/two-passwords.7z");
        let (documents, _) = read(vec![archive], &[password]);
        assert_eq!(
            names(&documents),
            [format!("two-passwords.7z/{open}")].into()
        );
        let closed = format!("two-passwords.7z/{closed}");
        let locked = (closed, "archive-password".to_owned());
        assert_eq!(problems(&documents), [locked].into(), "{password}");
    }
}

#[test]
fn the_command_line_reads_archives_and_takes_their_password() {
    let place = Place::new();
    for name in ["names-gbk.zip", "locked.7z", "nested.zip", "clutter.zip"] {
        place.copy(&format!("archives/{name}"), name);
    }
    let printed = place.done("check names-gbk.zip --documents-csv documents.csv");
    assert!(
        printed.contains("documents: 2 (read 2, failed 0)"),
        "{printed}"
    );
    let listed = place.rows("documents.csv");
    let named = "names-gbk.zip/一班/20231234_王小明_夜间开放.txt";
    assert!(listed.iter().any(|row| row[0] == named), "{listed:?}");
    let locked = place.run("check locked.7z");
    assert_eq!(locked.status.code(), Some(1));
    assert!(said(&locked).contains("--archive-password"));
    // A password may have a space.
    let locked = place.at("locked.7z");
    let opened = done(&["check", str(&locked), "--archive-password", "secret 2024"]);
    assert!(opened.contains("read 2, failed 0"), "{opened}");
    let opened = (place.command("check locked.7z"))
        .env("CHACHONG_ARCHIVE_PASSWORD", "secret 2024")
        .output()
        .unwrap();
    assert!(stdout(&opened).contains("read 2, failed 0"));
    let text = place.done("extract nested.zip/two.zip/three.tar.gz/a.txt");
    assert!(text.contains("第1次走访"), "{text}");
    let clutter = place.done("check clutter.zip");
    assert!(
        clutter.contains("1 lock or temporary file of Word"),
        "{clutter}"
    );
}

#[test]
fn a_document_in_an_archive_is_read_again_by_its_path() {
    let importer = Importer::new(isolation(), Limits::default());
    let member = fixture("archives/nested.zip").join("two.zip/three.tar.gz/a.txt");
    assert!(is_readable(&member));
    assert_eq!(
        real_path(&member).unwrap(),
        fixture("archives")
            .canonicalize()
            .unwrap()
            .join("nested.zip/two.zip/three.tar.gz/a.txt")
    );
    let read = importer.extract(&member, None, &|| false).unwrap();
    assert!(read.text.contains("第1次走访"));
    let gone = fixture("archives/nested.zip").join("two.zip/other.txt");
    assert!(importer.extract(&gone, None, &|| false).is_err());
    // Kept, it is unpacked once for all its documents.
    let archives = Archives::new(isolation(), Limits::default(), Passwords::default()).keeping();
    let importer = Importer::new(isolation(), Limits::default()).with_archives(archives);
    let solid = fixture("archives/solid-rar5.rar");
    for number in 0..9 {
        let member = solid.join(format!("{number}.txt"));
        assert!(importer.extract(&member, None, &|| false).is_ok());
    }
}

/// Writes a zip with a member of `length` zeros for each of the names.
fn zip_of_zeros(path: &Path, names: &[&str], length: usize) {
    let mut zip = zip::ZipWriter::new(File::create(path).unwrap());
    let piece = vec![0; 1 << 20];
    for name in names {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        for _ in 0..length >> 20 {
            zip.write_all(&piece).unwrap();
        }
    }
    zip.finish().unwrap();
}

#[test]
fn bombs_are_refused_within_the_limits() {
    let place = Place::new();
    let at = |name: &str| place.at(name);
    zip_of_zeros(&at("bomb.zip"), &["a.txt", "b.txt"], 300 << 20);
    // What looks like a small archive in an archive.
    let bomb = std::fs::read(at("bomb.zip")).unwrap();
    let good = "社区图书馆夜间开放的调查与建议".as_bytes().to_vec();
    place.zip("inside.zip", &[("bomb.zip", bomb), ("good.txt", good)]);
    let mut tar = tar::Builder::new(flate2::write::GzEncoder::new(
        File::create(at("bomb.tar.gz")).unwrap(),
        flate2::Compression::best(),
    ));
    let mut header = tar::Header::new_gnu();
    // Skipped members count too: it is no document.
    header.set_size(300 << 20);
    tar.append_data(
        &mut header,
        "a.png",
        std::io::Read::take(std::io::repeat(0), 300 << 20),
    )
    .unwrap();
    tar.into_inner().unwrap().finish().unwrap();
    let start = Instant::now();
    assert_eq!(only_problem(&at("bomb.zip")), "archive-ratio");
    assert_eq!(only_problem(&at("bomb.tar.gz")), "archive-ratio");
    let (documents, _) = read(vec![at("inside.zip")], &[]);
    assert_eq!(
        names(&documents),
        BTreeSet::from(["inside.zip/good.txt".to_owned()])
    );
    assert_eq!(
        problems(&documents),
        BTreeMap::from([("inside.zip/bomb.zip".to_owned(), "archive-ratio".to_owned())])
    );
    assert!(start.elapsed() < Duration::from_mins(1));
}

/// Writes a zip whose members are all the same bytes, stored once, as overlapping bombs do.
fn overlapping_zip(path: &Path, members: u32, kernel: &[u8], unpacked: u32, crc: u32) {
    let mut bytes = Vec::new();
    let mut directory = Vec::new();
    let head = |mark: &[u8]| {
        let mut head = mark.to_vec();
        head.extend([20, 0, 0, 0, 8, 0, 0, 0, 0x21, 0x58]);
        head.extend(crc.to_le_bytes());
        head.extend(u32::try_from(kernel.len()).unwrap().to_le_bytes());
        head.extend(unpacked.to_le_bytes());
        head.extend([5, 0, 0, 0]);
        head
    };
    bytes.extend(head(b"PK\x03\x04"));
    bytes.extend(b"x.txt");
    bytes.extend(kernel);
    for _ in 0..members {
        let mut entry = b"PK\x01\x02\x14\x03".to_vec();
        entry.extend(head(b""));
        entry.extend([0; 14]);
        entry.extend(b"x.txt");
        directory.extend(entry);
    }
    let start = u32::try_from(bytes.len()).unwrap();
    bytes.extend(&directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    let count = u16::try_from(members).unwrap();
    bytes.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    bytes.extend(u32::try_from(directory.len()).unwrap().to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend([0, 0]);
    std::fs::write(path, bytes).unwrap();
}

#[test]
fn overlapping_members_and_a_hundred_thousand_of_them_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let zeros = vec![0; 40 << 20];
    let mut packed = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(&zeros).unwrap();
    let kernel = packed.finish().unwrap();
    let mut crc = flate2::Crc::new();
    crc.update(&zeros);
    let length = u32::try_from(zeros.len()).unwrap();
    overlapping_zip(&at("overlap.zip"), 1000, &kernel, length, crc.sum());
    assert_eq!(only_problem(&at("overlap.zip")), "archive-ratio");
    let mut zip = zip::ZipWriter::new(File::create(at("many.zip")).unwrap());
    for number in 0..100_000 {
        zip.start_file(format!("{number}.txt"), SimpleFileOptions::default())
            .unwrap();
    }
    zip.finish().unwrap();
    assert_eq!(only_problem(&at("many.zip")), "too-many-members");
    let mut tar = tar::Builder::new(File::create(at("many.tar")).unwrap());
    for number in 0..21_000 {
        let mut header = tar::Header::new_gnu();
        header.set_size(0);
        tar.append_data(&mut header, format!("{number}.txt"), std::io::empty())
            .unwrap();
    }
    tar.finish().unwrap();
    assert_eq!(only_problem(&at("many.tar")), "too-many-members");
}

#[test]
fn nothing_of_an_archive_stays_on_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let temporary = folder.path().join("tmp");
    std::fs::create_dir(&temporary).unwrap();
    let archive = folder.path().join("class.zip");
    std::fs::copy(fixture("archives/path-tricks.zip"), &archive).unwrap();
    let output = command(&["check", str(&archive)])
        .env("TMPDIR", &temporary)
        .output()
        .unwrap();
    assert!(output.status.success());
    let left = |folder: &Path| std::fs::read_dir(folder).unwrap().count();
    assert_eq!((left(&temporary), left(folder.path())), (0, 2));
}
