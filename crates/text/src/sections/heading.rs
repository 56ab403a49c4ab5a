//! Form of headings: whether a single line looks like a heading, and of which section. Whether such a section really
//! follows is decided by the section's own module.

use unicode_normalization::UnicodeNormalization;

use super::names::{Heading, by_name};
use super::numerals::{is_numeral, is_roman};
use crate::{Words, is_cjk};

/// Maximum length of a heading, in characters.
const LONGEST: usize = 60;
/// Minimum length, in characters, of the words that have a capital in a title: "of" and "with" have none.
const LEAST_TITLE_WORD: usize = 5;

/// Returns the section whose heading `line`, which is trimmed, looks like; `None` if it is not a heading.
pub(super) fn of(line: &str) -> Option<Heading> {
    if begins_remark(line) {
        return Some(Heading::Remark);
    }
    // A line that begins with a lower-case letter continues a sentence.
    let first = line.chars().find(|c| c.is_alphanumeric())?;
    let own = without_translation(line);
    if first.is_lowercase() || own.chars().nth(LONGEST).is_some() {
        return None;
    }
    let whole = compact(line);
    let key = bare(&whole);
    if key.is_empty() {
        return None;
    }
    let name = bare(without_number(key));
    by_name(name)
        .or_else(|| by_name(key))
        .or_else(|| in_two_languages(name))
        .or_else(|| declaration(name))
        .or_else(|| appendix(line, key))
        .or_else(|| publications(name))
        .or_else(|| is_chapter(own, &compact(own)).then_some(Heading::Other))
}

/// Returns a Chinese line without its translation in brackets: "2 研究方法（Methods of the study）".
fn without_translation(line: &str) -> &str {
    let parts = line.split_once(['（', '(']).and_then(|(own, rest)| {
        let translation = rest.strip_suffix(['）', ')'])?;
        Some((own, translation))
    });
    let Some((own, translation)) = parts else {
        return line;
    };
    let is_foreign =
        !translation.chars().any(is_cjk) && translation.chars().any(|c| c.is_ascii_lowercase());
    if is_foreign && own.chars().any(is_cjk) {
        own.trim_end()
    } else {
        line
    }
}

/// Whether a line begins with the name of a remark and its text: "摘要：……", "Abstract— …", "作者简介：……".
fn begins_remark(line: &str) -> bool {
    // Without the white space of "key words".
    const NAMES: Words =
        Words("摘要|关键词|关键字|作者简介|作者簡介|收稿日期|基金项目|abstract|keywords");
    let head = compact(&line.chars().take(24).collect::<String>());
    let head = head.trim_start_matches(['【', '[', '*', '(']);
    NAMES.all().any(|name| {
        head.strip_prefix(name)
            .is_some_and(|rest| rest.starts_with([':', '】', ']', '—', '-', ')']))
    })
}

/// Returns a text in NFKC and lower case, without white space.
pub(super) fn compact(text: &str) -> String {
    text.nfkc()
        .filter(|c| !c.is_whitespace())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Strips the signs that surround a heading. A full stop stays after Chinese: it ends a sentence.
pub(super) fn bare(key: &str) -> &str {
    let key = key.trim_matches(|c: char| "#*_【】[]〔〕《》=-—•·:■●◆▪|".contains(c));
    // English headings end in a full stop here and there: "References.".
    match key.strip_suffix('.') {
        Some(name) if name.is_ascii() => name,
        _ => key,
    }
}

/// Strips the number before a heading's name: "第三章", "5.2", "六、", "IX." or "(3)". "C." is a letter.
pub(super) fn without_number(key: &str) -> &str {
    if let Some(rest) = key.strip_prefix('第')
        && let Some((number, name)) = rest.split_once(['章', '节', '節', '部', '编', '篇'])
        && !number.is_empty()
        && number.chars().all(is_numeral)
    {
        return name.strip_prefix('分').unwrap_or(name);
    }
    if let Some(rest) = key.strip_prefix("chapter") {
        return rest
            .trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ':' | '-'));
    }
    let inner = key.strip_prefix('(').unwrap_or(key);
    let digits = inner.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    if digits.len() < inner.len() {
        return digits.trim_start_matches([')', '、', '.', ':']);
    }
    let numerals = inner.trim_start_matches(is_numeral);
    if numerals.len() < inner.len()
        && let Some(name) = numerals.strip_prefix(['、', '.', ')', ','])
    {
        return name.trim_start_matches('、');
    }
    if let Some((number, name)) = inner.split_once('.')
        && number.len() <= 5
        && is_roman(number)
        && number.chars().all(|c| matches!(c, 'i' | 'v' | 'x'))
    {
        return name;
    }
    key
}

