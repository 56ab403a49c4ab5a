//! Tests of copied shares, by hand and against the oracle.

use proptest::prelude::*;

use super::worlds::{REASONS, World, switches, world};
use super::*;
use crate::{
    Chance, Degree, DegreeRun, DocumentIndex as Doc, PairIndex, Passage, PassageKind, Span,
};
use chachong_citation::Attribution;
use chachong_text::{Mark, MarkReason};

pub(super) const fn passage(a: (u32, u32), b: (u32, u32)) -> Passage {
    Passage {
        a: Span::new(a.0, a.1),
        b: Span::new(b.0, b.1),
        kind: PassageKind::Edited,
        matched_a: 0,
        matched_b: 0,
        similarity: 700,
        chance: Chance::STRONG,
        documents: 2,
    }
}

const fn mark(start: u32, end: u32, reason: MarkReason) -> Mark {
    Mark { start, end, reason }
}

const fn copied(characters: u32, countable: u32) -> Copied {
    Copied {
        characters,
        countable,
    }
}

/// Makes three documents of 20 characters, the first with a space at 5, so 19 countable. Of the first, the second has
/// the characters 0..8 and the third 4..12; 10..20 are references, 11..14 also a quotation.
fn three() -> (Vec<Counted>, Vec<PairPassages>) {
    let text = "文".repeat(20);
    let first = Counted::new("文文文文文 文文文文文文文文文文文文文文", &[]).with_marks(vec![
        mark(11, 14, MarkReason::Quotation),
        mark(10, 20, MarkReason::References),
    ]);
    let other = Counted::new(&text, &[]);
    let pairs = vec![
        PairPassages::copied_whole(Doc(0), Doc(1), vec![passage((0, 8), (10, 20))]),
        PairPassages::copied_whole(Doc(0), Doc(2), vec![passage((4, 12), (0, 8))]),
    ];
    (vec![first, other.clone(), other], pairs)
}

#[test]
fn by_default_all_marks_of_parts_are_left_out() {
    let (documents, pairs) = three();
    let shares = Shares::of(&documents, &pairs, Choices::default());
    // Copied: 0..12 without the space; of these 10..12 are references, so that 9 of 9 are left.
    let first = &shares.documents()[0];
    assert_eq!(first.strongest, Some(Chance::STRONG));
    assert_eq!(first.gross, copied(11, 19));
    assert_eq!(first.net, copied(9, 9));
    assert_eq!(
        first.left_out,
        [LeftOutBy {
            reason: Reason::References,
            countable: 10,
            copied: 2
        }]
    );
    assert_eq!(first.switched_off, 0);
    let source = |document, pair, net, gross, only| Source {
        document,
        pair: PairIndex(pair),
        shares: SideShares {
            gross: copied(gross, 19),
            net: copied(net, 9),
            identical: 0,
            reworded: copied(0, 9),
            weighted: copied(net, 9),
            possible: copied(0, 9),
        },
        only,
    };
    // Characters 4, 6 and 7 are in both.
    assert_eq!(
        first.sources,
        [source(Doc(1), 0, 7, 7, 4), source(Doc(2), 1, 5, 7, 2)]
    );
    assert_eq!(shares.pairs()[0].a, first.sources[0].shares);
    assert_eq!(shares.pairs()[0].b.net, copied(10, 20));
    assert_eq!(shares.pairs()[0].passages, 1);
    assert!((shares.pairs()[0].b.net.share() - 0.5).abs() < 1e-12);
}

#[test]
fn switches_take_out_and_say_what_they_took() {
    let (documents, pairs) = three();
    let mut choices = Choices::leaving_out(Reason::ALL);
    let mut shares = Shares::of(&documents, &pairs, choices.clone());
    choices.set_source_for(Doc(0), Doc(1), false);
    assert_eq!(shares.update(&documents, &pairs, choices.clone()), [Doc(0)]);
    let first = &shares.documents()[0];
    assert_eq!((first.net, first.switched_off), (copied(5, 9), 4));
    assert_eq!(
        first.sources[1].shares.net,
        copied(0, 9),
        "last, still there"
    );
    assert_eq!(shares.documents()[1].net, copied(10, 20), "not its source");
    assert_eq!(shares.pairs()[0].passages, 1, "it counts in the second");

    choices.set_passage(Doc(1), Doc(0), &pairs[0].passages[0].reversed(), false);
    assert_eq!(
        shares.update(&documents, &pairs, choices.clone()),
        [0, 1].map(Doc)
    );
    assert_eq!(shares.documents()[1].net, copied(0, 20));
    assert_eq!(shares.documents()[1].gross, copied(10, 20));
    assert_eq!(shares.pairs()[0].passages, 0);

    choices.set_reason(Reason::References, false);
    assert_eq!(shares.update(&documents, &pairs, choices.clone()), [Doc(0)]);
    assert_eq!(shares.documents()[0].net, copied(6, 16));
    let run = shares.left_out(Doc(0))[0];
    assert_eq!(
        (run.span, run.reason),
        (Span { start: 11, end: 14 }, Reason::Quotes)
    );

    choices.set_reason(Reason::Quotes, false);
    assert_eq!(shares.update(&documents, &pairs, choices), [Doc(0)]);
    assert_eq!(shares.documents()[0].net, copied(7, 19));
    assert_eq!(shares.documents()[0].left_out, []);
}

