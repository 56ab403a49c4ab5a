//! Tests of `chachong check` on folders: the samples, broken files, threads and thresholds.

use std::path::Path;

use crate::program::{
    chachong, done, first_samples, read_json, rows, samples, stderr, stdout, str, text,
};

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

    let table = rows(&documents);
    assert_eq!(table.len(), 16);
    assert!(
        table[1..]
            .iter()
            .all(|row| row[2] == "ok" && row[6].len() == 16 && !row[8].is_empty())
    );

    let report: serde_json::Value = read_json(&json);
    assert_eq!(report["documents"].as_array().unwrap().len(), 15);
    assert_eq!(report["pairs"][0]["verdict"], "near-duplicate");
    assert_eq!(report["settings"]["recipe"], "thesis");
    assert_eq!(
        report["settings"]["recipe_text"],
        chachong_simhash::Recipe::THESIS.text_form()
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

    use crate::program::fixture;

    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
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
    let documents = rows(csv.path());
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
    let pairs = rows(pairs.path());
    assert!(
        pairs
            .iter()
            .any(|r| r[0] == "'=公式,\"引号\".txt" && r[1] == "笑😀\n换行.txt" && r[2] == "0"),
        "files of any name are compared: {pairs:?}"
    );
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
        ["near-duplicate", "large part", "fingerprints near"].map(|v| table.matches(v).count())
    };
    // Pairs with passages are listed at any distance.
    assert_eq!(verdicts("0"), [3, 1, 0]);
    assert_eq!(verdicts("3"), [3, 1, 0]);
    assert_eq!(verdicts("64"), [3, 1, 101]);
}

#[test]
fn a_shortcut_that_is_given_has_failed_and_one_in_a_folder_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let shortcut = folder.path().join("theses.LNK");
    std::fs::write(&shortcut, "L").unwrap();
    std::fs::copy(
        samples().join("07_高校食堂食物浪费调查.txt"),
        folder.path().join("a.txt"),
    )
    .unwrap();
    let csv = folder.path().join("documents.csv");
    let checked = |path: &Path| {
        let paths = ["check", "-q", str(path), "--documents-csv", str(&csv)];
        let output = chachong(&paths);
        (output.status.code(), rows(&csv).split_off(1))
    };
    let (code, of_named) = checked(&shortcut);
    assert_eq!((code, of_named[0][2].as_str()), (Some(1), "failed"));
    assert!(of_named[0][3].contains("shortcut"), "{of_named:?}");
    let (code, of_folder) = checked(folder.path());
    let status: Vec<&str> = of_folder.iter().map(|row| row[2].as_str()).collect();
    assert_eq!((code, status), (Some(0), vec!["ok", "not-read"]));
    assert!(of_folder[1][3].contains("shortcut"), "{of_folder:?}");
}

#[test]
fn prose_in_the_cells_of_tables_is_compared_and_measurements_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let table = |name: &str, cells: &str| {
        let lines = (1..).zip(cells.lines());
        let rows: Vec<String> = lines.map(|(row, cell)| format!("{row},{cell}\n")).collect();
        std::fs::write(folder.path().join(name), rows.concat()).unwrap();
    };
    let (a, b) = (text(1, 40), text(2, 40));
    let half: String = a.chars().take(a.chars().count() / 2).collect();
    table("a.csv", &a);
    table("b.csv", &(half + "\n" + &b));
    table("c.csv", &"1.50\n读数正常。\n".repeat(30));
    let [pairs, json] = ["pairs.csv", "all.json"].map(|file| folder.path().join("out").join(file));
    std::fs::create_dir(folder.path().join("out")).unwrap();
    let files = ["a.csv", "b.csv", "c.csv"].map(|name| folder.path().join(name));
    done(&[
        "check",
        str(&files[0]),
        str(&files[1]),
        str(&files[2]),
        "-q",
        "--csv",
        str(&pairs),
        "--json",
        str(&json),
    ]);
    let found = rows(&pairs);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(&found[1][..2], ["a.csv", "b.csv"]);
    assert_eq!(found[1][12], "large-part");
    let report: serde_json::Value = read_json(&json);
    let countable = |at: usize| {
        report["documents"][at]["countable_characters"]
            .as_u64()
            .unwrap()
    };
    assert!(countable(0) > 900 && countable(2) == 0, "{report}");
}

#[test]
fn a_table_of_very_many_pairs_is_cut_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    // 142 equal files are 10,011 pairs.
    for number in 0..142 {
        let text = "图书馆在夜间开放以后，读者的人数有了明显的增加，馆员也轮流值班。";
        std::fs::write(
            folder.path().join(format!("{number:03}.txt")),
            text.repeat(2),
        )
        .unwrap();
    }
    let csv = folder.path().join("pairs.csv");
    let said = done(&["check", "-q", "--csv", str(&csv), str(folder.path())]);
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
        rows(&csv).len(),
        10_012,
        "the report has all, under its headings"
    );
}
