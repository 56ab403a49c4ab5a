//! Tests of citations in the window: the label of each passage in the lists and on the text, the filter by it, the four figures,
//! and the reference lists with their remarks.

use std::path::Path;

use chachong_messages::grouped;
use egui::{Key, Modifiers, Role};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::{NodeT, Queryable};
use tempfile::TempDir;

use crate::driver::{
    Window, choose, click, key, leftmost, open, press, press_times, sees, shows, wait_until_idle,
};
use crate::pictures::{can_render, picture};
use crate::texts::{beginning, counted, counted_in, text, text_with};
use crate::theses::{folder, paragraphs};
use crate::views::{LOOKS, open_in};

/// Reference list of which the third entry has an ISBN that cannot be, and the fourth is never cited.
const LIST: &str = "参考文献\n\
    [1] 沈知远. 夜间开放的食堂研究[J]. 灯塔学报, 2010, 29(3): 17-18.\n\
    [2] 陆明. 食堂与节约的社会史[M]. 北京: 灯塔出版社, 2006.\n\
    [3] 何以宁. 剩饭的称重方法[M]. 北京: 灯塔出版社, 2011. ISBN 978-0-306-40615-8.\n\
    [4] 顾清. 社区厨房的组织[J]. 灯塔学报, 2012, 31(1): 5-9.\n\
    [5] 方舟. 回收台边的观察[J]. 灯塔学报, 2013, 32(2): 21-30.\n";

/// Folder with a document that takes four paragraphs from another: one as its own, one cited, one in quotation marks, one in
/// quotation marks and cited; and a third document with the same wrong entry in its list.
pub(crate) fn cited() -> TempDir {
    let (bikes, canteen) = (paragraphs("zh-bikes.txt"), paragraphs("zh-canteen.txt"));
    let without_stop = |text: &str| text.trim_end_matches('。').to_owned();
    let taken = vec![
        bikes[0].clone(),
        canteen[0].clone(),
        format!("{}[5]。", without_stop(&bikes[1])),
        format!("{}[2]。", without_stop(&canteen[1])),
        format!("{}[9]。", without_stop(&bikes[2])),
        format!("“{}”", canteen[2]),
        format!("{}[3]。", without_stop(&bikes[3])),
        format!("“{}”[1]。", without_stop(&canteen[3])),
        bikes[4].clone(),
        LIST.to_owned(),
    ];
    let other = format!(
        "{}[1][2][3][4][5]。",
        without_stop(&paragraphs("zh-elevator.txt")[0])
    );
    folder(&[
        ("引文.txt", taken),
        ("来源.txt", canteen),
        ("他篇.txt", vec![other, LIST.to_owned()]),
    ])
}

fn document(window: &mut Window, name: &str) {
    key(window, Modifiers::COMMAND, Key::Num1);
    leftmost(window, name).click_accesskit();
    wait_until_idle(window);
}

/// Returns the label of a group.
fn group(name: &str) -> String {
    text(&format!("attribution.{name}"))
}

fn choice(name: &str, count: usize) -> String {
    let label = group(name);
    text_with(
        "attribution.with-count",
        &[("label", &label), ("count", &count)],
    )
}

/// Returns the choice of the filter as it is named while it shows `shown`.
fn filter(shown: &str) -> String {
    format!("{}: {shown}", text("attribution.title"))
}

#[test]
fn a_document_lists_its_passages_with_labels_and_the_figures_add_up() {
    let dir = cited();
    let mut window = open([dir.path()]);
    document(&mut window, "引文.txt");
    click(&mut window, &counted("passages.tab", 5));
    let all: Vec<String> = window
        .query_all_by_role(Role::Button)
        .filter_map(|node| node.accesskit_node().label())
        .filter(|label| label.contains("来源.txt"))
        .collect();
    for name in ["none", "cited", "quoted", "cited-and-quoted"] {
        let of_group = all
            .iter()
            .filter(|label| label.contains(&format!(": {},", group(name))));
        assert_eq!(of_group.count(), 1, "{name}: {all:?}");
    }
    let mut figures = 0_u64;
    for name in ["none", "cited", "quoted", "cited-and-quoted"] {
        let begin = text_with(
            "attribution.figure",
            &[("label", &group(name)), ("count", &"")],
        );
        let node = window.query_all_by_label_contains(&begin).next().unwrap();
        let node = node.accesskit_node();
        let said = node.label().or_else(|| node.value()).unwrap();
        let digits: String = said[begin.len()..]
            .chars()
            .filter(char::is_ascii_digit)
            .collect();
        figures += digits.parse::<u64>().unwrap();
    }
    let total = beginning("shares.of", &[("copied", &grouped(figures))]);
    shows(&window, [total]);
}

