//! Reads the names of authors at the beginning of an entry.

use chachong_text::{Words, is_ideograph};

/// Maximum length of a Chinese name without dots, in characters. Longer names, of minorities or foreigners, have
/// dots.
const LONGEST_CHINESE: usize = 6;
/// Words after the names of authors, editors and translators.
const ROLES: Words = Words("等编著|等编|等著|等译|编著|主编|合著|编译|等|著|编|译");
/// Particles of names in lower case.
const PARTICLES: [&str; 14] = [
    "van", "von", "de", "der", "den", "la", "le", "du", "da", "di", "el", "al", "bin", "ter",
];

/// Reads a text that consists only of names, such as "Smith J, Doe R, et al" or "沈知远, 陆明, 等"; `None` if it contains
/// anything else.
pub(super) fn names(text: &str) -> Option<Vec<String>> {
    let text = text.trim().trim_end_matches([',', ';', ':', ' ']);
    if text.is_empty() {
        return None;
    }
    let mut names: Vec<String> = Vec::new();
    for piece in split(text) {
        let piece = piece.trim();
        if piece.is_empty() || is_others(piece) {
            continue;
        }
        if piece
            .chars()
            .next()
            .is_some_and(|c| is_ideograph(c) || matches!(c, '(' | '['))
        {
            names.extend(chinese(piece)?);
            continue;
        }
        let initials_only = piece
            .split([' ', '.', '-'])
            .filter(|word| !word.is_empty())
            .all(is_initials);
        match names.last_mut() {
            // "Smith, J." is one name.
            Some(last)
                if initials_only
                    && !last.contains([' ', ','])
                    && !last.chars().any(is_ideograph) =>
            {
                last.push_str(", ");
                last.push_str(piece);
            }
            _ if initials_only && !piece.contains(' ') => return None,
            _ => names.push(latin(piece)?),
        }
    }
    (!names.is_empty()).then_some(names)
}

/// Splits a list of names at commas, semicolons and words for "and".
fn split(text: &str) -> Vec<String> {
    let text = text
        .replace(" et al", ", et al")
        .replace(" and ", ", ")
        .replace(" & ", ", ")
        .replace('&', ",");
    text.split([',', ';'])
        .map(|piece| piece.trim().trim_start_matches("and ").to_owned())
        .collect()
}

fn is_others(piece: &str) -> bool {
    let piece = piece.trim_end_matches('.');
    ROLES.include(piece)
        || Words("et al|etal|etc|others|and others|et|al|eds|ed|jr|sr|(eds)|(ed)|(eds.)|(ed.)")
            .include(&piece.to_lowercase())
}

/// Reads Chinese names; `None` if the piece is none. Gaps between names may be lost: "陈元王丽娜" stays one piece and is
/// not a name.
fn chinese(piece: &str) -> Option<Vec<String>> {
    let mut name = piece;
    // "(美)Casey Wilson", "[法]某某".
    if let Some(rest) = name.strip_prefix(['(', '[']) {
        let (country, rest) = rest.split_once([')', ']'])?;
        if country.chars().count() > 4 {
            return None;
        }
        name = rest.trim();
        if !name.chars().next().is_some_and(is_ideograph) {
            return latin(name).map(|name| vec![name]);
        }
    }
    for role in ROLES.all() {
        if let Some(rest) = name.strip_suffix(role)
            && rest.chars().count() >= 2
        {
            name = rest.trim();
            break;
        }
    }
    let is_name = |name: &str| {
        let length = name.chars().filter(|c| is_ideograph(*c)).count();
        let dotted = name.contains(['·', '.', '•']);
        let longest = if dotted { 14 } else { LONGEST_CHINESE };
        (2..=longest).contains(&length)
            && name.chars().all(|c| {
                is_ideograph(c) || matches!(c, '·' | '.' | '•' | ' ') || c.is_ascii_uppercase()
            })
    };
    is_name(name).then(|| vec![name.to_owned()])
}

/// Reads one Latin name: one to five capitalised words, of which at least one is not an initial. `None` for any other
/// text.
fn latin(piece: &str) -> Option<String> {
    let piece = piece
        .trim()
        .trim_end_matches(['著', '等', '编', '译'])
        .trim();
    let words: Vec<&str> = piece
        .split([' ', '.'])
        .filter(|word| !word.is_empty())
        .collect();
    let is_word = |word: &&str| {
        let letters = word
            .chars()
            .all(|c| c.is_alphabetic() || matches!(c, '\'' | '’' | '-' | '`' | '´' | '¨' | '~'));
        letters
            && (word.chars().next().is_some_and(char::is_uppercase)
                || PARTICLES.contains(word)
                || word.starts_with("d'"))
    };
    let surnames = words
        .iter()
        .filter(|word| !is_initials(word) && !PARTICLES.contains(word))
        .count();
    let all_capitals = words
        .iter()
        .filter(|word| word.chars().count() > 2 && word.chars().all(char::is_uppercase))
        .count();
    ((1..=5).contains(&words.len())
        && words.iter().all(is_word)
        && (surnames >= 1 || all_capitals >= 1)
        && surnames <= 4)
        .then(|| piece.to_owned())
}

/// Returns whether a word consists of initials: "J", "JC", "J-B".
fn is_initials(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    (1..=3).contains(&letters)
        && word
            .chars()
            .all(|c| c.is_uppercase() || matches!(c, '-' | '.'))
}

#[cfg(test)]
mod tests {
    use super::names;

    fn of(text: &str) -> Vec<String> {
        names(text).unwrap_or_default()
    }

    #[test]
    fn lists_of_names() {
        assert_eq!(of("沈知远,陆明,等"), ["沈知远", "陆明"]);
        assert_eq!(of("王达,等著"), ["王达"]);
        assert_eq!(of("戴望,唐三平著"), ["戴望", "唐三平"]);
        assert_eq!(of("Smith J, Doe R A, et al"), ["Smith J", "Doe R A"]);
        assert_eq!(
            of("Smith, J., Doe, R. and Roe, P"),
            ["Smith, J.", "Doe, R.", "Roe, P"]
        );
        assert_eq!(
            of("G. Bader, D. Betel, and C. Hogue"),
            ["G. Bader", "D. Betel", "C. Hogue"]
        );
        assert_eq!(
            of("Ivana Balazevic and Tim van der Berg"),
            ["Ivana Balazevic", "Tim van der Berg"]
        );
        for text in [
            "Deep learning",
            "G",
            "G. Bader, D",
            "夜间开放的图书馆与读者",
            "2003",
            "SMITH, on reading",
        ] {
            assert!(names(text).is_none(), "{text} {:?}", names(text));
        }
    }
}
