// chart.js - the charts of records: bars, lines, points, heat; they look as in the report.
//
// A chart is an image with a sentence, and its numbers stand in a table below it.
import { h, kept } from "/view.js";
import { language, number, t } from "/texts.js";

const WIDE = 430, HIGH = 250, LEFT = 52, RIGHT = 12, TOP = 12, BOTTOM = 46;
const inner = WIDE - LEFT - RIGHT, tall = HIGH - TOP - BOTTOM, LETTER = 6.2;

// Round numbers from least to most, about n of them.
function ticks(least, most, n) {
  const raw = (most - least) / n || 1, ten = 10 ** Math.floor(Math.log10(raw));
  const step = ten * [1, 2, 5, 10].find((m) => m * ten >= raw);
  const all = [];
  for (let x = Math.ceil(least / step) * step; x <= most + step / 1e6; x += step) all.push(+x.toPrecision(12));
  return all;
}

function scale(values, from, to, zero) {
  const finite = values.filter(Number.isFinite);
  let least = Math.min(...finite), most = Math.max(...finite);
  if (!finite.length) { least = 0; most = 1; }
  if (zero) { least = Math.min(least, 0); most = Math.max(most, 0); }
  if (most === least) most = least + 1;
  const place = (x) => from + (x - least) / (most - least) * (to - from);
  return { place, ticks: ticks(least, most, 5), least, most };
}

const label = (x, y, text, more) => h("text", { x: x.toFixed(1), y: y.toFixed(1), ...more }, text);

function frame(chart, y) {
  return [
    y.ticks.map((v) => h("line", { class: "grid", x1: LEFT, x2: WIDE - RIGHT, y1: y.place(v), y2: y.place(v) })),
    y.ticks.map((v) => label(LEFT - 6, y.place(v) + 4, number(v), { "text-anchor": "end", class: "faint" })),
    label(LEFT + inner / 2, HIGH - 4, chart.x?.title || "", { "text-anchor": "middle", class: "faint" }),
    h("text", { class: "faint", "text-anchor": "middle",
      transform: `translate(11 ${TOP + tall / 2}) rotate(-90)` }, chart.y?.title || ""),
  ];
}

function places(chart, n) {
  const labels = chart.x?.labels || [], step = inner / Math.max(n, 1), longest = Math.min(9, Math.max(3, ...labels.map((text) => text.length)));
  const each = Math.ceil(n / Math.floor(inner / (longest * LETTER + 6))), most = Math.floor((step * each - 4) / LETTER);
  const shown = labels.map((text, i) => i % each === 0 &&
    label(LEFT + (i + 0.5) * step, HIGH - BOTTOM + 16, text.length > most ? `${text.slice(0, most - 1)}…` : text,
      { "text-anchor": "middle", class: "faint" }));
  return { step, shown };
}

function bars(chart) {
  const n = (chart.x?.labels || []).length, m = chart.series.length;
  const y = scale(chart.series.flatMap((s) => s.values), TOP + tall, TOP, true), at = places(chart, n);
  const wide = at.step * 0.76 / m;
  return [frame(chart, y), at.shown, chart.series.map((s, k) => s.values.map((v, i) => Number.isFinite(v) &&
    h("rect", { class: `s${m === 1 ? 1 : k % 6}`, x: (LEFT + (i + 0.12) * at.step + k * wide).toFixed(1), width: Math.max(wide - 1, 0.5).toFixed(1),
      y: Math.min(y.place(v), y.place(0)).toFixed(1), height: Math.abs(y.place(v) - y.place(0)).toFixed(1) })))];
}

function lines(chart) {
  const n = (chart.x?.labels || []).length;
  const y = scale(chart.series.flatMap((s) => s.values), TOP + tall, TOP, true), at = places(chart, n);
  return [frame(chart, y), at.shown, chart.series.map((s, k) => h("polyline", { class: `s${(k + 1) % 6} line`,
    points: s.values.map((v, i) => Number.isFinite(v) ? `${(LEFT + (i + 0.5) * at.step).toFixed(1)},${y.place(v).toFixed(1)}` : "").join(" ") }))];
}

const isOrdered = (s) => [1, -1].some((way) => s.x.every((v, i) => i === 0 || way * (v - s.x[i - 1]) >= 0));

