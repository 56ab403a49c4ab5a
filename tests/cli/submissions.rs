//! Submissions: files that one student handed in, under the names of learning platforms, in folders, and by a class list.

use serde_json::Value;

use crate::program::{Place, text};

/// Checks the folder `in`, and returns the JSON report.
fn check(place: &Place, options: &str) -> Value {
    place.done(&format!("check -q in --json report.json {options}"));
    place.json("report.json")
}

/// Three students of a Moodle course, each with a report and an appendix that repeats half of it; the third copied a part of the
/// first one's report.
pub(crate) fn moodle(place: &Place) {
    let students = [
        ("沈知远", 839_201, "阀门的记录"),
        ("方越", 839_202, "水泵的噪声"),
        ("顾一鸣", 839_203, "夜班的交接"),
    ];
    for (at, (name, id, title)) in (0..).zip(students) {
        let own = format!("题目：{title}\n姓名：{name}\n\n{}", text(at + 1, 40));
        let half: String = own.chars().take(own.chars().count() / 2).collect();
        let taken: String = text(1, 15);
        let report = if at == 2 {
            format!("{own}{taken}")
        } else {
            own
        };
        let own = format!("in/{name}_{id}_assignsubmission_file");
        place.write(&format!("{own}/报告.txt"), report);
        let appendix = half + &text(at + 10, 10);
        place.write(&format!("{own}/附录.txt"), appendix);
    }
}

fn names(report: &Value) -> Vec<&str> {
    let all = report["submissions"].as_array().unwrap().iter();
    all.map(|one| one["name"].as_str().unwrap()).collect()
}

#[test]
fn nothing_within_a_submission_is_a_finding() {
    let place = Place::new();
    moodle(&place);
    let report = check(&place, "");
    let mut found = names(&report);
    found.sort_unstable();
    assert_eq!(found, ["方越", "沈知远", "顾一鸣"]);
    for submission in report["submissions"].as_array().unwrap() {
        assert_eq!(submission["found_by"], "moodle");
        assert!(
            submission["number"].is_null(),
            "Moodle's number is no student number"
        );
        assert_eq!(submission["documents"].as_array().unwrap().len(), 2);
    }
    let pairs = report["pairs"].as_array().unwrap();
    let is_own = |pair: &Value| pair["submission_a"] == pair["submission_b"];
    assert!(
        !is_own(&pairs[0]) && pairs[0]["verdict"] != "own",
        "{}",
        pairs[0]
    );
    let own = pairs.iter().filter(|pair| is_own(pair));
    assert_eq!(own.clone().count(), 3);
    assert!(
        own.clone()
            .all(|pair| pair["verdict"] == "own" && pair["strongest"].is_null())
    );
    let first_own = pairs.iter().position(is_own).unwrap();
    assert!(pairs[first_own..].iter().all(is_own), "they come last");
    // What a student repeats is in no share.
    for document in report["documents"].as_array().unwrap() {
        let is_of_second = document["path"].as_str().unwrap().starts_with("方越");
        assert!(
            !is_of_second || document["total_copied_share"] == 0.0,
            "{document}"
        );
        assert!(document["student_number"].is_null());
    }
}

#[test]
fn what_blackboard_writes_beside_each_submission_is_nobodys_work() {
    let place = Place::new();
    for (login, name) in [
        ("aroe", "Ann Roe"),
        ("mdoe", "Max Doe"),
        ("spoe", "Sue Poe"),
    ] {
        let sheet = format!(
            "Name: {name} ({login})\nAssignment: Lab 1\nDate Submitted: Wednesday, May 1, 2024 9:30:00 AM EST\n\
            Current Grade: Needs Grading\n\nSubmission Field:\n\
            There is no student submission text data for this assignment.\n\nComments:\n\
            There are no student comments for this assignment.\n\nFiles:\n\tOriginal filename: report.docx\n"
        );
        let file = format!("in/Lab_1_{login}_attempt_2024-05-01-09-30-00.txt");
        place.write(&file, sheet);
    }
    let report = check(&place, "");
    assert_eq!(names(&report), ["Ann Roe", "Max Doe", "Sue Poe"]);
    assert_eq!(report["pairs"], Value::Array(Vec::new()));
}

