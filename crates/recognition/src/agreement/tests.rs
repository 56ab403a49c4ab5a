use proptest::prelude::*;

use super::*;
use crate::page::Line;
use crate::page::tests::line;

const CHINESE: [&str; 8] = [
    "社区图书馆的夜间开放是一个不大的问题，但是在我们的城市里，它和人们的生活有关。",
    "许多读者白天要工作，只有晚上才有时间来借书，于是图书馆是否开到十点就很要紧。",
    "本文调查了三个区的图书馆，记录每天晚上进馆的人数、停留的时间以及借阅的种类。",
    "结果显示，开放到十点的图书馆，其读者人数比只开放到六点的多出三分之一还不止。",
    "增加的费用主要是值班的报酬和照明，平均每位读者不到两元，低于一次公交的票价。",
    "老年读者多在七点以前离开，学生和职员则在八点以后最多，两者几乎不在一起坐着。",
    "值班的人认为最难的不是忙，而是最后半小时没有人走，关门的铃声要响上三遍才行。",
    "我们建议先在条件较好的馆试行一年，每季公布一次数字，然后再决定是否逐步推广。",
];
const ENGLISH: [&str; 6] = [
    "Whether a branch library should stay open at night seems a small question, yet in our city",
    "many people work until seven and can only come for their books when the evening has begun.",
    "Three districts were visited, and visitors were counted at the door every half hour until",
    "closing time; the staff were asked what had changed since the longer hours were introduced.",
    "Branches that closed at ten had one third more visitors than those that closed at six, and",
    "the additional cost, mostly wages and light, was less than the price of one ride by bus.",
];

fn page_of(lines: Vec<Line>) -> Page {
    Page {
        left: 0,
        right: 1_000,
        confidence: Confidence(9_900),
        state: PageState::Read,
        lines,
    }
}

fn shown<'a>(lines: impl IntoIterator<Item = &'a str>) -> Vec<Page> {
    vec![page_of(
        lines.into_iter().map(|text| line(text, 9_900)).collect(),
    )]
}

fn verdict(layer: &str, pages: &[Page]) -> Verdict {
    agreement(layer, LayerKind::Drawn, pages).verdict
}

/// Every `n`th ideograph replaced by one that occurs nowhere else.
fn misread(text: &str, n: usize) -> String {
    let replaced = |(i, c): (usize, char)| {
        let at = u32::try_from(i % 500).unwrap();
        let odd = char::from_u32(0x9A00 + at).unwrap();
        if i % n == n - 1 && c.is_alphanumeric() {
            odd
        } else {
            c
        }
    };
    text.chars().enumerate().map(replaced).collect()
}

#[test]
fn the_same_text_agrees_in_any_form() {
    let pages = shown(CHINESE);
    let text = CHINESE.join("\n");
    let same = agreement(&text, LayerKind::Drawn, &pages);
    assert_eq!(same.verdict, Verdict::Agrees);
    assert_eq!(same.of_picture.percent(), Some(100));
    assert_eq!(same.of_layer.percent(), Some(100));
    assert_eq!(same.of_layer.wrong_percent(), 0);
    let twice: String = text.chars().flat_map(|c| [c, c]).collect();
    let down: String = text.chars().flat_map(|c| [c, '\n']).collect();
    for other in [
        text.replace('\n', ""),
        twice,
        down,
        text.replace("图", "\u{2F1E}图"),
    ] {
        assert_eq!(verdict(&other, &pages), Verdict::Agrees, "{other}");
    }
    let text = ENGLISH.join("\n");
    let wide: String = (text.chars())
        .map(|c| {
            char::from_u32(u32::from(c) + 0xFEE0)
                .filter(|_| c.is_ascii_alphabetic())
                .unwrap_or(c)
        })
        .collect();
    for other in [
        text.to_uppercase(),
        text.replace("fi", "ﬁ"),
        wide,
        text.replace('e', "é"),
    ] {
        assert_eq!(verdict(&other, &shown(ENGLISH)), Verdict::Agrees, "{other}");
    }
}

#[test]
fn another_text_differs_and_is_named() {
    let other = agreement(
        &CHINESE[..4].join("\n"),
        LayerKind::Recognised,
        &shown(CHINESE[4..].iter().copied()),
    );
    assert_eq!(other.verdict, Verdict::Differs);
    assert_eq!(
        (other.of_picture.percent(), other.of_layer.percent()),
        (Some(0), Some(0))
    );
    assert_eq!(
        other
            .of_picture
            .lacking
            .iter()
            .max_by_key(|span| span.len()),
        Some(&(0..4))
    );
    assert_eq!(
        verdict(
            &ENGLISH[..3].join("\n"),
            &shown(ENGLISH[3..].iter().copied())
        ),
        Verdict::Differs
    );
}

