//! Unicode form of a text: NFKC cluster by cluster, without invisible characters, with ideographs for radicals. Each
//! character keeps the offset it came from.

use unicode_normalization::{
    IsNormalized, UnicodeNormalization, char::canonical_combining_class, is_nfc_quick,
};

use super::radical::ideograph;

/// Character with the offset it came from, in Unicode scalar values of the original.
pub(super) type Placed = (char, u32);

/// Soft hyphen: says where a word may be divided; drawn, as a hyphen, only at a line's end.
pub(super) const SOFT_HYPHEN: char = '\u{AD}';

/// Returns whether `c` is CJK: an ideograph, a radical, kana, bopomofo, CJK punctuation, or a full-width or half-width form. Hangul
/// syllables are not. White space between two such characters is only layout and separates no words.
#[must_use]
pub const fn is_cjk(c: char) -> bool {
    // Most characters of Chinese and English are told by one comparison.
    if matches!(c, '\u{4E00}'..='\u{9FFF}') {
        return true;
    }
    if c < '\u{2E80}' {
        return false;
    }
    matches!(c,
        '\u{2E80}'..='\u{2FDF}' | '\u{3001}'..='\u{303F}' | '\u{3041}'..='\u{312F}' | '\u{31C0}'..='\u{31FF}'
        | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}'
        | '\u{FF01}'..='\u{FFEE}' | '\u{20000}'..='\u{3FFFF}')
}

/// Returns whether `c` is a Chinese ideograph; radicals, 々 and 〇 are none.
#[must_use]
pub const fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

