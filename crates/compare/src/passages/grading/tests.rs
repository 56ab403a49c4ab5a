//! Tests of grading: by hand, and against a plain search for what is called identical.

use proptest::prelude::*;

use super::parts::in_one_order;
use super::*;
use crate::{Background, Degree, Prepared, passages};
use chachong_text::{LineBreaks, normalize};

fn weighed(text: &str) -> Weighed {
    let prepared = Prepared::new(&normalize(text, LineBreaks::Layout));
    Weighed::new(prepared, &Background::new())
}

/// Passage over both whole texts.
fn whole(a: &str, b: &str) -> Passage {
    let span = |text: &str| Span::new(0, u32::try_from(text.chars().count()).unwrap());
    Passage {
        a: span(a),
        b: span(b),
        kind: PassageKind::Edited,
        matched_a: 1,
        matched_b: 1,
        similarity: 700,
        chance: crate::Chance::from_log10(-9.0),
        documents: 2,
    }
}

/// Stretches of the first text with their degrees.
fn graded(a: &str, b: &str, folder: [FolderText<'_>; 2]) -> Vec<(String, Degree)> {
    let characters: Vec<char> = a.chars().collect();
    let graded = grade(&weighed(a), &weighed(b), &whole(a, b), folder);
    (graded.in_a.into_iter())
        .map(|run| {
            let text = &characters[run.span.start as usize..run.span.end as usize];
            (text.iter().collect(), run.degree)
        })
        .collect()
}

const LIBRARY: &str =
    "社区图书馆把闭馆时间推迟到夜里十一点以后，值夜的馆员发现来得最多的是准备资格考试的年轻人。";

#[test]
fn what_is_equal_what_was_exchanged_and_what_is_own_are_told_apart() {
    let copy = "社区图书馆把关门时间推迟到夜里十一点以后，值夜的馆员发现来得最多的是准备资格考试的年轻人。\
        我家楼下的豆浆铺子每逢下雨便早早收摊，老板说潮气会坏了面皮。";
    let source = format!("{LIBRARY}码头的吊车整夜不停，工人轮班在铁皮棚里喝热汤。");
    let found = graded(copy, &source, [FolderText::default(); 2]);
    let edited: Vec<&str> = (found.iter())
        .filter(|(_, degree)| *degree == Degree::Edited)
        .map(|(text, _)| text.as_str())
        .collect();
    assert_eq!(edited, ["关门"]);
    let copied: String = found.iter().map(|(text, _)| text.as_str()).collect();
    assert!(
        copied.starts_with("社区图书馆把关门时间") && copied.ends_with("年轻人。"),
        "{copied}"
    );
}

#[test]
fn the_rest_of_a_clause_in_other_words_is_reworded() {
    let other =
        "到夜里十一点才闭馆的社区图书馆里，馆员值夜时看见，最多的是年轻人，来准备各种资格的考试。";
    let found = graded(other, LIBRARY, [FolderText::default(); 2]);
    let of = |wanted: Degree| -> usize {
        let texts = found.iter().filter(|(_, degree)| *degree == wanted);
        texts.map(|(text, _)| text.chars().count()).sum()
    };
    assert!(of(Degree::Reworded) > 20, "{found:?}");
    assert!(of(Degree::Identical) < 20, "{found:?}");
}

#[test]
fn equal_texts_are_identical_to_the_last_sign_though_given_text_divides_them() {
    let text = weighed(&format!("# {LIBRARY}))"));
    let found = passages(&text, &text);
    let [passage] = &found[..] else {
        panic!("{found:?}")
    };
    let given = [Span { start: 10, end: 20 }, Span { start: 23, end: 40 }];
    let folder = FolderText {
        given: &given,
        several: &[],
    };
    let all = DegreeRun {
        span: Span { start: 0, end: 49 },
        degree: Degree::Identical,
    };
    for folder in [FolderText::default(), folder] {
        let graded = grade(&text, &text, passage, [folder; 2]);
        assert_eq!([&graded.in_a[..], &graded.in_b], [[all], [all]]);
    }
}

#[test]
fn short_runs_that_many_have_are_not_copied_and_long_ones_are() {
    let a = "输入命令mount -o loop挂载镜像，然后我在自己的机器上试了三遍才成功，中间忘了加权限。";
    let b = "先用mount -o loop挂载镜像，老师演示时一次就好了，可是宿舍的网络把下载打断了两回。";
    let several = [Span { start: 4, end: 22 }];
    let of_b = [Span { start: 2, end: 20 }];
    let folder = |several| FolderText {
        given: &[],
        several,
    };
    let alone = graded(a, b, [FolderText::default(); 2]);
    assert!(
        alone
            .iter()
            .any(|(text, degree)| text.contains("loop") && degree.is_copied())
    );
    let among_many = graded(a, b, [folder(&several), folder(&of_b)]);
    assert!(
        among_many.iter().all(|(_, degree)| !degree.is_copied()),
        "{among_many:?}"
    );
    let all = [Span { start: 0, end: 90 }];
    let long = format!("{LIBRARY}{LIBRARY}");
    let edited = long.replacen("推迟", "延长", 1);
    let found = graded(&edited, &long, [folder(&all), folder(&all)]);
    assert!(
        found.iter().any(|(_, degree)| *degree == Degree::Identical),
        "{found:?}"
    );
}

#[test]
fn text_that_one_side_only_was_given_is_copied_on_neither() {
    let question = "请写出管道怎样把两个命令连在一起，并各举一个例子说明它们的输出去了哪里，";
    let a = format!("{question}夜里的书库亮着一盏灯。");
    let b = format!("{question}菜摊清早六点就摆好了。");
    let end = u32::try_from(question.chars().count()).unwrap();
    let given = [Span { start: 0, end }];
    let to_one = FolderText {
        given: &given,
        several: &[],
    };
    let (x, y) = (weighed(&a), weighed(&b));
    for folder in [
        [to_one, FolderText::default()],
        [FolderText::default(), to_one],
    ] {
        let found = grade(&x, &y, &whole(&a, &b), folder);
        for runs in [&found.in_a, &found.in_b] {
            assert!(runs.iter().all(|run| !run.degree.is_copied()), "{runs:?}");
        }
        assert_eq!(found.longest, 0);
        for silent in [&found.silent_a, &found.silent_b] {
            let silent = silent.iter().filter(|silent| **silent).count();
            assert!(silent >= 30, "{silent}");
        }
    }
    let to_both = grade(&x, &y, &whole(&a, &b), [to_one, to_one]);
    let of_sheet = |run: &DegreeRun| run.degree == Degree::Identical && run.span.end <= end;
    assert!(
        to_both.in_a.iter().any(of_sheet),
        "counted where a person says so"
    );
}

#[test]
fn a_word_of_ones_own_beside_text_of_many_is_no_evidence() {
    let a = "输入命令mount -o loop挂载镜像，然后我在自己的机器上试了三遍才成功，中间忘了加权限。";
    let b = "先用mount -o loop挂载镜像，老师演示时一次就好了，可是宿舍的网络把下载打断了两回。";
    // All of the equal run but its last two characters, then but its last four.
    let folder = |end| [Span { start: 4, end }];
    let graded = |in_a: &[Span], in_b: &[Span]| {
        let folder = [in_a, in_b].map(|several| FolderText {
            given: &[],
            several,
        });
        grade(&weighed(a), &weighed(b), &whole(a, b), folder).longest
    };
    let end = u32::try_from(a.chars().position(|c| c == '，').unwrap()).unwrap();
    assert_eq!(graded(&folder(end - 2), &[]), 0);
    assert!(graded(&folder(end - 4), &[]) > 0);
}

#[test]
fn a_copy_to_the_letter_is_graded_at_once_as_by_its_clauses() {
    let folders = [
        FolderText::default(),
        FolderText {
            given: &[],
            several: &[Span { start: 3, end: 90 }],
        },
    ];
    let long = format!("{LIBRARY}他们要的不是新书，而是一张亮着灯的桌子。");
    for text in [long.as_str(), LIBRARY, "图书馆开到夜里。"] {
        let (a, b) = (weighed(text), weighed(text));
        let in_a = a.text.tokens_in(whole(text, text).a);
        let equal = Tile {
            a: 0,
            b: 0,
            length: number(in_a.len()),
        };
        for folder in folders {
            let folder = [folder, FolderText::default()];
            let slow = by_clauses(&a, &in_a, &b, &in_a, Some(equal), folder);
            if let Some(fast) = to_the_letter(&a, &b, equal, folder) {
                assert_eq!(fast, slow);
            }
        }
    }
    let equal = Tile {
        a: 0,
        b: 0,
        length: number(weighed(&long).text.tokens.len()),
    };
    let fast =
        |folder| to_the_letter(&weighed(&long), &weighed(&long), equal, [folder; 2]).is_some();
    assert!(folders.into_iter().all(fast));
    let given = FolderText {
        given: &[Span { start: 5, end: 9 }],
        several: &[],
    };
    assert!(!fast(given));
}

#[test]
fn given_text_divides_a_passage_into_answers() {
    let question = "第二题，管道怎样把两个命令连在一起？";
    let sheet = |first: &str, second: &str| format!("{first}。{question}{second}。");
    let a = sheet(
        "夜里的书库亮着一盏灯，值班的人在登记",
        "竖线左边的输出成了右边的输入，所以不必存文件",
    );
    let b = sheet(
        "菜摊清早六点就摆好了，老板娘在算账",
        "竖线左边的输出成为右边的输入，因此不必存文件",
    );
    let place = |text: &str| {
        let at = text
            .find(question)
            .map(|byte| text[..byte].chars().count())
            .unwrap();
        let start = u32::try_from(at).unwrap();
        [Span::new(
            start,
            start + u32::try_from(question.chars().count()).unwrap(),
        )]
    };
    let (in_a, in_b) = (place(&a), place(&b));
    let folder = |given| FolderText {
        given,
        several: &[],
    };
    let found = grade(
        &weighed(&a),
        &weighed(&b),
        &whole(&a, &b),
        [folder(&in_a), folder(&in_b)],
    );
    assert_eq!(found.parts.len(), 2, "{:?}", found.parts);
    assert_eq!(found.parts[0].longest, 0);
    assert!(found.parts[1].longest >= SOLID);
    assert!(found.silent_a.iter().filter(|silent| **silent).count() >= 15);
}

proptest! {
    #[test]
    fn every_identical_character_stands_in_an_equal_run(
        parts in prop::collection::vec((0_usize..6, any::<bool>()), 4..14),
    ) {
        let sentences = [
            LIBRARY,
            "他们要的不是新书，而是一张亮着灯的桌子。",
            "其次是下了晚班不愿立刻回家的护士和出租车司机。",
            "豆浆铺子每逢下雨便早早收摊，老板说潮气会坏了面皮。",
            "码头的吊车整夜不停，工人轮班在铁皮棚里喝热汤。",
            "山路上的电线杆编着号，巡线的人每月走一趟。",
        ];
        let a: String = parts.iter().map(|&(sentence, _)| sentences[sentence]).collect();
        let b: String = (parts.iter().rev())
            .filter(|(_, kept)| *kept)
            .map(|&(sentence, _)| sentences[sentence].replace('的', "之"))
            .collect();
        let (x, y) = (weighed(&a), weighed(&b));
        let letters = |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect() };
        let other = letters(&b);
        let characters: Vec<char> = a.chars().collect();
        for passage in passages(&x, &y) {
            let found = grade(&x, &y, &passage, [FolderText::default(); 2]);
            for (runs, span) in [(&found.in_a, passage.a), (&found.in_b, passage.b)] {
                prop_assert!(runs.iter().all(|run| span.start <= run.span.start && run.span.end <= span.end && !run.span.is_empty()));
                prop_assert!(runs.windows(2).all(|two| two[0].span.end <= two[1].span.start));
            }
            for run in found.in_a.iter().filter(|run| run.degree == Degree::Identical) {
                let text: String = characters[run.span.start as usize..run.span.end as usize].iter().collect();
                let text: Vec<char> = letters(&text).chars().collect();
                prop_assert!(text.len() >= 6);
                // Two runs may touch, so that only each end is sure to begin or end one.
                let head: String = text[..6].iter().collect();
                let tail: String = text[text.len() - 6..].iter().collect();
                prop_assert!(other.contains(&head) && other.contains(&tail), "{head} {tail}");
            }
        }
    }

    #[test]
    fn the_longest_chain_is_as_long_as_any(places in prop::sample::subsequence((0_u32..30).collect::<Vec<u32>>(), 0..9).prop_shuffle()) {
        let runs: Vec<Tile> = (0..).zip(&places).map(|(a, &b)| Tile { a, b, length: 1 }).collect();
        let chain = in_one_order(&runs);
        prop_assert!(chain.windows(2).all(|two| two[0].a < two[1].a && two[0].b < two[1].b));
        let longest = (0..1_u32 << runs.len())
            .map(|choice| {
                let chosen: Vec<Tile> = (0..runs.len()).filter(|at| choice >> at & 1 == 1).map(|at| runs[at]).collect();
                if chosen.windows(2).all(|two| two[0].b < two[1].b) { chosen.len() } else { 0 }
            })
            .max();
        prop_assert_eq!(Some(chain.len()), longest);
    }
}
