// Charts of a sweep, a figure against one loop variable with a curve for each value of the others, and its table of steps.
const sweep = (() => {
  const RATE = "achieved_per_second";
  const TARGET = "target_per_second";
  const PEAKS = "peaks";
  const PUBLISHED = "_published";
  const PROCESSORS = /_cpu_percent$|_cores$/;
  const NAMES = { [RATE]: "Achieved rate", [PEAKS]: "Highest rate of each run", p50_ms: "Latency p50", p99_ms: "Latency p99" };
  // columns that nobody would chart: what was asked for, and parts of other columns
  const PLAIN = /^(step|workload|workers|target_per_second|iterations|seconds|run|round)$|^repeats|_published$|_confidence95_/;
  const CURVE = 3; // points at least
  const FAR = 5; // times what was measured: published figures above that stay out of the chart, which they would flatten
  const LISTED = 2; // curves of which targets and the like have their names below the chart
  const TOGETHER = 6; // curves in one chart, unless somebody wants more
  const chosen = {}; // by chart: a choice outlasts new steps of a run that goes on

  const title = (column) => NAMES[column] || column.replace(/_mb_per_second$/, " MB/s").replace(/_per_second$/, " /s")
    .replace(/_cpu_us_per_iteration$/, " CPU µs per iteration").replace(/_cpu_percent$/, " CPU %").replace(/_percent$/, " %").replace(/_ms$/, "").replace(/_/g, " ");

  const bounds = (column) => ["low", "high"].map((end) => column.replace(/(_per_second|_ms)?$/, `_confidence95_${end}$1`));

  const format = (column) => (/_ms$/.test(column) ? text.latency : column === "ratio" ? text.ratio : text.significant);

  const number = (cell) => (cell === "" || cell == null || isNaN(cell) ? null : Number(cell)); // a bound, as <10, is no point

  const isAccount = (terms, name) => [...terms.toDo, ...terms.outcomes].some((term) => term.column === name);

  // what each step had to do and what became of it
  const account = (steps, terms) => {
    const [header, ...rows] = steps;
    const cellOf = (row, name) => row[header.indexOf(name)];
    return tables.account(["step", "workload"], terms, rows.map((row) => [[cellOf(row, "step"), cellOf(row, "workload")],
      Object.fromEntries([...terms.toDo, ...terms.outcomes].map((term) => [term.key, Number(cellOf(row, term.column))]))]));
  };

  // links: the page of a row's run, if it has one
  const table = (steps, variables, terms, link) => {
    const [header, ...rows] = steps;
    const targets = rows.some((row) => Number(row[header.indexOf(TARGET)]) > 0);
    const used = header.map((name, i) => [name, i]).filter(([name, i]) => rows.some((row) => row[i] !== "") && !isAccount(terms, name) && !/_confidence95_(low|high)_/.test(name)
      && (targets || (name !== TARGET && name !== "ratio")));
    const first = ["step", ...variables, "workload", ...header.flatMap((name) => (header.includes(name + PUBLISHED) ? [name, name + PUBLISHED, name + "_deviation_percent"] : [])),
      ...header.filter((name) => /_seconds$/.test(name))]; // what the plan itself asks about
    const place = ([name]) => (name === "run" ? Infinity : first.includes(name) ? first.indexOf(name) : first.length);
    return tables.of(used.sort((a, b) => place(a) - place(b)).map(([name, i]) => {
      const numeric = name !== "step" && rows.every((row) => row[i] == null || !isNaN(row[i]));
      const write = rows.every((row) => Number.isInteger(Number(row[i]))) ? text.count : format(name);
      const shown = (row) => (numeric && !variables.includes(name)
        ? text.withError(write, ...[name, ...bounds(name)].map((each) => number(row[header.indexOf(each)]))) : row[i] ?? "");
      const page = (row) => (name === "run" && link ? link(row[i]) : null);
      return [title(name), (row) => (page(row) ? element("a", { href: page(row) }, row[i]) : shown(row)), !numeric];
    }), rows);
  };

  // a figure of a curve's point with its ends: of rounds their mean, else what the row says
  const pointOf = ({ header, rows }, curve, column, at) => {
    const i = curve.x.indexOf(at);
    const row = i < 0 ? [] : rows[curve.rows[i][0]];
    const [mean, low, high] = curve.means ? (curve.means[column] || {})[i] || [] : [column, ...bounds(column)].map((name) => number(row[header.indexOf(name)]));
    return { mean: mean || column !== TARGET ? mean : null, low, high };
  };

  // bars of what is not known, a ring around each peak, a square around each knee
  const marks = (lines, first) => (u) => {
    const { ctx } = u;
    const ratio = devicePixelRatio || 1;
    ctx.save();
    ctx.lineWidth = 1.5 * ratio;
    ctx.setLineDash([]);
    lines.forEach(({ points, ends }, i) => {
      if (!u.series[first + i].show) return;
      ctx.strokeStyle = u.series[first + i].stroke(u, first + i);
      points.forEach(({ mean, ...known }, at) => {
        if (mean == null) return;
        const x = u.valToPos(u.data[0][at], "x", true);
        const y = u.valToPos(mean, "y", true);
        const [low, high] = [Math.max(known.low, u.scales.y.min), known.high].map((v) => u.valToPos(v, "y", true));
        ctx.beginPath();
        if (known.high > known.low) [low, high].forEach((end) => { ctx.moveTo(x, y); ctx.lineTo(x, end); ctx.moveTo(x - 4 * ratio, end); ctx.lineTo(x + 4 * ratio, end); });
        if (ends && at === ends.peak) {
          ctx.moveTo(x + 8 * ratio, y);
          ctx.arc(x, y, 8 * ratio, 0, 2 * Math.PI);
        } else if (ends && at === ends.knee) ctx.rect(x - 7 * ratio, y - 7 * ratio, 14 * ratio, 14 * ratio);
        ctx.stroke();
      });
    });
    ctx.restore();
  };

  const axisOf = (column, decades) => (/_ms$/.test(column) ? charts.logAxis("latency", text.latency)
    : (decades ? charts.logAxis : charts.axis)(column === RATE ? "iterations per second" : title(column), text.tick));

  // groups the curves into charts: a chart has one curve for each value of the chosen series, each value has its colour
  const linesIn = ({ header, rows }, curves, x, column, series, colored) =>
    Map.groupBy(curves.map((curve, i) => {
      const own = series ? partOf({ header, rows }, curve, series) : "";
      const rest = series ? curve.label.split(", ").filter((each) => each !== own).join(", ") : "";
      const of = (name) => x.map((at) => pointOf({ header, rows }, curve, name, at));
      const ends = { peak: x.indexOf(curve.x[curve.peak]), knee: x.indexOf(curve.x[curve.knee ?? curve.peak]) };
      return { rest, label: own || curve.label, color: series ? colored.indexOf(own) : i, points: of(column), found: ends, means: (name) => of(name).map((point) => point.mean) };
    }), ({ rest }) => rest);

  // how a curve is called by one of the variables
  const partOf = ({ header, rows }, curve, name) => name + " " + rows[curve.rows[0][0]][header.indexOf(name)];

  // one chart: a line for each curve, its target and what was published of it, and processors by an axis of their own
  const panel = (place, id, label, way, x, lines, column, beside, height, ends) => {
    const companions = (name, suffix, more) => lines.map((line, curve) => [name && line.means(name), { label: (line.label + " " + suffix).trim(), color: line.color, curve,
      ...(lines.length > LISTED ? { class: "unlisted" } : {}), ...more }]).filter(([values]) => values && values.some((v) => v != null));
    charts.add(id, place, label, () => {
      const targets = companions(column === RATE && TARGET, "target", { dash: [6, 4], color: null });
      const cpu = companions(beside, title(beside), { dash: [10, 3, 2, 3], scale: "cpu", width: 1, format: text.significant });
      const all = [...targets, ...lines.map((line) => [line.points.map((point) => point.mean), { label: line.label || title(column), color: line.color, points: { show: true, size: 7 } }]),
        ...companions(column + PUBLISHED, "published", { dash: [2, 3], points: { show: true, size: 10, fill: theme.color("card") } }).map(([values, line]) => [values, Math.max(...values) > ends[1] ? { ...line, show: false, class: undefined } : line]), ...cpu];
      const follow = (u, series, { show }) => all.forEach(([, { curve, show: first }], i) => { // but what began hidden is shown by hand alone
        if (show != null && first !== false && curve === series - 1 - targets.length && u.series[i + 1].show !== show) u.setSeries(i + 1, { show });
      });
      const decades = /_ms$/.test(column) || (ends[1] > 100 * ends[0] && lines.every((line) => line.points.every(({ mean }) => mean !== 0)));
      const tick = (v) => (way.ticks.find((each) => each.x === v) || { label: "" }).label;
      return {
        data: [x, ...all.map(([values]) => values)],
        height: charts.small() ? 240 : height,
        options: {
          scales: { x: { time: false, distr: way.logarithmic ? 3 : 1, range: charts.aroundTicks(x, way.logarithmic) },
            y: { distr: decades ? 3 : 1, range: (u, low, high) => (decades ? charts.logRange : charts.zeroRange)(u, Math.min(low, ends[0]), Math.max(high, ends[1])) }, cpu: { range: charts.zeroRange } },
          axes: [charts.tickAxis(title(way.variable), way.ticks), axisOf(column, decades),
            ...(cpu.length ? [charts.axis(title(beside), text.tick, { side: 1, scale: "cpu", grid: { show: false } })] : [])],
          series: [{ label: title(way.variable), value: (u, v) => (v == null ? "" : tick(v)) },
            ...all.map(([, { label: name, color, format: own, curve, ...more }]) =>
              charts.line(name, color == null ? theme.color("soft") : theme.series(color), own || format(column), { width: more.dash ? 1.5 : 2, spanGaps: true, ...more }))],
          hooks: { draw: [marks(lines, 1 + targets.length)], setSeries: [follow] },
        },
      };
    });
  };

  const choice = (label, options, value, changed) => {
    if (options.length < 2) return element("span", {}, ...options.map(([, name]) => name));
    const made = element("select", { "aria-label": label }, ...options.map(([key, name]) => element("option", { value: key }, name)));
    made.value = value;
    made.addEventListener("change", () => changed(made.value));
    return made;
  };

  // the peak of each curve and its knee, with what is not known
  const peaks = (lines, x, way) => {
    const at = (i) => (way.ticks.find((tick) => tick.x === x[i]) || {}).label;
    const rate = ({ mean, low, high }) => text.withError(text.rate, mean, low, high);
    const knee = ({ ends }, shown) => (ends.knee === ends.peak ? "–" : shown(ends.knee));
    return element("details", lines.length > TOGETHER ? {} : { open: "" }, element("summary", { class: "small" }, "Peaks and knees"), tables.of([
      ["curve", (line) => line.label || title(RATE), true], ["peak /s", (line) => rate(line.points[line.ends.peak])], ["at " + title(way.variable), (line) => at(line.ends.peak)],
      ["knee /s", (line) => knee(line, (i) => rate(line.points[i]))], ["at " + title(way.variable), (line) => knee(line, at)]], lines));
  };

  // how many units carry a rate, as the console says it; typed: "50000/s", "50,000 at p99 < 20 ms"
  const sizing = (law, typed) => {
    const [all, perSecond, word, limit, unit] = /^([\d.,]+)(?:\/s)?(?: +(?:at +)?([a-z][\w.]*) *[<=] *([\d.]+) *(us|ms|s))?$/.exec(typed.trim()) || [];
    const rate = all && Number(perSecond.replace(/,/g, ""));
    if (!(rate > 0)) return typed.trim() && "write it as 50000/s p99=20ms";
    const count = (units) => text.count(units) + " " + (units === 1 ? law.units.replace(/s$/, "") : law.units);
    const [needed, least, most] = ["rate", "rateHigh", "rateLow"].map((end) => law.capacities.find((each) => each[end] >= rate)?.units ?? Infinity);
    const last = law.capacities[law.capacities.length - 1];
    const twice = "twice the " + count(law.points[law.points.length - 1].at) + " measured";
    const missed = word && law.points.find(({ at, latencyMillis }, i) =>
      (i ? law.points[i - 1].at : 0) < most && !(latencyMillis[word] < limit * { us: 0.001, ms: 1, s: 1000 }[unit]));
    const why = needed === Infinity
      ? `up to ${twice} the law gives at most ${text.rate(last.rate)}/s (${text.rate(last.rateLow)} to ${text.rate(last.rateHigh)}); measure more, or ask sluice explain`
      : most === Infinity ? `${count(needed)} by the law, but its errors set no upper end up to ${twice}; measure more rounds`
        : missed ? `it may take ${count(most)}, and ${word} was ${missed.latencyMillis[word] == null ? "not measured" : text.latency(missed.latencyMillis[word]).replace(" ", "")} at ${count(missed.at)}; let find-max search under ${word} < ${limit}${unit}` : "";
    const headroom = Math.floor(100 * (law.capacities.find((each) => each.units === needed)?.rate - rate) / rate);
    return text.rate(rate) + "/s" + (word ? ` at ${word} < ${limit} ${unit}` : "") + ": "
      + (why ? "cannot tell: " + why : `${count(needed)} (95 %: ${text.count(least)} to ${text.count(most)}), ${headroom} % headroom`);
  };

  // a field for a rate and a limit, with the answer of the law
  const demand = (law, state, findings) => {
    const field = element("input", { size: 24, placeholder: "50000/s p99=20ms", "aria-label": "rate and limit" });
    const answer = element("output", {});
    const tell = () => {
      state.demand = field.value;
      answer.textContent = sizing(law, field.value);
    };
    field.value = state.demand ?? findings.find((each) => each.kind === "sizing")?.text.split(": ")[0] ?? "";
    field.addEventListener("input", tell);
    tell();
    return element("p", { class: "choice" }, "How many " + law.units + " carry ", field, " ", answer);
  };

  // a card with the choice of figure, axis and curves, and the charts that it comes to
  const view = (place, id, steps, sweeps, figures, start, height) => {
    const [header, ...rows] = steps;
    const box = element("section", { class: "card" });
    const state = chosen[id] = chosen[id] || start;
    const draw = () => {
      charts.remove(box);
      const ways = sweeps.filter((way) => state.figure !== PEAKS || way.peaks);
      const way = ways.find((each) => each.variable === state.axis) || ways[0];
      const [column, curves] = state.figure === PEAKS ? [RATE, way.peaks] : [state.figure, way.curves];
      const parts = (name) => [...new Set(curves.map((curve) => partOf({ header, rows }, curve, name)))];
      const differ = ["workload", ...sweeps.map((each) => each.variable)].filter((name) =>
        parts(name).length > 1 && curves.every((curve) => curve.label.split(", ").includes(partOf({ header, rows }, curve, name))));
      const usual = curves.length > TOGETHER ? [...differ].sort((a, b) => parts(b).length - parts(a).length)[0] : "";
      const series = ["", ...differ].includes(state.series) ? state.series : usual || "";
      const beside = figures.beside.includes(state.beside) ? state.beside : "";
      const x = [...new Set(curves.flatMap((curve) => curve.x))].sort((a, b) => a - b);
      const charted = linesIn({ header, rows }, curves, x, column, series, series ? parts(series) : []);
      const lines = [...charted.values()].flat();
      const some = (name) => lines.flatMap((line) => line.means(name)).filter((v) => v > 0);
      const targets = column === RATE ? some(TARGET) : [];
      const all = [...lines.flatMap((line) => line.points.flatMap(({ mean, high }) => [mean, high])).filter((v) => v > 0), ...targets];
      const published = some(column + PUBLISHED);
      const far = Math.max(...published) > FAR * Math.max(...all);
      const peaked = column === RATE && state.figure !== PEAKS && !targets.length && x.length >= CURVE;
      const law = figures.findings.map((found) => found.law).find((each) => each && [each.variable, each.variable + "_variable"].includes(way.variable));
      if (peaked) lines.forEach((line) => { line.ends = law ? { ...line.found, knee: line.found.peak } : line.found; });
      const rounds = Math.max(...curves.flatMap((curve) => curve.rows.map((each) => each.length)));
      const pick = (name, options, value) => choice(name, options, value, (now) => {
        state[name] = now;
        draw();
        charts.all.filter((each) => box.contains(each.figure)).forEach((each) => each.draw());
        box.querySelector(`[aria-label="${name}"]`).focus();
      });
      const named = (names) => names.map((name) => [name, title(name)]);
      box.replaceChildren(element("div", { class: "choice" },
        pick("figure", named(figures.names), state.figure), " against ", pick("axis", named(ways.map((each) => each.variable)), way.variable),
        ...(differ.length > 1 ? [", a curve for each ", pick("series", [["", differ.map(title).join(", ")], ...named(differ)], series)] : []),
        ...(figures.beside.length && state.beside != null ? [", beside it ", pick("beside", [["", "nothing"], ...named(figures.beside)], beside)] : [])),
      element("p", { class: "caption" }, [[targets.length, "Dashed: the target."], [published.length, far ? "Published figures are of another scale: the legend shows them." : "Dotted: published."], [beside, "Thin: " + title(beside) + ", at the right."],
        [lines.some((line) => line.points.some(({ low, high }) => high > low)), "Bars: 95 % confidence" + (rounds > 1 ? " of the mean of " + rounds + " rounds." : ".")],
        [peaked, "Ring: the peak. " + (law ? "Its law: " + law.sentence + "." : "Square: the knee, the first point within 5 % of it, as far as errors tell.")]].filter(([is]) => is).map(([, says]) => says).join(" ")));
      const several = box.classList.toggle("whole", charted.size > 1);
      const grid = box.appendChild(element("div", several ? { class: "panels" } : {}));
      [...charted].forEach(([rest, own], i) => {
        const part = grid.appendChild(element("div", {}, rest ? element("h3", {}, rest) : null));
        panel(part, id + (i ? "-" + i : ""), title(state.figure) + " against " + title(way.variable) + (rest ? ", " + rest : ""), way, x, own, column, beside,
          several ? 240 : height, [...all, ...(far ? [] : published)].reduce(([low, high], v) => [Math.min(low, v), Math.max(high, v)], [Infinity, -Infinity]));
      });
      if (law && column === RATE && state.figure !== PEAKS) box.append(demand(law, state, figures.findings));
      if (peaked) box.append(peaks(lines, x, way));
    };
    place.append(box);
    draw();
  };

  // first what a study prints: peaks against what runs differ in, the rate's family of curves, then latency and cost
  const add = (place, { steps, sweeps, accountTerms: terms }, findings) => {
    if (!sweeps.length) return;
    const [header, ...rows] = steps;
    const variables = sweeps.map((way) => way.variable);
    const varies = (i) => new Set(rows.map((row) => row[i])).size > 1 && rows.every((row) => row[i] == null || !isNaN(row[i]));
    const found = header.filter((name, i) => !PLAIN.test(name) && !variables.includes(name) && !isAccount(terms, name) && varies(i));
    const columns = [RATE, ...found.filter((name) => name !== RATE)];
    const peaks = sweeps.filter((way) => way.peaks).sort((a, b) => b.ticks.length - a.ticks.length);
    const figures = { names: [...(peaks.length ? [PEAKS] : []), ...columns], beside: columns.filter((name) => PROCESSORS.test(name)), findings: findings || [] };
    const beside = figures.beside.find((name) => /_cpu_percent$/.test(name)) || "";
    const numeric = peaks.filter((way) => way.ticks.every((tick) => /^\d/.test(tick.label)));
    if (peaks.length) view(place, "sweep-peaks", steps, sweeps, figures, { figure: PEAKS, axis: (numeric[0] || peaks[0]).variable, beside }, 320);
    view(place, "sweep-rate", steps, sweeps, figures, { figure: RATE, axis: variables[0], beside }, 320);
    const pair = element("div", { class: "pair even" });
    const cost = ["total_cpu_us_per_iteration", "harness_cpu_us_per_iteration", "p50_ms", "ratio"].find((name) => columns.includes(name));
    ["p99_ms", cost].filter((name) => columns.includes(name)).forEach((name) => view(pair, "sweep-" + name, steps, sweeps, figures, { figure: name, axis: variables[0] }, 280));
    place.append(pair);
  };

  // the table of steps, with the account of each if it is there
  const cards = (place, { steps, accountTerms }, variables, link) => {
    const count = steps.length - 1;
    place.append(element("section", { class: "card" }, element("h3", {}, count + (count === 1 ? " step" : " steps")),
      table(steps, variables || [], accountTerms, link),
      steps[0].includes("due") ? element("details", {}, element("summary", { class: "small" }, "The account of each step"), account(steps, accountTerms)) : null));
  };

  return { cards, add, sizing };
})();
