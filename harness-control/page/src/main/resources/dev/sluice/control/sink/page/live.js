// Follows a run: gets all there is, and then what is new. After a break it gets what it missed.
const live = (() => {
  const KEY = "sluice-token";
  const RETRY = 1000;
  let token = "";
  let lastId = "";
  let data = null;
  let over = false;
  let drawing = false;
  let breaker = null;

  const readToken = () => {
    const given = new URLSearchParams(location.hash.slice(1)).get("token");
    if (given) {
      sessionStorage.setItem(KEY, given);
      history.replaceState(null, "", location.pathname); // it is to stay in no history
    }
    token = sessionStorage.getItem(KEY) || "";
    controls.use(token);
  };

  // a row from a point on; what came before it and is not known is empty
  const splice = (row, from, more, empty) => {
    while (row.length < from) row.push(empty);
    row.length = from;
    more.forEach((each) => row.push(each));
  };
  // the same of rows by their names, however deep they lie
  const spliceAll = (rows, from, more) => {
    Object.entries(more).forEach(([key, each]) => { rows[key] = rows[key] || (Array.isArray(each) ? [] : {}); });
    Object.entries(rows).forEach(([key, row]) => (Array.isArray(row) ? splice(row, from, more[key] || [], null) : spliceAll(row, from, more[key] || {})));
  };

  const mergeWorkload = (w, from, more) => {
    ["series", "latencyMillis", "peers", "heatMap"].forEach((key) => spliceAll(w[key], from, more[key]));
    if (more.total) Object.assign(w, { total: more.total, curves: more.curves }); // they come with every tenth interval
  };

  const mergeObservations = (from, seconds, lines) => {
    splice(data.observedSeconds, from, seconds, null);
    lines.forEach((more) => {
      let known = data.observations.find((o) => o.subject === more.subject && o.measure === more.measure && o.unit === more.unit);
      if (!known) {
        known = { ...more, values: [] };
        data.observations.push(known);
      }
      splice(known.values, from, more.values, null);
    });
    data.observations.forEach((o) => { o.t = data.observedSeconds; });
  };

  const merge = (more) => {
    ["endSeconds", "lengthSeconds", "warmup", "cpuCores"].forEach((key) => splice(data[key], more.from, more[key], null));
    more.workloads.forEach((each) => {
      let known = data.workloads.find((w) => w.name === each.name);
      if (!known) {
        known = { name: each.name, series: {}, latencyMillis: {}, peers: {}, heatMap: {} };
        data.workloads.push(known);
      }
      mergeWorkload(known, more.from, each);
    });
    splice(data.events, more.eventsFrom, more.events, null);
    mergeObservations(more.observationsFrom, more.observedSeconds, more.observations);
    ["verdict", "intervals", "intervalsPerPoint", "missingIntervals", "measuredSeconds", "cpuCoresMean", "now"].forEach((key) => { data[key] = more[key]; });
    ["run", "steps", "sweeps", "tries"].filter((key) => more[key]).forEach((key) => { data[key] = more[key]; }); // only if they have changed
  };

  const draw = () => {
    drawing = false;
    const begins = !report.data;
    report.show(data);
    if (begins) charts.start();
    first.show(data);
    controls.show(data.now, data.events);
  };

  const take = (event) => {
    if (event.name === "role") {
      controls.allow(JSON.parse(event.data).role);
    } else if (event.name === "end") {
      over = true;
    } else if (event.name === "page") {
      const more = JSON.parse(event.data);
      if (more.whole) {
        data = more;
        data.observations.forEach((o) => { o.t = data.observedSeconds; });
        document.title = "sluice: " + data.name;
      } else {
        merge(more);
      }
      lastId = event.id;
      if (!drawing) {
        drawing = true;
        requestAnimationFrame(draw); // not while nobody sees it
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

  const askForToken = (refused) => new Promise((given) => {
    const [asking, field] = ["asking", "token"].map((id) => document.getElementById(id));
    document.getElementById("refused").textContent = refused ? "The run does not know this token." : "";
    document.getElementById("askToken").onsubmit = (event) => {
      event.preventDefault();
      sessionStorage.setItem(KEY, field.value.trim());
      field.value = "";
      asking.hidden = true;
      readToken();
      given();
    };
    asking.hidden = false;
    field.focus();
  });

  const pause = (millis) => new Promise((done) => { setTimeout(done, millis); });

  const follow = async () => {
    readToken();
    while (!over) {
      try {
        breaker = new AbortController();
        const response = await fetch("/page/stream", {
          signal: breaker.signal,
          headers: { ...(lastId ? { "Last-Event-ID": lastId } : {}), ...(token ? { Authorization: "Bearer " + token } : {}) },
        });
        if (response.status === 401 || response.status === 403) {
          await askForToken(token !== "");
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
