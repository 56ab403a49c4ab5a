//! Page of groups: documents that strong links connect.

pub(crate) mod drawing;
pub(crate) mod link;
pub(crate) mod page;
