//! Order in which a reader sees the characters of a text with directional formatting. An override shows letters that are
//! stored backwards in the right order, so that a copy reads well and equals nothing.

use std::ops::Range;

use unicode_bidi::{BidiClass, BidiInfo, Level, ParagraphBidiInfo};

use super::compose::Placed;

/// Whether a text has a character that may change the order of others: a quick look at its bytes.
pub(crate) fn may_differ(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr2_iter(0xE2, 0xD8, bytes).any(|at| {
        let next = |n: usize| bytes.get(at + n).copied().unwrap_or_default();
        match (bytes[at], next(1)) {
            (0xE2, 0x80) => matches!(next(2), 0x8F | 0xAA..=0xAE),
            (0xE2, 0x81) => matches!(next(2), 0xA6..=0xA9),
            (0xD8, 0x9C) => true,
            _ => false,
        }
    })
}

/// Whether `c` is a directional mark, embedding, override or isolate.
const fn is_control(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Whether `c` ends a paragraph of the bidirectional algorithm.
const fn is_separator(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{1C}'..='\u{1E}' | '\u{85}' | '\u{2029}')
}

/// Brings a text into the order in which a reader sees it. Text in right-to-left letters keeps its logical order, which
/// is the order it is read in. The origins stay in ascending order: a stretch that was turned around maps to itself, and
/// inside it character by character from its beginning.
pub(super) fn as_seen(text: &[Placed]) -> Vec<Placed> {
    let mut seen = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|&(c, _)| is_separator(c)) {
        let ends = usize::from(line.last().is_some_and(|&(c, _)| is_separator(c)));
        let (paragraph, end) = line.split_at(line.len() - ends);
        match Paragraph::new(paragraph).and_then(|paragraph| paragraph.order()) {
            Some(order) => {
                let origins = paragraph.iter().filter(|(c, _)| !is_control(*c));
                seen.extend(order.into_iter().zip(origins).map(|(c, &(_, at))| (c, at)));
            }
            None => seen.extend_from_slice(paragraph),
        }
        seen.extend_from_slice(end);
    }
    seen
}

/// Returns the stretches of a text in which a reader sees another order: offset and number of characters.
pub(crate) fn turned(text: &[Placed]) -> Vec<(u32, usize)> {
    text.split(|&(c, _)| is_separator(c))
        .filter_map(|paragraph| {
            let order = Paragraph::new(paragraph)?.order()?;
            let stored = paragraph.iter().filter(|(c, _)| !is_control(*c));
            let mut moved = stored.zip(order).filter(|((c, _), seen)| c != seen);
            let &(_, at) = moved.next()?.0;
            Some((at, moved.count() + 1))
        })
        .collect()
}

/// Paragraph with directional formatting.
struct Paragraph {
    text: String,
    /// Letters with their marks, as ranges of bytes; the formatting itself is left out.
    clusters: Vec<Range<usize>>,
    levels: Vec<Level>,
    classes: Vec<BidiClass>,
    base: Level,
}

impl Paragraph {
    /// Returns `None` for a paragraph without directional formatting.
    fn new(paragraph: &[Placed]) -> Option<Self> {
        if !paragraph.iter().any(|&(c, _)| is_control(c)) {
            return None;
        }
        let text = paragraph.iter().map(|&(c, _)| c).collect();
        Some(Self::with_base(text, None))
    }

    fn with_base(text: String, base: Option<Level>) -> Self {
        let info = ParagraphBidiInfo::new(&text, base);
        let base = info.paragraph_level;
        let line = info.reordered_levels(0..text.len());
        let mut clusters: Vec<Range<usize>> = Vec::new();
        for (at, c) in text.char_indices().filter(|&(_, c)| !is_control(c)) {
            let end = at + c.len_utf8();
            match clusters.last_mut() {
                Some(last) if info.original_classes[at] == BidiClass::NSM => last.end = end,
                _ => clusters.push(at..end),
            }
        }
        let levels = clusters.iter().map(|cluster| line[cluster.start]).collect();
        let classes = (clusters.iter())
            .map(|cluster| info.original_classes[cluster.start])
            .collect();
        Self {
            text,
            clusters,
            levels,
            classes,
            base,
        }
    }

