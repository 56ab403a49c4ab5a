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
