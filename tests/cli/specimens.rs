//! Tests of what is not prose: program code and readings that documents share, on the command line, in JSON and in CSV.

use serde_json::Value;
use std::fmt::Write as _;

use crate::program::{Place, fixture};

/// Checks the folder `in`; returns the JSON report, the rows of its pairs' table, and what was said.
fn checked(place: &Place) -> (Value, Vec<Vec<String>>, String) {
    let said = place.done("check in --json report.json --csv pairs.csv");
    (place.json("report.json"), place.rows("pairs.csv"), said)
}

/// Makes a place with these programs in the folder `in`.
fn programs(names: &[&str]) -> Place {
    let place = Place::new();
    for name in names {
        place.copy(&format!("lab/{name}"), &format!("in/{name}"));
    }
    place
}

/// Returns the pair of two documents in either order; `None` if it is not listed.
fn pair<'r>(report: &'r Value, a: &str, b: &str) -> Option<&'r Value> {
    let mut pairs = report["pairs"].as_array().unwrap().iter();
    pairs.find(|pair| (pair["a"] == a && pair["b"] == b) || (pair["a"] == b && pair["b"] == a))
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

#[test]
fn a_folder_of_programs_gives_those_that_were_copied() {
    let place = programs(&["parking.py", "fahrrad.py", "garden.py"]);
    let (report, table, said) = checked(&place);
    let copied = pair(&report, "parking.py", "fahrrad.py").unwrap();
    assert!(number(&copied["code_share_a"]) > 0.7, "{copied}");
    assert!(number(&copied["code_share_b"]) > 0.7, "{copied}");
    assert!(
        copied["distance"].is_null() && copied["copied_share_a"] == 0.0,
        "{copied}"
    );
    let kinds: Vec<&Value> = (copied["specimens"].as_array().unwrap().iter())
        .map(|place| &place["kind"])
        .collect();
    assert!(kinds.iter().any(|kind| **kind == "code"), "{copied}");
    // The comment has its misspelling in both.
    assert!(kinds.iter().any(|kind| **kind == "comment"), "{copied}");
    for name in ["parking.py", "fahrrad.py"] {
        assert!(pair(&report, name, "garden.py").is_none());
    }
    let documents = report["documents"].as_array().unwrap();
    assert!(documents.iter().all(|document| document["status"] == "ok"));
    assert_eq!(
        (&copied["strongest"], &copied["verdict"]),
        (&Value::from("code"), &Value::Null)
    );
    // The table and the count say so too, and have no column of text.
    for words in ["same code", "Verdict", "pairs listed: 1"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    for words in ["No similar documents", "Copied A"] {
        assert!(!said.contains(words), "{words}: {said}");
    }
    let columns = &table[0];
    let at = |name: &str| columns.iter().position(|column| column == name).unwrap();
    assert_eq!((table.len(), table[1][at("distance")].as_str()), (2, ""));
    assert!(table[1][at("code_share_a")].parse::<f64>().unwrap() > 0.7);
    assert_eq!(table[1][at("strongest")], "code");
    assert!(said.contains("of the program code of"), "{said}");
}

/// Table of eight voltages and currents, each student's own; `change` is what a student did with the readings.
fn report(name: &str, seed: u64, intro: &str, change: impl Fn(f64) -> f64) -> String {
    let mut state = seed;
    let mut noise = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        1.0 + ((state >> 40) as f64 / f64::from(1 << 24) - 0.5) * 0.04
    };
    let mut text = format!("# 电阻的测量\n\n{name}：{intro}\n\n| U/V | I/mA |\n| --- | --- |\n");
    for step in 1..=8 {
        let voltage = 0.5 * f64::from(step) * noise();
        let current = 0.5 * f64::from(step) / 39.2 * 1000.0 * noise();
        writeln!(text, "| {:.4} | {current:.2} |", change(voltage)).unwrap();
    }
    text
}

