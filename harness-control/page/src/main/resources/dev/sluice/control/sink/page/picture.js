// The picture of the first screen: rate above, latency below, with one time axis, one cursor and one set of marks.
const picture = (() => {
  const MARKS = ["rate", "paused", "resumed", "workers", "mark", "agent", "connection", "blocked", "error"];
  const BAD = ["agent", "connection", "blocked", "error"];
  const SHORT = 0.98; // of the target
  const box = document.getElementById("charts");
  const heads = { rate: document.getElementById("rateHead"), latency: document.getElementById("latencyHead") };
  const plan = shape("svg", { "aria-hidden": "true" });
  const overlay = shape("svg", { "aria-hidden": "true" });
  box.append(plan, overlay);
  let shown = null; // {data, w, now, ended, objectives}
  let f = null; // the frame: where the panels lie, and what their axes mean
  let span = 0; // seconds shown; 0 shows all
  let cursor = null; // the number of a point
  let ahead = null; // a change that has not been given: [[seconds from now, per second], ...]

  // the least of 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8 and their tenfolds that is not less: an axis grows in steps
  const roundUp = (value) => {
    const power = 10 ** Math.floor(Math.log10(value));
    return power * [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((each) => each * power >= value * 0.999999);
  };

  const frame = () => {
    const { data, w, now, ended } = shown;
    const [width, height] = [box.clientWidth, box.clientHeight];
    const small = width < 700;
    const [left, right] = [small ? 42 : 56, width - (small ? 10 : 22)];
    const body = height - 48 - 36 - 24;
    const [rateTop, rateEnd] = [48, 48 + Math.round(body * 0.45)];
    const [latencyTop, latencyEnd] = [rateEnd + 36, height - 24];
    const end = ended ? data.to : Math.max(data.to, now.sinceStartSeconds || 0);
    const from = span ? Math.max(data.from, end - span) : data.from;
    const unit = 2 ** Math.floor(Math.log2(Math.max(8, end - from))) / 4;
    const to = ended ? end : span ? from + span * 4 / 3 : from + Math.ceil((end - from) * 1.15 / unit) * unit;
    const first = Math.max(0, data.endSeconds.findIndex((t) => t > from));
    const seen = (values) => (values || []).slice(first).filter((v) => v > 0);
    const maxRate = roundUp(1.1 * Math.max(1, ...seen(w.series.achieved), ...seen(w.series.target), now.finalPerSecond || 0, now.targetPerSecond || 0,
      ...[...(ahead || []), ...(now.profile || []).filter(([t]) => t < to - end)].map(([, rate]) => rate)));
    const kinds = w.latencyMillis[w.headline] || {};
    const late = (w.latencyMillis.lateness || {}).p99 || [];
    const floor = Math.floor(Math.log10(Math.min(...seen(kinds.p50), ...seen(late), 0.1 * Math.max(1, ...seen(kinds.max)))));
    const ceiling = Math.max(floor + 2, Math.ceil(Math.log10(Math.max(...seen(kinds.max), 0))));
    return {
      width, height, small, left, right, rateTop, rateEnd, latencyTop, latencyEnd, end, from, to, first, maxRate, floor, ceiling, kinds, late,
      x: (t) => left + (right - left) * (t - from) / (to - from),
      rate: (v) => rateEnd - (rateEnd - rateTop) * Math.min(1, v / maxRate),
      latency: (v) => latencyEnd - (latencyEnd - latencyTop) * Math.min(1, Math.max(0, (Math.log10(v) - floor) / (ceiling - floor))),
    };
  };

  const round = (v) => Math.round(v * 10) / 10;
  // through the ends of intervals; or level, because a rate holds from the begin of its interval to the end
  const trace = (values, y, level) => {
    const { endSeconds, lengthSeconds } = shown.data;
    let d = "";
    for (let i = f.first, open = false; i < endSeconds.length; i++) {
      const there = level ? values[i] != null : values[i] > 0;
      const x = round(f.x(endSeconds[i]));
      if (there && level) d += (open ? "V" : "M" + round(f.x(endSeconds[i] - lengthSeconds[i])) + " ") + round(y(values[i])) + "H" + x;
      else if (there) d += (open ? "L" : "M") + x + " " + round(y(values[i]));
      open = there;
    }
    return d;
  };
  // fills from one height to another over each interval that has both
  const blocks = (heights) => shown.data.endSeconds.map((end, i) => {
    const [top, bottom] = (i >= f.first && heights(i)) || [];
    return top == null ? "" : "M" + round(f.x(end - shown.data.lengthSeconds[i])) + " " + round(bottom) + "V" + round(top) + "H" + round(f.x(end)) + "V" + round(bottom) + "Z";
  }).join("");
  const shortfall = () => blocks((i) => {
    const [target, achieved] = [shown.w.series.target[i], shown.w.series.achieved[i]];
    return target > 0 && !shown.data.warmup[i] && achieved < SHORT * target && [f.rate(target), f.rate(achieved)];
  });

  const words = (x, y, said, anchor, name) => shape("text", { x: round(x), y: round(y), "text-anchor": anchor || "start", class: name || "" }, said);
  const rule = (x1, y1, x2, y2, name) => shape("path", { d: "M" + round(x1) + " " + round(y1) + "L" + round(x2) + " " + round(y2), class: name });
  const upright = (t, name) => [rule(f.x(t), f.rateTop - 16, f.x(t), f.rateEnd, name), rule(f.x(t), f.latencyTop, f.x(t), f.latencyEnd, name)];
  const pill = (t, said, name) => {
    const half = 3.6 * said.length + 6;
    const middle = Math.min(f.right - half, Math.max(f.left + half, f.x(t)));
    return shape("g", { class: name }, shape("rect", { x: round(middle - half), y: f.latencyEnd + 3, width: 2 * half, height: 18, rx: 4 }), words(middle, f.latencyEnd + 16, said, "middle"));
  };

  const axes = () => {
    const made = [];
    const step = [1, 2, 2.5, 5, 10].map((each) => each * 10 ** Math.floor(Math.log10(f.maxRate / 3)))
      .find((each) => f.maxRate / each <= (f.rateEnd - f.rateTop < 80 ? 2.1 : 4.1)) || f.maxRate;
    for (let v = 0; v <= f.maxRate * 1.0001; v += step) {
      made.push(rule(f.left, f.rate(v), f.right, f.rate(v), "grid"), words(f.left - 7, f.rate(v) + 4, text.tick(v, step), "end"));
    }
    for (let e = f.floor; e <= f.ceiling; e++) {
      const y = f.latency(10 ** e);
      made.push(rule(f.left, y, f.right, y, "grid"), words(f.left - 7, y + 4, text.tick(10 ** e, 10 ** e), "end"));
    }
    const every = charts.SECONDS.find((each) => each >= 1 && f.x(f.from + each) - f.left > (f.small ? 62 : 78)) || 172800;
    for (let t = Math.ceil(f.from / every) * every; t <= f.to; t += every) {
      made.push(rule(f.x(t), f.rateTop, f.x(t), f.rateEnd, "grid"), rule(f.x(t), f.latencyTop, f.x(t), f.latencyEnd, "grid"));
      if (shown.ended || Math.abs(f.x(t) - f.x(f.end)) > 62) {
        made.push(words(f.x(t), f.latencyEnd + 16, text.clock(t), f.x(t) > f.right - 16 ? "end" : f.x(t) < f.left + 14 ? "start" : "middle"));
      }
    }
    return made;
  };

  // of a target to come: [[0, per second], [seconds from now, per second], ..., [Infinity, per second]]
  const future = (path) => {
    const room = f.to - f.end;
    const next = path.findIndex(([t]) => t > room);
    const [[t0, from], [t, to]] = path.slice(next - 1);
    return "M" + [...path.slice(0, next), [room, from + (to - from) * (room - t0) / (t - t0)]]
      .map(([at, rate]) => round(f.x(f.end + at)) + " " + round(f.rate(rate))).join("L");
  };
  const above = (rate) => Math.max(f.rateTop + 4, f.rate(rate) - 7);
  const planned = () => {
    const { targetPerSecond: target, finalPerSecond, rampLeftSeconds: left, profile, mode } = shown.now;
    if (shown.ended || !(target > 0 || profile) || mode === "paused") return [];
    const path = profile ? [[0, target], ...profile] : [[0, target], [left || 0, left > 0 ? finalPerSecond ?? target : target]];
    const [until, final] = path[path.length - 1];
    const at = f.small ? "" : "/s" + (until > 0 ? " at " + text.clock(Math.round(f.end + until)) : "");
    const said = (profile ? "profile to " : left > 0 ? "to " : f.small ? "" : "target ") + text.significant(final) + at;
    return [shape("path", { d: future([...path, [Infinity, final]]), class: "planned" + (ahead ? " dim" : "") }),
      ...(ahead ? [] : [words(f.right, above(final), said, "end", "strong")])];
  };

  // a change of the rate as short as a chart needs it: "ramp to 2,700/s in 240 s"
  const brief = (said) => said.replace(/^(?:rate|(ramp to)) [\d.]+\/s per worker, ([\d.]+)\/s in total(?:, .*)?/,
    (all, ramp, rate) => (ramp ? ramp + " " : "") + text.significant(Number(rate)) + "/s");
  const marks = () => {
    const { data, w } = shown;
    const others = data.workloads.filter((each) => each !== w).map((each) => each.name + ": ");
    const made = [];
    let room = Infinity;
    let last = null;
    [...data.events].reverse().forEach((e) => {
      if (!MARKS.includes(e.kind) || e.t < f.from || others.some((other) => e.text.startsWith(other))) return;
      const x = Math.round(f.x(e.t));
      if (x === last) return;
      last = x;
      const name = BAD.includes(e.kind) ? "mark bad" : "mark";
      const said = brief(e.text.startsWith(w.name + ": ") ? e.text.slice(w.name.length + 2) : e.text);
      const fits = Math.floor((Math.min(room, f.width - 4) - x - 14) / 7);
      made.push(...upright(e.t, name), shape("path", { d: "M" + x + " " + (f.rateTop - 19) + "h7l-3 4 3 4h-7z", class: name + " flag" }));
      if (fits >= 4) made.push(words(x + 11, f.rateTop - 10, said.length > fits ? said.slice(0, fits - 1) + "…" : said, "start", name));
      room = x;
    });
    return made;
  };

  // what each line is, at its end; none lies over another
  const names = () => {
    const x = f.x(f.end) + 8;
    const brief = f.right - x < 210;
    const lines = [["max", f.kinds.max], ["p99", f.kinds.p99, "strong"], ["p50", f.kinds.p50, "accent"], [f.small ? "late" : "lateness of start", f.late]]
      .map(([name, values, look]) => ({ name, look, value: (values || []).at(-1) })).filter(({ value }) => value > 0).sort((one, other) => other.value - one.value);
    let free = f.latencyTop;
    return lines.map(({ name, look, value }, i) => {
      free = Math.min(Math.max(free + 12, f.latency(value) + 4), f.latencyEnd - 2 - 12 * (lines.length - 1 - i));
      return words(x, free, name + (brief ? "" : " " + text.latency(value)), "start", look);
    });
  };

  const objectives = () => shown.objectives.flatMap(({ objective }) => {
    const found = /^(?:(.*?):? )?p[\d.]+ *(?:<=?|≤) *([\d.]+) *(us|µs|ms|s)$/.exec(objective);
    if (!found || (found[1] && found[1] !== shown.w.name)) return [];
    const millis = found[2] * { us: 0.001, "µs": 0.001, ms: 1, s: 1000 }[found[3]];
    if (millis < 10 ** f.floor || millis > 10 ** f.ceiling) return [];
    return [rule(f.left, f.latency(millis), f.right, f.latency(millis), "objective"), words(f.small ? f.left + 4 : f.right, f.latency(millis) - 5, objective.slice((found[1] || "").length).replace(/^:? /, ""), f.small ? "start" : "end", "objective")];
  });

  const read = (place, title, more, entries) => place.replaceChildren(element("h2", {}, title, element("span", { class: "wide" }, more)),
    ...entries.map(([look, name, value]) => element("span", { class: name.includes("lateness") ? "wide" : "" },
      look ? element("i", { class: look }) : null, name, value == null ? null : element("b", {}, value))));
  const readings = () => {
    const { data, w } = shown;
    const i = cursor ?? data.endSeconds.length - 1;
    const millis = (values) => (values && values[i] > 0 ? text.significant(values[i]) : "–");
    const target = w.series.target.some((v) => v != null);
    read(heads.rate, "Rate", " of " + w.name + ", /s", [
      target ? ["target", "target", w.series.target[i] == null ? "–" : text.significant(w.series.target[i])] : ["", "no target"],
      ["achieved", "achieved", w.series.achieved[i] == null ? "–" : text.significant(w.series.achieved[i])],
      ...(cursor == null ? [] : [["", "at " + text.clock(data.endSeconds[i]) + (data.warmup[i] ? ", warm-up" : "")]])]);
    read(heads.latency, "Latency", (w.headline === "latency" ? " from intended start" : ", service time") + ", ms", [
      ["p50", "p50", millis(f.kinds.p50)], ["p99", "p99", millis(f.kinds.p99)], ["max", "max", millis(f.kinds.max)],
      ...(f.late.length ? [["late", "lateness of start, p99", millis(f.late)]] : [])]);
    heads.latency.style.top = f.rateEnd + 9 + "px";
  };

  const drawOverlay = () => {
    const made = [];
    if (ahead && !shown.ended) {
      const [t, rate] = ahead.at(-1);
      made.push(shape("path", { d: future([...ahead, [Infinity, rate]]), class: "ahead" }),
        words(f.right, above(rate), text.significant(rate) + (f.small ? "" : t > 0 ? "/s at " + text.clock(Math.round(f.end + t)) : "/s at once"), "end", "accent"));
    }
    if (cursor != null) {
      const t = shown.data.endSeconds[cursor];
      made.push(rule(f.x(t), f.rateTop, f.x(t), f.latencyEnd, "cursor"), pill(t, text.clock(t), "cursor"));
      [[shown.w.series.achieved, f.rate], [f.kinds.p50, f.latency], [f.kinds.p99, f.latency]].forEach(([values, y]) => {
        if (values && values[cursor] != null) made.push(shape("circle", { cx: round(f.x(t)), cy: round(y(values[cursor])), r: 3.5, class: "cursor" }));
      });
    }
    overlay.replaceChildren(...made);
    readings();
  };

  const draw = () => {
    if (!shown || !shown.data.endSeconds.length || !box.clientWidth) return;
    f = frame();
    if (cursor < f.first) cursor = null; // it has gone out of what is shown
    const { data, w, ended } = shown;
    const clip = (id, top, bottom) => shape("clipPath", { id }, shape("rect", { x: f.left, y: top, width: f.right - f.left, height: Math.max(0, bottom - top) }));
    const line = (d, name) => shape("path", { d, class: "line " + name });
    const tint = (top, bottom) => shape("rect", { x: f.left, y: top, width: round(Math.max(0, f.x(data.warmupEnd) - f.left)), height: Math.max(0, bottom - top), class: "warm" });
    plan.replaceChildren(clip("rateClip", f.rateTop - 2, f.rateEnd + 2), clip("latencyClip", f.latencyTop, f.latencyEnd),
      ...(data.warmupEnd > f.from ? [tint(f.rateTop, f.rateEnd), tint(f.latencyTop, f.latencyEnd)] : []), ...axes(),
      shape("g", { "clip-path": "url(#rateClip)" }, line(shortfall(), "shortfall"), line(trace(w.series.achieved, f.rate, true), "achieved"), line(trace(w.series.target, f.rate, true), "target")),
      shape("g", { "clip-path": "url(#latencyClip)" }, line(trace(f.late, f.latency), "late"),
        ...["max", "p99", "p50"].map((p) => line(trace(f.kinds[p] || [], f.latency), p))),
      ...planned(), ...objectives(), ...marks(),
      ...(ended ? [] : [rule(f.x(f.end), f.rateTop - 4, f.x(f.end), f.latencyEnd, "now"), pill(f.end, "now " + text.clock(f.end), "now"), ...names()]));
    drawOverlay();
  };

  const move = (to) => {
    cursor = to == null ? null : Math.max(f.first, Math.min(shown.data.endSeconds.length - 1, to));
    drawOverlay();
  };
  const point = (event) => {
    if (!f) return;
    const t = f.from + (event.clientX - box.getBoundingClientRect().left - f.left) / (f.right - f.left) * (f.to - f.from);
    const at = shown.data.endSeconds.findIndex((end) => end >= t);
    move(t < f.from || at < 0 ? null : at);
  };
  box.addEventListener("pointermove", point);
  box.addEventListener("pointerdown", point);
  box.addEventListener("pointerleave", () => { if (f) move(null); });
  box.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!f || !(by || event.key === "Escape")) return;
    move(by ? (cursor ?? shown.data.endSeconds.length - 1) + by * (event.shiftKey ? 10 : 1) : null);
    event.preventDefault();
  });
  const ranges = document.querySelectorAll("#range button");
  const choose = (seconds) => {
    span = seconds;
    cursor = null;
    ranges.forEach((each) => each.setAttribute("aria-pressed", Number(each.value) === seconds));
    draw();
  };
  ranges.forEach((each) => each.addEventListener("click", () => choose(Number(each.value))));
  choose(0);
  new ResizeObserver(draw).observe(box);
  return {
    SHORT,
    show: (figures) => {
      if (!shown || shown.w.name !== figures.w.name) cursor = null;
      shown = figures;
      draw();
    },
    preview: (path) => {
      if (JSON.stringify(path) === JSON.stringify(ahead)) return;
      ahead = path;
      draw();
    },
  };
})();
