//! Tests of shared texts, common text and versions: by hand, and against an oracle that joins character by character.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::pieces::{Link, Pieces};
use super::*;
use crate::parts::Parts;
use crate::{Chance, Degree, DegreeRun, DocumentIndex as Doc, Passage, PassageKind, Span, Theses};
use chachong_text::{Mark, MarkReason};

const fn span(start: u32, end: u32) -> Span {
    Span { start, end }
}

const fn passage(a: Span, b: Span) -> Passage {
    Passage::identical(a, b, Chance::STRONG)
}

fn pair(a: usize, b: usize, passages: Vec<Passage>) -> PairPassages {
    PairPassages::copied_whole(Doc(a), Doc(b), passages)
}

fn texts(count: usize, characters: usize) -> Vec<Counted> {
    vec![Counted::new(&"文".repeat(characters), &[]); count]
}

/// Makes a ring: every document has the same text, at a place of its own, and was compared with the first `hubs`
/// documents only.
fn ring(members: usize, hubs: usize, length: u32) -> Vec<PairPassages> {
    let place = |d: usize| {
        let start = u32::try_from(10 * d).unwrap();
        span(start, start + length)
    };
    (0..hubs)
        .flat_map(|hub| (hub + 1..members).map(move |other| (hub, other)))
        .map(|(hub, other)| pair(hub, other, vec![passage(place(hub), place(other))]))
        .collect()
}

#[test]
fn all_members_of_a_ring_are_counted_though_few_were_aligned() {
    let mut pairs = ring(300, 16, 400);
    // One more member, aligned with one other only.
    pairs.push(pair(
        299,
        300,
        vec![passage(span(2_990, 3_390), span(0, 400))],
    ));
    let documents = texts(301, 4_000);
    let versions = Versions::apart(301);
    count_documents(301, &mut pairs, &versions);
    assert!(pairs.iter().all(|pair| pair.passages[0].documents == 301));
    let [text] = &shared_texts(&documents, &pairs, &versions)[..] else {
        panic!()
    };
    assert_eq!(
        (text.documents, text.characters, text.places.len()),
        (301, 400, 301)
    );
    assert_eq!(text.places_in(Doc(7)), [(Doc(7), span(70, 470))]);
}

#[test]
fn what_fewer_have_of_a_text_is_counted_for_itself() {
    // Document 0 has 300 characters of which 1 has the first 100, 2 all, and 3, which was aligned with 2 only, the
    // last 100.
    let mut pairs = vec![
        pair(0, 1, vec![passage(span(0, 100), span(500, 600))]),
        pair(0, 2, vec![passage(span(0, 300), span(0, 300))]),
        pair(2, 3, vec![passage(span(200, 300), span(50, 150))]),
    ];
    let documents = texts(4, 1_000);
    let versions = Versions::apart(4);
    count_documents(4, &mut pairs, &versions);
    let counts: Vec<u32> = pairs
        .iter()
        .map(|pair| pair.passages[0].documents)
        .collect();
    assert_eq!(
        counts,
        [3, 3, 3],
        "two thirds of the 300 characters stand in three"
    );
    let found = shared_texts(&documents, &pairs, &versions);
    let places = |text: &SharedText| -> Vec<(usize, Span)> {
        let places = text.places.iter();
        places.map(|&(document, span)| (document.0, span)).collect()
    };
    assert_eq!(
        found.iter().map(places).collect::<Vec<_>>(),
        [
            [(0, span(0, 100)), (1, span(500, 600)), (2, span(0, 100))],
            [(0, span(200, 300)), (2, span(200, 300)), (3, span(50, 150))],
        ]
    );
}

#[test]
fn a_text_with_a_sentence_that_some_left_out_is_one() {
    // Ten documents have 400 characters, three of them without the middle 60.
    let mut pairs = Vec::new();
    for other in 1..10 {
        let passages = if other < 4 {
            vec![
                passage(span(0, 170), span(0, 170)),
                passage(span(230, 400), span(170, 340)),
            ]
        } else {
            vec![passage(span(0, 400), span(5, 405))]
        };
        pairs.push(pair(0, other, passages));
    }
    let documents = texts(10, 1_000);
    let found = shared_texts(&documents, &pairs, &Versions::apart(10));
    let [text] = &found[..] else {
        panic!("{found:?}")
    };
    assert_eq!((text.documents, text.places.len()), (10, 10));
    assert_eq!(text.places_in(Doc(0)), [(Doc(0), span(0, 400))]);
    assert_eq!(text.places_in(Doc(2)), [(Doc(2), span(0, 340))]);
}

