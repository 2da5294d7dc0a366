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

  const clock = (seconds) => {
    const sign = seconds < 0 ? "-" : "";
    const whole = Math.floor(Math.abs(seconds));
    const two = (n) => String(n).padStart(2, "0");
    const hours = Math.floor(whole / 3600);
    const minutes = Math.floor(whole / 60) % 60;
    return sign + (hours ? hours + ":" + two(minutes) : minutes) + ":" + two(whole % 60);
  };

  const duration = (seconds) => (seconds < 120 ? number(seconds, 1) + " s" : clock(seconds));

  const dateTime = (iso, zone) => {
    const options = { dateStyle: "long", timeStyle: "medium" };
    try {
      return new Date(iso).toLocaleString("en-GB", { ...options, timeZone: zone }) + " " + zone;
    } catch (e) {
      return new Date(iso).toLocaleString("en-GB", { ...options, timeZone: "UTC" }) + " UTC";
    }
  };

  return { number, significant, count, rate, latency, latencyParts, ratio, clock, duration, dateTime };
})();

// Elements: element("p", {class: "soft"}, "text", child, ...)
const element = (name, attributes, ...children) => {
  const made = document.createElement(name);
  Object.entries(attributes || {}).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...children.filter((child) => child != null));
  return made;
};
