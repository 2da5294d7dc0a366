// One picture of a page's first screen, at both sizes, light and dark: node sheet.mjs URL FILE SECONDS
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { start } from "./browser.mjs";

const [url, file, seconds] = process.argv.slice(2);
const GAP = 16;
const HEIGHT = 600; // of each screen on the sheet
const SCREENS = [[1440, 900, "light"], [1440, 900, "dark"], [390, 844, "light"], [390, 844, "dark"]];

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sheet-"));
const browser = await start();
const pages = await Promise.all(SCREENS.map(([width, height, scheme]) => browser.open(url, width, height, 1, scheme)));
await new Promise((over) => { setTimeout(over, seconds * 1000); });
await Promise.all(pages.map((page, i) => page.picture(`${folder}/${i}.png`)));

const images = SCREENS.map((_, i) => `<img height="${HEIGHT}" src="${i}.png">`).join("");
fs.writeFileSync(`${folder}/sheet.html`, `<body style="margin:0;padding:${GAP}px;background:#808080;display:flex;gap:${GAP}px">${images}`);
const width = SCREENS.reduce((sum, [w, h]) => sum + GAP + Math.round(w * HEIGHT / h), GAP);
const sheet = await browser.open(`file://${folder}/sheet.html`, width, HEIGHT + 2 * GAP, 1);
await new Promise((over) => { setTimeout(over, 1000); });
await sheet.picture(file);
await browser.close();
fs.rmSync(folder, { recursive: true });
