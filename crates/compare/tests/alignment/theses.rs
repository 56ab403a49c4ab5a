//! Features of real theses: some must not be taken for a copy, some must not hide one.

use std::fmt::Write;

use chachong_compare::{PassageKind, Span};

use crate::texts::{Language, Numbers, align, length, on_one_subject, sentences, slice, text};

const PARAGRAPH: &str = "堆肥箱能否长久运转，首先取决于投放的材料是否搭配得当。菜叶和果皮含水多，单独堆放很快就会发酸发臭；枯叶、锯末和碎纸板\
    含碳高，却分解得很慢。把两类材料按体积一比二混合，再用铁锹翻动几次，箱内的温度三天之内就能升到五十度以上。其次，水分的多少也要随\
    季节调整。梅雨季节应当盖上透气的雨布，并多加一层干草；到了秋天空气干燥，则需要每周浇一次水，以手捏成团、松开即散为宜。";

/// Puts `inserted` as paragraphs between others.
fn within(language: Language, seed: u64, inserted: &str) -> (String, Span) {
    let before = text(language, seed, 60) + "\n\n";
    let start = length(&before);
    let span = Span::new(start, start + length(inserted));
    let after = text(language, seed ^ 0xFF, 60);
    (format!("{before}{inserted}\n\n{after}"), span)
}

#[track_caller]
fn assert_apart(language: Language, a: &str, b: &str) {
    let (a, _) = within(language, 21, a);
    let (b, _) = within(language, 22, b);
    let found: Vec<_> = align(&a, &b)
        .iter()
        .map(|p| (slice(&a, p.a), slice(&b, p.b)))
        .collect();
    assert!(found.is_empty(), "{found:?}");
}

/// Number of characters of `whole` outside all spans, and of characters in spans outside `whole`.
fn missed_and_added(whole: Span, found: impl Iterator<Item = Span>) -> (u32, u32) {
    let (mut inside, mut all) = (0, 0);
    for span in found {
        inside += span.common(whole).len();
        all += span.len();
    }
    (whole.len() - inside, all - inside)
}

#[track_caller]
fn assert_exact(language: Language, copy: &str, original: &str, tolerance: u32) {
    let (a, in_a) = within(language, 31, copy);
    let (b, in_b) = within(language, 32, original);
    let found = align(&a, &b);
    assert_eq!(found.len(), 1, "{found:?}");
    for (missed, added) in [
        missed_and_added(in_a, found.iter().map(|p| p.a)),
        missed_and_added(in_b, found.iter().map(|p| p.b)),
    ] {
        assert!(
            missed <= tolerance && added <= tolerance,
            "{found:?} for {in_a:?} {in_b:?}"
        );
    }
}

#[test]
fn long_texts_on_one_subject_are_no_copies() {
    for (language, seed, count) in [
        (Language::English, 41, 250),
        (Language::English, 43, 900),
        (Language::Chinese, 45, 900),
    ] {
        let a = on_one_subject(language, seed, count, 800);
        let b = on_one_subject(language, seed + 1, count, 800);
        assert_eq!(align(&a, &b), [], "{language:?} {count}");
    }
}

#[test]
fn a_common_sentence_is_no_copy() {
    let sentence = "随着我国经济的快速发展和社会的不断进步，越来越多的学者开始关注这一问题。";
    assert_apart(Language::Chinese, sentence, sentence);
}

#[test]
fn thanks_are_alike_without_a_copy() {
    assert_apart(
        Language::Chinese,
        "时光荏苒，三年的研究生生活即将结束。在此论文完成之际，首先要感谢我的导师李老师，从论文的选题、开题到写作，导师都给予了悉心的指导。\
        其次要感谢各位任课老师，感谢同窗好友的陪伴与帮助。最后，感谢我的父母，他们的支持是我前进的动力。感谢百忙之中评阅论文的各位专家。",
        "光阴似箭，两年的硕士生活转眼就要结束了。在论文即将完成之际，我首先要感谢导师王教授，从选题到定稿，老师都倾注了大量心血，给予我悉心的\
        指导和帮助。同时感谢学院各位老师的教导，感谢室友的陪伴。最后感谢我的家人，是你们的支持让我不断前行。感谢各位评审专家在百忙之中审阅本文。",
    );
}

#[test]
fn tables_of_numbers_are_no_copies_of_each_other() {
    let table = |seed, digits: u64| {
        let mut numbers = Numbers::new(seed);
        let mut table = String::new();
        let first = 1900 + 50 * seed;
        for year in first..first + 40 {
            write!(table, "{year}").unwrap();
            for _ in 0..6 {
                write!(table, "\t{}", numbers.below(digits)).unwrap();
            }
            table.push('\n');
        }
        table
    };
    for language in [Language::Chinese, Language::English] {
        assert_apart(language, &table(1, 10), &table(2, 10));
        assert_apart(language, &table(3, 10_000), &table(4, 10_000));
    }
    assert_exact(Language::Chinese, &table(5, 10_000), &table(5, 10_000), 3);
}

