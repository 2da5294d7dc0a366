// Figures of steps against a variable of the loops around them, and their table.
const sweep = (() => {
  const COLORS = ["c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "c11", "c12"];
  const COST = "_cpu_us_per_iteration";
  const PUBLISHED = "_published";
  const LATENCIES = { p50_ms: "Latency p50", p99_ms: "Latency p99" };
  // in other charts, or no result
  const PLAIN = ["step", "workload", "workers", "target_per_second", "achieved_per_second", "iterations", "seconds", "run"];
  // worth a chart only where they differ
  const USUAL = ["before_per_second", "ratio", "queue_managers", "harness_cores"];

  const title = (column) => column.replace(/_mb_per_second$/, " MB/s").replace(/_per_second$/, " /s").replace(/_cpu_us_per_iteration$/, " CPU µs per iteration")
    .replace(/_ms$/, " ms").replace(/_/g, " ");

  const isNumber = (rows, i) => rows.every((row) => row[i] === "" || row[i] == null || !isNaN(row[i]));

  const isConstant = (rows, i) => new Set(rows.map((row) => row[i])).size < 2;

  const cell = (value, numeric) =>
    (numeric && value !== "" && value != null ? Number(value).toLocaleString("en-GB", { maximumFractionDigits: 4 }) : value);

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
    const targets = rows.some((row) => Number(row[header.indexOf("target_per_second")]) > 0);
    const used = header.map((name, i) => [name, i]).filter(([name, i]) => rows.some((row) => row[i] !== "") && !isAccount(terms, name)
      && (targets || (name !== "target_per_second" && name !== "ratio")));
    const isVariable = ([name]) => variables.includes(name);
    const ordered = [...used.filter(([n]) => n === "step"), ...used.filter(isVariable),
      ...used.filter((each) => each[0] !== "step" && each[0] !== "run" && !isVariable(each)), ...used.filter(([n]) => n === "run")];
    return tables.of(ordered.map(([name, i]) => {
      const numeric = isNumber(rows, i);
      const page = (row) => (name === "run" && link ? link(row[i]) : null);
      return [title(name), (row) => (page(row) ? element("a", { href: page(row) }, row[i]) : cell(row[i], numeric && name !== "step")),
        !numeric || name === "step"];
    }), rows);
  };

  // one line for each curve of the sweep; steps at the same point are averaged; published figures are points
  const chart = (place, id, heading, steps, column, way, look) => {
    const [header, ...rows] = steps;
    const published = header.indexOf(header[column] + PUBLISHED);
    const x = [...new Set(way.curves.flatMap((curve) => curve.x))].sort((a, b) => a - b);
    const figureIn = (i) => (row) => (row[i] === "" || row[i] == null ? null : Number(row[i]));
    const mean = (values) => (values.length ? values.reduce((sum, v) => sum + v, 0) / values.length : null);
    const along = (curve, of) => x.map((value) => {
      const at = curve.x.indexOf(value);
      return at < 0 ? null : mean(curve.rows[at].map((index) => of(rows[index])).filter((v) => v != null));
    });
    const targets = look.target ? way.curves.map((curve) => along(curve, (row) => Number(row[look.target]) || null)) : [];
    const points = published < 0 ? [] : way.curves.map((curve) => along(curve, figureIn(published)));
    const made = element("section", { class: "card" }, element("h3", {}, heading + " against " + title(way.variable)));
    place.append(made);
    charts.add(id, made, heading + " against " + title(way.variable), () => ({
      data: [x, ...targets, ...way.curves.map((curve) => along(curve, figureIn(column))), ...points],
      height: charts.small() ? 230 : look.height || 280,
      options: {
        scales: { x: { time: false, distr: way.logarithmic ? 3 : 1, range: charts.aroundTicks(x, way.logarithmic) }, y: look.scale },
        axes: [charts.tickAxis(title(way.variable), way.ticks), look.axis()],
        series: [{ label: title(way.variable), value: (u, v) => (v == null ? "" : (way.ticks.find((tick) => tick.x === v) || { label: "" }).label) },
          ...targets.map((_, i) => charts.line((way.curves[i].label + " target").trim(), theme.color("soft"), text.rate,
            { dash: [6, 4], width: 1.5, spanGaps: true })),
          ...way.curves.map((curve, i) => charts.line(curve.label || heading, theme.color(COLORS[i % COLORS.length]), look.format,
            { spanGaps: true, points: { show: true, size: 7 } })),
          ...points.map((_, i) => charts.line((way.curves[i].label + " published").trim(), theme.color(COLORS[i % COLORS.length]), look.format,
            { paths: () => null, points: { show: true, size: 11, fill: theme.color("card") } }))],
      },
    }));
  };

  const against = (place, prefix, steps, way, variables, terms) => {
    const [header, ...rows] = steps;
    const has = (column) => rows.some((row) => row[column] !== "");
    const column = (name) => header.indexOf(name);
    const plain = (label) => ({ scale: { range: charts.zeroRange }, axis: () => charts.axis(label, text.tick) });
    const target = rows.some((row) => Number(row[column("target_per_second")]) > 0) ? column("target_per_second") : 0;
    if (way.peaks) {
      chart(place, prefix + "peaks", "Highest rate of each run", steps, column("achieved_per_second"), { ...way, curves: way.peaks },
        { ...plain("iterations per second"), format: text.rate, height: 320 });
    }
    chart(place, prefix + "rate", "Achieved rate", steps, column("achieved_per_second"), way,
      { ...plain("iterations per second"), format: text.rate, target, height: 320 });
    const pair = element("div", { class: "pair even" });
    place.append(pair);
    header.forEach((name, i) => {
      if (!has(i) || variables.includes(name) || isAccount(terms, name) || name.endsWith(PUBLISHED)) return;
      if (LATENCIES[name]) {
        chart(pair, prefix + i, LATENCIES[name], steps, i, way,
          { scale: { distr: 3, range: charts.logRange }, axis: () => charts.latencyAxis("latency"), format: text.latency });
      } else if (name.endsWith(COST)) {
        chart(pair, prefix + i, "CPU of " + name.slice(0, -COST.length) + " per iteration", steps, i, way,
          { ...plain("microseconds"), format: (v) => text.significant(v) + " µs" });
      } else if (!PLAIN.includes(name) && isNumber(rows, i) && !(USUAL.includes(name) && isConstant(rows, i))) {
        chart(pair, prefix + i, title(name), steps, i, way, { ...plain(title(name)), format: text.significant });
      }
    });
  };

  // charts against the first variable; a choice shows those against another one
  const add = (place, steps, sweeps, terms) => {
    const variables = sweeps.map((way) => way.variable);
    const parts = sweeps.map((way, i) => {
      const part = element("div", i ? { hidden: "" } : {});
      against(part, "sweep-" + i + "-", steps, way, variables, terms);
      return part;
    });
    if (parts.length > 1) {
      const choice = element("select", { "aria-label": "variable along the axis" },
        ...sweeps.map((way, i) => element("option", { value: i }, title(way.variable))));
      choice.addEventListener("change", () => parts.forEach((part, i) => {
        part.hidden = i !== Number(choice.value);
        charts.all.filter((each) => part.contains(each.figure)).forEach((each) => each.draw());
      }));
      place.append(element("p", { class: "choice" }, "against ", choice));
    }
    place.append(...parts);
  };

  // the table of steps, with the account of each if it is there
  const cards = (place, steps, variables, terms, link) => {
    const count = steps.length - 1;
    place.append(element("section", { class: "card" }, element("h3", {}, count + (count === 1 ? " step" : " steps")),
      table(steps, variables, terms, link),
      steps[0].includes("due") ? element("details", {}, element("summary", { class: "small" }, "The account of each step"), account(steps, terms)) : null));
  };

  return { cards, add };
})();
