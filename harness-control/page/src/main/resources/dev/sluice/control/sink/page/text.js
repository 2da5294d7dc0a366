// How figures are written, on every page by one rule: three digits, whole from 100, a comma in thousands;
// zero is 0 and what is not known a dash.
const text = (() => {
  const number = (value, decimals) =>
    value.toLocaleString("en-GB", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

  const significant = (value) => {
    if (value == null) return "–";
    const size = Math.abs(+value.toPrecision(3));
    return size === 0 ? "0" : number(value, Math.max(0, 2 - Math.floor(Math.log10(size))));
  };

  const count = (value) => (value == null ? "–" : number(value, 0));

  // a sentence of the files with its rates by the same rule
  const rates = (line) => line.replace(/(?<!\+\/- )[\d,]+\.\d(?=\/s)/g, (found) => significant(Number(found.replace(/,/g, ""))));

  const latencyParts = (millis) => {
    if (millis == null) return ["–", ""];
    const shown = +millis.toPrecision(3);
    if (shown === 0) return ["0", ""];
    if (shown < 1) return [significant(shown * 1000), "µs"];
    return shown < 1000 ? [significant(shown), "ms"] : [significant(millis / 1000), "s"];
  };

  const latency = (millis) => latencyParts(millis).join(" ").trim();

  // with its error at 95 % and its unit, as lines of text have it: 12.1 ms ± 0.8 ms; both ends where the sides differ by more than a third
  const PER_MS = { "µs": 1000, ms: 1, s: 0.001 };
  const withError = (write, value, low, high) => {
    const shown = write(value);
    const [above, below] = [high - value, value - low];
    const error = low == null || high == null ? NaN : Math.max(above, below);
    if (!(error < Math.abs(value))) return shown;
    const ends = [low, high].map(write);
    if (Math.abs(above - below) > error / 3 && ends.some((end) => end !== shown)) return shown + " (" + ends.join(" to ") + ")";
    const unit = write === latency ? latencyParts(value)[1] : "";
    const digits = +(error * (PER_MS[unit] || 1)).toPrecision(2);
    const size = digits && Math.floor(Math.log10(digits));
    const places = Math.max(0, -size, Math.min(1 - size, (shown.split(".")[1] || "").replace(/\D/g, "").length));
    return shown + " ± " + (digits ? number(digits, places) : "0") + (unit && " " + unit);
  };

  // never rounded up to 1
  const ratio = (value) =>
    value == null ? "–" : number(value < 1 ? Math.min(value, 0.9999) : value, 4);

  // the decimals that tell multiples of a distance apart
  const decimals = (distance) => {
    let found = 0;
    while (found < 9 && Math.abs(distance * 10 ** found - Math.round(distance * 10 ** found)) > 1e-6) found++;
    return found;
  };

  // a value of an axis whose labels lie so far apart
  const tick = (value, distance) => number(Math.abs(value) < distance / 2 ? 0 : value, decimals(distance));

  const clock = (seconds, distance) => {
    const places = distance ? decimals(distance) : 0;
    const shown = distance ? +Math.abs(seconds).toFixed(places) : Math.floor(Math.abs(seconds));
    const two = (n) => String(n).padStart(2, "0");
    const hours = Math.floor(shown / 3600);
    const minutes = Math.floor(shown / 60) % 60;
    const rest = shown - 60 * Math.floor(shown / 60);
    return (seconds < 0 && shown > 0 ? "-" : "") + (hours ? hours + ":" + two(minutes) : minutes) + ":"
      + (places ? rest.toFixed(places).padStart(3 + places, "0") : two(rest));
  };

  const duration = (seconds) => (seconds < 120 ? number(seconds, 1) + " s" : clock(seconds));

  // seconds as 2026-11-23 18:40; of a later moment of the same day the time alone
  const stamp = (seconds, distance, before) => {
    const shown = (at) => new Date(at * 1000).toISOString().replace("T", " ");
    const end = distance < 1 ? 23 : distance < 60 ? 19 : distance < 86400 ? 16 : 10;
    const sameDay = before != null && end > 10 && shown(before).slice(0, 10) === shown(seconds).slice(0, 10);
    return shown(seconds).slice(sameDay ? 11 : 0, end);
  };

  // seconds since 1970 by the reader's clock, whose days begin at the reader's midnight
  const local = (iso) => new Date(iso) / 1000 - 60 * new Date(iso).getTimezoneOffset();

  // a moment by the reader's clock; pointing at it shows UTC
  const time = (iso, brief) => {
    const at = new Date(iso);
    if (isNaN(at)) return String(iso);
    return element("time", { datetime: iso, title: stamp(at / 1000, 1) + " UTC" },
      brief ? stamp(local(iso), 60) : at.toLocaleString("en-GB", { dateStyle: "long", timeStyle: "long" }));
  };

  return { number, decimals, tick, significant, count, rate: significant, rates, latency, withError, latencyParts, ratio, clock, duration, stamp, local, time };
})();

// Elements: element("p", {class: "soft"}, "text", child, ...)
const element = (name, attributes, ...children) => {
  const made = document.createElement(name);
  Object.entries(attributes || {}).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...children.flat().filter((child) => child != null));
  return made;
};

// The same of SVG; what an attribute has no value for is left out.
const shape = (name, attributes, ...children) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  Object.entries(attributes).forEach(([key, value]) => value == null || made.setAttribute(key, value));
  made.append(...children);
  return made;
};
