//! Files that are made of many equal pieces: every kind of piece that a format lets repeat.

use crate::archives::{Files, gzip, rar, seven_zip, tar, zip};
use crate::packages::{
    OPEN, WORD, docx, docx_with, epub, open_document, paragraph, pieces, pptx, relation, sentence,
    shape, xlsx,
};
use crate::pdf::{Pdf, line, prose, stream};

/// File made of so many pieces.
pub(crate) struct Case {
    /// Format and piece.
    pub name: &'static str,
    /// Ending of the file's name.
    pub ending: &'static str,
    /// Number of pieces whose work can be measured.
    pub pieces: usize,
    /// Makes a file of so many pieces.
    pub make: fn(usize) -> Vec<u8>,
}

const fn case(
    name: &'static str,
    ending: &'static str,
    pieces: usize,
    make: fn(usize) -> Vec<u8>,
) -> Case {
    Case {
        name,
        ending,
        pieces,
        make,
    }
}

pub(crate) fn all() -> Vec<Case> {
    let mut all = words();
    all.extend(texts());
    all.extend(pages());
    all.extend(markups());
    all.extend(tables());
    all.extend(open_documents());
    all.extend(pdfs());
    all.extend(archives());
    all
}

/// Text that holds something to read, whatever stands around it.
const TEXT: &str = "图书馆在夜间开放，读者可以安静地阅读。";

fn around(before: &str, piece: &str, count: usize, after: &str) -> Vec<u8> {
    format!("{before}{}{after}", piece.repeat(count)).into_bytes()
}

fn joined(count: usize, piece: impl Fn(usize) -> String) -> Vec<u8> {
    pieces(count, piece).into_bytes()
}

fn words() -> Vec<Case> {
    vec![
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
    ]
}

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

