//! Tables and slides of Microsoft's programs.

use super::{Case, TEXT, case};
use super::{around, joined};
use crate::packages::{pieces, pptx, sentence, shape, xlsx};

pub(super) const CASES: &[Case] = &[
    case("csv rows", "csv", 1600, |n| {
        joined(n, |i| format!("{i},读者,{}.5\n", i * 3 % 7))
    }),
    case("csv columns", "csv", 5100, |n| {
        format!(
            "{}1\n{}1\n",
            pieces(n, |i| format!("读{i},")),
            "1,".repeat(n)
        )
        .into_bytes()
    }),
    case("csv quotation marks", "csv", 20_000, |n| {
        around("", "a,\"", n, "")
    }),
    case("csv blank rows", "csv", 60_000, |n| {
        around("读,1\n", ",\n", n, "读,2\n")
    }),
    case("xlsx rows", "xlsx", 650, |n| {
        xlsx(
            &[pieces(n, |i| {
                format!(
                    r#"<row r="{0}"><c r="A{0}" t="inlineStr"><is><t>{1}</t></is></c><c r="B{0}"><v>{i}.5</v></c></row>"#,
                    i + 1,
                    sentence(i)
                )
            })],
            "",
        )
    }),
    case("xlsx sheets", "xlsx", 200, |n| {
        let sheet = |i| {
            format!(
                r#"<row r="1"><c r="A1" t="inlineStr"><is><t>{}</t></is></c></row>"#,
                sentence(i)
            )
        };
        xlsx(&(0..n).map(sheet).collect::<Vec<_>>(), "")
    }),
    case("xlsx shared strings", "xlsx", 800, |n| {
        xlsx(
            &[pieces(n, |i| {
                format!(
                    r#"<row r="{0}"><c r="A{0}" t="s"><v>{i}</v></c></row>"#,
                    i + 1
                )
            })],
            &pieces(n, |i| format!("<si><t>{}</t></si>", sentence(i))),
        )
    }),
    case("xlsx broken references", "xlsx", 10_000, |n| {
        xlsx(
            &[format!(
                r#"<row r="1"><c r="A1" t="inlineStr"><is><t>读{}</t></is></c></row>"#,
                "&#xD800;".repeat(n)
            )],
            "",
        )
    }),
    case("pptx slides", "pptx", 150, |n| {
        pptx(&(0..n).map(|i| shape(&sentence(i))).collect::<Vec<_>>())
    }),
    case("pptx shapes", "pptx", 680, |n| {
        pptx(&[pieces(n, |i| shape(&sentence(i)))])
    }),
    case("pptx groups in one another", "pptx", 60, |n| {
        pptx(&[format!(
            "{}{}{}",
            "<p:grpSp>".repeat(n),
            shape(TEXT),
            "</p:grpSp>".repeat(n)
        )])
    }),
    case("pptx runs", "pptx", 5000, |n| {
        pptx(&[format!(
            "<p:sp><p:txBody><a:p>{}</a:p></p:txBody></p:sp>",
            "<a:r><a:t>读</a:t></a:r>".repeat(n)
        )])
    }),
];
