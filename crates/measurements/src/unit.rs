//! Units after a number: V, mV, km/h, ℃, %, 秒.

/// Units by their usual signs; prefixes of [`PREFIXES`] may stand before those of [`PREFIXED`].
const PREFIXED: &[&str] = &[
    "V", "A", "W", "m", "g", "s", "Hz", "Ω", "ohm", "F", "H", "T", "N", "Pa", "J", "K", "C", "mol",
    "M", "L", "l", "eV", "B", "b", "bps", "bit", "Wb", "S", "lx", "cd", "rad", "cal", "VA", "Wh",
];

/// Units without prefixes.
const WHOLE: &[&str] = &[
    "%", "‰", "°", "℃", "°C", "℉", "°F", "min", "h", "d", "rpm", "dB", "dBm", "bar", "atm", "mmHg",
    "px", "pt", "in", "inch", "ft", "ppm", "ppb", "deg", "byte", "bytes", "Bytes", "KB", "sec",
    "hr", "mL", "ml", "fps", "r", "u", "Da", "kDa", "kcal", "Å", "t",
];

const PREFIXES: &[char] = &['k', 'K', 'M', 'G', 'T', 'm', 'µ', 'n', 'p', 'c', 'd', 'h'];

/// Chinese units, longer ones first.
const CHINESE: &[&str] = &[
    "毫伏",
    "毫安",
    "微秒",
    "毫秒",
    "厘米",
    "毫米",
    "千米",
    "公里",
    "微米",
    "纳米",
    "千克",
    "公斤",
    "毫克",
    "分钟",
    "小时",
    "欧姆",
    "摄氏度",
    "赫兹",
    "毫升",
    "焦耳",
    "牛顿",
    "帕",
    "伏",
    "安",
    "欧",
    "瓦",
    "米",
    "秒",
    "克",
    "吨",
    "升",
    "度",
    "转",
    "牛",
];

/// Returns the unit at `at` and the offset of its end; `None` if there is none. One space may precede it. `Err` if
/// there are letters that form no unit, so that the number is part of a name (3D, 10th).
pub(crate) fn unit_at(chars: &[char], at: usize) -> Result<Option<(String, usize)>, ()> {
    let spaced = chars.get(at) == Some(&' ');
    let start = at + usize::from(spaced);
    let end = start
        + chars[start.min(chars.len())..]
            .iter()
            .take_while(|c| in_unit(**c))
            .count();
    if end > start {
        let unit: String = chars[start..end].iter().collect();
        let unit = unit.trim_end_matches(['/', '·', '-', '^']);
        if is_unit(unit) {
            return Ok(Some((unit.to_owned(), start + unit.chars().count())));
        }
        // A letter right after the digits makes them a name; after a space it begins a word.
        return if spaced || !chars[start].is_alphanumeric() {
            Ok(None)
        } else {
            Err(())
        };
    }
    for unit in CHINESE {
        let length = unit.chars().count();
        if unit
            .chars()
            .eq(chars[start.min(chars.len())..].iter().copied().take(length))
        {
            return Ok(Some(((*unit).to_owned(), start + length)));
        }
    }
    Ok(None)
}

fn in_unit(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(
            c,
            '\u{B5}'
                | '\u{3A9}'
                | '℃'
                | '°'
                | '℉'
                | '%'
                | '‰'
                | '/'
                | '·'
                | '^'
                | '-'
                | '²'
                | '³'
                | '⁻'
                | '¹'
                | 'Å'
        )
}

fn is_unit(unit: &str) -> bool {
    let mut parts = unit.split(['/', '·']);
    parts.clone().count() <= 4 && parts.all(is_simple_unit)
}

fn is_simple_unit(unit: &str) -> bool {
    let base = unit.trim_end_matches(['^', '-', '1', '2', '3', '²', '³', '⁻', '¹']);
    if WHOLE.contains(&base) || PREFIXED.contains(&base) {
        return true;
    }
    let mut letters = base.chars();
    letters
        .next()
        .is_some_and(|first| PREFIXES.contains(&first))
        && PREFIXED.contains(&letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::unit_at;

    #[test]
    fn tells_units_from_names() {
        let read = |text: &str| {
            let chars: Vec<char> = text.chars().map(crate::number::plain).collect();
            unit_at(&chars, 0)
        };
        for (text, unit, end) in [
            ("mV", "mV", 2),
            (" kg/m3,", "kg/m3", 6),
            ("%的", "%", 1),
            ("％", "%", 1),
            ("℃", "℃", 1),
            ("m/s²", "m/s²", 4),
            ("毫秒后", "毫秒", 2),
            (" kΩ", "kΩ", 3),
        ] {
            assert_eq!(read(text), Ok(Some((unit.to_owned(), end))), "{text}");
        }
        for text in ["", " of the", "，", "±0.1", "个", " x"] {
            assert_eq!(read(text), Ok(None), "{text}");
        }
        for text in ["D", "th", "a3f", "GHzX"] {
            assert_eq!(read(text), Err(()), "{text}");
        }
    }
}
