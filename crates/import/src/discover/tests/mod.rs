//! Tests of the discovery of files in folders and archives.

use super::names::readable;
use super::*;
use crate::zip_sample::zipped;
use crate::{Isolation, Limits, Passwords};
use std::fs::{self, File};

mod programs;

fn archives() -> Archives {
    Archives::new(Isolation::Thread, Limits::default(), Passwords::default())
}

fn find(paths: &[PathBuf]) -> Discovery {
    let (known, taken) = (HashSet::new(), HashSet::new());
    let pictures = PictureFiles::PassedOver;
    discover(paths, &known, &taken, &archives(), pictures, &|| false)
}

fn names(discovery: &Discovery) -> Vec<&str> {
    discovery.sources.iter().map(|s| s.name.as_str()).collect()
}

/// Writes files into a folder, and into a zip in it.
fn write_with_zip<C: AsRef<[u8]>>(folder: &Path, zip: &str, files: &[(&str, C)]) {
    let members = files.iter().map(|(name, content)| (name, content));
    fs::write(folder.join(zip), zipped(members)).unwrap();
    for (name, content) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
}

#[test]
fn finds_documents_in_subfolders_and_names_the_rest() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join("2024/x.pdf")).unwrap();
    for name in [
        "b.txt",
        "2024/A.PDF",
        "2024/x.pdf/c.docx",
        "pic.png",
        ".hidden.txt",
        "~$b.docx",
        "old.doc",
    ] {
        fs::write(dir.path().join(name), "x").unwrap();
    }
    let found = find(&[dir.path().to_owned()]);
    assert_eq!(
        names(&found),
        ["2024/A.PDF", "2024/x.pdf/c.docx", "b.txt", "old.doc"]
    );
    assert_eq!(
        passed_over(&found),
        [
            (".hidden.txt", FileKind::HiddenDocument),
            ("pic.png", FileKind::Picture),
            ("~$b.docx", FileKind::Lock),
        ]
    );
}

#[test]
fn what_may_be_work_is_named_and_a_folder_that_tools_fill_is_one_name() {
    let dir = tempfile::tempdir().unwrap();
    let files = [
        "答辩.mp4",
        "node_modules/a/index.js",
        "node_modules/a/package.json",
        "node_modules/b.js",
        "字体.ttf",
        "报告.ofd",
        "模型.xyz",
        "老片.ppt",
    ];
    let files = files.map(|name| (name, "\0\u{1}x"));
    write_with_zip(dir.path(), "class.zip", &files);
    let found = find(&[dir.path().to_owned()]);
    assert_eq!(names(&found), ["报告.ofd", "老片.ppt"]);
    let problems: Vec<_> = (found.problems.iter())
        .map(|(name, error)| (name.as_str(), &error.cause))
        .collect();
    let no_reader = |kind| ImportCause::NoReader { kind };
    assert_eq!(
        problems,
        [
            ("class.zip/报告.ofd", &no_reader(FileKind::Ofd)),
            ("class.zip/老片.ppt", &no_reader(FileKind::OldSlides)),
        ]
    );
    assert_eq!(
        passed_over(&found),
        [
            // No package: the content decides.
            ("class.zip/node_modules/b.js", FileKind::Unknown),
            ("class.zip/模型.xyz", FileKind::Unknown),
            ("class.zip/答辩.mp4", FileKind::Recording),
            ("node_modules/b.js", FileKind::Unknown),
            ("模型.xyz", FileKind::Unknown),
            ("答辩.mp4", FileKind::Recording),
            ("class.zip/node_modules", FileKind::Generated),
            ("node_modules", FileKind::Generated),
            ("class.zip/字体.ttf", FileKind::Font),
            ("字体.ttf", FileKind::Font),
        ]
    );
    assert_eq!(found.passed_over.count(FileKind::Generated), 3);
}

/// Returns the names and kinds of the files passed over.
fn passed_over(found: &Discovery) -> Vec<(&str, FileKind)> {
    let files = found.passed_over.files();
    files.map(|file| (file.name.as_str(), file.kind)).collect()
}

#[test]
fn pictures_are_documents_where_a_person_says_so() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join("张/附")).unwrap();
    for name in [
        "张/1.png",
        "张/2.JPG",
        "张/附/3.tif",
        "论文.docx",
        "封面.png",
    ] {
        fs::write(dir.path().join(name), "x").unwrap();
    }
    let find = |path: &Path, pictures| {
        let (known, taken) = (HashSet::new(), HashSet::new());
        let roots = [path.to_owned()];
        discover(&roots, &known, &taken, &archives(), pictures, &|| false)
    };
    let none = find(dir.path(), PictureFiles::PassedOver);
    assert_eq!(
        (
            names(&none).len(),
            none.passed_over.count(FileKind::Picture)
        ),
        (1, 4)
    );
    let each = find(dir.path(), PictureFiles::Each);
    let all = [
        "封面.png",
        "张/1.png",
        "张/2.JPG",
        "张/附/3.tif",
        "论文.docx",
    ];
    assert_eq!(names(&each), all);
    let together = find(dir.path(), PictureFiles::Together);
    let root = dir.path().file_name().unwrap().to_str().unwrap();
    let mut expected = ["张", "张/附", "论文.docx", root];
    expected.sort_unstable();
    assert_eq!(names(&together), expected);
    assert_eq!(together.already_there, 0);
    let named = find(&dir.path().join("封面.png"), PictureFiles::PassedOver);
    assert_eq!(names(&named), ["封面.png"]);
}

