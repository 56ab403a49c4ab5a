//! Markdown, TeX and RTF.

use super::{Case, TEXT, case};
use super::{around, joined};
use crate::packages::{pieces, sentence};

pub(super) const CASES: &[Case] = &[
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
    case("Markdown block quotations", "md", 5000, |n| {
        joined(n, |i| format!("> {}\n\n", sentence(i)))
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
];

fn tex(before: &str, body: &str) -> Vec<u8> {
    format!("\\documentclass{{article}}\n{before}\n\\begin{{document}}\n{body}\n{TEXT}\n\\end{{document}}\n").into_bytes()
}

fn rtf(before: &str, body: &str) -> Vec<u8> {
    format!("{{\\rtf1\\ansi\\ansicpg936{before} The library opens at night.\\par {body}}}")
        .into_bytes()
}
