//! Tests with pdfs that are set with letter spacing, or have watermarks, by several producers.

use chachong_import::extract;
use chachong_text::ExclusionReason;

use super::fixture;

/// Text that is compared of a file, and what is excluded with its reason.
fn read(name: &str) -> (String, Vec<(ExclusionReason, String)>) {
    let read = extract(&fixture("pdf-spacing").join(name)).unwrap();
    assert_eq!(read.warnings, [], "{name}");
    let characters: Vec<char> = read.text.chars().collect();
    let at = |offset| usize::try_from(offset).unwrap();
    let mut compared = characters.clone();
    let mut excluded = Vec::new();
    for exclusion in &read.exclusions {
        let span = at(exclusion.start)..at(exclusion.end);
        excluded.push((exclusion.reason, characters[span.clone()].iter().collect()));
        compared[span].fill(' ');
    }
    (compared.into_iter().collect(), excluded)
}

/// Words of an English text, characters of a Chinese one.
fn words(text: &str) -> Vec<String> {
    if text.is_ascii() {
        text.split_whitespace().map(str::to_owned).collect()
    } else {
        let seen = text.chars().filter(|c| !c.is_whitespace());
        seen.map(String::from).collect()
    }
}

fn files(kind: &str) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(fixture("pdf-spacing"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with(kind))
        .collect();
    names.sort();
    assert!(!names.is_empty());
    names
}

fn source(name: &str) -> Vec<String> {
    let language = name.split('-').nth(1).unwrap();
    let path = fixture("pdf-spacing").join(format!("{language}.txt"));
    words(&std::fs::read_to_string(path).unwrap())
}

#[test]
fn words_are_read_whatever_the_letter_spacing() {
    for name in files("spaced") {
        let (text, excluded) = read(&name);
        assert_eq!(words(&text), source(&name), "{name}");
        assert_eq!(excluded, [], "{name}");
    }
}

#[test]
fn watermarks_are_shown_and_neither_compared_nor_suspected() {
    for name in files("watermark") {
        let (text, excluded) = read(&name);
        assert_eq!(words(&text), source(&name), "{name}");
        let is_template =
            |(reason, _): &(ExclusionReason, String)| *reason == ExclusionReason::Template;
        assert!(
            !excluded.is_empty() && excluded.iter().all(is_template),
            "{name}"
        );
    }
}

#[test]
fn labels_of_a_figure_and_a_text_that_is_called_a_watermark_are_compared() {
    let (text, excluded) = read("none-english-figure.pdf");
    assert_eq!(excluded, []);
    assert!(text.contains("litres a week") && text.contains("in August"));
    let (text, excluded) = read("none-chinese-called.pdf");
    assert_eq!(excluded, []);
    assert_eq!(words(&text), source("none-chinese-called.pdf"));
}
