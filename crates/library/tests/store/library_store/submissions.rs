//! Tests of what a store keeps of submissions.

use chachong_library::{DocumentId, KeptSubmission};
use chachong_submission::FoundBy;

use super::{each, member, put};

fn kept(key: i64, student: Option<&str>, number: Option<&str>) -> KeptSubmission {
    KeptSubmission {
        key,
        student: student.map(str::to_owned),
        number: number.map(str::to_owned),
        class: Some("软工2班".to_owned()),
        submitted: Some("2026-11-25T23:58:00".to_owned()),
        found_by: FoundBy::List,
    }
}

#[test]
fn who_handed_in_members_is_kept_with_what_was_handed_in_together() {
    each(|store| {
        let ids = ["一", "二二", "三三三"].map(|text| put(store, text, &format!("/{text}")));
        let [report, appendix, older] = ids;
        store
            .add_members(&ids.map(|id| member(id, "n", &[1])))
            .unwrap();
        assert_eq!(store.submissions(&ids).unwrap(), []);
        let of_one = kept(-7, Some("甲小\u{1f3d9}明"), Some("2021001"));
        let of_two = [(report, of_one.clone()), (appendix, of_one.clone())];
        store.put_submissions(&of_two).unwrap();
        assert_eq!(store.submissions(&ids).unwrap(), of_two);
        assert_eq!(store.submissions(&[older]).unwrap(), []);
        // A later word about the same person replaces the earlier one; another person stands beside.
        let later = KeptSubmission {
            class: None,
            submitted: None,
            found_by: FoundBy::Moodle,
            ..of_one.clone()
        };
        let other = kept(8, Some("乙大华"), None);
        store
            .put_submissions(&[(report, later.clone()), (report, other.clone())])
            .unwrap();
        assert_eq!(
            store.submissions(&[report]).unwrap(),
            [(report, later), (report, other)]
        );
        // Adding the file again changes nothing of it.
        store.add_members(&[member(appendix, "n", &[2])]).unwrap();
        assert_eq!(
            store.submissions(&[appendix]).unwrap(),
            [(appendix, of_one)]
        );
        assert!(store.verify(false).unwrap().is_clean());
        assert_eq!(store.damage(), []);
    });
}

#[test]
fn submissions_go_with_their_members() {
    each(|store| {
        let ids = ["一", "二二"].map(|text| put(store, text, &format!("/{text}")));
        store
            .add_members(&ids.map(|id| member(id, "n", &[1])))
            .unwrap();
        let nobody = KeptSubmission {
            class: None,
            submitted: None,
            found_by: FoundBy::Folder,
            ..kept(i64::MAX, None, None)
        };
        store
            .put_submissions(&ids.map(|id| (id, nobody.clone())))
            .unwrap();
        // What can be restored keeps it.
        store.remove_members(&ids[..1]).unwrap();
        store.restore_members(&ids[..1]).unwrap();
        assert_eq!(store.submissions(&ids).unwrap().len(), 2);
        // A template stays when it is a member no more, but not whose it was.
        store.set_template(ids[0], "模板", true).unwrap();
        store.remove_for_good(&ids).unwrap();
        assert_eq!(store.submissions(&ids).unwrap(), []);
        assert!(store.text(ids[0]).is_ok());
        assert_eq!(store.traces(ids[1]).unwrap(), [""; 0]);
        // Of a document that was deleted meanwhile nothing is kept.
        let gone = DocumentId(ids[1].0 + 100);
        store.put_submissions(&[(gone, nobody)]).unwrap();
        assert_eq!(store.submissions(&[gone]).unwrap(), []);
    });
}
