"""When the window's first frame is on the screen: first_frame.py PROGRAM [RUNS] [ARGUMENT...].

From outside: a virtual X server of its own (Xvfb, openbox), the program started in it, and the screen looked at every few
milliseconds. A frame is there when the window's upper part has ink: many colours, and not the grey or black of a window
that is only mapped. Prints milliseconds since the program was started. Needs python3-xlib.
"""

import os
import subprocess
import sys
import tempfile
import time

from Xlib import X, display

STRIP = (600, 60)


def windows(of):
    """Every window below one, with its place on the screen."""
    for child in of.query_tree().children:
        yield child
        yield from windows(child)


def is_painted(root, at):
    width, height = STRIP
    image = root.get_image(at[0], at[1], width, height, X.ZPixmap, 0xFFFFFF)
    pixels = {image.data[i : i + 3] for i in range(0, len(image.data), 4)}
    return len(pixels) > 8


def find(root, pid, atom):
    for window in windows(root):
        try:
            owner = window.get_full_property(atom, X.AnyPropertyType)
            if owner is not None and owner.value[0] == pid:
                if window.get_attributes().map_state == X.IsViewable:
                    at = window.translate_coords(root, 0, 0)
                    return (-at.x, -at.y)
        except Exception:
            # It is gone again.
            continue
    return None


def run(program, arguments, number):
    with tempfile.TemporaryDirectory() as data:
        environment = dict(os.environ, XDG_DATA_HOME=data, XDG_CONFIG_HOME=data, XDG_CACHE_HOME=data)
        environment["DISPLAY"] = f":{number}"
        x = display.Display(f":{number}")
        root, atom = x.screen().root, x.intern_atom("_NET_WM_PID")
        start = time.monotonic()
        program = subprocess.Popen([program, *arguments], env=environment)
        mapped = None
        try:
            while time.monotonic() - start < 20:
                at = find(root, program.pid, atom)
                if at:
                    mapped = mapped or time.monotonic() - start
                    if is_painted(root, at):
                        return mapped, time.monotonic() - start
                time.sleep(0.002)
            sys.exit("nothing was painted within 20 s")
        finally:
            program.kill()
            program.wait()
            x.close()


def main():
    program, runs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 7
    number = 80
    while os.path.exists(f"/tmp/.X11-unix/X{number}"):
        number += 1
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    server = subprocess.Popen(["Xvfb", f":{number}", "-screen", "0", "1280x760x24", "+extension", "GLX"], **quiet)
    while not os.path.exists(f"/tmp/.X11-unix/X{number}"):
        time.sleep(0.02)
    manager = subprocess.Popen(["openbox"], env=dict(os.environ, DISPLAY=f":{number}"), **quiet)
    time.sleep(0.5)
    try:
        times = []
        for _ in range(runs):
            mapped, painted = run(program, sys.argv[3:], number)
            times.append(painted)
            print(f"mapped {mapped * 1000:6.0f} ms   painted {painted * 1000:6.0f} ms", flush=True)
        print(f"median {sorted(times)[len(times) // 2] * 1000:.0f} ms, best {min(times) * 1000:.0f} ms")
    finally:
        # Not killed: it would leave its socket behind.
        manager.terminate()
        server.terminate()
        server.wait()


main()
