//! Reads the articles of a ZIM file as sources.

use std::collections::HashSet;
use std::sync::Arc;

use super::cluster::{Cluster, Failure};
use super::directory::{Directory, Order};
use super::{Zim, html};
use crate::LONGEST_PAGE;
use crate::mediawiki::{is_wikimedia, page_address};
use crate::reading::Reading;
use crate::source::{Item, Reason, Source, is_stub};

/// Articles being read.
pub(crate) struct Articles {
    zim: Arc<Zim>,
    order: Arc<Order>,
    directory: Directory,
    at: usize,
    to: usize,
    /// Cluster that was unpacked last, or the damage in it.
    cluster: Option<(u32, Result<Cluster, String>)>,
    seen: HashSet<u64>,
}

impl Articles {
    pub(super) fn new(zim: &Arc<Zim>, from: u64, to: u64) -> Self {
        let order = zim.order();
        let within = |number: u64| {
            usize::try_from(number).map_or(order.articles.len(), |n| n.min(order.articles.len()))
        };
        Self {
            at: within(from),
            to: within(to),
            directory: zim.directory(),
            zim: Arc::clone(zim),
            order,
            cluster: None,
            seen: HashSet::new(),
        }
    }

    /// Returns the HTML of an article.
    fn content(&mut self, number: u32, blob: u32) -> Result<Vec<u8>, Failure> {
        let open = match &self.cluster {
            Some((open, Ok(cluster))) if *open == number => !cluster.reaches(blob),
            Some((open, Err(_))) => *open != number,
            _ => true,
        };
        if open {
            let cluster = Cluster::open(&self.zim, number);
            self.cluster = Some((
                number,
                cluster.map_err(|failure| match failure {
                    Failure::Damaged(detail) => detail,
                    Failure::TooLong => String::new(),
                }),
            ));
        }
        match &mut self.cluster {
            Some((_, Ok(cluster))) => {
                let content = cluster.blob(blob, LONGEST_PAGE);
                if let Err(Failure::Damaged(detail)) = &content {
                    let beyond = (blob as usize) + 1;
                    // An entry that points nowhere says nothing against its cluster.
                    if cluster.has(beyond) {
                        self.cluster = Some((number, Err(detail.clone())));
                    }
                }
                content
            }
            Some((_, Err(detail))) => Err(Failure::Damaged(detail.clone())),
            None => Err(Failure::TooLong),
        }
    }
}

impl Reading for Articles {
    fn next(&mut self) -> Option<Item> {
        if self.at >= self.to {
            return None;
        }
        let place = *self.order.articles.get(self.at)?;
        self.at += 1;
        let broken = |detail: &str| {
            Some(Item::Broken {
                at: u64::from(place.entry),
                detail: detail.to_owned(),
            })
        };
        let Some(entry) = self.directory.entry(place.entry) else {
            return broken("the entry has no end");
        };
        let content = match self.content(place.cluster, place.blob) {
            Ok(content) => content,
            Err(Failure::TooLong) => return Some(Item::PassedOver(Reason::TooLong)),
            Err(Failure::Damaged(detail)) => return broken(&detail),
        };
        let page = html::read(&String::from_utf8_lossy(&content));
        Some(if page.redirect {
            Item::PassedOver(Reason::Redirect)
        } else if page.disambiguation {
            Item::PassedOver(Reason::Disambiguation)
        } else if is_stub(&page.text) {
            Item::PassedOver(Reason::Stub)
        } else if !self.seen.insert(crate::identity::id_hash(&entry.path)) {
            Item::PassedOver(Reason::DuplicateId)
        } else {
            let metadata = &self.zim.metadata;
            let title = [entry.title.trim(), page.title.trim(), entry.path.trim()]
                .into_iter()
                .find(|title| !title.is_empty())
                .unwrap_or_default()
                .to_owned();
            Item::Source(Source {
                address: page
                    .address
                    .or_else(|| address(metadata.source.as_deref()?, &title)),
                id: entry.path,
                title,
                date: page.date.or_else(|| metadata.date.clone()),
                // The maker of a wiki is its site.
                author: metadata
                    .creator
                    .clone()
                    .filter(|creator| metadata.title.as_ref() != Some(creator)),
                licence: page.licence.or_else(|| metadata.licence.clone()),
                text: page.text,
                revision: page.revision,
            })
        })
    }

    fn skip(&mut self) -> bool {
        let more = self.at < self.to;
        self.at += usize::from(more);
        more
    }

    fn position(&self) -> u64 {
        // The share of the articles that is read, in bytes of the file.
        let all = self.order.articles.len().max(1) as u64;
        let share = u128::from(self.zim.bytes) * self.at as u128 / u128::from(all);
        u64::try_from(share).unwrap_or(self.zim.bytes)
    }
}

/// Address of an article on the wiki that the file was made from.
fn address(source: &str, title: &str) -> Option<String> {
    let host = source
        .strip_prefix("https://")
        .or_else(|| source.strip_prefix("http://"))
        .unwrap_or(source)
        .split('/')
        .next()
        .filter(|host| host.contains('.') && !host.contains(' '))?;
    is_wikimedia(host).then(|| page_address(&format!("https://{host}/wiki/"), title))
}

/// Entries of a ZIM file that are not articles.
pub(crate) struct OtherEntries {
    redirects: u64,
    other: u64,
    broken: Vec<u32>,
}

impl OtherEntries {
    pub(super) fn new(order: &Order) -> Self {
        Self {
            redirects: order.redirects,
            other: order.other,
            broken: order.broken.clone(),
        }
    }
}

impl Reading for OtherEntries {
    fn next(&mut self) -> Option<Item> {
        if let Some(entry) = self.broken.pop() {
            return Some(Item::Broken {
                at: u64::from(entry),
                detail: "the entry lies outside of the file or is of no type".to_owned(),
            });
        }
        for (count, reason) in [
            (&mut self.redirects, Reason::Redirect),
            (&mut self.other, Reason::NotText),
        ] {
            if *count > 0 {
                *count -= 1;
                return Some(Item::PassedOver(reason));
            }
        }
        None
    }

    fn skip(&mut self) -> bool {
        self.next().is_some()
    }

    fn position(&self) -> u64 {
        0
    }
}