#[test]
fn readings_that_were_copied_are_found_under_a_factor_and_strangers_are_not() {
    let place = Place::new();
    let same = |voltage: f64| voltage;
    let made = [
        (
            "a.md",
            report("甲", 1, "先接好电路，再从零开始升压，逐点读数。", same),
        ),
        (
            "b.md",
            report(
                "乙",
                1,
                "两块万用表分别测电压和电流，注意量程的选择。",
                |v| v * 1000.0,
            ),
        ),
        (
            "c.md",
            report("丙", 2, "外接法误差较小，因此采用外接法，共测八组。", same),
        ),
        (
            "d.md",
            report("丁", 3, "读数等示数稳定后进行，每组之间断电一分钟。", same),
        ),
    ];
    for (name, text) in made {
        place.write(&format!("in/{name}"), text);
    }
    let (report, _, said) = checked(&place);
    let copied = pair(&report, "a.md", "b.md").unwrap();
    assert!(number(&copied["shared_readings"]) >= 15.0, "{copied}");
    let relations: Vec<&Value> = (copied["specimens"].as_array().unwrap().iter())
        .filter_map(|place| place.get("relation"))
        .collect();
    assert!(
        relations.iter().any(|relation| **relation == "times 1000"),
        "{copied}"
    );
    for stranger in ["c.md", "d.md"] {
        let found = pair(&report, "a.md", stranger);
        assert!(
            found.is_none_or(|pair| pair["shared_readings"] == 0),
            "{found:?}"
        );
    }
    assert!(said.contains("measured values in common"), "{said}");
}

#[test]
fn what_was_handed_out_proves_nothing_and_nothing_when_the_check_is_opened_again() {
    let place = programs(&["parking.py", "fahrrad.py"]);
    let made = [
        ("a.md", 1, "先接好电路，再从零开始升压，逐点读数。"),
        ("b.md", 1, "两块万用表分别测电压和电流，注意量程的选择。"),
    ];
    for (name, seed, intro) in made {
        let text = report("甲", seed, intro, |voltage| voltage);
        place.write(&format!("in/{name}"), text);
    }
    let (before, ..) = checked(&place);
    let pairs = [("a.md", "b.md"), ("fahrrad.py", "parking.py")];
    assert!(pairs.iter().all(|(a, b)| pair(&before, a, b).is_some()));
    place.write("given.md", report("", 1, "", |voltage| voltage));
    for name in ["parking.py", "garden.py"] {
        place.copy(&format!("lab/{name}"), name);
    }
    place.done("library add library.sqlite garden.py");
    let check = "check in --library library.sqlite --json report.json";
    place.done(&format!(
        "{check} --template given.md --template parking.py"
    ));
    let first = place.json("report.json");
    assert!(pair(&first, "a.md", "b.md").is_none(), "{first}");
    place.done("report 1 --library library.sqlite --json report.json");
    let again = place.json("report.json");
    assert_eq!(first["pairs"], again["pairs"]);
    assert_eq!(first["given_code"]["documents"], 2, "{first}");
    assert_eq!(first["given_code"], again["given_code"]);
}