    /// Returns the characters in the order they are seen in, without formatting; `None` if that is the logical order.
    fn order(&self) -> Option<Vec<char>> {
        let is_rtl = |class: &BidiClass| matches!(class, BidiClass::R | BidiClass::AL);
        let rtl = self.classes.iter().filter(|class| is_rtl(class)).count();
        let mut turned = self.classes.iter().zip(&self.levels);
        let is_turned = turned.any(|(class, level)| {
            *class == BidiClass::L && level.is_rtl() || is_rtl(class) && level.is_ltr()
        });
        if rtl > 0 && !is_turned {
            return None;
        }
        let seen = self.visual();
        if rtl == 0 {
            return Some(seen);
        }
        // From what is seen to what is read: right-to-left letters are read from the right.
        Some(Self::with_base(seen.into_iter().collect(), Some(self.base)).visual())
    }

    fn visual(&self) -> Vec<char> {
        let mut seen = Vec::with_capacity(self.text.len());
        for at in BidiInfo::reorder_visual(&self.levels) {
            let is_rtl = self.levels[at].is_rtl();
            let cluster = self.text[self.clusters[at].clone()].chars();
            seen.extend(cluster.map(|c| if is_rtl { mirrored(c) } else { c }));
        }
        seen
    }
}

/// Returns the bracket that `c` looks like in text from right to left.
const fn mirrored(c: char) -> char {
    match c {
        '(' => ')',
        ')' => '(',
        '[' => ']',
        ']' => '[',
        '{' => '}',
        '}' => '{',
        '<' => '>',
        '>' => '<',
        '«' => '»',
        '»' => '«',
        '《' => '》',
        '》' => '《',
        '〈' => '〉',
        '〉' => '〈',
        '「' => '」',
        '」' => '「',
        '『' => '』',
        '』' => '『',
        '【' => '】',
        '】' => '【',
        '（' => '）',
        '）' => '（',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use crate::{LineBreaks, normalize};

    fn layout(text: &str) -> String {
        normalize(text, LineBreaks::Layout).text
    }

    fn backwards(text: &str) -> String {
        text.chars().rev().collect()
    }

    #[test]
    fn overridden_text_is_read_as_it_is_seen() {
        assert_eq!(
            layout("\u{202E}.nepo si ehT\u{202C}\n\nnow"),
            "The is open.\n\nnow"
        );
        assert_eq!(
            layout("在\u{202E}务服放开间夜\u{202C}时"),
            "在夜间开放服务时"
        );
        assert_eq!(
            layout("the \u{202E}yrarbil\u{202C} is \u{2067}\u{202E}nepo\u{202C}\u{2069}"),
            "the library is open"
        );
        // An override ends with its paragraph, also without a sign.
        assert_eq!(layout("\u{202E}nepo\nopen"), "open open");
        assert_eq!(layout("\u{202E}(b) a\u{202C}"), "a (b)");
    }

    #[test]
    fn words_from_right_to_left_are_read_as_they_are_seen() {
        assert_eq!(
            layout("\u{202B}library\u{200F} \u{200F}tool\u{200F} \u{200F}The\u{202C}"),
            "The tool library"
        );
    }

    #[test]
    fn nested_overrides_and_marks_are_undone() {
        assert_eq!(
            layout("\u{202E}esle\u{202D} The tool \u{202C}gnihtyna\u{202C}"),
            "anything The tool else"
        );
        assert_eq!(layout("\u{202E}e\u{301}fac\u{202C}"), "café");
    }

    #[test]
    fn arabic_and_hebrew_keep_their_order() {
        for (text, plain) in [
            ("\u{202B}שלום (עולם) abc 123\u{202C}", "שלום (עולם) abc 123"),
            (
                "\u{200F}مكتبة ليلية\u{200F} SimHash 64",
                "مكتبة ليلية SimHash 64",
            ),
            (
                "the word \u{2067}שלום\u{2069}, in Hebrew",
                "the word שלום, in Hebrew",
            ),
            ("\u{202E}שלום\u{202C}", "שלום"),
        ] {
            assert_eq!(layout(text), plain);
        }
        // Stored backwards and forced from left to right.
        let stored = format!("\u{202D}{}\u{202C}", backwards("שלום"));
        assert_eq!(layout(&stored), "שלום");
        assert_eq!(
            layout("see \u{202E}אחת yrarbil\u{202C} and one"),
            "see library אחת and one"
        );
    }

    #[test]
    fn a_turned_stretch_maps_to_itself() {
        let normalized = normalize("ab \u{202E}dc\u{202C} e", LineBreaks::Layout);
        assert_eq!(normalized.text, "ab cd e");
        assert_eq!(normalized.origins, [0, 1, 2, 4, 5, 7, 8]);
    }
}
