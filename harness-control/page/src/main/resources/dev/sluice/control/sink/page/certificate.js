// The certificate of a rehearsal, from top to bottom.
const report = (() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const page = document.getElementById("page");
  const LEVELS = { met: "good", not_judged: "warning", missed: "bad" };

  const table = ([titles, ...rows], words) => tables.of(titles.map((title, i) => [title, (row) => row[i], i < words]), rows);

  const subject = () => {
    const { host } = data;
    parts.card(page, "What was rehearsed").append(tables.list([
      ["plan", data.plan], ["its SHA-256", data.planSha256, true], ["changed values", data.settings.join(", ") || "none", true],
      ["begun", text.time(data.created)], ["provider", data.provider, true],
      ["host", host.name + ", " + host.operatingSystem + ", " + text.count(host.processors) + " processors"],
      ...Object.entries(data.versions), ...Object.entries(data.configuration).map(([key, value]) => [key, value, true])]));
  };

  const signature = () => {
    parts.card(page, "Signed").append(element("dl", { class: "sign" },
      ...["name", "role", "date", "signature"].flatMap((each) => [element("dt", {}, each), element("dd", {})])));
  };

  parts.head(page, "Recovery of " + data.name, text.time(data.created));
  parts.verdict(page, { level: LEVELS[data.outcome], headline: data.headline, details: data.loss });
  parts.card(page, "Objectives").append(tables.objectives(data.objectives));
  parts.card(page, "Times", "Of the faults below, and what holds for more of their kind.").append(table(data.timeRows, 2));
  parts.card(page, "Faults", [data.outage, ...data.standstills].join(" ")).append(table(data.faultRows, 1));
  subject();
  signature();
  parts.foot(page);
  return { data };
})();
window.report = report;
