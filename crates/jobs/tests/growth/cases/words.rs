//! Word files, as packages and as one XML file.

use super::{Case, TEXT, case};
use crate::packages::{WORD, docx, docx_with, paragraph, pieces, relation, sentence};

pub(super) const CASES: &[Case] = &[
    case("docx paragraphs", "docx", 660, |n| {
        docx(&pieces(n, |i| paragraph(&sentence(i))), &[], "")
    }),
    case("docx runs", "docx", 6000, |n| {
        one_paragraph("<w:r><w:t>读者</w:t></w:r>", n)
    }),
    case("docx hidden runs", "docx", 4000, |n| {
        one_paragraph(
            "<w:r><w:rPr><w:vanish/></w:rPr><w:t>藏</w:t></w:r><w:r><w:t>读者</w:t></w:r>",
            n,
        )
    }),
    case("docx white runs", "docx", 4000, |n| {
        let white = r#"<w:r><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:t>藏</w:t></w:r><w:r><w:t>读者</w:t></w:r>"#;
        one_paragraph(white, n)
    }),
    case("docx breaks", "docx", 3000, |n| {
        one_paragraph("<w:r><w:t>读</w:t><w:tab/><w:br/></w:r>", n)
    }),
    case("docx unknown tags", "docx", 17_000, |n| {
        one_paragraph(r#"<w:xyz a="1"/>"#, n)
    }),
    case("docx entities", "docx", 20_000, |n| {
        docx(&paragraph(&"&#x4e00;&amp;".repeat(n)), &[], "")
    }),
    case("docx attributes", "docx", 10_000, |n| {
        let attributes = pieces(n, |i| format!(r#" w:a{i}="1""#));
        docx(
            &format!("<w:p{attributes}><w:r><w:t>{TEXT}</w:t></w:r></w:p>"),
            &[],
            "",
        )
    }),
    case("docx rows", "docx", 870, |n| {
        let row = format!(
            "<w:tr><w:tc>{0}</w:tc><w:tc>{0}</w:tc></w:tr>",
            paragraph("3.14")
        );
        docx(&format!("<w:tbl>{}</w:tbl>", row.repeat(n)), &[], "")
    }),
    case("docx cells", "docx", 3000, |n| {
        let cell = format!("<w:tc>{}</w:tc>", paragraph("格"));
        docx(
            &format!("<w:tbl><w:tr>{}</w:tr></w:tbl>", cell.repeat(n)),
            &[],
            "",
        )
    }),
    case("docx tables in tables", "docx", 60, |n| {
        let close = format!("</w:tc></w:tr></w:tbl>{}", paragraph("x"));
        docx(
            &format!(
                "{}{}{}",
                "<w:tbl><w:tr><w:tc>".repeat(n),
                paragraph(TEXT),
                close.repeat(n)
            ),
            &[],
            "",
        )
    }),
    case("docx footnotes", "docx", 520, |n| notes("footnote", n)),
    case("docx endnotes", "docx", 490, |n| notes("endnote", n)),
    case("docx comments", "docx", 720, |n| notes("comment", n)),
    case("docx bookmarks", "docx", 720, |n| {
        docx(
            &pieces(n, |i| {
                format!(
                    r#"<w:bookmarkStart w:id="{i}" w:name="b{i}"/>{}"#,
                    paragraph(&sentence(i))
                )
            }),
            &[],
            "",
        )
    }),
    case("docx hyperlinks", "docx", 710, |n| {
        let link = |i| {
            format!(
                r#"<w:p><w:hyperlink r:id="r{i}"><w:r><w:t>{}</w:t></w:r></w:hyperlink></w:p>"#,
                sentence(i)
            )
        };
        let rels = pieces(n, |i| {
            relation(&format!("r{i}"), "hyperlink", &format!("http://x/{i}"))
        });
        docx(&pieces(n, link), &[], &rels)
    }),
    case("docx fields", "docx", 2000, |n| {
        one_paragraph(
            &field(
                "REF a",
                r#"<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>一</w:t></w:r>"#,
            ),
            n,
        )
    }),
    case("docx fields in fields", "docx", 2600, |n| {
        let open = r#"<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>IF </w:instrText></w:r>"#;
        let close = r#"<w:r><w:fldChar w:fldCharType="end"/></w:r>"#;
        docx(
            &format!(
                "<w:p>{}{}</w:p>{}",
                open.repeat(n),
                close.repeat(n),
                paragraph(TEXT)
            ),
            &[],
            "",
        )
    }),
    case("docx formulas of fields", "docx", 1000, |n| {
        one_paragraph(&field(r" EQ \f(1,\r(3,x)) ", ""), n)
    }),
    case("docx formulas in one field", "docx", 4000, |n| {
        docx(
            &format!(
                "<w:p>{}</w:p>{}",
                field(&format!(" EQ {}", r"\f(".repeat(n)), ""),
                paragraph(TEXT)
            ),
            &[],
            "",
        )
    }),
    case("docx tracked changes", "docx", 660, |n| {
        docx(
            &pieces(n, |i| {
                format!(
                    r#"<w:p><w:ins w:id="{i}" w:author="a"><w:r><w:t>{}</w:t></w:r></w:ins><w:del w:id="{i}"><w:r><w:delText>删</w:delText></w:r></w:del></w:p>"#,
                    sentence(i)
                )
            }),
            &[],
            "",
        )
    }),
    case("docx formulas", "docx", 1500, |n| {
        one_paragraph(
            "<m:oMath><m:f><m:num><m:r><m:t>x</m:t></m:r></m:num><m:den><m:r><m:t>y</m:t></m:r></m:den></m:f></m:oMath>",
            n,
        )
    }),
    case("docx runs of a formula", "docx", 5000, |n| {
        let runs = "<m:r><m:t>x+</m:t></m:r>".repeat(n);
        docx(
            &format!("<w:p><m:oMath>{runs}</m:oMath></w:p>{}", paragraph(TEXT)),
            &[],
            "",
        )
    }),
    case("docx rows of a matrix", "docx", 3000, |n| {
        let row = "<m:mr><m:e><m:r><m:t>x</m:t></m:r></m:e></m:mr>".repeat(n);
        docx(
            &format!(
                "<w:p><m:oMath><m:m>{row}</m:m></m:oMath></w:p>{}",
                paragraph(TEXT)
            ),
            &[],
            "",
        )
    }),
    case("docx styles", "docx", 1400, |n| {
        let styles = pieces(n, |i| {
            format!(
                r#"<w:style w:type="paragraph" w:styleId="s{i}"><w:name w:val="s{i}"/><w:basedOn w:val="s{}"/></w:style>"#,
                (i + 1) % n
            )
        });
        let paragraphs_of = |i| {
            format!(
                r#"<w:p><w:pPr><w:pStyle w:val="s{i}"/></w:pPr><w:r><w:t>读{i}</w:t></w:r></w:p>"#
            )
        };
        docx_with(&pieces(n, paragraphs_of), "styles", &styles)
    }),
    case("docx lists", "docx", 1500, |n| {
        let levels = pieces(n, |i| {
            format!(
                r#"<w:abstractNum w:abstractNumId="{i}"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum>"#
            )
        });
        let lists = pieces(n, |i| {
            format!(r#"<w:num w:numId="{i}"><w:abstractNumId w:val="{i}"/></w:num>"#)
        });
        let item = |i| {
            format!(
                r#"<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="{i}"/></w:numPr></w:pPr><w:r><w:t>读{i}</w:t></w:r></w:p>"#
            )
        };
        docx_with(&pieces(n, item), "numbering", &(levels + &lists))
    }),
    case("docx headers", "docx", 300, |n| {
        let section = |i| {
            format!(
                r#"<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" r:id="h{i}"/></w:sectPr></w:pPr><w:r><w:t>{}</w:t></w:r></w:p>"#,
                sentence(i)
            )
        };
        let parts: Vec<_> = (0..n)
            .map(|i| {
                (
                    format!("word/header{i}.xml"),
                    format!("<w:hdr {WORD}>{}</w:hdr>", paragraph("眉")),
                )
            })
            .collect();
        let rels = pieces(n, |i| {
            relation(&format!("h{i}"), "header", &format!("header{i}.xml"))
        });
        docx(&pieces(n, section), &parts, &rels)
    }),
    case("docx text boxes", "docx", 680, |n| {
        docx(
            &pieces(n, |i| {
                format!(
                    "<w:p><w:r><w:drawing><wp:anchor><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>{}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r></w:p>",
                    paragraph(&sentence(i))
                )
            }),
            &[],
            "",
        )
    }),
    case("docx content controls in one another", "docx", 60, |n| {
        docx(
            &format!(
                "{}{}{}",
                "<w:sdt><w:sdtContent>".repeat(n),
                paragraph(TEXT),
                "</w:sdtContent></w:sdt>".repeat(n)
            ),
            &[],
            "",
        )
    }),
    case("docx parts", "docx", 2000, |n| {
        let parts: Vec<_> = (0..n)
            .map(|i| (format!("word/x{i}.xml"), "<a/>".to_owned()))
            .collect();
        docx(&paragraph(TEXT), &parts, "")
    }),
    case("docx unclosed tags", "docx", 4000, |n| {
        docx(&"<w:p><w:r><w:t>读</w:t>".repeat(n), &[], "")
    }),
    case("Word XML paragraphs", "xml", 590, |n| {
        let head = r#"<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"><w:body>"#;
        format!(
            "{head}{}</w:body></w:wordDocument>",
            pieces(n, |i| paragraph(&sentence(i)))
        )
        .into_bytes()
    }),
    case("Word XML pictures", "xml", 1500, |n| {
        let head = r#"<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"><w:body>"#;
        let picture = |i| {
            format!(
                r#"<w:p><w:r><w:pict><w:binData w:name="wordml://{i}.png">iVBORw0KGgo=</w:binData></w:pict><w:t>读{i}</w:t></w:r></w:p>"#
            )
        };
        format!("{head}{}</w:body></w:wordDocument>", pieces(n, picture)).into_bytes()
    }),
];

fn one_paragraph(piece: &str, count: usize) -> Vec<u8> {
    docx(
        &format!("<w:p>{}</w:p>{}", piece.repeat(count), paragraph(TEXT)),
        &[],
        "",
    )
}

fn field(instruction: &str, result: &str) -> String {
    format!(
        r#"<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>{instruction}</w:instrText></w:r>{result}<w:r><w:fldChar w:fldCharType="end"/></w:r>"#
    )
}

fn notes(kind: &str, count: usize) -> Vec<u8> {
    let body = pieces(count, |i| {
        format!(
            r#"<w:p><w:r><w:t>{}</w:t></w:r><w:r><w:{kind}Reference w:id="{i}"/></w:r></w:p>"#,
            sentence(i)
        )
    });
    let notes = pieces(count, |i| {
        format!(
            r#"<w:{kind} w:id="{i}">{}</w:{kind}>"#,
            paragraph(&format!("注{i}"))
        )
    });
    docx_with(&body, &format!("{kind}s"), &notes)
}
