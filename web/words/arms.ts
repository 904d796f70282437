// Chooses the parts of a worker's emblem, a shield, from the worker's name. Pure. The choice must never
// change, because people know their workers by their emblems.
import { bareName } from "./worker-name.ts";

const tinctures = ["brass", "verdigris", "madder", "indigo"] as const;
type Tincture = (typeof tinctures)[number];
const divisions = ["plain", "pale", "fess", "quarterly", "bend", "saltire"] as const;
const charges = [
  "roundel",
  "lozenge",
  "mount",
  "star",
  "cross",
  "lineBend",
  "lineBars",
  "lineChevron",
] as const;

export interface Arms {
  tincture: Tincture;
  division: (typeof divisions)[number];
  charge: (typeof charges)[number];
}

export function armsOf(name: string): Arms {
  const seed = hash(bareName(name));
  return {
    tincture: pick(tinctures, seed),
    division: pick(divisions, seed >>> 4),
    charge: pick(charges, seed >>> 9),
  };
}

function pick<T>(from: readonly [T, ...T[]], seed: number): T {
  return from[seed % from.length] ?? from[0];
}

/** FNV-1a with a finalizer, so that names that differ in one letter look nothing alike. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
