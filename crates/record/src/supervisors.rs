//! Supervisors' names that stand before their schools: "李四 研究员 某某科学院力学研究所".

use super::names::is_han;
use chachong_text::Words;

/// Removes the school after a supervisor's name: "李四 研究员 某某科学院力学研究所".
pub(super) fn before_affiliation(value: &str) -> String {
    let words: Vec<&str> = value.split_whitespace().collect();
    let affiliation =
        |word: &&str| Words("大学|学院|研究所|研究院|公司|医院|科学院|中心|大學").end(word);
    let mut kept: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| !affiliation(word))
        .collect();
    // Name, title and school may touch: "李四研究员某某科学院力学研究所".
    if kept.is_empty()
        || kept.len() < words.len() && kept.iter().all(|word| word.chars().count() < 2)
    {
        kept = words;
    }
    let value = if value.contains("  ") && kept.len() == value.split_whitespace().count() {
        value.to_owned()
    } else {
        kept.join(" ")
    };
    for title in ["研究员", "教授", "讲师", "工程师", "老师", "博士"] {
        if let Some((before, after)) = value.split_once(title)
            && Words("大学|学院|研究所|研究院|公司|医院|科学院").end(after.trim_end())
        {
            return before.to_owned();
        }
    }
    // English affiliations follow a comma.
    let lower = value.to_lowercase();
    if !value.chars().any(is_han)
        && let Some(at) = Words("institute|university|department|school of|faculty|college")
            .all()
            .filter_map(|word| lower.find(word))
            .min()
    {
        return value
            .get(..at)
            .unwrap_or_default()
            .trim_end_matches([',', ' ', '('])
            .to_owned();
    }
    value
}
