//! Tests of the built program, as people and scripts call it.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on stops"
)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::first_samples;

const BYTE_ORDER_MARK: &str = "\u{FEFF}";

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples")
}

/// Copies the 15 samples without borrowers to a temporary folder.
fn first_samples() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    first_samples::copy_to(&folder.path().join("samples"));
    folder
}

fn broken() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/broken")
}

fn chachong(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chachong"));
    command
        .args(arguments)
        .args(["--lang", "en"])
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY");
    command.stdin(Stdio::null()).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn rows(csv: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(csv).unwrap();
    let text = text
        .strip_prefix(BYTE_ORDER_MARK)
        .expect("a byte-order mark");
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    reader
        .records()
        .map(|row| row.unwrap().iter().map(str::to_owned).collect())
        .collect()
}

#[test]
fn finds_the_copies_among_the_samples_and_nothing_else() {
    let dir = first_samples();
    let [pairs, documents, json] =
        ["pairs.csv", "documents.csv", "all.json"].map(|f| dir.path().join(f));
    let output = chachong(&[
        "check",
        dir.path().join("samples").to_str().unwrap(),
        "--csv",
        pairs.to_str().unwrap(),
        "--documents-csv",
        documents.to_str().unwrap(),
        "--json",
        json.to_str().unwrap(),
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("near-duplicate") && stderr(&output).contains("15 / 15"));

    let found = rows(&pairs);
    assert_eq!(
        found[0].join(","),
        "document_a,document_b,distance,estimated_cosine,equal_blocks,fingerprint_a,fingerprint_b,copied_share_a,\
         copied_share_b,matched_characters_a,matched_characters_b,passages,verdict"
    );
    let names: Vec<(&str, &str, &str)> = found[1..]
        .iter()
        .map(|r| (r[0].as_str(), r[1].as_str(), r[12].as_str()))
        .collect();
    assert_eq!(
        names,
        [
            (
                "01_社区图书馆夜间开放服务研究.docx",
                "2024届/13_社区图书馆夜间开放服务研究_打印版.pdf",
                "near-duplicate"
            ),
            (
                "04_城市共享单车停放治理研究.docx",
                "2024届/11_共享单车停放问题（终稿）.pdf",
                "near-duplicate"
            ),
            (
                "08_Repair_Cafes_and_Household_Objects.pdf",
                "2024届/15_Second_Life_of_Objects_final.docx",
                "near-duplicate"
            ),
            (
                "05_乡村小学科学课的现状与改进.docx",
                "2024届/12_农村小学科学课教学的问题与出路.docx",
                "near-duplicate"
            ),
        ]
    );
    assert_eq!(
        &found[1][2..5],
        ["0", "1.0000", "ABCD"],
        "the docx and its pdf are one text"
    );

    let table = rows(&documents);
    assert_eq!(table.len(), 16);
    assert!(
        table[1..]
            .iter()
            .all(|row| row[2] == "ok" && row[6].len() == 16 && !row[8].is_empty())
    );

    let report: serde_json::Value = serde_json::from_slice(&std::fs::read(&json).unwrap()).unwrap();
    assert_eq!(report["documents"].as_array().unwrap().len(), 15);
    assert_eq!(report["pairs"][0]["verdict"], "near-duplicate");
    assert_eq!(report["settings"]["recipe"], "thesis");
    assert_eq!(
        report["settings"]["recipe_text"],
        chachong::simhash::Recipe::THESIS.text_form()
    );
}

#[test]
fn gives_the_same_bytes_with_one_thread_and_with_many() {
    let dir = tempfile::tempdir().unwrap();
    let reports = ["1", "4"].map(|threads| {
        let file = dir.path().join(threads);
        let (file_name, folder) = (file.to_str().unwrap().to_owned(), samples());
        let output = chachong(&[
            "check",
            folder.to_str().unwrap(),
            "--threads",
            threads,
            "--json",
            &file_name,
            "--all-pairs",
            "--quiet",
        ]);
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(stderr(&output), "", "--quiet says nothing");
        (std::fs::read(file).unwrap(), stdout(&output))
    });
    assert_eq!(reports[0], reports[1]);
    assert_eq!(reports[0].1.matches(" / 64").count(), 23 * 22 / 2);
}

/// Everything in a folder that could stop a program: each costs its own row, nothing else.
#[cfg(unix)]
#[test]
fn a_folder_of_broken_files_costs_a_row_each() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    for entry in std::fs::read_dir(broken()).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, at(path.file_name().unwrap().to_str().unwrap())).unwrap();
    }
    std::fs::create_dir(at("folder.pdf")).unwrap();
    std::fs::write(at("zero.txt"), "").unwrap();
    std::fs::File::create(at("sparse.txt"))
        .unwrap()
        .set_len(200 << 20)
        .unwrap();
    std::fs::File::create(at("sparse.pdf"))
        .unwrap()
        .set_len(600 << 20)
        .unwrap();
    std::fs::copy(
        samples().join("07_高校食堂食物浪费调查.txt"),
        at("笑😀\n换行.txt"),
    )
    .unwrap();
    std::fs::copy(
        samples().join("07_高校食堂食物浪费调查.txt"),
        at("=公式,\"引号\".txt"),
    )
    .unwrap();
    std::fs::write(at("unreadable.txt"), "secret").unwrap();
    std::fs::set_permissions(at("unreadable.txt"), std::fs::Permissions::from_mode(0o000)).unwrap();
    symlink(dir.path(), at("loop")).unwrap();
    symlink(at("nowhere.docx"), at("dangling.docx")).unwrap();
    let csv = tempfile::NamedTempFile::new().unwrap();
    let pairs = tempfile::NamedTempFile::new().unwrap();
    let output = chachong(&[
        "check",
        dir.path().to_str().unwrap(),
        "--documents-csv",
        csv.path().to_str().unwrap(),
        "--csv",
        pairs.path().to_str().unwrap(),
        "--quiet",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let rows = rows(csv.path());
    let row = |name: &str| {
        rows.iter()
            .find(|row| row[0] == name)
            .unwrap_or_else(|| panic!("no row for {name:?}"))
    };
    let root = std::fs::read(at("unreadable.txt")).is_ok();
    for (name, status, words) in [
        ("encrypted.pdf", "failed", "password"),
        ("owner-password.pdf", "ok", ""),
        ("truncated.docx", "failed", "damaged"),
        ("empty.docx", "failed", "0 bytes"),
        ("zero.txt", "failed", "0 bytes"),
        ("binary.txt", "failed", "binary"),
        ("sparse.txt", "failed", "binary"),
        ("sparse.pdf", "failed", "too large"),
        ("scanned.pdf", "warning", ""),
        ("笑😀\n换行.txt", "ok", ""),
        ("'=公式,\"引号\".txt", "ok", ""),
        ("loop", "failed", "link"),
        ("dangling.docx", "failed", "cannot be opened"),
        // Root may read everything; the text is then too short.
        (
            "unreadable.txt",
            if root { "warning" } else { "failed" },
            if root { "" } else { "cannot be opened" },
        ),
    ] {
        let row = row(name);
        assert_eq!(row[2], status, "{name}: {}", row[3]);
        assert!(row[3].contains(words), "{name}: {}", row[3]);
        assert_eq!(row[3].is_empty(), status != "failed", "{name}: {}", row[3]);
    }
    assert!(
        !rows.iter().any(|row| row[0] == "folder.pdf"),
        "a folder is no document"
    );
    let pairs = self::rows(pairs.path());
    assert!(
        pairs
            .iter()
            .any(|r| r[0] == "'=公式,\"引号\".txt" && r[1] == "笑😀\n换行.txt" && r[2] == "0"),
        "files of any name are compared: {pairs:?}"
    );
}

#[test]
fn exit_codes_tell_done_from_nothing_read_from_usage() {
    assert_eq!(chachong(&["check", "/nowhere"]).status.code(), Some(1));
    let empty = broken().join("empty.txt");
    assert_eq!(
        chachong(&["check", empty.to_str().unwrap()]).status.code(),
        Some(1)
    );
    assert_eq!(chachong(&["check"]).status.code(), Some(2));
    assert_eq!(
        chachong(&["check", "x", "--max-distance", "65"])
            .status
            .code(),
        Some(2)
    );
    assert_eq!(
        chachong(&["fingerprint", "x", "--recipe", "none"])
            .status
            .code(),
        Some(2)
    );
    let unwritable = chachong(&[
        "check",
        samples().to_str().unwrap(),
        "--csv",
        "/nowhere/report.csv",
        "--quiet",
    ]);
    assert_eq!(unwritable.status.code(), Some(1));
    assert!(
        stderr(&unwritable).contains("/nowhere/report.csv")
            && stdout(&unwritable).contains("near-duplicate")
    );
    for help in ["--help", "--version"] {
        assert_eq!(chachong(&[help]).status.code(), Some(0));
    }
}

#[test]
fn max_distance_overrides_the_threshold_by_length() {
    let folder = first_samples();
    let verdicts = |k: &str| {
        let output = chachong(&[
            "check",
            folder.path().to_str().unwrap(),
            "--max-distance",
            k,
            "--quiet",
        ]);
        let table = stdout(&output);
        ["near-duplicate", "copied passage", "related"].map(|v| table.matches(v).count())
    };
    // Pairs with passages are listed at any distance.
    assert_eq!(verdicts("0"), [4, 0, 0]);
    assert_eq!(verdicts("3"), [4, 0, 0]);
    assert_eq!(verdicts("64"), [4, 0, 101]);
}

#[test]
fn extract_prints_a_txt_exactly_as_it_stands() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.txt");
    std::fs::write(&file, "\u{FEFF}第一行\r\n\tsecond line \n").unwrap();
    let output = chachong(&["extract", file.to_str().unwrap()]);
    assert_eq!(
        (output.status.code(), stdout(&output).as_str()),
        (Some(0), "第一行\r\n\tsecond line \n")
    );
    let failed = chachong(&["extract", broken().join("encrypted.pdf").to_str().unwrap()]);
    assert_eq!(
        (failed.status.code(), stdout(&failed).as_str()),
        (Some(1), "")
    );
    assert!(stderr(&failed).contains("password"));
}

