// Runs or sweeps laid over each other, from top to bottom.
const report = (() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const page = document.getElementById("page");
  const sweeps = Boolean(data.sweeps);
  const SUBJECT = sweeps ? "step" : "workload";
  const names = sweeps ? data.names : data.runs.map((run) => run.name);
  const workloads = [...new Set(data.runs.flatMap((run) => run.workloads.map((w) => w.name)))];
  const { card } = parts;

  const workloadsNamed = (name) =>
    data.runs.map((run, i) => ({ run, i, w: run.workloads.find((w) => w.name === name) })).filter((each) => each.w);

  // a line of a run on its own time since the end of its warm-up, which is left out
  const measured = (run, values) => {
    const first = run.warmup.lastIndexOf(true) + 1;
    const begin = run.endSeconds[first - 1] || 0;
    return [run.endSeconds.slice(first).map((t) => +(t - begin).toFixed(3)), values.slice(first), run.lengthSeconds.slice(first)];
  };

  const figure = (d, value) => (value == null ? "–" : d.unit === "ms" ? text.latency(value) : text.rate(value) + d.unit);

  const percent = (value) => (value == null ? "–" : (value > 0 ? "+" : "") + text.number(value, 1) + " %");

  const head = () => {
    const c = data.comparison;
    parts.head(page, names.join("  ·  "), "compared with " + c.baseline + (sweeps ? ", step by step" : ", the warm-up left out"));
    const worse = c.differences.filter((d) => d.verdict === "worse");
    const better = c.differences.filter((d) => d.verdict === "better");
    const said = c.conclusion[0].toUpperCase() + c.conclusion.slice(1);
    const level = worse.length ? "bad" : better.length ? "good" : "plain";
    const details = [...[...worse, ...better].map((d) => d.run + ", " + d[SUBJECT] + ": " + d.metric + " " + figure(d, d.before) + " → " + figure(d, d.after) + " (" + percent(d.change.percent) + ")"),
      ...c.notComparable, ...(c.differences.some((d) => d.verdict === "not_judged") ? ["Latencies of which most may be the harness's own lateness are not judged."] : [])];
    parts.verdict(page, { level, headline: said.split(/[;:]/)[0], details }).append(element("p", { class: "soft" }, said + "."));
    page.append(element("h2", {}, "Summary"));
  };

  const figures = () => {
    const c = data.comparison;
    card(page, "Figures", "Means of the runs of each side; the interval of the change decides, or what two single runs of this plan usually differ by.").append(tables.of([
      [SUBJECT, (d) => d[SUBJECT], true],
      ["figure", (d) => d.metric, true],
      [sweeps ? "sweep" : "run", (d) => d.run, true],
      [c.baseline, (d) => figure(d, d.before)],
      [sweeps ? "this sweep" : "this run", (d) => figure(d, d.after)],
      ["change", (d) => percent(d.change.percent)],
      ["interval", (d) => (d.usualPercent != null ? text.number(d.usualPercent, 1) + " % is usual" : d.change.lowPercent == null ? "–" : percent(d.change.lowPercent) + " to " + percent(d.change.highPercent))],
      ["", (d) => element("span", { class: d.verdict === "worse" ? "no-ok" : d.verdict === "better" ? "ok" : "soft" },
        d.verdict.replace(/_/g, " "))]], c.differences));
  };

  const accounts = () => {
    const place = card(page, "Account", "All iterations due while measured, and their outcome: the terms on both sides add up to the same total.");
    place.id = "account";
    place.append(tables.account(["workload", "run"], data.accountTerms,
        workloads.flatMap((name) => workloadsNamed(name).map(({ run, w }) => [[name, run.name], w.total.account]))));
  };

  // what the runs were told, where they differ
  const settings = () => {
    const found = data.settings;
    const place = card(page, "What differed", "Options, versions and host of the runs, and what was changed while they ran.");
    place.id = "settings";
    place.append(found.length
      ? tables.of([["option", (s) => s.name, true], ...names.map((name, i) => [name, (s) => s.values[i] ?? "–", true])], found)
      : element("p", {}, "Nothing: the runs have the same options, versions and host, and the same changes while they ran."));
  };

  const overTime = (id, place, label, axis, scale, rows, format) =>
    charts.add(id, place, label, () => {
      const data = uPlot.join(rows.map(({ line: [x, y] }) => [x, y]));
      const paths = ({ line: [x, , lengths] }) => {
        const at = new Map(x.map((t, i) => [t, lengths[i]]));
        return charts.overIntervals(data[0].map((t) => at.get(t)));
      };
      return {
        data,
        options: {
          scales: { x: { time: false, range: (u, min, max) => [0, max || 1] }, y: scale },
          axes: [charts.timeAxis("time since the warm-up ended (min:s)"), axis()],
          series: [charts.timeSeries(), ...rows.map((row) => charts.line(row.run.name, theme.series(row.i), format, { paths: paths(row) }))],
        },
      };
    });

  const workload = (name, index) => {
    page.append(element("h2", {}, name));
    const found = workloadsNamed(name);
    const place = card(page, "Achieved rate", "Each run from the end of its own warm-up.");
    overTime("rate-" + index, place, "achieved rate of " + name, () => charts.axis("iterations per second", text.tick),
      { range: charts.zeroRange }, found.map(({ run, i, w }) => ({ run, i, line: measured(run, w.series.achieved) })), text.rate);
    const kind = (w) => (w.latencyMillis.latency ? "latency" : "service");
    const pair = element("div", { class: "pair" });
    page.append(pair);
    const timed = found.filter(({ w }) => w.latencyMillis[kind(w)]);
    if (!timed.length) return;
    overTime("p99-" + index, card(pair, "p99 over time", "From the intended start where there was a schedule, else the service time."),
      "p99 of " + name, () => charts.logAxis("p99 latency", text.latency), { distr: 3, range: charts.logRange },
      timed.map(({ run, i, w }) => ({ run, i, line: measured(run, w.latencyMillis[kind(w)].p99) })), text.latency);
    const curves = timed.filter(({ w }) => w.curves[kind(w)]);
    charts.add("curve-" + index, card(pair, "Percentile curve", "All that was measured."), "latency by percentile of " + name,
      () => charts.curves(curves.map(({ run, i, w }) =>
        ({ label: run.name, color: theme.series(i), curve: w.curves[kind(w)], count: w.total.latencyMillis[kind(w)].count }))));
  };

  head();
  if (sweeps) {
    sweep.add(page, data);
    figures();
    sweep.cards(page, data, data.variables);
  } else {
    figures();
    settings();
    accounts();
    workloads.forEach(workload);
  }
  parts.foot(page);
  charts.start();
  return { data, charts: charts.all };
})();
window.report = report;
