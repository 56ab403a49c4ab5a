//! Texts about findings: verdicts, decisions, and the evidence that connects two documents or a group.

use super::{Language, whole_percent};
use chachong_check::{EvidenceItem, Side};
use chachong_compare::{
    Bond, Decision, EvidenceKind, EvidenceStrength, Group, LARGE_PART, NEARLY_ALL, PART,
    PairFinding, PassageKind, Thresholds, Verdict,
};

impl Language {
    /// Describes in a few words what the documents of a group have in common: the kind of evidence of their strongest
    /// link if that is not prose, otherwise text that few or many documents have.
    #[must_use]
    pub fn bond(self, group: &Group) -> String {
        let first = group
            .links
            .first()
            .and_then(|link| link.finding.beyond_text());
        match (first, group.bond) {
            (Some(strongest), _) => self.kind(strongest.kind),
            (None, Bond::Rare) => self.text("groups.rare"),
            (None, Bond::Widespread) => self.text("groups.widespread"),
        }
    }

    /// Returns the displayed name of a verdict.
    #[must_use]
    pub fn verdict(self, verdict: Verdict) -> String {
        self.text(&format!("verdict.{}", verdict.name()))
    }

    /// Explains a verdict with its limits.
    #[must_use]
    pub fn verdict_hint(self, verdict: Verdict) -> String {
        let values: [(&str, &dyn std::fmt::Display); 3] = [
            ("nearly-all", &whole_percent(NEARLY_ALL)),
            ("large", &whole_percent(LARGE_PART)),
            ("part", &whole_percent(PART)),
        ];
        self.fill(&format!("verdict.{}-hint", verdict.name()), &values)
    }

    /// Returns the displayed name of a kind of passages.
    #[must_use]
    pub fn passage_kind(self, kind: PassageKind) -> String {
        self.text(match kind {
            PassageKind::Identical => "passages.identical",
            PassageKind::Edited => "passages.edited",
        })
    }

    /// Tells the maximum distances of listed pairs where they depend on the length of the texts.
    #[must_use]
    pub fn related_by_length(self) -> String {
        let [(long, a), (middle, b), (_, c)] = Thresholds::RELATED_BY_LENGTH;
        let values: [(&str, &dyn std::fmt::Display); 5] = [
            ("long", &long),
            ("a", &a),
            ("middle", &middle),
            ("b", &b),
            ("c", &c),
        ];
        self.fill("settings.lengths", &values)
    }

    /// Returns the displayed name of a person's decision.
    #[must_use]
    pub fn decision(self, decision: Decision) -> String {
        self.text(&format!("decision.{}", decision.name()))
    }

    /// Describes the finding on a pair in a few words: the verdict on its prose, or a stronger kind of evidence, with its share, as in
    /// `same code 92 %`, unless this evidence comes from the files themselves. Without a verdict and without such evidence, says that
    /// there is no finding.
    #[must_use]
    pub fn finding(self, pair: &PairFinding) -> String {
        let Some(strongest) = pair.beyond_text() else {
            return (pair.verdict).map_or_else(
                || self.text("verdict.none"),
                |verdict| self.verdict(verdict),
            );
        };
        let share = whole_percent(strongest.share());
        match strongest.kind {
            EvidenceKind::Files if strongest.share() > 0.0 => self.text("verdict.same-file"),
            EvidenceKind::Files => self.text("verdict.files"),
            kind => self.fill(&format!("verdict.{}", kind.name()), &[("share", &share)]),
        }
    }

    /// Returns the displayed name of a kind of evidence.
    #[must_use]
    pub fn kind(self, kind: EvidenceKind) -> String {
        self.text(&format!("kind.{}", kind.name()))
    }

    /// Returns the displayed name of a strength of evidence, such as `very strong`, and a sentence that explains it.
    #[must_use]
    pub fn evidence_strength(self, strength: EvidenceStrength) -> (String, String) {
        let key = match strength {
            EvidenceStrength::Noticeable => "strength.noticeable",
            EvidenceStrength::Strong => "strength.strong",
            EvidenceStrength::VeryStrong => "strength.very-strong",
        };
        (self.text(key), self.text(&format!("{key}-hint")))
    }

