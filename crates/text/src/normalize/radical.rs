//! Radicals that stand in for ideographs and that NFKC leaves unchanged.

/// First character of [`IDEOGRAPHS`].
const FIRST: char = '\u{2E80}';

/// Ideograph that looks like each of U+2E80..=U+2EF3 (CJK Radicals Supplement), by the Unicode property
/// `Equivalent_Unified_Ideograph`; the character itself where there is none. Some fonts make a pdf say ⻓ for 长, and so
/// do authors who hide copying. The Kangxi radicals from U+2F00 need no table: NFKC maps them.
#[rustfmt::skip]
const IDEOGRAPHS: [char; 0x74] = [
    '⺀', '厂', '乛', '乚', '乙', '亻', '冂', '𠘨', '刀', '刂', '卜', '㔾', '小', '小', '兀', '尣',
    '尢', '𡯂', '巳', '幺', '彑', '彐', '忄', '心', '扌', '攵', '⺚', '旡', '日', '月', '歺', '母',
    '民', '氵', '氺', '灬', '爫', '爫', '丬', '牛', '犭', '王', '𤴔', '目', '示', '礻', '𥫗', '糹',
    '纟', '罓', '罒', '㓁', '冗', '𦉫', '羊', '𦍌', '𦍋', '耂', '肀', '聿', '肉', '𦥑', '艹', '艹',
    '艹', '虎', '衤', '覀', '西', '见', '角', '𧢲', '讠', '贝', '𧾷', '车', '辶', '辶', '辶', '邑',
    '钅', '長', '镸', '长', '门', '𨸏', '阝', '雨', '青', '韦', '页', '风', '飞', '食', '𩙿', '飠',
    '饣', '𩠐', '马', '骨', '鬼', '鱼', '鸟', '卤', '麦', '黄', '黾', '斉', '齐', '歯', '齿', '竜',
    '龙', '龜', '亀', '龟',
];

/// Returns the ideograph that looks like a character of CJK Radicals Supplement; any other character unchanged.
pub(super) fn ideograph(c: char) -> char {
    // Most characters are outside the table: one subtraction tells.
    let place = (c as u32).wrapping_sub(FIRST as u32) as usize;
    IDEOGRAPHS.get(place).copied().unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_normalization::is_nfkc;

    #[test]
    fn radicals_become_ideographs_and_others_stay() {
        for (radical, character) in [
            ('\u{2E81}', '厂'),
            ('\u{2EA0}', '民'),
            ('\u{2ED3}', '长'),
            ('\u{2EDB}', '风'),
            ('\u{2EF3}', '龟'),
        ] {
            assert_eq!(ideograph(radical), character);
        }
        for c in [
            'a',
            '\u{2E80}',
            '\u{2E9A}',
            '\u{2EF4}',
            '\u{2E7F}',
            '\u{2F00}',
            '长',
            '\u{10FFFF}',
        ] {
            assert_eq!(ideograph(c), c);
        }
    }

    #[test]
    fn no_result_changes_again() {
        for c in FIRST..='\u{2EF3}' {
            let result = ideograph(c);
            assert_eq!(ideograph(result), result);
            // U+2E80 and U+2E9A, which is not assigned, stay.
            assert!(
                result == c || is_nfkc(result.encode_utf8(&mut [0; 4])),
                "{c}"
            );
        }
    }
}
