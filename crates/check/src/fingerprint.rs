//! Fingerprinting of an extracted text: computes the fingerprint, counts and warnings that a check keeps of it.

use std::borrow::Cow;
use std::sync::Arc;

use super::{DocumentContent, Fingerprinting, KeptText};
use chachong_compare::Counted;
use chachong_import::{Extracted, Warning};
use chachong_simhash::Recipe;
use chachong_text::{
    GARBLED_PERCENT, Places, TermCounts, garbled_percent, marks, normalize_without, signs,
};

/// Computes what a check keeps of an extracted text, with the default recipe and the built-in table of document frequencies.
#[must_use]
pub fn fingerprint(extracted: &Extracted) -> DocumentContent {
    fingerprint_by(extracted, &Fingerprinting::default())
}

/// Computes what a check keeps of an extracted text, with the given recipe and table of document frequencies.
#[must_use]
pub fn fingerprint_by(extracted: &Extracted, fingerprinting: &Fingerprinting) -> DocumentContent {
    let normalized = normalize_without(&extracted.text, &extracted.exclusions, extracted.breaks);
    let fingerprint = fingerprinting.of_text(&extracted.text, &normalized);
    let mut warnings = extracted.warnings.clone();
    let found = look_closer(&written(extracted), garbled_percent(&normalized));
    for warning in found {
        // A reader's own warning is kept: it knows the file.
        let told =
            |known: &Warning| std::mem::discriminant(known) == std::mem::discriminant(&warning);
        if !warnings.iter().any(told) {
            warnings.push(warning);
        }
    }
    let counted = Counted::new(&extracted.text, &extracted.exclusions);
    // A text that an older version read may have more warnings.
    Warning::settle(&mut warnings, extracted.visible());
    let marks = marks(&extracted.text, extracted.breaks, &extracted.pages);
    let counted = counted.with_marks(marks);
    let mut content = DocumentContent {
        characters: u64::from(counted.characters()),
        countable: u64::from(counted.countable()),
        kept: None,
        fingerprint,
        pages: extracted.pages.clone(),
        encoding: extracted.encoding.clone(),
        reader: extracted.reader.clone(),
        metadata: Box::new(extracted.metadata.clone()),
        record: Box::default(),
        warnings,
        layer: extracted.layer.clone().map(Arc::new),
        text: KeptText::new(extracted),
        counted: Arc::new(counted),
    };
    content.warn_of_few_terms();
    content
}

/// Returns the terms from which `recipe` computes the fingerprint of a text, for [`Recipe::explain`].
#[must_use]
pub fn terms(extracted: &Extracted, recipe: Recipe) -> TermCounts {
    let normalized = normalize_without(&extracted.text, &extracted.exclusions, extracted.breaks);
    TermCounts::of(&extracted.text, &normalized, recipe.term_rule())
}

/// Returns the text with blanks in the place of what was recognised: an odd character there is the program's mistake and
/// no sign of manipulation.
fn written(extracted: &Extracted) -> Cow<'_, str> {
    let Some(recognised) = &extracted.recognised else {
        return Cow::Borrowed(&extracted.text);
    };
    let mut spans: Vec<(u64, u64)> = recognised.spans().collect();
    spans.sort_unstable();
    let mut spans = spans.into_iter().peekable();
    let characters = (0..).zip(extracted.text.chars());
    characters
        .map(|(at, c)| {
            while spans.next_if(|&(_, end)| end <= at).is_some() {}
            let is_recognised = spans.peek().is_some_and(|&(start, _)| start <= at);
            if is_recognised { ' ' } else { c }
        })
        .collect()
}

