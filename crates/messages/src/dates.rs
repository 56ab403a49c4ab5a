//! Dates and times as a person reads them: in the system's time zone, or on the clock of the place where something happened.

/// Formats the date of a time, given in seconds since 1970, in the system's time zone: `2026-11-21`. Empty for an
/// impossible time.
#[must_use]
pub fn day(seconds: i64) -> String {
    let local = |seconds| {
        let time = jiff::Timestamp::from_second(seconds).ok()?;
        Some(time.to_zoned(jiff::tz::TimeZone::system()).date())
    };
    local(seconds).map_or_else(String::new, |date| date.to_string())
}

/// Formats date, hour and minute of a time, given in seconds since 1970, in the system's time zone: `2026-11-21
/// 09:05`. Empty for an impossible time.
#[must_use]
pub fn minute(seconds: i64) -> String {
    let local = |seconds| {
        let time = jiff::Timestamp::from_second(seconds).ok()?;
        Some(time.to_zoned(jiff::tz::TimeZone::system()))
    };
    local(seconds).map_or_else(String::new, |time| {
        time.strftime("%Y-%m-%d %H:%M").to_string()
    })
}

/// Returns the offset of the system's time zone from UTC, in seconds, at a time given in seconds since 1970; positive
/// east of Greenwich. 0 for an impossible time.
#[must_use]
pub fn utc_offset(seconds: i64) -> i32 {
    let time = jiff::Timestamp::from_second(seconds);
    time.map_or(0, |time| {
        jiff::tz::TimeZone::system().to_offset(time).seconds()
    })
}

/// Formats date, hour and minute of a time, given in seconds since 1970, on a clock that is `utc_offset` seconds ahead of UTC:
/// `2026-11-21 09:05`. Empty for an impossible time; an impossible offset counts as 0.
#[must_use]
pub fn minute_by_clock(seconds: i64, utc_offset: i32) -> String {
    by_clock(seconds, utc_offset, "%Y-%m-%d %H:%M")
}

/// Formats a time as [`minute_by_clock`] does and adds the clock's offset: `2026-11-21 09:05 (UTC+08:00)`. Also empty for an impossible
/// time.
#[must_use]
pub fn minute_with_zone(seconds: i64, utc_offset: i32) -> String {
    by_clock(seconds, utc_offset, "%Y-%m-%d %H:%M (UTC%:z)")
}

fn by_clock(seconds: i64, utc_offset: i32, form: &str) -> String {
    let Ok(time) = jiff::Timestamp::from_second(seconds) else {
        return String::new();
    };
    let offset = jiff::tz::Offset::from_seconds(utc_offset).unwrap_or(jiff::tz::Offset::UTC);
    let time = time.to_zoned(offset.to_time_zone());
    time.strftime(form).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_stated_by_any_clock() {
        for (offset, expected) in [
            (0, "2023-11-14 22:13 (UTC+00:00)"),
            (8 * 3600, "2023-11-15 06:13 (UTC+08:00)"),
            (-(3 * 3600 + 1800), "2023-11-14 18:43 (UTC-03:30)"),
            (i32::MAX, "2023-11-14 22:13 (UTC+00:00)"),
        ] {
            assert_eq!(minute_with_zone(1_700_000_000, offset), expected);
            let minute = minute_by_clock(1_700_000_000, offset);
            assert!(expected.starts_with(&format!("{minute} (")));
        }
        assert_eq!(minute_with_zone(i64::MAX, 0), "");
    }
}
