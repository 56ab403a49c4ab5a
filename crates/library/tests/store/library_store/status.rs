//! Tests of what a store says of itself.

use chachong_library::LibraryState;

use super::{each, member, put};

#[test]
fn verify_finds_nothing_in_a_sound_library() {
    each(|store| {
        put(store, "甲", "/甲");
        let report = store.verify(false).unwrap();
        assert!(report.is_clean(), "{report:?}");
        assert_eq!(report.documents, 1);
    });
}

#[test]
fn a_sound_library_tells_its_state_and_nothing_else() {
    each(|store| {
        let empty = store.state().unwrap();
        assert_eq!(store.newest_member().unwrap(), None);
        let id = put(store, "甲", "/甲");
        store.add_members(&[member(id, "n", &[1, 2])]).unwrap();
        let (about, state) = (store.about().unwrap(), store.state().unwrap());
        assert_eq!(state, LibraryState::from(&about));
        let members = store.current_members().unwrap();
        let newest = members.iter().map(|member| member.added).max();
        assert!(newest.is_some() && store.newest_member().unwrap() == newest);
        assert_eq!(state.identity, empty.identity);
        assert!(state.changes > empty.changes && !state.read_only);
        assert_eq!((about.members, about.documents, about.checks), (1, 1, 0));
        assert_eq!(store.why_read_only(), None);
        assert_eq!(store.damage(), []);
        assert_eq!(store.lost_servers(), [""; 0]);
        assert_eq!(store.withheld(), []);
    });
}
