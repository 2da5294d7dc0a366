// The page of a scenario with several runs, from top to bottom.
const report = (() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const page = document.getElementById("page");
  const scenario = data.scenario;
  const FEW = 4; // lines of a verdict

  const card = (title) => {
    const made = element("section", { class: "card" }, element("h3", {}, title));
    page.append(made);
    return made;
  };

  const head = () => {
    page.append(element("header", { class: "top" },
      element("div", {}, element("h1", {}, data.name),
        element("p", { class: "soft" }, scenario.scenario + " · ", text.time(scenario.created))),
      theme.button()));
    const verdict = element("div", { class: "verdict " + data.verdict.level }, element("strong", {}, text.rates(data.verdict.headline)));
    const lines = data.verdict.details.map((line) => element("p", {}, text.rates(line)));
    const first = lines.length > FEW ? 1 : FEW;
    verdict.append(...lines.slice(0, first));
    if (lines.length > first) verdict.append(element("details", {}, element("summary", { class: "small" }, lines.length - first + " findings"), ...lines.slice(first)));
    page.append(verdict, element("h2", {}, "Results"));
  };

  const pageOf = (name) => (data.runs.find((run) => run.name === name) || {}).page;

  const steps = () => {
    if (data.steps.length < 2) return;
    sweep.add(page, data.steps, data.sweeps, data.accountTerms);
    sweep.cards(page, data.steps, scenario.variables, data.accountTerms, pageOf);
  };

  const objectives = () => {
    if (!(scenario.objectives || []).length) return;
    card("Objectives").append(tables.objectives(scenario.objectives));
  };

  const runs = () => {
    card("Runs").append(tables.of([
      ["run", (run) => (run.page ? element("a", { href: run.page }, run.name) : run.name), true],
      ["", (run) => run.verdict.headline, true],
      ["", (run) => run.verdict.details.join(" "), true]], data.runs));
  };

  head();
  objectives();
  steps();
  runs();
  page.append(element("footer", {}, "Made by sluice from the runs' files; charts by uPlot."));
  charts.start();
  return { data, charts: charts.all };
})();
window.report = report;
