// Draws recorded screens as an animated SVG. Each distinct row is drawn once, and CSS animations show it
// while it is on the screen. With reduced motion, one chosen screen is shown.
import type { Run } from "./record-demo-screen.ts";

export interface Shot {
  atMs: number;
  rows: readonly (readonly Run[])[];
}

export interface Film {
  columns: number;
  rows: number;
  title: string;
  shots: readonly Shot[];
  /** How long the last screen stays before the animation restarts. */
  holdMs: number;
  /** The moment that is shown with reduced motion. */
  restAtMs: number;
}

/** The content of a row, and the time span in which it is visible. */
interface Stay {
  row: number;
  runs: readonly Run[];
  fromMs: number;
  toMs: number;
}

const cell = { width: 7.8, height: 18 };
const letter = 13;
const bar = 36;
const pad = { side: 20, top: 14, bottom: 18 };

const style = `
text { font: ${letter}px ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace; fill: #d7dce4; white-space: pre }
.bold { font-weight: 700; fill: #ffffff }
.dim { fill: #7f8a9b }
.red { fill: #ff7b72 } .green { fill: #7ee787 } .yellow { fill: #f2cc60 }
.blue { fill: #79c0ff } .magenta { fill: #d2a8ff } .cyan { fill: #63d7e6 }
.frame { fill: #10151d; stroke: #8b949e; stroke-opacity: .35 }
.bar { fill: #1a212c }
.title { fill: #9aa5b5; font-weight: 600 }
`;

export function drawFilm(film: Film): string {
  const width = Math.ceil(film.columns * cell.width + 2 * pad.side);
  const height = bar + pad.top + film.rows * cell.height + pad.bottom;
  const totalMs = (film.shots.at(-1)?.atMs ?? 0) + film.holdMs;
  const stays = staysOf(film, totalMs);
  const times = [...new Set(stays.map(timeOf))];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">`,
    `<title id="title">A terminal shows the demo: a researcher reads a small project, records a decision, leaves a question and hands in a report.</title>`,
    `<style>${style}${timeRules(times, { totalMs, restAtMs: film.restAtMs })}</style>`,
    frame(width, height, film.title),
    ...stays.map((stay) => drawStay(stay, times.indexOf(timeOf(stay)))),
    "</svg>",
    "",
  ].join("\n");
}

function staysOf({ rows, shots }: Film, totalMs: number): Stay[] {
  return Array.from({ length: rows }, (_, row) => staysOfRow(row, shots, totalMs)).flat();
}

function staysOfRow(row: number, shots: readonly Shot[], totalMs: number): Stay[] {
  const stays: Stay[] = [];
  for (const { atMs, rows } of shots) {
    const runs = rows[row] ?? [];
    const last = stays.at(-1);
    if (last && JSON.stringify(last.runs) === JSON.stringify(runs)) continue;
    if (last) last.toMs = atMs;
    stays.push({ row, runs, fromMs: atMs, toMs: totalMs });
  }
  return stays.filter((stay) => stay.runs.length > 0);
}

function timeOf({ fromMs, toMs }: Stay): string {
  return `${fromMs} ${toMs}`;
}

/** Returns one style rule for each time span. */
function timeRules(times: readonly string[], film: { totalMs: number; restAtMs: number }): string {
  const { totalMs, restAtMs } = film;
  const percent = (ms: number) => `${((100 * ms) / totalMs).toFixed(2)}%`;
  const rules = times.map((time, at) => {
    const [from = 0, to = 0] = time.split(" ").map(Number);
    const before = from === 0 ? "" : "0%{visibility:hidden}";
    const after = to === totalMs ? "" : `${percent(to)}{visibility:hidden}`;
    const frames = `@keyframes t${at}{${before}${percent(from)}{visibility:visible}${after}}`;
    const rest = from <= restAtMs && restAtMs < to ? "visible" : "hidden";
    return `${frames}.t${at}{animation-name:t${at};visibility:${rest}}`;
  });
  return [
    `.t{animation:${totalMs}ms step-end infinite}`,
    ...rules,
    "@media (prefers-reduced-motion:reduce){.t{animation:none!important}}",
    "",
  ].join("\n");
}

function frame(width: number, height: number, title: string): string {
  const dots = ["#ff5f57", "#febc2e", "#28c840"].map(
    (colour, at) => `<circle cx="${22 + 20 * at}" cy="${bar / 2}" r="6" fill="${colour}"/>`,
  );
  return [
    `<rect class="frame" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="10"/>`,
    `<path class="bar" d="M1 ${bar}V11A10 10 0 0 1 11 1H${width - 11}A10 10 0 0 1 ${width - 1} 11V${bar}Z"/>`,
    ...dots,
    `<text class="title" x="${width / 2}" y="${bar / 2 + 4.5}" text-anchor="middle">${escaped(title)}</text>`,
  ].join("");
}

function drawStay({ row, runs }: Stay, time: number): string {
  const y = bar + pad.top + row * cell.height + letter;
  return `<text class="t t${time}" y="${y}">${runs.map(drawRun).join("")}</text>`;
}

/** Positions each run at its column and stretches it to its width, so that it fits in any font. */
function drawRun({ column, text, look }: Run): string {
  const x = (pad.side + column * cell.width).toFixed(1);
  const length = (Bun.stringWidth(text) * cell.width).toFixed(1);
  const looks = look.length > 0 ? ` class="${look.join(" ")}"` : "";
  return `<tspan x="${x}" textLength="${length}"${looks}>${escaped(text)}</tspan>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
