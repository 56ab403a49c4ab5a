//! Named works that introduce a quotation: 《夜读史》说：“…”.

use crate::Words;

/// Maximum number of characters between the work and its quotation.
const BETWEEN: usize = 24;

/// Words with which a work is quoted, before a colon or nothing.
const WORDS: Words = Words(
    "曰|云|谓|言|说|說|指出|写道|寫道|写到|记载|記載|载|載|认为|規定|规定|强调|称|明确|提出|中说|\
     所说|所言|所云|有言|阐明|阐述|论述|宣布|宣称|说过|讲到|讲过|曾说|提到|说道|问道|答道|唱道|\
     叹道|述道|表述为|解释为|解释说|定义为|描述|告诫|告诉我们",
);

/// Returns whether the text ends with a work and the words that introduce a quotation from it.
pub(super) fn comes_before(before: &str) -> bool {
    let before = before.trim_end();
    let colon = before.ends_with([':', '：']);
    let before = before.trim_end_matches([':', '：', '，', ',']);
    // Backwards to the title, within the sentence.
    for (count, (at, c)) in before.char_indices().rev().enumerate() {
        match c {
            '》' => {
                let between = &before[at + c.len_utf8()..];
                return introduces(between, colon);
            }
            '。' | '！' | '？' | '；' | '”' | '“' | '\n' | '「' | '」' => return false,
            _ if count > BETWEEN => return false,
            _ => {}
        }
    }
    false
}

/// Returns whether the words between a title and a quotation attribute the quotation to that work, such as "中写道".
/// `colon` tells whether a colon follows the words.
#[must_use]
pub fn introduces(between: &str, colon: bool) -> bool {
    if between.trim().is_empty() {
        return colon;
    }
    !between.contains(['，', ','])
        && WORDS.end(between)
        && !between.ends_with("所谓")
        // "《夜读史》的作者认为" is the work's author, but "一文发表后有人认为" is anyone.
        && !Words("有人|他们|我们|笔者|人们|学者|大家|论者").occur_in(between)
}

#[cfg(test)]
mod tests {
    use super::comes_before;

    #[test]
    fn named_works_introduce() {
        for text in [
            "《夜读·灯下》云：",
            "《夜读史》中写道：",
            "正如《夜间读者法》第三条规定：",
            "张三在《灯光的历史》一书中指出：",
            "《夜读》：",
            "《夜读史》说，",
        ] {
            assert!(comes_before(text), "{text}");
        }
        for text in [
            "他说：",
            "《夜读史》出版了。他说：",
            "《夜读史》发表后，有人认为",
            "《夜读史》一文引起争论，论者指出：",
            "读过《夜读史》的人都知道",
            "《夜读史》",
            "坚持《夜读史》的所谓",
        ] {
            assert!(!comes_before(text), "{text}");
        }
    }
}
