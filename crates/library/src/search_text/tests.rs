//! Tests of search terms and queries against obvious expectations, and against FTS5 itself.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::pieces::Kind;
use super::*;
use chachong_compare::Span;
use chachong_text::{LineBreaks, is_invisible, normalize, starts_a_cluster};

fn find(typed: &str, text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let normalized = normalize(text, LineBreaks::Layout);
    Query::parse(typed)
        .find(text, &normalized)
        .into_iter()
        .map(|span| {
            characters[span.start as usize..span.end as usize]
                .iter()
                .collect()
        })
        .collect()
}

#[test]
fn words_are_whole_and_chinese_is_found_anywhere() {
    let text = "Copyright: a copy of the book's COPY。社区图书\n馆的夜 间开放";
    assert_eq!(find("copy", text), ["copy", "COPY"]);
    assert_eq!(find("copy*", text), ["Copyright", "copy", "COPY"]);
    assert_eq!(find("book", text), ["book"]);
    assert_eq!(find("图书馆", text), ["图书\n馆"]);
    assert_eq!(find("间", text), ["间"]);
    assert_eq!(find("夜间 ｃｏｐｙ", text), ["copy", "COPY", "夜 间"]);
    assert_eq!(find("夜间 missing", text), [""; 0]);
    assert_eq!(find("opyright", text), [""; 0]);
    assert_eq!(find("5", "3.5"), [""; 0]);
    assert_eq!(find("3.5", "为 3.5."), ["3.5"]);
}

#[test]
fn phrases_stand_side_by_side() {
    let text = "使用 SimHash\n算法，比较文本。\n\n文本很长。 “Open at” night";
    assert_eq!(find("\"simhash 算法\"", text), ["SimHash\n算法"]);
    assert_eq!(find("使用SimHash", text), ["使用 SimHash"]);
    assert_eq!(find("“算法，比较", text), ["算法，比较"]);
    assert_eq!(find("算法,比较", text), ["算法，比较"]);
    assert_eq!(find("算法比较", text), [""; 0]);
    assert_eq!(find("\"at night\"", text), [""; 0]);
    assert_eq!(find("\"算法，比*\"", text), [""; 0]);
    assert_eq!(find("\"使用 simh*\"", text), ["使用 SimHash"]);
    assert_eq!(find("，比较、", text), ["比较"]);
    // No phrase extends over the end of a paragraph.
    assert_eq!(find("\"文本。文本\"", text), [""; 0]);
    assert_eq!(find("文本", text), ["文本", "文本"]);
}

#[test]
fn surroundings_of_a_text_make_no_difference() {
    let traditional = "關於這個問題的討論，乾燥與乾隆。藉口寫著。";
    for typed in [
        "乾燥", "干燥", "乾隆", "藉口", "借口", "写着", "寫著", "關於", "讨论",
    ] {
        assert_eq!(find(typed, traditional).len(), 1, "{typed}");
        assert_eq!(
            find(typed, &normalize(traditional, LineBreaks::Layout).text).len(),
            1,
            "{typed}"
        );
    }
    // Characters whose conversion depends on the word.
    for typed in [
        "計畫", "畫家", "計劃", "精鍊", "鐵鍊", "瞭解", "瞭望", "覆蓋", "答覆", "鍾情", "沈著",
        "憑藉", "噁心",
    ] {
        let text = format!("關於{typed}這個問題");
        assert_eq!(find(typed, &text).len(), 1, "{typed}");
        assert_eq!(
            find(&normalize(&text, LineBreaks::Page).text, &text).len(),
            1,
            "{typed}"
        );
    }
    assert_eq!(find("сору", "make a сору of it"), ["сору"]);
    assert_eq!(find("copy", "make a сору of it"), ["сору"]);
    assert_eq!(find("оса", "Он сказал: а это оса"), ["оса"]);
    assert_eq!(find("вот", "the ВОТ"), ["ВОТ"]);
    assert_eq!(find("ВОТ", "он сказал вот"), ["вот"]);
    assert_eq!(find("mm", "5 μm"), [""; 0]);
    assert_eq!(find("n", "ν 与 Ν"), [""; 0]);
    assert_eq!(find("ΟΔΟΣ", "η οδος"), ["οδος"]);
    assert_eq!(find("CAFÉ", "the cafe\u{301}"), ["cafe\u{301}"]);
    assert_eq!(
        find("information", "the infor-\nmation"),
        ["infor-\nmation"]
    );
}

#[test]
fn rare_characters_are_terms_of_their_own() {
    let terms = index_terms(&normalize("𠀀𠀁国", LineBreaks::Layout));
    assert_eq!(terms.len(), 3);
    assert_eq!(find("𠀁国", "在𠀀𠀁国").len(), 1);
    assert_eq!(find("𠀀国", "在𠀀𠀁国").len(), 0);
}

