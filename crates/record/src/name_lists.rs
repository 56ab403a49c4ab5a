//! Lists of persons: removes what is not part of a name and splits the list into single names.

use super::name_words::{COMPOUND, PARTICLES};
use super::names::{is_chinese_name, is_han, without_titles};

/// Signs between the names in a list; a comma may also stand within a name.
const BETWEEN: [char; 10] = ['、', '，', '；', ';', '/', '／', '|', '\t', '\n', '&'];

/// Returns the names in a list of persons: two in "张三，李四" and in "Ann Roe and Max Doe", one in "Roe, Ann".
pub fn listed_names(list: &str) -> impl Iterator<Item = &str> {
    let parts = list.split(" and ").flat_map(|part| part.split(" AND "));
    let parts = parts.flat_map(|part| part.split(BETWEEN)).map(trimmed);
    let names = parts.flat_map(|part| {
        let is_word = |piece: &str| !piece.trim().contains(char::is_whitespace);
        let is_one = part.matches(',').count() == 1
            && !part.contains(is_han)
            && part.split(',').any(is_word);
        part.split(move |c: char| c == ',' && !is_one)
    });
    names.map(trimmed).filter(|name| !name.is_empty())
}

/// Removes blanks and commas at both ends.
fn trimmed(name: &str) -> &str {
    name.trim_matches(|c: char| c.is_whitespace() || c == ',')
}

/// Removes accents that a document sets as signs of their own beside a Latin letter, with the blank after them: "Mu¨
/// ller".
pub(super) fn without_loose_accents(value: &str) -> String {
    let mut kept = String::with_capacity(value.len());
    let mut characters = value.chars().peekable();
    while let Some(c) = characters.next() {
        if !matches!(
            c,
            '¨' | '´' | '`' | '¸' | '˜' | 'ˆ' | 'ˇ' | '˘' | '˚' | '¯' | '˝' | '˙'
        ) {
            kept.push(c);
            continue;
        }
        let after_letter = kept.ends_with(char::is_alphabetic);
        let mut rest = characters.clone();
        let blank = rest.next_if(|c| *c == ' ').is_some();
        let next: String = rest.take_while(|c| c.is_alphabetic()).collect();
        let goes_on = next.chars().next().is_some_and(char::is_lowercase)
            && next != "and"
            && !PARTICLES.contains(&next.as_str());
        if after_letter && blank && goes_on {
            characters.next();
        }
    }
    kept
}

/// Removes marks of footnotes, affiliations in digits, and brackets with their content.
pub(super) fn without_marks(value: &str) -> String {
    let mut kept = String::with_capacity(value.len());
    let mut depth = 0_u32;
    for c in value.chars() {
        match c {
            '(' | '（' | '[' | '【' | '<' | '〔' => depth += 1,
            ')' | '）' | ']' | '】' | '>' | '〕' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            '*' | '†' | '‡' | '§' | '¶' | '∗' | '+' | '＋' | '△' | '▲' | '☆' | '★' | '✉' | '⁎'
            | '∥' | '‖' | '⇑' | '■' | '□' | '◆' | '\u{FFFD}' | '#' | '※' | '＊' | '_' | '＿'
            | '"' | '“' | '”' | '①' | '②' | '③' => {
                kept.push(' ');
            }
            '¹' | '²' | '³' | '⁴' | '⁵' | '⁶' => {}
            c if c.is_ascii_digit() => {
                // Digits between two names part them; "Wang1,2" gives an empty part.
                kept.push(' ');
            }
            c => kept.push(c),
        }
    }
    kept
}

/// Splits a list of persons: by punctuation, by words for "and", and by spaces where each part is a Chinese name.
pub(super) fn parts(value: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let value = value.replace(" Ph. D.", "").replace(" Ph.D.", "");
    let value = value
        .replace(" and ", ",")
        .replace(" AND ", ",")
        .replace(" & ", ",");
    let value = with_dots_joined(&value);
    // A dot between Chinese parts is within a name, between Latin names it parts them: "Jane Roe1 · Max Lamp2".
    let value = if value.chars().any(is_han) {
        value
    } else {
        value.replace('·', ",")
    };
    let value = value.strip_prefix("and ").unwrap_or(&value);
    let value = value.trim_end().trim_end_matches(" and");
    for part in value.split(|c: char| BETWEEN.contains(&c) || matches!(c, ',' | '•' | '⋅')) {
        // Two spaces part names; one parts the syllables of a Chinese name, or two Chinese names. A name alone may be spread wider.
        let words = part.split_whitespace();
        let is_spread = words.clone().all(|word| word.chars().count() == 1)
            && is_chinese_name(&words.collect::<String>());
        let parted: Vec<&str> = if is_spread {
            vec![part]
        } else {
            part.split("  ").collect()
        };
        for piece in parted {
            let words = with_joined_syllables(piece);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let chinese = !words.is_empty() && words.iter().all(|word| word.chars().all(is_han));
            let stripped: Vec<String> = words.iter().map(|word| without_titles(word)).collect();
            let names = stripped.iter().filter(|word| is_chinese_name(word)).count();
            let single = words.iter().all(|word| word.chars().count() == 1);
            if chinese
                && !single
                && names > 0
                && stripped
                    .iter()
                    .all(|word| word.is_empty() || is_chinese_name(word))
            {
                parts.extend(stripped.into_iter().filter(|word| !word.is_empty()));
            } else if chinese || words.is_empty() {
                parts.push(words.concat());
            } else {
                parts.extend(bilingual(&words));
            }
        }
    }
    parts.retain(|part| part.chars().any(char::is_alphabetic));
    parts
}

