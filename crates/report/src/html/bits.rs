//! Fingerprints of a pair bit by bit, in blocks of 16: two rows of bits, in which differing bits are framed and joined,
//! and equal blocks are framed. The shapes convey the same as the colours.

use maud::{Markup, html};

use chachong_messages::Language;
use chachong_simhash::Fingerprint;

const CELL: u32 = 16;
const HEIGHT: u32 = 22;
/// Space between the two rows, in which the ties of differing bits are drawn.
const BETWEEN: u32 = 14;
const PADDING: u32 = 8;

/// Returns the blocks that a recipe of `width` bits (1..=64) fills, each as a picture.
pub(super) fn bits(prints: [Fingerprint; 2], width: u32, language: Language) -> Markup {
    let unused = Fingerprint::BITS.saturating_sub(width);
    html! {
        div.blocks {
            @for (block, first) in (0..Fingerprint::BLOCKS).zip((0..).step_by(16)) {
                @if first + 16 > unused { (one(prints, block, unused.saturating_sub(first), language)) }
            }
        }
        p.note { (language.text("pair.legend")) }
    }
}

/// Returns the picture of a block without its first `unused` bits.
fn one(prints: [Fingerprint; 2], block: usize, unused: u32, language: Language) -> Markup {
    let [a, b] = prints.map(|print| print.block(block));
    let name = block + 1;
    let differing = (a ^ b).count_ones();
    let label = if differing == 0 {
        language.fill("pair.block-equal", &[("block", &name)])
    } else {
        language.fill(
            "pair.block-differs",
            &[("block", &name), ("bits", &differing)],
        )
    };
    let width = 16 * CELL + 2 * PADDING;
    let height = 2 * HEIGHT + BETWEEN + 2 * PADDING;
    let class = if differing == 0 { "equal" } else { "differs" };
    html! {
        figure class=(format_args!("block {class}")) {
            figcaption { (label) }
            svg role="img" viewBox=(format_args!("0 0 {width} {height}")) width=(width) height=(height)
                aria-labelledby=(format_args!("block-{name} bits-{name}")) {
                title id=(format_args!("block-{name}")) { (label) }
                desc id=(format_args!("bits-{name}")) { (format_args!("A {a:016b}, B {b:016b}")) }
                @for bit in unused..16 { (column([a, b], bit)) }
            }
        }
    }
}

/// Returns both cells of a bit, 0 the leftmost, and the tie between them where they differ.
fn column(values: [u16; 2], bit: u32) -> Markup {
    let ones = values.map(|value| value >> (15 - bit) & 1);
    let differs = ones[0] != ones[1];
    let x = PADDING + CELL * bit;
    let (middle, tie) = (x + CELL / 2, PADDING + HEIGHT);
    html! {
        @for (one, y) in ones.into_iter().zip([PADDING, PADDING + HEIGHT + BETWEEN]) {
            rect class=(format_args!("b{one}{}", if differs { " d" } else { "" }))
                x=(x + 1) y=(y) width=(CELL - 2) height=(HEIGHT) rx="2" {}
            text class=(format_args!("t{one}")) x=(middle) y=(y + 16) { (one) }
        }
        @if differs { path.tie d=(format_args!("M{middle} {tie}v{BETWEEN}")) {} }
    }
}