/// Finds warnings in the text itself: signs of manipulation, and garbled text.
fn look_closer(text: &str, garbled: u8) -> Vec<Warning> {
    let signs = signs(text);
    let at_places = |places: Places, warning: fn(Places) -> Warning| {
        (!places.is_empty()).then(|| warning(places))
    };
    [
        (garbled >= GARBLED_PERCENT).then_some(Warning::Garbled { percent: garbled }),
        at_places(signs.invisible, |places| Warning::InvisibleCharacters {
            places,
        }),
        at_places(signs.mixed_scripts, |places| Warning::MixedScripts {
            places,
        }),
        at_places(signs.disguised, |places| Warning::DisguisedCharacters {
            places,
        }),
        at_places(signs.private_use, |places| Warning::PrivateUseCharacters {
            places,
        }),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_import::decode_text;
    use chachong_text::{Exclusion, ExclusionReason};

    fn read(text: &str) -> Extracted {
        decode_text(text.as_bytes()).unwrap()
    }

    #[test]
    fn what_is_left_out_counts_as_little_as_white_space() {
        let exclusion = |start, end| Exclusion {
            start,
            end,
            reason: ExclusionReason::RunningHead,
        };
        let left_out = [exclusion(1, 3), exclusion(5, 6)];
        let mut text = read("甲 乙丙 丁戊");
        let counts = |text: &Extracted| {
            let content = fingerprint(text);
            (content.characters, content.countable)
        };
        assert_eq!(counts(&text), (7, 5));
        text.exclusions = left_out.to_vec();
        assert_eq!(counts(&text), (7, 3));
    }

    #[test]
    fn code_needs_no_fingerprint_and_little_text_is_told() {
        let mut text = read("Exam\n\ny = 2\n");
        let warnings = |text: &Extracted| fingerprint(text).warnings;
        assert_eq!(warnings(&text), [Warning::FewWords]);
        assert!(Warning::FewWords.is_note());
        text.encoding = None;
        assert_eq!(warnings(&text), [Warning::TooFewTerms]);
        let cell = |start, end| Exclusion {
            start,
            end,
            reason: ExclusionReason::Code,
        };
        // A notebook with a title and one cell of code.
        text.exclusions = vec![cell(6, 12)];
        assert_eq!(warnings(&text), []);
        text.exclusions.push(cell(0, 6));
        assert_eq!(warnings(&text), []);
    }

    #[test]
    fn a_running_head_changes_no_fingerprint() {
        let text = "社区图书馆的夜间开放服务,许多街道都有读者,馆员值班到深夜。";
        let plain = fingerprint(&read(text));
        let mut headed = read(&text.replace("街道", "街\n第二章 方法与材料\n道"));
        headed.breaks = chachong_text::LineBreaks::Page;
        let start = headed.text.chars().position(|c| c == '第').unwrap() as u64;
        headed.exclusions = vec![Exclusion {
            start,
            end: start + 9,
            reason: ExclusionReason::RunningHead,
        }];
        let headed = fingerprint(&headed);
        assert_eq!(headed.fingerprint, plain.fingerprint);
        assert_eq!(headed.countable, plain.countable);
    }

    #[test]
    fn tricks_change_no_fingerprint_and_are_told() {
        let text = "社区图书馆的夜间开放服务,许多街道都有人民读者,馆员值班到深夜。".repeat(12);
        let plain = fingerprint(&read(&text));
        assert_eq!(plain.warnings, []);
        let tricked = text.replace("图书", "图\u{200B}书") + &text.replace("人民", "⼈⺠");
        let tricked = fingerprint(&read(&tricked));
        let honest = fingerprint(&read(&text.repeat(2)));
        assert_eq!(tricked.fingerprint, honest.fingerprint);
        assert!(matches!(
            tricked.warnings[..],
            [Warning::DisguisedCharacters { .. }]
        ));
        let hidden = fingerprint(&read(&text.replace('书', "\u{200B}书\u{200B}")));
        assert_eq!(hidden.fingerprint, plain.fingerprint);
        let [Warning::InvisibleCharacters { places }] = &hidden.warnings[..] else {
            panic!("{:?}", hidden.warnings);
        };
        assert_eq!((places.count, places.at[0]), (24, 3));
    }
}