#[test]
fn what_is_typed_is_never_syntax() {
    let of = |typed: &str| {
        let terms = Query::parse(typed).terms();
        (!terms.is_empty()).then(|| match_expression(&terms))
    };
    assert_eq!(
        of("a OR b*").as_deref(),
        Some("\"wa\" AND \"wor\" AND \"wb\" *")
    );
    assert_eq!(
        of("夜间开放").map(|all| all.matches("\"h").count()),
        Some(3)
    );
    assert_eq!(of("zü").as_deref(), Some("\"wzzz0000fc\""));
    for empty in ["", " ", "\"\"", "* ， -", "\"。\"", "\u{200B}"] {
        assert_eq!(of(empty), None, "{empty}");
        assert!(Query::parse(empty).is_empty() && find(empty, "a。* ，").is_empty());
    }
    let long = "图书 ".repeat(9) + &"夜间开放服务abc ".repeat(4000);
    assert!(Query::parse(&long).terms().len() <= MAXIMUM_TERMS);
}

#[test]
fn one_words_writing_begins_with_anothers_only_if_the_word_does() {
    let words = [
        "z",
        "zz",
        "z0",
        "a",
        "az",
        "azz",
        "aü",
        "ü",
        "üa",
        "0000fc",
        "z0000fc",
        "\u{10FFFF}",
        "\u{10FFF}f",
    ];
    for a in words {
        for b in words {
            let written = term::of_word(a).starts_with(&term::of_word(b));
            assert_eq!(written, a.starts_with(b), "{a} {b}");
        }
    }
}

/// Texts put together from difficult pieces, without words divided at a line's end.
fn text() -> impl Strategy<Value = String> {
    let pieces = vec![
        "图书馆",
        "圖書館",
        "夜间",
        "乾",
        "燥",
        "隆",
        "藉口",
        "著",
        "么",
        "麼",
        "關於",
        "馀",
        "餘",
        "鍾",
        "瞭",
        "。",
        "，",
        "、",
        "“",
        "”",
        "\"",
        "*",
        "!",
        "'",
        " -",
        "well-known",
        "(",
        " ",
        " ",
        "\n",
        "\n\n",
        "\u{3000}",
        "copy",
        "Copyright",
        "copy's",
        "3.5",
        "5",
        "v2.0.1",
        "ＡＢＣ",
        "ﬁle",
        "é",
        "e\u{301}",
        "İ",
        "ΟΔΟΣ",
        "οδος",
        "слово",
        "сору",
        "оса",
        " ВОТ ",
        "аnd",
        "α",
        "ν",
        "Straße",
        "𠀀",
        "〇",
        "カ",
        "ｶﾞ",
        "한국",
        "①",
        "㎏",
        "\u{200B}",
        "\u{FE0F}",
        "\u{301}",
        "⼈",
        "①②",
    ];
    prop::collection::vec(prop::sample::select(pieces), 0..40).prop_map(|pieces| pieces.concat())
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![4 => text(), 1 => any::<String>()]
}

