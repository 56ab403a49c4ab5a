//! Texts about what two documents share besides prose: code, readings, tables and formulas.

use super::{Language, percent, whole_percent};
use chachong_check::{
    CheckResult, EvidenceItem, ListedPair, PartOfFiles, SharedCode, SharedReadings, SharedTables,
};
use chachong_compare::{EvidenceKind, EvidenceStrength};
use chachong_measurements::Relation;

impl Language {
    /// Returns shared code in words, with the names of both documents.
    pub(super) fn shared_code(self, code: &SharedCode, names: [&str; 2]) -> String {
        let text = self.shares("evidence.shared-code", names, [code.share_a, code.share_b]);
        let strength = match code.strength() {
            EvidenceStrength::Noticeable => "evidence.code-noticeable",
            EvidenceStrength::Strong => "evidence.code-strong",
            EvidenceStrength::VeryStrong => "evidence.code-very-strong",
        };
        let mut parts = vec![text, self.text(strength)];
        if code.is_short() {
            parts.push(self.text("evidence.code-short"));
        }
        if let count @ 1.. = code.comments.len() {
            parts.push(self.fill("evidence.shared-comments", &[("count", &count)]));
        }
        parts.join(&self.text("punctuation.semicolon"))
    }

    /// Returns shared contents of tables in words, with the names of both documents.
    pub(super) fn shared_tables(self, tables: SharedTables, names: [&str; 2]) -> String {
        let shares = [tables.share_a, tables.share_b];
        self.shares("evidence.shared-tables", names, shares)
    }

    /// Returns the kind of an item of evidence beyond the text and, if it has any, a figure: the larger of the two
    /// shares, or the number of measured values or formulas.
    #[must_use]
    pub fn evidence_in_brief(self, item: &EvidenceItem) -> String {
        let share = |a: u16, b: u16| percent(f64::from(a.max(b)) / 1000.0);
        match item {
            EvidenceItem::Code(code) => self.fill(
                "evidence.brief-code",
                &[("share", &share(code.share_a, code.share_b))],
            ),
            EvidenceItem::Readings(shared) => {
                self.fill("evidence.brief-readings", &[("count", &shared.count)])
            }
            EvidenceItem::Formulas(shared) => {
                self.fill("evidence.brief-formulas", &[("count", &shared.steps)])
            }
            EvidenceItem::Tables(tables) => self.fill(
                "evidence.brief-tables",
                &[("share", &share(tables.share_a, tables.share_b))],
            ),
            other => self.text(&format!("evidence.kind-{}", other.name())),
        }
    }

    /// Returns what two files of two submissions share as a part of all files, in words.
    #[must_use]
    pub fn part_of_files(self, part: &PartOfFiles) -> String {
        let [a, b] = part.shares.map(percent);
        let values: [(&str, &dyn std::fmt::Display); 3] =
            [("kind", &self.kind(part.kind)), ("a", &a), ("b", &b)];
        self.fill("submission.part-of-all", &values)
    }

    /// Returns the figures of one kind of evidence beyond the text in a row of a list of pairs: as [`Self::kind_figures`], but in a row
    /// of two submissions the shares of all their documents, without the number of values or formulas. `None` if no pair of the row has
    /// evidence of this kind.
    #[must_use]
    pub fn listed_figures(
        self,
        result: &CheckResult,
        listed: &ListedPair<'_>,
        kind: EvidenceKind,
    ) -> Option<String> {
        let (items, is_swapped) = listed.of_kind(result, kind)?;
        let of_pair = || self.kind_figures(kind, items, is_swapped);
        let shares = listed.shares_of_all(result, kind);
        Some(shares.map_or_else(of_pair, |shares| {
            let [a, b] = shares.map(whole_percent);
            match kind {
                EvidenceKind::Files => format!("{} · {a} / {b}", of_pair()),
                _ => format!("{a} / {b}"),
            }
        }))
    }

    /// Returns the figures of one kind of evidence beyond the text, short enough for a narrow column. The usual form
    /// is the shares of both documents, as in `92 % / 88 %`; if `is_swapped`, the second document's share comes
    /// first. Measured values and formulas have their number in front; evidence from the files themselves has words
    /// instead. Empty if the documents have nothing of this kind in common.
    #[must_use]
    pub fn kind_figures(
        self,
        kind: EvidenceKind,
        items: &[EvidenceItem],
        is_swapped: bool,
    ) -> String {
        let of_kind = items.iter().filter(|item| item.kind() == Some(kind));
        let figures = of_kind.map(|item| {
            let (count, [a, b]) = match item {
                EvidenceItem::Code(code) => (None, [code.share_a, code.share_b]),
                EvidenceItem::Tables(tables) => (None, [tables.share_a, tables.share_b]),
                EvidenceItem::Readings(data) => (Some(data.count), [data.share_a, data.share_b]),
                EvidenceItem::Formulas(chain) => {
                    (Some(chain.steps), [chain.share_a, chain.share_b])
                }
                file => return self.text(&format!("report-evidence.short-{}", file.name())),
            };
            let [a, b] = if is_swapped { [b, a] } else { [a, b] };
            let [a, b] = [a, b].map(|share| whole_percent(f64::from(share) / 1000.0));
            let count = count.map_or_else(String::new, |count| format!("{count} · "));
            format!("{count}{a} / {b}")
        });
        figures
            .collect::<Vec<_>>()
            .join(&self.text("punctuation.comma"))
    }

    fn shares(self, key: &str, [a, b]: [&str; 2], shares: [u16; 2]) -> String {
        let [share_a, share_b] = shares.map(|share| percent(f64::from(share) / 1000.0));
        let values: [(&str, &dyn std::fmt::Display); 4] = [
            ("a", &a),
            ("b", &b),
            ("share_a", &share_a),
            ("share_b", &share_b),
        ];
        self.fill(key, &values)
    }

    /// Returns shared readings in words, with the names of both documents: how many, how rarely chance gives them, and by what
    /// relation.
    pub(super) fn shared_readings(self, shared: &SharedReadings, [a, b]: [&str; 2]) -> String {
        let often = self.how_often(shared.expected_exponent.min(-1).unsigned_abs());
        let values: [(&str, &dyn std::fmt::Display); 2] =
            [("count", &shared.count), ("often", &often)];
        let mut parts = vec![self.fill("evidence.shared-readings", &values)];
        for series in &shared.series {
            let (key, number) = match series.relation {
                Relation::Equal if series.in_order => continue,
                Relation::Equal => ("evidence.readings-mixed", String::new()),
                Relation::Factor(factor) => ("evidence.readings-factor", factor.to_string()),
                Relation::Offset(offset) => ("evidence.readings-offset", offset.to_string()),
            };
            let count = series.places.len();
            let values: [(&str, &dyn std::fmt::Display); 4] =
                [("a", &a), ("b", &b), ("number", &number), ("count", &count)];
            parts.push(self.fill(key, &values));
        }
        parts.join(&self.text("punctuation.semicolon"))
    }
}
