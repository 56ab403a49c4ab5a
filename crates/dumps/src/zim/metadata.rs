//! Information that a ZIM file gives about itself: entries in the namespace `M`.

use super::Zim;
use super::cluster::Cluster;
use super::directory::Target;

/// Number of entries that are looked at, and bytes that are read of each.
const MOST: u32 = 200;
const LONGEST: usize = 64 << 10;

/// What is known about the file.
#[derive(Clone, Debug, Default)]
pub(super) struct Metadata {
    pub(super) title: Option<String>,
    pub(super) language: Option<String>,
    /// Day on which the file was made.
    pub(super) date: Option<String>,
    pub(super) licence: Option<String>,
    pub(super) creator: Option<String>,
    /// Site from which it was made: a domain or an address.
    pub(super) source: Option<String>,
    /// Number of pages of HTML.
    pub(super) articles: Option<u64>,
}

impl Metadata {
    /// Reads what can be read.
    pub(super) fn read(zim: &Zim) -> Self {
        let mut metadata = Self::default();
        let mut directory = zim.directory();
        let first = directory.first_of(b'M');
        for number in first..zim.entries.min(first.saturating_add(MOST)) {
            let Some(entry) = directory.entry(number) else {
                continue;
            };
            let (b'M', Target::Content { cluster, blob, .. }) = (entry.namespace, entry.target)
            else {
                break;
            };
            // Pictures are metadata too, and are not read.
            let value = || {
                let value = Cluster::open(zim, cluster).ok()?.blob(blob, LONGEST).ok()?;
                Some(String::from_utf8_lossy(&value).trim().to_owned())
            };
            let field = match entry.path.as_str() {
                "Title" => &mut metadata.title,
                "Language" => &mut metadata.language,
                "Date" => &mut metadata.date,
                "License" => &mut metadata.licence,
                "Creator" => &mut metadata.creator,
                "Source" => &mut metadata.source,
                "Counter" => {
                    metadata.articles = value().and_then(|counts| html_count(&counts));
                    continue;
                }
                _ => continue,
            };
            *field = value().filter(|value| !value.is_empty());
        }
        metadata
    }
}

/// Reads the number of pages out of `image/png=3;text/html=117;text/html;raw=true=4`.
fn html_count(counter: &str) -> Option<u64> {
    counter
        .split(';')
        .filter_map(|part| part.strip_prefix("text/html=")?.parse::<u64>().ok())
        .max()
}