fn texts() -> Vec<Case> {
    vec![
        case("txt lines", "txt", 710, |n| {
            joined(n, |i| sentence(i) + "\n")
        }),
        case("txt sentences of one line", "txt", 1800, |n| {
            joined(n, sentence)
        }),
        case("txt blank lines", "txt", 100_000, |n| {
            around(TEXT, "\n", n, TEXT)
        }),
        case("txt spaces", "txt", 100_000, |n| around(TEXT, " ", n, TEXT)),
        case("txt one character", "txt", 60_000, |n| {
            around("", "的", n, "")
        }),
        case("txt one letter", "txt", 100_000, |n| around("", "a", n, "")),
        case("txt English", "txt", 3700, |n| {
            joined(n, |i| format!("word{} reads the library. ", i % 999))
        }),
        case("txt numbers", "txt", 7900, |n| {
            joined(n, |i| format!("{}.{} ", i * 7 % 1000, i % 97))
        }),
        case("txt measurements", "txt", 4000, |n| {
            joined(n, |i| format!("温度为{}.{}℃，", i % 100, i % 10))
        }),
        case("txt rows of numbers", "txt", 1300, |n| {
            joined(n, |i| format!("{}.5\t{i}\t{}.5\n", i % 100, i * 3 % 17))
        }),
        case("txt open quotation marks", "txt", 40_000, |n| {
            around(TEXT, "“", n, TEXT)
        }),
        case("txt quotations", "txt", 6000, |n| {
            around("", "王明（2019）指出“读者阅读是权利”[1]。", n, "")
        }),
        case("txt straight quotation marks", "txt", 28_000, |n| {
            around(TEXT, "\"a ", n, "")
        }),
        case("txt citations", "txt", 10_000, |n| {
            around("", "读者[1]（王，2019）", n, "")
        }),
        case("txt open citations", "txt", 30_000, |n| {
            around(TEXT, "[1", n, "")
        }),
        case("txt brackets", "txt", 60_000, |n| around(TEXT, "（", n, "")),
        case("txt titles", "txt", 10_000, |n| {
            around("", "参见《图书馆》，", n, "")
        }),
        case("txt references", "txt", 900, |n| {
            let reference =
                |i| format!("[{i}] 王明. 图书馆研究{i}[J]. 图书馆学报, 2019, 3(3): 12-{i}.\n");
            format!("{TEXT}\n参考文献\n{}", pieces(n, reference)).into_bytes()
        }),
        case("txt headings of references", "txt", 910, |n| {
            around(TEXT, "\n参考文献\n[1] 王明. 研究[J]. 2019.\n正文。", n, "")
        }),
        case("txt chapters", "txt", 390, |n| {
            joined(n, |i| format!("第{i}章 绪论\n1.1 背景\n{}\n", sentence(i)))
        }),
        case("txt contents", "txt", 1200, |n| {
            joined(n, |i| format!("目录\n第{i}章 绪论……{i}\n"))
        }),
        case("txt sections", "txt", 380, |n| {
            around(
                "",
                "致谢\n感谢导师。\n附录\n原创性声明\n本人声明。\n摘要\n正文。\n",
                n,
                "",
            )
        }),
        case("txt footnotes", "txt", 480, |n| {
            joined(n, |i| {
                format!("{}①\n① 参见王明：《图书馆》，第{i}页。\n", sentence(i))
            })
        }),
        case("txt notes", "txt", 730, |n| {
            let note = |i| format!("[{i}] 参见王明：《图书馆》第{i}页。\n");
            format!(
                "{}注释\n{}",
                pieces(n, |i| format!("读者[{i}]\n")),
                pieces(n, note)
            )
            .into_bytes()
        }),
        case("txt lines of code", "txt", 1300, |n| {
            joined(n, |i| {
                format!("for (int i = 0; i < {i}; i++) {{ x[i] += {i}; }}\n")
            })
        }),
        case("txt open comments", "txt", 1800, |n| {
            around(TEXT, "\nint x = 1; /* \n", n, "")
        }),
        case("txt formulas", "txt", 920, |n| {
            joined(n, |i| format!("x{i} = y{i} + {i} * z^2 / (a + b)\n"))
        }),
        case("txt one formula", "txt", 20_000, |n| {
            around(TEXT, "x+", n, "1=y")
        }),
        case("txt brackets of a formula", "txt", 20_000, |n| {
            around("x = ", "(", n, "1")
        }),
        case("txt combining marks", "txt", 43_000, |n| {
            around(TEXT, "\u{301}", n, "")
        }),
        case("txt characters of no width", "txt", 30_000, |n| {
            around(TEXT, "读\u{200B}", n, "")
        }),
        case("txt turned characters", "txt", 22_000, |n| {
            around(TEXT, "\u{202E}读", n, "")
        }),
        case("txt mixed scripts", "txt", 5400, |n| {
            around(TEXT, "pаyраl ", n, "")
        }),
        case("txt private characters", "txt", 30_000, |n| {
            around(TEXT, "\u{E000}读", n, "")
        }),
        case("txt hyphens", "txt", 2600, |n| {
            around(TEXT, "read-\n", n, "")
        }),
        case("txt short lines", "txt", 3400, |n| {
            around("", "读\n", n, "")
        }),
        case("txt records", "txt", 620, |n| {
            around("", "题目：图书馆研究\n姓名：王明\n学号：2019\n", n, "")
        }),
        case("txt traditional characters", "txt", 6000, |n| {
            around("", "圖書館讀者", n, "")
        }),
        case("txt GB18030", "txt", 10_000, |n| {
            b"\xCD\xBC\xCA\xE9\xB9\xDD\xA1\xA3".repeat(n)
        }),
        case("txt broken UTF-8", "txt", 20_000, |n| {
            [TEXT.repeat(20).into_bytes(), b"\xFF\xFE\x80".repeat(n)].concat()
        }),
        case("notebook Markdown cells", "ipynb", 660, |n| {
            notebook(n, |i| {
                format!(r#"{{"cell_type":"markdown","source":"{}"}}"#, sentence(i))
            })
        }),
        case("notebook code cells", "ipynb", 3100, |n| {
            notebook(n, |i| {
                format!(r#"{{"cell_type":"code","source":"x{i} = {i}","outputs":[]}}"#)
            })
        }),
        case("notebook cells of form 3", "ipynb", 4000, |n| {
            let sheet = |i| format!(r#"{{"cells":[{{"cell_type":"code","input":"x{i}"}}]}}"#);
            let sheets: Vec<String> = (0..n).map(sheet).collect();
            format!(r#"{{"worksheets":[{}]}}"#, sheets.join(",")).into_bytes()
        }),
        case("notebook outputs", "ipynb", 1700, |n| {
            let output = pieces(n, |i| format!(r#"{{"text":"{i}\n"}},"#));
            notebook(1, |_| {
                format!(r#"{{"cell_type":"code","source":"x","outputs":[{output}{{}}]}}"#)
            })
        }),
        case("notebook lines", "ipynb", 700, |n| {
            let lines = pieces(n, |i| format!(r#""{}\n","#, sentence(i)));
            notebook(1, |_| {
                format!(r#"{{"cell_type":"markdown","source":[{lines}""]}}"#)
            })
        }),
        case("notebook halves of pairs", "ipynb", 20_000, |n| {
            notebook(1, |_| {
                format!(
                    r#"{{"cell_type":"raw","source":"读{}"}}"#,
                    r"\ud800a".repeat(n)
                )
            })
        }),
        case("source lines", "py", 2900, |n| {
            joined(n, |i| format!("x{i} = f({i}) + \"a\"\n"))
        }),
        case("source brackets", "c", 20_000, |n| {
            around("int x;\n", "{", n, "")
        }),
        case("source open comments", "c", 3400, |n| {
            around("int x;\n", "/* ", n, "")
        }),
        case("source functions", "c", 2200, |n| {
            joined(n, |i| format!("int f{i}(int a) {{ return a + {i}; }}\n"))
        }),
    ]
}

fn notebook(count: usize, cell: impl Fn(usize) -> String) -> Vec<u8> {
    let cells: Vec<String> = (0..count).map(cell).collect();
    format!(r#"{{"nbformat":4,"cells":[{}]}}"#, cells.join(",")).into_bytes()
}

fn html(head: &str, body: &str) -> Vec<u8> {
    format!("<!DOCTYPE html><html><head><meta charset=utf-8>{head}</head><body>{body}{TEXT}</body></html>").into_bytes()
}

fn pages() -> Vec<Case> {
    vec![
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
            format!("MIME-Version: 1.0\r\n{open}Content-Type: text/plain; charset=utf-8\r\n\r\n{TEXT}\r\n").into_bytes()
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
    ]
}

fn multipart(count: usize, part: impl Fn(usize) -> String) -> Vec<u8> {
    let parts = pieces(count, |i| format!("--b\r\n{}\r\n", part(i)));
    format!("MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"b\"\r\n\r\n{parts}--b--\r\n").into_bytes()
}

fn tex(before: &str, body: &str) -> Vec<u8> {
    format!("\\documentclass{{article}}\n{before}\n\\begin{{document}}\n{body}\n{TEXT}\n\\end{{document}}\n").into_bytes()
}

fn rtf(before: &str, body: &str) -> Vec<u8> {
    format!("{{\\rtf1\\ansi\\ansicpg936{before} The library opens at night.\\par {body}}}")
        .into_bytes()
}

fn markups() -> Vec<Case> {
    vec![
        case("Markdown paragraphs", "md", 710, |n| {
            joined(n, |i| sentence(i) + "\n\n")
        }),
        case("Markdown list", "md", 620, |n| {
            joined(n, |i| format!("- {}\n", sentence(i)))
        }),
        case("Markdown lists in one another", "md", 5000, |n| {
            around("", "- ", n, TEXT)
        }),
        case("Markdown quotations in one another", "md", 10_000, |n| {
            around("", ">", n, TEXT)
        }),
        case("Markdown stars", "md", 20_000, |n| {
            around(TEXT, "*a ", n, "")
        }),
        case("Markdown mixed stars", "md", 10_000, |n| {
            around(TEXT, "**a_b", n, "")
        }),
        case("Markdown brackets", "md", 20_000, |n| {
            around(TEXT, "[", n, "")
        }),
        case("Markdown open links", "md", 10_000, |n| {
            around(TEXT, "[a](", n, "")
        }),
        case("Markdown link titles", "md", 10_000, |n| {
            around(TEXT, "[a](b \"", n, "")
        }),
        case("Markdown references", "md", 3000, |n| {
            let definitions = pieces(n, |i| format!("[a{i}]: http://x/{i}\n"));
            format!("{definitions}\n{}", pieces(n, |i| format!("[a{i}] "))).into_bytes()
        }),
        case("Markdown dollars", "md", 20_000, |n| {
            around(TEXT, "$a ", n, "")
        }),
        case("Markdown formulas", "md", 3000, |n| {
            around(TEXT, "$x+y$ 读 ", n, "")
        }),
        case("Markdown rows", "md", 1900, |n| {
            around("| a | b |\n|---|---|\n", "| 1 | 2 |\n", n, TEXT)
        }),
        case("Markdown HTML", "md", 2000, |n| {
            around(TEXT, "\n\n<div>读</div>\n\n", n, "")
        }),
        case("Markdown open comments", "md", 10_000, |n| {
            around(TEXT, "<!-- ", n, "")
        }),
        case("Markdown fences", "md", 3000, |n| {
            around(TEXT, "\n```\nx = 1\n```\n", n, "")
        }),
        case("Markdown footnotes", "md", 660, |n| {
            let notes = pieces(n, |i| format!("[^{i}]: {}\n\n", sentence(i)));
            format!("{}\n\n{notes}", pieces(n, |i| format!("读[^{i}]"))).into_bytes()
        }),
        case("TeX paragraphs", "tex", 700, |n| {
            tex("", &pieces(n, |i| sentence(i) + "\n\n"))
        }),
        case("TeX macros", "tex", 8000, |n| {
            tex("\\newcommand{\\x}{读者}", &"\\x ".repeat(n))
        }),
        case("TeX definitions", "tex", 6000, |n| {
            tex(&pieces(n, |i| format!("\\def\\x{{读{i}}}\n")), "\\x")
        }),
        case("TeX macros in one another", "tex", 3000, |n| {
            tex(
                "\\newcommand{\\x}[1]{#1}",
                &format!("{}{}", "\\x{".repeat(n), "}".repeat(n)),
            )
        }),
        case("TeX open groups", "tex", 10_000, |n| {
            tex("", &"{读".repeat(n))
        }),
        case("TeX environments", "tex", 1700, |n| {
            tex("", &"\\begin{itemize}\\item 读\\end{itemize}".repeat(n))
        }),
        case("TeX open environments", "tex", 2100, |n| {
            tex("", &"\\begin{foo}读".repeat(n))
        }),
        case("TeX open listings", "tex", 1200, |n| {
            tex("", &"\\begin{verbatim}\nx = 1\n".repeat(n))
        }),
        case("TeX conditions", "tex", 5000, |n| {
            tex("", &"\\iffalse 读\\else 者\\fi ".repeat(n))
        }),
        case("TeX open conditions", "tex", 10_000, |n| {
            tex("", &"\\iftrue 读".repeat(n))
        }),
        case("TeX formulas", "tex", 3000, |n| {
            tex("", &"读$x+\\frac{a}{b}$".repeat(n))
        }),
        case("TeX one formula", "tex", 5000, |n| {
            tex("", &format!("${}$", "x+\\frac{a}{b}+".repeat(n)))
        }),
        case("TeX powers of powers", "tex", 10_000, |n| {
            tex("", &format!("${}1{}$", "x^{".repeat(n), "}".repeat(n)))
        }),
        case("TeX rows", "tex", 1400, |n| {
            tex(
                "",
                &format!("\\begin{{align}}{}\\end{{align}}", "a &= b \\\\".repeat(n)),
            )
        }),
        case("TeX footnotes", "tex", 2900, |n| {
            tex("", &"读\\footnote{者}".repeat(n))
        }),
        case("TeX citations", "tex", 1000, |n| {
            let list = pieces(n, |i| format!("\\bibitem{{a{i}}} 王明, {i}.\n"));
            tex(
                "",
                &format!(
                    "{}\\begin{{thebibliography}}{{9}}{list}\\end{{thebibliography}}",
                    pieces(n, |i| format!("\\cite{{a{i}}}"))
                ),
            )
        }),
        case("TeX colours", "tex", 3800, |n| {
            let colours = pieces(n, |i| format!("\\definecolor{{c{i}}}{{rgb}}{{1,1,1}}\n"));
            tex(
                &colours,
                &pieces(n, |i| format!("\\textcolor{{c{i}}}{{读}}")),
            )
        }),
        case("RTF paragraphs", "rtf", 1900, |n| {
            rtf("", &"\\'cd\\'bc\\'ca\\'e9\\'b9\\'dd a\\par ".repeat(n))
        }),
        case("RTF groups", "rtf", 20_000, |n| {
            rtf("", &"{\\b a}".repeat(n))
        }),
        case("RTF open groups", "rtf", 20_000, |n| {
            rtf("", &"{\\b a".repeat(n))
        }),
        case("RTF fonts", "rtf", 5000, |n| {
            let fonts = pieces(n, |i| format!("{{\\f{i}\\fcharset134 F{i};}}"));
            rtf(
                &format!("{{\\fonttbl{fonts}}}"),
                &pieces(n, |i| format!("\\f{i} a")),
            )
        }),
        case("RTF styles", "rtf", 2200, |n| {
            let styles = pieces(n, |i| format!("{{\\s{i}\\sbasedon{} S{i};}}", i + 1));
            rtf(
                &format!("{{\\stylesheet{styles}}}"),
                &pieces(n, |i| format!("\\s{i} a\\par ")),
            )
        }),
        case("RTF rows", "rtf", 2700, |n| {
            rtf("", &"\\trowd\\cellx1000\\intbl a\\cell\\row ".repeat(n))
        }),
        case("RTF footnotes", "rtf", 2800, |n| {
            rtf("", &"a{\\footnote b}".repeat(n))
        }),
        case("RTF fields", "rtf", 6000, |n| {
            rtf("", &"{\\field{\\*\\fldinst PAGE}{\\fldrslt a}}".repeat(n))
        }),
        case("RTF formulas", "rtf", 2000, |n| {
            rtf(
                "",
                &"{\\field{\\*\\fldinst EQ \\\\f(1,2)}{\\fldrslt a}}".repeat(n),
            )
        }),
        case("RTF hidden text", "rtf", 8000, |n| {
            rtf("", &"{\\v a}b".repeat(n))
        }),
        case("RTF pictures", "rtf", 4000, |n| {
            rtf("", &"{\\pict\\pngblip 89504e470d0a1a0a}".repeat(n))
        }),
    ]
}

fn tables() -> Vec<Case> {
    vec![
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
    ]
}

fn open_documents() -> Vec<Case> {
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
    vec![
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
    ]
}

fn pdfs() -> Vec<Case> {
    fn page(content: String) -> Vec<u8> {
        Pdf::of_pages(vec![content + &prose(0)]).bytes()
    }
    vec![
        case("pdf pages", "pdf", 10, |n| {
            Pdf::of_pages((0..n).map(prose).collect()).bytes()
        }),
        case("pdf lines", "pdf", 370, |n| {
            page(pieces(n, |i| {
                line(&format!("reader{i}"), 50, 700 - i % 600)
            }))
        }),
        case("pdf texts of one line", "pdf", 520, |n| {
            page(pieces(n, |i| line(&format!("reader{i}"), 50 + i * 40, 700)))
        }),
        case("pdf texts at one place", "pdf", 1500, |n| {
            page(line("reader", 50, 700).repeat(n))
        }),
        case("pdf pieces of a text", "pdf", 1700, |n| {
            page(format!(
                "BT /F1 10 Tf 50 700 Td [{}] TJ ET\n",
                "(read) -300 ".repeat(n)
            ))
        }),
        case("pdf saved states", "pdf", 4000, |n| {
            page(format!("{}{}", "q ".repeat(n), "Q ".repeat(n)))
        }),
        case("pdf rectangles", "pdf", 2000, |n| {
            page(pieces(n, |i| {
                format!("{} {} 10 10 re f ", i % 500, i % 700)
            }))
        }),
        case("pdf rectangles and texts", "pdf", 400, |n| {
            page(pieces(n, |i| {
                format!(
                    "50 {0} 500 10 re f 1 1 1 rg {1}",
                    700 - i % 600,
                    line("reader", 50, 700 - i % 600)
                )
            }))
        }),
        case("pdf lines of a table", "pdf", 600, |n| {
            page(pieces(n, |i| {
                format!(
                    "50 {0} m 500 {0} l S {1} 100 m {1} 700 l S ",
                    700 - i % 600,
                    50 + i % 500
                )
            }))
        }),
        case("pdf clips", "pdf", 600, |n| {
            page(pieces(n, |i| {
                format!(
                    "q {} {} 300 300 re W n {} Q ",
                    i % 500,
                    i % 700,
                    line("reader", 50, 700 - i % 600)
                )
            }))
        }),
        case("pdf clips in one another", "pdf", 600, |n| {
            page("q 0 0 600 790 re W n ".repeat(n))
        }),
        case("pdf marked texts", "pdf", 1600, |n| {
            page(pieces(n, |i| {
                format!(
                    "/Span <</MCID {i}/ActualText(x)>> BDC {} EMC ",
                    line("read", 50, 700 - i % 600)
                )
            }))
        }),
        case("pdf unseen texts", "pdf", 540, |n| {
            page(pieces(n, |i| {
                format!(
                    "3 Tr {} 0 Tr {}",
                    line("reader", 50, 700 - i % 600),
                    line("x", 300, 700 - i % 600)
                )
            }))
        }),
        case("pdf pictures", "pdf", 200, |n| {
            let picture = stream(
                "/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray",
                "x",
            );
            let place = "q 100 0 0 100 0 0 cm /I Do Q ";
            Pdf {
                objects: vec![picture],
                resources: "/XObject<</I 4 0 R>>",
                ..Pdf::of_pages(vec![place.repeat(n) + &prose(0)])
            }
            .bytes()
        }),
        case("pdf drawn forms", "pdf", 300, |n| {
            let form = stream(
                "/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>",
                &line("read", 50, 700),
            );
            Pdf {
                objects: vec![form],
                resources: "/XObject<</X 4 0 R>>",
                ..Pdf::of_pages(vec!["/X Do ".repeat(n) + &prose(0)])
            }
            .bytes()
        }),
        case("pdf objects", "pdf", 4000, |n| {
            Pdf {
                objects: vec!["<</A 1>>".to_owned(); n],
                ..Pdf::of_pages(vec![prose(0)])
            }
            .bytes()
        }),
        case("pdf notes", "pdf", 1000, |n| {
            let note = |i| {
                format!("<</Type/Annot/Subtype/FreeText/Rect[0 0 100 100]/Contents(note {i})>>")
            };
            let of_page = format!("/Annots[{}]", pieces(n, |i| format!("{} 0 R ", 4 + i)));
            Pdf {
                objects: (0..n).map(note).collect(),
                of_page,
                ..Pdf::of_pages(vec![prose(0)])
            }
            .bytes()
        }),
        case("pdf fields", "pdf", 1000, |n| {
            let field = |i| {
                format!(
                    "<</Type/Annot/Subtype/Widget/FT/Tx/T(f{i})/V(value {i})/Rect[0 0 100 100]>>"
                )
            };
            let all = pieces(n, |i| format!("{} 0 R ", 4 + i));
            Pdf {
                objects: (0..n).map(field).collect(),
                of_page: format!("/Annots[{all}]"),
                of_catalogue: format!("/AcroForm<</Fields[{all}]>>"),
                ..Pdf::of_pages(vec![prose(0)])
            }
            .bytes()
        }),
        case("pdf layers", "pdf", 500, |n| {
            let all = pieces(n, |i| format!("{} 0 R ", 4 + i));
            Pdf {
                objects: (0..n)
                    .map(|i| format!("<</Type/OCG/Name(l{i})>>"))
                    .collect(),
                of_catalogue: format!("/OCProperties<</OCGs[{all}]/D<</OFF[{all}]>>>>"),
                ..Pdf::of_pages(vec![prose(0)])
            }
            .bytes()
        }),
    ]
}

fn archives() -> Vec<Case> {
    fn distinct(count: usize) -> Files {
        (0..count)
            .map(|i| (format!("f{i}.txt"), i.to_string().into_bytes()))
            .collect()
    }
    fn equal(count: usize) -> Files {
        (0..count)
            .map(|i| ("f.txt".to_owned(), i.to_string().into_bytes()))
            .collect()
    }
    fn named(count: usize, name: impl Fn(usize) -> String) -> Vec<u8> {
        let mut files: Files = (0..count).map(|i| (name(i), b"x".to_vec())).collect();
        files.push(("a.txt".to_owned(), TEXT.as_bytes().to_vec()));
        zip(&files)
    }
    vec![
        case("zip distinct names", "zip", 60, |n| zip(&distinct(n))),
        case("zip equal names", "zip", 60, |n| zip(&equal(n))),
        case("zip equal names passed over", "zip", 3000, |n| {
            named(n, |_| "f.mp4".to_owned())
        }),
        case("zip distinct names passed over", "zip", 3000, |n| {
            named(n, |i| format!("f{i}.mp4"))
        }),
        case("zip folders", "zip", 2700, |n| {
            named(n, |i| format!("d{i}/f.mp4"))
        }),
        case("zip folders in one another", "zip", 1000, |n| {
            named(n, |i| format!("{}f{i}.mp4", "d/".repeat(i % 90)))
        }),
        case("zip parts of archives", "zip", 1500, |n| {
            named(n, |i| format!("a.zip.{:04}", i + 1))
        }),
        case("zip unknown endings", "zip", 1500, |n| {
            named(n, |i| format!("f{i}.xyzq"))
        }),
        case("zip archives", "zip", 12, |n| {
            zip(&(0..n)
                .map(|i| (format!("f{i}.zip"), zip(&distinct(1))))
                .collect())
        }),
        case("tar distinct names", "tar", 60, |n| tar(&distinct(n))),
        case("tar equal names", "tar", 60, |n| tar(&equal(n))),
        case("gzip members", "gz", 1400, |n| {
            (0..n).flat_map(|i| gzip(sentence(i).as_bytes())).collect()
        }),
        case("rar distinct names", "rar", 60, |n| rar(&distinct(n))),
        case("rar equal names", "rar", 60, |n| rar(&equal(n))),
        case("7z blocks", "7z", 60, |n| seven_zip(&distinct(n), false)),
        case("7z equal names", "7z", 60, |n| seven_zip(&equal(n), false)),
        case("7z members of one block", "7z", 60, |n| {
            seven_zip(&distinct(n), true)
        }),
    ]
}
