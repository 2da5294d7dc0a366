// Ten seconds of a run whose rate is changed by hand, as frames of its page and of the terminal beside it:
//   node bump.mjs PAGE CONTROL-PORT FOLDER
// A frame is FOLDER/MILLISECONDS-page.png and FOLDER/MILLISECONDS-terminal.png.
import fs from "node:fs";
import net from "node:net";
import { start } from "./browser.mjs";

const [url, port, folder] = process.argv.slice(2);
const SECONDS = 10;
const FRAME = 250;
const KEY = 60; // between two keys
const TYPED = [[1, "rate senders +10%"], [4, "rate senders +10%"], [7, "rate senders -20%"]]; // from which second on
const TERMINAL = `data:text/html,<body style="margin:0;background:%2312161c"><pre id=t style="color:%23d7dee8;font:14px/1.5
 monospace;padding:14px;margin:0;white-space:pre-wrap">`;

fs.mkdirSync(folder, { recursive: true });
let shown = `$ telnet localhost ${port}\n`;
const socket = net.connect(+port, "127.0.0.1");
socket.on("data", (reply) => { shown += reply.toString().replaceAll("\r", ""); });

const browser = await start();
const page = await browser.open(url, 1280, 800, 0.625);
const terminal = await browser.open(TERMINAL, 400, 500, 1);
await new Promise((over) => { setTimeout(over, 4000); }); // the page has drawn itself

const begun = Date.now();
const keys = TYPED.flatMap(([second, line]) => [...line, "\n"].map((key, i) => ({ key, at: second * 1000 + i * KEY })));
keys.forEach(({ key, at }, i) => setTimeout(() => {
  shown += key;
  if (key === "\n") socket.write(`${keys.slice(0, i).map((k) => k.key).join("").split("\n").pop()}\n`);
}, at));
for (let next = 0; next <= SECONDS * 1000; next = Date.now() - begun + FRAME) {
  await new Promise((over) => { setTimeout(over, begun + next - Date.now()); });
  const at = String(Date.now() - begun).padStart(6, "0");
  await terminal.run(`document.getElementById("t").textContent = ${JSON.stringify(shown)} + "\\u2588"`);
  await Promise.all([page.picture(`${folder}/${at}-page.png`), terminal.picture(`${folder}/${at}-terminal.png`)]);
}
socket.end("quit\n");
await browser.close();