    /// Describes an item of evidence beyond the text in a sentence. `a` and `b` are the names by which the sentence
    /// calls the two documents of the pair.
    #[must_use]
    pub fn evidence(self, item: &EvidenceItem, [a, b]: [&str; 2]) -> String {
        let sides = |side: Side| match side {
            Side::A => (a, b),
            Side::B => (b, a),
        };
        // Two of the items may favour neither document.
        let of_side = |key: &str, side: Option<Side>, count: usize| {
            let suffix = if side.is_some() { "-of-side" } else { "" };
            let (one, other) = sides(side.unwrap_or(Side::A));
            let values: [(&str, &dyn std::fmt::Display); 3] =
                [("side", &one), ("other", &other), ("count", &count)];
            self.fill(&format!("{key}{suffix}"), &values)
        };
        match item {
            EvidenceItem::SameFile => self.text("evidence.same-file"),
            EvidenceItem::Code(code) => self.shared_code(code, [a, b]),
            EvidenceItem::Readings(shared) => self.shared_readings(shared, [a, b]),
            EvidenceItem::Tables(tables) => self.shared_tables(*tables, [a, b]),
            EvidenceItem::Formulas(shared) => {
                self.fill("evidence.shared-formulas", &[("count", &shared.steps)])
            }
            EvidenceItem::RevisionIds { shared, earlier } => {
                of_side("evidence.shared-revision-ids", *earlier, *shared)
            }
            EvidenceItem::PdfId { earlier } => of_side("evidence.shared-pdf-id", *earlier, 0),
            EvidenceItem::Pictures(alike) => {
                let equal = alike.iter().filter(|one| one.distance.is_none()).count();
                let counts = [("equal", equal), ("similar", alike.len() - equal)];
                let said = counts.iter().filter(|(_, count)| *count > 0);
                let said = said.map(|(kind, count)| {
                    self.fill(&format!("evidence.{kind}-pictures"), &[("count", count)])
                });
                said.collect::<Vec<_>>()
                    .join(&self.text("punctuation.semicolon"))
            }
            EvidenceItem::References(entries) => self.same_references(entries),
            EvidenceItem::EditedByOther { edited, name } => {
                let (side, other) = sides(*edited);
                let values: [(&str, &dyn std::fmt::Display); 3] =
                    [("side", &side), ("other", &other), ("name", name)];
                self.fill("evidence.edited-by-other", &values)
            }
            EvidenceItem::SameEditor { name } => {
                self.fill("evidence.same-editor", &[("name", name)])
            }
            EvidenceItem::SameAuthor { name } => {
                self.fill("evidence.same-author", &[("name", name)])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_check::{AlikePictures, SameReference};

    #[test]
    fn every_item_of_evidence_has_words_in_both_languages() {
        let name = || "王小明".to_owned();
        let alike = |distance| AlikePictures {
            a: 0,
            b: 0,
            distance,
        };
        let mut items = vec![
            EvidenceItem::SameFile,
            EvidenceItem::Pictures(vec![alike(None)]),
            EvidenceItem::Pictures(vec![alike(Some(3)), alike(None)]),
            EvidenceItem::References(vec![SameReference {
                a: 0,
                b: 3,
                text: "[1] 沈知远. 夜间开放的图书馆[J]. 灯塔学报, 2010.".to_owned(),
                is_wrong: true,
                documents: 2,
                weight: 1000,
            }]),
            EvidenceItem::SameEditor { name: name() },
            EvidenceItem::SameAuthor { name: name() },
        ];
        for earlier in [None, Some(Side::A), Some(Side::B)] {
            items.push(EvidenceItem::RevisionIds { shared: 3, earlier });
            items.push(EvidenceItem::PdfId { earlier });
            items.extend(earlier.map(|edited| EvidenceItem::EditedByOther {
                edited,
                name: name(),
            }));
        }
        for (language, _) in Language::ALL {
            for item in &items {
                let text = language.evidence(item, ["甲.docx", "乙.docx"]);
                assert!(
                    !text.contains("evidence.") && !text.contains("%{"),
                    "{text}"
                );
            }
        }
    }
}
