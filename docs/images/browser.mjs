// A browser without a window, by the DevTools protocol: pages of a given size, and pictures of them.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const connect = async (url) => {
  const socket = new WebSocket(url);
  const waiting = new Map();
  let number = 0;
  socket.onmessage = (message) => {
    const answer = JSON.parse(message.data);
    if (answer.id) waiting.get(answer.id)(answer.result);
  };
  await new Promise((open) => { socket.onopen = open; });
  return {
    call: (method, params) => new Promise((answered) => {
      number += 1;
      waiting.set(number, answered);
      socket.send(JSON.stringify({ id: number, method, params }));
    }),
    close: () => socket.close(),
  };
};

export const start = async () => {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), "page-"));
  const browser = spawn(process.env.BROWSER || "chromium", ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
    "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"]);
  browser.on("exit", () => fs.rmSync(profile, { recursive: true, force: true }));
  const url = await new Promise((found) => {
    browser.stderr.on("data", (said) => {
      const match = /ws:\/\/\S+/.exec(said);
      if (match) found(match[0]);
    });
  });
  const all = await connect(url);
  const sockets = [all];

  // a page of width x height, each pixel of it `scale` pixels of its pictures: more than one on a phone
  const open = async (address, width, height, scale, scheme = "light") => {
    const { targetId } = await all.call("Target.createTarget", { url: "about:blank" });
    const page = await connect(`${new URL(url).origin.replace("http", "ws")}/devtools/page/${targetId}`);
    sockets.push(page);
    await page.call("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: scale, mobile: scale > 1 });
    await page.call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    await page.call("Page.navigate", { url: address });
    return {
      run: (expression) => page.call("Runtime.evaluate", { expression }),
      picture: async (file) => {
        const { data } = await page.call("Page.captureScreenshot", {});
        fs.writeFileSync(file, Buffer.from(data, "base64"));
      },
    };
  };
  const close = async () => {
    await all.call("Browser.close");
    sockets.forEach((socket) => socket.close());
  };
  return { open, close };
};
