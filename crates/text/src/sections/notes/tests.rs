//! Tests of the notes of authors and editors, on texts written for them.

use crate::sections::tests::marked;
use crate::{LineBreaks, MarkReason};

/// Returns the texts that are marked as notes in `text`.
fn notes(text: &str) -> Vec<String> {
    marked(text, LineBreaks::Paragraph, MarkReason::Notes)
}

const BODY: &str = "夜间的读者是本文要讨论的，他们在灯光下读书，这一点没有人怀疑过。";

#[test]
fn chinese_notes_of_their_own() {
    for note in [
        "作者简介：张某某，男，1970年生，某某大学教授，研究方向是夜间的图书馆。",
        "【作者简介】张某某(1970-)，女，某某人，某某学院讲师。",
        "作者单位：某某大学图书馆 某某 100000",
        "（作者单位：某某大学图书馆）",
        "（作者系某某大学图书馆副教授）",
        "［责任编辑：李某］",
        "责任编辑  李某",
        "收稿日期：1999-03-05",
        "（收稿日期：1999年3月）",
        "1999-03-05收稿，1999-06-01收到修改稿",
        "基金项目：国家某某科学基金资助项目（69000000）",
        "＊本文为某某省社会科学基金资助项目",
        "中图分类号：G250  文献标识码：A  文章编号：1000-0000(1999)03-0001-05",
        "【原文出处】某某学报",
        "编者按：夜间开放的图书馆越来越多，本刊发表这一组文章，以飨读者。",
        "E-mail: someone@example.org",
        "(某某大学图书馆，某某 100000)",
        "© 1999 某某杂志社",
        "张某某，男，1970年生，某某大学教授。",
    ] {
        let text = format!("{BODY}\n{note}\n{BODY}");
        assert_eq!(notes(&text), [note]);
    }
}

#[test]
fn english_notes_of_their_own() {
    let body = "We look at those who read at night and at the lamps that they use.";
    for note in [
        "Author biography: Jane Roe is a professor at the University of Somewhere.",
        "Funding: This work was supported by the Somewhere Foundation (grant 12).",
        "Correspondence: Jane Roe, Department of Lamps, University of Somewhere.",
        "Received: 12 March 2010; accepted: 3 June 2010",
        "Conflict of interest: The authors declare no competing interests.",
        "Copyright © 2010 Somewhere Press. All rights reserved.",
        "E-mail: jane.roe@example.org",
    ] {
        assert_eq!(notes(&format!("{body}\n{note}\n{body}")), [note]);
    }
}

#[test]
fn labels_alone_and_lives_below_each_other() {
    let text = format!(
        "{BODY}\n作者简介：\n张某某 1970年生，某某大学教授，从事图书馆研究。\n李某某 1975年生，某某大学讲师。\n{BODY}"
    );
    assert_eq!(
        notes(&text),
        [
            "作者简介：\n张某某 1970年生，某某大学教授，从事图书馆研究。\n李某某 1975年生，某某大学讲师。"
        ]
    );
}

#[test]
fn notes_in_a_line_with_text() {
    let text = format!("{BODY}（责任编辑：李某） 收稿日期：1999-03-05 {BODY}");
    assert_eq!(notes(&text), ["（责任编辑：李某） 收稿日期：1999-03-05"]);
    let number = "文章编号：1000-0000（1999）03-0001-05";
    assert_eq!(notes(&format!("{BODY} {number} {BODY}{BODY}")), [number]);
    let life = "作者简介：张某某，男，某某大学教授。";
    assert_eq!(notes(&format!("{BODY} {life}{BODY}{BODY}")), [life]);
}

#[test]
fn text_that_speaks_of_authors_and_funds_stays_text() {
    for text in [
        "作者认为，夜间的读者是在灯光下读书的，这一点没有人怀疑过。",
        "作者：读者和灯光的关系是一个老问题，我在这里只说几句，而且是这样说的。",
        "基金的管理是一个难题，资助的项目越多，管理的成本就越高，这是我们要看到的。",
        "编辑的工作是繁重的，责任编辑尤其如此，他们在灯光下工作到天亮。",
        "收稿日期应当写在哪里，各家杂志的做法是不同的，读者可以自己去看。",
        "电话是在1990年以后普及的，邮编则早得多。",
        "某某大学图书馆在1998年开放了夜间阅览室，有100000人来过。",
        "We received 300 answers in 2010, and most of them were useful to us.",
        "Funding is a problem for all libraries that are open at night.",
        "The author biography is a genre that has been studied since 1990.",
    ] {
        let text = format!("{text}\n{BODY}");
        assert!(notes(&text).is_empty(), "{text}");
    }
}

#[test]
fn text_glued_to_a_life_stays_text() {
    let text = format!(
        "作者简介：张某某，男，36岁，某某大学教授。{}",
        BODY.repeat(6)
    );
    assert_eq!(notes(&text), ["作者简介：张某某，男，36岁，某某大学教授。"]);
}