#[test]
fn own_answers_between_shared_questions_are_no_part_of_a_text() {
    // Each passage covers both texts. Four documents have two questions, and document 3 has the answer of document 0.
    let (whole, questions) = (span(0, 120), [span(0, 40), span(80, 120)]);
    let mut pairs = Vec::new();
    for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
        let equal = if (a, b) == (0, 3) {
            vec![whole]
        } else {
            questions.to_vec()
        };
        let degrees: Vec<DegreeRun> = (equal.into_iter())
            .map(|span| DegreeRun {
                span,
                degree: Degree::Identical,
            })
            .collect();
        pairs.push(PairPassages {
            degrees_a: degrees.clone(),
            degrees_b: degrees,
            ..pair(a, b, vec![passage(whole, whole)])
        });
    }
    let found = shared_texts(&texts(4, 200), &pairs, &Versions::apart(4));
    let [text] = &found[..] else {
        panic!("{found:?}")
    };
    assert_eq!((text.documents, text.characters), (4, 80));
    for document in (0..4).map(Doc) {
        let expected = questions.map(|question| (document, question));
        assert_eq!(text.places_in(document), expected);
    }
}

#[test]
fn versions_of_one_document_count_once() {
    // Documents 0 to 4 are versions of one; they share a page with 5 and 6.
    let mut pairs = vec![
        pair(0, 5, vec![passage(span(0, 300), span(0, 300))]),
        pair(0, 6, vec![passage(span(0, 300), span(0, 300))]),
    ];
    pairs.extend((1..5).map(|d| pair(0, d, vec![passage(span(0, 990), span(5, 995))])));
    pairs.push(pair(7, 8, vec![passage(span(0, 1_000), span(0, 800))]));
    let documents = texts(9, 1_000);
    let versions = Versions::apart(9).joining((1..5).map(|d| (Doc(0), Doc(d))));
    let first: Vec<usize> = (0..9)
        .map(|document| versions.first(Doc(document)).0)
        .collect();
    assert_eq!(first, [0, 0, 0, 0, 0, 5, 6, 7, 8]);
    assert_eq!(
        (texts_among(&versions, 9), texts_among(&versions, 6)),
        (5, 2)
    );
    let all: Vec<Doc> = (0..9).map(Doc).collect();
    assert_eq!(versions.among(&all), [[0, 1, 2, 3, 4].map(Doc)]);
    assert_eq!(versions.among(&[4, 6].map(Doc)), [[]; 0] as [[Doc; 0]; 0]);
    let of_one_origin =
        Versions::of_one_origin(&documents, &pairs, &Versions::apart(9)).among(&all);
    assert_eq!(
        of_one_origin,
        [&[0, 1, 2, 3, 4].map(Doc)[..], &[7, 8].map(Doc)]
    );
    let found = shared_texts(&documents, &pairs, &versions);
    let [text] = &found[..] else {
        panic!("{found:?}")
    };
    assert_eq!((text.documents, text.places.len()), (3, 7));
}

#[test]
fn what_is_left_out_and_what_is_only_possible_is_no_shared_text() {
    let form = Mark {
        start: 0,
        end: 180,
        reason: MarkReason::Declaration,
    };
    let documents = vec![Counted::new(&"文".repeat(600), &[]).with_marks(vec![form]); 5];
    let mut pairs: Vec<_> = (1..5)
        .map(|other| {
            let possible = Passage {
                chance: Chance::from_log10(-2.0),
                ..passage(span(300, 500), span(300, 500))
            };
            pair(
                0,
                other,
                vec![passage(span(0, 200), span(0, 200)), possible],
            )
        })
        .collect();
    let versions = Versions::apart(5);
    assert_eq!(shared_texts(&documents, &pairs, &versions), []);
    count_documents(5, &mut pairs, &versions);
    let counts = pairs[0].passages.iter().map(|passage| passage.documents);
    assert_eq!(counts.collect::<Vec<_>>(), [5, 2]);
}

fn common(start: u32, end: u32, documents: u32) -> Mark {
    Mark {
        start,
        end,
        reason: MarkReason::Common { documents },
    }
}

/// Number of texts among the first documents if versions count once.
fn texts_among(versions: &Versions, documents: usize) -> usize {
    let firsts: BTreeSet<Doc> = (0..documents).map(|d| versions.first(Doc(d))).collect();
    firsts.len()
}

