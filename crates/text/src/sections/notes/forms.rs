//! Notes without a label: an author's life, an address, a sentence on funding, a date of receipt, a line of copyright.

use super::labels::{Extent, words_of_life};
use super::sentences::{LONGEST_NOTE, sentences};
use crate::Words;
use crate::sections::heading::compact;

/// Length up to which a life is not checked sentence by sentence, in characters.
pub(super) const SHORT_LIFE: usize = 160;
/// Maximum length of an address, a mail address or a line of copyright, in characters. Longer paragraphs are text.
const LONGEST_ADDRESS: usize = 160;
/// Maximum length of a sentence on funding, in characters.
const LONGEST_FUNDING: usize = 140;
/// Maximum length of a date of receipt, in characters.
const LONGEST_DATE: usize = 60;

/// Whether a paragraph is a note by its form: a life, an address or a funder if `near` the text's beginning or end, a
/// date of receipt, a mail address or a line of copyright anywhere.
pub(super) fn is_note(text: &str, near: bool) -> bool {
    if text.chars().nth(LONGEST_NOTE).is_some() {
        return false;
    }
    let key = compact(text);
    let key = key.as_str();
    let length = key.chars().count();
    (length <= LONGEST_DATE && is_date(key))
        || (length <= LONGEST_ADDRESS && (is_copyright(key) || is_mail(key)))
        || (near && (is_life_in(text, key) || is_address_in(text, key) || is_funding(key)))
}

/// Whether a text is an author's life: "张某，男，1970年生，某某大学教授……".
pub(super) fn is_life(text: &str) -> bool {
    text.chars().nth(LONGEST_NOTE).is_none() && is_life_in(text, &compact(text))
}

fn is_life_in(text: &str, key: &str) -> bool {
    let head: String = key.chars().take(24).collect();
    let born = Words("年生|出生|,男|,女|男,|女,|男.|女.|岁男|岁女|:男|:女|生于|(男|(女")
        .occur_in(&head)
        || is_span_of_life(&head);
    let work = || {
        Words(
            "教授|讲师|助教|研究员|工程师|博士|硕士|研究生|毕业|主任|院长|研究方向|编辑|记者|会员|\
             学士|馆员|经理|职员|从事",
        )
        .occur_in(key)
    };
    // A long text may continue with the article.
    let long = || text.chars().nth(SHORT_LIFE).is_some();
    born && work()
        && words_of_life(key) >= 2
        && (!long() || sentences(Extent::Life, text) == text.len())
}

/// Whether a year of birth is given in brackets after a name: "(1970-)", "(1970—".
fn is_span_of_life(head: &str) -> bool {
    head.split('(').skip(1).any(|inside| {
        let digits = inside.chars().take_while(char::is_ascii_digit).count();
        let after = inside.chars().nth(digits);
        digits == 4
            && matches!(after, Some('-' | '—' | '–' | '~' | '.' | '年'))
            && !inside.chars().skip(5).take(4).all(|c| c.is_ascii_digit())
    })
}

/// Whether a text is a place of work with its post code or all in brackets: "（某某大学计算机系 北京 100084）".
pub(super) fn is_address(text: &str) -> bool {
    text.chars().nth(LONGEST_ADDRESS).is_none() && is_address_in(text, &compact(text))
}

fn is_address_in(text: &str, key: &str) -> bool {
    const PLACES: Words = Words(
        "大学|学院|研究所|研究院|实验室|中心|公司|系|党校|学校|医院|univ|institute|dept|\
         department|laboratory|college|academy|school|杂志社|编辑部",
    );
    if key.chars().nth(LONGEST_ADDRESS).is_some() {
        return false;
    }
    if super::super::marker::inside(text).is_some()
        && !text.starts_with(['(', '（', '[', '［', '〔'])
    {
        return false;
    }
    if key.contains(['。', '!', '?', '“', '%', '=']) {
        return false;
    }
    let enclosed = key.starts_with(['(', '[', '〔'])
        && key.trim_end_matches(['*', '.']).ends_with([')', ']', '〕'])
        && key.matches(['(', '[', '〔']).count() == 1;
    let foreign = key.is_ascii();
    let coded = has_post_code(text);
    if !(enclosed || coded) || !PLACES.occur_in(key) {
        return false;
    }
    if foreign {
        return enclosed && coded || (enclosed && text.starts_with('(') && key.contains("univ"));
    }
    let ends = key.trim_end_matches([')', ']', '〕', '*', '.']).ends_with([
        '系', '所', '院', '学', '校', '部', '室', '社', '司', '局', '厂', '会', '馆', '心',
    ]);
    let named = key.contains("作者");
    (coded && (enclosed || key.chars().count() <= 60))
        || (enclosed && (ends || named) && key.chars().count() <= 50)
}

/// Whether a text has six digits by themselves: a post code.
fn has_post_code(text: &str) -> bool {
    text.split(|c: char| !matches!(c, '0'..='9' | '０'..='９'))
        .any(|digits| digits.chars().count() == 6)
}

/// Whether a text names who funded the work: "国家自然科学基金资助项目(69000000)".
fn is_funding(key: &str) -> bool {
    if key.chars().nth(LONGEST_FUNDING).is_some() {
        return false;
    }
    let key = key.trim_start_matches(|c: char| !c.is_alphabetic());
    let head: String = key.chars().take(20).collect();
    let begins = Words(
        "国家|本文|本项|本研究|本课题|该课题|该项|教育部|注:|博士|中国|省|市|自然科学|thiswork|\
         thisresearch|thisstudy|supportedby|projectsupported|高校|航空",
    )
    .begin(&head)
        || head.contains("基金");
    let paid = Words(
        "资助|基金项目|基金课题|攻关项目|攻关课题|规划课题|规划项目|重点课题|supportedby|fundedby|\
         supportedin",
    )
    .occur_in(key);
    let project = Words("基金|项目|课题|计划|grant|foundation|fund|council").occur_in(key);
    let commas = key.matches([',', ';']).count();
    let sentence = key
        .trim_end_matches('。')
        .contains(['。', '是', '我', '就', '越']);
    begins && paid && project && commas <= 2 && !sentence
}

/// Whether a text is a date of receipt: "1998-03-17收稿", "本文1997年10月收到,1998年3月收到修改稿".
fn is_date(key: &str) -> bool {
    let received = Words("收稿|收到修改稿|收到原稿|修回|收到本文|修改稿收到|来稿").occur_in(key);
    let english = (key.starts_with("received") || key.starts_with("manuscriptreceived"))
        && key.chars().filter(char::is_ascii_digit).count() >= 4;
    let dated = crate::has_year(key);
    let head = key.chars().take(6).any(|c| c.is_ascii_digit())
        || key.starts_with(['收', '本', '修', '(', '来', '原', '*']);
    (received && dated && head && !key.contains(['。', '的'])) || english
}

/// Whether a text is a line of copyright: "© 2010 …", "版权所有", "All rights reserved".
fn is_copyright(key: &str) -> bool {
    key.starts_with('©')
        || key.starts_with("版权所有")
        || key.starts_with("copyright©")
        || key.starts_with("copyright(c)")
        || (key.starts_with("copyright") && key.contains("reserved"))
        || (key.ends_with("allrightsreserved.") || key.ends_with("allrightsreserved"))
}

/// Whether a text is a line with a mail address and little else: "E-mail: …".
fn is_mail(key: &str) -> bool {
    key.chars().nth(100).is_none()
        && key.contains('@')
        && (key.contains("e-mail")
            || key.contains("email")
            || key.contains("电子邮")
            || key.contains("电子信箱"))
        && !key.contains(['。', '!'])
}
