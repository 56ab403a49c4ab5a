//! Tests of hidden and unseen text: what gives a warning and what is harmless.

use super::super::sample::{Sample, p, r};
use super::{read, read_body};
use crate::{Extracted, Places, Warning};
use chachong_text::{Exclusion, ExclusionReason};

const WHITE: &str = r#"<w:color w:val="FFFFFF"/>"#;

fn hidden(count: u64, at: &[u64]) -> Vec<Warning> {
    vec![Warning::HiddenText {
        places: Places {
            count,
            at: at.to_vec(),
        },
    }]
}

fn unseen(count: u64, at: &[u64]) -> Vec<Warning> {
    vec![Warning::InvisibleText {
        places: Places {
            count,
            at: at.to_vec(),
        },
    }]
}

fn styled(styles: &str, body: &str) -> Extracted {
    read(&Sample::body(body).tied("styles", styles).bytes()).unwrap()
}

fn style(kind: &str, id: &str, inside: &str) -> String {
    format!(r#"<w:style w:type="{kind}" w:styleId="{id}">{inside}</w:style>"#)
}

#[test]
fn hidden_text_is_left_out_and_told() {
    let body = format!(
        "<w:p>{}{}{}{}</w:p><w:p>{}</w:p>",
        r("", "明"),
        r("<w:vanish/>", "藏一"),
        r("<w:specVanish/>", "藏二"),
        r("", "白"),
        r(r#"<w:vanish w:val="true"/>"#, "三")
    );
    let read = read_body(&body);
    assert_eq!(
        (read.text.as_str(), read.warnings),
        ("明白\n\n", hidden(5, &[1, 3]))
    );
}

#[test]
fn what_is_not_hidden_does_not_warn() {
    let body = format!(
        "<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>{}{}{}{}{}</w:p>",
        r(r#"<w:vanish w:val="0"/>"#, "甲"),
        r("<w:webHidden/>", "12"),
        r("<w:vanish/>", "  "),
        // Page numbers of a table of contents.
        r("<w:vanish/><w:webHidden/>", "34"),
        r(r#"<w:vanish w:val="false"/>"#, "乙")
    );
    let read = read_body(&body);
    assert_eq!((read.text.as_str(), read.warnings), ("甲12乙\n", vec![]));
}

#[test]
fn styles_hide_through_what_they_build_on() {
    let styles = style("character", "base", "<w:rPr><w:vanish/></w:rPr>")
        + &style("character", "child", r#"<w:basedOn w:val="base"/>"#)
        + &style(
            "character",
            "shown",
            r#"<w:basedOn w:val="base"/><w:rPr><w:vanish w:val="0"/></w:rPr>"#,
        )
        + &style("paragraph", "para", "<w:rPr><w:vanish/></w:rPr>")
        + &style("character", "loop", r#"<w:basedOn w:val="loop"/>"#);
    let run =
        |id: &str, more: &str, text: &str| r(&format!(r#"<w:rStyle w:val="{id}"/>{more}"#), text);
    let body = format!(
        r#"<w:p>{}{}{}{}</w:p><w:p><w:pPr><w:pStyle w:val="para"/></w:pPr>{}{}{}</w:p>"#,
        run("child", "", "藏"),
        run("shown", "", "甲"),
        run("loop", "", "乙"),
        run("child", r#"<w:vanish w:val="0"/>"#, "丙"),
        r("", "藏"),
        // Hiding is a toggle: hidden twice is visible.
        run("base", "", "丁"),
        r(r#"<w:vanish w:val="0"/>"#, "戊")
    );
    let read = styled(&styles, &body);
    assert_eq!(
        (read.text.as_str(), read.warnings),
        ("甲乙丙\n丁戊\n", hidden(2, &[0, 4]))
    );
    let all = styled(
        "<w:docDefaults><w:rPrDefault><w:rPr><w:vanish/></w:rPr></w:rPrDefault></w:docDefaults>",
        &p("全"),
    );
    assert_eq!(
        all.warnings,
        [vec![Warning::NoText], hidden(1, &[0])].concat()
    );
}

#[test]
fn white_and_tiny_text_stands_in_the_text_and_is_passed_over() {
    let body = format!(
        "<w:p>{}{}{}{}{}</w:p>",
        r("", "甲"),
        r(WHITE, "白字"),
        r(r#"<w:color w:val="F5F5F0"/>"#, " 又"),
        r("", "乙"),
        r(r#"<w:sz w:val="2"/>"#, "小")
    );
    let read = read_body(&body);
    assert_eq!(read.text, "甲白字 又乙小\n");
    let range = |start, end| Exclusion {
        start,
        end,
        reason: ExclusionReason::Invisible,
    };
    assert_eq!(read.exclusions, [range(1, 5), range(6, 7)]);
    assert_eq!(read.warnings, unseen(4, &[1, 6]));
    let plain = format!(
        "<w:p>{}{}{}</w:p>",
        r(r#"<w:color w:val="auto"/>"#, "甲"),
        r(r#"<w:color w:val="E0E0E0"/>"#, "乙"),
        r(r#"<w:sz w:val="9"/>"#, "丙")
    );
    assert_eq!(read_body(&plain).warnings, []);
    assert_eq!(
        read_body(&format!("<w:p>{}</w:p>", r(WHITE, "  "))).exclusions,
        []
    );
}

#[test]
fn white_text_through_styles_and_themes() {
    let styles = style("paragraph", "white", &format!("<w:rPr>{WHITE}</w:rPr>"))
        + &style("paragraph", "tiny", r#"<w:rPr><w:sz w:val="1"/></w:rPr>"#);
    let with =
        |id: &str, run: &str| format!(r#"<w:p><w:pPr><w:pStyle w:val="{id}"/></w:pPr>{run}</w:p>"#);
    assert_eq!(
        styled(&styles, &with("white", &r("", "藏"))).warnings,
        unseen(1, &[0])
    );
    assert_eq!(
        styled(&styles, &with("tiny", &r("", "藏"))).warnings,
        unseen(1, &[0])
    );
    assert_eq!(
        styled(
            &styles,
            &with("white", &r(r#"<w:color w:val="000000"/>"#, "明"))
        )
        .warnings,
        []
    );
    let theme = format!(
        "<w:p>{}</w:p>",
        r(r#"<w:color w:themeColor="background1"/>"#, "藏")
    );
    assert_eq!(read_body(&theme).warnings, unseen(1, &[0]));
}

#[test]
fn white_text_on_a_ground_is_seen() {
    let shd = r#"<w:shd w:val="clear" w:fill="1F4E79"/>"#;
    let white = r(WHITE, "字");
    let seen = |body: &str| assert_eq!(read_body(body).warnings, [], "{body}");
    seen(&format!("<w:p>{}</w:p>", r(&format!("{WHITE}{shd}"), "字")));
    seen(&format!(
        "<w:p>{}</w:p>",
        r(&format!(r#"{WHITE}<w:highlight w:val="black"/>"#), "字")
    ));
    seen(&format!("<w:p><w:pPr>{shd}</w:pPr>{white}</w:p>"));
    let table = |table: &str, row: &str, cell: &str| {
        format!(
            "<w:tbl><w:tblPr>{table}</w:tblPr><w:tr><w:tblPrEx>{row}</w:tblPrEx><w:tc><w:tcPr>{cell}</w:tcPr><w:p>{white}</w:p>\
             </w:tc></w:tr></w:tbl>"
        )
    };
    for body in [table(shd, "", ""), table("", shd, ""), table("", "", shd)] {
        seen(&body);
    }
    // The background ends with its cell, and a white background does not make white text visible.
    let after = table("", "", shd) + &format!("<w:p>{white}</w:p>");
    assert_eq!(read_body(&after).warnings, unseen(1, &[2]));
    let paper = table("", "", r#"<w:shd w:val="clear" w:fill="FFFFFF"/>"#);
    assert_eq!(read_body(&paper).warnings, unseen(1, &[0]));
    let styles = style(
        "table",
        "grid",
        &format!(r#"<w:tblStylePr w:type="firstRow"><w:tcPr>{shd}</w:tcPr></w:tblStylePr>"#),
    );
    assert_eq!(
        styled(&styles, &table(r#"<w:tblStyle w:val="grid"/>"#, "", "")).warnings,
        []
    );
}

#[test]
fn a_page_colour_counts_where_it_is_shown() {
    let main = format!(
        r#"<w:document {}><w:background w:color="203040"/><w:body><w:p>{}</w:p></w:body></w:document>"#,
        super::super::sample::SPACES,
        r(WHITE, "字")
    );
    let file = Sample::default().main(&main);
    assert_eq!(
        read(&file.clone().bytes()).unwrap().warnings,
        unseen(1, &[0])
    );
    let shown = file.tied("settings", "<w:displayBackgroundShape/>");
    assert_eq!(read(&shown.bytes()).unwrap().warnings, []);
}

#[test]
fn white_text_in_shapes_goes_by_their_fill() {
    let boxed = |shape: &str| format!("<w:p><w:r><w:drawing>{shape}</w:drawing></w:r></w:p>");
    let content = format!(
        "<w:txbxContent><w:p>{}</w:p></w:txbxContent>",
        r(WHITE, "字")
    );
    let new = |props: &str| {
        boxed(&format!(
            "<wps:wsp><wps:spPr>{props}</wps:spPr><wps:txbx>{content}</wps:txbx></wps:wsp>"
        ))
    };
    let old = |attributes: &str| {
        boxed(&format!(
            "<v:rect {attributes}><v:textbox>{content}</v:textbox></v:rect>"
        ))
    };
    let seen = |body: &str| read_body(body).warnings.is_empty();
    assert!(seen(&new(
        r#"<a:solidFill><a:srgbClr val="4472C4"><a:alpha val="60000"/></a:srgbClr></a:solidFill>"#
    )));
    assert!(seen(&new(
        r#"<a:solidFill><a:schemeClr val="accent1"/></a:solidFill>"#
    )));
    assert!(seen(&new("<a:gradFill/>")));
    assert!(!seen(&new(
        "<a:noFill/><a:ln><a:solidFill><a:srgbClr val=\"000000\"/></a:solidFill></a:ln>"
    )));
    assert!(!seen(&new(
        r#"<a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>"#
    )));
    assert!(seen(&old(r##"fillcolor="#4472c4 [3204]""##)));
    assert!(!seen(&old(r#"fillcolor="white""#)));
    assert!(!seen(&old(r##"fillcolor="#4472c4" filled="f""##)));
    let styled = format!(
        r#"<wps:wsp><wps:spPr/><wps:style><a:fillRef idx="1"/></wps:style><wps:txbx>{content}</wps:txbx></wps:wsp>"#
    );
    assert!(seen(&boxed(&styled)));
    // In a group another shape may be below.
    let grouped = format!(
        "<wpg:wgp><wps:wsp><wps:spPr><a:noFill/></wps:spPr><wps:txbx>{content}</wps:txbx></wps:wsp></wpg:wgp>"
    );
    assert!(seen(&boxed(&grouped)));
}

#[test]
fn marks_inside_notes_and_boxes_stand_where_these_stand() {
    let note = format!(
        r#"<w:footnote w:id="1"><w:p>{}{}</w:p></w:footnote>"#,
        r("", "注"),
        r(WHITE, "白")
    );
    let body = format!(
        r#"<w:p>{}<w:r><w:footnoteReference w:id="1"/></w:r></w:p>{}"#,
        r("", "甲"),
        p("乙")
    );
    let read = read(&Sample::body(&body).tied("footnotes", &note).bytes()).unwrap();
    assert_eq!(read.text, "甲\n注白\n乙\n");
    assert_eq!(read.warnings, unseen(1, &[3]));
}
