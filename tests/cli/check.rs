//! Tests of `chachong check` on folders: the samples, broken files, threads and thresholds.

use crate::program::{Place, said, samples, stderr, stdout, text};

#[test]
fn finds_the_copies_among_the_samples_and_nothing_else() {
    let place = Place::of_first_samples();
    let reports = "--csv pairs.csv --documents-csv documents.csv --json all.json";
    let output = place.run(&format!("check samples {reports}"));
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(stdout(&output).contains("near-duplicate") && stderr(&output).contains("15 / 15"));

    let found = place.rows("pairs.csv");
    assert_eq!(
        found[0].join(","),
        "document_a,document_b,distance,estimated_cosine,equal_blocks,fingerprint_a,fingerprint_b,copied_share_a,\
         copied_share_b,matched_characters_a,matched_characters_b,passages,verdict,evidence,lower_estimate,\
         identical_characters_a,identical_characters_b,edited_characters_a,edited_characters_b,reworded_characters_a,\
         reworded_characters_b,reworded_share_a,reworded_share_b,weighted_share_a,weighted_share_b,code_share_a,code_share_b,\
         shared_readings,table_share_a,table_share_b,shared_formulas,code_score,strongest,\
         submission_a,submission_b,decision,note"
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
                "large-part"
            ),
        ]
    );
    assert_eq!(
        &found[1][2..5],
        ["0", "1.0000", "ABCD"],
        "the docx and its pdf are one text"
    );

    let table = place.rows("documents.csv");
    assert_eq!(table.len(), 16);
    assert!(
        table[1..]
            .iter()
            .all(|row| row[2] == "ok" && row[6].len() == 16 && !row[8].is_empty())
    );

    let report = place.json("all.json");
    assert_eq!(report["documents"].as_array().unwrap().len(), 15);
    assert_eq!(report["pairs"][0]["verdict"], "near-duplicate");
    assert_eq!(report["settings"]["recipe"], "thesis");
    assert_eq!(
        report["settings"]["recipe_text"],
        chachong_simhash::Recipe::THESIS.text_form()
    );
}

/// Everything in a folder that could stop a program: each costs its own row, nothing else.
#[cfg(unix)]
#[test]
fn a_folder_of_broken_files_costs_a_row_each() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use crate::program::fixture;

    let place = Place::new();
    let at = |name: &str| place.at("in").join(name);
    std::fs::create_dir(place.at("in")).unwrap();
    for entry in std::fs::read_dir(fixture("broken")).unwrap() {
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
    for name in ["笑😀\n换行.txt", "=公式,\"引号\".txt"] {
        std::fs::copy(samples().join("07_高校食堂食物浪费调查.txt"), at(name)).unwrap();
    }
    std::fs::write(at("unreadable.txt"), "secret").unwrap();
    std::fs::set_permissions(at("unreadable.txt"), std::fs::Permissions::from_mode(0o000)).unwrap();
    symlink(place.at("in"), at("loop")).unwrap();
    symlink(at("nowhere.docx"), at("dangling.docx")).unwrap();
    let output = place.run("check in --quiet --documents-csv documents.csv --csv pairs.csv");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let documents = place.rows("documents.csv");
    let row = |name: &str| {
        documents
            .iter()
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
        // Root may read everything; one word is then noted, without a warning.
        (
            "unreadable.txt",
            if root { "ok" } else { "failed" },
            if root { "" } else { "cannot be opened" },
        ),
    ] {
        let row = row(name);
        assert_eq!(row[2], status, "{name}: {}", row[3]);
        assert!(row[3].contains(words), "{name}: {}", row[3]);
        assert_eq!(row[3].is_empty(), status != "failed", "{name}: {}", row[3]);
    }
    // A folder is no document, but one that is empty may be a student's.
    assert_eq!(row("folder.pdf")[2], "not-read");
    let pairs = place.rows("pairs.csv");
    assert!(
        pairs
            .iter()
            .any(|r| r[0] == "'=公式,\"引号\".txt" && r[1] == "笑😀\n换行.txt" && r[2] == "0"),
        "files of any name are compared: {pairs:?}"
    );
}

