//! Dumps of `MediaWiki`: XML with a header about the site and one element for each page.

mod address;
mod article;
mod page_xml;
mod scan;
mod site;

use std::collections::HashSet;
use std::sync::Arc;

use crate::buffered::Found;
use crate::packed::Unpack;
use crate::reading::Reading;
use crate::source::{Item, Reason};

pub(crate) use address::{is_wikimedia, of_page as page_address};
pub(crate) use site::Site;

use article::{Article, article_of};
use scan::PageScanner;

/// Pages of a dump being read.
pub(crate) struct Pages {
    scanner: PageScanner,
    site: Arc<Site>,
    /// Ids of the pages that were read.
    seen: HashSet<u64>,
}

impl Pages {
    pub(crate) fn new(bytes: Box<dyn Unpack>, site: Arc<Site>) -> Self {
        Self {
            scanner: PageScanner::new(bytes),
            site,
            seen: HashSet::new(),
        }
    }

    /// Looks at up to `most` pages without reading their text. Returns how many there were and how many are articles.
    pub(crate) fn sample(&mut self, most: usize) -> (usize, usize) {
        let (mut pages, mut articles) = (0, 0);
        while pages < most {
            match self.scanner.next_page() {
                Found::Bytes(page) => {
                    pages += 1;
                    let article = page_xml::read(page)
                        .is_ok_and(|page| page.namespace == 0 && !page.redirect);
                    articles += usize::from(article);
                }
                Found::TooLong | Found::Broken(_) => pages += 1,
                Found::End => break,
            }
        }
        (pages, articles)
    }
}

impl Reading for Pages {
    fn next(&mut self) -> Option<Item> {
        Some(match self.scanner.next_page() {
            Found::End => return None,
            Found::TooLong => Item::PassedOver(Reason::TooLong),
            Found::Broken(gap) => gap.into(),
            Found::Bytes(page) => match page_xml::read(page) {
                Err(detail) => Item::Broken {
                    at: self.scanner.position(),
                    detail,
                },
                Ok(page) => match article_of(&page, &self.site) {
                    Article::PassedOver(reason) => Item::PassedOver(reason),
                    Article::Source(source) => {
                        if page.id.is_some_and(|id| !self.seen.insert(id)) {
                            Item::PassedOver(Reason::DuplicateId)
                        } else {
                            Item::Source(source)
                        }
                    }
                },
            },
        })
    }

    fn skip(&mut self) -> bool {
        match self.scanner.next_page() {
            Found::End => false,
            Found::Bytes(page) => {
                if let Some(id) = page_xml::id_of(page) {
                    self.seen.insert(id);
                }
                true
            }
            Found::TooLong | Found::Broken(_) => true,
        }
    }

    fn position(&self) -> u64 {
        self.scanner.position()
    }
}
