// The runs: a list that is searched and filtered, runs that are compared, a figure over time.
// What is shown stands in the address behind the #, so that it can be passed on.
const catalogue = (() => {
  const page = document.getElementById("page");
  const PAGE = 50;
  const WAIT_MILLIS = 150;
  const COLUMNS = [
    ["created", "date"], ["path", "folder"], ["verdict", "verdict"], ["workloads", "workloads"],
    ["achieved", "achieved/s"], ["target", "target/s"], ["p99", "p99"], ["provider", "provider"], ["host", "host"], ["id", "id"], ["labels", "labels"]];
  const NUMBERS = ["achieved", "target", "p99"];
  const USUAL = { search: "", where: [], sort: "created", reverse: true, offset: 0, figure: "latency_p99_ms", baseline: "", objective: "" };
  const state = { ...USUAL };
  const selected = new Set();
  let shown = { runs: [], total: 0 };
  let trend = { points: [], bands: {} };
  let asked = 0;
  let root = "";
  let withRuns = []; // parts of the page that say nothing without a run

  const read = () => {
    const given = new URLSearchParams(location.hash.slice(1));
    given.getAll("run").forEach((run) => selected.add(run));
    given.delete("run");
    Object.assign(state, Object.fromEntries(given),
      { where: given.getAll("where"), reverse: given.get("reverse") !== "false", offset: Math.max(0, parseInt(given.get("offset"), 10) || 0) });
  };

  // in the address stands what is not as usual
  const keep = () => {
    const all = new URLSearchParams();
    Object.entries(state).forEach(([key, value]) => [value].flat().filter((each) => each !== USUAL[key]).forEach((each) => all.append(key, each)));
    selected.forEach((run) => all.append("run", run));
    history.replaceState(null, "", "#" + all);
  };

  const question = (more) => "?" + new URLSearchParams({ search: state.search, where: state.where.join("\n"), ...more });

  const runsOf = (paths) => "/compare?" + new URLSearchParams({ runs: paths.join("\n") });
  const reportOf = (path) => "/report?" + new URLSearchParams({ run: path });

  // head and controls are made once, so that what a person types stays
  const search = element("input", { type: "search", id: "search", placeholder: "words in names, hosts, labels, folders" });
  const filter = element("input", { type: "text", id: "filter", placeholder: "p99<20ms, host=app1, label.team=core, created>=2026-11-01", size: 34 });
  const chips = element("div", { class: "chips", id: "filters" });
  const tags = element("div", { class: "chips", id: "tags" });
  const note = element("p", { class: "soft small", id: "note", role: "status" });
  const list = element("div", { id: "runs" });
  const compare = element("button", { type: "button", id: "compare" }, "Compare");
  const clear = element("button", { type: "button" }, "Clear selection");
  const back = element("button", { type: "button" }, "Newer page");
  const forth = element("button", { type: "button", id: "next" }, "Next page");
  const figures = element("select", { id: "figure" });
  const objective = element("input", { type: "number", id: "objective", step: "any", size: 8 });
  const baseline = element("span", { class: "soft small", id: "baseline" });
  const plot = element("div", {});
  const labelled = (text, input) => element("label", { for: input.id, class: "soft small" }, text + " ", input);

  const changed = () => {
    state.offset = 0;
    keep();
    load();
  };

  const addFilter = (text) => {
    if (text && !state.where.includes(text)) state.where.push(text);
    changed();
  };

  const brief = (shown, whole) => element("span", { class: "brief", title: whole || shown }, shown);

  const cell = (run, column) => {
    if (column === "created") return run.created ? text.time(run.created, true) : "–";
    if (column === "achieved") return text.rate(run.achievedPerSecond);
    if (column === "target") return text.rate(run.targetPerSecond);
    if (column === "p99") return text.latency(run.p99Millis);
    if (column === "verdict") {
      if (run.damage) return element("span", { class: "brief no-ok", title: run.damage }, "damaged: " + run.damage);
      return element("span", { class: run.objectives === "missed" ? "no-ok" : run.verdict === "kept" ? "ok" : "" }, run.outcome);
    }
    if (column === "provider") return brief(/^(IBM MQ|[^\s,;:]*)/.exec((run.provider || "–").replace(/^broker in this process/, "embedded"))[0], run.provider);
    if (column === "path") return run.damage ? run.path : element("a", { href: reportOf(run.path) }, run.path);
    return brief(run[column] || "–");
  };

  // instead of a list: how to get a first run, or how to see those that are there
  const nothing = () => {
    if (shown.reading) return "";
    if (!state.search && !state.where.length) {
      return element("div", { class: "empty" }, element("strong", {}, "No runs yet"),
        element("p", {}, "This page lists each run that is written into this folder, a few seconds after it began. To make one:"),
        element("pre", {}, "sluice send --threads 2 --total-rate 100 --duration 10s --label team=core --out " + root + "/first"));
    }
    return element("div", { class: "empty" }, element("strong", {}, "No run matches"), element("p", {}, "Take away a word or a filter, or "), chip("show all runs", "without search and filters", () => {
      Object.assign(state, { search: "", where: [] });
      search.value = "";
      changed();
    }));
  };

  const rows = () => {
    const head = element("tr", {}, element("th", { scope: "col" }, element("span", { class: "hidden" }, "select")), ...COLUMNS.map(([column, title]) => {
      const active = state.sort === column;
      const button = element("button", { type: "button", class: "sort" }, title + (active ? (state.reverse ? " ↓" : " ↑") : ""));
      button.addEventListener("click", () => {
        state.reverse = active ? !state.reverse : true;
        state.sort = column;
        changed();
      });
      return element("th", { scope: "col", class: NUMBERS.includes(column) ? "" : "text", "aria-sort": active ? (state.reverse ? "descending" : "ascending") : "none" }, button);
    }));
    const body = shown.runs.map((run) => {
      const box = element("input", { type: "checkbox", "aria-label": "select " + run.path });
      box.checked = selected.has(run.path);
      box.disabled = Boolean(run.damage);
      box.addEventListener("change", () => {
        if (box.checked) selected.add(run.path);
        else selected.delete(run.path);
        keep();
        buttons();
      });
      return element("tr", {}, element("td", {}, box), ...COLUMNS.map(([column, title]) =>
        element("td", { class: NUMBERS.includes(column) ? "" : "text", "data-title": title }, cell(run, column))));
    });
    list.replaceChildren(shown.total ? tables.place(element("table", { class: "data" }, element("thead", {}, head), element("tbody", {}, ...body))) : nothing());
  };

  const buttons = () => {
    compare.disabled = selected.size < 2;
    compare.textContent = selected.size > 1 ? "Compare " + selected.size + " runs" : "Compare";
    clear.disabled = !selected.size;
    back.disabled = !state.offset;
    forth.disabled = state.offset + shown.runs.length >= shown.total;
    withRuns.forEach((part) => { part.hidden = !shown.total; });
  };

  const chip = (label, title, action) => {
    const made = element("button", { type: "button", class: "chip", title }, label);
    made.addEventListener("click", action);
    return made;
  };

  const filters = () => chips.replaceChildren(...state.where.map((each) => chip(each + " ×", "remove this filter", () => {
    state.where = state.where.filter((other) => other !== each);
    changed();
  })));

  const says = () => {
    const last = state.offset + shown.runs.length;
    note.textContent = (shown.total ? text.count(state.offset + 1) + " to " + text.count(last) + " of " + text.count(shown.total) + (shown.total === 1 ? " run" : " runs") : "")
      + (shown.reading ? " Reading folders: " + text.count(shown.reading.done) + " of " + text.count(shown.reading.all) : "");
  };

  // points of a figure over the dates of the runs, a line for each workload
  const drawing = () => {
    const names = [...new Set(trend.points.map((p) => p.workload))];
    const lines = names.map((name) => {
      const own = trend.points.filter((p) => p.workload === name);
      const at = new Map(own.map((p) => [text.local(p.created), p.value]));
      return [[...at.keys()], [...at.values()]];
    });
    const data = lines.length ? uPlot.join(lines) : [[], []];
    const format = state.figure.endsWith("_ms") ? text.latency : text.significant;
    const flat = (value) => data[0].map(() => value);
    const series = [{ label: "date", value: (u, v) => (v == null ? "" : text.stamp(v, 60)) },
      ...(names.length ? names : ["no run"]).map((name, i) => charts.line(name, theme.series(i), format, { points: { show: true, size: 6 }, spanGaps: true }))];
    trend.points.filter((p) => p.path === state.baseline).forEach((p) => {
      data.push(flat(p.value));
      series.push(charts.line("baseline " + p.workload, theme.color("soft"), format, { dash: [6, 4] }));
    });
    const bands = (u) => names.forEach((name, i) => {
      if (!trend.bands[name]) return;
      const [bottom, top] = trend.bands[name].map((v) => Math.min(Math.max(u.valToPos(v, "y", true), u.bbox.top), u.bbox.top + u.bbox.height));
      u.ctx.fillStyle = theme.series(i) + "1c";
      u.ctx.fillRect(u.bbox.left, top, u.bbox.width, bottom - top);
    });
    const limit = parseFloat(state.objective);
    if (Number.isFinite(limit)) {
      data.push(flat(limit));
      series.push(charts.line("objective", theme.color("bad"), format, { dash: [2, 3] }));
    }
    return { data, options: {
      hooks: { drawAxes: [bands] },
      scales: { x: { time: false }, y: { range: charts.zeroRange } },
      axes: [charts.dateAxis(), charts.axis(state.figure.replace(/_/g, " "), (v) => format(v), { size: 70 })],
      series } };
  };

  const drawTrend = () => charts.all.forEach((chart) => chart.draw());

  const base = () => {
    const choices = [...selected];
    baseline.replaceChildren("baseline: " + (state.baseline || "none") + " ", ...(choices.length || state.baseline ? [chip(
      choices.length ? "take " + choices[0] : "none", "the run that the others are compared with", () => {
        state.baseline = choices.length && choices[0] !== state.baseline ? choices[0] : "";
        keep();
        base();
        drawTrend();
      })] : []));
  };

  const load = async () => {
    const number = ++asked;
    try {
      const [runs, points] = await Promise.all([
        site.ask("/api/v1/runs" + question({ sort: state.sort, reverse: state.reverse, limit: PAGE, offset: state.offset })),
        site.ask("/api/v1/trend" + question({ figure: state.figure }))]);
      if (number !== asked) return;
      shown = runs;
      trend = points;
      filters();
      rows();
      buttons();
      base();
      says();
      drawTrend();
      if (shown.reading) setTimeout(() => number === asked && load(), 1000);
    } catch (error) {
      if (number !== asked) return;
      if (error.status === 400) note.textContent = error.message;
      else site.fail(error);
    }
  };

  const start = async () => {
    read();
    const about = await site.ask("/api/v1/labels");
    document.title = "sluice: " + about.name;
    root = about.name;
    search.value = state.search;
    objective.value = state.objective;
    about.figures.forEach((figure) => figures.append(element("option", { value: figure }, figure.replace(/_/g, " "))));
    figures.value = state.figure;
    tags.replaceChildren(...Object.entries(about.labels).flatMap(([key, values]) => values.map((value) =>
      chip(key + "=" + value, "only runs with this label", () => addFilter("label." + key + "=" + value)))));
    const bar = element("div", { class: "tools" }, compare, clear, back, forth);
    const over = element("section", { class: "card" }, element("h2", {}, "A figure over time"),
      element("p", { class: "caption" }, "Shaded: where the next run lies with 95 % confidence if nothing changed, from 5 runs on."),
      element("div", { class: "tools" }, labelled("Figure", figures), labelled("Objective", objective), baseline), plot);
    withRuns = [bar, over];
    page.replaceChildren(
      element("header", { class: "top" }, element("div", {}, element("h1", {}, "Runs in " + about.name)), theme.button()),
      element("section", { class: "card" }, element("div", { class: "tools" }, labelled("Search", search), labelled("Filter", filter)), tags, chips, note,
        list, bar), over);
    charts.add("trend", plot, "a figure of all listed runs over time", drawing);
    let typing = null;
    search.addEventListener("input", () => {
      clearTimeout(typing);
      typing = setTimeout(() => {
        state.search = search.value;
        changed();
      }, WAIT_MILLIS);
    });
    filter.addEventListener("change", () => {
      addFilter(filter.value.trim());
      filter.value = "";
    });
    figures.addEventListener("change", () => {
      state.figure = figures.value;
      changed();
    });
    objective.addEventListener("input", () => {
      state.objective = objective.value;
      keep();
      drawTrend();
    });
    compare.addEventListener("click", () => location.assign(runsOf([...selected])));
    clear.addEventListener("click", () => {
      selected.clear();
      keep();
      rows();
      buttons();
      base();
    });
    const turn = (by) => {
      state.offset = Math.max(0, state.offset + by);
      keep();
      load();
    };
    back.addEventListener("click", () => turn(-PAGE));
    forth.addEventListener("click", () => turn(PAGE));
    addEventListener("hashchange", () => location.reload());
    await load();
    charts.start();
  };

  start().catch(site.fail);
  return { state, selected, runs: () => shown, charts: charts.all };
})();
window.report = catalogue;
