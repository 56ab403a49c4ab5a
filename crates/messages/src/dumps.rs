//! Texts about dumps that are added to a library.

use std::time::Duration;

use super::{Language, grouped};
use chachong_dumps::Header;
use chachong_jobs::library::{DumpSummary, Expected};

/// Bytes of a megabyte, as disks are sold.
const MEGABYTE: u64 = 1_000_000;

impl Language {
    /// Describes how many articles and characters a dump has, how much the library will grow, and how long adding takes. Estimated
    /// numbers of articles and characters are rounded to two digits. For several dumps, pass the sums of their figures
    /// ([`Expected::sum`]).
    #[must_use]
    pub fn dump_expected(self, figures: Expected) -> String {
        let shown = |number| {
            if figures.is_counted {
                grouped(number)
            } else {
                grouped(two_digits(number))
            }
        };
        let key = if figures.is_counted {
            "dump.expected-counted"
        } else {
            "dump.expected"
        };
        let values: [(&str, &dyn std::fmt::Display); 4] = [
            ("count", &shown(figures.sources)),
            ("characters", &shown(figures.characters)),
            ("size", &Self::bytes(figures.bytes)),
            ("time", &self.about_time(figures.time)),
        ];
        self.fill(key, &values)
    }

    /// Returns a sentence about the free space on the library's disk, and `true` if it is too small. `room` is the
    /// free space in bytes, and `needed` the number of bytes by which the library grows.
    #[must_use]
    pub fn disk_room(self, room: u64, needed: u64) -> (String, bool) {
        let lacks = needed > room;
        let key = if lacks { "dump.no-room" } else { "dump.room" };
        (self.fill(key, &[("room", &Self::bytes(room))]), lacks)
    }

    /// Returns a number of bytes in megabytes or gigabytes.
    fn bytes(bytes: u64) -> String {
        let megabytes = bytes.div_ceil(MEGABYTE);
        if megabytes < 1_000 {
            return format!("{megabytes} MB");
        }
        format!("{:.1} GB", bytes as f64 / (1_000 * MEGABYTE) as f64)
    }

    /// Returns a time in minutes or hours.
    fn about_time(self, time: Duration) -> String {
        let minutes = time.as_secs().div_ceil(60);
        match minutes {
            0 | 1 => self.text("dump.time-short"),
            2..=90 => self.fill("dump.time-minutes", &[("count", &minutes)]),
            _ => {
                let hours = format!("{:.1}", time.as_secs_f64() / 3_600.0);
                self.fill("dump.time-hours", &[("hours", &hours)])
            }
        }
    }

    /// Describes a dump: `name`, then the approximate number of articles, the date and the licence, as far as its
    /// header states them.
    #[must_use]
    pub fn dump_header(self, name: &str, header: &Header) -> String {
        let mut parts = Vec::new();
        if let Some(articles) = header.articles {
            let articles = grouped(two_digits(articles));
            parts.push(self.fill("dump.articles", &[("count", &articles)]));
        }
        if let Some(date) = &header.date {
            parts.push(self.fill("dump.date", &[("date", date)]));
        }
        if let Some(licence) = &header.licence {
            parts.push(self.fill("dump.licence", &[("licence", licence)]));
        }
        if parts.is_empty() {
            return name.to_owned();
        }
        let parts = parts.join(&self.text("punctuation.comma"));
        self.fill("dump.header", &[("name", &name), ("parts", &parts)])
    }

    /// Describes the result of adding the dump `name`: how many articles were added, replaced or already there; how many parts of the
    /// dump, such as redirects and stubs, were skipped, by reason; how many were damaged; and whether the rest was given up.
    #[must_use]
    pub fn dump_summary(self, name: &str, figures: &DumpSummary) -> String {
        let mut parts = vec![self.fill("dump.added", &[("count", &figures.added)])];
        for (key, number) in [
            ("dump.replaced", figures.replaced),
            ("dump.unchanged", figures.unchanged),
        ] {
            if number > 0 {
                parts.push(self.fill(key, &[("count", &number)]));
            }
        }
        let mut text = self.fill(
            "dump.summary",
            &[
                ("name", &name),
                ("parts", &parts.join(&self.text("punctuation.comma"))),
            ],
        );
        if !figures.passed_over.is_empty() {
            let reasons = figures.passed_over.iter().map(|(reason, number)| {
                let key = format!("dump.reason-{}", reason.key().replace('_', "-"));
                self.fill(&key, &[("count", number)])
            });
            let reasons: Vec<String> = reasons.collect();
            let kinds = reasons.join(&self.text("punctuation.comma"));
            text += &self.fill("notice.passed-over", &[("kinds", &kinds)]);
        }
        if let Some(detail) = &figures.first_broken {
            let values: [(&str, &dyn std::fmt::Display); 2] =
                [("count", &figures.broken), ("detail", &detail)];
            text += &self.fill("dump.broken", &values);
        }
        if figures.is_given_up {
            text += &self.text("dump.given-up");
        }
        text
    }
}

/// Rounds a number to its first two digits: an estimate that is right to a quarter promises no more.
fn two_digits(number: u64) -> u64 {
    let mut unit = 1;
    while number / unit >= 100 {
        unit *= 10;
    }
    (number + unit / 2) / unit * unit
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use chachong_dumps::Reason;

    #[test]
    fn every_reason_has_words_in_both_languages() {
        for reason in Reason::ALL {
            let figures = DumpSummary {
                added: 2,
                replaced: 1,
                unchanged: 3,
                passed_over: BTreeMap::from([(reason, 1_234)]),
                broken: 1,
                first_broken: Some("a block is damaged".to_owned()),
                is_given_up: true,
            };
            for language in [Language::English, Language::Chinese] {
                let text = language.dump_summary("zhwiki.xml.bz2", &figures);
                assert!(!text.contains("dump."), "{text}");
                assert!(text.contains("234"), "{text}");
                assert!(text.contains("a block is damaged"), "{text}");
                assert!(
                    text.ends_with(language.text("dump.given-up").as_str()),
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn an_estimate_is_rounded_and_a_count_is_not() {
        for (number, rounded) in [
            (0, 0),
            (7, 7),
            (99, 99),
            (123, 120),
            (19_951, 20_000),
            (997, 1_000),
        ] {
            assert_eq!(two_digits(number), rounded);
        }
        let figures = Expected {
            sources: 20_123,
            characters: 21_512_345,
            bytes: 79_100_000,
            time: Duration::from_mins(95),
            is_counted: false,
        };
        assert_eq!(
            Language::Chinese.dump_expected(figures),
            "约 20,000 篇、22,000,000 字；比对库将增大约 80 MB，加入时约需 1.6 小时。"
        );
        let counted = Expected {
            is_counted: true,
            sources: 1,
            time: Duration::ZERO,
            bytes: 3_750_000_000,
            ..figures
        };
        assert_eq!(
            Language::English.dump_expected(counted),
            "1 article with 21,512,345 characters. The library will grow by about 3.8 GB. Adding them takes less than a minute."
        );
    }

    #[test]
    fn a_disk_without_room_is_told() {
        let (text, lacks) = Language::Chinese.disk_room(5_000_000, 80_000_000);
        assert!(lacks && text.contains("5 MB"), "{text}");
        let (text, lacks) = Language::English.disk_room(80_000_000, 80_000_000);
        assert!(!lacks && text.contains("80 MB"), "{text}");
    }
}
