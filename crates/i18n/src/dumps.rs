//! Words about dumps that are added to a library.

use std::collections::BTreeMap;

use super::Language;
use chachong_dumps::{Header, Reason};

/// What became of a dump, to be put into words.
#[derive(Clone, Copy, Debug)]
pub struct DumpFigures<'a> {
    /// Number of articles added, replaced ones included.
    pub added: usize,
    /// Number of articles of which an older text was replaced.
    pub replaced: usize,
    /// Number of articles that were there as they are.
    pub unchanged: usize,
    /// Numbers of parts that are no articles, by the reason.
    pub passed_over: &'a BTreeMap<Reason, usize>,
    /// Number of damaged parts.
    pub broken: usize,
    /// What is wrong with the first of them; `None` without any.
    pub first_broken: Option<&'a str>,
}

impl Language {
    /// Returns what a dump says about itself: its site, day, licence, and about how many articles it has.
    #[must_use]
    pub fn dump_header(self, name: &str, header: &Header) -> String {
        let mut parts = Vec::new();
        if let Some(articles) = header.articles {
            parts.push(self.fill("dump.articles", &[("count", &articles)]));
        }
        if let Some(date) = &header.date {
            parts.push(self.fill("dump.date", &[("date", date)]));
        }
        if let Some(licence) = &header.licence {
            parts.push(self.fill("dump.licence", &[("licence", licence)]));
        }
        let parts = parts.join(&self.text("punctuation.comma"));
        self.fill("dump.header", &[("name", &name), ("parts", &parts)])
    }

    /// Returns what became of a dump in words: what was added, was there before, was passed over and why, and is damaged.
    #[must_use]
    pub fn dump_summary(self, name: &str, figures: DumpFigures<'_>) -> String {
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
        if let Some(detail) = figures.first_broken {
            let values: [(&str, &dyn std::fmt::Display); 2] =
                [("count", &figures.broken), ("detail", &detail)];
            text += &self.fill("dump.broken", &values);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_words_in_both_languages() {
        for reason in Reason::ALL {
            let passed_over = BTreeMap::from([(reason, 1_234)]);
            for language in [Language::English, Language::Chinese] {
                let figures = DumpFigures {
                    added: 2,
                    replaced: 1,
                    unchanged: 3,
                    passed_over: &passed_over,
                    broken: 1,
                    first_broken: Some("a block is damaged"),
                };
                let text = language.dump_summary("zhwiki.xml.bz2", figures);
                assert!(!text.contains("dump."), "{text}");
                assert!(text.contains("234"), "{text}");
                assert!(text.contains("a block is damaged"), "{text}");
            }
        }
    }
}