#[test]
fn half_of_a_page_that_is_another_text_differs() {
    let mut lines = CHINESE.to_vec();
    lines.splice(
        0..3,
        [
            "沿着运河的旧仓库在十年里换过四次主人",
            "有人在里面种过蘑菇，有人办过画展，也有人只是把门锁上等它涨价，",
        ],
    );
    lines.splice(
        0..0,
        ["到了雨季墙根的水痕一年比一年高，最后连看门的老人也搬到镇上去住了，剩下一条狗守着。"],
    );
    let made = agreement(&lines.join("\n"), LayerKind::Drawn, &shown(CHINESE));
    assert_eq!(made.verdict, Verdict::Differs);
    assert_eq!(made.of_picture.lacking.first(), Some(&(0..3)));
    assert_eq!(
        made.of_layer.lacking.first().map(|span| span.start),
        Some(0)
    );
}

#[test]
fn a_map_of_exchanged_characters_differs() {
    // Each character is taken for the next one of the text.
    let mut known: Vec<char> = CHINESE
        .concat()
        .chars()
        .filter(|c| c.is_alphanumeric())
        .collect();
    known.sort_unstable();
    known.dedup();
    let exchanged = |c: char| {
        known
            .binary_search(&c)
            .map_or(c, |i| known[(i + 7) % known.len()])
    };
    let layer: String = CHINESE.join("\n").chars().map(exchanged).collect();
    assert_eq!(verdict(&layer, &shown(CHINESE)), Verdict::Differs);
    let rotated = |c: char| match c {
        'a'..='z' => char::from((c as u8 - b'a' + 5) % 26 + b'a'),
        _ => c,
    };
    let layer: String = ENGLISH.join("\n").chars().map(rotated).collect();
    assert_eq!(verdict(&layer, &shown(ENGLISH)), Verdict::Differs);
}

#[test]
fn text_that_only_one_side_has_is_no_lie() {
    // A screenshot in the picture; formulas and figures in the layer.
    let layer = CHINESE[..4].join("\n")
        + "\nx = a1 b2 (c3 + d4) / 5.67, 12.3 45.6 78.9 10.11 12.13\n图 3 x y z 4 5 6\n";
    assert_eq!(verdict(&layer, &shown(CHINESE)), Verdict::Agrees);
    // Lines that were not read surely may be what the layer says.
    let mut pages = shown(CHINESE[..5].iter().copied());
    pages[0].lines.push(line(
        "老牛读者多任七占以前禹开学主和职员则任八占以后最乡两老儿乎不任一起坐看",
        7_000,
    ));
    pages[0].lines.push(line(
        "值斑旳人认力最准旳不是忙而是最后平小时没有人走关门旳令声要晌上三遍才行",
        7_000,
    ));
    assert_eq!(verdict(&CHINESE.join("\n"), &pages), Verdict::Agrees);
}

#[test]
fn much_text_that_nobody_sees_differs() {
    let pages = shown(CHINESE);
    let more = "沿着运河的旧仓库在十年里换过四次主人有人在里面种过蘑菇有人办过画展\n也有人只是把门锁上等它涨价到了雨季墙根的水痕一年比一年高\n\
        最后连看门的老人也搬到镇上去住了剩下一条狗守着空空的院子和两棵枇杷\n镇上的孩子放学以后常常翻墙进去摘果子被狗追得鞋都跑丢却从不告诉大人\n\
        第二年春天来了测量的人在门上画了红圈说这里要修一条通往码头的大路";
    let layer = format!("{}\n{more}", CHINESE.join("\n"));
    assert_eq!(verdict(&layer, &pages), Verdict::Differs);
    // Of a page that was hardly read nothing can be said.
    let little = shown(CHINESE[..2].iter().copied());
    assert_eq!(verdict(&layer, &little), Verdict::TooLittle);
}

#[test]
fn wrong_single_characters_are_recognition_s_where_a_program_recognised_the_page() {
    let text = CHINESE.concat();
    let pages = shown(CHINESE);
    for n in [5, 4] {
        let layer = misread(&text, n);
        assert_eq!(
            agreement(&layer, LayerKind::Recognised, &pages).verdict,
            Verdict::Agrees
        );
        assert_eq!(
            agreement(&layer, LayerKind::Drawn, &pages).verdict,
            Verdict::Differs
        );
    }
    let layer = misread(&text, 20);
    assert_eq!(
        agreement(&layer, LayerKind::Drawn, &pages).verdict,
        Verdict::Agrees
    );
}

