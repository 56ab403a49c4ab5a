//! Tests of very short texts, very long ones, and texts made so that a naive alignment takes quadratic time. They
//! have no time limit: a test that does not end has failed.

use std::fmt::Write;

use chachong_compare::{Passage, PassageKind, Span, passages};

use crate::texts::{Language, Numbers, align, length, sentences, text, weighed};

fn whole(text: &str) -> Span {
    Span::new(0, length(text))
}

/// Asserts that a text aligned with itself has one passage.
#[track_caller]
fn assert_whole(text: &str) {
    let text = weighed(text);
    assert_eq!(passages(&text, &text).len(), 1);
}

/// Number of characters of `a` in passages.
fn covered(found: &[Passage]) -> u32 {
    let mut reached = 0;
    let ends = found.iter().map(|p| {
        let new = p.a.end.max(reached) - p.a.start.max(reached);
        reached = p.a.end.max(reached);
        new
    });
    ends.sum()
}

#[test]
fn nothing_has_no_passage() {
    let chinese = text(Language::Chinese, 1, 20);
    for (a, b) in [
        ("", ""),
        ("", chinese.as_str()),
        ("。，！", "。，！"),
        (" \n", "字"),
    ] {
        assert_eq!(align(a, b), []);
        assert_eq!(align(b, a), []);
    }
    let signs = "……。，、；：？！—《》".repeat(20_000);
    assert_eq!(align(&signs, &signs), []);
    assert_eq!(align(&signs, &chinese), []);
}

#[test]
fn an_abstract_in_a_long_text() {
    for (language, count) in [(Language::Chinese, 10), (Language::English, 5)] {
        let short = text(language, 5, count);
        let short = short.trim_end();
        let mut long = sentences(language, 6, 1_500);
        let start = length(&long[..700].concat());
        long.insert(700, format!("{short}\n"));
        let found = align(short, &long.concat());
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].a, whole(short));
        assert!(found[0].b.start.abs_diff(start) <= 2, "{found:?}");
        assert!(
            found[0].b.end.abs_diff(start + length(short)) <= 2,
            "{found:?}"
        );
    }
}

#[test]
fn two_very_short_texts() {
    let a = "社区图书馆在夜间开放，读者可以安静地阅读，也可以小声讨论问题。";
    let found = align(a, a);
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].a, found[0].kind),
        (whole(a), PassageKind::Identical)
    );
    // Almost the same: all of it was copied.
    let found = align(a, &a.replace("安静地", "静静地"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].a.len() * 10 >= length(a) * 9);
    assert_eq!(
        align(
            a,
            "老旧小区加装电梯以后，住在高层的老人出门方便多了，邻里也更熟。"
        ),
        []
    );
    assert_eq!(align("图书馆", "图书馆").len(), 1);
    assert_eq!(align("library", "library").len(), 1);
}

#[test]
fn half_a_million_characters() {
    let long = text(Language::Chinese, 9, 18_500);
    assert!(length(&long) >= 500_000, "{}", length(&long));
    let a = weighed(&long);
    assert_eq!(passages(&a, &a).len(), 1);
    let other = weighed(&text(Language::Chinese, 10, 18_500));
    assert_eq!(passages(&a, &other), []);
    // The second half moved before the first, and a sentence lost.
    let mut moved = sentences(Language::Chinese, 9, 18_500);
    moved.rotate_left(7_000);
    moved.remove(3_000);
    let found = passages(&a, &weighed(&moved.concat()));
    assert!(
        f64::from(covered(&found)) >= 0.99 * f64::from(length(&long)),
        "{found:?}"
    );
    assert!(found.len() <= 4, "{}", found.len());
}

#[test]
fn one_sentence_twenty_thousand_times() {
    let sentence = "社区图书馆在夜间开放，读者可以安静地阅读和讨论问题。";
    let often = sentence.repeat(20_000);
    assert_whole(&often);
    let often_but_one = weighed(&sentence.repeat(19_999));
    let often = weighed(&often);
    let found = passages(&often, &often_but_one);
    assert!(
        covered(&found) >= length(sentence) * 19_000,
        "{}",
        found.len()
    );
    // Against a text that has it once among others.
    let other = text(Language::Chinese, 3, 400) + sentence;
    let other = weighed(&(other + &text(Language::Chinese, 4, 400)));
    assert!(passages(&often, &other).len() <= 1);
}

#[test]
fn numbered_sentences_twenty_thousand_times() {
    let mut all = String::new();
    for i in 0..20_000 {
        write!(
            all,
            "第{i}次实验的结果表明，温度为{i}度时材料的强度有所提高。"
        )
        .unwrap();
    }
    assert_whole(&all);
    let changed = all.replacen("第12345次实验的结果表明", "这一回的试验说明了", 1);
    assert_ne!(all, changed);
    let found = passages(&weighed(&all), &weighed(&changed));
    assert!(
        f64::from(covered(&found)) >= 0.99 * f64::from(length(&all)),
        "{found:?}"
    );
    assert!(found.len() <= 3, "{}", found.len());
    // The numbers shifted: every sentence is like every other.
    let mut shifted = String::new();
    for i in 7_000..27_000 {
        write!(
            shifted,
            "第{i}次实验的结果表明，温度为{i}度时材料的强度有所提高。"
        )
        .unwrap();
    }
    let found = passages(&weighed(&all), &weighed(&shifted));
    assert!(
        f64::from(covered(&found)) >= 0.6 * f64::from(length(&all)),
        "{}",
        found.len()
    );
}

#[test]
fn two_characters_by_turns() {
    let turns = weighed(&"甲乙".repeat(250_000));
    assert_eq!(passages(&turns, &turns).len(), 1);
    // Either one passage of everything, or, since it says nothing, none.
    let fewer = weighed(&"甲乙".repeat(100_000));
    assert!(passages(&turns, &fewer).len() <= 3);
    let common = weighed(&"的是".repeat(250_000));
    assert_eq!(passages(&turns, &common), []);
    let words = weighed(&"abc def ".repeat(100_000));
    let fewer = weighed(&"abc def ".repeat(50_000));
    assert!(passages(&words, &fewer).len() <= 3);
}

#[test]
fn few_words_in_any_order() {
    let mut numbers = Numbers::new(3);
    let mut made = |words: &[&str], count: usize| -> String {
        (0..count).map(|_| numbers.one_of(words)).collect()
    };
    let chinese = ["河流", "，", "水量", "增加", "。", "减少", "的", "冬季"];
    let (a, b) = (made(&chinese, 60_000), made(&chinese, 60_000));
    assert!(covered(&passages(&weighed(&a), &weighed(&b))) <= length(&a));
    let english = ["river ", "rises ", "falls. ", "water ", "in ", "winter, "];
    let (a, b) = (made(&english, 40_000), made(&english, 40_000));
    assert!(covered(&passages(&weighed(&a), &weighed(&b))) <= length(&a));
}

#[test]
fn a_word_without_end_and_a_text_without_signs() {
    let word = "a".repeat(500_000);
    assert_whole(&word);
    let unbroken: String = text(Language::Chinese, 8, 6_000)
        .chars()
        .filter(|c| c.is_alphanumeric())
        .collect();
    let a = weighed(&unbroken);
    let b: String = unbroken.chars().skip(50_000).collect();
    let found = passages(&a, &weighed(&b));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].a.start.abs_diff(50_000) <= 2);
}
