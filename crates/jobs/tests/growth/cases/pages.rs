//! Web pages, books and messages.

use super::{Case, TEXT, case};
use crate::packages::{epub, pieces, sentence};

pub(super) const CASES: &[Case] = &[
    case("html paragraphs", "html", 690, |n| {
        html("", &pieces(n, |i| format!("<p>{}</p>", sentence(i))))
    }),
    case("html unclosed paragraphs", "html", 670, |n| {
        html("", &pieces(n, |i| format!("<p>{}", sentence(i))))
    }),
    case("html tags in one another", "html", 6000, |n| {
        html("", &format!("{}{}", "<div>".repeat(n), "</div>".repeat(n)))
    }),
    case("html unclosed tags", "html", 3100, |n| {
        html("", &"<div>读".repeat(n))
    }),
    case("html unclosed bold tags", "html", 2000, |n| {
        html("", &"<b><p>读".repeat(n))
    }),
    case("html ends without a beginning", "html", 6000, |n| {
        html("", &format!("{}{}", "<div>".repeat(n), "</span>".repeat(n)))
    }),
    case("html spans", "html", 6000, |n| {
        html("", &"<span>读</span>".repeat(n))
    }),
    case("html hidden spans", "html", 3000, |n| {
        html("", &"读<span style='display:none'>藏</span>".repeat(n))
    }),
    case("html rules of classes", "html", 1000, |n| {
        let rules = pieces(n, |i| format!(".c{i}{{color:#{:03}}}", i % 1000));
        html(
            &format!("<style>{rules}</style>"),
            &pieces(n, |i| format!("<p class=c{i}>读{i}</p>")),
        )
    }),
    case("html rules of names", "html", 930, |n| {
        let rules = pieces(n, |i| format!("#c{i}{{display:none}}"));
        html(
            &format!("<style>{rules}</style>"),
            &pieces(n, |i| format!("<p id=c{i}>读{i}</p>")),
        )
    }),
    case("html rules of one tag", "html", 1000, |n| {
        html(
            &format!("<style>{}</style>", "p{color:red}".repeat(n)),
            &pieces(n, |i| format!("<p>读{i}</p>")),
        )
    }),
    case("html sheets", "html", 1000, |n| {
        html("", &"<style>p{color:red}</style><p>读</p>".repeat(n))
    }),
    case("html open rules", "html", 10_000, |n| {
        html(&format!("<style>{}</style>", "@media x {".repeat(n)), "")
    }),
    case("html cells", "html", 1300, |n| {
        html(
            "",
            &format!("<table><tr>{}</tr></table>", "<td>3.1</td>".repeat(n)),
        )
    }),
    case("html rows", "html", 1400, |n| {
        html(
            "",
            &format!(
                "<table>{}</table>",
                "<tr><td>3.1</td><td>x</td></tr>".repeat(n)
            ),
        )
    }),
    case("html wide cells", "html", 1400, |n| {
        html(
            "",
            &format!(
                "<table>{}</table>",
                "<tr><td rowspan=65534>1</td><td colspan=1000>x</td></tr>".repeat(n)
            ),
        )
    }),
    case("html tables in one another", "html", 2000, |n| {
        html("", &"<table><tr><td>".repeat(n))
    }),
    case("html lists in one another", "html", 2900, |n| {
        html("", &"<ol><li>读".repeat(n))
    }),
    case("html entities", "html", 10_000, |n| {
        html("", &"&nbsp;&amp;&#x4e00;读".repeat(n))
    }),
    case("html broken entities", "html", 10_000, |n| {
        html("", &"&xyzzy&#;读".repeat(n))
    }),
    case("html attributes", "html", 6000, |n| {
        html(
            "",
            &format!("<p {}>读</p>", pieces(n, |i| format!(" a{i}=1"))),
        )
    }),
    case("html open comments", "html", 20_000, |n| {
        html("", &format!("{TEXT}{}", "<!-- ".repeat(n)))
    }),
    case("html scripts", "html", 6000, |n| {
        html("", &"<script>x</script>".repeat(n))
    }),
    case("html formulas", "html", 2000, |n| {
        html(
            "",
            &"<math><mfrac><mi>x</mi><mi>y</mi></mfrac></math>".repeat(n),
        )
    }),
    case("html pictures", "html", 2000, |n| {
        html(
            "",
            &pieces(n, |i| {
                format!("<img src='data:image/png;base64,iVBORw0KGgo{i:08}'>")
            }),
        )
    }),
    case("xhtml paragraphs", "xhtml", 680, |n| {
        let body = pieces(n, |i| format!("<p/><p>{}</p>", sentence(i)));
        format!(r#"<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>{body}</body></html>"#).into_bytes()
    }),
    case("epub chapters", "epub", 400, |n| {
        epub(
            &(0..n)
                .map(|i| format!("<p>{}</p>", sentence(i)))
                .collect::<Vec<_>>(),
        )
    }),
    case("epub paragraphs", "epub", 600, |n| {
        epub(&[pieces(n, |i| format!("<p>{}</p>", sentence(i)))])
    }),
    case("mhtml parts", "mht", 800, |n| {
        multipart(n, |i| {
            format!(
                "Content-Type: text/html; charset=utf-8\r\nContent-Location: http://x/{i}.html\r\n\r\n<p>{}</p>",
                sentence(i)
            )
        })
    }),
    case("e-mail attachments", "eml", 3000, |n| {
        multipart(n, |i| match i {
            0 => format!("Content-Type: text/plain; charset=utf-8\r\n\r\n{TEXT}"),
            i => format!(
                "Content-Type: application/pdf; name=\"a{i}.pdf\"\r\nContent-Disposition: attachment; filename=\"a{i}.pdf\"\r\n\r\nx"
            ),
        })
    }),
    case("e-mail parts in one another", "eml", 1000, |n| {
        let open = pieces(n, |i| {
            format!("Content-Type: multipart/mixed; boundary=\"b{i}\"\r\n\r\n--b{i}\r\n")
        });
        format!(
            "MIME-Version: 1.0\r\n{open}Content-Type: text/plain; charset=utf-8\r\n\r\n{TEXT}\r\n"
        )
        .into_bytes()
    }),
    case("e-mail headers", "eml", 1300, |n| {
        format!(
            "MIME-Version: 1.0\r\n{}Content-Type: text/plain; charset=utf-8\r\n\r\n{TEXT}\r\n",
            "X-A: a\r\n b\r\n".repeat(n)
        )
        .into_bytes()
    }),
    case("e-mail quoted lines", "eml", 10_000, |n| {
        format!("MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n{}", "=E5=9B=BE=\r\n".repeat(n)).into_bytes()
    }),
];

fn html(head: &str, body: &str) -> Vec<u8> {
    format!("<!DOCTYPE html><html><head><meta charset=utf-8>{head}</head><body>{body}{TEXT}</body></html>").into_bytes()
}

fn multipart(count: usize, part: impl Fn(usize) -> String) -> Vec<u8> {
    let parts = pieces(count, |i| format!("--b\r\n{}\r\n", part(i)));
    format!(
        "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=\"b\"\r\n\r\n{parts}--b--\r\n"
    )
    .into_bytes()
}
