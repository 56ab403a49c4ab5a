//! Tests of archives in the window: one is read like a folder, an encrypted one asks for its password.

use std::path::PathBuf;

use crate::driver::{
    click, click_containing, lacks, open, shows, type_text, wait_to_see, wait_until_idle,
};
use crate::texts::text;

fn archive(name: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/archives");
    PathBuf::from(folder).join(name)
}

#[test]
fn an_archive_is_read_like_a_folder() {
    let window = open([archive("clutter.zip")]);
    shows(&window, ["clutter.zip/一班/a.txt"]);
}

#[test]
fn files_that_are_not_read_are_named_and_listed_with_what_to_do() {
    let mut window = open([archive("clutter.zip"), archive("unread.zip")]);
    click(&mut window, &text("not-read.title"));
    shows(
        &window,
        [
            "unread.zip/答辩.mp4".to_owned(),
            text("file-kind.recording"),
            text("file-kind.recording.remedy"),
            "clutter.zip/c.docx.lnk".to_owned(),
            text("not-read.copy"),
        ],
    );
    click(&mut window, &text("not-read.close"));
    lacks(&window, [text("not-read.copy")]);
}

#[test]
fn an_encrypted_archive_asks_for_its_password() {
    let mut window = open([archive("locked.7z")]);
    click_containing(&mut window, "locked.7z/a.txt");
    click(&mut window, &text("row.password"));
    shows(&window, [text("password.note")]);
    // The field has the keyboard.
    type_text(&mut window, "wrong");
    click(&mut window, &text("password.open"));
    wait_until_idle(&mut window);
    wait_to_see(&mut window, "locked.7z/a.txt");
    click_containing(&mut window, "locked.7z/a.txt");
    click(&mut window, &text("row.password"));
    type_text(&mut window, "secret 2024");
    click(&mut window, &text("password.open"));
    wait_until_idle(&mut window);
    wait_to_see(&mut window, "locked.7z/a.txt");
    shows(&window, ["locked.7z/b.txt"]);
    lacks(&window, [text("password.note")]);
}
