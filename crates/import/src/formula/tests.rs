//! Tests of the linear form: the same formulas in three languages.

use quick_xml::events::Event;

use super::{Form, Macros, Omml, Piece, formula_of, latex};
use crate::docx::xml::{Xml, attribute, referenced};

/// Reads OMML as the readers of documents do.
fn omml_piece(xml: &str) -> Piece {
    let xml = format!("<m:oMath>{xml}</m:oMath>");
    let mut formula = Omml::new();
    let mut reader = Xml::new(&xml);
    let mut depth = 0;
    while let Ok((_, event)) = reader.next() {
        match event {
            Event::Start(start) => {
                depth += 1;
                if depth > 1 {
                    formula.start(start.local_name().as_ref(), attribute(&start, b"val"));
                }
            }
            Event::End(_) => {
                depth -= 1;
                if depth > 0 {
                    formula.end();
                }
            }
            Event::Text(text) => formula.letters(&text.decode().unwrap(), false),
            Event::GeneralRef(reference) => {
                let c = referenced(&reference).unwrap();
                formula.letters(&c.to_string(), false);
            }
            Event::Eof => break,
            _ => {}
        }
    }
    formula.finish()
}

pub(super) fn omml(xml: &str) -> String {
    omml_piece(xml).finish(Form::Inline).text
}

pub(super) fn mathml(xml: &str) -> String {
    let piece = formula_of(&format!("<math>{xml}</math>")).unwrap();
    piece.finish(Form::Inline).text
}

pub(super) fn tex(source: &str) -> String {
    latex(source, &Macros::default()).finish(Form::Inline).text
}