#[test]
fn max_distance_overrides_the_threshold_by_length() {
    let place = Place::of_first_samples();
    let verdicts = |k: u32| {
        let table = place.done(&format!("check samples --quiet --max-distance {k}"));
        ["near-duplicate", "large part", "fingerprints near"].map(|v| table.matches(v).count())
    };
    // Pairs with passages are listed at any distance.
    assert_eq!(verdicts(0), [3, 1, 0]);
    assert_eq!(verdicts(64), [3, 1, 101]);
    let all = place.done("check samples --quiet --all-pairs");
    assert_eq!(all.matches(" / 64").count(), 15 * 14 / 2);
}

#[test]
fn a_shortcut_that_is_given_has_failed_and_one_in_a_folder_is_not_read() {
    let place = Place::new();
    place.write("in/theses.LNK", "L");
    let sample = samples().join("07_高校食堂食物浪费调查.txt");
    place.write("in/a.txt", std::fs::read(sample).unwrap());
    let checked = |path: &str| {
        let output = place.run(&format!("check -q {path} --documents-csv documents.csv"));
        (
            output.status.code(),
            place.rows("documents.csv").split_off(1),
        )
    };
    let (code, of_named) = checked("in/theses.LNK");
    assert_eq!((code, of_named[0][2].as_str()), (Some(1), "failed"));
    assert!(of_named[0][3].contains("shortcut"), "{of_named:?}");
    let (code, of_folder) = checked("in");
    let status: Vec<&str> = of_folder.iter().map(|row| row[2].as_str()).collect();
    assert_eq!((code, status), (Some(0), vec!["ok", "not-read"]));
    assert!(of_folder[1][3].contains("shortcut"), "{of_folder:?}");
}

#[test]
fn prose_in_the_cells_of_tables_is_compared_and_measurements_are_not() {
    let place = Place::new();
    let table = |name: &str, cells: &str| {
        let lines = (1..).zip(cells.lines());
        let rows: Vec<String> = lines.map(|(row, cell)| format!("{row},{cell}\n")).collect();
        place.write(name, rows.concat());
    };
    let (a, b) = (text(1, 40), text(2, 40));
    let half: String = a.chars().take(a.chars().count() / 2).collect();
    table("a.csv", &a);
    table("b.csv", &(half + "\n" + &b));
    table("c.csv", &"1.50\n读数正常。\n".repeat(30));
    place.done("check a.csv b.csv c.csv -q --csv pairs.out --json all.json");
    let found = place.rows("pairs.out");
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(&found[1][..2], ["a.csv", "b.csv"]);
    assert_eq!(found[1][12], "large-part");
    let report = place.json("all.json");
    let countable = |at: usize| {
        report["documents"][at]["countable_characters"]
            .as_u64()
            .unwrap()
    };
    assert!(countable(0) > 900 && countable(2) == 0, "{report}");
}

#[test]
fn a_table_of_very_many_pairs_is_cut_and_says_so() {
    let place = Place::new();
    // 142 equal files are 10,011 pairs.
    for number in 0..142 {
        let text = "图书馆在夜间开放以后，读者的人数有了明显的增加，馆员也轮流值班。";
        place.write(&format!("in/{number:03}.txt"), text.repeat(2));
    }
    let said = place.done("check -q --csv pairs.csv in");
    assert!(
        said.contains("11 more pairs have smaller shares"),
        "{}",
        said.lines().count()
    );
    let listed = said
        .lines()
        .filter(|line| line.matches(".txt").count() == 2);
    assert_eq!(listed.count(), 10_000);
    assert_eq!(
        place.rows("pairs.csv").len(),
        10_012,
        "the report has all, under its headings"
    );
}
