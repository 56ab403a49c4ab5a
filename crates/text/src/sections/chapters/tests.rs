//! Tests of the headings of chapters: which are taken, and which are lists.

use super::*;
use proptest::prelude::*;

fn titles(text: &str) -> Vec<String> {
    chapters(text, &[])
        .into_iter()
        .map(|chapter| chapter.title)
        .collect()
}

/// Body text of about 320 characters, without headings.
fn body() -> String {
    "图书馆在夜间开放以后，读者可以安静地阅读和讨论，这是一件好事。\n".repeat(10)
}

#[test]
fn a_chinese_thesis_with_contents() {
    let body = body();
    let text = format!(
        "目  录\n摘要 ........ I\n第一章 绪论 ........ 1\n1.1 背景 ........ 1\n第二章 方法 ........ 5\n\
         第三章 结论 ........ 9\n参考文献 ........ 12\n致谢 ........ 14\n\n摘  要\n{body}关键词：夜间；图书馆\n\
         Abstract\nThe library was opened at night, and it is still the only one.\n\
         第一章  绪论\n1.1 背景\n{body}1.2 意义\n{body}第二章 方法\n{body}1. 打开阅览室\n2. 登记\n{body}\
         第三章 结论\n{body}参考文献\n[1] 某某. 夜间开放[J]. 某某学报, 2010.\n附录A 问卷\n{body}致  谢\n{body}"
    );
    assert_eq!(
        titles(&text),
        [
            "摘 要",
            "Abstract",
            "第一章 绪论",
            "第二章 方法",
            "第三章 结论",
            "参考文献",
            "附录A 问卷",
            "致 谢"
        ]
    );
    let first = &chapters(&text, &[])[2];
    let at = text.chars().skip(first.start as usize);
    assert!(at.collect::<String>().starts_with("第一章  绪论\n1.1"));
}

#[test]
fn headings_without_their_numbers_are_known_by_the_contents() {
    let body = body();
    let text = format!(
        "目录\n1.绪论\t4\n1.1 背景\t4\n2. 阅览室设计\t5\n2.1 座位\t5\n3. 夜间调试\t6\n4. 总结\t8\n参考文献\t9\n\n\
         1.绪论\n1.1 背景\n{body}阅览室设计\n座位\n{body}3. 夜间调试：\n{body}总结\n{body}参考文献\n\
         [1] 某某. 夜间开放[J]. 某某学报, 2010.\n"
    );
    let found = ["1.绪论", "2. 阅览室设计", "3. 夜间调试", "总结", "参考文献"];
    assert_eq!(titles(&text), found);
}

#[test]
fn an_english_thesis_by_single_numbers() {
    let body =
        "In 2010 the library was opened at night, and it is still the only one that we have.\n"
            .repeat(6);
    let text = format!(
        "A Study of Night Readers\n\nAbstract\n{body}1 Introduction\n{body}1.1 Background\n{body}\
         2 Related Work\n{body}1. Open the door\n2. Sit down\n3. Read a book\n{body}3 Method\n{body}\
         4 Conclusions\n{body}References\n[1] Doe, J. (2006). Readers. Journal of Reading 41, 393-407.\n"
    );
    assert_eq!(
        titles(&text),
        [
            "Abstract",
            "1 Introduction",
            "2 Related Work",
            "3 Method",
            "4 Conclusions",
            "References"
        ]
    );
    let text = format!(
        "Chapter 1\n{body}Chapter 2: Method\n{body}1 A list\n2 Of things\n{body}Bibliography\n"
    );
    assert_eq!(
        titles(&text),
        ["Chapter 1", "Chapter 2: Method", "Bibliography"]
    );
}

#[test]
fn chinese_numerals_hold_arabic_numbers() {
    let body = body();
    let text = format!(
        "摘要：本文研究夜间开放。\n一、引言\n{body}二、做法\n1. 准备\n{body}2. 开放\n{body}（一）细节\n{body}\
         三、结语\n{body}参考文献：\n"
    );
    assert_eq!(
        titles(&text),
        ["摘要", "一、引言", "二、做法", "三、结语", "参考文献："]
    );
}