#[test]
fn filled_in_forms_are_no_versions() {
    // The form is nine tenths of both; one pair has the same answers too, the other its own.
    let form = |end| vec![passage(span(0, end), span(0, end))];
    let documents: Vec<Counted> = (texts(4, 1_000).into_iter())
        .map(|counted| counted.with_marks(vec![common(0, 920, 4)]))
        .collect();
    let pairs = [pair(0, 1, form(920)), pair(2, 3, form(1_000))];
    let apart = Versions::apart(4);
    let origins = |documents: &[Counted]| Versions::of_one_origin(documents, &pairs, &apart);
    assert_eq!(texts_among(&origins(&documents), 4), 3);
    assert_eq!(texts_among(&origins(&texts(4, 1_000)), 4), 2);
    // Short answers look like edits of one text.
    let edited = [pair(
        2,
        3,
        vec![Passage {
            kind: PassageKind::Edited,
            ..passage(span(0, 1_000), span(0, 1_000))
        }],
    )];
    let origins = |documents: &[Counted]| Versions::of_one_origin(documents, &edited, &apart);
    assert_eq!(texts_among(&origins(&documents), 4), 4);
    assert_eq!(texts_among(&origins(&texts(4, 1_000)), 4), 3);
}

#[test]
fn submissions_are_of_one_origin_by_all_of_their_files() {
    // Documents 0 and 1 are one submission, 2 and 3 another; 1 is a copy of 3.
    let pairs = [pair(1, 3, vec![passage(span(0, 500), span(0, 500))])];
    let submissions = Versions::apart(4).joining([(Doc(0), Doc(1)), (Doc(2), Doc(3))]);
    for (own, expected) in [(200, 1), (300, 2)] {
        let documents: Vec<Counted> = ([own, 500, own, 500].into_iter())
            .flat_map(|characters| texts(1, characters))
            .collect();
        let origins = Versions::of_one_origin(&documents, &pairs, &submissions);
        assert_eq!(texts_among(&origins, 4), expected, "{own}");
    }
}

#[test]
fn given_text_is_told_by_its_documents_and_its_median() {
    let mut documents = texts(9, 1_000);
    for (counted, end) in documents.iter_mut().zip([20, 300, 400, 500, 600, 600, 700]) {
        counted.marks = vec![common(0, end, 7)];
    }
    let cover = Mark {
        start: 0,
        end: 100,
        reason: MarkReason::Cover,
    };
    documents[3].marks.push(cover);
    let found = GivenText::of_texts(&documents, &Theses::NONE);
    let expected = GivenText {
        documents: 6,
        of: 9,
        characters: 600,
    };
    assert_eq!(
        found,
        Some(expected),
        "20 characters are the edge of a line"
    );
    let first = [0, 1, 2, 3, 1, 2, 3, 7, 8].map(Doc);
    let theses = Theses::default().with_submissions(&first);
    let expected = GivenText {
        documents: 3,
        of: 6,
        characters: 1_000,
    };
    assert_eq!(
        GivenText::of_texts(&documents, &theses),
        Some(expected),
        "two files of one submission"
    );
    assert_eq!(GivenText::of_texts(&texts(9, 1_000), &Theses::NONE), None);
}

#[test]
fn documents_with_a_few_lines_of_a_long_given_text_do_not_count_for_it() {
    let amounts = [1_000, 900, 1_000, 1_000, 60, 60, 60];
    assert_eq!(
        GivenText::of(amounts.into_iter()),
        Some(GivenText {
            documents: 4,
            of: 7,
            characters: 900,
        })
    );
}

#[test]
fn given_text_on_covers_is_in_these_documents_too() {
    let mut documents = texts(4, 1_000);
    let set_covers = |documents: &mut [Counted], ends: [u32; 4]| {
        for (counted, end) in documents.iter_mut().zip(ends) {
            let cover = Mark {
                start: 0,
                end,
                reason: MarkReason::Cover,
            };
            counted.marks = vec![cover, common(0, 60, 4)];
        }
    };
    set_covers(&mut documents, [60, 40, 35, 29]);
    let expected = GivenText {
        documents: 4,
        of: 4,
        characters: 25,
    };
    assert_eq!(
        GivenText::of_texts(&documents, &Theses::NONE),
        Some(expected)
    );
    set_covers(&mut documents, [60, 40, 35, 31]);
    assert_eq!(GivenText::of_texts(&documents, &Theses::NONE), None);
}

