//! Tests of settings and filters, by accessible label: recipe, templates, motion; documents by verdict.

use chachong_messages::Language;
use chachong_window::LibraryChoice;
use egui::{Key, Modifiers, Role, Theme};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::Queryable;

use crate::driver::{
    FIRST, Opening, Window, choose, click, key, lacks, open, press, press_times, samples, sees,
    settle, shows, type_path, type_text, wait, wait_to_see, wait_until_idle,
};
use crate::pictures::{can_render, picture};
use crate::texts::{beginning, counted, counted_in, shown, text, text_in, text_with, words};

/// Fingerprint of the first sample by the recipe for theses.
const BY_DEFAULT: &str = "9fd6ec9e95963b02";

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

/// Opens the settings on the samples.
fn settings() -> Window {
    let mut window = open([samples()]);
    click(&mut window, &text("toolbar.settings"));
    window
}

/// Goes from the settings to the file of the first sample.
fn show_first_file(window: &mut Window) {
    click(window, &counted("pages.documents", 15));
    click(window, FIRST);
    click(window, &text("document.file"));
}

#[test]
fn another_recipe_gives_what_a_fresh_check_gives() {
    let mut window = settings();
    press(&mut window, &text("recipe.shingles"));
    wait_until_idle(&mut window);
    show_first_file(&mut window);
    let fresh = by_command_line("shingles");
    let first = fresh.iter().find(|(name, _)| name == FIRST);
    shows(&window, [&first.unwrap_or_else(|| panic!("{fresh:?}")).1]);
    // Back to the default.
    click(&mut window, &text("toolbar.settings"));
    press(&mut window, &text("recipe.thesis"));
    wait_until_idle(&mut window);
    key(&mut window, Modifiers::NONE, Key::Escape);
    shows(&window, [BY_DEFAULT]);
}

#[test]
fn a_recipe_of_32_bits_counts_to_32() {
    let mut window = settings();
    press(&mut window, &text("recipe.md5-32"));
    wait_until_idle(&mut window);
    click(&mut window, &counted("pages.documents", 15));
    shows(&window, [" / 32"]);
    lacks(&window, [" / 64"]);
}

#[test]
fn a_recipe_that_is_cancelled_changes_nothing() {
    let mut window = settings();
    // Chosen and cancelled before the window polls again: however quick the work, its result is not taken over.
    press(&mut window, &text("recipe.content-words"));
    let renewed = words(Language::English, "progress.renewed");
    wait(&mut window, |window| {
        sees(window, &renewed) || window.state().is_idle()
    });
    if let Some(cancel) = window.query_by_label(&text("progress.cancel")) {
        cancel.click();
        settle(&mut window);
    }
    let cancelled = sees(&window, &beginning("notice.recipe-kept", &[]));
    show_first_file(&mut window);
    assert_eq!(sees(&window, BY_DEFAULT), cancelled);
}

#[test]
fn documents_are_filtered_by_verdict_and_the_way_back_is_offered() {
    let mut window = open([samples()]);
    let verdict = text("column.verdict");
    shows(&window, [shown(15, 15)]);
    choose(&mut window, &verdict, &text("verdict.near-duplicate"));
    shows(&window, [FIRST, &shown(6, 15)]);
    choose(&mut window, &verdict, &text("documents.verdict-none"));
    shows(&window, [shown(7, 15)]);
    // Combined with the text filter, which Ctrl+F leads to.
    key(&mut window, Modifiers::COMMAND, Key::F);
    let field = text("documents.filter");
    assert!(window.get_by_label(&field).is_focused());
    type_text(&mut window, "nothing is called so");
    shows(&window, [shown(0, 15), text("documents.none-shown")]);
    click(&mut window, &text("documents.reset"));
    shows(&window, [FIRST, &shown(15, 15)]);
}

#[test]
fn without_motion_waiting_is_said_in_words() {
    let mut window = settings();
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
    shows(&window, [text("templates.none")]);
    press(&mut window, &text("library.template"));
    let [field, add] = ["field.path", "field.add"].map(text);
    type_path(&mut window, &field, &template, &add);
    let listed = text_with("library.template-is", &[("name", &"form.txt")]);
    wait_to_see(&mut window, &listed);
    press(&mut window, &text("library.template-drop"));
    wait_to_see(&mut window, &text("templates.none"));
}

#[test]
fn the_threshold_changes_what_is_listed() {
    let mut window = settings();
    click(&mut window, &text("settings.by-length"));
    window
        .get_by_role_and_label(Role::Slider, &text("settings.max-distance"))
        .focus();
    window.run_steps(2);
    press_times(&mut window, Key::ArrowLeft, 3);
    wait_until_idle(&mut window);
    // At distance 3 only the near-duplicates remain, and the pairs with passages.
    let listed = text_with("settings.preview", &[("count", &4), ("near", &2)]);
    shows(&window, [listed]);
}

#[test]
fn the_schools_form_takes_names_and_limits_and_looks_as_it_was_looked_at() {
    let mut results = SnapshotResults::new();
    for (language, theme, name) in [
        (Language::English, Theme::Dark, "settings-form-en-dark"),
        (Language::Chinese, Theme::Light, "settings-form-zh-light"),
        (Language::Chinese, Theme::Dark, "settings-form-zh-dark"),
    ] {
        let mut window = Opening {
            language,
            ..Opening::default()
        }
        .open();
        window.ctx.set_theme(theme);
        fill_form(&mut window, language);
        if !can_render(&mut window) {
            return;
        }
        picture(&mut window, name);
        results.extend_harness(&mut window);
    }
}

/// Opens the settings, names the school and sets a limit.
fn fill_form(window: &mut Window, language: Language) {
    let text = |key: &str| text_in(language, key, &[]);
    // The card stands below the fold.
    window.set_size(egui::vec2(1000.0, 1400.0));
    click(window, &text("toolbar.settings"));
    settle(window);
    shows(
        window,
        ["settings.form", "settings.form-limits", "form.limit-note"].map(text),
    );
    let school = text("settings.form-school");
    window
        .get_by_role_and_label(Role::TextInput, &school)
        .focus();
    window.run_steps(2);
    type_text(window, "某某大学");
    // Limits are off until a person ticks one.
    let review = language.text("chapter.review");
    window
        .get_by_role_and_label(Role::CheckBox, &review)
        .focus();
    window.run_steps(2);
    key(window, Modifiers::NONE, Key::Space);
    let values = window.query_all_by_role(Role::SpinButton);
    assert_eq!(values.count(), 1);
    settle(window);
}

#[test]
fn a_notice_follows_a_change_of_the_language() {
    let mut window = open([samples()]);
    key(&mut window, Modifiers::NONE, Key::Home);
    key(&mut window, Modifiers::NONE, Key::Delete);
    let told = counted("notice.taken-out", 1);
    shows(&window, [&told]);
    key(&mut window, Modifiers::COMMAND, Key::Comma);
    press(&mut window, "中文");
    lacks(&window, [&told]);
    shows(
        &window,
        [counted_in(Language::Chinese, "notice.taken-out", 1)],
    );
}