#[test]
fn what_an_earlier_draft_copied_is_in_the_total_as_in_the_pair() {
    let place = Place::new();
    let draft = format!("题目：阀门的记录\n姓名：沈知远\n\n{}", text(1, 40));
    let own = "in/沈知远_839201_assignsubmission_file/阀门的记录";
    place.write(&format!("{own}终稿.txt"), &draft);
    place.write(&format!("{own}初稿.txt"), draft + &text(2, 15));
    place.write("in/方越_839202_assignsubmission_file/水泵.txt", text(2, 40));
    let report = check(&place, "");
    let mut submissions = report["submissions"].as_array().unwrap().iter();
    let own = submissions.find(|one| one["name"] == "沈知远").unwrap();
    let pair = &report["submission_pairs"][0];
    assert_eq!(pair["a"], "方越");
    assert_eq!(pair["b"], own["name"]);
    assert!(own["copied_share"].as_f64().unwrap() > 0.1, "{own}");
    assert_eq!(own["copied_share"], pair["copied_share_b"]);
}

#[test]
fn passages_between_files_of_a_student_are_not_among_those_that_do_not_count() {
    let place = Place::new();
    let report = text(1, 40);
    let half: String = report.chars().take(report.chars().count() / 2).collect();
    let own = "in/沈知远_839201_assignsubmission_file";
    place.write(&format!("{own}/报告.txt"), report);
    place.write(&format!("{own}/附录.txt"), text(3, 20) + &half);
    place.write("in/方越_839202_assignsubmission_file/报告.txt", text(2, 40));
    place.done("check -q in --html html");
    let index = place.read("html/index.html");
    assert!(
        index.contains("0 strong passages that do not count"),
        "{index}"
    );
}

#[test]
fn each_file_is_a_submission_where_a_person_wants_it() {
    let place = Place::new();
    moodle(&place);
    let report = check(&place, "--by file");
    assert_eq!(names(&report).len(), 6);
    // Covers tell versions of a thesis all the same.
    let verdicts = report["pairs"].as_array().unwrap().iter();
    let verdicts: Vec<&Value> = verdicts.map(|pair| &pair["verdict"]).collect();
    assert!(
        verdicts.iter().all(|verdict| **verdict != "own"),
        "{verdicts:?}"
    );
    assert!(
        verdicts.iter().any(|verdict| **verdict == "version"),
        "{verdicts:?}"
    );
}

#[test]
fn a_class_list_names_students_and_tells_who_is_missing() {
    let place = Place::new();
    moodle(&place);
    place.write(
        "名单.csv",
        "学号,姓名,班级\n20230101,沈知远,1班\n20230102,方越,1班\n20230103,顾一鸣,2班\n20230104,季晚舟,2班\n",
    );
    let report = check(&place, "--list 名单.csv");
    let of = |name: &str| {
        let all = report["submissions"].as_array().unwrap().iter();
        all.clone().find(|one| one["name"] == name).unwrap()
    };
    assert_eq!(of("顾一鸣")["number"], "20230103");
    assert_eq!(of("顾一鸣")["class"], "2班");
    let missing = report["class_list"]["missing"].as_array().unwrap();
    assert_eq!(missing.len(), 1);
    assert_eq!(missing[0]["name"], "季晚舟");
    assert_eq!(report["class_list"]["unassigned"], Value::Array(Vec::new()));
    let said = place.done("check -q in --list 名单.csv");
    assert!(said.contains("Nothing handed in (1): 季晚舟"), "{said}");
    // Blind reports tell nothing of it.
    let blind = check(&place, "--list 名单.csv --blind").to_string();
    for word in ["沈知远", "20230103", "2班", "季晚舟", "839201"] {
        assert!(!blind.contains(word), "{word}");
    }
}

