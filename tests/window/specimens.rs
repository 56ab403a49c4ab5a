//! Tests of program code in common: listed and counted like prose, the row of a source file, both programs beside each other.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::driver::{click, key, open, sees, shows, wait_until_idle};
use crate::pictures::{can_render, picture};
use crate::program_class;
use crate::texts::{counted, text, text_with};

fn programs() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["parking.py", "fahrrad.py", "garden.py"] {
        let file = std::path::Path::new("tests/fixtures/lab").join(name);
        std::fs::copy(file, folder.path().join(name)).unwrap();
    }
    folder
}

#[test]
fn copied_programs_stand_beside_each_other() {
    let folder = programs();
    let mut window = open([folder.path()]);
    // The row of a source file has its verdict and names the one with most of its code; nothing is wrong with it.
    assert!(sees(&window, "same code "));
    assert!(!sees(&window, "Total copied"), "there is no prose");
    assert!(sees(&window, "similar pairs: 1 · warnings: 0"));
    click(&mut window, "Similar pairs (1)");
    for text in ["same code ", "very strong", "Code"] {
        assert!(sees(&window, text), "{text}");
    }
    assert!(!sees(&window, "Copied A"));
    let row = window.query_all_by_label("fahrrad.py").next().unwrap();
    row.click();
    window.run_steps(3);
    wait_until_idle(&mut window);
    for text in ["same code", "Match 1 of ", "late since the powercut"] {
        assert!(sees(&window, text), "{text}");
    }
    for text in ["Passages (0)", "Fingerprints"] {
        assert!(!sees(&window, text), "programs have none: {text}");
    }
    if can_render(&mut window) {
        picture(&mut window, "specimens-en-dark");
    }
    window.key_press(Key::ArrowDown);
    window.run_steps(3);
    assert!(sees(&window, "Match 2 of "));
    click(&mut window, "Previous match (↑)");
    assert!(sees(&window, "Match 1 of "));
    click(&mut window, "Not plagiarism");
    assert!(sees(&window, "Note"));
    click(&mut window, "Beyond the text (1)");
    wait_until_idle(&mut window);
    for text in ["Same program code", "of the program code of"] {
        assert!(sees(&window, text), "{text}");
    }
    click(&mut window, "Show both programs side by side");
    wait_until_idle(&mut window);
    assert!(sees(&window, "Match 1 of "));
}

#[test]
fn the_page_of_a_program_names_the_one_with_its_code() {
    let folder = programs();
    let mut window = open([folder.path()]);
    click(&mut window, "fahrrad.py");
    wait_until_idle(&mut window);
    assert!(sees(&window, &counted("document.near", 1)));
    assert!(sees(&window, "same code "));
    for text in [
        "No similar documents were found.",
        "No passage of this text",
        "Total copied share",
    ] {
        assert!(!sees(&window, text), "{text}");
    }
    // Its lines are coloured like passages, with the number of the other program.
    assert!(sees(&window, "Pieces of the same code: "));
    assert!(!sees(&window, "Shared passages"));
    assert!(sees(&window, "    return "), "code keeps its indentation");
    click(&mut window, "Next passage from parking.py");
    assert!(sees(&window, "Match 1 of "));
    // A click leads to both programs, at the same stretch.
    window.get_by_label_contains("konto[name] = ").click();
    window.run_steps(3);
    wait_until_idle(&mut window);
    assert!(sees(&window, "Match 3 of "));
}

#[test]
fn the_page_of_a_program_without_finding_says_how_it_was_compared() {
    let folder = programs();
    let mut window = open([folder.path()]);
    click(&mut window, "garden.py");
    wait_until_idle(&mut window);
    assert!(sees(&window, "and nothing was found in common"));
    assert!(!sees(&window, "0 / 0 characters"));
}

#[test]
fn a_row_and_a_pair_are_about_all_files_of_two_students() {
    let folder = tempfile::tempdir().unwrap();
    program_class::write(folder.path());
    let mut window = open([folder.path()]);
    // One of two files is the same, and a part of the other.
    assert!(sees(&window, "same code 65 %"));
    assert!(!sees(&window, "same code 100 %"));
    key(&mut window, Modifiers::COMMAND, Key::Num2);
    click(&mut window, "沈知远");
    let place = |place: usize| {
        text_with(
            "submission.pair-place",
            &[("place", &place), ("count", &2_usize)],
        )
    };
    shows(&window, [place(1)]);
    click(&mut window, &text("submission.next-pair"));
    shows(&window, [place(2)]);
    assert!(sees(&window, "Match 1 of "));
}

