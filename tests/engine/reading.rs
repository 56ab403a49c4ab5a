//! Tests of the engine through its public API, on made texts and files.

use std::path::{Path, PathBuf};

use chachong::import::{Format, ImportCause, Isolation, Warning, extract};
use chachong::session::{self, Event, Session, Settings};
use chachong::simhash::{Accumulator, Recipe, Tie};
use chachong::text::{TermCounts, TermRule};

fn fixtures(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(folder)
}

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples")
}

fn settings(threads: usize) -> Settings {
    Settings {
        threads: Some(threads),
        isolation: Isolation::Process(env!("CARGO_BIN_EXE_chachong").into()),
        ..Settings::default()
    }
}

/// Expected values come from Python's jieba 0.42.1 and hashlib: `tests/fixtures/golden/md5_32.py`.
#[test]
fn md5_32_equals_the_articles_python_program_to_the_bit() {
    let golden = std::fs::read_to_string(fixtures("golden/md5-32.json")).unwrap();
    let golden: serde_json::Value = serde_json::from_str(&golden).unwrap();
    let texts = golden["values"].as_array().unwrap();
    assert_eq!(texts.len(), 5);
    for entry in texts {
        let file = entry["file"].as_str().unwrap();
        let text = std::fs::read_to_string(fixtures("golden").join(file)).unwrap();
        let terms = TermCounts::of_raw(&text, TermRule::ChineseWords);
        for token in entry["first_tokens"].as_array().unwrap() {
            let token = token.as_str().unwrap();
            assert!(
                terms.iter().any(|(term, _)| term == token),
                "{file}: jieba-rs cuts {token} differently"
            );
        }
        let bits = format!("{:032b}", Recipe::MD5_32.fingerprint(&terms).unwrap().0);
        assert_eq!(bits, entry["bits"].as_str().unwrap(), "{file}");
    }
}

/// People's libraries hold fingerprints: whatever changes one of these is another recipe and needs another name. The
/// `thesis` values are from the program's first version.
#[test]
fn fingerprints_stay_as_they_are() {
    let pinned = [
        ("zh-science", "thesis", "089c1594e09e8614"),
        ("zh-science", "string-hash", "a3e45f71eab9f685"),
        ("zh-science", "md5-32", "000000002f624daf"),
        ("zh-science", "five-level", "099c1584a09e861c"),
        ("zh-science", "tf-idf", "089c1714e09e8614"),
        ("zh-science", "content-words", "08dc151ce89c8614"),
        ("zh-science", "shingles", "bdc6d5287c49e5d1"),
        ("en-repair-a", "thesis", "84f7d6ac9777ffb1"),
        ("en-repair-a", "string-hash", "00255002a3cca7e1"),
        ("en-repair-a", "five-level", "85b7c6acff62f7b1"),
        ("en-repair-a", "content-words", "84f7d6ac9777ffb1"),
        ("en-repair-a", "tf-idf", "84f7d6ac9777ffb1"),
        ("en-repair-a", "shingles", "12fd4c1a0538294c"),
    ];
    for (file, recipe, fingerprint) in pinned {
        let read = extract(&fixtures("texts").join(file).with_extension("txt")).unwrap();
        let reading = session::fingerprint(&read, recipe.parse().unwrap());
        let got = reading.fingerprint.map(|f| f.to_string());
        assert_eq!(got.as_deref(), Some(fingerprint), "{recipe} of {file}");
    }
}

/// Worked examples of the articles with 6 bits, through the public interface.
#[test]
fn six_bit_examples_of_the_articles() {
    let accumulate = |terms: &[(u64, u32)]| {
        let mut sums = Accumulator::default();
        for &(hash, weight) in terms {
            sums.add(hash, weight);
        }
        sums
    };
    let levels = accumulate(&[(0b10_0101, 4), (0b10_1011, 5)]);
    assert_eq!(levels.sums()[..6], [9, 1, -1, 1, -9, 9]);
    assert_eq!(levels.finish(6, Tie::Zero), 0b10_1011);
    let relative = [
        (0b10_0100, 2),
        (0b01_0101, 1),
        (0b10_1010, 1),
        (0b11_1010, 1),
        (0b00_1010, 1),
    ];
    assert_eq!(accumulate(&relative).finish(6, Tie::Zero), 0b10_0000);
}

#[test]
fn every_encoding_of_one_text_reads_alike() {
    let read = |name: &str| extract(&fixtures("texts-encoded").join(name)).unwrap();
    let truth = |name: &str| std::fs::read_to_string(fixtures("texts-encoded").join(name)).unwrap();
    for (file, truth_file, encoding) in [
        ("utf8.txt", "utf8.txt", "utf-8"),
        ("utf8-bom.txt", "utf8.txt", "utf-8"),
        ("utf16le-bom.txt", "utf8.txt", "utf-16le"),
        ("utf16be-bom.txt", "utf8.txt", "utf-16be"),
        ("utf16le-nomark.txt", "utf8.txt", "utf-16le"),
        ("gb18030.txt", "utf8.txt", "gb18030"),
        ("gbk.txt", "gbk-as-utf8.txt", "gb18030"),
        ("big5.txt", "big5-as-utf8.txt", "big5"),
        (
            "windows-1252.txt",
            "windows-1252-as-utf8.txt",
            "windows-1252",
        ),
    ] {
        let extracted = read(file);
        assert_eq!(extracted.text, truth(truth_file), "{file}");
        assert_eq!(extracted.encoding.as_deref(), Some(encoding), "{file}");
        assert_eq!(extracted.warnings, [], "{file}");
    }
}