#[test]
fn a_program_that_is_passed_over_is_named_and_its_student_is_not_missing() {
    let place = Place::new();
    let program = |rate: u32| {
        format!(
            "function total(cart) {{\n  let sum = 0;\n  for (const item of cart) {{\n    sum += item.price * item.count;\n  }}\n  return sum * {rate} / 100;\n}}\nmodule.exports = {{ total }};\n"
        )
    };
    for (name, rate) in [
        ("20230101_沈知远/src/cart.js", 81),
        ("20230102_方越/release/cart.js", 81),
        ("20230103_顾一鸣/cart_files/cart.js", 79),
    ] {
        place.write(&format!("in/{name}"), program(rate));
    }
    place.write("in/20230104_季晚舟/演示.mp4", "\0\u{1}");
    let app = "20230105_陆时安";
    place.write(&format!("in/{app}/package.json"), "{}");
    place.write(&format!("in/{app}/src/app.js"), "console.log(1);\n");
    place.write(&format!("in/{app}/dist/cart.js"), program(81));
    place.write(
        "名单.csv",
        "学号,姓名\n20230101,沈知远\n20230102,方越\n20230103,顾一鸣\n20230104,季晚舟\n20230105,陆时安\n20230106,白露\n",
    );
    let report = check(&place, "--list 名单.csv");
    let documents = report["documents"].as_array().unwrap().iter();
    let documents: Vec<&str> = documents.filter_map(|one| one["path"].as_str()).collect();
    for read in [
        "20230102_方越/release/cart.js",
        "20230103_顾一鸣/cart_files/cart.js",
    ] {
        assert!(documents.contains(&read), "{documents:?}");
    }
    let missing = report["class_list"]["missing"].as_array().unwrap();
    assert_eq!(missing.len(), 1, "{missing:?}");
    assert_eq!(missing[0]["name"], "白露");
    let not_read = report["not_read"].as_array().unwrap().iter();
    let generated: Vec<&Value> = not_read
        .filter(|file| file["kind"] == "generated")
        .collect();
    assert_eq!(generated.len(), 1);
    assert_eq!(generated[0]["path"], format!("{app}/dist/cart.js"));
    assert_eq!(generated[0]["may_be_work"], true);
    let said = place.done("check -q in --list 名单.csv");
    assert!(said.contains(&format!("{app}/dist/cart.js")), "{said}");
}

#[test]
fn own_earlier_work_stands_apart_unless_it_is_to_count() {
    let place = Place::new();
    let cover = |name: &str, number: &str| format!("课程报告\n\n姓名：{name}\n学号：{number}\n\n");
    let old = text(1, 40);
    place.write("旧.txt", cover("沈知远", "20230101") + &old);
    place.done("library add library.sqlite 旧.txt");
    let part: String = old.chars().take(old.chars().count() / 4).collect();
    for (name, number, seed) in [("沈知远", "20230101", 2), ("方越", "20230102", 3)] {
        let report = format!("{}{part}{}", cover(name, number), text(seed, 40));
        place.write(&format!("in/{number}{name}.txt"), report);
    }
    place.write("名单.csv", "学号,姓名\n20230101,沈知远\n20230102,方越\n");
    let library = "--library library.sqlite";
    let options = format!("{library} --list 名单.csv");
    let verdict = |report: &Value, name: &str| {
        let pairs = report["pairs"].as_array().unwrap().iter();
        let with = pairs.filter(|pair| {
            pair["a"]
                .as_str()
                .unwrap()
                .ends_with(&format!("{name}.txt"))
        });
        let of_library = with.filter(|pair| pair["b"].as_str().unwrap().starts_with("library:"));
        of_library
            .map(|pair| pair["verdict"].clone())
            .collect::<Vec<_>>()
    };
    let report = check(&place, &options);
    assert_eq!(verdict(&report, "沈知远"), ["own"]);
    assert_eq!(verdict(&report, "方越"), ["part"], "another one's work");
    let document = &report["documents"][0];
    assert!(
        document["own_earlier"]["share"].as_f64().unwrap() > 0.1,
        "{document}"
    );
    let counted = check(&place, &format!("{options} --count-own"));
    assert_eq!(verdict(&counted, "沈知远"), ["part"]);
    // Without a list, or under another name, a cover proves nothing: it may have been copied.
    let old_name = place.at("in/20230101沈知远.txt");
    std::fs::rename(old_name, place.at("in/作业.txt")).unwrap();
    let unnamed = check(&place, &options);
    assert_eq!(verdict(&unnamed, "作业"), ["part"]);
    let without = check(&place, library);
    assert_eq!(verdict(&without, "作业"), ["part"]);
}