#[test]
fn fingerprint_explains_its_bits_in_both_languages() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/fixtures/texts/zh-science.txt"
    );
    for (language, heading) in [("en", "Margin"), ("zh", "余量")] {
        for recipe in chachong::simhash::Recipe::ALL {
            let name = recipe.name();
            let output = Command::new(env!("CARGO_BIN_EXE_chachong"))
                .args(["fingerprint", file, "--explain"])
                .args(["--recipe", name, "--lang", language])
                .output()
                .unwrap();
            let text = stdout(&output);
            assert!(output.status.success(), "{name}: {}", stderr(&output));
            assert!(
                text.contains(&recipe.text_form()) && text.contains(heading),
                "{name}: {text}"
            );
            let rows: Vec<&str> = text.lines().filter(|line| line.contains(" %  ")).collect();
            assert_eq!(rows.len(), recipe.width() as usize, "{name}: {text}");
            // The second column is the fingerprint, from the left.
            let bits: String = rows
                .iter()
                .filter_map(|row| row.split_whitespace().nth(1))
                .collect();
            let printed = text.lines().nth(1).unwrap().replace(' ', "");
            assert_eq!(bits, printed, "{name}");
        }
    }
}

#[test]
fn fingerprint_prints_hex_and_bits_also_from_standard_input() {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_chachong"))
        .args(["fingerprint", "-", "--recipe", "string-hash"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"This is a test string for testing")
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let hex = format!("{:016x}", 9_227_187_964_509_734_024_u64);
    let text = stdout(&output);
    let (first, second) = text.trim_end().split_once('\n').unwrap();
    assert_eq!(first, hex);
    assert_eq!(second.split(' ').map(str::len).collect::<Vec<_>>(), [16; 4]);
    assert_eq!(
        u64::from_str_radix(&second.replace(' ', ""), 2),
        Ok(9_227_187_964_509_734_024)
    );
}

#[test]
fn compare_shows_one_pair_bit_by_bit() {
    let [a, b] = [
        "04_城市共享单车停放治理研究.docx",
        "2024届/11_共享单车停放问题（终稿）.pdf",
    ]
    .map(|name| samples().join(name).to_str().unwrap().to_owned());
    let text = stdout(&chachong(&["compare", &a, &b]));
    assert!(
        text.contains("distance 2 / 64") && text.matches('^').count() == 2,
        "{text}"
    );
    let json: serde_json::Value =
        serde_json::from_str(&stdout(&chachong(&["compare", &a, &b, "--json"]))).unwrap();
    assert_eq!(
        (&json["distance"], &json["verdict"]),
        (&2.into(), &"near-duplicate".into())
    );
}

#[test]
fn speaks_chinese_when_asked() {
    let folder = samples();
    let output = Command::new(env!("CARGO_BIN_EXE_chachong"))
        .args(["check", folder.to_str().unwrap(), "--lang", "zh"])
        .output()
        .unwrap();
    assert!(stdout(&output).contains("海明距离") && stdout(&output).contains("近似重复"));
    assert!(stderr(&output).contains("正在读取 23 个文档"));
}

/// Without a display the window says what is missing and that checking works.
#[cfg(all(feature = "gui", target_os = "linux"))]
#[test]
fn without_a_display_the_window_names_packages_and_the_command() {
    let output = chachong(&[samples().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(
        said.contains("libxkbcommon-x11-0") && said.contains("chachong check FOLDER"),
        "{said}"
    );
}
