// Takes a picture of a page that does not end loading: node page.mjs URL FILE WIDTH HEIGHT SECONDS [dark]
import { start } from "./browser.mjs";

const [url, file, width, height, seconds, scheme] = process.argv.slice(2);
const browser = await start();
const page = await browser.open(url, +width, +height, +width < 600 ? 2 : 1, scheme);
await new Promise((over) => { setTimeout(over, seconds * 1000); });
await page.picture(file);
await browser.close();
