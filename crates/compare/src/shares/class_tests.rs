//! Tests of shares by class of sources and of common sources, by hand and against the oracle.

use proptest::prelude::*;

use super::worlds::{Switch, World, switches, world};
use super::*;
use crate::{Chance, DocumentIndex as Doc, PairIndex, Passage, Span};
use chachong_text::{Mark, MarkReason};

proptest! {
    #[test]
    fn shares_of_a_class_are_those_that_the_oracle_counts(
        world in world(),
        switches in switches(),
        classes in prop::collection::vec(0_u8..3, 8),
    ) {
        let (documents, choices) = made(&world, &switches);
        let shares = Shares::of(&documents, &world.pairs, choices.clone());
        for document in 0..documents.len() {
            let of = |is_of: &dyn Fn(u8) -> bool| {
                let found = shares
                    .of_class(Doc(document), &documents, &world.pairs, |other| is_of(classes[other]));
                let expected = world.class(document, &choices, |other| is_of(classes[other]));
                prop_assert_eq!(found, expected);
                Ok(found)
            };
            let (one, others) = (of(&|class| class == 0)?, of(&|class| class != 0)?);
            let all = of(&|_| true)?;
            let total = &shares.documents()[document];
            prop_assert_eq!((all.gross, all.net), (total.gross, total.net));
            // Characters of both classes at once are the sum less the total: never negative, in neither class more.
            for (one, others, all) in [
                (one.gross, others.gross, all.gross),
                (one.net, others.net, all.net),
            ] {
                let (one, others) = (one.characters, others.characters);
                prop_assert!(one + others >= all.characters);
                prop_assert!(one.max(others) <= all.characters);
            }
        }
    }

    #[test]
    fn common_sources_and_explanations_hold_of_each_character(
        world in world(),
        switches in switches(),
        checked in 0_usize..8,
    ) {
        let (documents, choices) = made(&world, &switches);
        let shares = Shares::of(&documents, &world.pairs, choices.clone());
        let checked = checked.min(documents.len());
        for common in shares.common_sources(&documents, &world.pairs, checked) {
            prop_assert!(common.source >= Doc(checked) && common.documents.len() >= 3);
            prop_assert!(common.documents.iter().all(|&one| one < Doc(checked)));
            prop_assert!(common.counting <= common.characters);
        }
        for pair in 0..world.pairs.len() {
            if let Some(found) = shares.explained(&documents, &world.pairs, PairIndex(pair), checked) {
                let expected = world.explained(pair, found.document.0, found.source.0, &choices);
                prop_assert_eq!((found.characters, found.of), expected);
            }
        }
    }
}

fn made(world: &World, switches: &[Switch]) -> (Vec<Counted>, Choices) {
    (world.counted(), world.choices(switches))
}

/// Makes a class of `checked` documents of 400 characters that have 100..200 of an article, at 0..100 of it, and each two of
/// them that text from each other. Documents 0 and 1 share also 300..360. The article comes last.
fn class(checked: usize) -> (Vec<Counted>, Vec<PairPassages>) {
    let text = "文".repeat(400);
    let documents = vec![Counted::new(&text, &[]); checked + 1];
    let span = |start, end| Span { start, end };
    let passage = |a: Span, b: Span| Passage::identical(a, b, Chance::STRONG);
    let mut pairs = Vec::new();
    for a in 0..checked {
        for b in a + 1..checked {
            let mut passages = vec![passage(span(100, 200), span(100, 200))];
            if (a, b) == (0, 1) {
                passages.push(passage(span(300, 360), span(300, 360)));
            }
            pairs.push(PairPassages::copied_whole(Doc(a), Doc(b), passages));
        }
        let of_article = passage(span(100, 200), span(0, 100));
        pairs.push(PairPassages::copied_whole(
            Doc(a),
            Doc(checked),
            vec![of_article],
        ));
    }
    (documents, pairs)
}

#[test]
fn an_article_that_a_class_used_is_named_once() {
    let (documents, pairs) = class(4);
    let mut shares = Shares::of(&documents, &pairs, Choices::default());
    let expected = CommonSource {
        source: Doc(4),
        documents: [0, 1, 2, 3].map(Doc).to_vec(),
        characters: 100,
        counting: 100,
    };
    assert_eq!(shares.common_sources(&documents, &pairs, 4), [expected]);
    // Who shares more than the article keeps what is not explained.
    let explained = |characters, of, document| Explained {
        source: Doc(4),
        document,
        characters,
        of,
    };
    let find = |a, b| {
        let position = pairs.iter().position(|pair| (pair.a, pair.b) == (a, b));
        PairIndex(position.unwrap())
    };
    let of = |shares: &Shares, a, b| shares.explained(&documents, &pairs, find(a, b), 4);
    assert_eq!(
        of(&shares, Doc(0), Doc(1)),
        Some(explained(100, 160, Doc(0)))
    );
    assert_eq!(
        of(&shares, Doc(1), Doc(2)),
        Some(explained(100, 100, Doc(1)))
    );
    assert_eq!(
        of(&shares, Doc(1), Doc(4)),
        None,
        "the article itself is no student"
    );
    // A source that a person switched off explains nothing.
    let mut choices = Choices::default();
    for document in 0..4 {
        choices.set_source_for(Doc(document), Doc(4), false);
    }
    shares.update(&documents, &pairs, choices);
    assert_eq!(of(&shares, Doc(0), Doc(1)), None);
    assert!(shares.common_sources(&documents, &pairs, 4).is_empty());
}

#[test]
fn two_documents_are_no_class_and_without_shared_text_nothing_is_explained() {
    let (documents, pairs) = class(2);
    let shares = Shares::of(&documents, &pairs, Choices::default());
    assert!(shares.common_sources(&documents, &pairs, 2).is_empty());
    assert_eq!(
        shares
            .explained(&documents, &pairs, PairIndex(0), 2)
            .unwrap()
            .of,
        160
    );
    let (documents, mut pairs) = class(4);
    pairs.retain(|pair| pair.b == Doc(4));
    let shares = Shares::of(&documents, &pairs, Choices::default());
    assert!(shares.common_sources(&documents, &pairs, 4).is_empty());
}

#[test]
fn a_second_article_with_the_same_text_is_not_named() {
    let (mut documents, mut pairs) = class(4);
    documents.push(documents[0].clone());
    let again: Vec<PairPassages> = (pairs.iter().filter(|pair| pair.b == Doc(4)))
        .map(|pair| PairPassages {
            b: Doc(5),
            ..pair.clone()
        })
        .collect();
    pairs.extend(again);
    let shares = Shares::of(&documents, &pairs, Choices::default());
    let found = shares.common_sources(&documents, &pairs, 4);
    assert_eq!(
        found.iter().map(|one| one.source).collect::<Vec<_>>(),
        [Doc(4)]
    );
}

#[test]
fn a_source_with_only_text_that_is_left_out_is_in_no_number() {
    let (mut documents, pairs) = class(2);
    documents[0].marks = vec![Mark {
        start: 100,
        end: 200,
        reason: MarkReason::References,
    }];
    let shares = Shares::of(&documents, &pairs, Choices::default());
    let of = |source| {
        let class = shares.of_class(Doc(0), &documents, &pairs, |other| other == Doc(source));
        (class.sources, class.net.characters, class.gross.characters)
    };
    assert_eq!((of(1), of(2)), ((1, 60, 160), (0, 0, 100)));
}
