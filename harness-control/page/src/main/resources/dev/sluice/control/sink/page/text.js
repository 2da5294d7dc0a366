// How figures are written.
const text = (() => {
  const number = (value, decimals) =>
    value.toLocaleString("en-GB", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

  // three significant digits at least, all digits before the point
  const significant = (value) => {
    const size = Math.abs(value);
    return number(value, size >= 100 || size === 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3);
  };

  const count = (value) => (value == null ? "–" : number(value, 0));

  const rate = (value) => (value == null ? "–" : number(value, Math.abs(value) < 1000 ? 1 : 0));

  const latencyParts = (millis) => {
    if (millis == null) return ["–", ""];
    if (millis < 1) return [significant(millis * 1000), "µs"];
    return millis < 1000 ? [significant(millis), "ms"] : [significant(millis / 1000), "s"];
  };

  const latency = (millis) => latencyParts(millis).join(" ").trim();

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

  // seconds since 1970 as 2026-11-23 18:40, in UTC; of a later moment of the same day the time alone
  const stamp = (seconds, distance, before) => {
    const shown = (at) => new Date(at * 1000).toISOString().replace("T", " ");
    const end = distance < 1 ? 23 : distance < 60 ? 19 : distance < 86400 ? 16 : 10;
    const sameDay = before != null && end > 10 && shown(before).slice(0, 10) === shown(seconds).slice(0, 10);
    return shown(seconds).slice(sameDay ? 11 : 0, end);
  };

  const dateTime = (iso, zone) => {
    const options = { dateStyle: "long", timeStyle: "medium" };
    try {
      return new Date(iso).toLocaleString("en-GB", { ...options, timeZone: zone }) + " " + zone.replace(/^Etc\//, "");
    } catch (e) {
      return new Date(iso).toLocaleString("en-GB", { ...options, timeZone: "UTC" }) + " UTC";
    }
  };

  return { number, decimals, tick, significant, count, rate, latency, latencyParts, ratio, clock, duration, stamp, dateTime };
})();

// Elements: element("p", {class: "soft"}, "text", child, ...)
const element = (name, attributes, ...children) => {
  const made = document.createElement(name);
  Object.entries(attributes || {}).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...children.filter((child) => child != null));
  return made;
};