#[test]
fn samples_hold_their_sources_text() {
    let visible = |text: &str| {
        text.chars()
            .filter(|c| !c.is_whitespace())
            .collect::<String>()
    };
    for (sample, source) in [
        ("01_社区图书馆夜间开放服务研究.docx", "zh-library-a.txt"),
        ("05_乡村小学科学课的现状与改进.docx", "zh-science.txt"),
        (
            "03_社区图书馆延时开放的成本与效益分析.txt",
            "zh-library-c.txt",
        ),
        ("2024届/14_旧衣回收箱的信任危机.txt", "zh-clothes.txt"),
        (
            "2024届/15_Second_Life_of_Objects_final.docx",
            "en-repair-a-near.txt",
        ),
        (
            "16_学生宿舍节水提示的效果研究.docx",
            "../texts-borrowing/zh-water.txt",
        ),
        (
            "17_社区快递驿站的取件延误与提醒方式.txt",
            "../texts-borrowing/zh-parcel.txt",
        ),
        (
            "18_校园二手书捐赠的去向与公开.docx",
            "../texts-borrowing/zh-books.txt",
        ),
    ] {
        let read = extract(&samples().join(sample)).unwrap();
        let source = std::fs::read_to_string(fixtures("texts").join(source)).unwrap();
        // Footers are at the end and excluded.
        let is_excluded = |at: u64| {
            read.exclusions
                .iter()
                .any(|e| (e.start..e.end).contains(&at))
        };
        let counted: String = (0..)
            .zip(read.text.chars())
            .filter(|(at, _)| !is_excluded(*at))
            .map(|(_, c)| c)
            .collect();
        assert_eq!(visible(&counted), visible(&source), "{sample}");
    }
    let pdf = extract(&samples().join("2024届/13_社区图书馆夜间开放服务研究_打印版.pdf")).unwrap();
    assert_eq!(pdf.pages.len(), 4);
    let second: String = pdf
        .text
        .chars()
        .skip(usize::try_from(pdf.pages[1]).unwrap())
        .take(400)
        .collect();
    assert!(!second.trim().is_empty());
}

#[test]
fn broken_files_say_what_is_wrong() {
    let cause = |name: &str| {
        extract(&fixtures("broken").join(name))
            .map(|read| read.warnings)
            .map_err(|e| e.cause)
    };
    assert_eq!(cause("encrypted.pdf"), Err(ImportCause::Encrypted));
    assert_eq!(cause("owner-password.pdf"), Ok(vec![]));
    assert_eq!(cause("empty.txt"), Err(ImportCause::Empty));
    assert_eq!(cause("empty.docx"), Err(ImportCause::Empty));
    assert_eq!(
        cause("not-a-pdf.pdf"),
        Err(ImportCause::WrongContent {
            expected: Format::Pdf
        })
    );
    assert_eq!(
        cause("zip-but-not-docx.docx"),
        Err(ImportCause::WrongContent {
            expected: Format::Docx
        })
    );
    assert_eq!(cause("binary.txt"), Err(ImportCause::NotText));
    assert_eq!(cause("old-word.docx"), Err(ImportCause::OldWordOrEncrypted));
    assert_eq!(cause("scanned.pdf"), Ok(vec![Warning::NoTextLayer]));
    assert!(matches!(
        cause("truncated.docx"),
        Err(ImportCause::Damaged { .. })
    ));
}

fn run(paths: Vec<PathBuf>, threads: usize) -> Vec<session::Document> {
    let session = Session::start(paths, &[], settings(threads));
    let mut documents = Vec::new();
    for event in &session.events {
        match event {
            Event::Found {
                documents: found, ..
            } => documents = found,
            Event::Reading { .. } => {}
            Event::Read { document, outcome } => documents[document].outcome = Some(outcome),
            Event::NotKept { error } => unreachable!("no library keeps these: {error}"),
            Event::Done { cancelled } => assert!(!cancelled),
        }
    }
    documents
}

#[test]
fn results_do_not_depend_on_threads_or_on_the_order_of_files() {
    let mut files: Vec<PathBuf> = std::fs::read_dir(samples())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .collect();
    let one = run(files.clone(), 1);
    files.reverse();
    let many = run(files, 3);
    assert_eq!(one, many);
    assert!(one.len() >= 10 && one.iter().all(|document| document.fingerprint().is_some()));
}

#[test]
fn a_cancelled_session_ends_at_once_and_keeps_what_was_read() {
    let session = Session::start(vec![samples()], &[], settings(1));
    let (mut read, mut done) = (0, None);
    for event in &session.events {
        match event {
            Event::Read { .. } => {
                read += 1;
                session.cancel();
            }
            Event::Done { cancelled } => done = Some(cancelled),
            _ => {}
        }
    }
    assert_eq!(done, Some(true));
    assert!(
        (1..15).contains(&read),
        "{read} were read before the cancel took effect"
    );
}

/// Layering: the engine compiles without the window, so only `app` may name egui.
#[test]
fn only_the_window_names_egui() {
    fn check(dir: &Path) {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && path.file_name().unwrap() != "app" {
                check(&path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let source = std::fs::read_to_string(&path).unwrap();
                for forbidden in ["egui::", "eframe::", "rfd::"] {
                    assert!(
                        !source.contains(forbidden),
                        "{} names {forbidden}",
                        path.display()
                    );
                }
            }
        }
    }
    check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
}