// Series of points, a line through those that stand in order; a single point is marked as what is chosen.
function points(chart) {
  const x = scale(chart.series.flatMap((s) => s.x), LEFT + 8, WIDE - RIGHT - 8);
  const y = scale(chart.series.flatMap((s) => s.values), TOP + tall, TOP);
  return [frame(chart, y), x.ticks.map((v) => label(x.place(v), HIGH - BOTTOM + 16, number(v), { "text-anchor": "middle", class: "faint" })),
    chart.series.map((s, k) => {
      const at = s.x.map((v, i) => [x.place(v), y.place(s.values[i])]);
      if (at.length === 1)
        return [h("circle", { class: "chosen", cx: at[0][0], cy: at[0][1], r: 7 }),
          label(at[0][0] + (at[0][0] > WIDE * 0.7 ? -12 : 12), at[0][1] + (k % 2 ? 16 : -8), s.name,
            { "text-anchor": at[0][0] > WIDE * 0.7 ? "end" : "start", class: "ink strong" })];
      const line = isOrdered(s);
      return [line && h("polyline", { class: `s${k % 6} line`, points: at.map((p) => p.map((v) => v.toFixed(1)).join()).join(" ") }),
        (!line || at.length < 60) && at.map((p) => h("circle", { class: `s${k % 6}`, cx: p[0].toFixed(1), cy: p[1].toFixed(1), r: 3 }))];
    })];
}

function heat(chart) {
  const n = (chart.x?.labels || []).length, m = chart.series.length, left = 110;
  const most = Math.max(...chart.series.flatMap((s) => s.values).filter(Number.isFinite).map(Math.abs), 1e-9);
  const w = (WIDE - left - RIGHT) / Math.max(n, 1), d = tall / Math.max(m, 1);
  return chart.series.map((s, k) => [
    label(left - 6, TOP + (k + 0.5) * d + 4, s.name.slice(0, 16), { "text-anchor": "end", class: "faint" }),
    s.values.map((v, i) => Number.isFinite(v) && h("rect", { class: `cell ${v < 0 ? "neg" : "pos"}`, x: (left + i * w).toFixed(1), y: (TOP + k * d).toFixed(1),
      width: w.toFixed(1), height: d.toFixed(1), "fill-opacity": (Math.abs(v) / most).toFixed(2) }))]);
}

const KINDS = { bars, lines, points, heat };

function table(chart) {
  const across = chart.x?.labels?.length ? chart.x.labels : null;
  const rows = across ? across.map((l, i) => [l, ...chart.series.map((s) => s.values[i])])
    : chart.series.flatMap((s) => s.values.slice(0, 200).map((v, i) => [s.name, s.x?.[i], v]));
  const heads = across ? [chart.x.title || "", ...chart.series.map((s) => s.name)] : ["", chart.x?.title, chart.y?.title];
  return h("details", { class: "numbers" }, h("summary", {}, t("numbers")), h("div", { class: "scroll", tabindex: "0" }, h("table", {},
    h("thead", {}, h("tr", {}, heads.map((x) => h("th", { scope: "col" }, x || "")))),
    h("tbody", {}, rows.map((row) => h("tr", {}, row.map((x, i) => h(i ? "td" : "th", i ? { class: "n" } : { scope: "row" },
      typeof x === "number" ? number(x) : x ?? ""))))))));
}

// The series whose names say what a line is, with the look of each.
function legend(chart) {
  if (chart.series.length < 2 || chart.kind === "heat") return null;
  return h("p", { class: "legend" }, chart.series.map((s, k) => s.values.length !== 1 && h("span", {},
    h("svg", { width: 22, height: 10, "aria-hidden": "true" }, chart.kind === "bars"
      ? h("rect", { class: `s${k % 6}`, x: 5, width: 10, height: 10 })
      : chart.kind === "points" && !isOrdered(s) ? h("circle", { class: `s${k % 6}`, cx: 11, cy: 5, r: 3 })
      : h("line", { class: `s${chart.kind === "lines" ? (k + 1) % 6 : k % 6} line`, x1: 0, x2: 22, y1: 5, y2: 5 })), s.name)));
}

export const chart = (c) => kept(c, language(), () => drawn(c));

function drawn(c) {
  const draw = KINDS[c.kind];
  if (!draw || !c.series?.length) return null;
  return h("figure", { key: c.name }, h("figcaption", {}, c.title),
    h("svg", { class: "chart", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${c.title}. ${t("numbers_below")}` }, draw(c)),
    legend(c), table(c));
}