#[test]
fn the_filter_shows_the_passages_of_one_label_everywhere() {
    let dir = cited();
    let mut window = open([dir.path()]);
    document(&mut window, "引文.txt");
    let any = text("attribution.any");
    choose(&mut window, &filter(&any), &choice("quoted", 1));
    shows(&window, [counted("text.passages", 1)]);
    click(&mut window, &counted("passages.tab", 5));
    // The only passage that is shown is chosen, and its reason is told in words.
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    wait_until_idle(&mut window);
    let reason = format!("{} (", group("quoted"));
    assert!(sees(&window, &reason));
    // The page of the pair opens at it.
    leftmost(&window, "来源.txt").click_accesskit();
    wait_until_idle(&mut window);
    shows(&window, [filter(&choice("quoted", 1))]);
    press_times(&mut window, Key::ArrowDown, 3);
    shows(&window, [filter(&choice("quoted", 1))]);
    choose(&mut window, &filter(&choice("quoted", 1)), &any);
    shows(&window, [filter(&any)]);
}

#[test]
fn a_group_that_is_switched_off_is_named_with_a_way_to_the_exclusions() {
    let dir = cited();
    let mut window = open([dir.path()]);
    document(&mut window, "引文.txt");
    click(&mut window, &text("exclusions.title"));
    press(&mut window, &text("left-out.quoted"));
    wait_until_idle(&mut window);
    click(&mut window, &text("document.sources"));
    let off = &beginning("attribution.off", &[]);
    let link = window.query_all_by_label_contains(off).next().unwrap();
    link.click_accesskit();
    window.run_steps(2);
    shows(&window, [text("exclusions.scope")]);
    // The page of a document without quotations says so too.
    document(&mut window, "来源.txt");
    assert!(sees(&window, off));
}

#[test]
fn the_reference_lists_say_what_does_not_fit_and_lead_to_the_text() {
    let dir = cited();
    let mut window = open([dir.path()]);
    document(&mut window, "引文.txt");
    let remarks = counted("reference.tab-with-remarks", 4);
    click(&mut window, &remarks);
    let sentences = [
        text_with("reference.not-listed", &[("cited", &"[9]")]),
        text_with(
            "reference.remark.isbn-check-digit",
            &[("number", &"978-0-306-40615-8")],
        ),
        text("reference.remark.not-cited"),
        text_with("reference.same-error", &[("documents", &"他篇.txt")]),
    ];
    for sentence in &sentences {
        assert!(sees(&window, sentence), "{sentence}");
    }
    assert_eq!(entries(&window), 6, "five entries and a citation");
    click(&mut window, &text("reference.only-remarked"));
    assert_eq!(entries(&window), 3);
    // Stays so on the next page.
    document(&mut window, "他篇.txt");
    click(&mut window, &counted("reference.tab-with-remarks", 2));
    assert_eq!(entries(&window), 1);
}

/// Counts the entries and citations that the tab of the reference lists shows.
fn entries(window: &Window) -> usize {
    let buttons = window.query_all_by_role(Role::Button);
    let labels = buttons.filter_map(|node| node.accesskit_node().label());
    let is_entry = |label: &String| label.contains(']') && label.chars().count() > 20;
    labels.filter(is_entry).count()
}

#[test]
fn labels_and_references_look_right() {
    // A folder of a fixed name, which the page shows.
    let folder = "target/tmp/citations";
    std::fs::create_dir_all(folder).unwrap();
    let written = cited();
    for file in std::fs::read_dir(written.path()).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), Path::new(folder).join(file.file_name())).unwrap();
    }
    let mut results = SnapshotResults::new();
    for (language, theme, suffix) in LOOKS {
        let mut window = open_in(language, theme, &[folder]);
        if !can_render(&mut window) {
            return;
        }
        document(&mut window, "引文.txt");
        for (tab, count, name) in [
            ("passages.tab", 5, "attribution"),
            ("reference.tab-with-remarks", 4, "references"),
        ] {
            leftmost(&window, &counted_in(language, tab, count)).click_accesskit();
            wait_until_idle(&mut window);
            if name == "attribution" {
                press_times(&mut window, Key::ArrowDown, 2);
                wait_until_idle(&mut window);
            }
            picture(&mut window, &format!("{name}-{suffix}"));
        }
        results.extend_harness(&mut window);
    }
}
