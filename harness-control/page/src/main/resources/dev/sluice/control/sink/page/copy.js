// Tables and charts for other documents.
const copy = (() => {
  const SHOWN_MILLIS = 2000;

  const button = (label, title, act) => {
    const made = element("button", { type: "button", title }, label);
    made.addEventListener("click", async () => {
      made.textContent = (await act()) || "copied";
      setTimeout(() => { made.textContent = label; }, SHOWN_MILLIS);
    });
    return made;
  };

  // into the clipboard, which browsers lend to pages of this host and over TLS only
  const put = (content) => (navigator.clipboard ? navigator.clipboard.writeText(content) : Promise.reject()).catch(() => {
    const holder = element("textarea", {}, content);
    document.body.append(holder);
    holder.select();
    document.execCommand("copy");
    holder.remove();
  });

  const quoted = (cell) => (/[",\n]/.test(cell) ? '"' + cell.replace(/"/g, '""') + '"' : cell);
  const csv = (rows) => rows.map((row) => row.map(quoted).join(",") + "\n").join("");
  const cells = (table) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent));

  // numbers without the commas of thousands, so that other programs can read them
  const tableCsv = (table) => csv(cells(table).map((row) => row.map((cell) => (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(cell) ? cell.replace(/,/g, "") : cell))));

  const markdown = (table) => {
    const [head, ...rows] = cells(table).map((row) => "| " + row.map((cell) => cell.replace(/\|/g, "\\|").replace(/\s+/g, " ")).join(" | ") + " |\n");
    const rule = [...table.rows[0].cells].map((cell) => (cell.classList.contains("text") ? "---" : "--:"));
    return head + "| " + rule.join(" | ") + " |\n" + rows.join("");
  };

  const chartCsv = ({ plot }) => csv([plot.series.map((series, i) => (i ? series.label : series.label || "x")),
    ...plot.data[0].map((_, i) => plot.data.map((line) => (line[i] == null ? "" : String(line[i]))))]);

  // the chart as it is seen, with the names of its lines
  const picture = ({ plot }) => {
    const { canvas } = plot.ctx;
    const em = 12 * (devicePixelRatio || 1);
    const named = plot.series.slice(1).filter((series) => series.show && series.stroke() !== "transparent");
    const made = element("canvas", { width: canvas.width, height: canvas.height + (2 + 1.7 * Math.ceil(named.length / 4)) * em });
    const ctx = made.getContext("2d");
    ctx.fillStyle = theme.color("card");
    ctx.fillRect(0, 0, made.width, made.height);
    ctx.drawImage(canvas, 0, 0);
    ctx.font = em + "px system-ui, sans-serif";
    named.forEach((series, i) => {
      const [x, y] = [em + (i % 4) * made.width / 4, canvas.height + (1.5 + Math.floor(i / 4) * 1.7) * em];
      ctx.fillStyle = series.stroke();
      ctx.fillRect(x, y - em, em, em);
      ctx.fillStyle = theme.color("ink");
      ctx.fillText(series.label, x + 1.5 * em, y);
    });
    return made;
  };

  const save = (name, canvas) => {
    element("a", { download: name, href: canvas.toDataURL() }).click();
    return "saved";
  };

  const ofTable = (table) => element("p", { class: "copy" }, button("Markdown", "copy this table as Markdown", () => put(markdown(table))),
    button("CSV", "copy this table as comma-separated values", () => put(tableCsv(table))));

  const ofChart = (chart) => element("p", { class: "copy" }, button("PNG", "save this chart as a picture", () => save(chart.id + ".png", picture(chart))),
    button("CSV", "copy the figures of this chart", () => put(chartCsv(chart))));

  return { ofTable, ofChart, picture, markdown, tableCsv, chartCsv };
})();
