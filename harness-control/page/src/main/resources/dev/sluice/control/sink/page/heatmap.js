// How often which latency occurred, over time: cells on uPlot's canvas.
const heatMap = (() => {
  const ALL = "100 % of the interval's iterations";
  const bound = (bin) => 2 ** (bin / 3) / 1e6; // where a bin begins, in milliseconds

  const mix = (share) => {
    const low = theme.color("heat0").split(",").map(Number);
    const high = theme.color("heat1").split(",").map(Number);
    return "rgb(" + low.map((v, i) => Math.round(v + (high[i] - v) * share)).join(",") + ")";
  };

  // columns differ in length, so it is the share of a column's values that gets the colour
  const cells = (map, ends, lengths) => (u) => {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    map.columns.forEach((known, column) => {
      const pairs = known || []; // none before a workload has begun
      let sum = 0;
      for (let i = 1; i < pairs.length; i += 2) sum += pairs[i];
      const left = Math.floor(u.valToPos(ends[column] - lengths[column], "x", true));
      const right = Math.ceil(u.valToPos(ends[column], "x", true));
      for (let i = 0; i < pairs.length; i += 2) {
        const top = Math.floor(u.valToPos(bound(pairs[i] + 1), "y", true));
        const bottom = Math.ceil(u.valToPos(bound(pairs[i]), "y", true));
        // the eye tells a rare value from none only if rare ones get some colour: a logarithmic scale
        ctx.fillStyle = mix(Math.max(0, Math.min(1, 1 + Math.log10(pairs[i + 1] / sum) / 4)));
        ctx.fillRect(left, top, Math.max(1, right - left), Math.max(1, bottom - top));
      }
    });
    ctx.restore();
  };

  const add = (id, place, workload, data) => {
    const map = workload.heatMap;
    const bins = (place) => map.columns.filter((pairs) => pairs && pairs.length).map((pairs) => pairs.at(place)); // the lowest or the highest of each
    const chart = charts.add(id, place, "latency heat map of " + workload.name, () => ({
      height: charts.small() ? 220 : 260,
      data: [data.endSeconds, workload.latencyMillis[workload.headline].max],
      options: {
        legend: { show: false },
        scales: {
          x: { time: false, range: () => [data.from, data.to] },
          y: { distr: 3, range: () => [bound(Math.min(...bins(0))), bound(Math.max(...bins(-2)) + 1)] },
        },
        axes: [charts.timeAxis(), charts.logAxis("latency", text.latency)],
        series: [charts.timeSeries(), { label: "max", stroke: "transparent", points: { show: false } }],
        hooks: { drawAxes: [cells(map, data.endSeconds, data.lengthSeconds)] },
        cursor: charts.timeCursor(),
      },
    }));
    chart.keys = () => [["0.01 %", mix(0)], ["1 %", mix(0.5)], [ALL, mix(1)]];
    place.append(element("div", { class: "heat-scale" }, "0.01 %", element("i"), ALL));
  };

  return { add };
})();
