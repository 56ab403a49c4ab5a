//! Tests of the window with a library on a `PostgreSQL` server: the dialog for its address, a check with it, a server that
//! is killed meanwhile.

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::driver::{
    Window, click, key, lacks, open_with, samples, sees, shows, type_into, wait, wait_to_see,
};
use crate::postgres_server::{Server, own_server};
use crate::texts::{counted, text, text_with};

/// Opens the dialog and types an address into it.
fn ask_for(window: &mut Window, address: &str) {
    if !sees(window, &text("library.against")) {
        click(window, &text("toolbar.library"));
    }
    click(window, &text("library.more"));
    click(window, &text("library.server-button"));
    shows(
        window,
        [text("library.server-title"), text("library.server-note")],
    );
    type_into(window, &text("library.server-address"), address);
}

#[test]
fn an_address_is_asked_for_and_what_is_wrong_with_it_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_with(&folder.path().join("l.chachong"), [""; 0]);
    ask_for(&mut window, "no address");
    let connect = text("library.server-connect");
    assert!(window.get_by_label(&connect).accesskit_node().is_disabled());
    key(&mut window, Modifiers::NONE, Key::Escape);
    lacks(&window, [text("library.server-note")]);
    for (address, error) in [
        ("postgres://li:geheim@host/db", "library.error.bad-address"),
        ("postgres://li@127.0.0.1:1/db", "library.error.server-away"),
    ] {
        ask_for(&mut window, address);
        click(&mut window, &connect);
        let words = text_with(error, &[("file", &"|"), ("detail", &"|")]);
        let end = words.rsplit('|').next().unwrap().to_owned();
        wait(&mut window, |window| {
            window.query_all_by_label_contains(&end).next().is_some()
        });
        assert!(
            window
                .query_all_by_label_contains("geheim")
                .next()
                .is_none()
        );
    }
}

#[test]
fn a_check_goes_on_while_the_server_of_the_library_is_killed() {
    let Some(server) = own_server() else { return };
    let address = server.database();
    chachong_library::PostgresStore::init(&address).unwrap();
    let database = Server::name(&address);
    let mut window = open_with(&address, [""; 0]);
    click(&mut window, &text("toolbar.library"));
    shows(&window, [text("library.empty")]);
    server.kill();
    crate::driver::drop_and_wait(&mut window, samples().as_ref());
    shows(&window, [counted("pages.pairs", 4)]);
    // The server is back by itself, and takes the documents and the check.
    if !sees(&window, &text("library.against")) {
        click(&mut window, &text("toolbar.library"));
    }
    click(
        &mut window,
        &text_with("library.add-checked", &[("count", &15)]),
    );
    let joined = text_with("notice.joined", &[("count", &15)]);
    wait_to_see(&mut window, &joined);
    let members = server.sql_patiently(&database, "SELECT count(*) FROM chachong.member");
    assert_eq!(members, "15");
    let saved = "SELECT count(*) FROM chachong.check_row WHERE document IS NOT NULL";
    // The check is saved beside the frames, some time after what the window shows.
    wait(&mut window, |_| {
        server.sql_patiently(&database, saved) == "15"
    });
}
