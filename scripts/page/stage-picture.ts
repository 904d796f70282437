// Draws a small bar chart as a PNG, for a sample repository.
import { writePng } from "./png.ts";

const size = { width: 360, height: 140, bar: 24, gap: 5 };
const palette = Buffer.from([250, 247, 240, 138, 109, 47]); // paper, brass

export function drawBars(values: readonly number[]): Buffer {
  const most = Math.max(...values);
  const rows = Array.from({ length: size.height }, (_, y) => row({ y, values, most }));
  return writePng({ width: size.width, height: size.height, palette, rows: Buffer.concat(rows) });
}

function row({ y, values, most }: { y: number; values: readonly number[]; most: number }): Buffer {
  const points = Array.from({ length: size.width }, (_, x) => {
    const step = size.bar + size.gap;
    const value = values[Math.floor((x - size.gap) / step)] ?? 0;
    const isBar = (x - size.gap) % step < size.bar && x >= size.gap;
    return isBar && size.height - y <= (value / most) * (size.height - 10) ? 1 : 0;
  });
  return Buffer.from([0, ...points]);
}
