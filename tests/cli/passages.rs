//! Tests of copied passages through the built program: the output of `check` and `compare` for texts whose copies are
//! known.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on stops"
)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const BYTE_ORDER_MARK: &str = "\u{FEFF}";

/// Paragraph written for this test.
const CHINESE: &str = "值班表每月月底由居民小组长排定，贴在活动室门口的木板上，谁临时有事，就自己找人顶替并在板上改名。\
    头两个月换班的人多，组长一天要接七八个电话；后来大家约定，换班必须提前三天，电话便少了。年底盘点时，二十四户里有\
    十九户全年没有缺过一次班，剩下的五户都是因为家里有病人或者新生的孩子。";
const ENGLISH: &str = "The rota hangs on the door of the boathouse, and nobody may take a skiff out before writing a \
    name beside the tide table. In the first winter three names were forged, so the harbour master asked every rower to \
    add the colour of the oars as well. Since then the list has been right on all but two evenings, and both times the \
    fog explained what the pencil did not.";
const REFERENCES: &str = "参考文献\n\
    [1] 周立新, 何小满. 河口渔村的轮值制度[J]. 乡村研究, 2014, 12(3): 45-52.\n\
    [2] 邓一帆. 公共晾晒场的使用与维护[M]. 杭州: 江南人民出版社, 2009: 77-91.\n\
    [3] 孟庆川, 罗怡. 社区木工房调查报告[R]. 成都: 西南社区中心, 2018.\n\
    [4] 陶静. 冬季取暖互助组的账目公开[D]. 哈尔滨: 北方社会学院, 2016.\n\
    [5] Larsen P, Whitcombe J. Shared boats and shared duties[J]. Harbour Studies, 2011, 7(2): 101-118.\n\
    [6] 谢文蔚. 一个水电站家属区的三十年[J]. 口述史学刊, 2020, 5(1): 12-29.\n";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Reads a text written for Chachong; those used here have nothing in common.
fn body(name: &str) -> String {
    std::fs::read_to_string(root().join("tests/fixtures/texts").join(name)).unwrap()
}

/// Inserts a paragraph into `text` after half of its lines.
fn with_paragraph(text: &str, paragraph: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let (before, after) = lines.split_at(lines.len() / 2);
    format!("{}\n{paragraph}\n{}\n", before.join("\n"), after.join("\n"))
}

