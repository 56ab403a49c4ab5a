//! Tests of evidence beyond text: pairs that their files speak for, pictures beside each other, a document's pictures.

use egui_kittest::kittest::{NodeT, Queryable};

use crate::driver::{Window, click, open, sees, wait_until_idle};
use crate::related_files::folder;

fn opened() -> (tempfile::TempDir, Window) {
    let folder = folder();
    let window = open([folder.path()]);
    (folder, window)
}

#[test]
fn pairs_that_only_their_files_speak_for_are_listed_and_names_list_none() {
    let (_folder, mut window) = opened();
    // One by its text, one by its files; a third only names the same people.
    click(&mut window, "Similar pairs (2)");
    assert!(sees(&window, "files related"));
    assert!(sees(&window, "revision ids, pictures"));
    let row = window.query_all_by_label("b.docx").next().unwrap();
    row.click();
    window.run_steps(3);
    wait_until_idle(&mut window);
    for text in [
        "Beyond the text (3)",
        "3 revision ids",
        "B has all those of A and more",
        "B was last saved under the name “学生甲”",
        "1 picture looks nearly the same in both files",
        "Nearly the same to look at",
    ] {
        assert!(sees(&window, text), "{text}");
    }
    // Both pictures were read again and are shown.
    for picture in ["A: image1.png · 640 × 480", "B: image7.jpeg · 400 × 300"] {
        let found = window.query_all_by_role(egui::Role::Image);
        let names: Vec<_> = found
            .filter_map(|node| node.accesskit_node().label())
            .collect();
        assert!(
            names.iter().any(|name| name == picture),
            "{picture}: {names:?}"
        );
    }
}

#[test]
fn a_document_shows_its_pictures_and_who_has_one_like_it() {
    let (_folder, mut window) = opened();
    click(&mut window, "c.docx");
    assert!(!sees(&window, "Pictures ("), "it has none");
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    click(&mut window, "a.docx");
    click(&mut window, "Pictures (1)");
    assert!(sees(&window, "image1.png · 640 × 480"));
    click(&mut window, "Also in b.docx");
    assert!(sees(&window, "Same or similar pictures"));
}

#[test]
fn a_link_of_a_group_says_that_there_is_evidence_beyond_the_text() {
    let (folder, _) = opened();
    let copy = folder.path().join("d.docx");
    std::fs::copy(folder.path().join("a.docx"), &copy).unwrap();
    let mut window = open([folder.path().join("a.docx"), copy]);
    click(&mut window, "Groups (1)");
    assert!(sees(&window, "Beyond the text (1)"));
}

#[test]
fn pictures_of_a_file_that_is_gone_say_so() {
    let (folder, mut window) = opened();
    click(&mut window, "a.docx");
    std::fs::remove_file(folder.path().join("a.docx")).unwrap();
    click(&mut window, "Pictures (1)");
    assert!(sees(
        &window,
        "The pictures in a.docx can no longer be read"
    ));
    assert!(sees(&window, "This picture cannot be shown."));
}
