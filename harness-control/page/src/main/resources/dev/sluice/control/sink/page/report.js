// The page of one run, from top to bottom. It is shown once, or again and again while the run goes on.
const report = (() => {
  let data = null;
  let run = null;
  const page = document.getElementById("page");
  let place = page; // where the part that is being made goes
  const PERCENTILES = [["p50", "p1"], ["p90", "p2"], ["p99", "p3"], ["p99.9", "p4"], ["max", "p5"]];
  const KINDS = { latency: "from intended start", service: "service time", lateness: "lateness of start" };
  const MANY_EVENTS = 60;

  const section = (title) => place.append(element("h2", {}, title));
  const card = (title, caption) => parts.card(place, title, caption);
  const known = (write, figures, key) => text.withError(write, ...[key, key + "Low", key + "High"].map((each) => figures[each]));

  // blocks from top to bottom; one is made again when its key changes, and its charts take new figures by themselves
  const blocks = [];
  const makeBlock = (each, key) => {
    const box = element("div", {});
    const open = each.box ? [...each.box.querySelectorAll("details")].map((made) => made.open) : [];
    if (each.box) charts.remove(each.box);
    if (each.box) each.box.replaceWith(box);
    else each.place.append(box);
    each.box = box;
    each.made = key;
    place = box;
    each.make();
    box.querySelectorAll("details").forEach((made, i) => { made.open = made.open || !!open[i]; });
  };

  const sumOf = (all, figure) => all.reduce((sum, each) => sum + figure(each), 0);
  const isGone = (agent) => ["silent", "stopped", "dead", "failed"].includes(agent.state);

  const prepare = () => {
    run = data.run;
    const ends = data.endSeconds;
    data.from = ends.length ? Math.min(0, ends[0] - data.lengthSeconds[0]) : 0;
    data.to = ends.length ? ends[ends.length - 1] : 1;
    data.warmupEnd = ends[data.warmup.lastIndexOf(true)] || 0;
    data.workloads.forEach((w) => {
      // of a run that has ended by its summary, as objectives are: it has what intervals lack, such as errors of calls that ended last
      const { targetPerSecond, ratio, latencyMillis, wholeAccount, ...ended } = ((run.summary || {}).workloads || []).find((s) => s.name === w.name) || {};
      Object.assign(w.total, ended, targetPerSecond ? { targetPerSecond, ratio } : {});
      Object.entries(latencyMillis || {}).forEach(([kind, l]) => Object.assign(w.total.latencyMillis[kind] || {}, { ...l, ...w.total.latencyMillis[kind] }));
      w.headline = w.latencyMillis.latency ? "latency" : "service";
      w.totalLatency = w.total.latencyMillis[w.total.latencyMillis.latency ? "latency" : "service"];
      // warm-up and end included, as objectives and the list of errors have them
      w.errorsInAll = sumOf(Object.values(w.total.totalErrorsByCause), (count) => count);
    });
    data.shown = data.events.filter((e) => e.kind !== "started" && e.kind !== "stopping" && e.t >= data.from);
    data.shown.forEach((e, i) => { e.no = i + 1; });
  };

  const timeOptions = (axes, series, scales, numbered, more) => ({
    scales: { x: { time: false, range: () => [data.from, data.to] }, ...scales },
    axes: [charts.timeAxis(), ...axes],
    series: [charts.timeSeries(), ...series],
    cursor: charts.timeCursor(),
    hooks: { drawAxes: [(u) => charts.backdrop(data.warmupEnd, data.shown, numbered && data.shown.length <= MANY_EVENTS)(u)] },
    ...more,
  });

  const head = () => {
    const { scenario, description } = run.configuration || {};
    const known = [scenario !== data.name && scenario, description, text.time((run.summary || {}).started || run.created), "measured " + text.duration(data.measuredSeconds)].filter((each) => each);
    if (data.warmupEnd > 0) known.push("after a warm-up of " + text.duration(data.warmupEnd));
    if (run.host) known.push("on " + run.host.name);
    if (run.provider) known.push(run.provider);
    parts.head(place, data.name, ...known.flatMap((each, i) => (i ? [" · ", each] : [each])));
  };

  const verdict = () => {
    const made = parts.verdict(place, data.verdict);
    if (data.missingIntervals + data.damagedLines > 0) {
      made.append(element("p", {}, "Missing: " + data.missingIntervals + " intervals; damaged lines passed over: " + data.damagedLines + "."));
    }
  };

  const tile = (label, value, unit, note) =>
    element("div", { class: "tile" }, element("div", { class: "label" }, label),
      element("div", { class: "value" }, value, unit ? element("small", {}, unit) : null),
      note ? element("div", { class: "note" }, note) : null);

  const tiles = () => {
    const main = data.workloads.find((w) => w.total.targetPerSecond != null) || data.workloads[0];
    if (!main) return;
    const total = main.total;
    const latency = main.totalLatency || {};
    const tilesBox = place.appendChild(element("div", { class: "tiles" }));
    const found = (run.findings || []).filter((each) => each.kind === "max_rate");
    found.forEach((each) => {
      const [rates, more] = (each.text.match(/: ([^;:]*)/) || ["", "not known"])[1].split("/s");
      tilesBox.append(tile("max rate of " + each.subject, rates, more == null ? "" : "/s", "met the objectives, to the lowest rate that missed"));
    });
    if (found.length) return; // means over rates that were too high say nothing
    tilesBox.append(tile("achieved by " + main.name, text.rate(total.achievedPerSecond), "/s",
      total.targetPerSecond == null ? "no target" : "target " + text.rate(total.targetPerSecond) + "/s"));
    if (total.ratio != null) tilesBox.append(tile("achieved / target", text.ratio(total.ratio), "", text.count(total.iterations) + " iterations"));
    ["p50", "p99", "p99.9"].forEach((p) => tilesBox.append(tile("latency " + p, ...text.latencyParts(latency[p]), KINDS[main.headline])));
    const measured = sumOf(data.workloads, (w) => w.total.errors);
    tilesBox.append(tile("errors", text.count(sumOf(data.workloads, (w) => w.errorsInAll)), "", text.count(measured) + " while measured"));
  };

  // the agents of a fleet as they are now, or were at the end
  const agents = () => {
    const signed = (v) => (v > 0 ? "+" : "") + text.number(v, 1);
    section("Agents");
    const box = card("The fleet that has the workers", "Clock: how far ahead of the controller's, and how wrong that may be.");
    box.id = "agents";
    box.append(tables.of([
      ["agent", (a) => a.agent, true],
      ["host", (a) => a.host, true],
      ["labels", (a) => Object.entries(a.labels).map(([k, v]) => k + "=" + v).join(", "), true],
      ["cores", (a) => text.count(a.cores)],
      ["busy", (a) => (a.cpuCores == null ? "–" : text.number(a.cpuCores, 2))],
      ["state", (a) => element("span", { class: isGone(a) ? "no-ok" : "" }, a.state + (a.why ? ": " + a.why : "")), true],
      ["workers up", (a) => text.count(a.workersUp)],
      ["rate /s", (a) => text.rate(a.achievedPerSecond)],
      ["clock ms", (a) => (a.clockAheadMillis == null ? "–" : signed(a.clockAheadMillis) + " ± " + text.number(a.clockErrorMillis, 1))],
      ["heard", (a) => text.number(a.silentSeconds, 1) + " s ago"]], data.now.agents));
    data.now.refused.forEach((line) => box.append(element("p", { class: "small soft" }, line)));
  };

  const objectives = () => {
    if (!run.objectives) return;
    section("Objectives");
    card("Met or missed").append(tables.objectives(run.objectives));
  };

  const summary = () => {
    const rows = data.workloads.flatMap((w) => Object.entries(w.total.latencyMillis).map(([kind, l], i) => ({ w, kind, l, first: i === 0 })));
    section("Summary");
    card("Rates", "While measured" + (data.warmupEnd > 0 ? ", the warm-up left out" : "") + ", with 95 % confidence.").append(tables.of([
      ["workload", (w) => w.name, true],
      ["target /s", (w) => text.rate(w.total.targetPerSecond)],
      ["achieved /s", (w) => known(text.rate, w.total, "achievedPerSecond")],
      ["ratio", (w) => text.ratio(w.total.ratio)],
      ...["iterations", "dropped", "empty", "errors"].map((key) => [key, (w) => text.count(w.total[key])]),
      ["errors in all", (w) => text.count(w.errorsInAll)]], data.workloads),
    ...data.workloads.flatMap((w) => (w.total.unsteady || []).map((line) => element("p", { class: "small" }, w.name + ": " + line))));
    card("Latencies", "Percentiles of all iterations measured. From the intended start: the time a user would have waited.").append(tables.of([
      ["workload", (r) => (r.first ? r.w.name : ""), true],
      ["", (r) => KINDS[r.kind] || r.kind.replace(/-/g, " "), true],
      ...["mean", "p50", "p90", "p99", "p99.9", "p99.99", "max"].map((p) => [p, (r) => known(text.latency, r.l, p)]),
      ["count", (r) => text.count(r.l.count)]], rows));
  };

  // what there was to do and what became of it, of each workload and of all together
  const accounts = () => {
    const add = (all) => all.reduce((sum, each) =>
      Object.fromEntries(Object.entries(each).map(([key, value]) => [key, value + (sum[key] || 0)])), {});
    const rows = [["account", "measured"], ...(data.warmupEnd > 0 ? [["wholeAccount", "with the warm-up"]] : [])]
      .flatMap(([key, when]) => {
        const each = data.workloads.map((w) => [[w.name, when], w.total[key]]);
        return each.length > 1 ? [...each, [["all", when], add(each.map(([, account]) => account))]] : each;
      });
    const box = card("Account", "All iterations due, and their outcome: the terms on both sides add up to the same total.");
    box.id = "account";
    box.append(tables.account(["workload", ""], data.accountTerms, rows));
    data.workloads.forEach((w) => {
      const causes = Object.entries(w.total.droppedByCause).map(([cause, n]) => cause + " " + text.count(n));
      if (causes.length) box.append(element("p", { class: "small" }, w.name + " gave up, by cause: " + causes.join(", ") + "."));
      if (w.total.postponed > 0) box.append(element("p", { class: "small" }, w.name + " postponed " + text.count(w.total.postponed) + " more that the rate asked for."));
    });
  };

  const rates = () => {
    section("Rate");
    const box = card("Target and achieved rate");
    charts.add("rate", box, "target and achieved rate over time", () => {
      const paths = charts.overIntervals(data.lengthSeconds);
      const targets = data.workloads.filter((w) => w.series.target.some((v) => v != null)).map((w) =>
        [w.series.target, charts.line(w.name + " target", theme.color("soft"), text.rate, { dash: [6, 4], width: 1.5, paths })]);
      const achieved = data.workloads.map((w, i) => [w.series.achieved, charts.line(w.name + " achieved", theme.series(i), text.rate,
        { paths, fill: data.workloads.length === 1 ? theme.series(i) + "18" : undefined })]);
      // the first workload is the one that matters most, so it is drawn over the others
      const lines = [...targets, ...achieved.reverse()];
      return { data: [data.endSeconds, ...lines.map(([values]) => values)], height: charts.small() ? 260 : 340, options: timeOptions(
        [charts.axis("iterations per second", text.tick)], lines.map(([, line]) => line), { y: { range: charts.zeroRange } }, true) };
    });
  };

  const events = () => {
    if (!data.shown.length) return;
    const list = element("ol", { class: "events" });
    data.shown.forEach((e) => {
      const no = element("span", { class: "no" }, e.no);
      no.style.background = charts.eventVariable(e.kind);
      list.append(element("li", {}, element("span", { class: "at" }, text.clock(e.t)), no, element("span", {}, e.text)));
    });
    card("Events").append(data.shown.length <= 16 ? list
      : element("details", {}, element("summary", { class: "small" }, data.shown.length + " events"), list));
  };

  const latencies = (w, index) => {
    if (!w.latencyMillis[w.headline]) return;
    section("Latency of " + w.name);
    const pair = place.appendChild(element("div", { class: "pair" }));
    const over = card("Percentiles over time", "Each point is one " + (data.intervalsPerPoint > 1 ? "group of " + data.intervalsPerPoint + " intervals" : "interval")
      + ", " + KINDS[w.headline] + ".");
    const curve = card("Percentile curve", w.curves.latency ? "All that was measured, both latencies." : "All that was measured.");
    pair.append(over, curve);
    charts.add("latency-" + index, over, "latency percentiles of " + w.name + " over time", () => ({
      data: [data.endSeconds, ...PERCENTILES.map(([p]) => w.latencyMillis[w.headline][p])],
      options: timeOptions([charts.logAxis("latency", text.latency)],
        PERCENTILES.map(([p, c]) => charts.line(p, theme.color(c), text.latency, p === "max" ? { width: 1, dash: [2, 3] } : {})),
        { y: { distr: 3, range: charts.logRange } }, false),
    }));
    const kinds = ["latency", "service"].filter((kind) => w.curves[kind]);
    if (!kinds.length) curve.append(element("p", { class: "soft" }, "Nothing was measured."));
    else charts.add("curve-" + index, curve, "latency by percentile of " + w.name, () => charts.curves(kinds.map((kind) =>
      ({ label: KINDS[kind], color: theme.color(kind === "latency" ? "c1" : "c2"), curve: w.curves[kind], count: w.total.latencyMillis[kind].count }))));
    const map = card("Heat map", "How the iterations of each interval spread over latencies, " + KINDS[w.headline] + ".");
    heatMap.add("heat-" + index, map, w, data);
  };

  const connections = () => {
    const peers = (w) => Object.entries(w.peers).map(([peer, values]) => ({ peer, values, w }));
    const spread = data.workloads.map(peers).filter((lines) => lines.length > 1);
    const single = data.workloads.map(peers).filter((lines) => lines.length === 1).flat();
    if (spread.length + single.length) section("Connections");
    [...spread, ...(single.length ? [single] : [])].forEach((lines, index) => {
      const stacked = lines !== single;
      const box = card(stacked ? lines[0].w.name + " by queue manager or broker" : "On one queue manager or broker",
        "Workers that are connected" + (stacked ? ", stacked" : "") + "; at the end of each interval.");
      charts.add("connections-" + index, box, "connections of " + [...new Set(lines.map(({ w }) => w.name))].join(", ") + " over time", () => {
        const drawn = [];
        lines.forEach(({ values }, i) => drawn.push(values.map((v, at) => v + (stacked && i ? drawn[i - 1][at] : 0))));
        const paths = uPlot.paths.stepped({ align: -1 });
        return {
          data: [data.endSeconds, ...drawn],
          height: stacked ? undefined : charts.low(),
          options: timeOptions([charts.axis("connections", text.tick, { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] })],
            lines.map(({ peer, values, w }, i) => charts.line(stacked ? peer : w.name + " on " + peer, theme.series(i), text.count, { paths,
              value: (u, v, s, at) => (at == null ? "" : text.count(values[at])), ...(stacked ? { width: 1, fill: theme.series(i) + "b0" } : {}) })),
            { y: { range: charts.zeroRange } }, false,
            { bands: stacked ? lines.slice(1).map((_, i) => ({ series: [i + 2, i + 1] })) : [] }),
        };
      });
    });
  };

  // lines that were read at moments of their own, on one time axis; they break at null, not where only others were read
  const joined = (lines) => uPlot.join(lines.map((l) => [l.t, l.values]));

  const cpu = () => {
    section("Processors and other observed values");
    const observed = data.observations.filter((o) => o.unit === "cores");
    const processors = (run.host || {}).processors;
    const box = card("Processors kept busy", "The harness used " + text.number(data.cpuCoresMean, 2)
      + (processors ? " of " + processors : "") + " on average while it was measured. 1 is one processor kept busy.");
    charts.add("cpu", box, "processors kept busy over time", () => ({
      data: joined([{ t: data.endSeconds, values: data.cpuCores }, ...observed]),
      height: charts.low(),
      options: timeOptions([charts.axis("processors", text.tick)],
        [charts.line("harness", theme.series(0), (v) => text.number(v, 2), { spanGaps: true, fill: theme.series(0) + "18" }),
          ...observed.map((o, i) => charts.line(o.subject, theme.series(i + 1), (v) => text.number(v, 2)))],
        { y: { range: charts.zeroRange } }, false),
    }));
    const others = Object.groupBy(data.observations.filter((o) => o.unit !== "cores"), (o) => o.measure + " (" + o.unit + ")");
    Object.entries(others).forEach(([key, lines], index) => {
      charts.add("observed-" + index, card(key), key + " over time", () => ({
        data: joined(lines),
        height: charts.low(),
        options: timeOptions([charts.axis(key, text.tick)],
          lines.map((o, i) => charts.line(o.subject, theme.series(i), text.significant)), { y: { range: charts.zeroRange } }, false),
      }));
    });
  };

  // each window of a search as a stair: the rate that was tried, and whether it met the objectives
  const tries = () => {
    if (data.tries.length < 2) return;
    const [header, ...all] = data.tries;
    const cell = (row, column) => row[header.indexOf(column)];
    const rows = all.filter((row) => !cell(row, "try")); // windows of measured steps are no search
    if (!rows.length) return;
    section("Search");
    [...new Set(rows.map((row) => cell(row, "search")))].forEach((search, index) => {
      const windows = rows.filter((row) => cell(row, "search") === search);
      const numbers = windows.map((_, i) => i + 1);
      const rateWhere = (column, wanted) => windows.map((row) => (wanted(row) ? Number(cell(row, column)) : null));
      const came = (row) => cell(row, "outcome") || (cell(row, "met") === "true" ? "met" : "missed");
      const as = (outcome) => rateWhere("rate_per_second", (row) => came(row) === outcome);
      const box = card("Rates that were tried: " + search, "Each stair is one window, in the order of the search.");
      charts.add("tries-" + index, box, "rates that the search " + search + " tried", () => {
        const paths = charts.overIntervals(numbers.map(() => 1));
        return {
          data: [numbers, as("met"), as("missed"), as("not judged"), rateWhere("achieved_per_second", () => true)],
          options: {
            scales: { x: { time: false, range: () => [0, numbers.length] }, y: { range: charts.zeroRange } },
            axes: [charts.axis("window", text.tick, { size: 34, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500] }),
              charts.axis("iterations per second", text.tick)],
            series: [{ label: "window", value: (u, v) => (v == null ? "" : text.number(v, 0)) },
              charts.line("tried, met", theme.color("good"), text.rate, { width: 4, paths }),
              charts.line("tried, missed", theme.color("bad"), text.rate, { width: 4, paths }),
              charts.line("tried, not judged", theme.color("warning"), text.rate, { width: 4, paths }),
              charts.line("achieved", theme.series(0), text.rate, { width: 1.5, dash: [4, 3], paths })],
          },
        };
      });
      box.append(element("details", {}, element("summary", { class: "small" }, windows.length + " windows"), tables.of([
        ["rate /s", (row) => text.rate(Number(cell(row, "rate_per_second")))],
        ["achieved /s", (row) => text.rate(Number(cell(row, "achieved_per_second")))],
        ["p99", (row) => text.latency(cell(row, "p99_ms") === "" ? null : Number(cell(row, "p99_ms")))],
        ["", (row) => element("span", { class: came(row) === "met" ? "ok" : "no-ok" }, came(row)), true],
        ["why", (row) => [cell(row, "missed"), cell(row, "again")].filter(Boolean).join("; measured again: "), true]], windows)));
    });
  };

  const steps = () => {
    if (data.steps.length < 2) return;
    section("Steps");
    sweep.add(place, data, run.findings);
    sweep.cards(place, data, run.variables);
  };

  const faults = () => {
    section("Errors and deliveries");
    const causes = data.workloads.flatMap((w) =>
      Object.entries(w.total.totalErrorsByCause).map(([cause, n]) => ({ workload: w.name, cause, n })));
    const box = card("Errors", "Since the start, the warm-up included.");
    box.append(causes.length
      ? tables.of([["workload", (c) => c.workload, true], ["cause", (c) => c.cause, true], ["count", (c) => text.count(c.n)]],
        causes.sort((a, b) => b.n - a.n))
      : element("p", {}, "None."));
    card("In doubt, undone, reconnected", "In doubt: unknown whether it was done, because the connection was lost meanwhile.").append(tables.of([
      ["workload", (w) => w.name, true],
      ["in doubt", (w) => text.count(w.total.totalInDoubt ?? w.total.inDoubt)],
      ["rolled back", (w) => text.count(w.total.totalRolledBack ?? w.total.rolledBack)],
      ...data.accountTerms.beside.map((c) => [c.label, (w) => (c.key.endsWith("PerSecond") ? text.rate : text.count)(w.total[c.key])]),
      ["reconnects", (w) => text.count((w.total.reconnects || {}).count ?? w.total.totalReconnects)],
      ...["p50", "max"].map((p) => ["reconnect " + p, (w) => text.latency((w.total.reconnects || {})[p + "Millis"] || null)]),
      ["workers lost", (w) => text.count(w.total.workersLost)]], data.workloads));
    const checked = data.workloads.filter((w) => w.total.delivery);
    if (checked.length) {
      card("Delivery check").append(tables.of([
        ["workload", (w) => w.name, true],
        ...["checked", "unchecked", "lost", "possiblyLost", "duplicates", "outOfOrder", "corrupt", "redelivered"]
          .map((key) => [key.replace(/[A-Z]/g, (c) => " " + c.toLowerCase()), (w) => text.count(w.total.delivery[key])])], checked));
    }
  };

  const intervals = () => {
    const rows = data.endSeconds.flatMap((t, i) => data.workloads.map((w) => ({ t, i, w, l: w.latencyMillis[w.headline] || {} })));
    const details = element("details", { class: "long" }, element("summary", {}, "All intervals as a table"));
    // a long table is made only when somebody wants to see it
    details.addEventListener("toggle", () => details.append(tables.of([
      ["at", (r) => text.clock(r.t)],
      ["workload", (r) => r.w.name, true],
      ["target /s", (r) => text.rate(r.w.series.target[r.i])],
      ["achieved /s", (r) => text.rate(r.w.series.achieved[r.i])],
      ["up", (r) => text.count(r.w.series.up[r.i])],
      ...["p50", "p90", "p99", "p99.9", "max"].map((p) => [p, (r) => text.latency((r.l[p] || [])[r.i])]),
      ["errors", (r) => text.count(r.w.series.errors[r.i])],
      ["in doubt", (r) => text.count(r.w.series.inDoubt[r.i])]],
      rows, (r) => (data.warmup[r.i] ? "warmup" : ""))), { once: true });
    place.append(details);
  };

  const flat = (value, prefix) =>
    value !== null && typeof value === "object"
      ? Object.entries(value).flatMap(([key, inner]) => flat(inner, prefix ? prefix + "." + key : key))
      : [[prefix, String(value), true]];

  const configuration = () => {
    section("Configuration");
    const box = card("What ran");
    box.append(tables.list([
      ...Object.entries(run.versions || {}),
      ...(run.host ? [["host", run.host.name + ", " + run.host.operatingSystem + ", " + run.host.processors + " processors, heap up to "
        + text.count(run.host.maxHeapBytes / 1048576) + " MiB"]] : []),
      ...(run.provider ? [["provider", run.provider]] : []),
      ...(run.ccdt ? [["CCDT", run.ccdt.location + (run.ccdt.sha256 ? ", SHA-256 " + run.ccdt.sha256 : "")]] : []),
      ...(run.clock ? [["clock", run.clock]] : []),
      ...(run.summary && run.summary.endReason ? [["ended since", run.summary.endReason]] : [])]));
    if (run.merged) box.append(element("h3", {}, "Joined from"), tables.list(flat(run.merged, "")));
    const rest = element("details", {}, element("summary", {}, "Options and workloads"));
    rest.append(tables.list([...flat(run.configuration || {}, ""), ...flat(run.workloads || [], "workload")]));
    box.append(rest);
  };

  const some = (make) => () => { if (data.intervals > 0) make(); };
  const totals = () => data.workloads.map((w) => w.total);
  const latencyKey = (w) => [w.name, w.headline, Object.keys(w.latencyMillis), Object.keys(w.curves).filter((kind) => w.curves[kind].millis.length)];

  // more than the first screen of a live page has room for
  const saysMore = () => !data.now || data.now.phase === "ended" || data.verdict.details.length > 1;

  // keys say what a part is made of; those of charts say which lines they have
  const PARTS = { // in the order of a report; a live page has said the head and the tiles, and shows the rest by tabs
    head: [() => [data.name], head],
    verdict: [() => [data.verdict, data.missingIntervals, data.damagedLines, saysMore()], () => { if (saysMore()) verdict(); }, "Now"],
    tiles: [() => [totals(), run.findings], some(tiles)],
    agents: [() => [(data.now || {}).agents, (data.now || {}).refused], () => { if (data.now && data.now.agents) agents(); }, "Now"],
    objectives: [() => [run.objectives], some(objectives), "Plan"],
    tries: [() => [data.tries], some(tries), "Plan"],
    steps: [() => [data.steps, run.findings], some(steps), "Plan"],
    rates: [() => data.workloads.map((w) => [w.name, w.series.target.some((v) => v != null)]), some(rates), "Now"],
    events: [() => [data.shown], some(events), "Now"],
    latencies: [() => data.workloads.map(latencyKey), some(() => data.workloads.forEach(latencies)), "Latency"],
    connections: [() => data.workloads.map((w) => [w.name, Object.keys(w.peers)]), some(connections), "Connections"],
    cpu: [() => data.observations.map((o) => [o.subject, o.measure]), some(cpu), "Now"],
    summary: [() => [totals()], some(summary), "Account"],
    accounts: [() => [totals()], some(accounts), "Account"],
    faults: [() => [data.workloads.map((w) => w.name), totals()], some(faults), "Connections"],
    intervals: [() => [data.endSeconds.length], some(intervals), "Account"],
    configuration: [() => [run], configuration, "Plan"],
  };
  const layOut = () => {
    const panels = data.now ? parts.tabs(page, ["Now", "Latency", "Connections", "Account", "Plan"]) : {};
    Object.values(PARTS).filter(([, , tab]) => tab || !data.now).forEach(([key, make, tab]) =>
      blocks.push({ key, make, place: panels[tab] || page, box: null, made: null }));
    parts.foot(page);
  };

  // shows figures: those of a whole run, or, if they continue those that are shown, what has changed of them
  const show = (figures) => {
    const anew = figures !== data;
    data = figures;
    prepare();
    if (!blocks.length) layOut();
    const footer = page.querySelector("footer");
    blocks.forEach((each) => {
      const key = JSON.stringify([data.intervals > 0, each.key()]);
      if (anew || key !== each.made) makeBlock(each, key);
    });
    page.append(footer);
    charts.refresh();
  };

  const made = { show, isGone, charts: charts.all, get data() { return data; } };
  const embedded = document.getElementById("data");
  if (embedded) {
    made.show(JSON.parse(embedded.textContent));
    charts.start();
  }
  return made;
})();
window.report = report;