fn has(terms: &BTreeSet<String>, wanted: &Term) -> bool {
    if wanted.is_prefix {
        terms.iter().any(|term| term.starts_with(&wanted.text))
    } else {
        terms.contains(&wanted.text)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_phrase_cut_from_a_text_is_found_at_its_place(text in text(), from in any::<prop::sample::Index>(), length in 0_usize..12) {
        let normalized = normalize(&text, LineBreaks::Layout);
        let list = Pieces::of(&normalized).list;
        prop_assume!(!list.is_empty());
        let first = from.index(list.len());
        let last = (first + length).min(list.len() - 1);
        // Not from within a character that gives several pieces.
        prop_assume!(first == 0 || list[first - 1].end <= list[first].start);
        prop_assume!(last + 1 == list.len() || list[last].end <= list[last + 1].start);
        prop_assume!(!list[first..=last].iter().any(|piece| piece.kind == Kind::Paragraph));
        let characters: Vec<char> = text.chars().collect();
        let (start, mut end) = (list[first].start as usize, list[last].end as usize);
        let is_mark = |c: char| !starts_a_cluster(c) || is_invisible(c);
        while characters.get(end).is_some_and(|&c| is_mark(c)) {
            end += 1;
        }
        let cut: String = characters[start..end].iter().collect();
        let query = Query::phrase(&cut);
        prop_assume!(!query.is_empty());
        let place = Span { start: u32::try_from(start).unwrap(), end: u32::try_from(end).unwrap() };
        let found = query.find(&text, &normalized);
        prop_assert!(found.contains(&place), "{cut:?} at {place:?} not in {found:?}");
    }

    #[test]
    fn what_is_found_has_all_terms(text in any_text(), typed in any_text(), exact in any::<bool>()) {
        let normalized = normalize(&text, LineBreaks::Layout);
        let terms: BTreeSet<String> = index_terms(&normalized).into_iter().collect();
        let query = if exact { Query::phrase(&typed) } else { Query::parse(&typed) };
        prop_assert_eq!(query.is_empty(), query.terms().is_empty());
        let found = query.find(&text, &normalized);
        let count = text.chars().count();
        prop_assert!(found.is_sorted() && found.iter().all(|span| !span.is_empty() && span.end as usize <= count));
        if !found.is_empty() {
            for wanted in query.terms() {
                prop_assert!(has(&terms, &wanted), "{wanted:?} of {typed:?}");
            }
        }
        // A text other than the one that was normalised must do no harm.
        let _ = query.find(&typed, &normalized);
    }

    #[test]
    fn words_of_a_text_lead_to_it(text in text()) {
        let normalized = normalize(&text, LineBreaks::Layout);
        for word in text.split([' ', '\n', '\u{3000}', '"', '“', '”']).filter(|word| !word.contains('*')) {
            let query = Query::parse(word);
            let is_attached = text.contains(&format!("{word}\u{301}"));
            if !query.is_empty() && !is_attached {
                prop_assert!(!query.find(&text, &normalized).is_empty(), "{word:?}");
            }
        }
    }

    #[test]
    fn chinese_is_found_wherever_its_characters_follow_each_other(
        text in prop::collection::vec(prop::sample::select(vec!['中', '文', '国', '\n', '，']), 0..40),
        typed in prop::collection::vec(prop::sample::select(vec!['中', '文', '国']), 1..4),
    ) {
        let text = String::from_iter(text).replace("\n\n", "\n");
        let letters: Vec<(usize, char)> = text.chars().enumerate().filter(|&(_, c)| c != '\n').collect();
        let expected: Vec<usize> = letters.windows(typed.len())
            .filter(|window| window.iter().map(|&(_, c)| c).eq(typed.iter().copied()))
            .map(|window| window[0].0).collect();
        let normalized = normalize(&text, LineBreaks::Page);
        let found = Query::parse(&String::from_iter(typed)).find(&text, &normalized);
        prop_assert_eq!(found.iter().map(|span| span.start as usize).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn every_term_is_one_plain_token(text in any_text()) {
        let terms = index_terms(&normalize(&text, LineBreaks::Layout));
        prop_assert!(terms.is_sorted_by(|a, b| a < b));
        for term in terms {
            prop_assert!(term.starts_with(['h', 'w']) && term.len() > 1);
            prop_assert!(term.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()), "{term}");
        }
    }
}

#[test]
fn fts5_finds_what_the_terms_lead_to() {
    for tokenizer in ["unicode61", "ascii"] {
        let sqlite = rusqlite::Connection::open_in_memory().unwrap();
        sqlite
            .execute_batch(&format!(
                "CREATE VIRTUAL TABLE texts USING fts5(terms, content='', detail=none, tokenize='{tokenizer}')"
            ))
            .unwrap();
        let texts = [
            "社区图书馆的夜间开放服务 𠀀𠀁",
            "A copy of 3.5 cafés, naïve Straße, İstanbul",
            "Copyright AND zebra NOT near",
        ];
        for (row, text) in (1_i64..).zip(texts) {
            let terms = index_terms(&normalize(text, LineBreaks::Layout)).join(" ");
            sqlite
                .execute(
                    "INSERT INTO texts(rowid, terms) VALUES (?, ?)",
                    (row, terms),
                )
                .unwrap();
        }
        let rows = |typed: &str| -> Vec<i64> {
            let expression = match_expression(&Query::parse(typed).terms());
            let mut found = sqlite
                .prepare("SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rowid")
                .unwrap();
            found
                .query_map([expression], |row| row.get(0))
                .unwrap()
                .map(Result::unwrap)
                .collect()
        };
        for (typed, expected) in [
            ("圖書館", vec![1]),
            ("夜", vec![1]),
            ("𠀀𠀁", vec![1]),
            ("copy", vec![2]),
            ("copy*", vec![2, 3]),
            ("CAFÉS", vec![2]),
            ("cafes", vec![]),
            ("straße 3.5", vec![2]),
            ("İs*", vec![2]),
            ("zeb*", vec![3]),
            ("and not near", vec![3]),
            ("copy\" OR \"zebra", vec![]),
            ("terms:copy", vec![]),
            ("图书馆 copy", vec![]),
        ] {
            assert_eq!(rows(typed), expected, "{typed} with {tokenizer}");
        }
        let long = "夜间开放服务".repeat(50);
        assert_eq!(rows(&long), Vec::<i64>::new());
    }
}