fn chachong(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chachong"));
    command.args(arguments).args(["--lang", "en"]);
    command.stdin(Stdio::null()).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn extract(path: &Path) -> Vec<char> {
    let output = chachong(&["extract", path.to_str().unwrap()]);
    stdout(&output).chars().collect()
}

fn countable(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}

/// Folder of files to check.
struct Folder(TempDir);

/// Reports that one check wrote.
struct Report {
    pairs: Vec<Vec<String>>,
    documents: Vec<Vec<String>>,
    json: Value,
    bytes: [Vec<u8>; 3],
}

impl Folder {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        for (name, text) in files {
            let path = folder.path(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join("folder").join(name)
    }

    fn check(&self, options: &[&str]) -> Report {
        self.check_paths(&[&self.path("")], options)
    }

    fn check_paths(&self, paths: &[&Path], options: &[&str]) -> Report {
        let files = ["pairs.csv", "documents.csv", "all.json"].map(|name| self.0.path().join(name));
        let [pairs, documents, json] = files.each_ref().map(|file| file.to_str().unwrap());
        let mut arguments = vec!["check", "--quiet", "--csv", pairs, "--json", json];
        arguments.extend(["--documents-csv", documents]);
        arguments.extend(paths.iter().map(|path| path.to_str().unwrap()));
        arguments.extend(options);
        let output = chachong(&arguments);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let bytes = files.map(|file| std::fs::read(file).unwrap());
        Report {
            pairs: rows(&bytes[0]),
            documents: rows(&bytes[1]),
            json: serde_json::from_slice(&bytes[2]).unwrap(),
            bytes,
        }
    }
}

/// Reads the rows of a CSV without its headings.
fn rows(csv: &[u8]) -> Vec<Vec<String>> {
    let text = std::str::from_utf8(csv).unwrap();
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap();
    let mut reader = csv::ReaderBuilder::new().from_reader(text.as_bytes());
    let cells = |row: csv::StringRecord| row.iter().map(str::to_owned).collect();
    reader.records().map(|row| cells(row.unwrap())).collect()
}

impl Report {
    fn document(&self, name: &str) -> &[String] {
        let row = self.documents.iter().find(|row| row[0] == name);
        row.unwrap_or_else(|| panic!("no {name}: {:?}", self.documents))
    }

    fn share_of_everything(&self, name: &str) -> f64 {
        let share = &self.json_document(name)["total_copied_share_of_everything"];
        share.as_f64().unwrap()
    }

    fn json_document(&self, name: &str) -> &Value {
        let documents = self.json["documents"].as_array().unwrap();
        documents.iter().find(|d| d["path"] == name).unwrap()
    }

    /// Text of the only passage of the first pair with `name`, on the side of `name`.
    fn passage_in(&self, name: &str, text: &[char]) -> String {
        let pairs = self.json["pairs"].as_array().unwrap();
        let pair = pairs
            .iter()
            .find(|pair| pair["a"] == name || pair["b"] == name);
        let pair = pair.unwrap_or_else(|| panic!("no pair with {name}: {pairs:?}"));
        let passages = pair["passages"].as_array().unwrap();
        assert_eq!(passages.len(), 1, "{passages:?}");
        let span = &passages[0][if pair["a"] == name { "a" } else { "b" }];
        let place = |key: &str| usize::try_from(span[key].as_u64().unwrap()).unwrap();
        text[place("start")..place("end")].iter().collect()
    }
}

/// Makes two Chinese documents with a passage in common, one of them as Windows writes it, and two English ones.
fn planted() -> Folder {
    let windows = with_paragraph(&body("zh-elevator.txt"), CHINESE).replace('\n', "\r\n");
    Folder::new(&[
        (
            "食堂.txt",
            &with_paragraph(&body("zh-canteen.txt"), CHINESE),
        ),
        ("电梯.txt", &format!("{BYTE_ORDER_MARK}{windows}")),
        (
            "hedges.txt",
            &with_paragraph(&body("en-hedgerows.txt"), ENGLISH),
        ),
        (
            "repair.txt",
            &with_paragraph(&body("en-repair-a.txt"), ENGLISH),
        ),
    ])
}

#[test]
fn a_planted_passage_is_found_to_the_character() {
    let folder = planted();
    let report = folder.check(&[]);
    assert_eq!(report.pairs.len(), 2, "{:?}", report.pairs);
    for (names, planted) in [
        (["电梯.txt", "食堂.txt"], CHINESE),
        (["hedges.txt", "repair.txt"], ENGLISH),
    ] {
        let characters = countable(planted);
        for name in names {
            let text = extract(&folder.path(name));
            assert_eq!(report.passage_in(name, &text), planted, "{name}");
            let row = report.document(name);
            let share = characters as f64 / row[5].parse::<f64>().unwrap();
            assert_eq!(row[9], format!("{share:.4}"), "{name}");
        }
        let row = report.pairs.iter().find(|row| row[0] == names[0]).unwrap();
        let shares = names.map(|name| report.document(name)[9].as_str());
        assert_eq!([&row[1], &row[11], &row[12]], [names[1], "1", "passage"]);
        assert_eq!([row[7].as_str(), row[8].as_str()], shares);
        assert_eq!([&row[9], &row[10]], [&characters.to_string(); 2]);
    }
}

#[test]
fn offsets_in_a_docx_are_those_of_its_extracted_text() {
    let name = "05_乡村小学科学课的现状与改进.docx";
    let folder = Folder::new(&[]);
    std::fs::create_dir_all(folder.path("")).unwrap();
    std::fs::copy(root().join("assets/samples").join(name), folder.path(name)).unwrap();
    let text = extract(&folder.path(name));
    let whole: String = text.iter().collect();
    let paragraph = whole
        .lines()
        .filter(|line| line.chars().count() > 100)
        .nth(3)
        .unwrap();
    let other = with_paragraph(&body("zh-clothes.txt"), paragraph);
    std::fs::write(folder.path("衣.txt"), &other).unwrap();
    let report = folder.check(&[]);
    assert_eq!(report.passage_in(name, &text), paragraph);
    let other: Vec<char> = other.chars().collect();
    assert_eq!(report.passage_in("衣.txt", &other), paragraph);
}

#[test]
fn a_shared_reference_list_counts_only_when_asked() {
    let [a, b] = ["zh-canteen.txt", "zh-bikes.txt"].map(|name| body(name) + "\n" + REFERENCES);
    let folder = Folder::new(&[("a.txt", &a), ("b.txt", &b)]);
    let report = folder.check(&[]);
    assert_eq!(report.pairs, Vec::<Vec<String>>::new());
    assert_eq!(report.document("a.txt")[9], "0.0000");
    assert!(report.share_of_everything("a.txt") > 0.1);
    let left_out = &report.json_document("a.txt")["left_out"][0];
    assert_eq!(left_out["reason"], "references");
    assert_eq!(left_out["copied_characters"], countable(REFERENCES));
    for option in ["none", "quotes,cover"] {
        let counted = folder.check(&["--exclude", option]);
        assert_eq!(counted.pairs.len(), 1, "{option}");
        let row = counted.document("a.txt");
        let share: f64 = row[9].parse().unwrap();
        assert!((share - report.share_of_everything("a.txt")).abs() < 1e-9);
        let countable: usize = row[5].parse().unwrap();
        let before: usize = report.document("a.txt")[5].parse().unwrap();
        assert_eq!(left_out["characters"], countable - before);
    }
}

#[test]
fn a_templates_text_does_not_count() {
    let folder = planted();
    let template = folder.0.path().join("template.txt");
    std::fs::write(&template, format!("学校须知\n{CHINESE}\n请各班遵守。\n")).unwrap();
    let report = folder.check(&["--template", template.to_str().unwrap()]);
    let names: Vec<&str> = report.pairs.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(names, ["hedges.txt"]);
    assert_eq!(report.document("食堂.txt")[9], "0.0000");
    let left_out = report.json_document("食堂.txt")["left_out"]
        .as_array()
        .unwrap();
    let taken = left_out
        .iter()
        .find(|by| by["reason"] == "templates")
        .unwrap();
    assert_eq!(taken["copied_characters"], countable(CHINESE));
    let missing = chachong(&[
        "check",
        folder.path("").to_str().unwrap(),
        "--template",
        "/nowhere.txt",
    ]);
    assert_eq!(missing.status.code(), Some(1));
}

#[test]
fn shorter_passages_can_be_left_out() {
    let folder = planted();
    let characters = |least: &str| folder.check(&["--min-passage", least]).pairs.len();
    let length = CHINESE.chars().count();
    assert_eq!(characters(&length.to_string()), 2);
    assert_eq!(
        characters(&(length + 1).to_string()),
        1,
        "the English one is longer"
    );
    assert_eq!(characters("1000"), 0);
}

#[test]
fn files_of_one_name_and_equal_files_are_compared_like_any_others() {
    let text = body("zh-science.txt");
    let copied = with_paragraph(&body("zh-bikes.txt"), CHINESE);
    let folder = Folder::new(&[
        ("甲/论文.txt", &text),
        ("乙/论文.txt", &text),
        ("丙/论文.txt", &copied),
        (
            "别的.txt",
            &with_paragraph(&body("zh-clothes.txt"), CHINESE),
        ),
    ]);
    let whole = folder.path("");
    // A file given in three ways is one document.
    let report = folder.check_paths(
        &[&whole, &whole, &folder.path("甲/论文.txt")],
        &["--exclude", "none"],
    );
    assert_eq!(report.documents.len(), 4, "{:?}", report.documents);
    let short = |name| str::strip_prefix(name, "folder/").unwrap();
    let found: Vec<[&str; 4]> = report
        .pairs
        .iter()
        .map(|row| [short(&row[0]), short(&row[1]), &row[7], &row[12]])
        .collect();
    assert_eq!(
        found[0],
        ["乙/论文.txt", "甲/论文.txt", "1.0000", "near-duplicate"]
    );
    let second = found[1];
    assert_eq!(
        [second[0], second[1], second[3]],
        ["丙/论文.txt", "别的.txt", "passage"]
    );
    assert_eq!(found.len(), 2);
}

#[test]
fn threads_change_no_byte() {
    let folder = planted();
    let [one, four] =
        ["1", "4"].map(|threads| folder.check(&["--threads", threads, "--all-pairs"]));
    assert_eq!(one.bytes, four.bytes);
    assert_eq!(one.pairs.len(), 6);
}

const BODIES: [&str; 8] = [
    "zh-bikes.txt",
    "zh-canteen.txt",
    "zh-clothes.txt",
    "zh-elevator.txt",
    "zh-library-a.txt",
    "zh-library-b.txt",
    "zh-library-c.txt",
    "zh-science.txt",
];

/// Makes a folder of the bodies, the first six with a paragraph in common, and of others.
fn ring_of_six(others: &[&str]) -> Folder {
    let texts: Vec<(&str, String)> = (0..)
        .zip(BODIES.iter().chain(others))
        .map(|(i, name)| match i {
            0..6 => (*name, with_paragraph(&body(name), CHINESE)),
            _ => (*name, body(name)),
        })
        .collect();
    let files: Vec<(&str, &str)> = texts
        .iter()
        .map(|(name, text)| (*name, text.as_str()))
        .collect();
    Folder::new(&files)
}

#[test]
fn a_ring_of_six_of_eight_counts_and_its_text_is_named() {
    let report = ring_of_six(&[]).check(&[]);
    for name in &BODIES[..6] {
        let document = report.json_document(name);
        let marks = document["marks"].as_array().unwrap();
        assert!(marks.iter().all(|mark| mark["reason"] != "common"));
        let share = document["total_copied_share"].as_f64().unwrap();
        assert!(share > 0.04, "{name}: {share}");
    }
    let last = report.json_document(BODIES[7]);
    assert_eq!(last["total_copied_share_of_everything"], 0.0);
    assert_eq!(report.pairs.len(), 15, "every two of the six");
    for pair in report.json["pairs"].as_array().unwrap() {
        let passage = &pair["passages"][0];
        assert_eq!(passage["documents"], 6);
        assert_eq!(passage["strength"], "strong");
        assert!(passage["expected_by_chance"].as_f64().unwrap() < 1e-4);
    }
    let texts = report.json["shared_texts"].as_array().unwrap();
    assert_eq!(texts.len(), 1);
    assert_eq!(texts[0]["documents"], 6);
    assert_eq!(texts[0]["places"].as_array().unwrap().len(), 6);
    assert_eq!(texts[0]["decided"], Value::Null);
}

#[test]
fn text_that_half_of_eleven_have_is_out_of_the_share_and_marked() {
    let folder = ring_of_six(&["en-hedgerows.txt", "en-repair-a.txt", "en-repair-b.txt"]);
    let report = folder.check(&[]);
    for name in &BODIES[..6] {
        let document = report.json_document(name);
        let marks = document["marks"].as_array().unwrap();
        let common: Vec<&Value> = marks
            .iter()
            .filter(|mark| mark["reason"] == "common")
            .collect();
        assert_eq!(common.len(), 1, "{name}: {marks:?}");
        assert_eq!(common[0]["documents"], 6, "{name}");
        assert!(report.share_of_everything(name) > 0.04, "{name}");
        let share = document["total_copied_share"].as_f64().unwrap();
        assert!(share < 0.01, "{name}: {share}");
    }
    assert_eq!(report.json["shared_texts"], Value::Array(Vec::new()));
}

#[test]
fn a_text_that_cannot_be_read_changes_nothing_for_the_others() {
    let folder = planted();
    let before = folder.check(&[]);
    let broken = root().join("tests/fixtures/broken");
    for name in ["encrypted.pdf", "truncated.docx", "empty.docx"] {
        std::fs::copy(broken.join(name), folder.path(name)).unwrap();
    }
    let after = folder.check(&[]);
    assert_eq!(after.documents.len(), before.documents.len() + 3);
    assert_eq!(after.document("empty.docx")[9], "");
    assert_eq!(after.pairs, before.pairs);
    assert_eq!(after.json["pairs"], before.json["pairs"]);
}

#[test]
fn compare_shows_shares_and_passages_side_by_side() {
    let edited = CHINESE.replace("二十四户", "三十户");
    let folder = Folder::new(&[
        (
            "a.txt",
            &(with_paragraph(&body("zh-canteen.txt"), CHINESE) + "\n" + REFERENCES),
        ),
        (
            "b.txt",
            &(with_paragraph(&body("zh-elevator.txt"), &edited) + "\n" + REFERENCES),
        ),
    ]);
    let paths = ["a.txt", "b.txt"].map(|name| folder.path(name).to_str().unwrap().to_owned());
    let [a, b] = paths.each_ref().map(String::as_str);
    let text = stdout(&chachong(&["compare", a, b]));
    for part in [
        "copied passage",
        "the same of everything",
        "left out: references",
        "passages: 2",
        "passage 1: edited",
        "passage 2: identical, similarity 100.0 %",
        "marks: references",
        "[二十四]户",
        "[三十]户",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains('\u{1b}'), "no colour in a file");
    let long = stdout(&chachong(&["compare", a, b, "--min-passage", "1000"]));
    assert!(
        long.contains("passages: 0") && !long.contains("passage 1"),
        "{long}"
    );
    let json: Value =
        serde_json::from_str(&stdout(&chachong(&["compare", a, b, "--json"]))).unwrap();
    let mut same = folder.check(&[]).json["pairs"][0].clone();
    (same["a"], same["b"]) = (a.into(), b.into());
    assert_eq!(json, same, "the form that it has in check's report");
    let all = stdout(&chachong(&["compare", a, b, "--json", "--exclude", "none"]));
    let all: Value = serde_json::from_str(&all).unwrap();
    assert_eq!(all["copied_share_a"], json["copied_share_of_everything_a"]);
    let few = folder.path("few.txt");
    std::fs::write(&few, "一句").unwrap();
    let few = chachong(&["compare", a, few.to_str().unwrap()]);
    assert_eq!((few.status.code(), stdout(&few).as_str()), (Some(1), ""));
}

#[test]
fn every_rendering_of_one_thesis_is_a_copy_of_every_other() {
    let fixtures = root().join("tests/fixtures");
    let samples = root().join("assets/samples");
    let same = fixtures.join("import/same-thesis");
    let library: Vec<PathBuf> = ["doc", "odt", "html", "md"]
        .map(|ending| fixtures.join("formats/thesis").with_extension(ending))
        .into_iter()
        .chain([
            fixtures.join("formats/thesis-gbk.html"),
            fixtures.join("texts/zh-library-a.txt"),
            samples.join("01_社区图书馆夜间开放服务研究.docx"),
            samples.join("2024届/13_社区图书馆夜间开放服务研究_打印版.pdf"),
        ])
        .collect();
    let library: Vec<&Path> = library.iter().map(PathBuf::as_path).collect();
    for (paths, pairs) in [(vec![same.as_path()], 10), (library, 28)] {
        let report = Folder::new(&[]).check_paths(&paths, &["--exclude", "none"]);
        assert_eq!(report.pairs.len(), pairs, "{:?}", report.pairs);
        for row in &report.pairs {
            let shares = [&row[7], &row[8]].map(|share| share.parse::<f64>().unwrap());
            assert!(shares.iter().all(|share| *share > 0.97), "{row:?}");
        }
    }
}

#[test]
fn a_clique_that_copied_a_tenth_has_its_share() {
    let texts: Vec<String> = (0..)
        .zip(&BODIES[..5])
        .map(|(i, name)| {
            let own: String = body(name).chars().take(600).collect();
            match i {
                0..4 => with_paragraph(&own, CHINESE),
                _ => own,
            }
        })
        .collect();
    let files: Vec<(&str, &str)> = BODIES
        .into_iter()
        .zip(texts.iter().map(String::as_str))
        .collect();
    let report = Folder::new(&files).check(&[]);
    assert_eq!(report.pairs.len(), 6, "every two of the four");
    for row in &report.pairs {
        for share in &row[7..9] {
            assert!(share.parse::<f64>().unwrap() > 0.15, "{row:?}");
        }
        assert_eq!(row[12], "part");
    }
}

/// Two files of one text, nearly all of which is left out.
#[test]
fn identical_files_of_which_little_counts_are_near_duplicates() {
    let text = format!("夜间开放的记录\n{REFERENCES}\n");
    let declared = |own: &str| format!("{}\n{REFERENCES}\n", body(own).lines().next().unwrap());
    let folder = Folder::new(&[
        ("a.txt", &text),
        ("b.txt", &text),
        ("c.txt", &declared("zh-bikes.txt")),
    ]);
    let report = folder.check(&[]);
    let rows: Vec<[&str; 3]> = (report.pairs.iter())
        .map(|row| [&row[0], &row[1], &row[12]].map(String::as_str))
        .collect();
    assert_eq!(rows[0], ["a.txt", "b.txt", "near-duplicate"], "{rows:?}");
    assert!(
        rows[1..].iter().all(|row| row[2] == "related"),
        "one list of references accuses nobody: {rows:?}"
    );
    assert_eq!(report.json["pairs"][0]["base_a"], "most-left-out");
    assert!(report.share_of_everything("a.txt") > 0.9);
}
