//! Decoder for GB18030 and Big5 that recovers after a lost or broken byte. These encodings do not mark where a
//! character begins, so a decoder that is off by one byte turns the rest of a paragraph into other characters.

use encoding_rs::{DecoderResult, Encoding, GB18030};

use super::likelihood::{LOST, improbability};

/// Cost of a broken byte inside a text, in nats. `CUT` is the cost at the ends of the text, where a character cut in
/// two is no surprise.
const BROKEN: f64 = LOST - 3.0;
const CUT: f64 = 6.0;
/// Cost of a change between ASCII and double bytes inside a run, in nats: a broken pair may look like ASCII.
const CHANGE: f64 = 3.0;

/// Minimum lead, in nats, that a shifted reading needs over the plain reading of faultless bytes.
const CONVINCING: f64 = 3.0;

/// Maximum length, in bytes, of a run without an anchor byte that is realigned; real texts have no longer ones, and
/// those are decoded as they are.
const LONGEST_RUN: usize = 64 << 10;

/// Whether `byte` is an anchor: a character of its own wherever it occurs, never part of a longer one.
const fn is_anchor(byte: u8) -> bool {
    byte < 0x30
}

/// Whether `c` may come from a broken byte that gave no error: U+0000, `€` (byte 0x80), private use.
fn is_suspicious(c: char) -> bool {
    matches!(c, '\0' | '€' | '\u{E000}'..='\u{F8FF}')
}

/// Decodes `bytes` of GB18030 or Big5; bytes that form no character become U+FFFD.
pub(super) fn decode_double_byte(bytes: &[u8], encoding: &'static Encoding) -> String {
    let head = bytes
        .iter()
        .position(|&b| is_anchor(b))
        .unwrap_or(bytes.len());
    let (head, rest) = bytes.split_at(head);
    // A text that was cut may begin inside a character without any decoding error.
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

/// Decodes `bytes` directly into `text`, so that a text of 100 MB is in memory only once; returns `false` at the first
/// fault.
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

/// Decodes a run by its likeliest division into characters, some of them broken: the path of least cost, computed from
/// the end of the run to its start.
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
                // A second byte may look like ASCII; a first byte that looks like ASCII is ASCII.
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

/// Whether the bytes of `piece` have the form of one character, not of two.
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
