//! Source of a drag: drops files on an X11 window by the XDND protocol, version 5, as a file manager does.

use std::path::Path;
use std::time::{Duration, Instant};

use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, PropMode,
    SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, SelectionRequestEvent, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// Maximum time for the target to say that it took the drop.
const PATIENCE: Duration = Duration::from_secs(20);

/// Source of drags on one display.
pub(crate) struct Source {
    connection: RustConnection,
    root: Window,
    window: Window,
}

/// `file://` address of a path, percent-encoded.
fn address(path: &Path) -> String {
    use std::fmt::Write as _;
    let mut address = "file://".to_owned();
    for &byte in path.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-".contains(&byte) {
            address.push(char::from(byte));
        } else {
            write!(address, "%{byte:02X}").unwrap();
        }
    }
    address
}

impl Source {
    pub(crate) fn on(display: &str) -> Self {
        let (connection, screen) = x11rb::connect(Some(display)).unwrap();
        let root = connection.setup().roots[screen].root;
        let window = connection.generate_id().unwrap();
        let (class, plain) = (WindowClass::INPUT_OUTPUT, CreateWindowAux::new());
        connection
            .create_window(0, window, root, -10, -10, 1, 1, 0, class, 0, &plain)
            .unwrap();
        Self {
            connection,
            root,
            window,
        }
    }

    fn atom(&self, name: &str) -> Atom {
        let cookie = self.connection.intern_atom(false, name.as_bytes());
        cookie.unwrap().reply().unwrap().atom
    }

    /// Finds the first window that takes drops, depth first; `None` while none does.
    pub(crate) fn target(&self) -> Option<Window> {
        let aware = self.atom("XdndAware");
        let mut open = vec![self.root];
        while let Some(window) = open.pop() {
            // A window may vanish meanwhile.
            let property =
                (self.connection).get_property(false, window, aware, AtomEnum::ANY, 0, 1);
            if property.unwrap().reply().is_ok_and(|p| p.value_len > 0) {
                return Some(window);
            }
            let children = self.connection.query_tree(window).unwrap().reply();
            open.extend(children.map_or_else(|_| Vec::new(), |tree| tree.children));
        }
        None
    }

    fn send(&self, target: Window, name: &str, data: [u32; 5]) {
        let message = ClientMessageEvent::new(32, target, self.atom(name), data);
        self.connection
            .send_event(false, target, EventMask::NO_EVENT, message)
            .unwrap();
        self.connection.flush().unwrap();
    }

    fn give(&self, request: &SelectionRequestEvent, text: &str) {
        self.connection
            .change_property8(
                PropMode::REPLACE,
                request.requestor,
                request.property,
                request.target,
                text.as_bytes(),
            )
            .unwrap();
        let notify = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: request.time,
            requestor: request.requestor,
            selection: request.selection,
            target: request.target,
            property: request.property,
        };
        self.connection
            .send_event(false, request.requestor, EventMask::NO_EVENT, notify)
            .unwrap();
        self.connection.flush().unwrap();
    }

    /// Answers the target for `time`, or until it has finished a drop. Returns whether it has.
    fn serve(&self, text: &str, time: Duration) -> bool {
        let (finished, start) = (self.atom("XdndFinished"), Instant::now());
        while start.elapsed() < time {
            match self.connection.poll_for_event().unwrap() {
                Some(Event::SelectionRequest(request)) => self.give(&request, text),
                Some(Event::ClientMessage(message)) if message.type_ == finished => return true,
                Some(_) => {}
                None => std::thread::sleep(Duration::from_millis(2)),
            }
        }
        false
    }

    /// Drags `path` over `target` for `hover` in `positions` steps and drops it there. With a `hover` of zero all
    /// messages wait together, as they do for a window that is busy.
    pub(crate) fn drop_on(&self, target: Window, path: &Path, positions: u32, hover: Duration) {
        let text = format!("{}\r\n", address(path));
        let (list, copy) = (self.atom("text/uri-list"), self.atom("XdndActionCopy"));
        let selection = self.atom("XdndSelection");
        self.connection
            .set_selection_owner(self.window, selection, x11rb::CURRENT_TIME)
            .unwrap();
        self.send(target, "XdndEnter", [self.window, 5 << 24, list, 0, 0]);
        for step in 0..positions {
            let place = ((200 + step) << 16) + 200;
            let data = [self.window, 0, place, x11rb::CURRENT_TIME, copy];
            self.send(target, "XdndPosition", data);
            self.serve(&text, hover / positions);
        }
        self.send(
            target,
            "XdndDrop",
            [self.window, 0, x11rb::CURRENT_TIME, 0, 0],
        );
        assert!(self.serve(&text, PATIENCE), "the drop was not answered");
        // The paths may be requested after the drop.
        self.serve(&text, Duration::from_millis(300));
    }
}
