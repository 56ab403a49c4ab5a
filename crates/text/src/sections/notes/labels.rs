//! Labels of authors' and editors' notes, Chinese and English, with the kind of text that follows each.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::Words;
use crate::sections::heading::compact;

/// Kind of text that follows a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Number, date or name.
    Value,
    /// Sentences on a person and where that person works.
    Life,
    /// Sentences on who funded the work.
    Funding,
    /// Paragraph by an editor.
    Remark,
    /// Characters that the printer's fonts lacked and that had to be made.
    Signs,
}

/// Labels by kind, in lower case without white space, as [`Words`].
const LABELS: &[(Extent, &str)] = &[
    (
        Extent::Value,
        "责任编辑|責任編輯|本文责任编辑|本期责任编辑|责任编校|责任校对|责编|特约编辑|栏目编辑|校对者|校对|编校|编辑|\
         中图分类号|中图法分类号|中图分类|文献标识码|文章编号|学科分类号|分类号|收稿日期|修回日期|修稿日期|来稿日期|\
         收到日期|原稿收到日期|收稿时间|本刊收到稿件时间|录用日期|接受日期|出版日期|网络出版日期|文章日期|收稿|\
         文献号|原文出处|原刊地名|原刊期号|原刊页号|分类名|复印期号|作者姓名|电子邮箱|电子信箱|电子邮件|邮政编码|\
         邮编|联系电话|电话|传真|通讯地址|通信地址|联系地址|单位地址|e-mail|email|tel|fax|稿件编号|doi|udc|主持人|\
         received|accepted|revised|manuscriptreceived|articlehistory",
    ),
    (
        Extent::Life,
        "作者简介|作者簡介|作者介绍|作者简历|作者信息|第一作者|第一作者简介|第1作者简介|作者及单位|作者单位|作者單位|作者工作单位|\
         通讯作者|通信作者|通讯联系人|本文通讯联系人|通信联系人|联系人|译者简介|译者单位|作者系|作者为|作者现为|作者是|\
         authorbiography|authorbiographies|abouttheauthor|abouttheauthors|biographicalnote|biographicalnotes|\
         authorinformation|correspondingauthor|correspondence|correspondenceto|addressforcorrespondence|authoraffiliation|\
         authoraffiliations|authordetails",
    ),
    (
        Extent::Funding,
        "基金项目|基金资助|基金|资助项目|项目基金|课题项目|项目来源|课题来源|项目资助|基金课题|funding|fundinginformation|\
         fundingstatement|financialsupport|grantsponsor|supportedby|conflictofinterest|conflictsofinterest|\
         competinginterests|competinginterest|declarationofinterest|declarationofcompetinginterest|disclosurestatement",
    ),
    (
        Extent::Remark,
        "编者按|編者按|本刊编者按|编后|编后记|编者的话|编者|本刊按|本报编者按|标题注释|editor'snote|editorsnote|editorialnote",
    ),
    (Extent::Signs, "字库未存字注释|字库未存字"),
];

/// Labels by their first characters, which rule out nearly all text.
static BY_FIRST: LazyLock<HashMap<char, Vec<(Extent, &str)>>> = LazyLock::new(|| {
    let mut all: HashMap<char, Vec<(Extent, &str)>> = HashMap::new();
    for &(extent, labels) in LABELS {
        for label in Words(labels).all() {
            let first = label.chars().next().unwrap_or_default();
            all.entry(first).or_default().push((extent, label));
        }
    }
    all
});

/// Words on a person's life and work.
const LIFE: Words = Words(
    "年生|出生|男|女|教授|讲师|助教|研究员|工程师|博士|硕士|学士|研究生|毕业|主任|院长|所长|\
     研究方向|研究领域|从事|邮编|邮政编码|e-mail|email|@|电话|大学|学院|学校|研究所|研究院|研究室|\
     实验室|公司|出版社|杂志社|编辑部|中心|党校|医院|professor|university|institute|department|\
     college|ph.d|phd|lecturer|researcher|school",
);
/// Words on who funded a work and who has an interest in it.
const FUNDING: Words =
    Words("基金|资助|项目|课题|攻关|计划|规划|grant|fund|support|interest|disclos|sponsor");

/// Returns the kind of the label that `text` begins with. `None` if it begins with none, or if neither a sign nor white space sets the
/// label apart.
pub(super) fn at(text: &str) -> Option<Extent> {
    if !may_be_first(text) {
        return None;
    }
    let head = head(text);
    let (extent, label) = match longest(&head) {
        Some(found) => found,
        // An author's name alone is no note, but it is one after "【作者】", the heading that libraries print.
        None if head.starts_with("作者】") => (Extent::Value, "作者".len()),
        None if head.starts_with("作者:") => (Extent::Life, "作者".len()),
        None => return None,
    };
    let rest = &head[label..];
    let marked = rest.starts_with([':', '】', ']', '〕', ')', '】', '/', '|']);
    let spaced = spaced_after(text, label);
    let plain = match extent {
        // "作者系某某大学教授": the label is the beginning of a sentence.
        Extent::Life => marked || spaced || head[..label].ends_with(['系', '为']),
        Extent::Value | Extent::Signs => marked || spaced,
        Extent::Funding | Extent::Remark => marked,
    };
    (plain && (marked || label >= 7)).then_some(extent)
}

/// Whether a text may begin with a label, judged by the first character after the signs before a label.
fn may_be_first(text: &str) -> bool {
    let first = text.chars().find(|&c| !is_before_label(c));
    first.is_some_and(|c| {
        c.is_ascii_alphabetic()
            || !matches!(c, '\u{3400}'..='\u{9FFF}')
            || BY_FIRST.contains_key(&c)
    })
}

