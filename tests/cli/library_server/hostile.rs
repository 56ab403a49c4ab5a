//! Servers that send what no server of a library sends: the program says so at once, and keeps nothing of it.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};

use crate::program::{command, said};

/// Message with this tag.
fn message(tag: u8, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len() + 4).unwrap().to_be_bytes();
    [&[tag][..], &length, body].concat()
}

/// Lets the person in.
fn let_in() -> Vec<u8> {
    [message(b'R', &0_u32.to_be_bytes()), message(b'Z', b"I")].concat()
}

/// Header that announces two thousand million bytes.
fn endless(tag: u8) -> Vec<u8> {
    [&[tag][..], &2_000_000_000_u32.to_be_bytes()].concat()
}

/// Opens a library on a server that answers the first message of a client with `first`, the second with `second`, and then
/// sends `flood` for ever; returns what the program says.
fn open(first: Vec<u8>, second: Vec<u8>, flood: Vec<u8>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    // Ends with the test.
    std::thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let _ = serve(client, &first, &second, &flood);
        }
    });
    let address = format!("postgres://li@127.0.0.1:{port}/l?sslmode=disable");
    let output = command(&["library", "list", &address])
        .env("PGPASSWORD", "x")
        .output()
        .unwrap();
    assert!(!output.status.success());
    said(&output)
}

fn serve(mut client: TcpStream, first: &[u8], second: &[u8], flood: &[u8]) -> std::io::Result<()> {
    let mut buffer = [0; 4_096];
    for answer in [first, second] {
        if answer.is_empty() {
            break;
        }
        if client.read(&mut buffer)? == 0 {
            return Ok(());
        }
        client.write_all(answer)?;
        if answer.len() > 5 && answer.ends_with(&2_000_000_000_u32.to_be_bytes()) {
            break;
        }
    }
    let flood = flood.repeat(65_536 / flood.len() + 1);
    loop {
        client.write_all(&flood)?;
    }
}

#[test]
fn what_a_hostile_server_sends_too_much_of_is_named_at_once() {
    let zeros = vec![0; 1_024];
    for (name, first, second, flood) in [
        (
            "an error, before anybody is let in",
            endless(b'E'),
            vec![],
            zeros.clone(),
        ),
        ("a row", let_in(), endless(b'D'), zeros.clone()),
        ("an error", let_in(), endless(b'E'), zeros.clone()),
        (
            "a length of 2^32",
            let_in(),
            vec![b'T', 255, 255, 255, 255, 0],
            zeros.clone(),
        ),
        (
            "settings",
            message(b'R', &0_u32.to_be_bytes()),
            vec![],
            message(b'S', b"a\0b\0"),
        ),
        (
            "notices",
            let_in(),
            vec![],
            message(b'N', b"SNOTICE\0C00000\0Mx\0\0"),
        ),
    ] {
        let said = open(first, second, flood);
        assert!(
            said.contains("a library server never sends"),
            "{name}: {said}"
        );
    }
}
