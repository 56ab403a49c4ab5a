//! Tests of following the sentences of one text into another.

use super::revision::Revision;
use chachong_compare::{Prepared, Span};
use chachong_text::{LineBreaks, normalize};

const OLD: &str = "图书馆的灯光一直亮到深夜十二点。管理员老周每天最后一个离开阅览室，他会把椅子一张一张推回桌下。\
窗台上的绿萝长得比去年茂盛许多，学生们用矿泉水瓶轮流给它浇水。闭馆音乐响起时，楼梯间里满是急促的脚步声。\
门口的值班表上写着下个月的安排。";

fn length(text: &str) -> u32 {
    text.chars().count().try_into().unwrap()
}

fn revision(new: &str) -> Revision {
    let prepared = |text: &str| Prepared::new(&normalize(text, LineBreaks::Page));
    Revision::of(&prepared(OLD), &prepared(new))
}

/// Returns the numbers of characters of the third sentence that are kept and gone, and the stretches of the new text.
fn third(new: &str) -> (u32, u32, Vec<String>) {
    let start = length(OLD.split_once(SENTENCE).unwrap().0);
    let length = length(SENTENCE);
    let span = Span::new(start, start + length);
    let found = revision(new).of_span(span);
    let count = |spans: &[Span]| spans.iter().map(|span| span.len()).sum();
    let characters: Vec<char> = new.chars().collect();
    let now = found.now.iter().map(|span| {
        characters[span.start as usize..span.end as usize]
            .iter()
            .collect()
    });
    (count(&found.kept), count(&found.gone), now.collect())
}

const SENTENCE: &str = "窗台上的绿萝长得比去年茂盛许多，学生们用矿泉水瓶轮流给它浇水。";

#[test]
fn a_kept_sentence_is_kept_wherever_it_stands() {
    let all = length(SENTENCE);
    assert_eq!(third(OLD), (all, 0, vec![SENTENCE.to_owned()]));
    let moved = format!("{}{SENTENCE}", OLD.replace(SENTENCE, ""));
    assert_eq!(third(&moved), (all, 0, vec![SENTENCE.to_owned()]));
}

#[test]
fn a_deleted_sentence_is_gone() {
    let (kept, gone, now) = third(&OLD.replace(SENTENCE, ""));
    assert_eq!((kept, now.len()), (0, 0));
    assert_eq!(gone, length(SENTENCE));
    let other = "食堂二楼新开了一家卖豆浆的窗口。";
    let (kept, gone, now) = third(&OLD.replace(SENTENCE, other));
    assert_eq!((kept, now.len()), (0, 0), "{now:?}");
    assert_eq!(gone, length(SENTENCE));
}

#[test]
fn what_stands_in_the_place_of_a_lost_sentence_is_told() {
    let start = length(OLD.split_once(SENTENCE).unwrap().0);
    let end = start + length(SENTENCE);
    let instead = |new: &str| {
        let span = revision(new).instead_of(Span { start, end })?;
        let characters: Vec<char> = new.chars().collect();
        let text = characters[span.start as usize..span.end as usize].iter();
        Some(text.collect::<String>())
    };
    assert_eq!(instead(&OLD.replace(SENTENCE, "")), None);
    assert_eq!(instead(&OLD.replace(SENTENCE, "其后。")), None);
    let other = "食堂二楼新开了一家卖豆浆的窗口。";
    assert_eq!(
        instead(&OLD.replace(SENTENCE, other)).as_deref(),
        Some(other)
    );
    // Elsewhere it stands in no place of the sentence.
    let elsewhere = format!("{other}{}", OLD.replace(SENTENCE, ""));
    assert_eq!(instead(&elsewhere), None);
}

#[test]
fn a_sentence_in_other_words_is_not_gone() {
    for other in [
        "同学们轮换着拿矿泉水瓶为绿萝浇水，窗台上的它比起去年长得更加茂盛。",
        "窗台上的绿萝比去年茂盛了许多。它由学生们轮流浇水。水用矿泉水瓶装着。",
        "与去年相比，窗台的绿萝明显茂盛，学生们轮流用空的矿泉水瓶浇灌它。",
    ] {
        let (_, gone, now) = third(&OLD.replace(SENTENCE, other));
        assert!(2 * gone < length(SENTENCE), "{other}: {gone}");
        assert!(!now.is_empty(), "{other}");
    }
}