#[test]
fn who_left_the_cover_of_another_is_found_and_has_handed_in() {
    let cover = "课程报告\n\n姓名：沈知远\n学号：20230101\n\n";
    let whole = format!("{cover}{}", text(1, 40));
    let list = "学号,姓名,登录名\n20230101,沈知远,szy23\n20230102,方越,fy23\n";
    for (names, is_on_list) in [
        (["szy23_论文.txt", "fy23_论文.txt"], true),
        (["沈 知远.txt", "方 越.txt"], true),
        (["第1组.txt", "第2组.txt"], false),
        (["1_论文.txt", "2_论文.txt"], false),
        (
            [
                "Participant 101_101_assignsubmission_file/论文.txt",
                "Participant 102_102_assignsubmission_file/论文.txt",
            ],
            false,
        ),
    ] {
        let place = Place::new();
        place.write("名单.csv", list);
        for name in names {
            place.write(&format!("in/{name}"), &whole);
        }
        let report = check(&place, if is_on_list { "--list 名单.csv" } else { "" });
        let pair = &report["pairs"][0];
        assert!(
            pair["verdict"] != "own" && pair["verdict"] != "version",
            "{pair}"
        );
        assert_eq!(report["version_conflicts"].as_array().unwrap().len(), 1);
        if is_on_list {
            assert_eq!(report["class_list"]["missing"], serde_json::json!([]));
        }
    }
}

#[test]
fn feedback_has_a_report_for_each_student_under_the_names_of_the_platform() {
    let place = Place::new();
    moodle(&place);
    let printed = place.done("check -q in --feedback 反馈.zip --submissions-csv 作业.csv");
    assert!(printed.contains("反馈.zip"), "{printed}");
    let table = place.read("作业.csv");
    assert_eq!(table.lines().count(), 4, "{table}");
    let zip = std::fs::File::open(place.at("反馈.zip")).unwrap();
    let mut zip = zip::ZipArchive::new(zip).unwrap();
    let mut folders: Vec<String> = (0..zip.len())
        .map(|at| {
            zip.by_index(at)
                .unwrap()
                .name()
                .unwrap()
                .split('/')
                .next()
                .unwrap()
                .to_owned()
        })
        .collect();
    folders.sort_unstable();
    folders.dedup();
    assert_eq!(
        folders,
        [
            "方越_839202_assignsubmission_file",
            "沈知远_839201_assignsubmission_file",
            "顾一鸣_839203_assignsubmission_file"
        ]
    );
}

#[test]
fn a_student_whose_folder_is_empty_is_named() {
    let place = Place::new();
    for (at, name) in (1..).zip(["20230101沈知远", "20230102方越", "20230103顾一鸣"]) {
        place.write(&format!("in/{name}/报告.txt"), text(at, 20));
        std::fs::create_dir(place.at(&format!("in/{name}/附件"))).unwrap();
    }
    std::fs::create_dir(place.at("in/20230104季晚舟")).unwrap();
    place.write("in/20230105陆小满/Thumbs.db", "x");
    let report = check(&place, "");
    let not_read = report["not_read"].as_array().unwrap().iter();
    let empty: Vec<&str> = not_read
        .filter(|file| file["kind"] == "empty-folder")
        .map(|file| file["path"].as_str().unwrap())
        .collect();
    assert_eq!(empty, ["20230104季晚舟", "20230105陆小满"]);
    let said = place.done("check -q in");
    assert!(said.contains("20230104季晚舟, 20230105陆小满"), "{said}");
}
