//! Tests of settings and filters, by accessible label: recipe, templates, motion; documents by verdict.

use chachong::app::LibraryChoice;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::driver::{
    FIRST, Opening, Window, click, key, open, press, samples, sees, type_path, wait,
    wait_until_idle,
};

/// Checks the samples with a recipe by the command line; returns name and fingerprint of each document.
fn by_command_line(recipe: &str) -> Vec<(String, String)> {
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("documents.csv");
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_chachong"))
        .args(["check", samples(), "--quiet", "--recipe", recipe])
        .arg("--documents-csv")
        .arg(&csv)
        .output()
        .unwrap();
    assert!(run.status.success(), "{run:?}");
    columns(&std::fs::read_to_string(csv).unwrap())
}

fn columns(csv: &str) -> Vec<(String, String)> {
    let mut lines = csv.trim_start_matches('\u{feff}').lines();
    let heads: Vec<&str> = lines.next().unwrap().split(',').collect();
    let at = |name: &str| heads.iter().position(|head| *head == name).unwrap();
    let (name, print) = (at("document"), at("fingerprint"));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            (fields[name].to_owned(), fields[print].to_owned())
        })
        .collect()
}

#[test]
fn another_recipe_gives_what_a_fresh_check_gives() {
    let mut window = open([samples()]);
    click(&mut window, "Settings");
    press(&mut window, "Pieces of four letters");
    wait_until_idle(&mut window);
    click(&mut window, "Documents (15)");
    let fresh = by_command_line("shingles");
    let print = |of: &str| {
        let found = fresh.iter().find(|(name, _)| name == of);
        found.unwrap_or_else(|| panic!("{fresh:?}")).1.clone()
    };
    click(&mut window, FIRST);
    click(&mut window, "File");
    assert!(sees(&window, &print(FIRST)), "{}", print(FIRST));
    // Back to the default: the fingerprint by the recipe for theses.
    click(&mut window, "Settings");
    press(&mut window, "Theses");
    wait_until_idle(&mut window);
    key(&mut window, Modifiers::NONE, Key::Escape);
    assert!(sees(&window, "9fd6ec9e95963b02"));
}

#[test]
fn a_recipe_of_32_bits_counts_to_32() {
    let mut window = open([samples()]);
    click(&mut window, "Settings");
    press(&mut window, "MD5, 32 bits");
    wait_until_idle(&mut window);
    click(&mut window, "Documents (15)");
    assert!(sees(&window, " / 32") && !sees(&window, " / 64"));
}

#[test]
fn a_recipe_that_is_cancelled_changes_nothing() {
    let mut window = open([samples()]);
    click(&mut window, "Settings");
    // Chosen and cancelled before the window polls again: however quick the work, its result is not taken over.
    press(&mut window, "Nouns and verbs");
    wait(&mut window, |window| {
        sees(window, "fingerprinted anew") || window.state().is_idle()
    });
    if let Some(cancel) = window.query_by_label("Cancel") {
        cancel.click();
        window.run_steps(2);
        wait_until_idle(&mut window);
    }
    let cancelled = sees(&window, "the fingerprints stay as they were");
    click(&mut window, "Documents (15)");
    click(&mut window, FIRST);
    click(&mut window, "File");
    assert_eq!(sees(&window, "9fd6ec9e95963b02"), cancelled);
}

#[test]
fn documents_are_filtered_by_verdict_and_the_way_back_is_offered() {
    let mut window = open([samples()]);
    let choose = |window: &mut Window, verdict: &str| {
        window.get_by_label("Verdict").click();
        window.run_steps(3);
        click(window, verdict);
    };
    assert!(sees(&window, "15 of 15 shown"));
    choose(&mut window, "near-duplicate");
    assert!(sees(&window, "8 of 15 shown") && sees(&window, FIRST));
    choose(&mut window, "nothing found");
    assert!(sees(&window, "7 of 15 shown"));
    // Combined with the text filter, which Ctrl+F leads to.
    key(&mut window, Modifiers::COMMAND, Key::F);
    let field = window.get_by_label("Filter");
    assert!(field.is_focused());
    field.type_text("nothing is called so");
    window.run_steps(3);
    assert!(sees(&window, "0 of 15 shown"));
    assert!(sees(&window, "No document fits the filter."));
    click(&mut window, "Show all documents");
    assert!(sees(&window, "15 of 15 shown") && sees(&window, FIRST));
}

#[test]
fn without_motion_waiting_is_said_in_words() {
    let mut window = open([samples()]);
    click(&mut window, "Settings");
    click(&mut window, "Reduce motion");
    assert!(window.ctx.global_style().animation_time == 0.0);
    click(&mut window, "Reduce motion");
    assert!(window.ctx.global_style().animation_time > 0.0);
}

#[test]
fn a_template_is_listed_in_the_settings_and_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("library.chachong");
    let template = folder.path().join("form.txt");
    std::fs::write(&template, "本人郑重声明：所呈交的论文是本人独立完成的。").unwrap();
    let mut window = Opening {
        library: LibraryChoice::File(library),
        ..Opening::default()
    }
    .open();
    click(&mut window, "Settings");
    assert!(sees(&window, "No templates yet"));
    press(&mut window, "Templates...");
    type_path(&mut window, "Path", &template, "Add");
    wait(&mut window, |window| sees(window, "Template: form.txt"));
    press(&mut window, "No longer a template");
    wait(&mut window, |window| sees(window, "No templates yet"));
}

#[test]
fn the_threshold_changes_what_is_listed() {
    let mut window = open([samples()]);
    click(&mut window, "Settings");
    click(&mut window, "By the length of the documents");
    wait_until_idle(&mut window);
    let slider = window.get_by_role_and_label(egui::Role::Slider, "Distance up to");
    slider.focus();
    window.run_steps(2);
    for _ in 0..3 {
        window.key_press(Key::ArrowLeft);
        window.run_steps(2);
    }
    wait_until_idle(&mut window);
    assert!(
        sees(&window, "Pairs listed now: 4; within this distance: 2"),
        "at distance 3 only the near-duplicates remain, and the pairs with passages"
    );
}
