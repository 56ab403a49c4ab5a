//! Tests of who wrote what: fields of a document with their places, columns once they are stated, corrections with undo,
//! blind reports.

use std::fs;

use egui::{Key, Modifiers};

use crate::driver::{
    Window, click, count, exported_in, key, lacks, open, press, settle, shows, type_into,
    type_text, wait_until_idle,
};
use crate::texts::{text, text_with};

/// Author and number on the cover of the document.
const AUTHOR: &str = "纪灯舟";
const NUMBER: &str = "2021001234";

/// Window on a thesis with a cover, and a text without one.
fn window(folder: &tempfile::TempDir) -> Window {
    let body = "夜间开放的图书馆在冬天更受欢迎，读者多半是附近的学生和倒班的工人。".repeat(30);
    let cover = format!(
        "东海灯火大学\n硕士学位论文\n题目：夜间图书馆的灯光布置研究\n姓名：{AUTHOR}\n学号：{NUMBER}\n导师：廖灯廊 教授\n2021年5月\n"
    );
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("论文.txt", &format!("{cover}摘要\n{body}\n"));
    write("plain.txt", &"街".repeat(300));
    open([folder.path().to_owned()])
}

#[test]
fn the_columns_of_stated_fields_are_shown_and_searched() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(&folder);
    // Numbers have a column where there is room for all that is more important.
    window.set_size(egui::vec2(1600.0, 720.0));
    window.run_steps(3);
    shows(
        &window,
        [text("record.author"), text("record.student-number")],
    );
    shows(&window, [AUTHOR, NUMBER]);
    type_into(&mut window, &text("documents.filter"), NUMBER);
    shows(&window, ["论文.txt"]);
    lacks(&window, ["plain.txt"]);
}

#[test]
fn optional_columns_make_room_for_names() {
    let folder = tempfile::tempdir().unwrap();
    let body = "夜间开放的图书馆在冬天更受欢迎，读者多半是附近的学生。".repeat(30);
    let names = ["甲", "乙"].map(|one| format!("第一次实验报告_灯光布置_{one}组_修改稿.txt"));
    for name in &names {
        let cover = "东海灯火大学\n硕士学位论文\n题目：夜间图书馆的灯光布置研究\n姓名：";
        let text = format!("{cover}{AUTHOR}\n2021年5月\n摘要\n{body}\n");
        fs::write(folder.path().join(name), text).unwrap();
    }
    let mut window = open([folder.path().to_owned()]);
    for (width, titles) in [(1366.0, 0), (1800.0, 1)] {
        window.set_size(egui::vec2(width, 768.0));
        settle(&mut window);
        let heading = count(&window, &text("record.title"));
        assert_eq!(heading, titles, "at {width}");
    }
}

#[test]
fn a_field_is_corrected_and_the_correction_undone() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(&folder);
    click(&mut window, "论文.txt");
    click(&mut window, &text("document.file"));
    shows(&window, [text("record.heading"), AUTHOR.to_owned()]);
    let author = text("record.author");
    press(
        &mut window,
        &text_with("record.correct", &[("field", &author)]),
    );
    type_into(&mut window, &author, "纪行舟");
    key(&mut window, Modifiers::NONE, Key::Enter);
    shows(&window, ["纪行舟".to_owned(), text("record.place-person")]);
    assert_eq!(count(&window, AUTHOR), 0);
    shows(
        &window,
        [text_with("record.corrected", &[("field", &author)])],
    );
    click(&mut window, &text("notice.undo"));
    settle(&mut window);
    shows(&window, [AUTHOR]);
    lacks(&window, ["纪行舟"]);
    // Escape drops what was typed.
    press(
        &mut window,
        &text_with("record.correct", &[("field", &author)]),
    );
    type_into(&mut window, &author, "别人");
    key(&mut window, Modifiers::NONE, Key::Escape);
    shows(&window, [AUTHOR]);
    lacks(&window, ["别人"]);
    // It leaves the field and not the page, as in any field of a page.
    shows(&window, [text("record.heading")]);
    key(&mut window, Modifiers::COMMAND, Key::F);
    type_text(&mut window, "灯光");
    key(&mut window, Modifiers::NONE, Key::Escape);
    shows(&window, [text("record.heading")]);
    key(&mut window, Modifiers::NONE, Key::Escape);
    lacks(&window, [text("record.heading")]);
}

#[test]
fn blind_reports_are_written_without_names() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(&folder);
    let out = folder.path().join("reports");
    click(&mut window, &text("toolbar.export"));
    for format in ["html", "xlsx", "json"] {
        click(&mut window, &text(&format!("export.format.{format}")));
    }
    press(&mut window, &text("blind.option"));
    type_into(&mut window, &text("export.folder"), out.to_str().unwrap());
    click(&mut window, &text("export.start"));
    wait_until_idle(&mut window);
    let json = fs::read_to_string(exported_in(&out).join("chachong.json")).unwrap();
    for name in [AUTHOR, NUMBER, "廖灯廊", "论文.txt"] {
        assert!(!json.contains(name), "{name}");
    }
}
