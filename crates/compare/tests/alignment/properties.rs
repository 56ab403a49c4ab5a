//! Property tests of the alignment on any two generated texts.

use chachong_compare::{Passage, PassageKind, Span};
use proptest::prelude::*;

use crate::texts::{Language, Numbers, align, length, sentences, text};

/// Maximum number of characters lost at a copy's end.
const LOST: u32 = 2;
/// Maximum number of characters added at a copy's end.
const ADDED: u32 = 12;

fn language() -> impl Strategy<Value = Language> {
    prop_oneof![Just(Language::Chinese), Just(Language::English)]
}

/// Makes two texts that share some sentences, edited: left out, put in, moved, cut off.
fn related(language: Language, seed: u64) -> (String, String) {
    let mut numbers = Numbers::new(seed);
    let mut a = sentences(language, seed ^ 1, 60);
    let mut b = sentences(language, seed ^ 2, 40);
    for _ in 0..=numbers.below(3) {
        let from = usize::try_from(numbers.below(48)).unwrap();
        let count = 6 + usize::try_from(numbers.below(7)).unwrap();
        let mut copy: Vec<String> = a[from..from + count].to_vec();
        match numbers.below(5) {
            0 => copy.reverse(),
            1 => copy.insert(1, sentences(language, numbers.below(1 << 40), 1).concat()),
            2 => drop(copy.remove(1)),
            3 => copy
                .iter_mut()
                .for_each(|s| *s = s.chars().skip(3).collect()),
            _ => {}
        }
        let to = usize::try_from(numbers.below(40)).unwrap();
        b.splice(to..to, copy.clone());
        if numbers.below(4) == 0 {
            // Once more the same, in both texts.
            b.extend(copy.clone());
            a.splice(0..0, copy);
        }
    }
    (a.concat(), b.concat())
}

/// Returns whether no two passages have the same text on both sides.
fn apart(found: &[Passage]) -> bool {
    (found.iter().enumerate()).all(|(at, one)| {
        (found[at + 1..].iter()).all(|next| !(one.a.overlaps(next.a) && one.b.overlaps(next.b)))
    })
}

/// Number of equal characters directly before and directly after two spans.
fn alike_around(a: &str, in_a: Span, b: &str, in_b: Span) -> (u32, u32) {
    let characters = |text: &str| text.chars().collect::<Vec<char>>();
    let (a, b) = (characters(a), characters(b));
    let alike = |x: &mut dyn Iterator<Item = &char>, y: &mut dyn Iterator<Item = &char>| {
        u32::try_from(x.zip(y).take_while(|(x, y)| x == y).count()).unwrap()
    };
    let before = alike(
        &mut a[..in_a.start as usize].iter().rev(),
        &mut b[..in_b.start as usize].iter().rev(),
    );
    let after = alike(
        &mut a[in_a.end as usize..].iter(),
        &mut b[in_b.end as usize..].iter(),
    );
    (before, after)
}

fn check(found: &[Passage], a: &str, b: &str) -> Result<(), TestCaseError> {
    for p in found {
        prop_assert!(!p.a.is_empty() && p.a.end <= length(a), "{p:?}");
        prop_assert!(!p.b.is_empty() && p.b.end <= length(b), "{p:?}");
        prop_assert!(p.matched_a > 0 && p.matched_a <= p.a.len(), "{p:?}");
        prop_assert!(p.matched_b > 0 && p.matched_b <= p.b.len(), "{p:?}");
        prop_assert!(p.similarity <= 1000, "{p:?}");
        prop_assert!(
            p.kind == PassageKind::Edited || p.similarity == 1000,
            "{p:?}"
        );
    }
    prop_assert!(apart(found), "{found:?}");
    prop_assert!(found.is_sorted(), "{found:?}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 96,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn passages_lie_in_the_texts_and_apart_and_are_the_same_from_both_sides(
        language in language(),
        seed: u64,
    ) {
        let (a, b) = related(language, seed);
        let found = align(&a, &b);
        check(&found, &a, &b)?;
        prop_assert!(!found.is_empty(), "copied sentences were not found");
        let mut reversed: Vec<Passage> = align(&b, &a).into_iter().map(Passage::reversed).collect();
        reversed.sort_unstable();
        prop_assert_eq!(&found, &reversed);
        prop_assert_eq!(&found, &align(&a, &b));
    }

    #[test]
    fn whatever_the_characters_nothing_lies_outside(
        parts in prop::collection::vec("[的一是在，。 a-d\u{200B}（）\n\u{3000}0-9½ﬁÅé\u{301}𠀀!?.'-]{1,30}", 0..12),
        more in prop::collection::vec("[的一是在，。 a-d]{0,20}", 0..6),
        order: u64,
    ) {
        let a = parts.concat().repeat(3);
        let mut numbers = Numbers::new(order);
        let mut parts = [parts, more].concat();
        for i in (1..parts.len()).rev() {
            parts.swap(i, usize::try_from(numbers.below(i as u64 + 1)).unwrap());
        }
        let b = parts.concat();
        let found = align(&a, &b);
        check(&found, &a, &b)?;
        let mut reversed: Vec<Passage> = align(&b, &a).into_iter().map(Passage::reversed).collect();
        reversed.sort_unstable();
        prop_assert_eq!(found, reversed);
    }

    #[test]
    fn a_text_against_itself_is_one_passage_of_everything(
        language in language(),
        seed: u64,
        count in 1_usize..80,
    ) {
        let text = text(language, seed, count);
        let all = length(text.trim_end());
        let found = align(&text, &text);
        prop_assert_eq!(found.len(), 1);
        let whole = Span { start: 0, end: all };
        prop_assert_eq!((found[0].a, found[0].b), (whole, whole));
        prop_assert_eq!((found[0].kind, found[0].similarity), (PassageKind::Identical, 1000));
    }

    #[test]
    fn texts_written_apart_have_no_passage(language in language(), seed: u64) {
        let (a, b) = (text(language, seed, 80), text(language, !seed, 80));
        prop_assert_eq!(align(&a, &b), Vec::new());
    }

    #[test]
    fn a_copied_paragraph_is_found_to_the_character(
        language in language(),
        seed: u64,
        from in 0_usize..40,
        count in 4_usize..14,
        to in 0_usize..50,
    ) {
        let a = sentences(language, seed, 60);
        let mut b = sentences(language, !seed, 50);
        let copy = a[from..from + count].concat();
        let place = |sentences: &[String], before: usize| {
            let start = length(&sentences[..before].concat());
            Span { start, end: start + length(copy.trim_end()) }
        };
        let truth = (place(&a, from), place(&b, to));
        b.insert(to, copy.clone());
        let (a, b) = (a.concat(), b.concat());
        let found = align(&a, &b);
        prop_assert_eq!(found.len(), 1, "{:?} for {:?}", &found, truth);
        // Nothing is lost. The texts around it may begin or end alike by chance, and a short run that both have is
        // included.
        let (before, after) = alike_around(&a, truth.0, &b, truth.1);
        for (span, truth) in [(found[0].a, truth.0), (found[0].b, truth.1)] {
            let starts = truth.start.saturating_sub(ADDED + before)..=truth.start + LOST;
            let ends = truth.end - LOST..=truth.end + after + ADDED;
            prop_assert!(starts.contains(&span.start), "{span:?} for {truth:?}");
            prop_assert!(ends.contains(&span.end), "{span:?} for {truth:?}");
        }
    }
}