#[test]
fn other_references_are_no_copy() {
    let references = |seed| {
        let mut numbers = Numbers::new(seed);
        let mut list = String::new();
        for i in 1..20 {
            let title = sentences(Language::Chinese, numbers.below(1 << 50), 1).concat();
            let title = title.trim_end_matches('。');
            let (year, volume) = (2005 + numbers.below(18), numbers.below(60));
            let page = numbers.below(400);
            let names = ["王建国", "李敏", "张丽华", "陈志强", "刘洋", "赵静", "黄涛"];
            let journals = ["图书馆学刊", "情报科学", "城市问题", "社会科学", "教育研究"];
            let (first, second) = (numbers.one_of(&names), numbers.one_of(&names));
            let journal = numbers.one_of(&journals);
            write!(list, "[{i}] {first}, {second}. {title}[J]. {journal}, ").unwrap();
            let (issue, end) = (volume % 12, page + 7);
            writeln!(list, "{year}, {volume}({issue}): {page}-{end}.").unwrap();
        }
        list
    };
    assert_apart(Language::Chinese, &references(1), &references(2));
    assert_exact(Language::Chinese, &references(3), &references(3), 3);
}

const SORTING: &str = "#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char *argv[]) {\n    int i, j, n;\n    int *a;\n    \
    scanf(\"%d\", &n);\n    a = (int *)malloc(n * sizeof(int));\n    for (i = 0; i < n; i++) {\n        scanf(\"%d\", &a[i]);\n    }\n    \
    for (i = 0; i < n - 1; i++) {\n        for (j = 0; j < n - 1 - i; j++) {\n            if (a[j] > a[j + 1]) {\n                \
    int t = a[j];\n                a[j] = a[j + 1];\n                a[j + 1] = t;\n            }\n        }\n    }\n    return 0;\n}";
const LISTING: &str = "#include <stdio.h>\n#include <string.h>\nstruct node { int key; struct node *next; };\nint main(void) {\n    \
    int n, x;\n    struct node *head = NULL;\n    while (scanf(\"%d\", &x) == 1) {\n        struct node *p = new_node(x);\n        \
    p->next = head;\n        head = p;\n    }\n    while (head != NULL) {\n        printf(\"%d \", head->key);\n        \
    head = head->next;\n    }\n    return 0;\n}";

#[test]
fn programs_are_copies_only_where_copied() {
    assert_apart(Language::Chinese, SORTING, LISTING);
    assert_exact(Language::Chinese, SORTING, SORTING, 3);
}

#[test]
fn an_english_abstract_in_a_chinese_thesis() {
    let copied = "With the growth of the night economy, community libraries have begun to extend their opening hours. This thesis takes six \
        libraries in Wuhan as its object, combines questionnaires with interviews, and examines how readers use the hours after \
        eight o'clock. The results show that most evening visitors are office workers and pupils, that they stay longer than \
        daytime visitors, and that quiet seats with good light matter more to them than new books.";
    let apart = "With the rapid development of the economy, the parking of shared bicycles has become a problem of urban governance. This \
        thesis takes the central districts of Hangzhou as its object, combines field observation with interviews, and analyses \
        how riders choose where to leave a bicycle. The results show that most riders know the rules, and that fines matter \
        less to them than distance.";
    assert_apart(Language::Chinese, copied, apart);
    assert_exact(Language::Chinese, copied, copied, 2);
}

#[test]
fn a_chinese_passage_among_words() {
    assert_exact(Language::English, PARAGRAPH, PARAGRAPH, 2);
}

#[test]
fn a_page_break_does_not_divide_a_passage() {
    let (first, second) = PARAGRAPH.split_once("再用").unwrap();
    let broken = format!(
        "{first}\n\n第 37 页\n某某大学硕士学位论文\n图 3-4 三种堆肥箱的内部结构示意图\n资料来源：作者自绘\n\n再用{second}"
    );
    assert_exact(Language::Chinese, &broken, PARAGRAPH, 2);
}

#[test]
fn a_passage_of_sixty_characters() {
    let short = "菜叶和果皮含水多，单独堆放很快就会发酸发臭；枯叶、锯末和碎纸板含碳高，却分解得很慢，两类材料要按体积一比二混合。";
    assert_exact(Language::Chinese, short, short, 3);
    let english = "Peelings and salad leaves hold a lot of water and turn sour within days if they are piled up alone. Dry leaves, sawdust \
        and torn cardboard are rich in carbon but rot very slowly.";
    assert_exact(Language::English, english, english, 3);
}

#[test]
fn two_passages_of_the_source_joined_are_two() {
    let (first, second) = PARAGRAPH.split_at(PARAGRAPH.find("其次").unwrap());
    let (a, _) = within(Language::Chinese, 51, PARAGRAPH);
    let (b, _) = within(Language::Chinese, 52, first);
    let found = align(&a, &format!("{second}\n\n{b}"));
    let copied: Vec<String> = found.iter().map(|p| slice(&a, p.a)).collect();
    assert_eq!(copied, [first, second]);
}

#[test]
fn what_stands_twice_in_both_is_found_twice() {
    let twice = |seed| {
        let (text, _) = within(Language::Chinese, seed, PARAGRAPH);
        format!("{text}\n\n{PARAGRAPH}\n")
    };
    let (a, b) = (twice(61), twice(62));
    let found = align(&a, &b);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|p| p.similarity >= 980), "{found:?}");
}

#[test]
fn what_stands_twice_in_one_text_is_found_in_both_places() {
    let (a, _) = within(Language::Chinese, 71, PARAGRAPH);
    let (b, _) = within(Language::Chinese, 72, PARAGRAPH);
    let found = align(&format!("{a}\n\n{PARAGRAPH}\n"), &b);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|p| p.kind == PassageKind::Identical));
    assert!(!found[0].a.overlaps(found[1].a) && found[0].b == found[1].b);
}