#[test]
fn short_chapters_stay_where_the_numbers_count_up() {
    let body = body();
    let short = "三周之中跟车十二次，每次都记下时刻和路口。\n";
    // The third chapter is short, and so are the last ones.
    let text = format!(
        "摘要：本文研究菜摊。\n一、缘起\n{body}二、解释\n{body}三、办法\n{short}四、一天\n{body}五、买菜的人\n{body}\
         六、建议\n{short}七、结语\n{short}参考文献\n"
    );
    let chapters = [
        "摘要",
        "一、缘起",
        "二、解释",
        "三、办法",
        "四、一天",
        "五、买菜的人",
        "六、建议",
        "七、结语",
        "参考文献",
    ];
    assert_eq!(titles(&text), chapters);
    // Lists within the chapters stay lists, also one that ends right before a chapter.
    let text = format!(
        "摘要：本文研究菜摊。\n1 引言\n{short}2 材料\n{body}1. 准备\n2. 跟车\n3. 记录\n{body}3 结果\n{body}\
         1. 早晨\n2. 中午\n3. 傍晚\n4 讨论\n{body}5 结语\n{short}参考文献\n"
    );
    let chapters = [
        "摘要",
        "1 引言",
        "2 材料",
        "3 结果",
        "4 讨论",
        "5 结语",
        "参考文献",
    ];
    assert_eq!(titles(&text), chapters);
}

#[test]
fn the_first_chapter_may_have_no_number() {
    let body = body();
    let text = format!("摘要\n{body}引言\n{body}2 方法\n{body}3 结果\n{body}参考文献\n");
    assert_eq!(
        titles(&text),
        ["摘要", "引言", "2 方法", "3 结果", "参考文献"]
    );
    let text = format!("摘要\n{body}0 引 言\n{body}1 方法\n{body}2 结果\n{body}参考文献\n");
    assert_eq!(
        titles(&text),
        ["摘要", "0 引 言", "1 方法", "2 结果", "参考文献"]
    );
}

#[test]
fn chapters_without_the_first_one_are_not_recognised() {
    let body = body();
    for headings in [
        ["三、现状", "四、讨论", "五、结语"],
        ["3 现状", "4 讨论", "5 结语"],
        ["第三章 现状", "第四章 讨论", "第五章 结语"],
        // The chapter between was not found.
        ["1 现状", "4 讨论", "5 结语"],
    ] {
        let [a, b, c] = headings;
        let text = format!("摘要\n{body}{a}\n{body}{b}\n{body}{c}\n{body}参考文献\n");
        assert_eq!(titles(&text), [""; 0], "{a}");
    }
    // Items of two lists are no chapters either.
    let list = "1. 准备\n2. 跟车\n3. 记录\n4. 整理\n";
    let text = format!("摘要\n{body}{list}{body}{list}{body}{list}{body}参考文献\n");
    assert_eq!(titles(&text), [""; 0]);
}

#[test]
fn a_chapter_that_the_contents_call_otherwise_stays() {
    let body = body();
    let text = format!(
        "目  录\n第一章 绪论 ........ 1\n第二章 基础技术 ........ 5\n第三章 结构 ........ 9\n\
         第四章 结论 ........ 12\n\n第一章 绪论\n{body}第二章 基本概念\n{body}第三章 结构\n{body}第四章 结论\n{body}"
    );
    assert_eq!(
        titles(&text),
        [
            "第一章 绪论",
            "第二章 基本概念",
            "第三章 结构",
            "第四章 结论"
        ]
    );
}

#[test]
fn a_text_without_headings_has_no_chapters() {
    assert_eq!(titles(&body()), [""; 0]);
    assert_eq!(titles(""), [""; 0]);
    // A list alone is no list of chapters.
    assert_eq!(titles("1 打开阅览室\n2 登记姓名\n3 坐下读书\n"), [""; 0]);
}

#[test]
fn numerals_have_values() {
    for (text, value) in [
        ("一", 1),
        ("十", 10),
        ("十二", 12),
        ("二十", 20),
        ("三十五", 35),
        ("7", 7),
    ] {
        assert_eq!(numeral(text), Some(value), "{text}");
    }
    assert_eq!(numeral("一二"), None);
}

proptest! {
    #[test]
    fn chapters_ascend_within_the_text(text in "(第[一二三]章 |[1-3] |一、|目录|摘要|1\\.1|题|…|\n|[a-z ]|夜){0,60}") {
        let found = chapters(&text, &[]);
        let length = text.chars().count();
        prop_assert!(found.iter().all(|chapter| (chapter.start as usize) < length && !chapter.title.is_empty()));
        prop_assert!(found.windows(2).all(|two| two[0].start < two[1].start));
    }
}
