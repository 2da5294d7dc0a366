// The page of a scenario with several runs, from top to bottom.
const report = (() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const page = document.getElementById("page");
  const scenario = data.scenario;
  const FEW = 4; // lines of a verdict

  const head = () => {
    parts.head(page, data.name, scenario.description ? scenario.description + " · " : "", text.time(scenario.created));
    const { details } = data.verdict;
    const first = details.length > FEW ? 1 : FEW;
    const verdict = parts.verdict(page, { ...data.verdict, details: details.slice(0, first) });
    const rest = parts.paragraphs(details.slice(first));
    if (rest.length) verdict.append(element("details", {}, element("summary", { class: "small" }, rest.length + " findings"), ...rest));
    page.append(element("h2", {}, "Results"));
  };

  const pageOf = (name) => (data.runs.find((run) => run.name === name) || {}).page;

  const objectives = () => {
    if (!(scenario.objectives || []).length) return;
    parts.card(page, "Objectives").append(tables.objectives(scenario.objectives));
  };

  const runs = () => {
    parts.card(page, "Runs").append(tables.of([
      ["run", (run) => (run.page ? element("a", { href: run.page }, run.name) : run.name), true],
      ["", (run) => run.verdict.headline, true],
      ["", (run) => run.verdict.details.join(" "), true]], data.runs));
  };

  head();
  objectives();
  if (data.steps.length > 1) {
    sweep.add(page, data);
    sweep.cards(page, data, scenario.variables, pageOf);
  }
  runs();
  parts.foot(page);
  charts.start();
  return { data, charts: charts.all };
})();
window.report = report;
