// What pages consist of, from the head to the foot.
const parts = (() => {
  const add = (place, made) => place.appendChild(made);
  const paragraphs = (lines) => lines.map((line) => element("p", {}, text.rates(line)));

  return {
    head: (place, title, ...below) => add(place, element("header", { class: "top" },
      element("div", {}, element("h1", {}, title), element("p", { class: "soft" }, ...below)), theme.button())),
    paragraphs,
    verdict: (place, { level, headline, details }) =>
      add(place, element("div", { class: "verdict " + level }, element("strong", {}, text.rates(headline)), ...paragraphs(details))),
    card: (place, title, caption) =>
      add(place, element("section", { class: "card" }, element("h3", {}, title), caption ? element("p", { class: "caption" }, caption) : null)),
    // panels by their names, one of them shown; print and a search in the page have them all
    tabs: (place, names) => {
      const list = add(place, element("div", { class: "tabs", role: "tablist", "aria-label": "parts of the report" }));
      const panels = names.map((name) => add(place, element("div", { role: "tabpanel", id: "panel-" + name, "aria-labelledby": "tab-" + name })));
      const tabs = names.map((name) => add(list, element("button", { type: "button", role: "tab", id: "tab-" + name, "aria-controls": "panel-" + name }, name)));
      const choose = (chosen) => tabs.forEach((tab, i) => {
        tab.setAttribute("aria-selected", i === chosen);
        tab.tabIndex = i === chosen ? 0 : -1;
        panels[i].hidden = i === chosen ? false : "until-found";
      });
      tabs.forEach((tab, i) => {
        tab.addEventListener("click", () => {
          choose(i);
          if (list.getBoundingClientRect().top <= 0) place.scrollIntoView(); // a panel begins at its top
        });
        tab.addEventListener("keydown", (event) => {
          const to = { ArrowLeft: i - 1, ArrowRight: (i + 1) % tabs.length, Home: 0, End: -1 }[event.key];
          if (to == null) return;
          event.preventDefault();
          tabs.at(to).focus();
          tabs.at(to).click();
        });
        panels[i].addEventListener("beforematch", () => choose(i));
      });
      choose(0);
      return Object.fromEntries(names.map((name, i) => [name, panels[i]]));
    },
    foot: (place) => add(place, element("footer", {}, "Made by sluice from the runs' files; charts by uPlot.")),
  };
})();

// Tables beside the charts.
const tables = (() => {
  // a table that is wider than its place says so: to the eye by its edges, to the ear by its name
  const wide = new ResizeObserver((seen) => seen.forEach(({ target }) => {
    const box = target.closest(".scroll");
    const scrolls = box.scrollWidth > box.clientWidth + 1;
    const title = box.closest(".card, details") && box.closest(".card, details").querySelector("h2, h3, summary");
    box.classList.toggle("wide", scrolls);
    Object.entries({ role: "region", "aria-label": (title ? title.textContent : "table") + ", scrolls sideways" })
      .forEach(([name, value]) => (scrolls ? box.setAttribute(name, value) : box.removeAttribute(name)));
  }));

  // a table that can be copied, in a place in which it can scroll
  const place = (table) => {
    const box = element("div", { class: "scroll", tabindex: "0" }, table);
    [box, table].forEach((each) => wide.observe(each));
    return element("div", {}, box, copy.ofTable(table));
  };

  // columns: [label, cell => text or element, isText]
  const of = (columns, rows, rowClass) => {
    const head = element("tr", {}, ...columns.map(([label, , isText]) =>
      element(label ? "th" : "td", { ...(isText ? { class: "text" } : {}), ...(label ? { scope: "col" } : {}) }, label)));
    const body = rows.map((row, i) =>
      element("tr", rowClass && rowClass(row, i) ? { class: rowClass(row, i) } : {},
        ...columns.map(([, cell, isText]) => element("td", isText ? { class: "text" } : {}, cell(row, i)))));
    return place(element("table", { class: "data" }, element("thead", {}, head), element("tbody", {}, ...body)));
  };

  // rows: [cells that name it, account]; what there was to do, its sum, and what became of it
  const account = (names, terms, rows) => {
    const column = (term) => [term.label, (row) => text.count(row[1][term.key])];
    return of([
      ...names.map((name, i) => [name, (row) => row[0][i], true]),
      ...terms.toDo.map(column),
      ["total", (row) => element("strong", {}, text.count(terms.toDo.reduce((sum, term) => sum + row[1][term.key], 0)))],
      ...terms.outcomes.map(column)], rows);
  };

  const objectives = (results) => of([
    ["objective", (o) => o.objective, true],
    ["found", (o) => o.found],
    ["", (o) => element("span", { class: o.met ? "ok" : "no-ok" }, o.outcome || (o.met ? "met" : "missed"))]], results);

  const list = (pairs) =>
    element("dl", {}, ...pairs.flatMap(([term, value, isCode]) =>
      [element("dt", {}, term), element("dd", isCode ? { class: "code" } : {}, value)]));

  return { of, place, account, objectives, list };
})();