fn tex_lines(source: &str) -> String {
    latex(source, &Macros::default()).finish(Form::Display).text
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn omml_has_the_linear_form() {
    let r = |text: &str| format!("<m:r><m:t>{text}</m:t></m:r>");
    let e = |text: &str| format!("<m:e>{}</m:e>", r(text));
    let sub = |text: &str| format!("<m:sub>{}</m:sub>", r(text));
    let sup = |text: &str| format!("<m:sup>{}</m:sup>", r(text));
    let cases = [
        (format!("<m:sSub>{}{}</m:sSub>", e("x"), sub("1")), "x_1"),
        (
            format!("<m:sSub>{}{}</m:sSub>", e("x"), sub("i+1")),
            "x_(i+1)",
        ),
        (
            format!("<m:sSubSup>{}{}{}</m:sSubSup>", e("x"), sub("i"), sup("2")),
            "x_i^2",
        ),
        (
            format!(
                "<m:f><m:num>{}</m:num><m:den>{}</m:den></m:f>",
                r("a+b"),
                r("2a")
            ),
            "(a+b)/(2a)",
        ),
        (
            format!(
                "{}<m:f><m:num>{}</m:num><m:den>{}</m:den></m:f>{}",
                r("2"),
                r("a"),
                r("b"),
                r("c")
            ),
            "2 a/b c",
        ),
        (
            format!(
                "<m:f><m:fPr><m:type m:val=\"noBar\"/></m:fPr><m:num>{}</m:num><m:den>{}</m:den></m:f>",
                r("n"),
                r("k")
            ),
            "n¦k",
        ),
        (
            format!(
                "<m:rad><m:radPr><m:degHide m:val=\"1\"/></m:radPr><m:deg/>{}</m:rad>",
                e("x+1")
            ),
            "√(x+1)",
        ),
        (
            format!("<m:rad><m:deg>{}</m:deg>{}</m:rad>", r("3"), e("x")),
            "√[3](x)",
        ),
        (
            format!(
                "<m:nary><m:naryPr><m:chr m:val=\"∑\"/></m:naryPr>{}{}<m:e><m:sSub>{}{}</m:sSub></m:e></m:nary>",
                sub("i=1"),
                sup("n"),
                e("x"),
                sub("i")
            ),
            "∑_(i=1)^n x_i",
        ),
        (
            format!(
                "<m:nary>{}{}{}</m:nary>{}",
                sub("0"),
                sup("1"),
                e("f(x)"),
                r("dx")
            ),
            "∫_0^1 f(x)dx",
        ),
        (
            format!(
                "<m:func><m:fName><m:limLow>{}<m:lim>{}</m:lim></m:limLow></m:fName>{}</m:func>",
                e("lim"),
                r("x→0"),
                e("f(x)")
            ),
            "lim_(x→0) f(x)",
        ),
        (
            format!(
                "{}<m:func><m:fName>{}</m:fName>{}</m:func>",
                r("2"),
                r("sin"),
                e("x")
            ),
            "2 sin x",
        ),
        (
            format!(
                "<m:d><m:dPr><m:begChr m:val=\"[\"/><m:endChr m:val=\"]\"/></m:dPr><m:e><m:m><m:mPr/><m:mr>{}{}</m:mr><m:mr>{}{}</m:mr></m:m></m:e></m:d>",
                e("a"),
                e("b"),
                e("c"),
                e("d")
            ),
            "[a, b; c, d]",
        ),
        (
            format!(
                "{}<m:d><m:dPr><m:begChr m:val=\"{{\"/><m:endChr m:val=\"\"/></m:dPr><m:e><m:eqArr><m:eqArrPr/>{}{}</m:eqArr></m:e></m:d>",
                r("f="),
                e("a,&amp;x&gt;0"),
                e("b")
            ),
            "f={a,x>0; b",
        ),
        (format!("<m:d>{}{}</m:d>", e("a"), e("b")), "(a|b)"),
        (
            format!(
                "<m:acc><m:accPr><m:chr m:val=\"̅\"/></m:accPr>{}</m:acc>",
                e("x")
            ),
            "x\u{304}",
        ),
        (format!("<m:acc>{}</m:acc>", e("x")), "x\u{302}"),
        (format!("<m:acc>{}</m:acc>", e("AB")), "AB"),
        (
            format!(
                "<m:bar><m:barPr><m:pos m:val=\"top\"/></m:barPr>{}</m:bar>",
                e("x")
            ),
            "x\u{304}",
        ),
        (
            format!("<m:sPre>{}{}{}</m:sPre>", sub("6"), sup("14"), e("C")),
            "_6^14 C",
        ),
        (
            format!(
                "<m:groupChr><m:groupChrPr><m:chr m:val=\"→\"/></m:groupChrPr>{}</m:groupChr>",
                e("Δ")
            ),
            "→^Δ",
        ),
        (
            format!("<m:unheard>{}<m:of>{}</m:of></m:unheard>", r("甲"), r("乙")),
            "甲乙",
        ),
        (
            format!(
                "<m:sSup><m:e><m:d>{}</m:d></m:e>{}</m:sSup>",
                e("a+b"),
                sup("n-1")
            ),
            "(a+b)^(n-1)",
        ),
        (
            format!("<m:sSup>{}{}</m:sSup>", e("a+b"), sup("2")),
            "(a+b)^2",
        ),
    ];
    for (xml, expected) in cases {
        assert_eq!(omml(&xml), expected, "{xml}");
    }
}

#[test]
fn aligned_blocks_are_lines_where_they_stand_alone() {
    let r = |text: &str| format!("<m:e><m:r><m:t>{text}</m:t></m:r></m:e>");
    let lines = format!("<m:eqArr>{}{}</m:eqArr>", r("a&amp;=b"), r("&amp;=c"));
    let piece = omml_piece(&lines);
    assert_eq!(piece.finish(Form::Display).text, "a=b\n=c");
    assert_eq!(piece.finish(Form::Inline).text, "a=b; =c");
    let numbered = format!(
        "<m:eqArr><m:eqArrPr><m:maxDist m:val=\"1\"/></m:eqArrPr>{}</m:eqArr>",
        r("E=m#(1)")
    );
    assert_eq!(omml(&numbered), "E=m (1)");
    let rows = "<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mo>=</mo><mi>b</mi></mtd></mtr>\
        <mtr><mtd/><mtd><mo>=</mo><mi>c</mi></mtd></mtr></mtable>";
    let table = formula_of(&format!("<math><mrow>{rows}</mrow></math>")).unwrap();
    assert_eq!(table.finish(Form::Display).text, "a=b\n=c");
    assert_eq!(table.finish(Form::Inline).text, "a, =b; , =c");
    let beside = formula_of(&format!("<math><mo>[</mo>{rows}<mo>]</mo></math>")).unwrap();
    assert_eq!(beside.finish(Form::Display).text, "[a, =b; , =c]");
    assert_eq!(tex_lines("a &= b \\\\\n &= c"), "a=b\n=c");
    assert_eq!(
        tex_lines("\\begin{aligned} a &= b \\\\ &= c \\end{aligned}"),
        "a=b\n=c"
    );
}

#[test]
fn mathml_has_the_linear_form() {
    for (xml, expected) in [
        (
            "<msub><mi>x</mi><mrow><mi>i</mi><mo>+</mo><mn>1</mn></mrow></msub>",
            "x_(i+1)",
        ),
        (
            "<mrow> <mi>x</mi> <mo>=</mo>\n <mfrac><mrow><mo>-</mo><mi>b</mi></mrow><mrow><mn>2</mn><mi>a</mi></mrow></mfrac></mrow>",
            "x=(-b)/(2a)",
        ),
        ("<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>", "√(x+1)"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", "√[3](x)"),
        (
            "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>x</mi><mi>i</mi></msub>",
            "∑_(i=1)^n x_i",
        ),
        ("<mi>sin</mi><mo>\u{2061}</mo><mi>x</mi>", "sin x"),
        ("<mn>2</mn><mo>\u{2062}</mo><mi>x</mi>", "2x"),
        ("<mover><mi>x</mi><mo>¯</mo></mover>", "x\u{304}"),
        ("<mover><mi>AB</mi><mo>⏞</mo></mover>", "AB"),
        (
            "<munder><mi>lim</mi><mrow><mi>x</mi><mo>→</mo><mn>0</mn></mrow></munder><mi>f</mi>",
            "lim_(x→0) f",
        ),
        (
            "<mo>(</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd><mi>c</mi></mtd><mtd><mi>d</mi></mtd></mtr></mtable><mo>)</mo>",
            "(a, b; c, d)",
        ),
        (
            "<mfenced open=\"[\" close=\"]\"><mi>a</mi><mi>b</mi></mfenced>",
            "[a,b]",
        ),
        (
            "<mmultiscripts><mi>C</mi><none/><none/><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>",
            "_6^14 C",
        ),
        ("<mi>v</mi><mtext>if</mtext><mi>t</mi>", "v if t"),
        (
            "<semantics><mrow><mi>x</mi></mrow><annotation>x sub 1</annotation></semantics>",
            "x",
        ),
        ("<mi>a</mi><mphantom><mi>b</mi></mphantom><mi>c</mi>", "ac"),
        ("<msup><mi>f</mi><mo>′</mo></msup>", "f′"),
        ("<unheard>甲<mi>乙</mi></unheard>", "甲乙"),
        (
            "<mfrac linethickness=\"0pt\"><mi>n</mi><mi>k</mi></mfrac>",
            "n¦k",
        ),
        ("<mfrac>甲<mi>乙</mi><mi>丙</mi></mfrac>", "甲/乙 丙"),
    ] {
        assert_eq!(mathml(xml), expected, "{xml}");
    }
}

#[test]
fn latex_has_the_linear_form() {
    for (source, expected) in [
        ("x_1", "x_1"),
        ("x_{i+1}", "x_(i+1)"),
        ("x^2_i", "x_i^2"),
        ("x^{n-1}", "x^(n-1)"),
        (r"\frac{a+b}{2a}", "(a+b)/(2a)"),
        (r"\frac12 mv^2", "1/2 mv^2"),
        (r"g = \frac{4\pi^2 L}{T^2}", "g=(4π^2 L)/(T^2)"),
        (r"\sqrt x+\sqrt{x+1}+\sqrt[3]{x}", "√x+√(x+1)+√[3](x)"),
        (r"\sum_{i=1}^n x_i", "∑_(i=1)^n x_i"),
        (r"\int_0^1 f(x)\,dx", "∫_0^1 f(x)dx"),
        (r"\lim_{x\to 0} f(x)", "lim_(x→0) f(x)"),
        (r"2\sin x", "2 sin x"),
        (
            r"\begin{bmatrix} a & b \\ c & d \\ \end{bmatrix}",
            "[a, b; c, d]",
        ),
        (
            r"f(x)=\begin{cases} a, & x>0 \\ b \end{cases}",
            "f(x)={a,, x>0; b",
        ),
        (
            r"\left\{\begin{array}{ll} a & b \\ c & d\end{array}\right.",
            "{a, b; c, d",
        ),
        (r"\left(\frac{a}{b}\right)^2", "(a/b)^2"),
        (r"{a \over b}+{n \choose k}+\binom{n}{k}", "a/b+n¦k+(n¦k)"),
        (r"\bar{x}\hat x\overline{AB}", "x\u{304}x\u{302}AB"),
        (r"E=mc^2\tag{1}\label{eq:a}", "E=mc^2 (1)"),
        (r"v=3\times10^8\,\mathrm{m/s}", "v=3×10^8 m/s"),
        (r"x=\text{速度 $v_0$ 时}, y", "x=速度 v_0 时,y"),
        (r"\unheard{甲}{乙} \R^n", "甲乙 R^n"),
        (r"a \not= b \% \{c\}", "a≠b%{c}"),
        (r"a \quad b", "a b"),
        (r"\mathbf{A}\boldsymbol{x}=\textcolor{red}{b}", "Ax=b"),
        (r"A \xrightarrow[T]{\Delta} B", "A→_T^Δ B"),
        (r"a \equiv b \pmod{n}", "a≡b (mod n)"),
        (r"{}^{14}C", "^14 C"),
        (r"f'(x)", "f'(x)"),
        ("a % note\n+b", "a+b"),
        (r"\overset{!}{=}\underset{x}{\max} f", "=^!max_x f"),
    ] {
        assert_eq!(tex(source), expected, "{source}");
    }
}

#[test]
fn unseen_text_keeps_its_place() {
    let mut formula = Omml::new();
    formula.start(b"f", None);
    formula.start(b"num", None);
    formula.letters("a", false);
    formula.letters("藏", true);
    formula.end();
    formula.start(b"den", None);
    formula.letters("匿", true);
    formula.end();
    formula.end();
    let written = formula.finish().finish(Form::Inline);
    assert_eq!(written.text, "(a藏)/匿");
    let unseen: Vec<&str> = (written.faint.iter())
        .map(|span| &written.text[span.clone()])
        .collect();
    assert_eq!(unseen, ["藏", "匿"]);
}
