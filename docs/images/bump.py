"""Joins the frames of bump.mjs into one moving picture, the terminal on the left: bump.py FOLDER FILE"""

import pathlib
import sys

from PIL import Image

COLOURS = 64
LAST_MILLIS = 1500

folder, file = map(pathlib.Path, sys.argv[1:])
frames, times = [], []
for path in sorted(folder.glob("*-page.png")):
    terminal = Image.open(str(path).replace("-page.png", "-terminal.png"))
    page = Image.open(path)
    frame = Image.new("RGB", (terminal.width + page.width, max(terminal.height, page.height)))
    frame.paste(terminal, (0, 0))
    frame.paste(page, (terminal.width, 0))
    frames.append(frame)
    times.append(int(path.name.split("-")[0]))
palette = frames[-1].quantize(COLOURS)
frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
lengths = [after - before for before, after in zip(times, times[1:])] + [LAST_MILLIS]
frames[0].save(file, save_all=True, append_images=frames[1:], duration=lengths, loop=0)
if file.stat().st_size > 1_000_000:
    sys.exit(f"{file} has {file.stat().st_size:,} bytes; it is to have less than 1,000,000")
