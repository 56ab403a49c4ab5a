//! Measured values and tables of documents, and what pairs share of them.

use chachong_compare::{DocumentIndex, Span, merged};
use chachong_import::Format;
use chachong_measurements::{Readings, ReadingsPair, compare_class};
use chachong_text::{ExclusionReason, MarkReason};

use super::{
    AlikePlaces, SharedReadings, SharedSeries, SharedTables, Source, exponent, parts_of,
    thousandths,
};
use crate::evidence::files::Files;
use crate::evidence::{EvidenceItem, Found};

/// Returns the readings of a text, without those of its cover, references, code and other parts that nobody
/// measured.
pub(super) fn readings_of(source: Source<'_>) -> Readings {
    Readings::of(source.text, &left_out(source))
}

/// Returns the parts of a text that are not its author's own data or formulas: cover, references, code and the like; sorted and
/// disjoint.
pub(super) fn left_out(source: Source<'_>) -> Vec<Span> {
    let is_data = matches!(source.format, Some(Format::Sheet | Format::Csv));
    let at = |offset: u64| u32::try_from(offset).unwrap_or(u32::MAX);
    let exclusions = (source.exclusions.iter())
        .filter(|exclusion| !(is_data && exclusion.reason == ExclusionReason::Code))
        .map(|exclusion| Span::new(at(exclusion.start), at(exclusion.end)));
    let marks = (source.marks.iter())
        .filter(|mark| {
            // A quotation or a template's line may hold a reading all the same; the class says what was given.
            !matches!(
                mark.reason,
                MarkReason::Quotation | MarkReason::Template | MarkReason::Common { .. }
            )
        })
        .map(|mark| Span::new(mark.start, mark.end));
    merged(exclusions.chain(marks))
}

/// Returns the pairs whose readings count as shared, with the shares of their tables. Documents with equal numbers in `submissions`
/// were handed in together; what stands in `given` was handed out.
pub(super) fn shared(
    documents: &[Readings],
    submissions: &[u32],
    given: &[Readings],
    files: &Files<'_>,
    compared: u64,
) -> Vec<Found> {
    let own = files.pairs_of_checked() as f64;
    let with_library = compared.max(files.pairs()) as f64 - own;
    let among = |a: u32, b: u32| {
        if files.are_both_checked(DocumentIndex(a as usize), DocumentIndex(b as usize)) {
            own
        } else {
            with_library
        }
    };
    let pairs = compare_class(documents, submissions, given, &among)
        .into_iter()
        .filter_map(|pair| {
            let [a, b] = [pair.a, pair.b].map(|one| DocumentIndex(one as usize));
            (pair.counts && files.are_compared(a, b)).then_some(((a, b), pair))
        });
    pairs
        .flat_map(|(positions, pair)| {
            let tables = (pair.table_share_a > 0.0 || pair.table_share_b > 0.0).then(|| {
                EvidenceItem::Tables(SharedTables {
                    share_a: thousandths(pair.table_share_a),
                    share_b: thousandths(pair.table_share_b),
                })
            });
            let all = [positions.0, positions.1].map(|position| documents[position].readings.len());
            let readings = EvidenceItem::Readings(readings(&pair, all));
            let items = [Some(readings), tables];
            items
                .into_iter()
                .flatten()
                .map(move |item| (positions, item))
        })
        .collect()
}

/// Returns what a pair shares whose documents have `all` readings.
fn readings(pair: &ReadingsPair, all: [usize; 2]) -> SharedReadings {
    let series = pair.shared.iter().map(|shared| SharedSeries {
        relation: shared.relation,
        in_order: shared.in_order,
        places: (shared.spans.iter())
            .map(|&(a, b)| AlikePlaces { a, b })
            .collect(),
    });
    let count = pair.shared_readings();
    let [share_a, share_b] = parts_of(count, all);
    SharedReadings {
        count,
        share_a,
        share_b,
        expected_exponent: exponent(pair.expected),
        series: series.collect(),
    }
}
