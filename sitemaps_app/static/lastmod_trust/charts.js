// Charts over time: one cross-hair and one read-out for all charts of a group, under the pointer or where the arrow keys are; PNG files.
const language = document.documentElement.lang || "en";
const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", hour12: false });
const UNITS = 1000;

function pairs(path) {
  return [...path.getAttribute("d").matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map((found) => [Number(found[1]), Number(found[2])]);
}

// The points of one line with the ends of their bands; a band is drawn along its upper side and back along its lower one.
function readLine(group, chart) {
  const bands = new Map();
  for (const band of group.querySelectorAll("path.chart-band")) {
    const corners = pairs(band);
    for (let i = 0; i < corners.length / 2; i += 1) bands.set(corners[i][0], [corners[corners.length - 1 - i][1], corners[i][1]]);
  }
  const value = (y) => ((chart.height - y) / chart.height) * chart.most;
  const stems = [...group.querySelectorAll(".chart-stem")].flatMap(pairs).filter((_, place) => place % 2 === 1);
  const points = [...group.querySelectorAll(".chart-line, .chart-point")].flatMap(pairs).concat(stems);
  return {
    name: group.dataset.name,
    points: points.map(([x, y]) => ({ x, value: value(y), band: bands.get(x)?.map(value) })).sort((a, b) => a.x - b.x),
  };
}

function readChart(svg) {
  const { top, height, most, unit, title, from, to } = svg.dataset;
  const chart = { svg, top: Number(top), height: Number(height), most: Number(most), unit, title, from: Date.parse(from), to: Date.parse(to) };
  chart.lines = [...svg.querySelectorAll(".chart-series")].map((group) => readLine(group, chart));
  chart.cross = document.createElementNS("http://www.w3.org/2000/svg", "line");
  for (const [name, at] of [["class", "chart-cross"], ["y1", chart.top], ["y2", chart.top + chart.height]]) chart.cross.setAttribute(name, at);
  return chart;
}

function shown(number, unit) {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 0 }).format(number) + unit;
}

function told(chart, x) {
  return chart.lines.map((line) => {
    const near = line.points.reduce((best, point) => (best && Math.abs(best.x - x) <= Math.abs(point.x - x) ? best : point), null);
    if (!near || Math.abs(near.x - x) > UNITS / 20) return "";
    const band = near.band ? ` (${shown(near.band[0], "")}–${shown(near.band[1], "")})` : "";
    const name = chart.lines.length > 1 ? `${chart.title}, ${line.name}` : chart.title;
    return `${name} ${shown(near.value, chart.unit)}${band}`;
  }).filter(Boolean);
}

function follow(place) {
  const charts = [...place.querySelectorAll("svg.timeline")].map(readChart);
  const stops = [...new Set(charts.flatMap((chart) => chart.lines.flatMap((line) => line.points.map((point) => point.x))))].sort((a, b) => a - b);
  if (!stops.length) return;
  const output = document.createElement("output");
  output.className = "chart-read-out";
  output.setAttribute("aria-live", "polite");
  place.append(output);
  let at = stops.length;
  const show = (index) => {
    at = Math.min(Math.max(index, 0), stops.length - 1);
    const x = stops[at];
    for (const chart of charts) {
      chart.cross.setAttribute("x1", `${(x / UNITS) * 100}%`);
      chart.cross.setAttribute("x2", `${(x / UNITS) * 100}%`);
      chart.svg.append(chart.cross);
    }
    const when = new Date(charts[0].from + (x / UNITS) * (charts[0].to - charts[0].from));
    output.textContent = [moment.format(when), ...charts.flatMap((chart) => told(chart, x))].join(" · ");
    place.classList.add("reading");
  };
  const hide = () => {
    for (const chart of charts) chart.cross.remove();
    output.textContent = "";
    place.classList.remove("reading");
    at = stops.length;
  };
  for (const { svg } of charts) {
    svg.addEventListener("pointermove", (event) => {
      const box = svg.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * UNITS;
      show(stops.reduce((best, stop, index) => (Math.abs(stop - x) < Math.abs(stops[best] - x) ? index : best), 0));
    });
    svg.addEventListener("pointerleave", hide);
  }
  place.addEventListener("blur", hide);
  place.addEventListener("keydown", (event) => {
    if (event.target !== place) return;
    const step = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: stops.length - 1 }[event.key];
    if (step !== undefined) { event.preventDefault(); show(step); }
    if (event.key === "Escape") hide();
  });
}

// The file for a slide: the SVG of the server, drawn by this browser in twice its size.
async function savePng(link) {
  const image = new Image();
  image.src = link.href;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * 2;
  canvas.height = image.naturalHeight * 2;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => {
    const saved = document.createElement("a");
    saved.href = URL.createObjectURL(blob);
    saved.download = `${link.dataset.png}.png`;
    saved.click();
    setTimeout(() => URL.revokeObjectURL(saved.href), 10000);
  }, "image/png");
}

document.querySelectorAll("[data-timelines]").forEach(follow);
for (const link of document.querySelectorAll("a[data-png]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "link";
  button.textContent = "PNG";
  button.addEventListener("click", () => savePng(link));
  link.after(" ", button);
}
