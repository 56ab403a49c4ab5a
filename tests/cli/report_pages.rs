//! Tests of the report's web pages in Chromium: nothing is asked for, nothing of a document runs, the scripts work under
//! the pages' policy, keys and a screen reader reach everything, and the print is A4 with page numbers.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::browser::{Browser, CHROMIUM};
use crate::first_samples;
use crate::program::{command_in, said};
use crate::reports::tool;

/// Name of a file that would run a script if it were not escaped. A slash cannot stand in a name.
const HOSTILE: &str = "<img src=x onerror=document.title=1>]]>.txt";
/// Lines that would run, close an element or end a section if they were not escaped.
const HOSTILE_TEXT: &str =
    "<script>document.title='ran'</script><svg onload=document.title='ran'>]]></main>&lt;b&gt;";

/// Writes the report of the samples and of two hostile files that copy one of them.
fn report(language: &str) -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let samples = dir.path().join("samples");
    first_samples::copy_to(&samples);
    let body = std::fs::read_to_string("tests/fixtures/texts/zh-bikes.txt").unwrap();
    for (name, before) in [(HOSTILE, HOSTILE_TEXT), ("b&b\"'.txt", "")] {
        std::fs::write(
            samples.join(name),
            format!("{before}\n{body}\n{HOSTILE_TEXT}"),
        )
        .unwrap();
    }
    let report = dir.path().join("报告 #1");
    let arguments = [
        "check",
        samples.to_str().unwrap(),
        "--html",
        report.to_str().unwrap(),
    ];
    let output = command_in(language, &arguments).output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    (dir, report)
}

/// Pages below a folder of the report.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut pages: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    pages.sort();
    pages
}

fn browser(folder: &Path) -> Option<Browser> {
    tool(CHROMIUM, "chromium")?;
    let folder = folder.join("browser");
    std::fs::create_dir(&folder).unwrap();
    Some(Browser::start(&folder))
}

#[test]
fn no_page_asks_for_anything_or_runs_what_stands_in_a_document() {
    for language in ["zh", "en"] {
        let (dir, report) = report(language);
        let Some(mut browser) = browser(dir.path()) else {
            return;
        };
        let mut all = pages(&report.join("documents"));
        all.extend(pages(&report.join("pairs")));
        all.push(report.join("index.html"));
        assert!(all.len() > 20, "{all:?}");
        let mut hostile = 0;
        for page in &all {
            browser.open(page);
            assert_eq!(
                browser.asked.len(),
                1,
                "{page:?} asked for {:?}",
                browser.asked
            );
            assert_eq!(browser.errors, Vec::<String>::new(), "{page:?}");
            let title = browser.value("document.title");
            assert!(title != "ran" && title != "1", "{page:?}");
            assert_eq!(browser.value("document.images.length"), 0, "{page:?}");
            assert_eq!(browser.value("document.scripts.length"), 1, "{page:?}");
            let shown = browser.value("document.querySelector('main').textContent");
            hostile += usize::from(shown.as_str().unwrap().contains(HOSTILE_TEXT));
            // Every link within the report leads to a page and a place in it.
            let links = browser.value(
                "[...document.querySelectorAll('a[href^=\"#\"]')]
                    .filter(a => a.hash.length > 1 && !document.getElementById(a.hash.slice(1)))
                    .map(a => a.hash)",
            );
            assert_eq!(links, json!([]), "{page:?}");
        }
        assert!(hostile >= 3, "two documents and their pair: {hostile}");
    }
}

#[test]
fn lists_are_sorted_and_filtered_by_keyboard() {
    let (dir, report) = report("en");
    let Some(mut browser) = browser(dir.path()) else {
        return;
    };
    browser.open(&report.join("index.html"));
    let shown =
        "[...document.querySelectorAll('#documents tbody tr')].filter(row => !row.hidden).length";
    let all = browser.value(shown).as_u64().unwrap();
    assert!(all > 15, "{all}");
    browser.value("document.querySelector('#documents input[type=search]').focus()");
    browser.type_text("b&b");
    browser.wait(&format!("{shown} < {all} && {shown} > 0"));
    let sorted = "document.querySelector('#documents th[aria-sort]')?.ariaSort";
    assert_eq!(browser.value(sorted), Value::Null);
    // The next stop of Tab is the button in the first heading.
    browser.press("Tab");
    assert_eq!(browser.value("document.activeElement.tagName"), "BUTTON");
    // The first column has numbers: the largest come first.
    browser.press("Enter");
    browser.wait(&format!("{sorted} === 'descending'"));
    browser.press("Enter");
    browser.wait(&format!("{sorted} === 'ascending'"));
    assert_eq!(browser.errors, Vec::<String>::new());
}

