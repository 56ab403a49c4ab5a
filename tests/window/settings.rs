//! Tests of settings and filters, by accessible label: recipe, templates, motion; documents by verdict.

use chachong::app::LibraryChoice;
use chachong::i18n::Language;
use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable;

use crate::driver::{
    FIRST, Opening, Window, click, key, open, press, samples, sees, type_path, wait,
    wait_until_idle,
};
use crate::texts::{beginning, counted, shown, text, text_with, words};

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
    click(&mut window, &text("toolbar.settings"));
    press(&mut window, &text("recipe.shingles"));
    wait_until_idle(&mut window);
    click(&mut window, &counted("pages.documents", 15));
    let fresh = by_command_line("shingles");
    let print = |of: &str| {
        let found = fresh.iter().find(|(name, _)| name == of);
        found.unwrap_or_else(|| panic!("{fresh:?}")).1.clone()
    };
    click(&mut window, FIRST);
    click(&mut window, &text("document.file"));
    assert!(sees(&window, &print(FIRST)), "{}", print(FIRST));
    // Back to the default: the fingerprint by the recipe for theses.
    click(&mut window, &text("toolbar.settings"));
    press(&mut window, &text("recipe.thesis"));
    wait_until_idle(&mut window);
    key(&mut window, Modifiers::NONE, Key::Escape);
    assert!(sees(&window, "9fd6ec9e95963b02"));
}

#[test]
fn a_recipe_of_32_bits_counts_to_32() {
    let mut window = open([samples()]);
    click(&mut window, &text("toolbar.settings"));
    press(&mut window, &text("recipe.md5-32"));
    wait_until_idle(&mut window);
    click(&mut window, &counted("pages.documents", 15));
    assert!(sees(&window, " / 32") && !sees(&window, " / 64"));
}

#[test]
fn a_recipe_that_is_cancelled_changes_nothing() {
    let mut window = open([samples()]);
    click(&mut window, &text("toolbar.settings"));
    // Chosen and cancelled before the window polls again: however quick the work, its result is not taken over.
    press(&mut window, &text("recipe.content-words"));
    wait(&mut window, |window| {
        sees(window, &words(Language::English, "progress.renewed")) || window.state().is_idle()
    });
    if let Some(cancel) = window.query_by_label(&text("progress.cancel")) {
        cancel.click();
        window.run_steps(2);
        wait_until_idle(&mut window);
    }
    let cancelled = sees(&window, &beginning("notice.recipe-kept", &[]));
    click(&mut window, &counted("pages.documents", 15));
    click(&mut window, FIRST);
    click(&mut window, &text("document.file"));
    assert_eq!(sees(&window, "9fd6ec9e95963b02"), cancelled);
}

#[test]
fn documents_are_filtered_by_verdict_and_the_way_back_is_offered() {
    let mut window = open([samples()]);
    let choose = |window: &mut Window, verdict: &str| {
        window.get_by_label(&text("column.verdict")).click();
        window.run_steps(3);
        click(window, verdict);
    };
    assert!(sees(&window, &shown(15, 15)));
    choose(&mut window, &text("verdict.near-duplicate"));
    assert!(sees(&window, &shown(8, 15)) && sees(&window, FIRST));
    choose(&mut window, &text("documents.verdict-none"));
    assert!(sees(&window, &shown(7, 15)));
    // Combined with the text filter, which Ctrl+F leads to.
    key(&mut window, Modifiers::COMMAND, Key::F);
    let field = text("documents.filter");
    let field = window.get_by_label(&field);
    assert!(field.is_focused());
    field.type_text("nothing is called so");
    window.run_steps(3);
    assert!(sees(&window, &shown(0, 15)));
    assert!(sees(&window, &text("documents.none-shown")));
    click(&mut window, &text("documents.reset"));
    assert!(sees(&window, &shown(15, 15)) && sees(&window, FIRST));
}

#[test]
fn without_motion_waiting_is_said_in_words() {
    let mut window = open([samples()]);
    click(&mut window, &text("toolbar.settings"));
    click(&mut window, &text("settings.reduced-motion"));
    assert!(window.ctx.global_style().animation_time == 0.0);
    click(&mut window, &text("settings.reduced-motion"));
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
    click(&mut window, &text("toolbar.settings"));
    assert!(sees(&window, &text("templates.none")));
    press(&mut window, &text("library.template"));
    type_path(
        &mut window,
        &text("field.path"),
        &template,
        &text("field.add"),
    );
    wait(&mut window, |window| {
        sees(
            window,
            &text_with("library.template-is", &[("name", &"form.txt")]),
        )
    });
    press(&mut window, &text("library.template-drop"));
    wait(&mut window, |window| sees(window, &text("templates.none")));
}

#[test]
fn the_threshold_changes_what_is_listed() {
    let mut window = open([samples()]);
    click(&mut window, &text("toolbar.settings"));
    click(&mut window, &text("settings.by-length"));
    wait_until_idle(&mut window);
    window
        .get_by_role_and_label(Role::Slider, &text("settings.max-distance"))
        .focus();
    window.run_steps(2);
    for _ in 0..3 {
        window.key_press(Key::ArrowLeft);
        window.run_steps(2);
    }
    wait_until_idle(&mut window);
    assert!(
        sees(
            &window,
            &text_with("settings.preview", &[("count", &4), ("near", &2)])
        ),
        "at distance 3 only the near-duplicates remain, and the pairs with passages"
    );
}
