// Charts by uPlot. A chart is described once and made again when the theme or the width changes.
const charts = (() => {
  const all = [];
  const sync = uPlot.sync("time");
  const FONT = "12px system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif";
  const SMALL = "600 10px system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif";
  const EVENT_COLORS = {
    rate: "c1", workers: "c4", mark: "c2", command: "c7", connection: "c5", error: "bad", paused: "faint", resumed: "faint",
    warmup_ended: "faint", stopping: "faint", client: "c5",
  };

  const eventColor = (kind) => theme.color(EVENT_COLORS[kind] || "faint");

  const eventVariable = (kind) => "var(--" + (EVENT_COLORS[kind] || "faint") + ")";

  const axis = (label, format, more) => ({
    label, labelFont: FONT, font: FONT, labelSize: 20, size: 60,
    stroke: theme.color("soft"),
    grid: { stroke: theme.color("grid"), width: 1 },
    ticks: { stroke: theme.color("line"), width: 1, size: 5 },
    values: (u, splits, at, space, distance) => splits.map((v) => (v == null ? "" : format(v, distance))),
    ...more,
  });

  const SECONDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 86400, 172800];

  const timeAxis = (label) => axis(label || "time since start (min:s)", text.clock, { size: 34, space: 70, incrs: SECONDS });

  const dateAxis = () => axis("", String, { size: 34, space: 130, incrs: [...SECONDS, 604800, 2592000, 7776000, 31536000],
    values: (u, splits, at, space, distance) => splits.map((v, i) => text.stamp(v, distance, splits[i - 1])) });

  // labels of their own at some values; where they would lie over each other, some are left out
  const tickAxis = (label, ticks) => axis(label, String, { size: 34, splits: () => ticks.map((tick) => tick.x), filter: (u, splits) => splits,
    values: (u) => {
      let free = -Infinity;
      const shown = new Map();
      [...ticks].sort((a, b) => a.x - b.x).forEach((tick) => {
        const middle = u.valToPos(tick.x, "x");
        const half = 4 * tick.label.length + 4;
        if (middle - half < free) return;
        free = middle + half;
        shown.set(tick.x, tick.label);
      });
      return ticks.map((tick) => shown.get(tick.x) || "");
    } });

  const aroundTicks = (x, logarithmic) => () => {
    const [least, most] = [x[0], x[x.length - 1]];
    if (logarithmic) return [least / (most / least) ** 0.04, most * (most / least) ** 0.04];
    const space = (most - least || 1) * 0.04;
    return [least - space, most + space];
  };

  // labels at powers of ten only, or at 1, 2 and 5 where there are few
  const logSplits = (u, axisIndex, min, max) => {
    const decades = Math.log10(max / min);
    const steps = decades > 3.5 ? [1] : decades > 1.4 ? [1, 3] : decades > 0.9 ? [1, 2, 5] : [1, 1.5, 2, 3, 5, 7];
    const found = [];
    for (let e = Math.floor(Math.log10(min)); e <= Math.ceil(Math.log10(max)); e++) {
      found.push(...steps.map((s) => s * Math.pow(10, e)).filter((value) => value >= min * 0.999 && value <= max * 1.001));
    }
    return found;
  };

  const logAxis = (label, format) => axis(label, (value) => format(value, value), { size: 66, splits: logSplits, filter: (u, splits) => splits });

  const logRange = (u, min, max) =>
    min == null || !(min > 0) ? [0.01, 10] : [min / 1.25, Math.max(max, min * 2) * 1.25];

  const zeroRange = (u, min, max) => [0, max > 0 ? max * 1.08 : 1];

  // what lies behind the lines: the warm-up and what happened
  const backdrop = (warmupEnd, events, numbered) => (u) => {
    const { ctx, bbox } = u;
    const ratio = devicePixelRatio || 1;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top - 16 * ratio, bbox.width, bbox.height + 16 * ratio);
    ctx.clip();
    ctx.font = SMALL.replace("10px", 10 * ratio + "px");
    if (warmupEnd > 0) {
      const right = Math.min(u.valToPos(warmupEnd, "x", true), bbox.left + bbox.width);
      ctx.fillStyle = theme.color("warm");
      ctx.fillRect(bbox.left, bbox.top, right - bbox.left, bbox.height);
      if (right - bbox.left > 60 * ratio) {
        ctx.fillStyle = theme.color("faint");
        ctx.textAlign = "left";
        ctx.textBaseline = "top";
        ctx.fillText("warm-up", bbox.left + 6 * ratio, bbox.top + 5 * ratio);
      }
    }
    let lastLabel = -Infinity;
    events.forEach((event) => {
      const x = Math.round(u.valToPos(event.t, "x", true));
      if (x < bbox.left || x > bbox.left + bbox.width) return;
      ctx.strokeStyle = eventColor(event.kind);
      ctx.globalAlpha = 0.55;
      ctx.lineWidth = ratio;
      ctx.setLineDash([3 * ratio, 3 * ratio]);
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
      ctx.globalAlpha = 1;
      if (numbered && x - lastLabel > 17 * ratio) {
        lastLabel = Math.min(Math.max(x, bbox.left + 9 * ratio), bbox.left + bbox.width - 9 * ratio); // whole at an edge
        ctx.setLineDash([]);
        ctx.fillStyle = eventColor(event.kind);
        ctx.beginPath();
        ctx.roundRect(lastLabel - 9 * ratio, bbox.top - 15 * ratio, 18 * ratio, 14 * ratio, 7 * ratio);
        ctx.fill();
        ctx.fillStyle = theme.color("card");
        ctx.textAlign = "center";
        ctx.textBaseline = "middle";
        ctx.fillText(event.no, lastLabel, bbox.top - 7.5 * ratio);
      }
    });
    ctx.restore();
  };

  // a value holds from the begin of its interval to the end: ends are the x, lengths go with them
  const overIntervals = (lengths) => (u, series, first, last) => {
    const xs = u.data[0];
    const ys = u.data[series];
    const stroke = new Path2D();
    const fill = new Path2D();
    const scale = u.series[series].scale;
    const base = u.valToPos(u.scales[scale].distr === 3 ? u.scales[scale].min : Math.max(0, u.scales[scale].min), scale, true);
    let end = null;
    for (let i = first; i <= last; i++) {
      if (ys[i] == null) continue;
      const left = u.valToPos(xs[i] - lengths[i], "x", true);
      const right = u.valToPos(xs[i], "x", true);
      const top = u.valToPos(ys[i], scale, true);
      const begin = end != null && Math.abs(left - end) < 2 * (devicePixelRatio || 1) ? end : left;
      stroke[begin === end ? "lineTo" : "moveTo"](begin, top);
      stroke.lineTo(right, top);
      fill.rect(begin, top, right - begin, base - top);
      end = right;
    }
    return { stroke, fill, clip: null, band: null, gaps: null, flags: 1 };
  };

  const line = (label, color, format, more) => ({
    label, stroke: color, width: 2, points: { show: false }, spanGaps: false,
    value: (u, value) => (value == null ? "" : format(value)), ...more,
  });

  const timeSeries = () => ({ label: "time", value: (u, v) => (v == null ? "" : text.clock(v)) });

  const small = () => innerWidth < 760;
  const low = () => (small() ? 200 : 230);

  // the scales of a chart nobody has zoomed into are known when it has been drawn
  const noteWhole = (chart) => {
    const { plot } = chart;
    chart.whole = null;
    queueMicrotask(() => { chart.whole = [plot.scales.x.min, plot.scales.x.max]; });
  };

  // describe: () => ({options, data}); it is called for each drawing, so that colours are those of the theme
  const add = (id, place, label, describe) => {
    const figure = element("div", { class: "plot", id, role: "img", "aria-label": label });
    const chart = { id, plot: null, figure, describe, whole: null };
    place.append(figure, copy.ofChart(chart));
    chart.make = (where) => {
      const { options, data, height } = describe();
      return new uPlot(
        { width: Math.max(200, figure.clientWidth), height: height || (small() ? 240 : 300), padding: [18, 24, 0, 0],
          legend: { live: true }, ...options, cursor: { y: false, ...(options.cursor || {}) } },
        data, where);
    };
    chart.draw = () => {
      if (chart.plot) chart.plot.destroy();
      chart.plot = chart.make(figure);
      noteWhole(chart);
    };
    all.push(chart);
    return chart;
  };

  // takes new figures; what a person has zoomed into stays
  const renew = (chart) => {
    const { plot } = chart;
    const { min, max } = plot.scales.x;
    const zoomed = chart.whole && (min !== chart.whole[0] || max !== chart.whole[1]);
    plot.setData(chart.describe().data, !zoomed);
    if (zoomed) plot.setScale("x", { min, max });
    else noteWhole(chart);
  };

  const refresh = () => all.forEach((chart) => (chart.plot ? renew(chart) : chart.draw()));

  const remove = (place) => {
    all.filter((chart) => place.contains(chart.figure)).forEach((chart) => {
      if (chart.plot) chart.plot.destroy();
      all.splice(all.indexOf(chart), 1);
    });
  };

  const drawAll = () => all.forEach((chart) => chart.draw());

  const start = () => {
    all.filter((chart) => !chart.plot).forEach((chart) => chart.draw());
    theme.onChange(drawAll);
    let width = innerWidth;
    addEventListener("resize", () => {
      if (innerWidth === width) return;
      width = innerWidth;
      drawAll();
    });
  };

  // percentiles lie the further apart the nearer they are to 100: x is the number of nines
  const curveX = (percentile, count) =>
    percentile >= 100 ? Math.log10(Math.max(2, count)) : -Math.log10(1 - percentile / 100);

  const percentText = (x) =>
    x === 0 ? "0" : String(+(100 - 100 * Math.pow(10, -x)).toFixed(Math.max(0, Math.ceil(x) - 2) + (x % 1 ? 1 : 0)));

  // each: {label, color, curve: {percentile, millis}, count}
  const curves = (each) => {
    const parts = each.map(({ curve, count }) => {
      const x = [];
      const y = [];
      curve.percentile.forEach((p, i) => {
        const at = curveX(p, count);
        if (!x.length || at > x[x.length - 1]) {
          x.push(at);
          y.push(curve.millis[i]);
        }
      });
      return [x, y];
    });
    return {
      data: uPlot.join(parts),
      options: {
        scales: { x: { time: false }, y: { distr: 3, range: logRange } },
        axes: [axis("percentile (%)", percentText, { size: 34, splits: (u, a, min, max) =>
          [0, ...Array.from({ length: Math.floor(max) }, (_, i) => i + 1)] }), logAxis("latency", text.latency)],
        series: [{ label: "percentile", value: (u, v) => (v == null ? "" : percentText(v) + " %") },
          ...each.map(({ label, color }) => line(label, color, text.latency, { spanGaps: true }))],
      },
    };
  };

  const timeCursor = () => ({ sync: { key: sync.key } });

  return { SECONDS, add, start, refresh, remove, all, eventVariable, axis, dateAxis, timeAxis, tickAxis, aroundTicks, overIntervals, logAxis, logRange, zeroRange, backdrop, line, curves, timeSeries, timeCursor, small, low };
})();
