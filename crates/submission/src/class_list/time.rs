//! Reads times of submission as class lists and platforms write them.

use chachong_text::runs;

/// English months, by their first three letters.
const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];

/// Returns a time as `yyyy-mm-ddThh:mm:ss`; `None` for any other text. Reads `2024-05-01 9:30`, `2024/5/1 09:30:00`,
/// `2024年5月1日 9:30` and `Wednesday, 1 May 2024, 9:30 PM`, but not `1/5/2024`, whose day and month are uncertain.
pub(super) fn iso(text: &str) -> Option<String> {
    let lower = text.trim().to_lowercase();
    let afternoon = lower.contains("pm") || lower.contains("下午") || lower.contains("晚上");
    let morning = lower.contains("am") || lower.contains("上午");
    let clock_at = lower.find(':');
    let numbers: Vec<(usize, &str)> = runs(&lower, |c| c.is_ascii_digit()).collect();
    let month_by_name = runs(&lower, char::is_alphabetic).find_map(|(_, word)| {
        let at = MONTHS.iter().position(|month| word.starts_with(month))?;
        u32::try_from(at + 1).ok()
    });
    let mut values = numbers
        .iter()
        .map(|&(at, digits)| (at, digits.len(), digits.parse::<u32>().unwrap_or(u32::MAX)));
    let (first, second) = (values.next()?, values.next()?);
    let (year, month, day, used) = match month_by_name {
        Some(month) => {
            // "1 May 2024" and "May 1, 2024".
            let (day, year) = if first.1 == 4 {
                (second.2, first.2)
            } else {
                (first.2, second.2)
            };
            (year, month, day, 2)
        }
        None if first.1 == 4 => (first.2, second.2, values.next()?.2, 3),
        None => return None,
    };
    if !(1990..=2100).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let mut clock = [0, 0, 0];
    if clock_at.is_some() {
        let after_date = &numbers[used.min(numbers.len())..];
        // The time zone follows the time, as in `21:30+08:00`.
        let start = after_date.first().map_or(lower.len(), |&(at, _)| at);
        let zone = lower[start..].find(['+', '-', '−']);
        let end = zone.map_or(lower.len(), |zone| start + zone);
        let of_clock = after_date.iter().take_while(|(at, _)| *at < end);
        for (slot, (_, digits)) in clock.iter_mut().zip(of_clock) {
            *slot = digits.parse().ok()?;
        }
    }
    let [mut hour, minute, second] = clock;
    if afternoon && hour < 12 {
        hour += 12;
    } else if morning && hour == 12 {
        hour = 0;
    }
    let sound = hour < 24 && minute < 60 && second < 61;
    sound.then(|| format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}"))
}

#[cfg(test)]
mod tests {
    use super::iso;

    #[test]
    fn times_of_lists_and_platforms() {
        for (text, expected) in [
            ("2024-05-01 9:30", "2024-05-01T09:30:00"),
            ("2024/5/1 21:30:15", "2024-05-01T21:30:15"),
            ("2024-05-01T21:30:15+08:00", "2024-05-01T21:30:15"),
            ("2024-05-01T21:30+08:00", "2024-05-01T21:30:00"),
            ("2024-05-01 21:30 -0500", "2024-05-01T21:30:00"),
            ("提交: 2024-05-01 21:30", "2024-05-01T21:30:00"),
            ("2024年5月1日 下午 9:30", "2024-05-01T21:30:00"),
            ("2024-05-01", "2024-05-01T00:00:00"),
            ("Wednesday, 1 May 2024, 9:30 PM", "2024-05-01T21:30:00"),
            ("May 1, 2024 12:05 am", "2024-05-01T00:05:00"),
        ] {
            assert_eq!(iso(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["", "-", "2021001001", "王小五", "1/5/2024 9:30", "12:30"] {
            assert_eq!(iso(text), None, "{text}");
        }
    }
}
