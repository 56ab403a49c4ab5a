//! Slow, obvious form of the search for evidence: every pair of documents, every pair of pictures, every count by looking
//! at all documents.

use super::pictures::{alone, are_bands, detailed, is_telling, matched, near, rank, same_shape};
use super::{AlikePictures, EvidenceItem, PairEvidence, people};
use crate::direction::person;
use crate::file_ids::{LEAST_REVISION_IDS, own_ids, shared_pdf_id, shared_revision_ids};
use crate::{Document, Origin};
use chachong_compare::{DocumentIndex, each_once};
use chachong_import::{Metadata, Picture};

/// Returns the files of the documents that were read.
fn files(documents: &[Document]) -> impl Iterator<Item = &Metadata> {
    (documents.iter()).filter_map(|document| Some(&*document.content()?.metadata))
}

fn is_widespread(all: &[Document], has: impl Fn(&Metadata) -> bool) -> bool {
    let count = files(all).filter(|file| has(file)).count();
    count >= 3 && (count * 3 >= files(all).count() || count > 20)
}

fn is_telling_name(all: &[Document], name: &str) -> bool {
    let has = |file: &Metadata| {
        [&file.author, &file.last_editor]
            .iter()
            .any(|stated| person(stated.as_deref()).as_deref() == Some(name))
    };
    !is_widespread(all, has) && files(all).filter(|file| has(file)).count() <= 5
}

/// Whether a detailed picture has fewer than three similar, different ones in its own document.
fn is_alone(file: &Metadata, picture: &Picture) -> bool {
    let Some(own) = detailed(picture) else {
        return false;
    };
    let similar = (file.pictures.iter())
        .filter(|other| is_telling(other) && other.sha256 != picture.sha256)
        .filter(|other| detailed(other).is_some_and(|hash| near(hash, own)))
        .map(|other| other.sha256.as_str());
    each_once(similar).len() < 3
}

/// Whether the look of a picture is in too many documents.
fn is_common_look(all: &[Document], hash: u64) -> bool {
    is_widespread(all, |file| {
        let mut like = file
            .pictures
            .iter()
            .filter(|other| is_telling(other) && is_alone(file, other));
        like.any(|other| detailed(other).is_some_and(|known| near(known, hash)))
    })
}

/// Whether a picture with exactly this hash is compared with others: some document has one that is not one of a series.
fn is_compared(all: &[Document], hash: u64) -> bool {
    files(all).any(|file| {
        let mut pictures = file.pictures.iter().filter(|picture| is_telling(picture));
        pictures.any(|picture| detailed(picture) == Some(hash) && is_alone(file, picture))
    })
}

fn alike_pictures(all: &[Document], a: &Metadata, b: &Metadata) -> Option<EvidenceItem> {
    let mut couples = Vec::new();
    for (x, one) in a
        .pictures
        .iter()
        .enumerate()
        .filter(|(_, picture)| is_telling(picture))
    {
        for (y, other) in b
            .pictures
            .iter()
            .enumerate()
            .filter(|(_, picture)| is_telling(picture))
        {
            let common = |picture: &Picture| {
                detailed(picture)
                    .is_some_and(|hash| is_compared(all, hash) && is_common_look(all, hash))
            };
            let everywhere = || {
                is_widespread(all, |file| {
                    (file.pictures.iter()).any(|p| is_telling(p) && p.sha256 == one.sha256)
                })
            };
            if one.sha256 == other.sha256 && !everywhere() && !common(one) {
                couples.push(AlikePictures {
                    a: x,
                    b: y,
                    distance: None,
                });
            }
            let alone = is_alone(a, one) && is_alone(b, other);
            if let Some((p, q)) = detailed(one).zip(detailed(other))
                && alone
                && near(p, q)
                && same_shape(one, other)
                && !common(one)
                && !common(other)
            {
                let distance = (one.sha256 != other.sha256).then_some((p ^ q).count_ones());
                couples.push(AlikePictures {
                    a: x,
                    b: y,
                    distance,
                });
            }
        }
    }
    let of_file = |file: &Metadata| {
        file.pictures
            .iter()
            .filter(|picture| is_telling(picture))
            .count()
    };
    let pictures = files(all).map(of_file).sum();
    couples.sort_by_key(|&couple| (rank(couple), couple.a, couple.b));
    let bands = |couple| are_bands(a, b, couple);
    matched(couples.into_iter(), alone(pictures), &bands).map(EvidenceItem::Pictures)
}

fn items(all: &[Document], a: &Metadata, b: &Metadata) -> Vec<EvidenceItem> {
    if !a.sha256.is_empty() && a.sha256 == b.sha256 {
        return vec![EvidenceItem::SameFile];
    }
    let mut items = Vec::new();
    let has = |file: &Metadata, id: u32| file.revision_ids.contains(&id);
    let shared = own_ids(&a.revision_ids)
        .filter(|&id| has(b, id) && !is_widespread(all, |file| has(file, id)))
        .count();
    if shared >= LEAST_REVISION_IDS
        && let Some(hint) = shared_revision_ids(&a.revision_ids, &b.revision_ids)
    {
        let earlier = hint.earlier();
        items.push(EvidenceItem::RevisionIds { shared, earlier });
    }
    if let Some(hint) = shared_pdf_id(&a.pdf_id, &b.pdf_id)
        && !is_widespread(all, |file| file.pdf_id.first() == a.pdf_id.first())
    {
        let earlier = hint.earlier();
        items.push(EvidenceItem::PdfId { earlier });
    }
    items.extend(alike_pictures(all, a, b));
    items.extend(people::items(a, b, &|name| is_telling_name(all, name)));
    items
}

pub(super) fn evidence(all: &[Document]) -> Vec<PairEvidence> {
    let mut found = Vec::new();
    for (a, one) in all.iter().enumerate() {
        for (b, other) in all.iter().enumerate().skip(a + 1) {
            let of_library = one.origin == Origin::Library && other.origin == Origin::Library;
            if let (Some(x), Some(y)) = (one.content(), other.content())
                && !of_library
            {
                let items = items(all, &x.metadata, &y.metadata);
                if !items.is_empty() {
                    found.push(PairEvidence {
                        a: DocumentIndex(a),
                        b: DocumentIndex(b),
                        items,
                    });
                }
            }
        }
    }
    found
}
