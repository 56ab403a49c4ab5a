//! Recognises whether a printed line may begin an entry that has no number.

use chachong_text::{Words, is_ideograph};

/// Words that begin titles and journals in the middle of an entry.
const NO_NAMES: Words = Words(
    "in|the|of|and|proceedings|proc|journal|international|conference|university|press|available|\
     http|retrieved|vol|pages",
);

/// Returns whether a line may begin an entry: with the name of a person, or with a Chinese name.
pub(crate) fn begins_work(line: &str) -> bool {
    let line = line.trim_start();
    let Some(first) = line.chars().next() else {
        return false;
    };
    if is_ideograph(first) {
        let name: String = line
            .chars()
            .take_while(|c| is_ideograph(*c) || matches!(c, '·' | ' '))
            .collect();
        let length = name.chars().filter(|c| is_ideograph(*c)).count();
        let after = line[name.len()..].chars().next();
        return (2..=12).contains(&length)
            && after.is_some_and(|c| ",，.．。、:：;；(（[".contains(c));
    }
    if !first.is_uppercase() {
        return false;
    }
    // "Smith, J.", "Smith J,", "J. Smith,", "Blaschke,C.", "Ivana Balazevic, Carl Allen".
    let head: String = line.chars().take(60).collect();
    let words: Vec<&str> = head
        .split([' ', ',', '.'])
        .filter(|word| !word.is_empty())
        .take(3)
        .collect();
    let Some(one) = words.first() else {
        return false;
    };
    if NO_NAMES.include(&one.to_lowercase()) || words.len() < 2 {
        return false;
    }
    let is_name = |word: &&&str| word.chars().next().is_some_and(char::is_uppercase);
    let named = words.iter().take_while(is_name).count();
    let comma = head.find([',', '.', '(']);
    named >= 2 && comma.is_some_and(|at| head[..at].split(' ').count() <= 4)
}

#[cfg(test)]
mod tests {
    use super::begins_work;

    #[test]
    fn names_begin_works() {
        for line in [
            "Smith, J. and Doe, R. 2010. On reading.",
            "Blaschke,C. and Valencia,A. (2001) The",
            "G. Bader, D. Betel, and C. Hogue. 2003.",
            "Ivana Balazevic, Carl Allen, and Timothy",
            "沈知远, 陆明. 阅读史",
            "灯塔大学图书馆. 年报",
        ] {
            assert!(begins_work(line), "{line}");
        }
        for line in [
            "biomolecular interaction network database. Nucleic",
            "In Proceedings of EMNLP, pages 5185",
            "2000. Nucleic Acids Research",
            "国震旦亚界研究与天津地质矿产研究所的工作综述和其他",
            "",
        ] {
            assert!(!begins_work(line), "{line}");
        }
    }
}
