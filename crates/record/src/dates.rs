//! Years and dates: "2014 年 6 月", "二〇二一年六月", "June 2014", "2014-06-01", "2017届".

use super::blanks::without_blanks;
use super::values::half_width;

/// Reads the year of a date, four ASCII digits: "2014 年 6 月", "二〇二一年六月", "June 2014", "2014-06-01", "2017届"; `None` if
/// no year is found.
pub(super) fn year(value: &str) -> Option<String> {
    let value: Vec<char> = value.chars().map(half_width).collect();
    if let Some(year) = year_of_republic(&value) {
        return Some(year);
    }
    // "May 26 2012" needs its spaces, "2 0 1 4 年" must lose them.
    year_in(&value).or_else(|| {
        let compact: Vec<char> = value
            .iter()
            .copied()
            .filter(|c| !c.is_whitespace())
            .collect();
        year_in(&compact)
    })
}

/// Reads a year of the calendar of Taiwan as one of the common calendar: 2021 for "中華民國一一○年六月" or "民國 110 年"; `None`
/// for any other date.
fn year_of_republic(characters: &[char]) -> Option<String> {
    let compact: String = characters.iter().filter(|c| !c.is_whitespace()).collect();
    let (_, rest) = compact
        .split_once("民國")
        .or_else(|| compact.split_once("民国"))?;
    let (number, _) = rest.split_once('年')?;
    let digits: Option<String> = number.chars().map(digit).collect();
    let number: u32 = digits.filter(|digits| digits.len() <= 3)?.parse().ok()?;
    let year = (number + 1911).to_string();
    is_year(&year).then_some(year)
}

fn year_in(characters: &[char]) -> Option<String> {
    for at in 0..characters.len().saturating_sub(3) {
        let four = &characters[at..at + 4];
        let alone = (at == 0 || !characters[at - 1].is_ascii_digit())
            && characters.get(at + 4).is_none_or(|c| !c.is_ascii_digit());
        let digits: Option<String> = four.iter().map(|&c| digit(c)).collect();
        let after = characters[at + 4..].iter().find(|c| !c.is_whitespace());
        // A school year of entry is no year of the work.
        if let Some(digits) = digits.filter(|digits| alone && is_year(digits))
            && after != Some(&'级')
        {
            return Some(digits);
        }
    }
    // "20140601" is a date without signs.
    if characters.len() == 8 && characters.iter().all(char::is_ascii_digit) {
        let year: String = characters[..4].iter().collect();
        let month: String = characters[4..6].iter().collect();
        if is_year(&year) && matches!(month.parse(), Ok(1..=12)) {
            return Some(year);
        }
    }
    None
}

fn digit(c: char) -> Option<char> {
    let at = match c {
        '0'..='9' => return Some(c),
        '〇' | '○' | '零' | 'Ο' | 'О' | '０' | 'O' | '◯' | 'o' => 0,
        '一' => 1,
        '二' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        _ => return None,
    };
    char::from_digit(at, 10)
}

fn is_year(digits: &str) -> bool {
    matches!(digits.parse(), Ok(1950..=2099))
}

#[rustfmt::skip]
const MONTHS: &[&str] = &[
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
    "spring", "summer", "autumn", "fall", "winter",
];

/// Whether a line is the year in which a class leaves the school: "2023 届".
pub(super) fn is_class_year(line: &str) -> bool {
    let compact = without_blanks(line);
    compact.chars().count() <= 6 && compact.ends_with('届') && year(&compact).is_some()
}

/// Whether a line is a date and nothing else; places may stand around it ("June 2014, Beijing").
pub(super) fn is_date_line(line: &str) -> bool {
    let compact: String = line
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(half_width)
        .collect();
    let length = compact.chars().count();
    if year(&compact).is_none() || length > 30 {
        return false;
    }
    let chinese = compact.contains('年')
        && compact
            .chars()
            .all(|c| digit(c).is_some() || "年月日十廿初中下上旬至~-—華民國华国".contains(c));
    // A place may stand before the date: "Somewhere, 12.05.2019".
    let date = compact
        .rsplit_once(',')
        .map_or(compact.as_str(), |(place, date)| {
            if place.chars().all(char::is_alphabetic) {
                date
            } else {
                ""
            }
        });
    let bare = (4..=10).contains(&date.len())
        && date
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, '-' | '.' | '/'));
    let words: Vec<String> = line
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let english = !words.is_empty()
        && words.len() <= 3
        && words.iter().any(|word| MONTHS.contains(&word.as_str()))
        && words.iter().all(|word| word.is_ascii());
    chinese || bare || english
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years() {
        for (value, expected) in [
            ("2014 年 6 月", Some("2014")),
            ("二〇二一年六月", Some("2021")),
            ("June, 2014", Some("2014")),
            ("2012-05-26", Some("2012")),
            ("20140601", Some("2014")),
            ("中華民國一一○年六月", Some("2021")),
            ("民國 110 年 6 月", Some("2021")),
            ("2017级", None),
            ("年  月  日", None),
            ("51141201039", None),
        ] {
            assert_eq!(year(value).as_deref(), expected, "{value}");
        }
        assert!(is_date_line("中華民國 110 年 6 月") && is_date_line("Nightford, 12.05.2019"));
        assert!(!is_date_line("Nightford, 2nd of 12"));
        assert!(is_class_year("2023 届") && !is_class_year("2023 届毕业生名单"));
    }
}
