// The state of the run that goes on, and its controls. Each control gives one command of the command socket.
const controls = (() => {
  const BUMP = "10%";
  const ASKED_FOR = 5000;
  const REPLY_FOR = 15000;
  let token = "";
  let mayControl = false;
  let now = null;

  const said = (place, words, refused) => {
    place.textContent = words;
    place.className = refused ? "refused" : "";
    clearTimeout(place.fades);
    if (!refused) place.fades = setTimeout(() => { place.textContent = ""; }, REPLY_FOR);
  };

  // gives a command, says what came of it beside the control, and answers whether it was carried out
  const give = async (command, place) => {
    document.querySelectorAll("#live output").forEach((other) => said(other, "", false)); // they are of other commands
    said(place, "…", false);
    try {
      const response = await fetch("/api/v1/commands", {
        method: "POST",
        headers: { "Content-Type": "application/json", ...(token ? { Authorization: "Bearer " + token } : {}) },
        body: JSON.stringify({ command }),
      });
      const answer = await response.json();
      said(place, (answer.lines || [answer.detail]).join(" · "), !response.ok);
      return response.ok;
    } catch (e) {
      said(place, "no answer: the run may have ended", true);
      return false;
    }
  };

  const isPaused = (w) => w.mode === "paused";

  // pauses workloads, or resumes them if all are paused; one after the other, each by what came of the last
  let toggled = Promise.resolve();
  const toggle = (name, place) => {
    toggled = toggled.then(async () => {
      const which = () => now.workloads.filter((w) => !name || w.name === name);
      const word = which().length > 0 && which().every(isPaused) ? "resume" : "pause";
      if (!await give(name ? word + " " + name : word, place)) return;
      which().forEach((w) => { w.mode = word === "pause" ? "paused" : ""; }); // its next figures say more
      show(now);
    });
  };

  const output = () => element("output", { role: "status" });
  const button = (label, title, action) => {
    const made = element("button", { type: "button", title, "aria-label": title }, label);
    made.addEventListener("click", action);
    return made;
  };
  const input = (label, hint, more) => element("input", { type: "text", "aria-label": label, placeholder: hint, autocomplete: "off", ...more });
  const form = (action, ...children) => {
    const made = element("form", {}, ...children);
    made.addEventListener("submit", (event) => {
      event.preventDefault();
      action();
    });
    return made;
  };

  const state = element("div", { class: "state" });
  const bar = element("i", {});
  const rowsBox = element("div", {});
  const general = output();
  const hint = element("p", { class: "small soft" });
  const rows = new Map();

  const row = (name) => {
    const reply = output();
    const rates = element("span", { class: "rates" });
    const rate = input("rate of " + name, "rate");
    const over = input("time the change of " + name + " takes, such as 30s", "over 30s");
    const pause = button("Pause", "pause or resume " + name, () => toggle(name, reply));
    pause.className = "pause";
    const set = (word) => () => give([word, name, rate.value.trim(), ...(over.value.trim() ? ["over", over.value.trim().replace(/^over\s+/, "")] : [])].join(" "), reply);
    const box = element("div", { class: "row" },
      element("span", { class: "name" }, name),
      button("−" + BUMP, "lower the rate of " + name + " by " + BUMP, () => give("rate " + name + " -" + BUMP, reply)),
      button("+" + BUMP, "raise the rate of " + name + " by " + BUMP, () => give("rate " + name + " +" + BUMP, reply)),
      rate, over,
      button("Rate", "set the rate of each worker of " + name, set("rate")),
      button("Total", "set the rate of all workers of " + name + " together", set("total")),
      pause,
      button("− thread", "end a worker of " + name, () => give("threads " + name + " -1", reply)),
      button("+ thread", "start a worker of " + name, () => give("threads " + name + " +1", reply)),
      rates, reply);
    const made = { rates, pause };
    rows.set(name, made);
    rowsBox.append(box);
    return made;
  };

  const mark = input("mark on the time line", "mark on the time line", { class: "long" });
  const line = input("any command", "any command, such as help", { class: "long" });
  let askedAt = -Infinity;
  const stop = button("Stop the run", "stop the run; asked twice", () => {
    if (performance.now() - askedAt < ASKED_FOR) {
      askedAt = -Infinity;
      stop.className = "danger";
      stop.textContent = "Stop the run";
      give("stop", general);
      return;
    }
    askedAt = performance.now();
    stop.className = "danger asked";
    stop.textContent = "Really stop?";
    setTimeout(() => {
      if (performance.now() - askedAt < ASKED_FOR) return;
      stop.className = "danger";
      stop.textContent = "Stop the run";
    }, ASKED_FOR + 100);
  });
  stop.className = "danger";

  const doMark = () => {
    give("mark " + mark.value.trim(), general);
    mark.value = "";
  };
  const steering = element("div", { id: "controls", hidden: "" }, rowsBox,
    element("div", { class: "row" },
      form(doMark, mark, element("button", { type: "submit" }, "Mark")),
      form(() => give(line.value.trim(), general), line, element("button", { type: "submit" }, "Give")),
      stop, general),
    element("p", { class: "small soft" }, "Keys: + and − change the rate by " + BUMP + ", space pauses or resumes, m marks; Enter presses the button that has the focus."));

  const box = element("div", { class: "live", id: "live" },
    element("section", { class: "card", "aria-label": "state and controls" }, state, element("div", { class: "bar" }, bar), steering, hint));

  const KEYS = {
    "+": () => give("rate +" + BUMP, general),
    "-": () => give("rate -" + BUMP, general),
    " ": () => toggle("", general),
    m: () => mark.focus(),
  };
  // Keys steer whatever has the focus, unless one types there; a focused button is pressed by Enter alone.
  const steers = (event) => {
    const typing = event.target instanceof Element && event.target.closest("input:not([type=checkbox], [type=radio]), select, textarea");
    return mayControl && now && now.phase !== "ended" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey && KEYS[event.key];
  };
  addEventListener("keydown", (event) => {
    if (!steers(event)) return;
    event.preventDefault();
    if (!event.repeat) KEYS[event.key]();
  });
  addEventListener("keyup", (event) => {
    if (steers(event)) event.preventDefault(); // some browsers press a button when the space bar is released
  });

  const show = (figures) => {
    now = figures;
    const over = now.phase === "ended";
    const left = now.durationSeconds > 0 ? Math.max(0, now.durationSeconds - Math.max(0, now.sinceStartSeconds)) : null;
    state.replaceChildren(
      element("strong", {}, over ? "The run has ended" : now.phase),
      ...(over ? [] : [element("span", {}, text.clock(Math.max(0, now.sinceStartSeconds)) + " since start")]),
      ...(over || left == null ? [] : [element("span", {}, text.clock(left) + " left")]),
      ...(now.progress ? [element("span", { id: "progress", title: now.progress }, now.progress)] : []));
    const share = over ? 1 : left == null ? now.progressShare || 0 : 1 - left / now.durationSeconds;
    bar.style.width = (100 * share).toFixed(1) + "%";
    now.workloads.forEach((w) => {
      const shown = rows.get(w.name) || row(w.name);
      shown.pause.textContent = isPaused(w) ? "Resume" : "Pause";
      shown.rates.textContent = (w.targetPerSecond > 0 ? "target " + text.rate(w.targetPerSecond) + "/s, " : "")
        + text.rate(w.achievedPerSecond) + "/s done, " + w.workersUp + " of " + w.workers + " up";
    });
    steering.hidden = !mayControl || over;
  };

  const allow = (role) => {
    mayControl = role === "CONTROL";
    hint.textContent = mayControl ? "" : "Read-only: the token is for watching.";
    if (now) show(now);
  };

  const lost = (words) => {
    hint.textContent = words;
    hint.className = words ? "small lost" : "small soft";
  };

  return { box, show, allow, lost, use: (given) => { token = given; } };
})();