#[test]
fn reports_of_this_program_are_passed_over_in_folders_and_archives_and_by_name() {
    let dir = tempfile::tempdir().unwrap();
    let page = concat!(
        r#"<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">"#,
        r#"<meta name="generator" content="Chachong report"><title>"#,
    );
    let files = [
        ("report.html", page),
        ("quotes it.txt", page),
        ("thesis.html", "<!DOCTYPE html><html><head><title>"),
    ];
    write_with_zip(dir.path(), "class.zip", &files);
    let found = find(&[dir.path().to_owned()]);
    let documents = [
        "class.zip/quotes it.txt",
        "class.zip/thesis.html",
        "quotes it.txt",
        "thesis.html",
    ];
    assert_eq!(names(&found), documents);
    assert_eq!(found.problems.len(), 0);
    let reports = ["class.zip/report.html", "report.html"].map(|name| (name, FileKind::Report));
    assert_eq!(passed_over(&found), reports);
    let named = find(&[dir.path().join("report.html")]);
    assert_eq!(names(&named).len(), 0);
    assert_eq!(passed_over(&named), [("report.html", FileKind::Report)]);
}

#[test]
fn files_of_one_name_in_two_folders_keep_different_names() {
    let dir = tempfile::tempdir().unwrap();
    let roots = ["one/论文", "two/论文"].map(|r| dir.path().join(r));
    for root in &roots {
        fs::create_dir_all(root).unwrap();
        fs::write(root.join("张.txt"), "x").unwrap();
    }
    let found = find(&roots);
    assert_eq!(found.sources.len(), 2);
    assert_ne!(found.sources[0].name, found.sources[1].name);
    assert!(
        found
            .sources
            .iter()
            .all(|s| s.name.ends_with("论文/张.txt"))
    );
    assert_eq!(find(&[roots[0].clone(), roots[0].clone()]).already_there, 1);
    // When folders are added one after the other, the second document is told apart by its folder, else by its
    // path.
    let first = find(&roots[..1]);
    let taken = first.sources.iter().map(|s| s.name.clone()).collect();
    let second = discover(
        &roots[1..],
        &HashSet::new(),
        &taken,
        &archives(),
        PictureFiles::PassedOver,
        &|| false,
    );
    assert_eq!(
        (names(&first), names(&second)),
        (vec!["张.txt"], vec!["论文/张.txt"])
    );
}

#[cfg(unix)]
#[test]
fn names_of_a_chinese_windows_are_read() {
    use std::os::unix::ffi::OsStrExt;
    let (name, _, _) = encoding_rs::GB18030.encode("论文.txt");
    assert_eq!(readable(std::ffi::OsStr::from_bytes(&name)), "论文.txt");
    assert_eq!(
        readable(std::ffi::OsStr::from_bytes(b"a\xff.txt")),
        "a\\xff.txt"
    );
}

#[cfg(unix)]
#[test]
fn a_link_loop_is_a_problem_and_the_rest_is_found() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.txt"), "x").unwrap();
    std::os::unix::fs::symlink(dir.path(), dir.path().join("loop")).unwrap();
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(dir.path().join(to), dir.path().join(name)).unwrap();
    };
    fs::create_dir(dir.path().join("c")).unwrap();
    fs::write(dir.path().join("c/d.txt"), "y").unwrap();
    link("a.txt", "again.txt");
    // Links that come before what they lead to.
    link("a.txt", "0.txt");
    link("c", "b");
    let found = find(&[dir.path().to_owned()]);
    assert_eq!(names(&found), ["a.txt", "c/d.txt"]);
    let passed = found.passed_over.named().iter();
    let passed: Vec<_> = passed.map(|file| (&*file.name, file.kind)).collect();
    let links = ["0.txt", "again.txt", "b/d.txt"].map(|name| (name, FileKind::Link));
    assert_eq!(passed, links);
    assert_eq!(found.problems.len(), 1);
    assert_eq!(
        (found.problems[0].0.as_str(), &found.problems[0].1.cause),
        ("loop", &ImportCause::LinkLoop)
    );
}

#[test]
fn a_missing_path_is_a_problem() {
    let found = find(&[PathBuf::from("/nowhere/at all.pdf")]);
    assert_eq!(found.problems.len(), 1);
    assert_eq!(found.problems[0].0, "all.pdf".replace("all", "at all"));
}