/// Returns a notebook with a title and a program in one cell.
fn notebook(title: &str, program: &str) -> String {
    let cells = serde_json::json!([
        { "cell_type": "markdown", "metadata": {}, "source": title },
        { "cell_type": "code", "metadata": {}, "outputs": [], "execution_count": null, "source": program },
    ]);
    serde_json::json!({ "cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5 })
        .to_string()
}

#[test]
fn a_notebook_of_code_is_no_warning_and_a_few_words_are_a_note() {
    let place = Place::new();
    let program = |name: &str| std::fs::read_to_string(fixture(&format!("lab/{name}"))).unwrap();
    for (name, program) in [
        ("a.ipynb", program("parking.py")),
        ("b.ipynb", program("garden.py")),
    ] {
        place.write(&format!("in/{name}"), notebook("# Exam", &program));
    }
    place.write("in/README.md", "# Homework\n");
    let (report, _, said) = checked(&place);
    let documents = report["documents"].as_array().unwrap();
    assert!(documents.iter().all(|document| document["status"] == "ok"));
    assert!(!said.contains("[warning]"), "{said}");
    assert!(
        said.contains("[note] README.md: fewer than 3 different words of prose"),
        "{said}"
    );
    assert_eq!(said.matches("fewer than 3").count(), 1, "{said}");
    // Two such notebooks can be compared, even if nothing is found.
    assert!(
        place
            .done("compare in/a.ipynb in/b.ipynb")
            .contains("not similar")
    );
}

#[test]
fn notebooks_with_the_same_instructions_and_other_code_are_no_copies() {
    let instructions = "Read the measurements of the river station, complete the function below and draw the curve of its level. \
        Explain in one sentence why the largest value is no error of the gauge. Leave all other cells as they are, run them from the \
        first to the last, and hand in this notebook before the end of the week.";
    let programs = [
        "def level(rows):\n    queue = [row for row in rows if row]\n    while len(queue) > 17:\n        node = queue.pop()\n        \
            if node.left is not None:\n            queue.append(node.left)\n    return queue",
        "import csv\nwith open('levels.csv') as file:\n    for line in csv.reader(file, delimiter=';'):\n        \
            if line[0].startswith('#'):\n            continue\n        print(line[3].strip(), float(line[4]) / 2.5)",
        "class Gauge:\n    def __init__(self, place, zero=0.0):\n        self.place, self.zero = place, zero\n    \
            def __call__(self, raw):\n        return raw * 0.01 - self.zero if raw else None",
        "totals = {}\nfor day, value in pairs:\n    totals.setdefault(day, []).append(value)\n\
            highest = max(totals, key=lambda day: sum(totals[day]) / len(totals[day]))\nassert highest in totals, highest",
        "import numpy as np\nx = np.linspace(0, 24, 97)\ny = np.sin(x * np.pi / 12) ** 2 + np.random.normal(0, 0.05, x.shape)\n\
            peaks = np.where((y[1:-1] > y[:-2]) & (y[1:-1] > y[2:]))[0] + 1",
        "try:\n    station = int(input('number: '))\nexcept ValueError as error:\n    raise SystemExit(f'no number: {error}')\n\
            else:\n    print('ok' if 100 <= station < 999 else 'unknown')\nfinally:\n    log.close()",
        "def curve(values, *, width=60):\n    low, high = min(values), max(values)\n    \
            yield from ('*' * round((v - low) * width / (high - low or 1)) for v in values)\n\nprint('.'.join(curve([3, 1, 4, 1, 5])))",
        "import re\npattern = re.compile('(.+)-(.+) +([A-Z]+)')\n\
            found = {m[3]: (int(m[1]), int(m[2])) for m in map(pattern.match, text.splitlines()) if m}\ndel found['END']\n\
            print(sorted(found, reverse=True)[:5])",
    ];
    let place = Place::new();
    for (number, program) in programs.iter().enumerate() {
        let name = format!("in/{number}.ipynb");
        place.write(&name, notebook(instructions, program));
    }
    let (report, ..) = checked(&place);
    assert_eq!(report["pairs"], serde_json::json!([]), "{report}");
    assert_eq!(report["given_text"]["documents"], 8, "{report}");
}

#[test]
fn programs_with_nothing_but_handed_out_code_are_named() {
    let place = programs(&["garden.py"]);
    let program = std::fs::read_to_string(fixture("lab/parking.py")).unwrap();
    for name in [
        "in/lazy.py",
        "in/too.py",
        "lab1/src/parking.py",
        "parking.py",
    ] {
        place.write(name, &program);
    }
    place.zip("lab1.zip", &[("lab1/parking.py", &program)]);
    let line = "2 documents hold nothing but code of the assignment: lazy.py, too.py";
    for given in ["lab1", "lab1.zip", "parking.py"] {
        let said = place.done(&format!("check in --html html --template {given}"));
        assert!(said.contains(line), "{said}");
    }
    let read = |page: &str| place.read(&format!("html/{page}"));
    let index = read("index.html");
    assert!(index.contains(line), "{index}");
    assert_eq!(index.matches("only assignment code").count(), 2);
    let [garden, lazy] = ["documents/0001.html", "documents/0002.html"].map(read);
    let is_given = |page: &str| page.contains("holds nothing but code of the assignment");
    assert!(is_given(&lazy) && !is_given(&garden));
}

#[test]
fn pages_of_programs_say_nothing_of_prose() {
    let place = programs(&["parking.py", "fahrrad.py", "garden.py"]);
    place.done("check -q in --html html");
    let read = |page: &str| place.read(&format!("html/{page}"));
    let pages = [
        "index.html",
        "documents/0001.html",
        "documents/0002.html",
        "pairs/0001-0003.html",
    ];
    for page in pages {
        let text = read(page);
        for words in [
            "opied share<",
            "0.0 %",
            "Passages side by side",
            "With nothing left out<",
        ] {
            assert!(!text.contains(words), "{page}: {words}");
        }
    }
    let index = read("index.html");
    assert!(
        index.contains("pairs of documents: Code") && index.contains(">Verdict</th>"),
        "{index}"
    );
}

#[test]
fn code_of_three_programs_is_named_with_everyone_who_has_it() {
    let place = programs(&["garden.py"]);
    let program = std::fs::read_to_string(fixture("lab/parking.py")).unwrap();
    for name in ["a.py", "b.py", "c.py"] {
        let text = format!("{program}\nprint('{name}')\n");
        place.write(&format!("in/{name}"), text);
    }
    let (report, _, said) = checked(&place);
    let [code] = &report["shared_code"].as_array().unwrap()[..] else {
        panic!("{report}");
    };
    assert_eq!(
        (&code["documents"], &code["decided"]),
        (&3.into(), &Value::Null)
    );
    let places = code["places"].as_array().unwrap().iter();
    let paths: Vec<&Value> = places.map(|place| &place["path"]).collect();
    assert_eq!(paths, ["a.py", "b.py", "c.py"]);
    assert!(
        said.contains("code in three or more submissions: 1"),
        "{said}"
    );
}

#[test]
fn web_pages_show_copied_code_beside_each_other() {
    let place = programs(&["parking.py", "fahrrad.py"]);
    place.done("check -q in --html 报告");
    let page = place.read("报告/pairs/0001-0002.html");
    // Each word of a program has its class.
    let has = |word: &str| page.contains(&format!(">{word}<"));
    assert!(has("liste") && has("stays"), "{page}");
}

#[test]
fn code_and_readings_of_last_year_are_found_in_a_library() {
    let place = Place::new();
    let same = |voltage: f64| voltage;
    for seed in 1..=9 {
        let text = report(
            &format!("学生{seed}"),
            seed,
            "先接好电路，再从零开始升压，逐点读数。",
            same,
        );
        place.write(&format!("去年/旧{seed}.md"), text);
    }
    for name in ["parking.py", "garden.py"] {
        place.copy(&format!("lab/{name}"), &format!("去年/{name}"));
    }
    place.done("library add -q library.chachong 去年");
    let taken = report(
        "戊",
        4,
        "两块万用表分别测电压和电流，注意量程的选择。",
        |v| v * 1000.0,
    );
    place.write("今年/新.md", taken);
    place.copy("lab/fahrrad.py", "今年/fahrrad.py");
    let said = place.done("check -q 今年 --library library.chachong --json report.json");
    let report = place.json("report.json");
    let readings = pair(&report, "新.md", "library:旧4.md").unwrap();
    assert!(number(&readings["shared_readings"]) >= 15.0, "{readings}");
    let code = pair(&report, "fahrrad.py", "library:parking.py").unwrap();
    assert!(number(&code["code_share_a"]) > 0.7, "{code}");
    // Members that share nothing are no documents of the check.
    let documents = report["documents"].as_array().unwrap();
    assert_eq!(documents.len(), 4, "{documents:?}");
    assert!(said.contains("library:旧4.md"), "{said}");
}

/// Derivation in which each formula follows from those before, with these names for its six quantities.
fn derivation(names: [&str; 6], intro: &str) -> String {
    let steps = "X = (A + B T)^2/(2C) + A B\n\nY = √(X - A B) + A T^3/(B + 1)\n\nC Y^2 = X^3 - 3 A X + ln(B T + 2)\n\n\
        T = (X + Y)/(A - B) + exp(-C X Y)\n\nX Y - C^2 T = 4 A^2 (B + T)^3 - Y/(1 + X^2)";
    let renaming = ["A", "B", "C", "T", "X", "Y"].iter().zip(names);
    let steps = renaming.fold(steps.to_owned(), |steps, (from, to)| {
        steps.replace(from, to)
    });
    format!("# 推导\n\n{intro}\n\n{steps}\n\n由此得到结论。\n")
}

#[test]
fn a_derivation_with_other_names_is_found_and_one_formula_is_none() {
    let place = Place::new();
    let made = [
        ("a.md", derivation(["a", "b", "c", "t", "x", "y"], "先由定义写出第一式，再逐步代入。")),
        ("b.md", derivation(["p", "q", "m", "s", "u", "v"], "下面从运动方程出发，消去中间变量。")),
        ("c.md", "# 理论\n\n由一元二次方程的求根公式\n\nx = (-b + √(b^2 - 4 a c))/(2 a)\n\n可得两个解，取正值。\n".to_owned()),
        ("d.md", "# 计算\n\n解方程得\n\nr = (-q + √(q^2 - 4 p s))/(2 p)\n\n舍去负根，其余各量由表查出。\n".to_owned()),
    ];
    for (name, text) in made {
        place.write(&format!("in/{name}"), text);
    }
    let (report, table, said) = checked(&place);
    let copied = pair(&report, "a.md", "b.md").unwrap();
    assert!(number(&copied["shared_formulas"]) >= 4.0, "{copied}");
    let places = copied["specimens"].as_array().unwrap().iter();
    assert!(
        places.filter(|place| place["kind"] == "formula").count() >= 4,
        "{copied}"
    );
    assert!(copied["copied_share_a"] == 0.0, "{copied}");
    let found = pair(&report, "c.md", "d.md");
    assert!(
        found.is_none_or(|pair| pair["shared_formulas"] == 0),
        "{found:?}"
    );
    let at = table[0]
        .iter()
        .position(|column| column == "shared_formulas")
        .unwrap();
    // New columns come last.
    assert_eq!(at, table[0].len() - 7);
    assert!(
        said.contains("formulas of a derivation in common"),
        "{said}"
    );
}
