//! Plain text, notebooks and source files.

use super::{Case, TEXT, case};
use super::{around, joined};
use crate::packages::{pieces, sentence};

pub(super) const CASES: &[Case] = &[
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
    case("txt citations in one sentence", "txt", 700, |n| {
        let year = |i: usize| 1500 + i % 500;
        let cited = |i| format!("the readers at night (Baker, {}), ", year(i));
        let listed = |i| {
            format!(
                "Baker, A. ({}). Night reading {i}. Journal of Reading, 3(1), 1-9.\n",
                year(i)
            )
        };
        format!("{}\nReferences\n{}", pieces(n, cited), pieces(n, listed)).into_bytes()
    }),
    case("txt quotation marks in one sentence", "txt", 5000, |n| {
        around(TEXT, "he reads.\" and ", n, "")
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
    case("txt notes of one paragraph", "txt", 480, |n| {
        let note = |i| format!("① 参见王明：《图书馆》，第{i}页。\n");
        format!("{TEXT}①\n{}", pieces(n, note)).into_bytes()
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
];

fn notebook(count: usize, cell: impl Fn(usize) -> String) -> Vec<u8> {
    let cells: Vec<String> = (0..count).map(cell).collect();
    format!(r#"{{"nbformat":4,"cells":[{}]}}"#, cells.join(",")).into_bytes()
}