#[test]
fn a_document_with_the_ending_of_an_archive_is_a_document() {
    let dir = tempfile::tempdir().unwrap();
    let docx = fs::read(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../assets/samples/04_城市共享单车停放治理研究.docx"
    ));
    let docx = docx.unwrap();
    let files = [
        ("甲.zip", docx.as_slice()),
        ("乙.pdf.gz", b"%PDF-1.7\n"),
        ("丙.7z", "<html><body>论文".as_bytes()),
    ];
    write_with_zip(dir.path(), "class.zip", &files);
    let found = find(&[dir.path().to_owned()]);
    let formats: Vec<_> = (found.sources.iter())
        .map(|source| (source.name.as_str(), source.format))
        .collect();
    let expected = [
        ("class.zip/丙.7z", Format::Html),
        ("class.zip/乙.pdf.gz", Format::Pdf),
        ("class.zip/甲.zip", Format::Docx),
        ("丙.7z", Format::Html),
        ("乙.pdf.gz", Format::Pdf),
        ("甲.zip", Format::Docx),
    ];
    assert_eq!(formats, expected);
    assert_eq!(
        (
            found.problems.len(),
            found.passed_over.count(FileKind::Unknown)
        ),
        (0, 0)
    );
    let importer = crate::Importer::new(Isolation::Thread, Limits::default());
    for source in found.sources.iter().filter(|s| s.format == Format::Docx) {
        let read = importer.extract(&source.path, None, &|| false).unwrap();
        assert!(read.text.contains('的'), "{}", source.name);
    }
}

#[test]
fn an_office_file_that_needs_a_password_has_a_row_whatever_its_ending() {
    let dir = tempfile::tempdir().unwrap();
    let mut encrypted = cfb::CompoundFile::create(std::io::Cursor::new(Vec::new())).unwrap();
    encrypted.create_stream("/EncryptedPackage").unwrap();
    let encrypted = encrypted.into_inner().into_inner();
    for name in ["无后缀", "甲.zip"] {
        fs::write(dir.path().join(name), &encrypted).unwrap();
    }
    let found = find(&[dir.path().to_owned()]);
    assert_eq!(names(&found), ["无后缀", "甲.zip"]);
    for source in &found.sources {
        let cause = crate::extract(&source.path).unwrap_err().cause;
        assert_eq!(cause, ImportCause::Encrypted, "{}", source.name);
    }
}

#[test]
fn collections_of_texts_in_an_archive_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let dump = "<mediawiki xmlns=\"http://www.mediawiki.org/xml/export-0.10/\">\n";
    let files = [("wiki.xml", dump), ("a.xml", "<a/>"), ("b.jsonl", "{}\n")];
    write_with_zip(dir.path(), "资料.zip", &files);
    let found = find(&[dir.path().join("资料.zip")]);
    let passed = passed_over(&found);
    for (name, kind) in [
        ("资料.zip/wiki.xml", FileKind::Collection),
        ("资料.zip/a.xml", FileKind::Settings),
        ("资料.zip/b.jsonl", FileKind::Collection),
    ] {
        assert!(passed.contains(&(name, kind)), "{passed:?}");
    }
}

#[test]
fn empty_folders_of_students_are_named_in_folders_and_archives() {
    let dir = tempfile::tempdir().unwrap();
    let zip = File::create(dir.path().join("一班.zip")).unwrap();
    let mut zip = zip::ZipWriter::new(zip);
    let options = zip::write::SimpleFileOptions::default();
    for student in ["张三", "李四", "王五"] {
        let name = format!("一班/{student}/a.txt");
        zip.start_file(name, options).unwrap();
        std::io::Write::write_all(&mut zip, student.as_bytes()).unwrap();
        let folder = dir.path().join("二班").join(format!("{student}丰"));
        fs::create_dir_all(folder.join("附件")).unwrap();
        fs::write(folder.join("a.txt"), student).unwrap();
    }
    zip.add_directory("一班/赵六/附件/", options).unwrap();
    zip.add_directory("__MACOSX/一班/", options).unwrap();
    zip.start_file("一班/钱七/Thumbs.db", options).unwrap();
    zip.finish().unwrap();
    fs::create_dir_all(dir.path().join("二班/孙八/附件")).unwrap();
    fs::create_dir_all(dir.path().join("三班")).unwrap();
    let empty = |paths: &[PathBuf]| -> Vec<String> {
        let found = find(paths);
        let files = passed_over(&found).into_iter();
        let empty = files.filter(|(_, kind)| *kind == FileKind::EmptyFolder);
        empty.map(|(name, _)| name.to_owned()).collect()
    };
    let expected = [
        "一班.zip/一班/赵六",
        "一班.zip/一班/钱七",
        "三班",
        "二班/孙八",
    ];
    assert_eq!(empty(&[dir.path().to_owned()]), expected);
    let of_zip = ["一班.zip/一班/赵六", "一班.zip/一班/钱七"];
    assert_eq!(empty(&[dir.path().join("一班.zip")]), of_zip);
    // The files of a folder that is added again are there already: it is not empty.
    let paths = [dir.path().join("二班")];
    let known = find(&paths).sources.into_iter();
    let known = known
        .map(|source| source.path.canonicalize().unwrap())
        .collect();
    let (none, pictures) = (HashSet::new(), PictureFiles::PassedOver);
    let again = discover(&paths, &known, &none, &archives(), pictures, &|| false);
    assert_eq!(passed_over(&again), [("孙八", FileKind::EmptyFolder)]);
}
