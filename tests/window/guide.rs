//! Tests of the user manual: its pictures show the window as it is now, and F1 opens it in the window's language.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use chachong_messages::Language;
use egui::{Key, Modifiers, Theme, Vec2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Node, OsThreshold, SnapshotOptions, SnapshotResults};

use crate::clipping::resize;
use crate::driver::{
    Opening, Window, click, key, leftmost, settle, shows, type_into, wait_until_idle,
};
use crate::pictures::{can_render, picture};
use crate::texts::text_in;
use crate::views::{LOOKS, open_in, open_library};

/// Folder of the pictures, which the program has built in and the README shows.
const PICTURES: &str = "docs/pictures";
/// Views of which there is a picture in each language, with the size of the window.
const VIEWS: [(&str, Vec2); 9] = [
    ("start", vec2(900.0, 460.0)),
    ("documents", vec2(1180.0, 640.0)),
    ("document", vec2(1180.0, 640.0)),
    ("pair", vec2(1180.0, 640.0)),
    ("groups", vec2(900.0, 480.0)),
    ("shared-texts", vec2(1000.0, 540.0)),
    ("library", vec2(900.0, 500.0)),
    ("export", vec2(900.0, 680.0)),
    ("settings", vec2(1180.0, 640.0)),
];
/// Maximum distance of a pixel from its picture, whose colours docs/pictures/shrink.py has reduced to 256; black is 35,000 from
/// white.
const REDUCED: f32 = 12.0;

/// Compares the window with a picture of the manual.
fn manual_picture(window: &mut Window, view: &str, language: Language) {
    let (_, size) = VIEWS.iter().find(|(name, _)| *name == view).unwrap();
    resize(window, *size, 1.0);
    window.remove_cursor();
    window.run_steps(8);
    let separators = OsThreshold::new(0).windows(20);
    let options = SnapshotOptions::new()
        .output_path(PICTURES)
        .threshold(REDUCED)
        .max_failed_pixels(separators);
    window.snapshot_options(format!("{view}-{}", language.code()), &options);
}

/// Opens the page of a document from the table, or of a pair from the list, by its first name.
fn open_row(window: &mut Window, page: Key, name: &str) {
    // High enough for all rows.
    resize(window, vec2(1280.0, 1200.0), 1.0);
    key(window, Modifiers::COMMAND, page);
    leftmost(window, name).click_accesskit();
    wait_until_idle(window);
}

#[test]
fn the_pictures_of_the_manual_show_the_window_as_it_is() {
    let mut results = SnapshotResults::new();
    for (language, document, pair) in [
        (
            Language::Chinese,
            "20_流动菜摊进城卖菜的时间与路线.docx",
            "05_乡村小学科学课的现状与改进.docx",
        ),
        (
            Language::English,
            "09_Why_People_Volunteer_to_Fix_Things.docx",
            "08_Repair_Cafes_and_Household_Objects.pdf",
        ),
    ] {
        let mut window = open_in(language, Theme::Light, &[]);
        if !can_render(&mut window) {
            return;
        }
        manual_picture(&mut window, "start", language);
        results.extend_harness(&mut window);
        let mut window = open_in(language, Theme::Light, &["assets/samples"]);
        manual_picture(&mut window, "documents", language);
        open_row(&mut window, Key::Num1, document);
        resize(&mut window, vec2(1180.0, 640.0), 1.0);
        key(&mut window, Modifiers::NONE, Key::ArrowDown);
        manual_picture(&mut window, "document", language);
        open_row(&mut window, Key::Num2, pair);
        manual_picture(&mut window, "pair", language);
        for (page, view) in [
            (Key::Num4, "groups"),
            (Key::Num5, "shared-texts"),
            (Key::Comma, "settings"),
        ] {
            key(&mut window, Modifiers::COMMAND, page);
            manual_picture(&mut window, view, language);
        }
        key(&mut window, Modifiers::COMMAND, Key::Num1);
        key(&mut window, Modifiers::COMMAND, Key::E);
        let folder = text_in(language, "export.folder", &[]);
        type_into(&mut window, &folder, "/home/teacher/reports");
        // Else a cursor blinks in the field.
        let focused = window.ctx.memory(egui::Memory::focused);
        (window.ctx).memory_mut(|memory| focused.map(|field| memory.surrender_focus(field)));
        manual_picture(&mut window, "export", language);
        results.extend_harness(&mut window);
        let mut window = open_library(language, Theme::Light, "earlier-theses");
        manual_picture(&mut window, "library", language);
        results.extend_harness(&mut window);
    }
}

