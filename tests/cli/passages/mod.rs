//! Tests of copied passages through the built program: the output of `check` for texts whose copies are known.

mod rings;

use std::path::{Path, PathBuf};

use crate::planted::{
    CHINESE, ENGLISH, Folder, REFERENCES, body, countable, extract, planted, with_paragraph,
};
use crate::program::{chachong, fixture, samples};

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
    std::fs::copy(samples().join(name), folder.path(name)).unwrap();
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
fn a_passage_that_left_out_text_shortens_is_as_long_as_what_remains() {
    let folder = planted();
    let length = CHINESE.chars().count();
    let template = folder.path("template.md");
    let first: String = CHINESE.chars().take(length / 2).collect();
    std::fs::write(&template, format!("学校须知\n{first}\n请各班遵守。\n")).unwrap();
    let names = |least: usize| -> Vec<String> {
        let template = template.to_str().unwrap();
        let least = least.to_string();
        let report = folder.check(&["--template", template, "--min-passage", &least]);
        let pairs = report.pairs.iter();
        pairs.map(|row| row[0].clone()).collect()
    };
    assert_eq!(names(10).len(), 2, "what remains is a passage");
    assert_eq!(names(length * 3 / 4), ["hedges.txt"]);
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
fn a_text_that_cannot_be_read_changes_nothing_for_the_others() {
    let folder = planted();
    let before = folder.check(&[]);
    let broken = fixture("broken");
    for name in ["encrypted.pdf", "truncated.docx", "empty.docx"] {
        std::fs::copy(broken.join(name), folder.path(name)).unwrap();
    }
    let after = folder.check(&[]);
    assert_eq!(after.documents.len(), before.documents.len() + 3);
    assert_eq!(after.document("empty.docx")[9], "");
    assert_eq!(after.pairs, before.pairs);
    // Submissions are numbered through all files.
    let without_numbers = |json: &serde_json::Value| {
        let mut pairs = json["pairs"].as_array().unwrap().clone();
        for pair in &mut pairs {
            let fields = pair.as_object_mut().unwrap();
            fields.retain(|name, _| !name.starts_with("submission_"));
        }
        pairs
    };
    assert_eq!(without_numbers(&after.json), without_numbers(&before.json));
}

#[test]
fn every_rendering_of_one_thesis_is_a_copy_of_every_other() {
    let samples = samples();
    let same = fixture("import/same-thesis");
    let library: Vec<PathBuf> = ["doc", "odt", "html", "md"]
        .map(|ending| fixture("formats/thesis").with_extension(ending))
        .into_iter()
        .chain([
            fixture("formats/thesis-gbk.html"),
            fixture("texts/zh-library-a.txt"),
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

/// Two files of one text, nearly all of which is left out.
#[test]
fn identical_files_of_which_little_counts_are_found_as_files() {
    let text = format!("夜间开放的记录\n{REFERENCES}\n");
    let declared = |own: &str| format!("{}\n{REFERENCES}\n", body(own).lines().next().unwrap());
    let folder = Folder::new(&[
        ("a.txt", &text),
        ("b.txt", &text),
        ("c.txt", &declared("zh-bikes.txt")),
    ]);
    let report = folder.check(&[]);
    let rows: Vec<[&str; 4]> = (report.pairs.iter())
        .map(|row| [&row[0], &row[1], &row[12], &row[row.len() - 5]].map(String::as_str))
        .collect();
    assert_eq!(rows[0], ["a.txt", "b.txt", "related", "files"], "{rows:?}");
    assert!(
        rows[1..].iter().all(|row| row[2..] == ["related", "text"]),
        "one list of references accuses nobody: {rows:?}"
    );
    assert_eq!(report.json["pairs"][0]["base_a"], "most-left-out");
    assert!(report.share_of_everything("a.txt") > 0.9);
}
