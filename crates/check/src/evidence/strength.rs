//! Strength of evidence beyond prose, on the scale that all kinds of evidence share.

use super::EvidenceItem;
use chachong_compare::{EvidenceKind, EvidenceStrength, LARGE_PART, Strongest};

/// Decimal exponent of the number of equally strong pairs that chance gives in a check, at or below which readings and formulas are
/// strong. They count from -2. Values of a few digits under a factor reach -4 in unrelated theses.
const STRONG: i32 = -6;
/// Exponent at or below which they are very strong: 28 equal values of a template's table, which is no chance, reach -14.
const VERY_STRONG: i32 = -20;

/// Returns the strength of each of the items about a pair; nothing for names and reference entries. `is_tiny` says that a document is
/// too short for a share, so that equal files say little.
pub(crate) fn strengths(items: &[EvidenceItem], is_tiny: bool) -> impl Iterator<Item = Strongest> {
    items
        .iter()
        .filter_map(move |item| of_item(item, items, is_tiny))
}

fn of_item(item: &EvidenceItem, all: &[EvidenceItem], is_tiny: bool) -> Option<Strongest> {
    use EvidenceStrength::{Noticeable, Strong, VeryStrong};
    let is_short = || {
        let mut all = all.iter();
        all.any(|item| matches!(item, EvidenceItem::Code(code) if code.is_short()))
    };
    let readings = || {
        all.iter().find_map(|item| match item {
            EvidenceItem::Readings(shared) => Some(shared.expected_exponent),
            _ => None,
        })
    };
    let (strength, shares) = match item {
        EvidenceItem::SameFile if is_tiny => (Noticeable, [1000; 2]),
        EvidenceItem::SameFile if is_short() => (Strong, [1000; 2]),
        EvidenceItem::SameFile => (VeryStrong, [1000; 2]),
        EvidenceItem::Code(code) => {
            let shares = [code.share_a, code.share_b];
            // People who solve one task may write equal programs that are so short.
            let is_weak = code.is_short() || are_small(shares);
            let most = if is_weak { Strong } else { VeryStrong };
            (code.strength().min(most), shares)
        }
        EvidenceItem::Readings(data) => {
            let shares = [data.share_a, data.share_b];
            (by_chance(data.expected_exponent, shares), shares)
        }
        // Tables are told beside the readings in them, which say what chance gives.
        EvidenceItem::Tables(tables) => {
            let shares = [tables.share_a, tables.share_b];
            (by_chance(readings()?, shares), shares)
        }
        EvidenceItem::Formulas(chain) => {
            let shares = [chain.share_a, chain.share_b];
            (by_chance(chain.expected_exponent, shares), shares)
        }
        EvidenceItem::RevisionIds { .. } | EvidenceItem::PdfId { .. } => (Strong, [0; 2]),
        EvidenceItem::Pictures(_) => (Noticeable, [0; 2]),
        EvidenceItem::References(_)
        | EvidenceItem::EditedByOther { .. }
        | EvidenceItem::SameEditor { .. }
        | EvidenceItem::SameAuthor { .. } => return None,
    };
    Some(Strongest {
        strength,
        kind: item.kind().unwrap_or(EvidenceKind::Files),
        shares: shares.map(|share| f64::from(share) / 1000.0),
    })
}

/// Returns the strength of what chance gives so rarely. As with prose, nothing is very strong that is a small part of both documents:
/// a template's table, or a quoted one, is no chance either.
fn by_chance(exponent: i32, shares: [u16; 2]) -> EvidenceStrength {
    match exponent {
        ..=VERY_STRONG if !are_small(shares) => EvidenceStrength::VeryStrong,
        ..=STRONG => EvidenceStrength::Strong,
        _ => EvidenceStrength::Noticeable,
    }
}

/// Whether what two documents have in common is a small part of both; the shares are in thousandths.
fn are_small(shares: [u16; 2]) -> bool {
    f64::from(shares[0].max(shares[1])) / 1000.0 < LARGE_PART
}

#[cfg(test)]
mod tests {
    use super::strengths;
    use crate::evidence::{EvidenceItem, SharedCode};
    use chachong_compare::EvidenceStrength::{Strong, VeryStrong};

    #[test]
    fn code_that_is_a_small_part_of_both_programs_is_not_very_strong() {
        for (share_a, share_b, strength) in [(220, 40, Strong), (40, 310, VeryStrong)] {
            let code = SharedCode {
                score: 600,
                tokens: 500,
                share_a,
                share_b,
                ..SharedCode::default()
            };
            let found: Vec<_> = strengths(&[EvidenceItem::Code(code)], false)
                .map(|found| found.strength)
                .collect();
            assert_eq!(found, [strength]);
        }
    }
}
