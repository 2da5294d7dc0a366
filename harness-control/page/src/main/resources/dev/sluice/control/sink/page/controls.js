// The bar at the foot of the window: steers the chosen workload by commands, and says what each will do before it is given.
const controls = (() => {
  const [ASKED_FOR, REPLY_FOR, REPLY_ON_A_PHONE] = [5000, 15000, 4000]; // milliseconds
  const UNITS = { us: 1e-6, ms: 0.001, s: 1, m: 60, h: 3600, d: 86400 };
  const at = (id) => document.getElementById(id);
  const rate = (perSecond) => text.significant(perSecond);
  let role = "";
  let now = null; // what the last message said
  let shown = ""; // the workload whose controls these are
  let telling = null; // what the control that is looked at would do: () => {said, refused, path}
  let reply = null; // to the last command: {said, refused, commands: how many there had been}
  let commands = [];

  const workload = () => first.workload(now);
  const over = () => now !== null && now.phase === "ended";
  const steering = () => role === "CONTROL" && now !== null && !over();
  const goal = (w) => (w.finalPerSecond ?? w.targetPerSecond) || 0; // where a ramp ends

  const say = () => {
    const { said, refused, path } = (telling && telling()) || reply || check() || idle();
    if (at("preview").textContent !== said) at("preview").textContent = said;
    at("preview").title = said;
    at("preview").className = refused ? "refused" : path ? "telling" : "";
    picture.preview(path || null);
  };
  const answered = (said, refused) => {
    clearTimeout(answered.ends);
    telling = null;
    reply = { said, refused, commands: commands.length };
    if (!refused) answered.ends = setTimeout(forget, innerWidth < 761 ? REPLY_ON_A_PHONE : REPLY_FOR);
    say();
  };
  const forget = () => { reply = null; if (now) say(); };

  // gives a command, says what came of it, and answers whether it was carried out
  const give = async (command) => {
    answered("given: " + command, false);
    try {
      const response = await fetch("/api/v1/commands", {
        method: "POST",
        headers: { "Content-Type": "application/json", ...token.headers() },
        body: JSON.stringify({ command }),
      });
      const answer = await response.json();
      answered((answer.lines || [answer.detail]).join(" · "), !response.ok);
      return response.ok;
    } catch (e) {
      answered("No answer: the run may have ended.", true);
      return false;
    }
  };

  // one after the other, each by what came of the last
  let toggled = Promise.resolve();
  const toggle = () => {
    const { name } = workload();
    toggled = toggled.then(async () => {
      const which = now.workloads.find((w) => w.name === name);
      const word = first.paused(which) ? "resume" : "pause";
      if (!await give(word + " " + name)) return;
      now.workloads.find((w) => w.name === name).mode = word === "pause" ? "paused" : ""; // its next figures say more
      show(now);
    });
  };

  const idle = () => {
    const w = workload();
    if (!w) return { said: "" };
    const each = goal(w) > 0 && w.workers > 0 ? ", " + rate(goal(w) / w.workers) + "/s for each of " + text.count(w.workers) : "";
    if (first.paused(w)) return { said: w.name + ": paused; Resume goes on" + (goal(w) > 0 ? " with " + rate(goal(w)) + "/s." : ".") };
    if (w.profile) return { said: w.name + ": on a profile, now " + rate(w.targetPerSecond) + "/s; a number ends it." };
    if (!(goal(w) > 0)) return { said: w.name + ": no target, as fast as it goes; a number sets one." };
    return { said: w.name + ": " + (w.rampLeftSeconds > 0 ? "on the way to " + rate(goal(w)) + "/s at " + text.clock(Math.round(now.sinceStartSeconds + w.rampLeftSeconds)) : "target " + rate(goal(w)) + "/s") + each + "." };
  };

  // a change of the rate in words and as a path on the chart
  const change = (perSecond, seconds, ends) => {
    const w = workload();
    const from = w.targetPerSecond || 0;
    const when = seconds > 0 ? "over " + text.clock(seconds) + ", until " + text.clock(Math.round(now.sinceStartSeconds + seconds)) : "at once";
    return {
      said: w.name + ": " + (from > 0 ? rate(from) : "no target") + " → " + rate(perSecond) + "/s " + when + "; "
        + rate(perSecond / Math.max(1, w.workers)) + "/s for each of " + text.count(w.workers) + "." + (ends && w.rampLeftSeconds > 0 ? " Ends the ramp." : ""),
      path: [[0, from], [seconds, perSecond]],
    };
  };
  // a change by per cent moves where a ramp ends, not when
  const bump = (by) => change(goal(workload()) * (1 + by), workload().rampLeftSeconds || 0, false);
  const seconds = (said) => {
    const [, many, unit] = /^(\d+(?:\.\d+)?)\s*(us|ms|s|m|h|d)$/.exec(said) || [];
    return unit ? many * UNITS[unit] : null;
  };
  // what has been typed: {command, said, path}, or what is wrong with it
  const typed = () => {
    const w = workload();
    const number = at("number").value.trim().replace(/\s*\/s$/, "");
    const time = at("over").value.trim().replace(/^over\s+/, "");
    const wrong = (field, said) => ({ field, said, refused: true });
    if (time && seconds(time) == null) {
      return wrong("over", "“" + time + "” is not a time" + (/^[\d.]+$/.test(time) ? " without a unit: give one such as " + time + "s or " + time + "m." : ": give one such as 30s or 4m."));
    }
    const after = time ? " over " + time : "";
    if (!number) return wrong(time ? "number" : "", time ? "Over " + time + " to which rate? Give a number such as 2,500, or +10%." : "");
    const share = /^([+−-])(\d+(?:\.\d+)?)%$/.exec(number);
    if (share) {
      const by = (share[1] === "+" ? 1 : -1) * share[2] / 100;
      if (!(goal(w) > 0)) return wrong("number", w.name + " has no target to change by per cent: give a number such as 2,500.");
      if (by <= -1) return wrong("number", "“" + number + "” leaves nothing: give less than 100%, such as -10%, or Pause.");
      return { command: "rate " + w.name + " " + (by < 0 ? "-" : "+") + share[2] + "%" + after, ...change(goal(w) * (1 + by), time ? seconds(time) : w.rampLeftSeconds || 0, !!time) };
    }
    if (!/^(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(number)) return wrong("number", "“" + number + "” is not a rate: give a number such as 2,500, or +10%.");
    const perSecond = Number(number.replaceAll(",", ""));
    if (perSecond === 0) return wrong("number", "0 would be as fast as possible: give a number such as 2,500, or Pause.");
    const each = at("kind").value === "each";
    return { command: (each ? "rate " : "total ") + w.name + " " + perSecond + after, ...change(each ? perSecond * w.workers : perSecond, time ? seconds(time) : 0, true) };
  };
  const check = () => {
    const found = typed();
    ["number", "over"].forEach((id) => at(id).setAttribute("aria-invalid", String(found.field === id)));
    at("give").disabled = !found.command;
    return found.said ? found : null;
  };

  const threads = (by) => {
    const w = workload();
    const [many, each] = [w.workers + by, goal(w) / Math.max(1, w.workers)];
    return { said: w.name + ": " + text.count(many) + " threads; " + (!(each > 0) ? "no target."
      : w.inTotal ? "the total stays, " + rate(goal(w) / Math.max(1, many)) + "/s for each." : "each keeps its rate, " + rate(each * many) + "/s in all.") };
  };
  // at once to another rate, as a path on the chart
  const drop = (perSecond) => [[0, workload().targetPerSecond || 0], [0, perSecond]];
  const pauseWill = () => (first.paused(workload())
    ? { said: "Resume: " + workload().name + " goes on" + (goal(workload()) > 0 ? " with " + rate(goal(workload())) + "/s" : "") + "; what the pause missed is not made up." }
    : { said: "Pause: " + workload().name + " waits from now on; nothing falls due until it resumes.", path: drop(0) });
  const undoWill = () => ({ said: "Undo " + now.undo.text + ": " + now.undo.effect + ".", path: now.undo.workload === workload().name && now.undo.perSecond != null ? drop(now.undo.perSecond) : null });

  const ask = (asked) => {
    at("stop").classList.toggle("asked", asked);
    at("stop").textContent = asked ? "Really?" : "Stop";
  };
  const stop = (event) => {
    const asked = at("stop").classList.contains("asked");
    if (asked && event.detail > 1) return; // the second of a double click has not read the question
    clearTimeout(stop.ends);
    if (asked) give("stop");
    else stop.ends = setTimeout(ask, ASKED_FOR, false);
    ask(!asked);
  };

  const naming = (open) => {
    at("naming").hidden = !open;
    at("preview").hidden = open;
    if (!open) at("markName").value = "";
    at(open ? "markName" : "mark").focus();
    tell(null);
  };

  const onEscape = (id, action) => at(id).addEventListener("keydown", (event) => { if (event.key === "Escape") action(); });

  // each button: what it does, and what it says before
  const ACTIONS = {
    down: [() => give("rate " + workload().name + " -10%"), () => bump(-0.1)],
    up: [() => give("rate " + workload().name + " +10%"), () => bump(0.1)],
    pause: [toggle, pauseWill],
    fewer: [() => give("threads " + workload().name + " -1"), () => threads(-1)],
    more: [() => give("threads " + workload().name + " +1"), () => threads(1)],
    mark: [() => naming(true), () => ({ said: "Mark: asks for a name, and marks the moment you press Enter on the time axis." })],
    undo: [() => give("undo"), undoWill],
    help: [() => at("keys").showModal(), () => ({ said: "Keys: shows what each key does." })],
    stop: [stop, () => ({ said: "Stop: ends the run for everyone; asks once more." })],
  };
  const tell = (what) => { telling = what; if (now && workload()) say(); };
  Object.entries(ACTIONS).forEach(([id, [does, will]]) => {
    at(id).addEventListener("click", does);
    ["pointerenter", "focus"].forEach((kind) => at(id).addEventListener(kind, () => tell(at(id).disabled ? null : will)));
    ["pointerleave", "blur"].forEach((kind) => at(id).addEventListener(kind, () => tell(null)));
  });
  ["number", "over", "kind"].forEach((id) => {
    at(id).addEventListener("input", () => { reply = null; tell(null); });
    onEscape(id, () => { clear(); tell(null); at(id).blur(); });
  });
  const clear = () => { at("number").value = at("over").value = ""; check(); };
  at("set").addEventListener("submit", async (event) => {
    event.preventDefault();
    const { command } = typed();
    if (!command || !await give(command)) return;
    clear();
    ["number", "over"].forEach((id) => at(id).blur()); // a key steers again
  });
  at("naming").addEventListener("submit", (event) => {
    event.preventDefault();
    give("mark " + (at("markName").value.trim() || "mark"));
    naming(false);
  });
  onEscape("markName", () => naming(false));
  at("closeKeys").addEventListener("click", () => at("keys").close());

  const KEYS = { "+": "up", "-": "down", " ": "pause", "[": "fewer", "]": "more", m: "mark", u: "undo", "?": "help" };
  const press = (key) => {
    if (key === "r") at("number").focus();
    else if (/[1-9]/.test(key)) choose((now.workloads[key - 1] || workload()).name);
    else if (!at(KEYS[key]).disabled) ACTIONS[KEYS[key]][0]();
  };
  // Keys steer whatever has the focus, unless one types there; a focused button is pressed by Enter alone.
  const steers = (event) => {
    const typing = event.target instanceof Element && event.target.closest("input:not([type=checkbox], [type=radio]), select, textarea");
    return steering() && !typing && !at("keys").open && !event.ctrlKey && !event.metaKey && !event.altKey && (KEYS[event.key] || /^[r1-9]$/.test(event.key));
  };
  addEventListener("keydown", (event) => {
    if (!steers(event)) return;
    event.preventDefault();
    if (!event.repeat) press(event.key);
  });
  addEventListener("keyup", (event) => {
    if (steers(event)) event.preventDefault(); // some browsers press a button when the space bar is released
  });

  const tabs = new Map();
  const tab = (w) => {
    const choice = element("input", { type: "radio", name: "workload", value: w.name, class: "hidden" });
    const said = element("span", {});
    choice.addEventListener("change", () => choose(w.name));
    at("loads").append(element("label", { title: w.name }, choice, element("b", {}, w.name), said));
    tabs.set(w.name, { choice, said });
    return tabs.get(w.name);
  };
  const choose = (name) => { first.choose(name); show(now); };

  const show = (figures, events) => {
    now = figures;
    if (!now.workloads.length) return;
    if (events) {
      commands = events.filter((e) => e.kind === "command");
      const last = commands.at(-1);
      at("last").textContent = last ? text.clock(last.t) + " " + last.text.replace(/^command from (.*?): (.*)$/s, "$2, by $1") : "";
      if (reply && !reply.refused && commands.length > reply.commands + 1) forget(); // somebody else has given one
    }
    const w = workload();
    if (shown !== w.name) {
      shown = w.name;
      telling = reply = null;
      at("kind").value = w.inTotal === false ? "each" : "total";
      clear();
    }
    now.workloads.forEach((each) => {
      const { choice, said } = tabs.get(each.name) || tab(each);
      const target = first.targetOf(each);
      choice.checked = each === w;
      said.textContent = text.significant(each.achievedPerSecond || 0) + (first.paused(each) ? "/s, paused" : target == null ? "/s, no target" : " of " + text.significant(target) + "/s");
      said.className = first.missesIts(each) ? "near" : "";
    });
    at("down").disabled = at("up").disabled = w.mode === "unlimited";
    ["down", "up"].forEach((id) => at(id).setAttribute("aria-label", "rate of " + w.name + " " + id + " by 10%"));
    at("number").placeholder = goal(w) > 0 ? rate(at("kind").value === "each" ? goal(w) / Math.max(1, w.workers) : goal(w)) + "/s" : "rate /s";
    at("pause").textContent = first.paused(w) ? "Resume" : "Pause";
    at("threads").textContent = text.count(w.workers);
    at("fewer").disabled = w.workers < 1;
    at("undo").disabled = !now.undo;
    at("controls").hidden = !steering();
    at("only").hidden = steering();
    at("only").replaceChildren(...(over() ? [element("strong", {}, "The run has ended; nothing can be changed."), element("a", { href: "#page" }, "Go to the report")] : ["Read-only: the token is for watching."]));
    if (steering()) say();
    else at("preview").textContent = "";
    if (over()) picture.preview(null);
    at("bar").hidden = role === "";
    document.documentElement.style.setProperty("--bar", at("bar").offsetHeight + "px");
  };
  addEventListener("resize", () => { if (now) show(now); });

  return {
    show,
    allow: (given) => { role = given; if (now) show(now); },
  };
})();
