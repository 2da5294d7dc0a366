// The first screen: who runs, how it stands, since when, who is missing; and what the chosen workload does now.
const first = (() => {
  const STALE = 3; // seconds
  const SPARK = 30; // points
  const at = (id) => document.getElementById(id);
  const overdue = new Map(); // the last values, by workload
  let data = null;
  let chosen = "";
  let intervals = -1;
  let cameAt = 0;
  let lost = "";
  let over = false;

  const put = (place, said) => { if (place.textContent !== said) place.textContent = said; };
  const small = (said) => element("small", {}, said);
  const wide = (said) => element("span", { class: "wide" }, said);
  const narrow = (said) => element("span", { class: "narrow" }, said);

  const spark = (values, lo, hi) => {
    const shown = values.slice(-SPARK);
    const known = shown.filter((v) => v != null);
    const [min, max] = [lo ?? Math.min(...known), hi ?? Math.max(...known)];
    const y = (v) => (max > min ? 23 - 20 * (v - min) / (max - min) : 23);
    let d = "";
    shown.forEach((v, i) => {
      if (v != null) d += (d && shown[i - 1] != null ? "L" : "M") + (132 * i / Math.max(1, shown.length - 1)).toFixed(1) + " " + y(v).toFixed(1);
    });
    return shape("svg", { viewBox: "0 0 132 26", preserveAspectRatio: "none", "aria-hidden": "true" }, shape("path", { d }));
  };

  const figure = (key, name, value, more, values, { lo, hi, warns } = {}) => {
    const box = at("figure-" + key);
    [name, value, more, [spark(values, lo, hi)]].forEach((parts, i) => box.children[i].replaceChildren(...parts));
    box.children[2].title = box.children[2].textContent;
    box.className = warns ? "warns" : "";
  };

  const seriesOf = (name) => data.workloads.find((w) => w.name === name);
  const paused = (now) => now.mode === "paused";
  // of the last interval, as long as a point is an interval: the rate that was achieved belongs to that target
  const targetOf = (now) => {
    const series = (seriesOf(now.name) || { series: {} }).series.target || [];
    return paused(now) ? null : data.intervalsPerPoint === 1 && series.length ? series.at(-1) : now.targetPerSecond > 0 ? now.targetPerSecond : null;
  };
  const missesIts = (now) => data.now.phase === "running" && targetOf(now) > 0 && now.achievedPerSecond < picture.SHORT * targetOf(now);
  // the one that was chosen, or else the one that matters most
  const workload = (now) => now.workloads.find((w) => w.name === chosen) || now.workloads.find((w) => w.mode !== "unlimited") || now.workloads[0];

  const of = (said) => element("span", { class: "of" }, " " + said);
  const rateFigure = (w, achieved, target, more, { instead = "no target", warns = false } = {}) => figure("achieved", ["achieved / target"],
    [text.significant(achieved || 0), of(target == null ? instead : "/ " + text.significant(target)), target == null ? "" : small("/s")],
    more, w.series.achieved, { warns, lo: warns ? 0 : undefined });
  const latencyFigure = (p, w, millis, more) => {
    const [value, unit] = text.latencyParts(millis);
    figure(p, [p, wide(w.headline === "latency" ? " from intended start" : ", service time")], [value, small(unit)], more, rowOf(w, p));
  };
  const rowOf = (w, p) => (w.latencyMillis[w.headline] || {})[p] || [];

  const figuresNow = (now, w) => {
    const { total } = w;
    const target = targetOf(now);
    const missing = now.workers - now.workersUp;
    const gone = (data.now.agents || []).filter(report.isGone).map((a) => a.agent);
    const late = overdue.get(now.name) || [];
    const errors = w.series.errors || [];
    const soFar = (said) => [narrow("so far "), said];
    rateFigure(w, now.achievedPerSecond, target, ["mean " + text.significant(total.achievedPerSecond || 0) + (total.targetPerSecond == null ? "" : " / " + text.significant(total.targetPerSecond))],
      { instead: paused(now) ? "paused" : now.mode === "unlimited" ? "no target" : "", warns: missesIts(now) });
    ["p50", "p99"].forEach((p) => latencyFigure(p, w, now.latency ? now.latency[p] : rowOf(w, p).at(-1), soFar(text.latency((w.totalLatency || {})[p]))));
    figure("up", ["workers up"], [text.count(now.workersUp), of("/ " + text.count(now.workers))],
      missing > 0 ? [text.count(missing) + " missing", gone.length ? wide(" with " + gone.join(", ")) : ""] : [now.inFlight == null ? "all" : text.count(now.inFlight) + " in flight"],
      w.series.up, { lo: 0, hi: now.workers, warns: missing > 0 && data.now.phase === "running" });
    figure("overdue", ["overdue"], [text.count(now.overdue)], ["dropped " + text.count(now.dropped ?? total.dropped)], late, { lo: 0, hi: Math.max(50, ...late), warns: now.overdue > 0 && missesIts(now) });
    figure("errors", ["errors"], [text.count(errors.at(-1) || 0)], [text.count(now.errors ?? w.errorsInAll) + " so far", wide("; in doubt " + text.count(now.inDoubt ?? total.inDoubt))],
      errors, { lo: 0, hi: Math.max(1, ...errors.slice(-SPARK)), warns: errors.at(-1) > 0 });
  };

  // the whole run, and the worst interval of what was measured
  const figuresOfAll = (now, w) => {
    const { total } = w;
    const measured = data.endSeconds.map((_, i) => i).filter((i) => !data.warmup[i]);
    const worst = (worth, said) => {
      const [found] = measured.filter((i) => worth(i) != null).sort((a, b) => worth(b) - worth(a));
      return found == null ? ["–"] : ["worst: " + said(found), wide(" at " + text.clock(data.endSeconds[found]))];
    };
    const ratio = (i) => (w.series.target[i] > 0 ? -w.series.achieved[i] / w.series.target[i] : null);
    const fewest = Math.min(...measured.map((i) => w.series.up[i]).filter((v) => v != null));
    const workers = Math.max(0, ...w.series.workers);
    rateFigure(w, total.achievedPerSecond, total.targetPerSecond, worst(ratio, (i) => text.number(Math.min(100, -100 * ratio(i)), 1) + "%"));
    ["p50", "p99"].forEach((p) => latencyFigure(p, w, (w.totalLatency || {})[p], worst((i) => rowOf(w, p)[i], (i) => text.latency(rowOf(w, p)[i]))));
    figure("up", ["workers up"], [text.count(workers)], [fewest < workers ? "fewest " + text.count(fewest) : "never fewer"], w.series.up, { lo: 0, hi: workers });
    figure("overdue", ["left overdue"], [text.count(total.account.overdue || 0)], ["dropped " + text.count(total.dropped)], []);
    figure("errors", ["errors"], [text.count(w.errorsInAll)], ["in doubt " + text.count(total.inDoubt)], w.series.errors, { lo: 0, warns: w.errorsInAll > 0 });
  };

  const top = () => {
    const { run, name, now: { agents = [] } } = data;
    put(at("name"), name);
    at("fleet").replaceChildren(...(agents.length ? [element("li", { class: "wide" }, text.count(agents.length) + (agents.length === 1 ? " agent" : " agents"))] : []),
      ...agents.map((a) => {
        const gone = !over && report.isGone(a);
        return element("li", { class: gone ? "gone" : "" }, element("i"), a.agent + (gone ? " " + a.state : ""));
      }));
    at("what").dataset.run = [run.provider, "started " + text.time((run.summary || {}).started || run.created).textContent].filter((each) => each).join(" · ");
    age();
  };

  // how old the figures are; that they do not come is said where everybody looks
  const age = () => {
    if (!data) return;
    const seconds = (performance.now() - cameAt) / 1000;
    const length = (data.lengthSeconds.at(-1) || 0) / (data.intervalsPerPoint || 1);
    const stale = !over && intervals > 0 && seconds > Math.max(STALE, 2 * length);
    at("top").className = stale || lost ? "top stale" : "top";
    put(at("what"), lost || (stale ? "No figures for " + text.clock(seconds) : at("what").dataset.run + (over || intervals <= 0 ? "" : " · figures " + text.number(seconds, 0) + " s old")));
  };
  setInterval(age, 500);

  // since when all workloads have kept their targets without a break
  const keptSince = () => {
    let since = null;
    for (let i = data.endSeconds.length - 1; i >= 0 && !data.warmup[i]; i--) {
      if (data.workloads.some((w) => w.series.target[i] > 0 && w.series.achieved[i] < 0.99 * w.series.target[i])) break;
      since = data.endSeconds[i] - data.lengthSeconds[i];
    }
    return since;
  };

  const many = (n, one, all) => (n === 0 ? [] : [n + (n === 1 ? one : all)]);
  const headline = () => {
    const { verdict, now } = data;
    const [phase, ...judged] = verdict.headline.split(", ");
    const missed = over ? 0 : (now.objectives || []).filter((o) => o.state === "missed").length;
    const running = (now.steps || []).findIndex((each) => each.state === "running");
    const kept = !over && verdict.headline.endsWith("target kept") ? keptSince() : null;
    const sure = judged.join(", ") + (kept == null ? "" : " since " + text.clock(kept));
    const state = over ? "Ended" : running >= 0 && phase === "Running" ? "Step " + (running + 1) + " of " + now.steps.length : phase;
    const said = over ? verdict.headline.charAt(0).toLowerCase() + verdict.headline.slice(1) : missed ? many(missed, " objective missed", " objectives missed")[0] : sure;
    at("headline").className = "headline " + (missed && verdict.level === "good" ? "warning" : verdict.level);
    if (at("verdict").textContent !== state + (said ? ", " + said : "")) at("verdict").replaceChildren(state + (said ? ", " : ""), element("b", {}, said));
    put(at("detail"), text.rates(details(missed && sure ? sure.charAt(0).toUpperCase() + sure.slice(1) + "." : "").map((line) => (over ? line : line.replace(/[^.]$/, "$&."))).join(over ? ". " : " ")));
    at("detail").title = at("detail").textContent;
    const left = now.leftSeconds ?? (now.durationSeconds > 0 ? Math.max(0, now.durationSeconds - now.sinceStartSeconds) : null);
    put(at("clock"), text.clock(over ? data.to : Math.max(0, now.sinceStartSeconds)));
    put(at("left"), over ? "ended" : left == null ? "no end set" : text.clock(left) + " left");
  };

  const details = (before) => {
    const { verdict, now } = data;
    if (over) return verdict.details;
    const objectives = [["near", " is near its limit", " are near their limits"], ["holds", " holds", " hold"]]
      .flatMap(([state, one, all]) => many((now.objectives || []).filter((o) => o.state === state).length, one, all));
    const silent = (now.agents || []).filter(report.isGone).map((a) => "Agent " + a.agent + " is " + a.state + ", last heard " + text.clock(a.silentSeconds) + " ago.");
    const missing = now.workloads.some((w) => w.workersUp < w.workers);
    const up = now.workloads.map((w) => text.count(w.workersUp) + " of " + text.count(w.workers) + " " + w.name).join(", ");
    const ramps = now.workloads.filter((w) => w.rampLeftSeconds > 0 && w.finalPerSecond != null)
      .map((w) => "Ramp to " + text.significant(w.finalPerSecond) + "/s ends at " + text.clock(Math.round(now.sinceStartSeconds + w.rampLeftSeconds)) + ", in " + text.clock(Math.round(w.rampLeftSeconds)) + ".");
    return [before, objectives.length ? "Objectives: " + objectives.join(", ") + "." : "", ...silent,
      ...verdict.details.filter((line) => !silent.length || !line.startsWith("Agent ")),
      missing ? "Up: " + up + "." : up && "Nobody is missing: " + up + " up.", ...ramps, (now.steps || []).length ? "" : now.progress].filter((each) => each);
  };

  const plan = () => {
    const { steps = [], objectives = [] } = data.now;
    at("plan").hidden = steps.length === 0 && objectives.length === 0;
    [at("steps"), at("objectives")].forEach((list, i) => { list.parentNode.hidden = [steps, objectives][i].length === 0; });
    const count = (...states) => steps.filter((each) => states.includes(each.state)).length;
    put(at("stepsDone"), "Steps: " + count("done") + " done, " + count("running") + " running, " + count("next", "") + " to come");
    at("steps").replaceChildren(...steps.map((each, i) => {
      const next = steps[i + 1];
      const time = each.state === "running" && each.ofSeconds != null ? text.clock(each.seconds) + " of " + text.clock(each.ofSeconds)
        : each.seconds != null && each.state !== "next" && each.state !== "" ? text.clock(each.seconds) : each.ofSeconds == null ? "" : text.clock(each.ofSeconds);
      return element("li", { class: each.state || "later", title: each.title, ...(each.state === "running" ? { "aria-current": "step" } : {}) },
        element("b", {}, i + 1 + " " + each.title),
        element("span", {}, [each.state, time].filter((part) => part).join(", ")), each.state === "running" && next ? narrow("; next: " + (i + 2) + " " + next.title) : null);
    }));
    const look = { holds: "ok", near: "near", missed: "no-ok" };
    at("objectives").replaceChildren(...objectives.map((o) => element("li", { title: o.objective + ": " + o.found }, element("span", { class: look[o.state] || "soft" }, o.state === "unknown" ? "not yet" : o.state),
      element("span", {}, o.objective), element("span", { class: "found" }, o.state === "unknown" ? "–" : o.found), spark(o.values || []), element("span", { class: "soft" }, o.trend))));
  };

  const draw = () => {
    const now = workload(data.now);
    if (!now) return;
    const w = seriesOf(now.name);
    const bare = { name: now.name, headline: "latency", series: { achieved: [], target: [], up: [], workers: [], errors: [] }, latencyMillis: {}, totalLatency: {}, total: { totalErrorsByCause: {}, account: {} } };
    put(at("rowNow"), over ? "run" : "now");
    put(at("rowMore"), over ? "" : "so far");
    (over ? figuresOfAll : figuresNow)(now, w || bare);
    if (w) picture.show({ data, w, now, ended: over, objectives: data.now.objectives || [] });
  };

  const show = (figures) => {
    data = figures;
    over = data.now.phase === "ended";
    if (data.intervals !== intervals) {
      cameAt = performance.now();
      intervals = data.intervals;
      data.now.workloads.forEach((w) => overdue.set(w.name, [...(overdue.get(w.name) || []), w.overdue ?? null].slice(-SPARK)));
    }
    at("first").hidden = false;
    top();
    headline();
    plan();
    draw();
  };

  at("top").append(theme.button());

  return {
    show, targetOf, missesIts, workload, paused,
    choose: (name) => { chosen = name; if (data) draw(); },
    lost: (words) => { lost = words; age(); },
  };
})();