#[test]
fn the_readme_and_the_manual_show_all_of_these_pictures_and_no_others() {
    let mut shown = BTreeSet::new();
    for file in [
        "README.md",
        "README.zh-CN.md",
        "docs/guide.md",
        "docs/guide.zh-CN.md",
    ] {
        let text = std::fs::read_to_string(file).unwrap();
        for picture in text.split("![").skip(1) {
            let path = picture.split_once("](").unwrap().1;
            let path = path.split_once(')').unwrap().0;
            shown.insert(PathBuf::from(file).with_file_name(path));
        }
    }
    let of_view = |view| {
        let names = Language::ALL.map(|(language, _)| format!("{view}-{}.png", language.code()));
        names.map(|name| PathBuf::from(PICTURES).join(name))
    };
    let views = VIEWS.into_iter().map(|(view, _)| view);
    let all: BTreeSet<PathBuf> = views.flat_map(of_view).collect();
    assert_eq!(shown, all);
}

#[test]
fn the_manual_opens_in_the_windows_language_and_scrolls_by_chapters_and_keys() {
    let mut results = SnapshotResults::new();
    for (language, theme, suffix) in LOOKS {
        let opening = Opening {
            language,
            ..Opening::default()
        };
        let mut window = opening.open();
        window.ctx.set_theme(theme);
        let chapters = chapters(language);
        key(&mut window, Modifiers::NONE, Key::F1);
        shows(&window, &chapters);
        assert_eq!(chosen(&window).as_ref(), Some(&chapters[0]));
        if can_render(&mut window) {
            picture(&mut window, &format!("guide-{suffix}"));
        }
        for chapter in &chapters {
            let all = listed(&window);
            let one = all.into_iter().find(|node| label(node) == *chapter);
            one.unwrap().click_accesskit();
            settle(&mut window);
            assert_eq!(chosen(&window).as_ref(), Some(chapter));
        }
        key(&mut window, Modifiers::NONE, Key::Home);
        let title = chosen(&window);
        for _ in 0..3 {
            key(&mut window, Modifiers::NONE, Key::PageDown);
        }
        assert_ne!(chosen(&window), title, "three pages down");
        key(&mut window, Modifiers::NONE, Key::End);
        assert_eq!(chosen(&window).as_ref(), chapters.last());
        click(&mut window, &text_in(language, "pages.back", &[]));
        assert!(listed(&window).is_empty());
        click(&mut window, &text_in(language, "toolbar.help", &[]));
        assert_eq!(chosen(&window).as_ref(), Some(&chapters[0]));
        // From another page it opens at the chapter of that page.
        key(&mut window, Modifiers::NONE, Key::Escape);
        key(&mut window, Modifiers::COMMAND, Key::L);
        key(&mut window, Modifiers::NONE, Key::F1);
        assert_eq!(chosen(&window).as_ref(), Some(&chapters[8]));
        results.extend_harness(&mut window);
    }
}

#[test]
fn the_manual_calls_everything_by_its_name_in_the_window() {
    // Names end before a number or dots.
    let name = |text: &str| {
        let text = text.replace("%{side}", "A");
        let until = text.split("%{").next().unwrap_or_default();
        (until.trim_end_matches([' ', '.', '…', ':', '：', '(', '（'])).to_owned()
    };
    for (language, _) in Language::ALL {
        let file = format!("assets/locales/{}.json", language.code());
        let texts: BTreeMap<String, String> =
            serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        let names: BTreeSet<String> = texts.values().map(|text| name(text)).collect();
        let manual = manual(language);
        let bold = manual.split("**").skip(1).step_by(2).map(name);
        let unknown: BTreeSet<String> = bold.filter(|bold| !names.contains(bold)).collect();
        assert!(unknown.is_empty(), "not in the window: {unknown:?}");
    }
}

fn manual(language: Language) -> String {
    let file = match language {
        Language::Chinese => "docs/guide.zh-CN.md",
        Language::English => "docs/guide.md",
    };
    std::fs::read_to_string(file).unwrap()
}

/// Returns the chapters of a manual as its file has them.
fn chapters(language: Language) -> Vec<String> {
    let text = manual(language);
    let chapters = text.lines().filter_map(|line| line.strip_prefix("## "));
    chapters.map(str::to_owned).collect()
}

/// Returns the list of chapters, below the actions on the left.
fn listed(window: &Window) -> Vec<Node<'_>> {
    let buttons = window.query_all_by_role(egui::Role::Button);
    let listed = buttons.filter(|node| node.rect().left() < 200.0 && node.rect().top() > 60.0);
    listed.collect()
}

fn label(node: &Node<'_>) -> String {
    node.accesskit_node().label().unwrap_or_default()
}

/// Returns the chapter that the list shows as the one at the top of the view; `None` for none.
fn chosen(window: &Window) -> Option<String> {
    let is_chosen =
        |node: &&Node<'_>| node.accesskit_node().toggled() == Some(egui::accesskit::Toggled::True);
    listed(window).iter().find(is_chosen).map(label)
}
