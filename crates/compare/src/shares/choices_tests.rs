//! Tests of a person's choices.

use super::*;
use crate::DocumentIndex as Doc;
use crate::{Chance, Decision, Passage, Span};

const PASSAGE: Passage = Passage::identical(Span::new(1, 5), Span::new(2, 6), Chance::STRONG);

#[test]
fn a_note_stays_with_its_passage_while_it_is_switched_off() {
    let mut choices = Choices::default();
    choices.set_note(Doc(0), Doc(1), Some(&PASSAGE), "quoted by both");
    choices.set_decided_at(Doc(0), Doc(1), Some(&PASSAGE), 5);
    assert_eq!(choices, Choices::default(), "the passage counts");
    choices.set_passage(Doc(0), Doc(1), &PASSAGE, false);
    assert!(
        !serde_json::to_string(&choices)
            .unwrap()
            .contains("\"notes\":")
    );
    choices.set_note(Doc(0), Doc(1), Some(&PASSAGE), " quoted by both ");
    choices.set_decided_at(Doc(0), Doc(1), Some(&PASSAGE), 5);
    let seen_from_b = PASSAGE.reversed();
    assert_eq!(
        choices.note(Doc(1), Doc(0), Some(&seen_from_b)),
        Some("quoted by both")
    );
    assert_eq!(
        choices.decided_at(Doc(1), Doc(0), Some(&seen_from_b)),
        Some(5)
    );
    let other = Passage {
        a: Span { start: 2, end: 5 },
        ..PASSAGE
    };
    assert_eq!(choices.note(Doc(0), Doc(1), Some(&other)), None);
    assert_eq!(choices.note(Doc(0), Doc(1), None), None, "the pair's own");
    let saved = serde_json::to_string(&choices).unwrap();
    assert_eq!(serde_json::from_str::<Choices>(&saved).unwrap(), choices);
    let moved = choices.renumbered(|position| Some(Doc(5 - position.0)));
    assert_eq!(
        moved.note(Doc(5), Doc(4), Some(&PASSAGE)),
        Some("quoted by both")
    );
    choices.set_note(Doc(0), Doc(1), Some(&PASSAGE), "");
    assert_eq!(choices.note(Doc(0), Doc(1), Some(&PASSAGE)), None);
    assert_eq!(choices.decided_at(Doc(0), Doc(1), Some(&PASSAGE)), Some(5));
    choices.set_passage(Doc(0), Doc(1), &PASSAGE, true);
    choices.set_passage(Doc(0), Doc(1), &PASSAGE, false);
    assert_eq!(choices.decided_at(Doc(0), Doc(1), Some(&PASSAGE)), None);
}

#[test]
fn pairs_and_documents_have_decisions_and_notes_of_their_own() {
    let mut choices = Choices::default();
    choices.set_decided_at(Doc(1), Doc(0), None, 4);
    assert_eq!(choices, Choices::default(), "there is no decision");
    choices.set_note(Doc(1), Doc(0), None, "two versions of one thesis");
    choices.set_decided_at(Doc(1), Doc(0), None, 5);
    choices.set_decision(Doc(0), Doc(0), Some(Decision::NotPlagiarism));
    choices.set_passage(Doc(0), Doc(1), &PASSAGE, false);
    choices.set_note(Doc(0), Doc(1), Some(&PASSAGE), "quoted by both");
    for decision in Decision::ALL {
        choices.set_decision(Doc(1), Doc(0), Some(decision));
        assert_eq!(choices.decision(Doc(0), Doc(1)), Some(decision));
        let counts = decision != Decision::NotPlagiarism;
        assert_eq!(choices.pair_counts(Doc(0), Doc(1)), counts);
        assert!(choices.pair_counts(Doc(0), Doc(2)));
        let saved = serde_json::to_string(&choices).unwrap();
        assert_eq!(serde_json::from_str::<Choices>(&saved).unwrap(), choices);
        assert_eq!(Decision::named(decision.name()), Some(decision));
    }
    assert_eq!(
        choices.decision(Doc(0), Doc(0)),
        Some(Decision::NotPlagiarism)
    );
    let decided = [(0, 0), (0, 1)].map(|(a, b)| (Doc(a), Doc(b)));
    assert!(choices.decided().into_iter().eq(decided));
    let moved = choices.renumbered(|position| Some(Doc(5 - position.0)));
    assert_eq!(moved.decision(Doc(5), Doc(4)), Some(Decision::Reviewed));
    // The note stays with its time; without a note nothing is left of the decision.
    choices.set_decision(Doc(0), Doc(1), None);
    assert_eq!(
        choices.note(Doc(0), Doc(1), None),
        Some("two versions of one thesis")
    );
    assert_eq!(choices.decided_at(Doc(0), Doc(1), None), Some(5));
    choices.set_note(Doc(0), Doc(1), None, " ");
    choices.set_decided_at(Doc(0), Doc(0), None, 6);
    choices.set_decision(Doc(0), Doc(0), None);
    choices.set_passage(Doc(0), Doc(1), &PASSAGE, true);
    assert_eq!(choices, Choices::default());
}