#[test]
fn both_texts_of_a_pair_scroll_together_and_keys_lead_through_passages() {
    let (dir, report) = report("zh");
    let Some(mut browser) = browser(dir.path()) else {
        return;
    };
    // The pair with the most text in passages: one of the hostile files is the other one but for a line.
    let mut longest = (0, PathBuf::new());
    for page in pages(&report.join("pairs")) {
        browser.open(&page);
        let height = browser.value("document.getElementById('pane-a')?.scrollHeight ?? 0");
        longest = longest.max((height.as_u64().unwrap(), page));
    }
    browser.open(&longest.1);
    let top = "document.getElementById('pane-b').scrollTop";
    assert_eq!(browser.value(top), 0);
    browser.value("document.getElementById('pane-a').scrollTop = 400");
    browser.wait(&format!("{top} > 100"));
    browser.press("n");
    browser.wait("document.activeElement.classList.contains('passage')");
    assert_eq!(browser.errors, Vec::<String>::new());
}

#[test]
fn a_screen_reader_finds_names_and_the_tables_have_headings() {
    let (dir, report) = report("zh");
    let Some(mut browser) = browser(dir.path()) else {
        return;
    };
    let some = |folder: &str| pages(&report.join(folder)).swap_remove(0);
    for page in [report.join("index.html"), some("documents"), some("pairs")] {
        browser.open(&page);
        browser.call("Accessibility.enable", &json!({}));
        let tree = browser.call("Accessibility.getFullAXTree", &json!({}));
        let nodes = tree["nodes"].as_array().unwrap();
        let (mut named, mut headings) = (0, 0);
        for node in nodes.iter().filter(|node| node["ignored"] == false) {
            let role = node["role"]["value"].as_str().unwrap_or_default();
            if [
                "link",
                "button",
                "checkbox",
                "searchbox",
                "region",
                "image",
                "table",
            ]
            .contains(&role)
            {
                let name = node["name"]["value"].as_str().unwrap_or_default().trim();
                assert!(!name.is_empty(), "{role} without a name: {node}");
                named += 1;
            }
            headings += usize::from(role == "columnheader");
        }
        assert!(named > 5, "{page:?}: {named}");
        assert!(
            headings > 0 || page.parent().unwrap().ends_with("pairs"),
            "{page:?}"
        );
        let language = browser.value("document.documentElement.lang");
        assert_eq!(language, "zh-CN");
    }
}

#[test]
fn the_print_is_a4_with_page_numbers_and_all_rows() {
    let (dir, report) = report("zh");
    let (Some(chromium), Some(text), Some(info)) = (
        tool(CHROMIUM, "chromium"),
        tool("pdftotext", "poppler-utils"),
        tool("pdfinfo", "poppler-utils"),
    ) else {
        return;
    };
    let printed = dir.path().join("printed.pdf");
    let output = Command::new(chromium)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
        ])
        .arg(format!(
            "--user-data-dir={}",
            dir.path().join("profile").display()
        ))
        .arg("--no-pdf-header-footer")
        .arg(format!("--print-to-pdf={}", printed.display()))
        .arg(report.join("index.html"))
        .output()
        .unwrap();
    assert!(printed.is_file(), "{}", said(&output));
    let output = Command::new(info).arg(&printed).output().unwrap();
    let facts = String::from_utf8(output.stdout).unwrap();
    assert!(facts.contains("A4"), "{facts}");
    let output = Command::new(text)
        .args(["-layout"])
        .arg(&printed)
        .arg("-")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let sheets: Vec<&str> = text.trim_end_matches('\u{c}').split('\u{c}').collect();
    assert!(sheets.len() > 1, "{text}");
    for (sheet, number) in sheets.iter().zip(1..) {
        let last = sheet.trim_end().lines().next_back().unwrap_or_default();
        assert!(
            last.contains(&number.to_string()),
            "page {number} ends with {last:?}"
        );
    }
    for row in ["01_社区图书馆夜间开放服务研究", "b&b"] {
        assert!(text.contains(row), "{row}");
    }
}
