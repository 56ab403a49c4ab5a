//! `OpenDocument` files.

use super::{Case, case};
use crate::packages::{OPEN, open_document, pieces, sentence};

pub(super) const CASES: &[Case] = &[
    case("odt paragraphs", "odt", 740, |n| {
        text(&pieces(n, |i| p(&sentence(i))))
    }),
    case("odt spans", "odt", 5000, |n| {
        text(&p(&"<text:span>读</text:span>".repeat(n)))
    }),
    case("odt notes", "odt", 600, |n| {
        text(&pieces(n, |i| {
            p(&format!(
                "{}<text:note><text:note-citation>{i}</text:note-citation><text:note-body>{}</text:note-body></text:note>",
                sentence(i),
                p("注")
            ))
        }))
    }),
    case("odt rows", "odt", 1900, |n| {
        let row = format!(
            "<table:table-row><table:table-cell>{}</table:table-cell></table:table-row>",
            p("3.1")
        );
        text(&format!("<table:table>{}</table:table>", row.repeat(n)))
    }),
    case("odt lists in one another", "odt", 60, |n| {
        text(&format!(
            "{}{}",
            format!("<text:list><text:list-item>{}", p("读")).repeat(n),
            "</text:list-item></text:list>".repeat(n)
        ))
    }),
    case("odt styles", "odt", 990, |n| {
        let style = |i| {
            format!(
                r#"<style:style style:name="P{i}" style:family="paragraph" style:parent-style-name="P{}"/>"#,
                (i + 1) % n
            )
        };
        let paragraphs_of = |i| format!(r#"<text:p text:style-name="P{i}">读{i}</text:p>"#);
        open_document("text", &pieces(n, paragraphs_of), &pieces(n, style))
    }),
    case("odt frames", "odt", 500, |n| {
        text(&pieces(n, |i| {
            p(&format!(
                "<draw:frame><draw:text-box>{}</draw:text-box></draw:frame>",
                p(&sentence(i))
            ))
        }))
    }),
    case("odt breaks", "odt", 2600, |n| {
        text(&p(&"读<text:s/><text:tab/><text:line-break/>".repeat(n)))
    }),
    case("fodt paragraphs", "fodt", 720, |n| {
        format!(
            r#"<?xml version="1.0"?><office:document {OPEN} office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>{}</office:text></office:body></office:document>"#,
            pieces(n, |i| p(&sentence(i)))
        ).into_bytes()
    }),
    case("ods columns", "ods", 2000, |n| {
        open_document(
            "spreadsheet",
            &format!(
                r#"<table:table table:name="a"><table:table-row>{}</table:table-row></table:table>"#,
                cells(n)
            ),
            "",
        )
    }),
    case("ods rows", "ods", 2000, |n| {
        open_document(
            "spreadsheet",
            &format!(
                r#"<table:table table:name="a">{}</table:table>"#,
                format!("<table:table-row>{}</table:table-row>", cells(1)).repeat(n)
            ),
            "",
        )
    }),
    case("odp slides", "odp", 680, |n| {
        open_document(
            "presentation",
            &pieces(n, |i| {
                format!(
                    "<draw:page><draw:frame><draw:text-box>{}</draw:text-box></draw:frame></draw:page>",
                    p(&sentence(i))
                )
            }),
            "",
        )
    }),
];

fn text(body: &str) -> Vec<u8> {
    open_document("text", body, "")
}
fn p(text: &str) -> String {
    format!("<text:p>{text}</text:p>")
}
fn cells(count: usize) -> String {
    pieces(count, |i| {
        format!(
            r#"<table:table-cell office:value-type="string">{}</table:table-cell>"#,
            p(&sentence(i))
        )
    })
}