#[test]
fn a_character_left_out_twice_goes_to_the_first_reason() {
    let documents = [Counted::new(&"文".repeat(10), &[]).with_marks(vec![
        mark(2, 9, MarkReason::Common { documents: 6 }),
        mark(4, 6, MarkReason::Cover),
        mark(6, 7, MarkReason::Quotation),
    ])];
    let shares = Shares::of(&documents, &[], Choices::leaving_out(Reason::ALL));
    let runs: Vec<_> = (shares.left_out(Doc(0)).iter())
        .map(|run| (run.span.start, run.span.end, run.reason))
        .collect();
    assert_eq!(
        runs,
        [
            (2, 4, Reason::Common),
            (4, 6, Reason::Cover),
            (6, 7, Reason::Quotes),
            (7, 9, Reason::Common)
        ]
    );
    assert_eq!(shares.documents()[0].net, copied(0, 3));
}

#[test]
fn nothing_over_nothing_is_no_share() {
    let documents = [Counted::new(" \n", &[]), Counted::new("文", &[])];
    let pairs = [PairPassages::copied_whole(
        Doc(0),
        Doc(1),
        vec![passage((0, 2), (0, 1))],
    )];
    let shares = Shares::of(&documents, &pairs, Choices::default());
    assert!(shares.documents()[0].net.share().abs() < f64::EPSILON);
    assert!((shares.documents()[1].net.share() - 1.0).abs() < f64::EPSILON);
    assert_eq!(Shares::of(&[], &[], Choices::default()).documents(), []);
}

#[test]
fn pairs_that_cannot_be_are_nothing() {
    let documents = [Counted::new("文文", &[])];
    let pair = |a, b| PairPassages::copied_whole(a, b, vec![passage((0, 2), (0, 2))]);
    let pairs = [pair(Doc(0), Doc(0)), pair(Doc(0), Doc(7))];
    let mut shares = Shares::of(&documents, &pairs, Choices::default());
    assert_eq!(shares.documents()[0].gross, copied(0, 2));
    assert_eq!(shares.pairs(), [PairShares::default(); 2]);
    let mut choices = Choices::default();
    choices.set_source_for(Doc(0), Doc(7), false);
    choices.set_decision(Doc(0), Doc(9), Some(Decision::NotPlagiarism));
    assert_eq!(shares.update(&documents, &pairs, choices), [Doc(0)]);
}

#[test]
fn a_pair_without_passages_has_the_countable_characters_of_both() {
    let documents = [100, 40].map(|length| Counted::new(&"文".repeat(length), &[]));
    let shares = Shares::of(&documents, &[], Choices::default());
    let pair = shares.without_passages(Doc(0), Doc(1));
    let all = |side: SideShares| {
        [side.gross, side.net, side.weighted].map(|of| (of.characters, of.countable))
    };
    assert_eq!(all(pair.a), [(0, 100); 3]);
    assert_eq!(all(pair.b), [(0, 40); 3]);
}

#[test]
fn a_templates_passages_become_marks() {
    let run = |start, end, degree| DegreeRun {
        span: Span { start, end },
        degree,
    };
    let degrees = [
        run(10, 20, Degree::Identical),
        run(20, 25, Degree::Edited),
        run(30, 90, Degree::Reworded),
    ];
    let found = covered(
        &degrees,
        vec![Span { start: 0, end: 4 }, Span { start: 3, end: 6 }],
    );
    let template = |start, end| mark(start, end, MarkReason::Template);
    assert_eq!(found, [template(0, 6), template(10, 20)]);
}

#[test]
fn reasons_are_those_of_marks() {
    for (reason, of) in Reason::marked().zip(REASONS) {
        assert_eq!(reason, Reason::from(of));
        assert_eq!(reason.name(), of.name());
        let json = serde_json::to_string(&reason).unwrap();
        assert_eq!(json, format!("\"{}\"", of.name()), "one name everywhere");
    }
    assert_eq!(
        serde_json::from_str::<Choices>("{}").unwrap(),
        Choices::default()
    );
}

