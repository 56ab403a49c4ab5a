//! Tests of leads to rewritten passages on every page.

use chachong_compare::DocumentIndex;
use std::sync::Arc;

use super::sample::{Made, pages_of};
use super::{links_lead_somewhere, parse};
use crate::document_html;
use crate::html::sheet::digest;
use crate::leads::made;
use chachong_messages::{Language, day};

#[test]
fn leads_are_a_section_of_their_own_with_the_sentences_side_by_side() {
    let plain = Made::hostile();
    let mut made = Made::hostile();
    made.result.leads = Some(Arc::new(made::leads(&made.result.documents)));
    for (language, _) in Language::ALL {
        let plain = plain.pages(language);
        let check = made.check(language);
        let pages = pages_of(check);
        assert!(links_lead_somewhere(&pages) > links_lead_somewhere(&plain));
        for (name, page) in &pages {
            let parsed = parse(page);
            assert!(
                !page.contains("<script>alert") && !page.contains("<b>Lamps"),
                "{name}"
            );
            assert!(!page.contains("<u>") && !page.contains("<i>.txt"), "{name}");
            let digests = (parsed.raw.iter()).map(|(_, text)| digest(text));
            assert!(
                digests.into_iter().all(|digest| page.contains(&digest)),
                "{name}"
            );
            assert!(!plain[name].contains("id=\"leads\"") && !plain[name].contains("sentences"));
        }
        let explanation = language.text("lead.explanation");
        let dismissed = language.fill("leads.report-dismissed", &[("count", &1)]);
        let note = "both read &lt;script&gt;alert('note')&lt;/script&gt;";
        for name in ["index.html", "documents/0001.html", "pairs/0001-0002.html"] {
            for words in [&explanation, &dismissed, &day(made::AT), note] {
                assert!(pages[name].contains(words), "{name}: {words}");
            }
        }
        let own = &pages["documents/0001.html"];
        assert!(
            own.contains("&lt;b&gt;Lamps&lt;/b&gt; &amp; &quot;stairs&quot; were lit at night.")
        );
        assert!(own.contains(&language.text("leads.no-counterpart")));
        assert!(pages["index.html"].contains("lamps &lt;i&gt;.txt"));
        assert!(pages["documents/0003.html"].contains(&language.text("leads.report-none-here")));
        assert!(!pages["pairs/0001-0003.html"].contains("id=\"leads\""));
        // The dismissed lead is in no list, and no lead is in the text's marks.
        assert_eq!(
            pages["index.html"].matches("#leads\"").count(),
            3,
            "the heading and two leads"
        );
        let text = |page: &str| parse(page).text;
        assert_eq!(text(own), text(&plain["documents/0001.html"]));
        let mut alone = Vec::new();
        document_html(&mut alone, check, DocumentIndex(0)).unwrap();
        let alone = String::from_utf8(alone).unwrap();
        assert!(alone.contains("&lt;b&gt;Lamps") && !alone.contains("../"));
    }
}
