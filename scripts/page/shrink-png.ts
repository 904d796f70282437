// Rewrites a screenshot with a palette of 256 colours, at a third of the size. A page has few colours apart
// from the blends at the edges of letters. The most used colours stay exact; the others map to the nearest
// kept one.
import { inflateSync } from "node:zlib";
import { readChunks, writePng } from "./png.ts";

export function shrinkPng(png: Buffer): Buffer {
  const { width, height, points } = decode(png);
  const counts = new Map<number, number>();
  for (const colour of points) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const kept = choose(counts);
  const places = new Map(kept.map((colour, at) => [colour, at]));
  for (const colour of counts.keys()) if (!places.has(colour)) places.set(colour, nearest(kept, colour));
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0, at = 0; y < height; y += 1) {
    at += 1; // the filter of each row: none
    for (let x = 0; x < width; x += 1, at += 1) rows[at] = places.get(points[y * width + x] ?? 0) ?? 0;
  }
  return writePng({ width, height, palette: Buffer.from(kept.flatMap(channels)), rows });
}

interface Picture {
  width: number;
  height: number;
  /** The colour of each pixel as one number: red, green and blue. */
  points: Uint32Array;
}

/** Decodes a PNG as Chromium writes it: eight bits per channel, with or without alpha, not interlaced. */
function decode(png: Buffer): Picture {
  const chunks = readChunks(png);
  const head = chunks.find(({ type }) => type === "IHDR")?.data ?? Buffer.alloc(13);
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const size = head[9] === 6 ? 4 : 3;
  const data = inflateSync(
    Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map((each) => each.data)),
  );
  unfilter(data, { stride: width * size, size, height });
  const points = new Uint32Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      points[y * width + x] = data.readUIntBE(y * (width * size + 1) + 1 + x * size, 3);
  return { width, height, points };
}

/**
 * Undoes the row filters in place: each byte is stored as its difference from a prediction by its neighbours.
 */
function unfilter(data: Buffer, { stride, size, height }: { stride: number; size: number; height: number }) {
  const row = stride + 1;
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * row];
    for (let x = 1; x <= stride; x += 1) {
      const at = y * row + x;
      const left = x > size ? (data[at - size] ?? 0) : 0;
      const up = y > 0 ? (data[at - row] ?? 0) : 0;
      const corner = x > size && y > 0 ? (data[at - row - size] ?? 0) : 0;
      data[at] = (data[at] ?? 0) + foretold(filter, { left, up, corner });
    }
  }
}

function foretold(
  filter: number | undefined,
  { left, up, corner }: Record<"left" | "up" | "corner", number>,
) {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Keeps the most used colours, then the most used of each region of the colour space. */
function choose(counts: ReadonlyMap<number, number>): number[] {
  const byUse = [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour);
  const kept = new Set(byUse.slice(0, 128));
  for (const bits of [3, 4, 5, 8]) {
    const seen = new Set([...kept].map((colour) => coarse(colour, bits)));
    for (const colour of byUse) {
      if (kept.size === 256) return [...kept];
      if (seen.has(coarse(colour, bits))) continue;
      seen.add(coarse(colour, bits));
      kept.add(colour);
    }
  }
  return [...kept];
}

function coarse(colour: number, bits: number): number {
  return channels(colour).reduce((sum, channel) => (sum << bits) | (channel >> (8 - bits)), 0);
}

function channels(colour: number): [number, number, number] {
  return [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255];
}

function nearest(kept: readonly number[], colour: number): number {
  const [r, g, b] = channels(colour);
  let best = { at: 0, distance: Infinity };
  for (const [at, other] of kept.entries()) {
    const [red, green, blue] = channels(other);
    const distance = 3 * (r - red) ** 2 + 6 * (g - green) ** 2 + (b - blue) ** 2;
    if (distance < best.distance) best = { at, distance };
  }
  return best.at;
}
