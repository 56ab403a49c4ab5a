//! Tests of groups of copies: their cards, their source, their links.

use std::io::Write;

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::driver::{FIRST, Window, click, key, open, samples, sees, wait_until_idle};
use crate::texts::{beginning, counted, text, text_with};

/// Writes a Word file with this text and date of creation.
fn word_file(path: &std::path::Path, text: &str, created: &str) {
    const KIND: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let lines = text.replace('\n', "</w:t></w:r></w:p><w:p><w:r><w:t>");
    let body = format!("<w:p><w:r><w:t>{lines}</w:t></w:r></w:p>");
    let parts = [
        (
            "_rels/.rels",
            format!(
                r#"<Relationships><Relationship Id="a" Type="{KIND}/officeDocument" Target="word/document.xml"/>
                <Relationship Id="b" Type="x/core-properties" Target="docProps/core.xml"/></Relationships>"#
            ),
        ),
        (
            "docProps/core.xml",
            format!(
                r#"<cp:coreProperties xmlns:cp="c" xmlns:dcterms="t"><dcterms:created>{created}</dcterms:created></cp:coreProperties>"#
            ),
        ),
        (
            "word/document.xml",
            format!(
                r#"<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{body}</w:body></w:document>"#
            ),
        ),
    ];
    let mut zip = zip::ZipWriter::new(std::fs::File::create(path).unwrap());
    for (name, part) in parts {
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file(name, options).unwrap();
        zip.write_all(part.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
}

/// Four files with long names; the other three have copied from `d` what they share with each other.
pub(crate) fn group_of_four() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str| -> Vec<char> {
        let text = std::fs::read_to_string(format!("tests/fixtures/texts/{name}"));
        text.unwrap().chars().collect()
    };
    let source = read("zh-library-a.txt");
    let other = read("zh-canteen.txt");
    let (half, third) = (source.len() / 2, source.len() / 3);
    let own = other.len() / 3;
    for (name, parts, created) in [
        ("d", [&source[..], &[]], "2024-05-01T08:00:00Z"),
        (
            "b",
            [&source[..half], &other[..own]],
            "2024-05-20T08:00:00Z",
        ),
        (
            "c",
            [&source[half..], &other[own..2 * own]],
            "2024-04-20T08:00:00Z",
        ),
        (
            "a",
            [&source[..third], &other[2 * own..]],
            "1970-01-01T00:00:00Z",
        ),
    ] {
        let name = format!("{name}{}.docx", "长名字的毕业论文".repeat(7));
        let text: String = parts.concat().into_iter().collect();
        word_file(&folder.path().join(name), &text, created);
    }
    folder
}

#[test]
fn groups_lead_to_their_pairs_and_documents() {
    let mut window = open([samples()]);
    click(&mut window, &counted("pages.groups", 4));
    assert!(
        sees(&window, &text_with("groups.number", &[("number", &1)]))
            && sees(&window, &text_with("groups.number", &[("number", &4)]))
    );
    assert!(
        sees(
            &window,
            &text_with("groups.size", &[("documents", &2), ("pairs", &1)])
        ) && sees(&window, "100.0 %")
    );
    let (a, b) = (FIRST, "2024届/13_社区图书馆夜间开放服务研究_打印版.pdf");
    click(
        &mut window,
        &text_with("groups.open-pair", &[("a", &a), ("b", &b)]),
    );
    assert!(sees(&window, &counted("pair.passages", 1)) && sees(&window, "0 / 64"));
    key(&mut window, Modifiers::NONE, Key::Escape);
    click(&mut window, "04_城市共享单车停放治理研究.docx");
    assert!(sees(&window, &counted("document.near", 1)));
    key(&mut window, Modifiers::COMMAND, Key::Num4);
    assert!(
        sees(&window, &text_with("groups.number", &[("number", &1)])),
        "Ctrl+4"
    );
    // Without a pair there is no group.
    let mut window = open(["assets/samples/07_高校食堂食物浪费调查.txt"]);
    click(&mut window, &counted("pages.groups", 0));
    assert!(sees(&window, &text("groups.none")));
}

#[test]
fn a_group_names_its_source_first_and_fits_the_smallest_window() {
    let folder = group_of_four();
    let folder = folder.path().to_str().unwrap();
    let mut window = open([folder]);
    click(&mut window, &counted("pages.groups", 1));
    assert!(sees(
        &window,
        &beginning("groups.size", &[("documents", &4)])
    ));
    let links = |window: &Window| {
        let open_pair = beginning("groups.open-pair", &[]);
        window.query_all_by_label_contains(&open_pair).count()
    };
    assert_eq!(links(&window), 3, "the strongest, not all");
    assert!(sees(
        &window,
        &text_with("groups.drawing", &[("number", &1)])
    ));
    assert!(sees(
        &window,
        &text_with("hint.made-earlier", &[("side", &"B")])
    ));
    assert!(sees(
        &window,
        &text_with("hint.made-earlier", &[("side", &"A")])
    ));
    assert!(sees(&window, &text("groups.no-hints")));
    let open_pair = beginning("groups.open-pair", &[]);
    // Numbered names come from left to right, line by line.
    let first = (window.query_all_by_label_contains("长名字"))
        .filter(|node| {
            let label = node.accesskit_node().label();
            !label.is_some_and(|label| label.starts_with(&open_pair))
        })
        .min_by(|x, y| {
            let key = |node: &egui_kittest::Node<'_>| (node.rect().top(), node.rect().left());
            key(x).partial_cmp(&key(y)).unwrap()
        })
        .and_then(|node| node.accesskit_node().label());
    assert!(first.unwrap().starts_with('d'), "most lead to d");
    // A pair that does not count links nothing.
    let of_c = format!("{open_pair}c");
    window.get_by_label_contains(&of_c).click();
    window.run_steps(3);
    window
        .get_by_label_contains(&beginning("passages.count-all", &[]))
        .click();
    window.run_steps(3);
    wait_until_idle(&mut window);
    key(&mut window, Modifiers::NONE, Key::Escape);
    assert!(sees(
        &window,
        &text_with("groups.size", &[("documents", &3), ("pairs", &3)])
    ));
    assert_eq!(links(&window), 2);
    // The smallest window.
    window.set_size(egui::vec2(1024.0, 640.0));
    window.run_steps(3);
    for node in window.query_all_by_label_contains("长名字") {
        assert!(node.rect().right() <= 1024.0, "{:?}", node.rect());
    }
}