#[test]
fn copied_programs_are_a_group() {
    let folder = programs();
    let [one, other] = ["parking.py", "copy.py"].map(|name| folder.path().join(name));
    std::fs::copy(one, other).unwrap();
    let mut window = open([folder.path()]);
    // The changed copy is less strong, and no link.
    click(&mut window, "Groups (1)");
    assert!(sees(&window, "2 documents"));
    assert!(sees(&window, "Code: A "));
    assert!(sees(&window, "same code "));
}

#[test]
fn the_matrix_of_programs_shows_their_code() {
    let folder = programs();
    let mut window = open([folder.path()]);
    click(&mut window, "Matrix");
    wait_until_idle(&mut window);
    assert!(sees(&window, "nearly all"));
    assert!(sees(&window, "are coloured by strength"));
    assert!(sees(
        &window,
        "Pairs that share something that counts: 1 of 3"
    ));
    if can_render(&mut window) {
        picture(&mut window, "matrix-code-en-dark");
    }
}

/// Report with a table of these voltages, each times `factor`.
fn report(intro: &str, readings: [f64; 8], factor: f64) -> String {
    let rows: Vec<String> = (readings.iter().enumerate())
        .map(|(row, reading)| format!("| {} | {:.4} |\n", row + 1, reading * factor))
        .collect();
    let rows = rows.concat();
    format!("# 电阻的测量\n\n{intro}\n\n| 序号 | U/V |\n| --- | --- |\n{rows}")
}

#[test]
fn the_matrix_shows_how_many_readings_two_reports_share() {
    let folder = tempfile::tempdir().unwrap();
    let one = [
        0.4937, 0.9912, 1.5038, 1.9961, 2.5207, 2.9817, 3.5144, 3.9602,
    ];
    let another = [
        0.5112, 1.0043, 1.4871, 2.0308, 2.4763, 3.0195, 3.4806, 4.0227,
    ];
    let reports = [
        (
            "甲.md",
            report(
                "先接好电路，再从零开始升压，逐点读数，共读八组，每组之间断电一分钟。",
                one,
                1.0,
            ),
        ),
        (
            "乙.md",
            report(
                "两块万用表分别测电压和电流，注意量程的选择，读数等示数稳定后进行。",
                one,
                1000.0,
            ),
        ),
        (
            "丙.md",
            report(
                "外接法误差较小，因此采用外接法，电源电压由大到小调节，防止烧毁。",
                another,
                1.0,
            ),
        ),
    ];
    for (name, text) in reports {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let mut window = open([folder.path()]);
    click(&mut window, "Matrix");
    wait_until_idle(&mut window);
    click(&mut window, "Data");
    wait_until_idle(&mut window);
    assert!(sees(&window, "≥ 100"));
    assert!(!sees(&window, "are coloured by strength"));
    if can_render(&mut window) {
        picture(&mut window, "matrix-data-en-dark");
    }
}

#[test]
fn a_derivation_stands_beside_its_copy() {
    let folder = tempfile::tempdir().unwrap();
    let steps = "X = (A + B T)^2/(2C) + A B\n\nY = √(X - A B) + A T^3/(B + 1)\n\nC Y^2 = X^3 - 3 A X + ln(B T + 2)\n\n\
        T = (X + Y)/(A - B) + exp(-C X Y)\n\nX Y - C^2 T = 4 A^2 (B + T)^3 - Y/(1 + X^2)";
    let renaming = ["A", "B", "C", "T", "X", "Y"]
        .iter()
        .zip(["p", "q", "m", "s", "u", "v"]);
    let renamed = renaming.fold(steps.to_owned(), |steps, (from, to)| {
        steps.replace(from, to)
    });
    for (name, intro, steps) in [
        ("甲.md", "先由定义写出第一式，再逐步代入，得到", steps),
        (
            "乙.md",
            "下面从运动方程出发，消去中间变量，有",
            renamed.as_str(),
        ),
    ] {
        let text = format!("# 推导\n\n{intro}\n\n{steps}\n\n由此得到结论。\n");
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let mut window = open([folder.path()]);
    click(&mut window, "Similar pairs (1)");
    assert!(sees(&window, "same formulas "));
    window.query_all_by_label("甲.md").next().unwrap().click();
    window.run_steps(3);
    wait_until_idle(&mut window);
    for text in ["Same derivations", "5 formulas of a derivation in common"] {
        assert!(sees(&window, text), "{text}");
    }
    if can_render(&mut window) {
        picture(&mut window, "formulas-en-dark");
    }
}
