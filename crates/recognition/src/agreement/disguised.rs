//! Words of a text layer that contain letters of another script but are printed in Latin letters.

/// Cyrillic and Greek letters with the Latin letter they look like, in lower case.
const TWINS: &str = "аa еe оo рp сc уy хx ѕs іi јj һh ԁd ԛq ԝw ѵv ӏl κk мm тt вb нh οo ϳj νv ρp";
/// Minimum number of letters of a word: formulas have Greek letters beside Latin ones.
const WORD: usize = 4;

/// Counts the words of `layer` that contain Cyrillic or Greek letters, look Latin throughout, and occur in `shown` (the
/// folded letters of the picture) in Latin letters. Returns 0 for a page with words of the other script that cannot
/// look Latin, because a model that does not know Russian sees Latin letters there.
pub(super) fn disguised(layer: &str, shown: &str) -> usize {
    let twin = |letter: char| {
        let pair = TWINS.split(' ').find(|pair| pair.starts_with(letter))?;
        pair.chars().nth(1)
    };
    let mut count = 0;
    for word in layer.split(|c: char| !c.is_alphabetic()) {
        let letters: Vec<char> = word.chars().flat_map(char::to_lowercase).collect();
        let is_foreign = |c: &&char| matches!(c, '\u{370}'..='\u{52F}');
        let foreign = letters.iter().filter(is_foreign).count();
        if foreign == 0 || letters.len() < WORD {
            continue;
        }
        let mut latin: Vec<char> = letters.iter().map(|&c| twin(c).unwrap_or(c)).collect();
        if latin.iter().all(char::is_ascii_lowercase) {
            // As in a stream, repeated letters are taken once.
            latin.dedup();
            count += usize::from(shown.contains(&latin.iter().collect::<String>()));
        } else if foreign == letters.len() {
            return 0;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_look_alikes_count_where_the_picture_shows_them_in_latin() {
        let shown = "alibraryisopenatnightforalreaders";
        assert_eq!(disguised("A lіbrаrу is оpеn аt nіght", shown), 3);
        assert_eq!(disguised("A library is open at night", shown), 0);
        assert_eq!(disguised("the саrds are kept", shown), 0);
        assert_eq!(disguised("A lіbrаrу, библиотека", shown), 0);
        assert_eq!(disguised("ρν = 4, sinα, hν", shown), 0);
    }
}