#[test]
fn what_was_decided_of_a_text_holds_for_documents_that_join() {
    let text = |members: usize| SharedText {
        places: (0..members).map(|d| (Doc(d), span(100, 200))).collect(),
        documents: u32::try_from(members).unwrap(),
        characters: 100,
    };
    let documents = texts(6, 1_000);
    let pairs = ring(6, 1, 100);
    let mut shares = Shares::of(&documents, &pairs, Choices::default());
    let mut choices = Choices::default();
    choices.decide_text(&text(4), Some(TextDecision::Template), 1_795_000_000);
    assert_eq!(
        shares.update(&documents, &pairs, choices.clone()),
        [0, 1, 2, 3].map(Doc)
    );
    assert_eq!(shares.documents()[0].net.countable, 900);
    assert_eq!(shares.documents()[0].left_out[0].reason, Reason::Templates);
    assert_eq!(shares.documents()[4].net.countable, 1_000);
    choices.follow_texts(&[text(6)]);
    assert_eq!(choices.decided_texts().count(), 1);
    assert_eq!(
        shares.update(&documents, &pairs, choices.clone()),
        [0, 1, 2, 3, 4, 5].map(Doc)
    );
    assert_eq!(shares.documents()[4].net.countable, 900);
    // If templates count, this one counts too.
    choices.set_reason(Reason::Templates, false);
    assert_eq!(shares.update(&documents, &pairs, choices.clone()).len(), 6);
    assert_eq!(shares.documents()[4].net.countable, 1_000);
    choices.set_reason(Reason::Templates, true);
    choices.decide_text(&text(6), Some(TextDecision::Counts), 1_795_000_001);
    let decided = choices.decided_text(&text(5)).unwrap();
    assert_eq!(
        (decided.decision(), decided.decided_at()),
        (TextDecision::Counts, 1_795_000_001)
    );
    let json = serde_json::to_string(&choices).unwrap();
    assert_eq!(serde_json::from_str::<Choices>(&json).unwrap(), choices);
    let moved = choices.renumbered(|document| document.0.checked_sub(2).map(Doc));
    assert_eq!(moved.decided_texts().next().unwrap().places().len(), 4);
    choices.decide_text(&text(6), None, 0);
    assert_eq!(choices, Choices::default());
}

/// Strategy: documents of 60 characters and passages of equal lengths, anywhere.
fn world() -> impl Strategy<Value = (usize, Vec<PairPassages>)> {
    (2_usize..7).prop_flat_map(|documents| {
        let one = (0..documents, 0..documents, 0_u32..40, 0_u32..40, 1_u32..20);
        let pairs = prop::collection::vec(one, 0..8).prop_map(|all| {
            (all.into_iter())
                .filter(|(a, b, ..)| a != b)
                .map(|(a, b, in_a, in_b, length)| {
                    let spans = (span(in_a, in_a + length), span(in_b, in_b + length));
                    pair(a, b, vec![passage(spans.0, spans.1)])
                })
                .collect()
        });
        (Just(documents), pairs)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn documents_are_counted_as_by_joining_character_by_character((documents, pairs) in world()) {
        const LENGTH: usize = 60;
        let at = |document: usize, place: u32| document * LENGTH + place as usize;
        let mut parts = Parts::new(documents * LENGTH);
        let mut covered = BTreeSet::new();
        for pair in &pairs {
            for Passage { a, b, .. } in &pair.passages {
                for offset in 0..a.len() {
                    let (x, y) = (at(pair.a.0, a.start + offset), at(pair.b.0, b.start + offset));
                    parts.join(x, y);
                    covered.extend([x, y]);
                }
            }
        }
        let mut having = vec![BTreeSet::new(); documents * LENGTH];
        for character in 0..documents * LENGTH {
            having[parts.root(character)].insert(character / LENGTH);
        }
        let links = Link::of_passages(documents, &pairs);
        let pieces = Pieces::of(documents, &links, &Versions::apart(documents), 0, 1_000);
        let mut found = BTreeSet::new();
        for document in 0..documents {
            for piece in pieces.of_document(Doc(document)) {
                let Span { start, end } = pieces.spans[piece];
                for place in start..end {
                    let expected = having[parts.root(at(document, place))].len();
                    prop_assert_eq!(pieces.having[pieces.texts[piece]] as usize, expected);
                    found.insert(at(document, place));
                }
            }
        }
        prop_assert_eq!(found, covered);
        for pair in &pairs {
            for Passage { a, .. } in &pair.passages {
                let mut counts: Vec<usize> = (a.start..a.end)
                    .map(|place| having[parts.root(at(pair.a.0, place))].len())
                    .collect();
                counts.sort_unstable_by(|one, other| other.cmp(one));
                let half = counts[counts.len().div_ceil(2) - 1];
                prop_assert_eq!(pieces.documents(pair.a, *a) as usize, half);
            }
        }
    }
}
