//! Tests of text that no reader sees, in the many ways in which a Word file can hide it, and of honest files that look
//! similar.

use super::super::sample::{Sample, r};
use super::{read, read_body};

const SECRET: &str = "不该被任何读者看到的文字";
const WHITE: &str = r#"<w:color w:val="FFFFFF"/>"#;

fn colour(value: &str) -> String {
    format!(r#"<w:color w:val="{value}"/>"#)
}

fn shading(fill: &str) -> String {
    format!(r#"<w:shd w:val="clear" w:fill="{fill}"/>"#)
}

fn p(properties: &str, run: &str) -> String {
    format!("<w:p><w:pPr>{properties}</w:pPr>{}</w:p>", r(run, SECRET))
}

fn cell(table: &str, row: &str, cell: &str, run: &str) -> String {
    format!(
        "<w:tbl><w:tblPr>{table}</w:tblPr><w:tr><w:trPr>{row}</w:trPr><w:tc><w:tcPr>{cell}</w:tcPr>{}</w:tc></w:tr></w:tbl>",
        p("", run)
    )
}

fn anchored(place: &str, properties: &str, shape: &str, run: &str) -> String {
    format!(
        r#"<w:p><w:r><w:drawing><wp:anchor {properties}>{place}<wp:extent cx="2000000" cy="600000"/><wp:docPr id="1"/>
        <wps:wsp><wps:spPr>{shape}</wps:spPr><wps:txbx><w:txbxContent>{}</w:txbxContent></wps:txbx></wps:wsp></wp:anchor>
        </w:drawing></w:r></w:p>"#,
        p("", run)
    )
}

fn at(from: &str, across: i64, down: i64) -> String {
    format!(
        r#"<wp:positionH relativeFrom="{from}"><wp:posOffset>{across}</wp:posOffset></wp:positionH>
        <wp:positionV relativeFrom="{from}"><wp:posOffset>{down}</wp:posOffset></wp:positionV>"#
    )
}

fn vml(style: &str, attributes: &str, run: &str) -> String {
    format!(
        r#"<w:p><w:r><w:pict><v:shape style="{style}" {attributes}><v:textbox><w:txbxContent>{}</w:txbxContent></v:textbox>
        </v:shape></w:pict></w:r></w:p>"#,
        p("", run)
    )
}

fn fill(inside: &str) -> String {
    format!("<w14:textFill>{inside}</w14:textFill>")
}

#[test]
fn unseen_text_is_out_of_the_comparison_and_told() {
    let solid = |inside: &str| format!("<a:solidFill>{inside}</a:solidFill>");
    let transparent = r#"<w14:solidFill><w14:srgbClr w14:val="000000"><w14:alpha w14:val="100000"/></w14:srgbClr></w14:solidFill>"#;
    let shaded = r#"<w:color w:val="D9D9D9" w:themeColor="background1" w:themeShade="D9"/>"#;
    for body in [
        p("", WHITE),
        p("", &(colour("FF0000") + &shading("FF0000"))),
        p(&shading("0000FF"), &colour("0000FF")),
        cell("", "", &shading("00FF00"), &colour("00FF00")),
        cell(&shading("112233"), "", "", &colour("112233")),
        p("", &(colour("FFFF00") + r#"<w:highlight w:val="yellow"/>"#)),
        p(
            "",
            r#"<w:color w:val="000000" w:themeColor="background1"/>"#,
        ),
        p("", &format!("{shaded}{}", shading("D9D9D9"))),
        cell("", r#"<w:trHeight w:val="1" w:hRule="exact"/>"#, "", ""),
        p(r#"<w:spacing w:line="1" w:lineRule="exact"/>"#, ""),
        p("", r#"<w:w w:val="1"/>"#),
        p("", r#"<w:sz w:val="3"/>"#),
        p("", r#"<w:spacing w:val="-240"/>"#),
        p(
            r#"<w:framePr w:w="200" w:hAnchor="page" w:vAnchor="page" w:x="30000" w:y="30000"/>"#,
            "",
        ),
        p(r#"<w:ind w:left="30000"/>"#, ""),
        cell(
            r#"<w:tblpPr w:horzAnchor="page" w:tblpX="30000"/>"#,
            "",
            "",
            "",
        ),
        anchored(&at("page", 20_000_000, 100), "", "", ""),
        anchored(&at("column", -12_000_000, 100), "", "", ""),
        anchored(&at("paragraph", 100, 30_000_000), "", "", ""),
        anchored(&at("page", 1, 1), r#"hidden="1""#, "", ""),
        anchored(
            "",
            "",
            &solid(r#"<a:srgbClr val="FF0000"/>"#),
            &colour("FF0000"),
        ),
        anchored(
            "",
            "",
            &solid(r#"<a:schemeClr val="accent1"/>"#),
            &colour("4472C4"),
        ),
        vml(
            "position:absolute;margin-left:-5000pt;width:100pt;height:50pt",
            "",
            "",
        ),
        vml("width:100pt;height:50pt;visibility:hidden", "", ""),
        vml(
            "width:100pt;height:50pt",
            r#"fillcolor="red""#,
            &colour("FF0000"),
        ),
        p("", &fill("<w14:noFill/>")),
        p("", &fill(transparent)),
        p(
            "",
            &fill(r#"<w14:solidFill><w14:schemeClr w14:val="bg1"/></w14:solidFill>"#),
        ),
    ] {
        assert!(read_body(&body).keeps_out(SECRET), "{body}");
    }
}

#[test]
fn honest_text_is_compared_without_a_word() {
    let gradient = r#"<w14:gradFill><w14:gs w14:pos="0"><w14:srgbClr w14:val="FFFFFF"/></w14:gs></w14:gradFill>"#;
    let grey = r#"<a:solidFill><a:schemeClr val="bg1"><a:lumMod val="50000"/></a:schemeClr></a:solidFill>"#;
    let outline = "<w14:textOutline><w14:solidFill><w14:srgbClr w14:val=\"000000\"/></w14:solidFill></w14:textOutline>";
    let around = |name: &str| {
        let colour =
            r#"<w14:schemeClr w14:val="accent1"><w14:alpha w14:val="60000"/></w14:schemeClr>"#;
        format!("<w14:{name}>{colour}</w14:{name}>")
    };
    let caption = format!(
        r#"<w:p><w:r><w:drawing><wp:inline><a:blip r:embed="r1"/></wp:inline></w:drawing></w:r></w:p>{}"#,
        anchored("", "", "<a:noFill/>", WHITE)
    );
    for body in [
        p(&shading("1F4E79"), WHITE),
        p(&shading("000000"), r#"<w:color w:val="auto"/>"#),
        cell("", "", &shading("D9D9D9"), ""),
        cell("", r#"<w:trHeight w:val="400" w:hRule="exact"/>"#, "", ""),
        cell("", r#"<w:trHeight w:val="1"/>"#, "", ""),
        p(r#"<w:spacing w:line="400" w:lineRule="exact"/>"#, ""),
        p(r#"<w:spacing w:line="1" w:lineRule="auto"/>"#, ""),
        p("", r#"<w:w w:val="66"/>"#),
        p("", r#"<w:color w:val="0563C1" w:themeColor="hyperlink"/>"#),
        p("", &(WHITE.to_owned() + outline)),
        p("", &(WHITE.to_owned() + "<w:emboss/>")),
        p("", &(WHITE.to_owned() + "<w:imprint/>")),
        p("", &(WHITE.to_owned() + "<w:outline/>")),
        p("", &(WHITE.to_owned() + "<w:shadow/>")),
        p("", &(WHITE.to_owned() + &fill(gradient))),
        p("", &(WHITE.to_owned() + &around("shadow"))),
        p("", &(WHITE.to_owned() + &around("glow"))),
        anchored(&at("column", -900_000, 100), "", "", ""),
        anchored("", "", grey, WHITE),
        vml(
            "position:absolute;margin-left:10pt;width:100pt",
            r##"fillcolor="#4472c4 [3204]""##,
            WHITE,
        ),
        caption,
    ] {
        let read = read_body(&body);
        assert_eq!((read.warnings, read.exclusions), (vec![], vec![]), "{body}");
        assert!(read.text.contains(SECRET));
    }
}

#[test]
fn letters_on_a_drawing_behind_the_text_may_have_any_colour() {
    let behind = |width: u32, inside: &str| {
        format!(
            r#"<w:p><w:r><w:drawing><wp:anchor behindDoc="1"><wp:extent cx="{width}" cy="10692000"/>{inside}</wp:anchor></w:drawing>
            </w:r></w:p>"#
        )
    };
    let picture = r#"<a:blip r:embed="r1"/>"#;
    let shape = |colour: &str| {
        format!(
            r#"<wps:wsp><wps:spPr><a:solidFill><a:srgbClr val="{colour}"/></a:solidFill></wps:spPr></wps:wsp>"#
        )
    };
    let white = p("", WHITE);
    let page = r#"<w:p><w:r><w:br w:type="page"/></w:r></w:p>"#;
    let told = |body: String| !read_body(&body).warnings.is_empty();
    for honest in [
        behind(7_560_000, picture),
        behind(7_560_000, &shape("1F3864")),
    ] {
        assert!(!told(honest.clone() + &white), "{honest}");
        assert!(told(honest.clone() + page + &white), "{honest}");
        assert!(told(honest.clone() + &white.repeat(60)), "{honest}");
        let header = Sample::body(&white).tied("header", &honest);
        assert_eq!(read(&header.bytes()).unwrap().warnings, [], "{honest}");
    }
    assert!(told(behind(400_000, picture) + &white));
    assert!(told(behind(7_560_000, &shape("FFFFFF")) + &white));
    let before = behind(7_560_000, picture).replace("behindDoc=\"1\"", "");
    assert!(told(before + &white));
}

#[test]
fn styles_pass_on_what_makes_text_unseen() {
    let style = |kind: &str, inside: &str| {
        format!(r#"<w:style w:type="{kind}" w:styleId="s">{inside}</w:style>"#)
    };
    let run = r#"<w:rStyle w:val="s"/>"#;
    let paragraph = p(r#"<w:pStyle w:val="s"/>"#, "");
    let exact = r#"<w:pPr><w:spacing w:line="10" w:lineRule="exact"/></w:pPr>"#;
    let same = format!(
        "<w:pPr>{}</w:pPr><w:rPr>{}</w:rPr>",
        shading("222222"),
        colour("222222")
    );
    for (styles, body) in [
        (
            style("character", r#"<w:rPr><w:w w:val="1"/></w:rPr>"#),
            p("", run),
        ),
        (style("paragraph", exact), paragraph.clone()),
        (
            style(
                "paragraph",
                &format!("<w:rPr>{}</w:rPr>", fill("<w14:noFill/>")),
            ),
            paragraph.clone(),
        ),
        (style("paragraph", &same), paragraph),
        (
            style("table", &format!("<w:rPr>{WHITE}</w:rPr>")),
            cell(r#"<w:tblStyle w:val="s"/>"#, "", "", ""),
        ),
        (
            format!(
                "<w:docDefaults><w:rPrDefault><w:rPr>{WHITE}</w:rPr></w:rPrDefault></w:docDefaults>"
            ),
            p("", ""),
        ),
    ] {
        let read = read(&Sample::body(&body).tied("styles", &styles).bytes()).unwrap();
        assert!(read.keeps_out(SECRET), "{styles}");
    }
}

#[test]
fn letters_of_symbol_fonts_are_the_signs_that_they_show() {
    let in_font = |font: &str, text: &str| {
        r(
            &format!(r#"<w:rFonts w:ascii="{font}" w:hAnsi="{font}"/>"#),
            text,
        )
    };
    let body = format!(
        "<w:p>{}{}{}</w:p>",
        r("", "系数"),
        in_font("Symbol", "\u{F061}\u{F0B3}\u{F062}"),
        in_font("Wingdings", "\u{F0FC}要点")
    );
    assert_eq!(read_body(&body).text, "系数α≥β要点\n");
}