/// Returns the same world with the documents in the opposite order.
fn reversed(world: &World) -> World {
    let last = world.texts.len() - 1;
    let mut world = world.clone();
    world.texts.reverse();
    world.exclusions.reverse();
    world.marks.reverse();
    world.widespread.reverse();
    for pair in &mut world.pairs {
        (pair.a, pair.b) = (Doc(last - pair.b.0), Doc(last - pair.a.0));
        std::mem::swap(&mut pair.degrees_a, &mut pair.degrees_b);
        for passage in &mut pair.passages {
            *passage = passage.reversed();
        }
    }
    world
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn figures_are_those_of_counting_character_by_character(
        world in world(), switches in switches(),
    ) {
        let choices = world.choices(&switches);
        let shares = Shares::of(&world.counted(), &world.pairs, choices.clone());
        for (document, found) in shares.documents().iter().enumerate() {
            prop_assert_eq!(found, &world.document(document, &choices));
            let taken: u32 = found.left_out.iter().map(|by| by.copied).sum();
            let sum = found.net.characters + taken + found.switched_off;
            prop_assert_eq!(found.gross.characters, sum);
            prop_assert!((0.0..=1.0).contains(&found.net.share()));
        }
        for (pair, found) in world.pairs.iter().zip(shares.pairs()) {
            prop_assert_eq!(found, &world.pair(pair, &choices));
        }
    }

    #[test]
    fn what_is_kept_up_to_date_equals_what_is_computed_anew(
        world in world(), switches in switches(),
    ) {
        let documents = world.counted();
        let mut choices = Choices::default();
        let mut live = Shares::of(&documents, &world.pairs, choices.clone());
        for switch in &switches {
            let before = live.clone();
            world.switch(&mut choices, switch);
            let touched = live.update(&documents, &world.pairs, choices.clone());
            prop_assert_eq!(&live, &Shares::of(&documents, &world.pairs, choices.clone()));
            for (document, figures) in live.documents().iter().enumerate() {
                let same = *figures == before.documents()[document];
                prop_assert!(same || touched.contains(&Doc(document)));
            }
        }
        live.update(&documents, &world.pairs, Choices::default());
        prop_assert_eq!(live, Shares::of(&documents, &world.pairs, Choices::default()));
    }

    #[test]
    fn figures_of_passages_add_up_and_those_of_all_passages_are_the_pairs(
        world in world(), switches in switches(),
    ) {
        let choices = world.choices(&switches);
        let documents = world.counted();
        let shares = Shares::of(&documents, &world.pairs, choices.clone());
        for (pair, of_pair) in world.pairs.iter().zip(shares.pairs()) {
            for (document, side) in [(pair.a, of_pair.a), (pair.b, of_pair.b)] {
                let Some(counted) = documents.get(document.0).filter(|_| pair.a != pair.b) else {
                    continue;
                };
                let figures = |passage: &Passage| shares.passage(document, counted, pair, passage);
                for passage in &pair.passages {
                    let figures = figures(passage);
                    let left_out: u32 = figures.left_out.iter().map(|(_, number)| number).sum();
                    let sum = figures.counting + figures.reworded + figures.own + left_out;
                    prop_assert_eq!(figures.characters, sum);
                }
                let mut all = pair.passages.clone();
                all.sort_unstable_by_key(|passage| pair.span_in(document, passage));
                let spans = all.iter().map(|passage| pair.span_in(document, passage));
                let apart = spans.collect::<Vec<_>>().windows(2).all(|w| w[0].end <= w[1].start);
                let all_count = choices.counts_for(pair.a, pair.b)
                    && choices.counts_for(pair.b, pair.a)
                    && all.iter().all(|passage| choices.passage_counts(pair.a, pair.b, passage));
                if apart && all_count {
                    let sum: u32 = all.iter().map(|passage| figures(passage).counting).sum();
                    prop_assert_eq!(sum, side.net.characters);
                }
            }
        }
    }

    #[test]
    fn turning_the_list_round_turns_the_figures_round(world in world(), switches in switches()) {
        let choices = world.choices(&switches);
        let last = world.texts.len() - 1;
        let other_world = reversed(&world);
        let other_choices = choices.renumbered(|document| Some(Doc(last - document.0)));
        prop_assert_eq!(&other_choices.renumbered(|document| Some(Doc(last - document.0))), &choices);
        let one = Shares::of(&world.counted(), &world.pairs, choices);
        let other = Shares::of(&other_world.counted(), &other_world.pairs, other_choices);
        for (one, other) in one.pairs().iter().zip(other.pairs()) {
            prop_assert_eq!((one.a, one.b), (other.b, other.a));
            let counts = |pair: &PairShares| (pair.passages, pair.possible_passages);
            prop_assert_eq!(counts(one), counts(other));
        }
        for (one, other) in one.documents().iter().zip(other.documents().iter().rev()) {
            prop_assert_eq!((one.gross, one.net), (other.gross, other.net));
            prop_assert_eq!((one.weighted, one.possible), (other.weighted, other.possible));
            prop_assert_eq!(one.strongest, other.strongest);
            prop_assert_eq!((&one.left_out, one.switched_off), (&other.left_out, other.switched_off));
        }
    }

    #[test]
    fn what_versions_have_in_common_is_in_no_share_of_theirs(
        world in world(), switches in switches(), of in prop::collection::vec(0_usize..4, 8),
    ) {
        let choices = world.choices(&switches);
        let documents = world.counted();
        // Each document is of one of four theses.
        let members = |thesis: usize| {
            (0..documents.len()).filter(|&d| of[d] == thesis).collect::<Vec<_>>()
        };
        let members: Vec<Vec<usize>> = (0..4).map(members).collect();
        let slices: Vec<&[usize]> = members.iter().map(Vec::as_slice).collect();
        let theses = crate::theses::tests::theses(&slices);
        // The slow way: versions of one thesis have nothing in common.
        let mut apart = world.pairs.clone();
        for pair in &mut apart {
            if of[pair.a] == of[pair.b] {
                pair.passages.clear();
            }
        }
        let shares =
            Shares::of_theses(&documents, &world.pairs, theses.clone(), choices.clone());
        let slow = Shares::of(&documents, &apart, choices.clone());
        prop_assert_eq!(shares.documents(), slow.documents());
        let alone = Shares::of(&documents, &world.pairs, choices.clone());
        for (pair, (of_theses, alone)) in
            world.pairs.iter().zip(shares.pairs().iter().zip(alone.pairs()))
        {
            prop_assert_eq!(of_theses, alone, "the pair {} {} can be compared", pair.a.0, pair.b.0);
        }
        let mut live = Shares::of_theses(&documents, &world.pairs, theses, Choices::default());
        live.update(&documents, &world.pairs, choices);
        prop_assert_eq!(live, shares);
    }

    #[test]
    fn choices_survive_being_written_down(world in world(), switches in switches()) {
        let mut choices = Choices::leaving_out([Reason::Quotes]);
        for switch in &switches {
            world.switch(&mut choices, switch);
        }
        let json = serde_json::to_string(&choices).unwrap();
        prop_assert_eq!(serde_json::from_str::<Choices>(&json).unwrap(), choices);
    }
}

