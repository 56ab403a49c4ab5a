//! Tests of the reader for LaTeX.

use super::*;
use proptest::prelude::*;

fn text(source: &str) -> String {
    Walker::of(source).text
}

#[test]
fn commands_go_and_their_text_stays() {
    let source = r#"\documentclass{ctexart}
\usepackage[utf8]{inputenc} % 设置
\title{单摆测量\\重力加速度}
\newcommand{\lab}{物理实验室}
\begin{document}
\maketitle
\section*{一、目的}\label{sec:a}
用\textbf{单摆}测量~$g$，见图\ref{fig:a}\footnote{周期取平均值。}，
在\lab 完成\cite{li2020,wang}。

Caf\'e na\"ive \v{S}koda ``quoted'' 3\,mm 100\% a---b \textcolor{red}{红字}。
\end{document} 后面的话"#;
    assert_eq!(
        text(source),
        "单摆测量 重力加速度\n\n一、目的\n\n用单摆测量 g，见图，\n在物理实验室完成[1,2]。\n周期取平均值。\n\n\
         Café naïve Škoda “quoted” 3 mm 100% a—b 红字。\n\n"
    );
}

#[test]
fn tables_are_rows_listings_lines_and_formulas_linear() {
    let source = r"\begin{table}[h]\centering
\caption{周期的测量}
\begin{tabular}{|c|cc|}
\hline
次数 & $T$/s & 备注 \\ \hline
1 & 2.0060 & \multicolumn{1}{c|}{好} \\
2 & 2.010 & \\
\end{tabular}
\end{table}
\begin{lstlisting}[language=C]
int main() {
    return 0; % not a comment
}
\end{lstlisting}
\begin{equation}\label{eq:g}
g = \frac{4\pi^2 L}{T^2}
\end{equation}
其中 \verb|a_b{%| 与 \(L\)。";
    assert_eq!(
        text(source),
        "周期的测量\n\n次数\tT/s\t备注\n1\t2.0060\t好\n2\t2.010\n\nint main() {\n    return 0; % not a comment\n}\n\n\
         g=(4π^2 L)/(T^2)\n其中 a_b{% 与 L。\n\n"
    );
}

#[test]
fn formulas_use_the_macros_of_the_preamble() {
    let source = r"\newcommand{\R}{\mathbb{R}}\DeclareMathOperator{\rank}{rank}\def\vx{\bm{x}}
\begin{document}
设 $\vx\in\R^n$，
\begin{align}
\rank A &= r \\
&\le \frac{n}{2}
\end{align}
成立\begin{math}a_{12}\end{math}。
\end{document}";
    assert_eq!(text(source), "设 x∈R^n，\nrank A=r\n≤n/2\n成立a_12。\n\n");
}

#[test]
fn the_list_of_sources_has_its_heading_and_numbers() {
    let source = "正文\\cite{b}。\n\\begin{thebibliography}{99}\n\\bibitem{a} 李四. 某书[M].\n\\bibitem{b} 张三. 某文[J].\n\\end{thebibliography}";
    assert_eq!(
        text(source),
        "正文[2]。\n\n参考文献\n\n[1] 李四. 某书[M].\n[2] 张三. 某文[J].\n\n"
    );
}

#[test]
fn comments_stay_and_are_not_compared() {
    let source = "甲 % 抄自学长\n%%%%%%\n% 第二条\n乙%\n丙\n";
    let got = read(source.as_bytes().to_vec(), None).unwrap();
    assert_eq!(got.text, "甲 % 抄自学长\n% 第二条\n乙丙\n\n");
    let characters: Vec<char> = got.text.chars().collect();
    let excluded: Vec<String> = got
        .exclusions
        .iter()
        .map(|e| {
            characters[usize::try_from(e.start).unwrap()..usize::try_from(e.end).unwrap()]
                .iter()
                .collect()
        })
        .collect();
    assert_eq!(excluded, ["% 抄自学长", "% 第二条"]);
}

#[test]
fn other_files_are_named_and_not_opened() {
    let walker = Walker::of("甲\\input{chapters/one}\\include{../../etc/passwd}");
    assert_eq!(walker.others, ["chapters/one", "../../etc/passwd"]);
    assert_eq!(walker.text, "甲\n\n");
    let walker = Walker::of(
        "甲\\import{d/}{e}\\subimport{d/}{f}\\includepdf[pages=-]{scan.pdf}\\csvautotabular{data.csv}\\inputminted{python}{m.py}",
    );
    assert_eq!(
        walker.others,
        ["d/e", "d/f", "scan.pdf", "data.csv", "m.py"]
    );
    assert_eq!(walker.text, "甲\n\n");
    let got = read(b"\\input{one} words".to_vec(), None).unwrap();
    let names = vec!["one".to_owned()];
    assert_eq!(got.warnings, [Warning::OtherFiles { names }]);
    assert!(got.warnings[0].is_note());
}

#[test]
fn nesting_and_broken_sources_end_soon() {
    for piece in [
        "{",
        "}",
        "\\footnote{",
        "\\begin{a}",
        "\\begin{tabular}{",
        "\\a[",
        "\\label{",
        "$",
        "$$",
        "\\verb|",
        "\\[",
        "\\\\",
        "\\begin{verbatim}",
        "\\section{",
        "&",
        "%",
        "\\cite{",
        "\\newcommand{\\a}{",
        "\\bibitem{",
        "\\title",
        "\\'",
        "\\def",
    ] {
        let _ = text(&piece.repeat(30_000));
        let _ = text(&format!("{}\\begin{{document}}", piece.repeat(30_000)));
    }
    assert_eq!(text(&("{\\bf ".repeat(50_000) + "底")), "底\n\n");
}

proptest! {
    #[test]
    fn no_source_harms_it(
        source in r"(\\begin\{(tabular|document|verbatim|x|equation)\}|\\end\{(tabular|x)\}|\\footnote|\\section|\\cite|\\'|\\\\|[\{\}\[\]\$%&~甲a\n -]){0,60}"
    ) {
        let got = read(source.into_bytes(), None);
        if let Ok(got) = got {
            let length = got.text.chars().count() as u64;
            prop_assert!(got.exclusions.iter().all(|e| e.start < e.end && e.end <= length));
            prop_assert!(got.exclusions.windows(2).all(|pair| pair[0].end <= pair[1].start));
        }
    }
}

/// Text of a whole file, as the reader gives it.
fn extracted(source: &str) -> Extracted {
    read(source.as_bytes().to_vec(), None).unwrap()
}

/// Words of a source that begin with `see`, and those that begin with `hid`.
fn assert_printed(preamble: &str, body: &str) {
    let source = format!(
        "\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\nhidzz"
    );
    let got = extracted(&source);
    let words = |text: &str, start: &str| -> Vec<String> {
        let found = text.match_indices(start);
        let word = |at: usize| text[at..].chars().take(5).collect();
        found.map(|(at, _)| word(at)).collect()
    };
    assert_eq!(
        words(&got.text, "hid"),
        Vec::<String>::new(),
        "{}",
        got.text
    );
    assert_eq!(words(&got.text, "see"), words(body, "see"), "{}", got.text);
    assert_eq!(got.warnings, [], "{}", got.text);
}

// The bodies of these tests were set with XeLaTeX: the pages have all words with `see`, and none with `hid`.

#[test]
fn conditions_of_tex_are_evaluated() {
    assert_printed(
        "",
        r"seeaa \iffalse hidab \iffalse hidac \fi hidad \else seeae \fi seeaf
\if0 hidag \fi \if 11 seeah \else hidai \fi \if01 hidaj \else seeak \fi
\ifnum1<2 seeal \else hidam \fi \ifnum 3=4 hidan \else seeao \fi \ifnum10>9 seeap \fi
\iftrue seeaq \else hidar \iffalse hidas \fi \fi
\unless\ifnum1=1 hidat \else seeau \fi
\ifodd 3 seeav \else hidaw \fi \ifodd 4 hidax \else seeay \fi
\ifcase 1 hidaz \or seeba \or hidbb \else hidbc \fi
\ifcase 7 hidbd \or hidbe \else seebf \fi
\ifcase0 seebg \or hidbh \fi \ifcase-1 hidbi \or hidbj \fi
\ifx\alpha\alpha seebk \else hidbl \fi
\ifdim 1pt<2mm seebm \else hidbn \fi \ifdim 3cm<2mm hidbo \else seebp \fi
% \iffalse commented
seebq \verb|\iffalse| seebr
\iffalse hidbs % \fi in a comment
hidbt \fi seebu",
    );
}

#[test]
fn switches_toggles_and_counters_have_their_values_where_they_are_asked() {
    assert_printed(
        r"\newif\ifdraft \newtoggle{x}\newboolean{y}\newbool{z}\booltrue{z}\newcounter{k}\setcounter{k}{3}\newcommand{\leer}{}\def\level{3}\newcommand\modus{a}",
        r"\ifdraft hidaa \else seeab \fi \drafttrue \ifdraft seeac \else hidad \fi
{\draftfalse \ifdraft hidae \else seeaf \fi \begingroup\drafttrue\ifdraft seeag\fi\endgroup \ifdraft hidah\fi}\ifdraft seeai \fi
{\global\draftfalse}\ifdraft hidaj \else seeak \fi
\begin{center}\drafttrue \ifdraft seeal \fi\end{center}\ifdraft hidam \fi
\let\iflong=\iftrue \iflong seean \else hidao \fi
\let\iflong\iffalse \iflong hidap \else seeaq \fi
\iftoggle{x}{hidar}{seeas} \toggletrue{x}\iftoggle{x}{seeat}{hidau} \nottoggle{x}{hidav}{seeaw}
\ifthenelse{\boolean{y}}{hidax}{seeay} \setboolean{y}{true}\ifthenelse{\boolean{y}}{seeaz}{hidba}
\ifthenelse{\equal{a}{b}}{hidbb}{seebc} \ifthenelse{\NOT \boolean{y} \OR 1<2}{seebd}{hidbe}
\ifthenelse{\boolean{y} \AND 3=4}{hidbf}{seebg}
\ifbool{z}{seebh}{hidbi} \ifthenelse{\value{k}>2}{seebj}{hidbk}
\addtocounter{k}{-2}\ifthenelse{\value{k}>2}{hidbl}{seebm} \ifnum\value{k}=1 seebn \else hidbo\fi
\ifstrequal{a}{a}{seebp}{hidbq} \ifstrempty{}{seebr}{hidbs} \ifblank{ }{seebt}{hidbu}
\ifnumcomp{3}{<}{4}{seebv}{hidbw} \ifdefempty{\leer}{seebx}{hidby}
\ifnum\level>2 seebz \else hidca \fi \if\modus a seecb \else hidcc \fi
\ifx\leer\empty hidcd \else seece \fi \ifx\leer\modus hidcf \else seecg \fi
\ifdefined\modus seech \else hidci \fi
\ifdraft hidcj \iftrue hidck \else hidcl \fi \else seecm \ifnum1=1 seecn \else hidco \fi \fi",
    );
}

#[test]
fn macros_environments_and_boxes_hide_what_latex_does_not_print() {
    assert_printed(
        r"\excludecomment{answer}\includecomment{kept}\newcommand{\hide}[1]{}\newcommand{\second}[2]{#2}\newcommand{\wrapped}[1]{\iffalse #1\fi}
\newsavebox{\mybox}\newsavebox{\other}\newcommand{\opt}[1][]{}\newcommand{\hideall}{\iffalse}\newenvironment{gone}{\setbox0\vbox\bgroup}{\egroup}
\newif\ifdraft\newcommand{\shownif}[1]{\ifdraft hidca \else #1\fi}\newcommand{\drafton}{\drafttrue}",
        r"seeaa \begin{comment}
hidab \iffalse \fi
\end{comment}
\begin{answer}
hidac
\end{answer}
\begin{kept}
seead
\end{kept}
\hide{hidae}seeaf \second{hidag}{seeah} \wrapped{hidai} \phantom{hidaj}\hphantom{hidak}\vphantom{hidal}
\sbox0{hidam}\setbox1=\hbox{hidan} \savebox{\mybox}{seeao}\usebox{\mybox} \smash{seeap} \llap{seeaq}
\begin{lrbox}{\other}hidar\end{lrbox} \opt seeas \opt[hidat] \hideall hidau \fi seeav
\begin{gone}hidaw\end{gone} \gdef\z{hidaz}
\newcommand{\unused}{hidbb}\renewcommand{\hide}[1]{#1}\hide{seebc}
\makeatletter\@gobble{hidbd}\@firstoftwo{seebe}{hidbf}\makeatother
\shownif{seebg}\drafton\ifdraft seebh\fi
\ifdraft
\newcommand{\late}[1]{#1}
\else
\newcommand{\late}[1]{}
\fi
\late{seebi}",
    );
    let source = "\\def\\x#1{甲 #1}\\def\\y#1#2{乙#1#2}丙\\x{丁}";
    assert_eq!(extracted(source).text, "丙甲 丁\n\n");
}

#[test]
fn what_a_condition_leaves_out_leaves_no_trace_in_the_lines() {
    let source = "甲。\n\\iffalse\n\n乙\n\n\\fi\n丙。\\footnote{丁\\iffalse 戊\\fi}\n\n\
        \\begin{tabular}{ll}己 & \\iffalse 庚 & \\fi 辛\\\\\\end{tabular}";
    assert_eq!(extracted(source).text, "甲。\n丙。\n丁\n\n己\t辛\n\n");
    let listing =
        "\\begin{verbatim}\n\\iffalse 甲 \\fi\n\\end{verbatim}\n乙\\textbf\\iftrue{丙}\\fi";
    let got = extracted(listing).text;
    assert!(
        got.contains("\\iffalse 甲 \\fi") && got.ends_with("乙丙\n\n"),
        "{got}"
    );
}

#[test]
fn slides_print_neither_notes_nor_what_stands_on_no_slide() {
    let source = r"\documentclass{beamer}\begin{document}\begin{frame}甲\only<0>{隐}\only<1>{乙}\note{隐}\invisible{隐}\mode<article>{隐}\visible<1->{丙}\alert<1>{丁}\end{frame}\begin{frame}<0>隐\end{frame}\end{document}";
    assert_eq!(extracted(source).text.replace('\n', ""), "甲乙丙丁");
}

#[test]
fn branches_of_a_condition_that_is_not_decided_are_all_read_and_told() {
    let source = "甲\\ifpdf 乙\\else 丙\\fi 丁\\ifzz 戊\\fi\\iffancy{己}{庚}";
    let got = extracted(source);
    assert_eq!(got.text, "甲乙丙丁戊己庚\n\n");
    let [Warning::UndecidedText { places }] = &got.warnings[..] else {
        panic!("{:?}", got.warnings);
    };
    assert_eq!((places.count, places.at.as_slice()), (3, &[1, 4, 5][..]));
    // An assignment in such a branch is not known behind it.
    let source = "\\newif\\ifa\\ifpdf\\atrue\\fi 甲\\ifa 乙\\else 丙\\fi";
    assert_eq!(extracted(source).text, "甲乙丙\n\n");
    // A condition without an end hides nothing.
    assert_eq!(extracted("甲\\iffalse 乙").text, "甲乙\n\n");
    assert_eq!(extracted("甲\\iffalse 乙").warnings.len(), 1);
}

/// Texts of a file that are not compared.
fn unseen(source: &str) -> Vec<String> {
    let got = extracted(source);
    let characters: Vec<char> = got.text.chars().collect();
    let at = |place: u64| usize::try_from(place).unwrap();
    (got.exclusions.iter())
        .map(|span| characters[at(span.start)..at(span.end)].iter().collect())
        .collect()
}

#[test]
fn type_that_a_reader_of_the_page_does_not_see_is_not_compared() {
    for hidden in [
        r"\textcolor{white}{隐去的字}",
        r"\textcolor[rgb]{1,1,1}{隐去的字}",
        r"{\color{white}隐去的字}",
        r"\definecolor{paper}{HTML}{FFFFFF}{\color{paper} 隐去的字}",
        r"\begin{center}\color{white}隐去的字\end{center}",
        r"{\fontsize{0.1pt}{0.1pt}\selectfont 隐去的字}",
        r"\scalebox{0.01}{隐去的字}",
        r"\resizebox{0.1pt}{!}{隐去的字}",
        r"\texttransparent{0}{隐去的字}",
        r"\colorbox{red}{\textcolor{red}{隐去的字}}",
        r"\makebox[0pt]{\color{white}隐去的字}",
        r"\newcommand{\ghost}[1]{\textcolor{white}{#1}}\ghost{隐去的字}",
        r"\newenvironment{pale}{\color{white}}{}\begin{pale}隐去的字\end{pale}",
        r"\footnote{\textcolor{white}{隐去的字}}",
        r"\textcolor{white}{\textbf{隐去}\textit{的字}}",
    ] {
        let source = format!("看得见的字甲{hidden}看得见的字乙");
        let found = unseen(&source).concat();
        assert_eq!(found.trim(), "隐去的字", "{hidden}");
        let warnings = extracted(&source).warnings;
        let told = warnings.iter().find_map(|warning| match warning {
            Warning::InvisibleText { places } => Some(places.count),
            _ => None,
        });
        assert_eq!(told, Some(4), "{hidden}");
    }
    for seen in [
        r"\colorbox{black}{\textcolor{white}{看见}}",
        r"\fcolorbox{red}{blue}{\color{white}看见}",
        r"\textcolor{red}{看见}",
        r"\begin{tabular}{l}\rowcolor{blue}\textcolor{white}{看见}\\\end{tabular}",
        r"\begin{tcolorbox}\textcolor{white}{看见}\end{tcolorbox}",
        r"\pagecolor{black}\color{white}看见",
        r"{\tiny 看见}",
        r"{\fontsize{5pt}{6pt}\selectfont 看见}",
        r"\resizebox{\textwidth}{!}{看见}",
        r"{\color{white}\color{black}看见}",
    ] {
        assert_eq!(
            unseen(&format!("甲{seen}乙")),
            Vec::<String>::new(),
            "{seen}"
        );
    }
}

#[test]
fn conditions_without_number_or_end_take_bounded_time() {
    for piece in [
        "\\iffalse ",
        "\\iftrue ",
        "\\ifzz ",
        "\\fi ",
        "\\else ",
        "\\ifcase 5 \\or ",
        "\\newif\\ifa\\atrue ",
        "{\\atrue ",
        "\\def\\a{\\a\\a\\iffalse\\fi}\\a ",
        "\\newcommand{\\a}[1]{\\iftrue#1#1\\fi}\\a{\\a{x}}",
        "\\ifthenelse{\\not\\not ",
        "\\iftoggle{",
        "\\begin{comment}",
        "\\setbox0\\hbox{",
        "\\textcolor{white}{",
        "\\color{white}",
        "\\unless",
        "\\let\\x\\iffalse\\x ",
        "\\excludecomment{a}\\begin{a}",
        "\\endinput",
    ] {
        let _ = extracted(&format!("甲{}", piece.repeat(20_000)));
    }
}

proptest! {
    #[test]
    fn no_conditions_harm_it(
        source in r"(\\(iffalse|iftrue|ifa|if0|ifpdf|else|or|fi|ifcase 1|atrue|afalse|newif\\ifa|def\\b\{\\iffalse\}|b|color\{white\}|textcolor\{white\}\{|footnote\{|begin\{comment\}|end\{comment\}|unless|hide)|[\{\}%甲a\n ]){0,60}"
    ) {
        if let Ok(got) = read(source.into_bytes(), None) {
            let length = got.text.chars().count() as u64;
            prop_assert!(got.exclusions.iter().all(|e| e.start < e.end && e.end <= length));
            prop_assert!(got.exclusions.windows(2).all(|pair| pair[0].end <= pair[1].start));
            prop_assert!(!got.text.contains(marks::MARKS));
        }
    }
}

#[test]
fn a_long_macro_prints_its_text_and_many_take_bounded_time() {
    let long = "一段放在宏里的正文，它比词的简称长得多。".repeat(40);
    let source = |body: &str| {
        format!(
            "\\newcommand{{\\x}}{{{body}}}\n\\begin{{document}}\n前文\\x 后文\n\\end{{document}}\n"
        )
    };
    let read_text = |source: String| read(source.into_bytes(), None).unwrap().text;
    assert!(read_text(source(&long)).contains(&format!("前文{long}后文")));
    // Longer ones, and all together, have a limit.
    assert!(!read_text(source(&long.repeat(20))).contains("宏里"));
    let bomb = source(&long).replace("前文", &"\\x".repeat(100_000));
    assert!(read_text(bomb).len() < 16 << 20);
    let _ = read_text(format!(
        "{}\\begin{{document}}x",
        "\\newcommand{\\x}{".repeat(100_000)
    ));
}
