// Takes a picture of a page that does not end loading: node page.mjs URL FILE WIDTH HEIGHT SECONDS
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const [url, file, width, height, seconds] = process.argv.slice(2);
const profile = fs.mkdtempSync(path.join(os.tmpdir(), "page-"));
const browser = spawn(process.env.BROWSER || "chromium", ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
  "--remote-debugging-port=0", `--window-size=${width},${height}`, `--user-data-dir=${profile}`, "about:blank"]);
const address = await new Promise((found) => {
  browser.stderr.on("data", (said) => {
    const match = /ws:\/\/([^/]+)\//.exec(said);
    if (match) found(match[1]);
  });
});
const pages = await (await fetch(`http://${address}/json/list`)).json();
const socket = new WebSocket(pages.find((page) => page.type === "page").webSocketDebuggerUrl);
const waiting = new Map();
socket.onmessage = (message) => {
  const answer = JSON.parse(message.data);
  if (answer.id) waiting.get(answer.id)(answer.result);
};
await new Promise((open) => { socket.onopen = open; });
let number = 0;
const call = (method, params) => new Promise((answered) => {
  number += 1;
  waiting.set(number, answered);
  socket.send(JSON.stringify({ id: number, method, params }));
});
await call("Emulation.setDeviceMetricsOverride", { width: +width, height: +height, deviceScaleFactor: +width < 600 ? 2 : 1, mobile: +width < 600 });
await call("Page.navigate", { url });
await new Promise((over) => { setTimeout(over, seconds * 1000); });
const picture = await call("Page.captureScreenshot", {});
fs.writeFileSync(file, Buffer.from(picture.data, "base64"));
await call("Browser.close");
socket.close();
browser.on("exit", () => fs.rmSync(profile, { recursive: true, force: true }));