#[test]
fn copied_text_is_counted_by_attribution_and_each_group_can_be_left_out() {
    let mut documents = [
        Counted::new(&"文".repeat(20), &[]),
        Counted::new(&"文".repeat(20), &[]),
    ];
    let attributed = |start, end, attribution| AttributedSpan {
        span: Span { start, end },
        attribution,
    };
    documents[0].attributed = vec![
        attributed(2, 5, Attribution::Cited),
        attributed(5, 9, Attribution::CitedAndQuoted),
        attributed(12, 20, Attribution::Quoted),
    ];
    let span = Span { start: 0, end: 15 };
    let passage = Passage::identical(span, span, Chance::STRONG);
    let pairs = [PairPassages::copied_whole(Doc(0), Doc(1), vec![passage])];
    let mut choices = Choices::default();
    let mut shares = Shares::of(&documents, &pairs, choices.clone());
    let by = |shares: &Shares| {
        (
            shares.documents()[0].net,
            shares.documents()[0].by_attribution,
        )
    };
    assert_eq!(by(&shares), (copied(15, 20), [5, 3, 3, 4]));
    choices.set_reason(Reason::Cited, true);
    assert_eq!(shares.update(&documents, &pairs, choices.clone()), [Doc(0)]);
    assert_eq!(by(&shares), (copied(12, 17), [5, 0, 3, 4]));
    choices.set_reason(Reason::Quotes, true);
    choices.set_reason(Reason::Quoted, true);
    shares.update(&documents, &pairs, choices.clone());
    assert_eq!(by(&shares), (copied(5, 5), [5, 0, 0, 0]));
    shares.update(&documents, &pairs, Choices::default());
    assert_eq!(by(&shares), (copied(15, 20), [5, 3, 3, 4]));
}
