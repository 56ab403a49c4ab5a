//! GB18030 and Big5 bytes -> characters, finding back after a lost or broken byte. These encodings do not say where a
//! character begins: a decoder that is off by one byte turns the rest of a paragraph into other characters. Knows
//! nothing of how the encoding was found.

use encoding_rs::{DecoderResult, Encoding, GB18030};

use super::likelihood::{LOST, improbability};

/// What a broken byte costs inside a text, and at its ends, where a cut through a character is no surprise.
const BROKEN: f64 = LOST - 3.0;
const CUT: f64 = 6.0;
/// What a change between ASCII and double bytes inside a run costs: a broken pair may look like one.
const CHANGE: f64 = 3.0;

/// By how much a shifted reading of faultless bytes must be likelier.
const CONVINCING: f64 = 3.0;

/// Longer stretches without a byte to hold on to are decoded as they are: no text has them.
const LONGEST_RUN: usize = 64 << 10;

/// Bytes below this stand for themselves wherever they are: a character never spans them.
const fn is_anchor(byte: u8) -> bool {
    byte < 0x30
}

/// Characters that a broken byte may have become without an error: 0x00, 0x80, private use.
fn is_suspicious(c: char) -> bool {
    matches!(c, '\0' | '€' | '\u{E000}'..='\u{F8FF}')
}

/// Decodes `bytes`; what stands for no character becomes U+FFFD.
pub(super) fn decode_double_byte(bytes: &[u8], encoding: &'static Encoding) -> String {
    let head = bytes
        .iter()
        .position(|&b| is_anchor(b))
        .unwrap_or(bytes.len());
    let (head, rest) = bytes.split_at(head);
    // A text that was cut may begin inside a character, which no error need show.
    let mut text = realign(head, encoding, true, rest.is_empty());
    let realigned = text.len();
    if append_faultless(rest, encoding, &mut text) && !text[realigned..].contains(is_suspicious) {
        return text;
    }
    text.truncate(realigned);
    let mut rest = rest;
    while !rest.is_empty() {
        let anchors = rest.iter().take_while(|&&b| is_anchor(b)).count();
        text.extend(rest[..anchors].iter().map(|&b| char::from(b)));
        let after_odd_byte = text.ends_with(is_suspicious);
        rest = &rest[anchors..];
        let (run, after) = rest.split_at(
            rest.iter()
                .position(|&b| is_anchor(b))
                .unwrap_or(rest.len()),
        );
        match encoding.decode_without_bom_handling_and_without_replacement(run) {
            Some(good) if !after_odd_byte && !good.contains(is_suspicious) => text.push_str(&good),
            _ => text.push_str(&realign(run, encoding, false, after.is_empty())),
        }
        rest = after;
    }
    text
}

/// Decodes straight into `text`, so that a text of 100 MB is in memory once; stops at the first fault.
fn append_faultless(bytes: &[u8], encoding: &'static Encoding, text: &mut String) -> bool {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut rest = bytes;
    text.reserve(bytes.len() + bytes.len() / 2 + 16);
    loop {
        let (result, read) = decoder.decode_to_string_without_replacement(rest, text, true);
        rest = &rest[read..];
        match result {
            DecoderResult::InputEmpty => return true,
            DecoderResult::OutputFull => text.reserve(rest.len() / 2 + 64),
            DecoderResult::Malformed(..) => return false,
        }
    }
}

/// The likeliest way to cut a run into characters, some of them broken: the cheapest path from its end to its start.
fn realign(run: &[u8], encoding: &'static Encoding, at_start: bool, at_end: bool) -> String {
    if run.is_ascii() || run.len() > LONGEST_RUN {
        return encoding.decode_without_bom_handling(run).0.into_owned();
    }
    let mut cheapest = vec![(0.0_f64, 0_usize); run.len() + 1];
    for at in (0..run.len()).rev() {
        let cut = (at_start && at == 0) || (at_end && at + 1 == run.len());
        let broken = if cut { CUT } else { BROKEN };
        let (mut cost, mut length) = (broken + cheapest[at + 1].0, 1);
        for taken in [1, 2, 4] {
            let Some(piece) = run.get(at..at + taken) else {
                break;
            };
            if !may_be_a_character(piece, encoding) {
                continue;
            }
            if let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(piece)
            {
                let mut own: f64 = text.chars().map(|c| improbability(c, '一')).sum();
                // A second byte may look like ASCII; a first one that does is ASCII.
                if run
                    .get(at + taken)
                    .is_some_and(|next| next.is_ascii() != piece[0].is_ascii())
                {
                    own += CHANGE;
                }
                if own + cheapest[at + taken].0 < cost {
                    (cost, length) = (own + cheapest[at + taken].0, taken);
                }
            }
        }
        cheapest[at] = (cost, length);
    }
    if let Some(plain) = encoding.decode_without_bom_handling_and_without_replacement(run) {
        let mut before_is_ascii = plain.starts_with(|c: char| c.is_ascii());
        let cost: f64 = plain
            .chars()
            .map(|c| {
                let change = c.is_ascii() != before_is_ascii;
                before_is_ascii = c.is_ascii();
                improbability(c, '一') + if change { CHANGE } else { 0.0 }
            })
            .sum();
        if cost < cheapest[0].0 + CONVINCING {
            return plain.into_owned();
        }
    }
    let (mut text, mut at) = (String::with_capacity(run.len() * 3 / 2), 0);
    while at < run.len() {
        let piece = &run[at..at + cheapest[at].1];
        match encoding.decode_without_bom_handling_and_without_replacement(piece) {
            Some(good) => text.push_str(&good),
            None => text.push('\u{FFFD}'),
        }
        at += piece.len();
    }
    text
}

/// Whether these bytes may be one character, not two.
fn may_be_a_character(piece: &[u8], encoding: &'static Encoding) -> bool {
    match piece {
        [_] => true,
        [lead, _] => !lead.is_ascii(),
        [lead, digit, _, _] => encoding == GB18030 && !lead.is_ascii() && digit.is_ascii_digit(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::BIG5;
    use proptest::prelude::*;

    const TEXT: &str = "社区图书馆在夜间开放以后，读者的人数有了明显的增加。本文以三个社区为例，讨论了夜间服务的方式。";

    #[test]
    fn a_lost_byte_costs_a_character_and_at_most_its_neighbour() {
        let bytes = GB18030.encode(TEXT).0;
        for lost in 0..bytes.len() {
            let mut damaged = bytes.to_vec();
            damaged.remove(lost);
            let text = decode_double_byte(&damaged, GB18030);
            let (before, after) = ((lost / 2).saturating_sub(1), lost / 2 + 2);
            let expected: String = TEXT.chars().take(before).collect();
            assert!(text.starts_with(&expected), "{lost}: {text}");
            let expected: String = TEXT.chars().skip(after).collect();
            assert!(text.ends_with(&expected), "{lost}: {text}");
        }
    }

    proptest! {
        #[test]
        fn faultless_bytes_give_what_the_plain_decoder_gives(text in "[a-z0-9 \n的一是不了在人有大中国和为这上他个地年来我会以到时，。]{2,60}") {
            for encoding in [GB18030, BIG5] {
                let (bytes, _, unmapped) = encoding.encode(&text);
                if !unmapped {
                    let plain = encoding.decode_without_bom_handling(&bytes).0;
                    prop_assert_eq!(decode_double_byte(&bytes, encoding), plain);
                }
            }
        }

        #[test]
        fn no_bytes_harm_it(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            for encoding in [GB18030, BIG5] {
                let _ = decode_double_byte(&bytes, encoding);
            }
        }
    }
}