#[test]
fn look_alikes_differ() {
    let layer = ENGLISH.join("\n");
    let some = layer.replacen("library", "librаry", 1);
    assert_eq!(verdict(&some, &shown(ENGLISH)), Verdict::Agrees);
    let many: String = layer
        .chars()
        .map(|c| if c == 'o' { 'о' } else { c })
        .collect();
    assert_eq!(verdict(&many, &shown(ENGLISH)), Verdict::Differs);
}

#[test]
fn too_little_is_said_so() {
    assert_eq!(verdict("", &[]), Verdict::TooLittle);
    assert_eq!(verdict(CHINESE[0], &shown(CHINESE)), Verdict::TooLittle);
    assert_eq!(
        verdict(&CHINESE.join("\n"), &shown([CHINESE[0]])),
        Verdict::TooLittle
    );
    let mut pages = shown(CHINESE[4..].iter().copied());
    pages[0].state = PageState::NotRead;
    assert_eq!(
        verdict(&CHINESE[..4].join("\n"), &pages),
        Verdict::TooLittle
    );
    let figures = "12.5 13.7 14.9 1,024 2,048\n".repeat(40);
    assert_eq!(
        verdict(&figures, &shown([figures.as_str()])),
        Verdict::TooLittle
    );
}

/// Lines of different ideographs of one half of the block, so that two halves have nothing in common.
fn ideographs(half: std::ops::Range<u32>) -> impl Strategy<Value = Vec<String>> {
    let line = prop::collection::vec(half.prop_map(|c| char::from_u32(c).unwrap()), 12..60)
        .prop_map(|mut letters| {
            letters.dedup();
            letters.into_iter().collect::<String>()
        });
    prop::collection::vec(line, 8..20)
}

proptest! {
    #[test]
    fn what_is_the_same_agrees_in_any_order(lines in ideographs(0x4E00..0x6000), seed in any::<u64>()) {
        let pages = shown(lines.iter().map(String::as_str));
        let mut mixed = lines.clone();
        mixed.sort_by_key(|line| line.bytes().fold(seed, |sum, byte| sum.wrapping_mul(31) ^ u64::from(byte)));
        let made = agreement(&mixed.join("\n"), LayerKind::Drawn, &pages);
        prop_assert_eq!(made.verdict, Verdict::Agrees);
        prop_assert_eq!(made.of_picture.found, made.of_picture.telling);
        prop_assert_eq!(made.of_layer.found, made.of_layer.telling);
    }

    #[test]
    fn what_has_nothing_in_common_differs(one in ideographs(0x4E00..0x6000), other in ideographs(0x6000..0x7800)) {
        let made = agreement(&one.join("\n"), LayerKind::Recognised, &shown(other.iter().map(String::as_str)));
        prop_assert_eq!(made.verdict, Verdict::Differs);
        prop_assert_eq!(made.of_picture.found + made.of_layer.found, 0);
    }

    #[test]
    fn more_wrong_characters_never_agree_more(
        lines in ideographs(0x4E00..0x6000),
        order in Just((0..400_usize).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let pages = shown(lines.iter().map(String::as_str));
        let mut letters: Vec<char> = lines.join("\n").chars().collect();
        let (mut last, length) = (usize::MAX, letters.len());
        for (step, at) in order.into_iter().filter(|&at| at < length).enumerate() {
            if letters[at] != '\n' {
                letters[at] = char::from_u32(0x7A00 + u32::try_from(step).unwrap()).unwrap();
            }
            if step % 40 == 0 {
                let layer: String = letters.iter().collect();
                let found = agreement(&layer, LayerKind::Drawn, &pages).of_picture.found;
                prop_assert!(found <= last, "{found} after {last}");
                last = found;
            }
        }
    }

    #[test]
    fn nothing_makes_it_fail(
        layer in "\\PC{0,300}",
        lines in prop::collection::vec("\\PC{0,90}", 0..8),
        confidence in 0_u16..=10_000,
    ) {
        let pages = vec![page_of(lines.iter().map(|text| line(text, confidence)).collect())];
        let made = agreement(&layer, LayerKind::Drawn, &pages);
        prop_assert!(made.of_layer.found + made.of_layer.missing <= made.of_layer.telling);
        let characters = layer.chars().count();
        prop_assert!(made.of_layer.lacking.iter().all(|span| span.start < span.end && span.end <= characters));
        prop_assert!(made.of_picture.lacking.iter().all(|span| span.start < span.end && span.end <= lines.len()));
    }
}
