"""What the window costs while nothing happens: idle.py PROGRAM FOLDER [SECONDS].

The program runs in a virtual X server of its own (Xvfb, openbox): once empty, once with the folder checked, on each page
that a key leads to. Prints the share of one core that the process took (from /proc/PID/stat, in ticks of 10 ms) and its
memory. Needs xdotool.
"""

import os
import subprocess
import sys
import tempfile
import time

QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
PAGES = {"documents": "ctrl+1", "pairs": "ctrl+2", "matrix": "ctrl+3", "groups": "ctrl+4", "library": "ctrl+l", "settings": "ctrl+comma"}


def ticks(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def memory(pid):
    with open(f"/proc/{pid}/status") as file:
        lines = dict(line.split(":", 1) for line in file)
    return {name: int(lines[name].split()[0]) // 1024 for name in ("VmRSS", "VmHWM")}


def share(pid, seconds):
    before = ticks(pid)
    time.sleep(seconds)
    return (ticks(pid) - before) / os.sysconf("SC_CLK_TCK") / seconds * 100


def until_calm(pid, patience=3600):
    start = time.monotonic()
    calm = 0
    while calm < 3 and time.monotonic() - start < patience:
        calm = calm + 1 if share(pid, 1) < 3 else 0
    return time.monotonic() - start


def start(program, arguments, data):
    folders = {f"XDG_{kind}_HOME": data for kind in ("DATA", "CONFIG", "CACHE")}
    return subprocess.Popen([program, *arguments], env=dict(os.environ, LANG="en_US.UTF-8", **folders))


def main():
    program, folder = sys.argv[1:3]
    seconds = int(sys.argv[3]) if len(sys.argv) > 3 else 20
    number = 80
    while os.path.exists(f"/tmp/.X11-unix/X{number}"):
        number += 1
    os.environ["DISPLAY"] = f":{number}"
    server = subprocess.Popen(["Xvfb", f":{number}", "-screen", "0", "1280x760x24", "+extension", "GLX"], **QUIET)
    while not os.path.exists(f"/tmp/.X11-unix/X{number}"):
        time.sleep(0.02)
    manager = subprocess.Popen(["openbox"], **QUIET)
    time.sleep(0.5)
    running = None
    try:
        with tempfile.TemporaryDirectory() as data:
            running = start(program, [], data)
            until_calm(running.pid)
            print(f"empty: {share(running.pid, seconds):.2f} % of a core, {memory(running.pid)} MB", flush=True)
            running.kill()
            running.wait()
            running = start(program, [folder], data)
            print(f"checked after {until_calm(running.pid):.0f} s, {memory(running.pid)} MB", flush=True)
            for page, key in PAGES.items():
                subprocess.run(["xdotool", "mousemove", "640", "400", "key", key], check=True)
                calm = until_calm(running.pid, 60)
                print(f"{page}: {share(running.pid, seconds):.2f} % of a core, calm after {calm:.0f} s, {memory(running.pid)} MB", flush=True)
                if os.environ.get("SHOTS"):
                    subprocess.run(["import", "-window", "root", f"{os.environ['SHOTS']}-{page}.png"], check=True)
    finally:
        if running:
            running.kill()
        # Not killed: it would leave its socket behind.
        manager.terminate()
        server.terminate()
        server.wait()


main()