#[test]
fn notes_of_an_earlier_program_are_read() {
    let passage = r#"{"a":0,"b":1,"in_a":{"start":1,"end":5},"in_b":{"start":2,"end":6}}"#;
    let saved =
        format!(r#"{{"passages_off":[{passage}],"notes":[{{"passage":{passage},"text":"n"}}]}}"#);
    let choices: Choices = serde_json::from_str(&saved).unwrap();
    assert_eq!(choices.note(Doc(0), Doc(1), Some(&PASSAGE)), Some("n"));
    assert_eq!(choices.decided_at(Doc(0), Doc(1), Some(&PASSAGE)), None);
}

#[test]
fn fields_of_an_earlier_program_that_are_always_empty_are_read_but_not_saved() {
    let saved =
        r#"{"reasons_left_out":[],"marks_left_out":[],"marks_counted":[],"sources_off":[]}"#;
    let choices: Choices = serde_json::from_str(saved).unwrap();
    assert_eq!(choices, Choices::leaving_out([]));
    let saved = serde_json::to_string(&choices).unwrap();
    let empty = r#"{"reasons_left_out":[],"passages_off":[],"pairs_off":[],"sources_off_for":[],"texts":[]}"#;
    assert_eq!(saved, empty);
    assert!(serde_json::from_str::<Choices>(r#"{"unknown":[]}"#).is_err());
}

#[test]
fn a_source_is_switched_for_one_and_a_pair_both_ways() {
    let counts = |choices: &Choices| {
        [(0, 1), (1, 0), (2, 1), (1, 2)].map(|(d, source)| choices.counts_for(Doc(d), Doc(source)))
    };
    let mut choices = Choices::default();
    assert_eq!(counts(&choices), [true; 4]);
    choices.set_source_for(Doc(0), Doc(1), false);
    assert_eq!(counts(&choices), [false, true, true, true]);
    choices.set_decision(Doc(2), Doc(1), Some(Decision::NotPlagiarism));
    assert_eq!(counts(&choices), [false, true, false, false]);
    choices.set_source_for(Doc(0), Doc(1), true);
    choices.set_decision(Doc(1), Doc(2), None);
    assert_eq!(choices, Choices::default());
}

#[test]
fn documents_are_joined_or_parted_in_either_order() {
    let mut choices = Choices::default();
    choices.set_one_thesis(Doc(4), Doc(1), Some(true));
    choices.set_one_thesis(Doc(2), Doc(2), Some(true));
    assert_eq!(
        (
            choices.one_thesis(Doc(1), Doc(4)),
            choices.one_thesis(Doc(2), Doc(2))
        ),
        (Some(true), None)
    );
    choices.set_one_thesis(Doc(1), Doc(4), Some(false));
    assert_eq!(choices.one_thesis(Doc(4), Doc(1)), Some(false));
    assert_eq!(choices.joined_theses().count(), 0);
    let saved = serde_json::to_string(&choices).unwrap();
    assert_eq!(serde_json::from_str::<Choices>(&saved).unwrap(), choices);
    let moved = choices.renumbered(|position| Some(Doc(9 - position.0)));
    assert_eq!(
        moved.parted_theses().collect::<Vec<_>>(),
        [(Doc(5), Doc(8))]
    );
    choices.set_one_thesis(Doc(1), Doc(4), None);
    assert_eq!(choices, Choices::default());
}

#[test]
fn choices_follow_documents_to_other_places() {
    let mut choices = Choices::default();
    choices.set_passage(Doc(0), Doc(1), &PASSAGE, false);
    choices.set_decision(Doc(1), Doc(2), Some(Decision::NotPlagiarism));
    choices.set_source_for(Doc(2), Doc(0), false);
    choices.set_source_for(Doc(1), Doc(0), false);
    // The first two documents change places, the third is deleted.
    let moved = choices.renumbered(|document| [Some(5), Some(4), None][document].map(Doc));
    assert!(!moved.passage_counts(Doc(4), Doc(5), &PASSAGE.reversed()));
    assert!(moved.passage_counts(Doc(4), Doc(5), &PASSAGE));
    assert!(!moved.counts_for(Doc(4), Doc(5)));
    let mut expected = Choices::default();
    expected.set_passage(Doc(5), Doc(4), &PASSAGE, false);
    expected.set_source_for(Doc(4), Doc(5), false);
    assert_eq!(moved, expected);
}

#[test]
fn changes_are_made_to_choices_that_have_others() {
    let mut before = Choices::default();
    before.set_passage(Doc(0), Doc(1), &PASSAGE, false);
    before.set_one_thesis(Doc(0), Doc(2), Some(true));
    before.set_source_for(Doc(0), Doc(3), false);
    let mut own = before.clone();
    own.set_decision(Doc(2), Doc(3), Some(Decision::ToDiscuss));
    own.set_one_thesis(Doc(1), Doc(2), Some(true));
    own.set_note(Doc(0), Doc(1), Some(&PASSAGE), "from elsewhere");
    let mut after = before.clone();
    after.set_passage(Doc(0), Doc(1), &PASSAGE, true);
    after.set_one_thesis(Doc(0), Doc(2), None);
    after.set_one_thesis(Doc(1), Doc(2), Some(false));
    after.set_source_for(Doc(1), Doc(3), false);
    after.set_decision(Doc(0), Doc(1), Some(Decision::NotPlagiarism));
    after.set_note(Doc(0), Doc(1), None, "quoted");
    own.take_changes(&before, &after);
    assert!(own.passage_counts(Doc(0), Doc(1), &PASSAGE));
    assert_eq!(own.note(Doc(0), Doc(1), Some(&PASSAGE)), None);
    assert_eq!(own.one_thesis(Doc(0), Doc(2)), None);
    assert_eq!(own.one_thesis(Doc(1), Doc(2)), Some(false));
    assert_eq!(own.note(Doc(0), Doc(1), None), Some("quoted"));
    let decision = |a, b| own.decision(Doc(a), Doc(b));
    assert_eq!(decision(0, 1), Some(Decision::NotPlagiarism));
    assert_eq!(decision(2, 3), Some(Decision::ToDiscuss));
    let counts = |document| own.counts_for(Doc(document), Doc(3));
    assert_eq!([0, 1, 2].map(counts), [false, false, true]);
}
