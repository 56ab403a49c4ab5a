//! Tests of the members of a store.

use std::path::Path;

use chachong_library::{
    DocumentId, LibraryError, Member, MemberKey, NewMember, Passages, SELECTION,
};
use chachong_simhash::Fingerprint;

use super::{RECIPE, each, member, put};

#[test]
fn members_are_added_removed_restored_and_purged() {
    each(|store| {
        let ids: Vec<DocumentId> = ["一", "二二", "三三三"]
            .into_iter()
            .map(|text| put(store, text, &format!("/{text}.txt")))
            .collect();
        let before = store.about().unwrap();
        assert_eq!((before.members, before.documents), (0, 3));
        let new: Vec<NewMember> = ids
            .iter()
            .map(|&id| member(id, "n", &[1, 2, id.0.cast_unsigned()]))
            .collect();
        store.add_members(&new).unwrap();
        let members = store.members(RECIPE, 3).unwrap();
        assert_eq!(members.iter().map(|m| m.document).collect::<Vec<_>>(), ids);
        assert!(members.iter().all(|m| m.current && m.passages == 3));
        assert!(members.iter().all(|m| m.path == Path::new("/p/é.txt")));
        // A store over which the program has an index numbers its passages.
        for pair in members
            .windows(2)
            .take_while(|pair| pair[1].first_passage > 0)
        {
            assert!(pair[0].first_passage + pair[0].passages <= pair[1].first_passage);
        }
        assert_eq!(members[1].fingerprint, Some(Fingerprint(u64::MAX - 6)));
        assert!(
            store
                .members(RECIPE, 4)
                .unwrap()
                .iter()
                .all(|m| !m.current && m.fingerprint.is_none())
        );
        assert_eq!(
            store.passages(ids[2]).unwrap(),
            Some(new[2].passages.clone())
        );
        assert!(store.about().unwrap().changes > before.changes);
        store.remove_members(&ids[..2]).unwrap();
        assert_eq!(store.about().unwrap().members, 1);
        assert_eq!(store.member_numbers().unwrap(), ids[2..]);
        store.restore_members(&ids[..1]).unwrap();
        assert_eq!(store.members(RECIPE, 3).unwrap().len(), 2);
        assert_eq!(store.purge().unwrap(), 1);
        let left = store.about().unwrap();
        assert_eq!((left.members, left.documents), (2, 2));
        assert!(matches!(
            store.restore_members(&ids[1..2]),
            Err(LibraryError::NoSuchDocument { .. })
        ));
        assert!(store.text(ids[1]).is_err());
    });
}

#[test]
fn removing_for_good_leaves_what_else_was_removed_and_adding_again_renames() {
    each(|store| {
        let ids = ["一", "二二", "三三三"].map(|text| put(store, text, &format!("/{text}")));
        let new = ids.map(|id| member(id, "n", &[1]));
        store.add_members(&new).unwrap();
        store.remove_members(&ids[..2]).unwrap();
        assert_eq!(store.remove_for_good(&ids[2..]).unwrap(), 1);
        assert!(store.text(ids[2]).is_err());
        assert_eq!(store.remove_for_good(&[]).unwrap(), 0);
        store.restore_members(&ids[..1]).unwrap();
        let again = ids.map(|id| NewMember {
            path: "/q/b.txt".into(),
            ..member(id, "b", &[1])
        });
        store.add_members(&again[..2]).unwrap();
        let members = store.members(RECIPE, 3).unwrap();
        let named = members.iter().map(|m| (m.name.as_str(), m.path.as_path()));
        // The one that was restored keeps its name.
        let expected = [("n", "/p/é.txt"), ("b", "/q/b.txt")].map(|(n, p)| (n, Path::new(p)));
        assert!(named.eq(expected), "{members:?}");
        assert_eq!(
            store.member(ids[1], RECIPE, 3).unwrap(),
            Some(members[1].clone())
        );
        assert_eq!(store.member(ids[2], RECIPE, 3).unwrap(), None);
    });
}

#[test]
fn a_member_is_found_by_its_number_and_stale_when_its_data_are_of_another_version() {
    each(|store| {
        let [fresh, old, other] =
            ["一", "二二", "三三三"].map(|text| put(store, text, &format!("/{text}")));
        let of_selection = |document, version| NewMember {
            passages: Passages {
                version,
                fingerprints: vec![Fingerprint(1)],
            },
            ..member(document, "n", &[1])
        };
        store
            .add_members(&[
                of_selection(fresh, SELECTION),
                of_selection(old, SELECTION - 1),
            ])
            .unwrap();
        let members = store.members(RECIPE, 3).unwrap();
        let keys: Vec<MemberKey> = members.iter().map(MemberKey::from).collect();
        assert_eq!(store.member_keys(RECIPE, 3).unwrap(), keys);
        let found = [fresh, old, other].map(|id| store.member(id, RECIPE, 3).unwrap());
        assert_eq!(
            found,
            [Some(members[0].clone()), Some(members[1].clone()), None]
        );
        assert_eq!(store.passages(other).unwrap(), None);
        let stale = |version| {
            let stale = store.stale_members(RECIPE, version).unwrap();
            (stale.iter().map(|member: &Member| member.document)).collect::<Vec<_>>()
        };
        assert_eq!(stale(3), [old]);
        assert_eq!(stale(4), [fresh, old]);
        store.add_members(&[of_selection(old, SELECTION)]).unwrap();
        assert_eq!(stale(3), []);
        assert!(matches!(
            store.remove_members(&[other]),
            Err(LibraryError::NoSuchDocument { .. })
        ));
    });
}