/// Returns the section of a heading that is written twice, mostly in two languages: "参考文献(References)", "致谢
/// Acknowledgements", "目录 目录", "目录(示例)"; `None` for any other.
fn in_two_languages(name: &str) -> Option<Heading> {
    if let Some((before, after)) = name.split_once(['(', '/', '|']) {
        let heading = by_name(bare(before))?;
        // The text in the bracket may be anything short.
        return (after.chars().count() <= 20).then_some(heading);
    }
    let foreign = name.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(0);
    if foreign > 0 {
        let heading = by_name(bare(&name[..foreign]))?;
        return (by_name(&name[foreign..]) == Some(heading)).then_some(heading);
    }
    let (first, second) = name.split_at_checked(name.len() / 2)?;
    (first == second).then(|| by_name(first)).flatten()
}

/// Returns the section of a declaration's heading, known by its ending: "某某大学学位论文原创性声明", "关于学位论文使用授权的说明"; `None` for
/// any other.
fn declaration(name: &str) -> Option<Heading> {
    const ENDS: Words = Words(
        "声明|聲明|承诺书|保证书|责任书|授权书|授權書|授权说明|授权的说明|使用说明|诚信承诺|\
         责任声明|规定|声明书",
    );
    const ABOUT: Words = Words(
        "原创|原創|独创|獨創|诚信|版权|版權|授权|授權|学位论文|學位論文|毕业论文|学术|毕业设计",
    );
    // These are what a thesis may be about; only the author's own word on them is a declaration.
    const OWN_ENDS: Words = Words("声明|聲明|承诺|承诺书|保证书|声明书|情况说明|的说明");
    const OWN_ABOUT: Words =
        Words("人工智能|生成式|aigc|ai工具|ai使用|使用ai|查重|独立完成|课程论文|原创|诚信");
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let longest = if name.is_ascii() { LONGEST } else { 40 };
    let long_enough = name.chars().count() <= longest;
    let is_of = |ends: Words, about: Words| ends.end(name) && about.occur_in(name);
    let is_declaration =
        is_of(ENDS, ABOUT) || is_of(OWN_ENDS, OWN_ABOUT) || is_english_declaration(name);
    let sentence = name.contains(['，', ',', '。', ';', '；', '本']) && !name.contains("本科");
    (long_enough && is_declaration && !sentence).then_some(Heading::Declaration)
}

/// Whether a name is that of an English declaration about honour or about the use of AI: "Honor Code", "Statement on the Use of
/// AI Tools".
fn is_english_declaration(name: &str) -> bool {
    const KINDS: Words = Words("declaration|statement|disclosure|pledge|honorcode|honourcode");
    const ABOUT: Words = Words(
        "honor|honour|integrity|honesty|useofai|aiuse|aiusage|aitool|genai|generativeai|\
         generativeartificialintelligence|useofartificialintelligence|chatgpt",
    );
    (KINDS.begin(name) || KINDS.end(name)) && ABOUT.occur_in(name)
}

