// Follows a run: gets all there is, and then what is new. After a break it gets what it missed.
const live = (() => {
  const RETRY = 1000;
  const REST = 300; // ms at least between two drawings
  let lastId = "";
  let data = null;
  let over = false;
  let drawing = false;
  let rested = 0; // when it may draw again, which takes most of a processor with many intervals a second
  let breaker = null;

  // a row from a point on; what came before it and is not known is empty
  const splice = (row, from, more) => {
    while (row.length < from) row.push(null);
    row.length = from;
    more.forEach((each) => row.push(each));
  };
  // the same of rows by their names, however deep they lie
  const spliceAll = (rows, from, more) => {
    Object.entries(more).forEach(([key, each]) => { rows[key] = rows[key] || (Array.isArray(each) ? [] : {}); });
    Object.entries(rows).forEach(([key, row]) => (Array.isArray(row) ? splice(row, from, more[key] || []) : spliceAll(row, from, more[key] || {})));
  };

  // the one of a list that is meant, which is added if it is not there
  const among = (all, isMeant, added) => all.find(isMeant) || all[all.push(added) - 1];

  const mergeObservations = (from, seconds, lines) => {
    splice(data.observedSeconds, from, seconds);
    lines.forEach((more) => {
      const known = among(data.observations, (o) => o.subject === more.subject && o.measure === more.measure && o.unit === more.unit, { ...more, values: [] });
      splice(known.values, from, more.values);
    });
  };

  const merge = (more) => {
    ["endSeconds", "lengthSeconds", "warmup", "cpuCores"].forEach((key) => splice(data[key], more.from, more[key]));
    more.workloads.forEach((each) => {
      const known = among(data.workloads, (w) => w.name === each.name, { name: each.name, series: {}, latencyMillis: {}, peers: {}, heatMap: {} });
      ["series", "latencyMillis", "peers", "heatMap"].forEach((key) => spliceAll(known[key], more.from, each[key]));
      if (each.total) Object.assign(known, { total: each.total, curves: each.curves }); // they come with every tenth interval
    });
    splice(data.events, more.eventsFrom, more.events);
    mergeObservations(more.observationsFrom, more.observedSeconds, more.observations);
    ["verdict", "intervals", "intervalsPerPoint", "missingIntervals", "measuredSeconds", "cpuCoresMean", "now"].forEach((key) => { data[key] = more[key]; });
    ["run", "steps", "sweeps", "tries"].filter((key) => more[key]).forEach((key) => { data[key] = more[key]; }); // only if they have changed
  };

  const draw = () => {
    const began = performance.now();
    drawing = false;
    data.observations.forEach((o) => { o.t = data.observedSeconds; });
    const begins = !report.data;
    report.show(data);
    if (begins) charts.start();
    first.show(data);
    controls.show(data.now, data.events);
    rested = performance.now() + Math.max(REST, 4 * (performance.now() - began));
  };

  const take = (event) => {
    if (event.name === "role") {
      controls.allow(JSON.parse(event.data).role);
    } else if (event.name === "end") {
      over = true;
    } else if (event.name === "page") {
      const more = JSON.parse(event.data);
      if (!more.whole) merge(more);
      else [data, document.title] = [more, "sluice: " + more.name];
      lastId = event.id;
      if (!drawing) {
        drawing = true;
        setTimeout(() => requestAnimationFrame(draw), rested - performance.now()); // not while nobody sees it
      }
    }
  };

  const parse = (block) => {
    const event = { id: lastId, name: "", data: [] };
    block.split("\n").forEach((line) => {
      const at = line.indexOf(": ");
      const [field, value] = [line.slice(0, at), line.slice(at + 2)];
      if (field === "id") event.id = value;
      if (field === "event") event.name = value;
      if (field === "data") event.data.push(value);
    });
    return { ...event, data: event.data.join("\n") };
  };

  const read = async (body) => {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const blocks = rest.split("\n\n");
      rest = blocks.pop();
      blocks.forEach((block) => take(parse(block)));
    }
  };

  const pause = (millis) => new Promise((done) => { setTimeout(done, millis); });

  const follow = async () => {
    const given = new URLSearchParams(location.hash.slice(1)).get("token");
    if (given) {
      token.keep(given);
      history.replaceState(null, "", location.pathname); // it is to stay in no history
    }
    while (!over) {
      try {
        breaker = new AbortController();
        const response = await fetch("/page/stream", {
          signal: breaker.signal,
          headers: { ...(lastId ? { "Last-Event-ID": lastId } : {}), ...token.headers() },
        });
        if (response.status === 401 || response.status === 403) {
          await token.ask();
        } else if (response.ok) {
          first.lost("");
          await read(response.body);
        } else {
          first.lost((await response.json()).detail);
          await pause(RETRY);
        }
      } catch (e) {
        first.lost("The connection to the run is lost; these are the last figures before that.");
        await pause(RETRY);
      }
    }
  };

  follow();
  return { state: () => ({ lastId, over }), breakOff: () => breaker.abort() };
})();
window.live = live;
