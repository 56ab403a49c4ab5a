//! Pdf files.

use super::{Case, case};
use crate::packages::pieces;
use crate::pdf::{Pdf, line, prose, stream};

pub(super) const CASES: &[Case] = &[
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
        let note =
            |i| format!("<</Type/Annot/Subtype/FreeText/Rect[0 0 100 100]/Contents(note {i})>>");
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
            format!("<</Type/Annot/Subtype/Widget/FT/Tx/T(f{i})/V(value {i})/Rect[0 0 100 100]>>")
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
];

fn page(content: String) -> Vec<u8> {
    Pdf::of_pages(vec![content + &prose(0)]).bytes()
}