/// Joins the parts of a name that blanks part from the dot between them: "阿依灯 · 买买书". Between two Chinese names the
/// dot parts them.
fn with_dots_joined(value: &str) -> String {
    let mut joined = String::with_capacity(value.len());
    for (at, part) in value.split('·').enumerate() {
        let last = joined.split_whitespace().next_back().unwrap_or_default();
        let next = part.split_whitespace().next().unwrap_or_default();
        let blank = joined.ends_with(char::is_whitespace) || part.starts_with(char::is_whitespace);
        let within = joined.trim_end().ends_with(is_han) && part.trim_start().starts_with(is_han);
        if at == 0 {
            joined.push_str(part);
        } else if blank && within && is_chinese_name(last) && is_chinese_name(&without_titles(next))
        {
            joined.push('、');
            joined.push_str(part);
        } else if blank && within {
            joined.truncate(joined.trim_end().len());
            joined.push('·');
            joined.push_str(part.trim_start());
        } else {
            joined.push('·');
            joined.push_str(part);
        }
    }
    joined
}

/// Splits a list at blanks and joins the syllables of Chinese names that blanks part: "张 三 李小四 王 五".
fn with_joined_syllables(list: &str) -> Vec<String> {
    let is_single = |word: &&str| word.chars().count() == 1 && word.chars().all(is_han);
    let words: Vec<&str> = list.split_whitespace().collect();
    let mut joined: Vec<String> = Vec::new();
    let mut rest = &words[..];
    while let Some(first) = rest.first() {
        let run = rest.iter().take_while(|word| is_single(word)).count();
        if run == 0 {
            joined.push((*first).to_owned());
            rest = &rest[1..];
            continue;
        }
        let (own, next) = rest.split_at(run);
        let whole = own.concat();
        // Four or six syllables are pairs, unless the first two are one surname.
        let pairs: Vec<String> = own.chunks(2).map(<[&str]>::concat).collect();
        let paired = run > 2
            && run % 2 == 0
            && pairs.iter().all(|pair| is_chinese_name(pair))
            && !COMPOUND.iter().any(|surname| whole.starts_with(surname));
        if paired {
            joined.extend(pairs);
        } else {
            joined.push(whole);
        }
        rest = next;
    }
    joined
}

/// Splits a list at blanks where a name may be repeated in Latin letters: "张三 San Zhang 李四 Si Li" becomes 张三 and 李四.
fn bilingual(words: &[&str]) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for word in words {
        let chinese = word.chars().next().is_some_and(is_han);
        let title = chinese && without_titles(word).is_empty();
        match parts.last_mut() {
            Some(_) if title => {}
            Some(last) if !chinese && last.chars().next().is_some_and(is_han) => {}
            Some(last) if !chinese || !is_chinese_name(word) => {
                if !chinese {
                    last.push(' ');
                }
                last.push_str(word);
            }
            _ => parts.push((*word).to_owned()),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::listed_names;

    #[test]
    fn every_sign_between_names_parts_them() {
        let all = |list| listed_names(list).collect::<Vec<_>>();
        for list in [
            "王小五、李小四",
            "王小五，李小四",
            "王小五；李小四",
            "王小五,李小四",
            "王小五/李小四",
            "王小五 and 李小四\n",
        ] {
            assert_eq!(all(list), ["王小五", "李小四"], "{list}");
        }
        for list in [
            "Ann Roe, Max Doe",
            "Ann Roe and Max Doe",
            "Ann Roe, and Max Doe",
            "Ann Roe; Max Doe",
            "Ann Roe & Max Doe",
        ] {
            assert_eq!(all(list), ["Ann Roe", "Max Doe"], "{list}");
        }
        assert_eq!(all("Roe, Ann"), ["Roe, Ann"]);
        assert_eq!(all("Roe, A. and Doe, M."), ["Roe, A.", "Doe, M."]);
        assert_eq!(all("Shen, Z.; Lu, M."), ["Shen, Z.", "Lu, M."]);
        assert_eq!(
            all("Plato, Ann Roe, Max Doe"),
            ["Plato", "Ann Roe", "Max Doe"]
        );
        assert_eq!(all("阿依灯•买买书"), ["阿依灯•买买书"]);
        assert!(all(" 、,").is_empty());
    }
}