/// Returns the section of an appendix's heading: "附录", "附录A 测试程序", "Appendix B: Questionnaire"; `None` for any other.
fn appendix(line: &str, key: &str) -> Option<Heading> {
    let rest = ["附录", "附錄", "appendix", "appendices"]
        .iter()
        .find_map(|word| key.strip_prefix(word))?;
    let ends_a_sentence = line.ends_with(['。', '，', '；', '.', ',', ';', '、']);
    // "附录A", "附录一" and "附录：" are names; other words need a space, as a line of prose may begin with this word.
    let next = rest.chars().next();
    let marked = next.is_none_or(|c| {
        c.is_ascii_alphanumeric() || is_numeral(c) || matches!(c, ':' | '-' | '—' | '(')
    });
    let spaced = line
        .char_indices()
        .find(|(_, c)| matches!(c, '录' | '錄'))
        .is_some_and(|(at, c)| line[at + c.len_utf8()..].starts_with(char::is_whitespace));
    let short = rest.chars().count() <= 30 && !rest.contains(['，', '。']);
    let letter = rest.strip_prefix(|c: char| c.is_ascii_alphanumeric() || is_numeral(c));
    // "Appendix shows how" is prose: a name has one letter or digit, then no lower-case letter.
    let no_word = !key.is_ascii()
        || letter.is_none_or(|after| {
            let after = after.chars().next();
            after.is_none_or(|c| !c.is_lowercase()) || spaced_word(line)
        });
    (short && (marked || spaced) && no_word && (!ends_a_sentence || rest.chars().count() <= 2))
        .then_some(Heading::Appendix)
}

/// Whether the second word of an English line is a single letter, a number or a Roman numeral: "Appendix A Proofs".
fn spaced_word(line: &str) -> bool {
    line.split_whitespace().nth(1).is_some_and(|word| {
        let word = word.trim_end_matches(['.', ':', ',']);
        word.len() == 1 || word.chars().all(|c| c.is_ascii_digit()) || is_roman(word)
    })
}

/// Returns the section of a heading over the author's own works: "攻读学位期间发表的学术论文", "在校期间的学术论文和科研项目", "个人简历、在学期间……";
/// `None` for any other.
fn publications(name: &str) -> Option<Heading> {
    let period = ["期间", "期間"].iter().any(|word| name.contains(word));
    let begins = Words("攻读|攻讀|在学|在校|在學|读研|本科|硕士|博士|个人简历|作者").begin(name);
    let works = Words("论文|論文|成果|项目|科研|著作").occur_in(name);
    let sentence = name.contains(['。', '，', ',']);
    (period && begins && works && !sentence && name.chars().count() <= 40)
        .then_some(Heading::Publications)
}

/// Whether a line is a chapter's heading, numbered and short, and no listed work: "第一章 绪论", "3 结论", "二、方法", "Chapter
/// 4", "5 Related Work".
fn is_chapter(line: &str, whole: &str) -> bool {
    let length = whole.chars().count();
    if line.ends_with(['。', '，', '；', ',', ';', '.', '：', ':', '！', '？']) {
        return false;
    }
    if let Some(rest) = whole.strip_prefix('第') {
        let numerals = rest.trim_start_matches(is_numeral);
        return numerals.len() < rest.len()
            && (numerals.starts_with(['章', '编', '篇']) || numerals.starts_with("部分"))
            && length <= 30
            && !whole.contains(['，', '。']);
    }
    if let Some(rest) = whole.strip_prefix("chapter") {
        return length <= 50
            && (rest.starts_with(|c: char| c.is_ascii_digit())
                || line.split_whitespace().count() <= 3);
    }
    let name = without_number(whole);
    let number = &whole[..whole.len() - name.len()];
    // "2006. Generating parses" continues a reference.
    let long = number
        .split(|c: char| !c.is_ascii_digit())
        .any(|digits| digits.len() > 2);
    if number.is_empty() || long || number.starts_with(['[', '(']) || name.is_empty() {
        return false;
    }
    // A page number at the end makes it an entry of the contents; commas, full stops and digits make it a listed work.
    let words = &line[line.len() - after_number(line, number).len()..];
    if name.contains([',', '，', '.', '。', ';', '；', '[', '/', '\\', '=', '<'])
        || has_number_alone(words)
    {
        return false;
    }
    let chinese = name.chars().any(is_cjk) || name.chars().all(|c| !c.is_ascii_lowercase());
    if chinese {
        name.starts_with(|c: char| c.is_alphabetic()) && name.chars().count() >= 2 && length <= 24
    } else {
        // Upper case after the number: a line that continues a sentence has none.
        let first = line.chars().find(|c| c.is_alphabetic());
        let is_short = length <= 40 && line.split_whitespace().count() <= 7;
        first.is_some_and(char::is_uppercase) && (is_short || is_title(words))
    }
}