/// Returns the kind of the label that `text` begins with in the middle of a line; `None` unless the label is a sure one
/// with a colon or closing bracket after it.
pub(super) fn with_sign(text: &str) -> Option<Extent> {
    // Short labels not listed here begin sentences too.
    const SURE: Words = Words(
        "责任编辑|本文责任编辑|收稿日期|修回日期|修稿日期|中图分类号|中图法分类号|文献标识码|文章编号|作者简介|\
        第一作者简介|作者单位|作者工作单位|基金项目|通讯作者|通信作者|责任校对|责任编校",
    );
    let head = head(text);
    let (extent, label) = longest(&head)?;
    let sure = SURE.include(&head[..label]);
    let marked = head[label..].starts_with([':', '】', ']', '〕']);
    (sure && marked).then_some(extent)
}

/// Returns the kind of the label of which `text` consists, so that its content is in the next paragraphs; `None` for other
/// texts and for labels of values.
pub(super) fn alone(text: &str) -> Option<Extent> {
    let short = text.chars().nth(20).is_none();
    let key = short.then(|| compact(text))?;
    let key = key.trim_matches(|c: char| !c.is_alphanumeric());
    let (extent, label) = longest(key)?;
    (label == key.len() && !matches!(extent, Extent::Value)).then_some(extent)
}

/// Whether a sentence has a word of the label's subject.
pub(super) fn speaks_of(extent: Extent, text: &str) -> bool {
    let words = match extent {
        Extent::Life => LIFE,
        Extent::Funding => FUNDING,
        Extent::Value | Extent::Remark | Extent::Signs => return true,
    };
    let lower = compact(text);
    words.occur_in(&lower)
}

/// Counts the different words on a life in `lower`, a text in the form that `compact` gives.
pub(super) fn words_of_life(lower: &str) -> usize {
    LIFE.all().filter(|word| lower.contains(word)).count()
}

/// Whether the inside of a bracket begins with a label of its own: "作者单位：…", "责任编辑 张三".
pub(super) fn begins_bracket(inside: &str) -> bool {
    const FIRST: [char; 10] = ['作', '责', '責', '本', '收', '特', '编', '校', '译', '第'];
    const NAMES: Words = Words(
        "作者单位|作者單位|作者工作单位|作者系|作者为|作者现为|作者是|作者简介|作者通讯地址|作者通信地址|作者地址|\
        责任编辑|責任編輯|本文责任编辑|本栏责任编辑|责任编校|责任校对|责编|特约编辑|收稿日期|本文作者|本文作者系|编辑|\
        校对|编校|译者单位|译者系|第一作者|作者分别系|作者均系|作者分别为",
    );
    let inside = inside.trim_start();
    if !inside.starts_with(FIRST) {
        return false;
    }
    let head = head(inside);
    NAMES.all().any(|name| {
        head.strip_prefix(name).is_some_and(|rest| {
            rest.starts_with([':', '/'])
                || name.ends_with(['系', '为', '是'])
                || spaced_after(inside, name.len())
        })
    })
}

/// Whether a bracket holds nothing but a label, so that its content follows the bracket.
pub(super) fn is_bare(key: &str) -> bool {
    longest(key).is_some_and(|(_, label)| label == key.len())
}

/// Whether a value is a sentence; its label was then an ordinary word of the text.
pub(super) fn is_sentence(text: &str) -> bool {
    let stops = text.matches(['，', '。', '？', '！']).count();
    let particles = text.matches(['的', '了', '是', '在', '这', '我']).count();
    stops >= 2 && particles >= 2 || particles >= 4
}

/// Whether a label in the middle of a line may begin with `c`.
pub(super) const fn may_begin(c: char) -> bool {
    matches!(
        c,
        '责' | '本'
            | '收'
            | '修'
            | '中'
            | '文'
            | '作'
            | '第'
            | '基'
            | '通'
            | '【'
            | '['
            | '［'
            | '〔'
    )
}

/// Returns the beginning of a text in the form of labels, without the signs before it.
fn head(text: &str) -> String {
    let text: String = text.chars().take(48).collect();
    compact(text.trim_start_matches(is_before_label))
}

/// Whether `c` is one of the signs before a label.
fn is_before_label(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '【' | '[' | '［' | '〔' | '(' | '（' | '*' | '＊' | '※' | '\u{E000}'..='\u{F8FF}'
        )
}

/// Returns the kind of the longest label that `head` begins with, and its length in bytes; `None` if it begins with
/// none.
fn longest(head: &str) -> Option<(Extent, usize)> {
    let labels = BY_FIRST.get(&head.chars().next()?)?.iter();
    labels
        .filter(|(_, label)| head.starts_with(label))
        .map(|&(extent, label)| (extent, label.len()))
        .max_by_key(|&(_, length)| length)
}

/// Whether white space follows the label whose compact form takes `label` bytes.
fn spaced_after(text: &str, label: usize) -> bool {
    let text = text.trim_start_matches(is_before_label);
    let mut left = label;
    for c in text.chars() {
        if left == 0 {
            return c.is_whitespace();
        }
        if !c.is_whitespace() {
            left = left.saturating_sub(c.len_utf8());
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_written_as_texts_are_compared() {
        for &(_, labels) in LABELS {
            for label in Words(labels).all() {
                assert_eq!(compact(label), label);
            }
        }
    }
}
