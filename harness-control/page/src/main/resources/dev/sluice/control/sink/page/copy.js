// A path that is written down as it is drawn.
class Trace {
  constructor(from) { this.d = from ? from.d : ""; }
  moveTo(x, y) { this.d += `M${x} ${y}`; }
  lineTo(x, y) { this.d += `${this.d ? "L" : "M"}${x} ${y}`; } // the first point of a path is where it begins
  rect(x, y, w, h) { this.d += `M${x} ${y}h${w}v${h}h${-w}z`; }
  roundRect(x, y, w, h) { this.rect(x, y, w, h); }
  arc(x, y, r) { this.d += `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`; }
}

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

  const type = (font) => {
    const [, weight, size, family] = /^(?:(\S+) )?([\d.]+px) (.*)/.exec(font);
    return { "font-weight": weight, "font-size": size, "font-family": family };
  };

  // what a chart consists of: it is drawn once more, unseen, by a pen that writes down shapes instead
  const shapes = ({ ctx, batch, setScale }, { min, max }) => {
    const made = [];
    const clips = [null];
    let path = null;
    const put = (name, attributes, ...said) => {
      const moved = ctx.getTransform();
      made.push(shape(name, { transform: moved.isIdentity ? null : moved, "clip-path": clips.at(-1), opacity: ctx.globalAlpha, ...attributes }, ...said));
    };
    const usual = CanvasRenderingContext2D.prototype;
    const pen = {
      save: () => { clips.push(clips.at(-1)); usual.save.call(ctx); },
      restore: () => { clips.pop(); usual.restore.call(ctx); },
      clip: ({ d } = path) => {
        put("clipPath", { id: "clip" + made.length }, shape("path", { d }));
        clips.splice(-1, 1, "url(#" + made.at(-1).id + ")");
      },
      beginPath: () => { path = new Trace(); },
      stroke: ({ d } = path) => put("path", { d, fill: "none", stroke: ctx.strokeStyle, "stroke-width": ctx.lineWidth, "stroke-dasharray": ctx.getLineDash().join(" ") || null }),
      fill: ({ d } = path) => put("path", { d, fill: ctx.fillStyle }),
      fillRect: (x, y, width, height) => put("rect", { x, y, width, height, fill: ctx.fillStyle }),
      fillText: (said, x, y) => put("text", { x, y, fill: ctx.fillStyle, ...type(ctx.font), "text-anchor": { center: "middle", right: "end" }[ctx.textAlign],
        dy: { top: "0.8em", middle: "0.35em", bottom: "-0.2em" }[ctx.textBaseline] }, said),
    };
    ["moveTo", "lineTo", "rect", "roundRect", "arc"].forEach((name) => { pen[name] = (...at) => path[name](...at); });
    const { Path2D } = window;
    try {
      window.Path2D = Trace;
      Object.assign(ctx, pen);
      batch(() => setScale("x", { min, max }));
    } finally {
      window.Path2D = Path2D;
    }
    return made;
  };

  // the lines and the time that are seen, as a document that stands alone: light, with a title above and the names of its lines below
  const picture = (chart) => theme.inLight(() => {
    const plot = chart.make(element("div"));
    plot.series.forEach((series, i) => { series.show = chart.plot.series[i].show; });
    const made = shapes(plot, chart.plot.scales.x);
    const { width, height } = plot.ctx.canvas;
    const em = 12 * (devicePixelRatio || 1);
    const word = (x, y, said, weight) => shape("text", { x, y, fill: theme.color("ink"), ...type(weight + " " + em + "px system-ui, sans-serif") }, said);
    const named = chart.keys ? chart.keys() : plot.series.slice(1).filter((series) => series.show).map((series) => [series.label, series.stroke()]);
    const columns = Math.max(1, Math.floor(width / em / (3 + 0.6 * Math.max(...named.map(([label]) => label.length)))));
    const names = named.flatMap(([label, fill], i) => {
      const [x, y] = [em * (1 + Math.floor(width / em / columns) * (i % columns)), height + (1.5 + Math.floor(i / columns) * 1.7) * em];
      return [shape("rect", { x, y: y - em, width: em, height: em, fill }), word(x + 1.5 * em, y, label, 400)];
    });
    const title = chart.figure.ariaLabel[0].toUpperCase() + chart.figure.ariaLabel.slice(1);
    const size = { width, height: height + (4 + 1.7 * Math.ceil(named.length / columns)) * em };
    plot.destroy();
    return new XMLSerializer().serializeToString(shape("svg", { ...size, viewBox: [0, -2 * em, size.width, size.height].join(" ") }, shape("title", {}, title),
      shape("rect", { y: -2 * em, ...size, fill: theme.color("card") }), word(em, -0.5 * em, title, 600), ...made, ...names));
  });

  const svg = (chart) => new Blob([picture(chart)], { type: "image/svg+xml" });
  const png = async (chart) => {
    const image = element("img", { src: "data:image/svg+xml," + encodeURIComponent(picture(chart)) });
    await image.decode();
    const canvas = element("canvas", { width: image.width, height: image.height });
    canvas.getContext("2d").drawImage(image, 0, 0);
    return new Promise((done) => { canvas.toBlob(done); });
  };
  const save = (name, file) => {
    element("a", { download: name, href: URL.createObjectURL(file) }).click();
    return "saved";
  };

  const ofTable = (table) => element("p", { class: "copy" }, button("Markdown", "copy this table as Markdown", () => put(markdown(table))),
    button("CSV", "copy this table as comma-separated values", () => put(tableCsv(table))));

  const ofChart = (chart) => element("p", { class: "copy" }, button("PNG", "save this chart as a picture", async () => save(chart.id + ".png", await png(chart))),
    button("SVG", "save this chart as a drawing", () => save(chart.id + ".svg", svg(chart))), button("CSV", "copy the figures of this chart", () => put(chartCsv(chart))));

  return { ofTable, ofChart, picture, markdown, tableCsv, chartCsv };
})();