/// Returns the line after its number, which is given without white space.
fn after_number<'l>(line: &'l str, number: &str) -> &'l str {
    let mut left = number.chars().count();
    let end = line.char_indices().find(|(_, c)| {
        if left == 0 {
            return true;
        }
        left -= usize::from(!c.is_whitespace());
        false
    });
    end.map_or("", |(at, _)| &line[at..])
}

/// Whether a number stands in the words by itself. "GPT2" and "5G" are names.
fn has_number_alone(words: &str) -> bool {
    let parts = words.split(|c: char| !c.is_ascii_alphanumeric());
    parts
        .filter(|part| part.chars().any(|c| c.is_ascii_digit()))
        .any(|part| part.chars().all(|c| c.is_ascii_digit()))
}

/// Whether all longer words begin with a capital, as in a title.
fn is_title(words: &str) -> bool {
    let longer = words
        .split_whitespace()
        .filter(|word| word.chars().count() >= LEAST_TITLE_WORD);
    longer.clone().count() >= 2
        && longer
            .filter_map(|word| word.chars().find(|c| c.is_alphabetic()))
            .all(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_spaces_numbers_and_signs() {
        for line in "参考文献|参 考 文 献|参考⽂献|參考文獻：|【参考文献】|7.参考文献：|第六章 参考文献|REFERENCES|\
            IX. REFERENCES|参考文献（References）|References|已查阅的主要参考文献|Works Cited|# Bibliography|\
            References:".split('|') {
            assert_eq!(of(line), Some(Heading::References), "{line}");
        }
        for line in
            "致　谢|致谢 Acknowledgements|8 Acknowledgements|ACKNOWLEDGMENTS|謝辭|致 謝".split('|')
        {
            assert_eq!(of(line), Some(Heading::Acknowledgements), "{line}");
        }
        for line in
            "目  录|目录 目录|TABLE OF CONTENTS|插图目录|List of Figures|目录（示例）".split('|')
        {
            assert_eq!(of(line), Some(Heading::Contents), "{line}");
        }
        for line in "某某大学学位论文原创性声明|学位论文版权使用授权书|独创性声明|关于学位论文使用授权的说明|Declaration|\
            人工智能使用声明|AIGC工具使用情况说明|关于论文查重的说明|关于生成式人工智能工具使用情况的声明|AIGC工具使用声明|论文查重承诺|课程论文独立完成承诺".split('|') {
            assert_eq!(of(line), Some(Heading::Declaration), "{line}");
        }
        for line in
            "附录A 测试程序|附录 测试程序|附录|Appendix B: Questionnaire|APPENDIX|Appendix A."
                .split('|')
        {
            assert_eq!(of(line), Some(Heading::Appendix), "{line}");
        }
        for line in
            "3 Readers5G|2 基于GPT2的检索|3 Questions of Reading Rooms in Small Provincial Libraries|\
             2 夜间阅览室的座位分配（Assignment of the seats in reading rooms at night）|\
             第一章 绪论|3 结论|二、研究方法|摘 要|ABSTRACT|Chapter 4|5 Related Work|作者简介"
                .split('|')
        {
            assert_eq!(of(line), Some(Heading::Other), "{line}");
        }
        assert_eq!(
            of("攻读学位期间发表的学术论文"),
            Some(Heading::Publications)
        );
    }

    #[test]
    fn sentences_entries_and_works_are_no_headings() {
        for line in "参考文献的著录应当统一。|参考文献 19|致谢\t20|本文在致谢中感谢导师|声明变量之后|\
            3 Readers of the library 2019|2 夜间开放 12|C. Reading Rooms|4 Open the door of the room and then look for a free seat|\
            references to the source|附录中的公式有时候也不希望它跟全文统一编号|附录一般与论文全文编辑在一起。|\
            Appendix shows how it is done|[3] 张三. 论文写作[M].|12. Smith J, Jones K: A study|\
            3. 郭某某. 数据中心[J]. 2001|目录结构如下|1.1 引言 3|参考文献。|生成式人工智能监管规定|人工智能产品使用说明|学校对学位论文的规定，本人已经知道".split('|') {
            assert_eq!(of(line), None, "{line}");
        }
    }
}