/// Returns whether `c` is drawn as nothing, such as a zero-width space, a soft hyphen or a variation selector, or as a blank (Hangul
/// fillers). Such characters hide copying from an exact comparison and carry no meaning in a thesis.
#[must_use]
pub const fn is_invisible(c: char) -> bool {
    matches!(c,
        SOFT_HYPHEN | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFB}'
        | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Whether a character counts as white space. Control characters do: parsers put them where they found nothing better.
pub(super) fn is_space(c: char) -> bool {
    c.is_whitespace() || c.is_control() || is_gap(c)
}

/// Returns whether a reader sees nothing of `c`: white space, a control character, a blank or an invisible character.
#[must_use]
pub fn is_unseen(c: char) -> bool {
    is_space(c) || is_invisible(c)
}

/// Gap in place of excluded text within a line.
pub(crate) const LEFT_OUT: char = '\u{205F}';

/// Whether a character is a narrow space or drawn as a blank: it may stand between words or inside one, as the letters
/// around it tell (see [`super::gaps`]). Composing leaves such characters as they are.
pub(crate) const fn is_gap(c: char) -> bool {
    matches!(
        c,
        '\u{2004}'..='\u{200A}' | '\u{202F}' | LEFT_OUT | '\u{2800}' | '\u{3164}' | '\u{FFA0}'
    )
}

/// Whether a character is left alone by NFKC and combines with nothing before it, as most text does. Only a short cut:
/// normalising Chinese takes a quarter of the time it took without.
const fn is_its_own_form(c: char) -> bool {
    c.is_ascii() || matches!(c, '\u{4E00}'..='\u{9FFF}' | '。' | '、' | '《'..='】' | '“' | '”')
}

/// Returns the form of a character that is its own form or, full-width, that of one ASCII character; `None` for others.
/// Nearly all of a text, commas included, has a simple form.
const fn simple_form(c: char) -> Option<char> {
    match c {
        _ if is_its_own_form(c) => Some(c),
        '！'..='～' => char::from_u32(c as u32 - ('！' as u32 - '!' as u32)),
        _ => None,
    }
}

/// Returns whether text can be cut before `c` without changing its normal form, because `c` never combines with the
/// character before it.
#[must_use]
pub fn starts_a_cluster(c: char) -> bool {
    if is_its_own_form(c) {
        return true;
    }
    std::iter::once(c).nfkd().next().is_some_and(|first| {
        canonical_combining_class(first) == 0
            && is_nfc_quick(std::iter::once(first)) == IsNormalized::Yes
    })
}

/// Brings text to NFKC cluster by cluster, each result character with the original offset of the first character of its
/// cluster. A soft hyphen before white space stays: it may divide a word at a line's end. `expected` is the approximate
/// number of result characters.
pub(super) fn compose(
    original: impl Iterator<Item = Placed> + Clone,
    expected: usize,
) -> Vec<Placed> {
    let mut composed = Vec::with_capacity(expected);
    let mut cluster: Vec<char> = Vec::new();
    let mut cluster_at = 0;
    let flush = |composed: &mut Vec<Placed>, cluster: &mut Vec<char>, at: u32| {
        match cluster.as_slice() {
            [] => {}
            [only] if is_its_own_form(*only) => composed.push((*only, at)),
            many => composed.extend(
                many.iter()
                    .copied()
                    .nfkc()
                    .filter(|&c| !is_invisible(c))
                    .map(|c| (ideograph(c), at)),
            ),
        }
        cluster.clear();
    };
    let mut rest = original;
    while let Some((c, at)) = rest.next() {
        // A simple character followed by another simple one combines with nothing.
        if let Some(simple) = simple_form(c)
            && let Some((next, _)) = rest.clone().next()
            && simple_form(next).is_some()
        {
            flush(&mut composed, &mut cluster, cluster_at);
            composed.push((simple, at));
            continue;
        }
        if is_gap(c) {
            flush(&mut composed, &mut cluster, cluster_at);
            composed.push((c, at));
            continue;
        }
        if is_invisible(c) {
            if c == SOFT_HYPHEN && divides(rest.clone()) {
                flush(&mut composed, &mut cluster, cluster_at);
                composed.push((SOFT_HYPHEN, at));
            }
            continue;
        }
        if cluster.is_empty() || starts_a_cluster(c) {
            flush(&mut composed, &mut cluster, cluster_at);
            cluster_at = at;
        }
        cluster.push(c);
    }
    flush(&mut composed, &mut cluster, cluster_at);
    composed
}

/// Whether white space follows a soft hyphen. Of several in a row the last one counts.
fn divides(rest: impl Iterator<Item = Placed>) -> bool {
    rest.map(|(c, _)| c)
        .find(|&c| c == SOFT_HYPHEN || is_gap(c) || !is_invisible(c))
        .is_some_and(is_space)
}

/// Returns the ordinary character for a radical or a compatibility ideograph.
pub(crate) fn plain_ideograph(c: char) -> char {
    ideograph(std::iter::once(c).nfkc().next().unwrap_or(c))
}

/// Returns the ordinary ideograph for a radical, such as 大 for ⼤ (U+2F24), which programs write into pdf files in its place; any other
/// character unchanged. One character stays one, so that offsets stay.
#[must_use]
pub fn without_radical(c: char) -> char {
    if matches!(c, '\u{2E80}'..='\u{2FDF}') {
        plain_ideograph(c)
    } else {
        c
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn radicals_of_both_blocks_become_ideographs() {
        let plain: String = "⼤⻢⻓ａ：長".chars().map(without_radical).collect();
        assert_eq!(plain, "大马长ａ：長");
    }

    #[test]
    fn simple_forms_are_nfkc_and_combine_with_nothing() {
        for c in '\0'..=char::MAX {
            if let Some(simple) = simple_form(c) {
                assert_eq!(std::iter::once(c).nfkc().collect::<Vec<_>>(), [simple]);
                let first = std::iter::once(c).nfkd().next().unwrap_or(c);
                assert_eq!(canonical_combining_class(first), 0, "{c:?}");
                assert_eq!(
                    is_nfc_quick(std::iter::once(first)),
                    IsNormalized::Yes,
                    "{c:?}"
                );
                assert!(!is_invisible(c) && !is_invisible(simple), "{c:?}");
                assert_eq!(ideograph(simple), simple, "{c:?}");
            }
        }
    }
}
