//! Queries of the pointer from the X server, and the message that ends a drag for winit, over a separate connection.

use eframe::Frame;
use winit::raw_window_handle::{HasWindowHandle, RawWindowHandle};
use x11rb::connection::Connection as _;
use x11rb::errors::ReplyError;
use x11rb::protocol::xproto::{
    ClientMessageEvent, ConnectionExt as _, EventMask, KeyButMask, Window,
};
use x11rb::rust_connection::RustConnection;

use crate::shell::drag::Pointer;

/// Connection to the X server, opened with the first drag; `Absent` where the window does not belong to an X server.
#[derive(Default)]
pub(crate) enum Connection {
    #[default]
    Unopened,
    Open {
        connection: Box<RustConnection>,
        /// Whether the server reports the pointer's buttons during any drag.
        tells_buttons: bool,
    },
    Absent,
}

/// X window of the frame; `None` on Wayland and in tests.
fn window_of(frame: &Frame) -> Option<Window> {
    match frame.window_handle().ok()?.as_raw() {
        RawWindowHandle::Xlib(handle) => Window::try_from(handle.window).ok(),
        RawWindowHandle::Xcb(handle) => Some(handle.window.get()),
        _ => None,
    }
}

/// Opens the connection; `Absent` without an X server. `XWayland` does not see the buttons while a Wayland program drags.
fn open() -> Connection {
    let Ok((connection, _)) = x11rb::connect(None) else {
        return Connection::Absent;
    };
    let wayland = connection.query_extension(b"XWAYLAND");
    let wayland = wayland.ok().and_then(|cookie| cookie.reply().ok());
    let is_x = wayland.is_some_and(|extension| !extension.present);
    Connection::Open {
        connection: Box::new(connection),
        tells_buttons: is_x && std::env::var_os("WAYLAND_DISPLAY").is_none(),
    }
}

impl Connection {
    /// Returns the connection, and whether the server reports the pointer's buttons; `None` without an X server.
    fn opened(&mut self) -> Option<(&RustConnection, bool)> {
        if let Self::Unopened = self {
            *self = open();
        }
        match self {
            Self::Open {
                connection,
                tells_buttons,
            } => Some((connection, *tells_buttons)),
            _ => None,
        }
    }

    /// Returns the state of the pointer over the window of `frame`; `None` where it is not available.
    pub(crate) fn pointer(&mut self, frame: &Frame) -> Option<Pointer> {
        let window = window_of(frame)?;
        let (connection, tells_buttons) = self.opened()?;
        tells_buttons.then(|| pointer_over(connection, window).ok())?
    }

    /// Sends the window an `XdndLeave`, as if the drag had left: winit then forgets its paths.
    pub(crate) fn cancel_drag(&mut self, frame: &Frame) {
        if let Some(window) = window_of(frame)
            && let Some((connection, _)) = self.opened()
        {
            // Without an answer the server is gone, and the window with it.
            let _ = leave(connection, window);
        }
    }
}

fn pointer_over(connection: &RustConnection, window: Window) -> Result<Pointer, ReplyError> {
    let pointer = connection.query_pointer(window)?.reply()?;
    let size = connection.get_geometry(window)?.reply()?;
    let within = |at: i16, length: u16| u16::try_from(at).is_ok_and(|at| at < length);
    let inside = pointer.same_screen
        && within(pointer.win_x, size.width)
        && within(pointer.win_y, size.height);
    let buttons = KeyButMask::BUTTON1 | KeyButMask::BUTTON2 | KeyButMask::BUTTON3;
    Ok(if pointer.mask.intersects(buttons) {
        Pointer::Held { inside }
    } else {
        Pointer::Released { inside }
    })
}

fn leave(connection: &RustConnection, window: Window) -> Result<(), ReplyError> {
    let atom = connection.intern_atom(false, b"XdndLeave")?.reply()?.atom;
    let message = ClientMessageEvent::new(32, window, atom, [0; 5]);
    connection.send_event(false, window, EventMask::NO_EVENT, message)?;
    connection.flush()?;
    Ok(())
}
