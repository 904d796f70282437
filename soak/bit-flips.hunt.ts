// Flips one bit of one file of a home and starts a hall on it. The hall must report the damage, or the flip
// must have no effect.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { flipped } from "../test/harness/ledger/flip.ts";
import { TestHome } from "../test/harness/hall.ts";
import { filesBelow, kindOf } from "./home-kinds.ts";
import type { Hunt, HuntOrder } from "./hunt.ts";
import { isToldOf, judgeFlip } from "./judge-flip.ts";
import { createLots, type Lots } from "./lots.ts";
import { observe, type Seen } from "./observe-home.ts";
import { fillHome, unhashed } from "./varied-home.ts";

export const hunt: Hunt = {
  name: "bit-flips",
  what: "One bit of one file of a home is flipped before a start, in every kind of file: it is named or harmless, and nothing else is hurt.",
  size: 500,
  run,
};

async function run({ size, seed, say }: HuntOrder): Promise<void> {
  const pattern = new TestHome();
  try {
    await fillHome(pattern);
    const kept = await round(pattern.root, { size, lots: createLots(seed), isHashed: true });
    say({
      name: "flipped bits that were neither named nor harmless, or hurt something else",
      value: kept.wrong.length,
      unit: "flips",
      target: "0",
      ok: kept.wrong.length === 0,
      detail: { flips: size, kinds: kept.kinds, named: kept.named, wrong: kept.wrong.slice(0, 5).join("; ") },
    });
    const control = await round(pattern.root, { size: mostTried, lots: createLots(seed), isHashed: false });
    say({
      name: "the same in ledgers without their hashes",
      value: control.wrong.length,
      unit: "flips",
      target: "> 0",
      ok: control.wrong.length > 0,
      control: true,
      detail: { flips: control.flips },
    });
  } finally {
    await pattern.dispose();
  }
}

/** How many flips the control tries at most, until one goes unnoticed. */
const mostTried = 60;

interface Round {
  size: number;
  lots: Lots;
  /** False to remove the hashes of a commission's files first, as in homes of older releases. */
  isHashed: boolean;
}

interface Rounded {
  flips: number;
  kinds: number;
  named: number;
  wrong: string[];
}

async function round(pattern: string, { size, lots, isHashed }: Round): Promise<Rounded> {
  const base = mkdtempSync(join(tmpdir(), "gh-flips-"));
  try {
    cpSync(pattern, base, { recursive: true });
    if (!isHashed) unhashed(base);
    const before = await inCopy(base, async (home) => observe(home));
    const byKind = Map.groupBy(filesBelow(base), kindOf);
    if (!isHashed) for (const kind of byKind.keys()) if (kind !== "events.jsonl") byKind.delete(kind);
    const kinds = [...byKind.keys()].sort();
    const rounded: Rounded = { flips: 0, kinds: kinds.length, named: 0, wrong: [] };
    for (let n = 0; n < size; n += 1) {
      if (!isHashed && rounded.wrong.length > 0) break;
      const path = lots.pick(byKind.get(kindAt(kinds, { n, size })) ?? []) ?? "";
      rounded.flips += 1;
      const outcome = await flip(base, { path, lots, before });
      if (outcome === "named") rounded.named += 1;
      else if (outcome !== "harmless") rounded.wrong.push(`${path}: ${outcome}`);
    }
    return rounded;
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/** Cycles through the kinds. If there are fewer flips than kinds, spreads the flips over all kinds. */
function kindAt(kinds: readonly string[], { n, size }: { n: number; size: number }): string {
  const at = size < kinds.length ? Math.floor((n * kinds.length) / size) : n % kinds.length;
  return kinds[at] ?? "";
}

interface Flip {
  /** Relative to the home. */
  path: string;
  lots: Lots;
  before: Seen;
}

async function flip(base: string, { path, lots, before }: Flip): Promise<string> {
  return inCopy(base, async (home) => {
    const file = join(home.root, path);
    const bytes = readFileSync(file);
    const bit = lots.below(bytes.length * 8);
    writeFileSync(file, flipped(bytes, bit));
    const seen = await observe(home).catch((error: unknown) => String(error));
    if (typeof seen === "string") return isToldOf(path, seen) ? "named" : `bit ${bit}: ${seen}`;
    return judgeFlip({ path, bit, before, seen });
  });
}

async function inCopy<T>(base: string, use: (home: TestHome) => Promise<T>): Promise<T> {
  const home = new TestHome(mkdtempSync(join(tmpdir(), "gh-flip-")));
  try {
    cpSync(base, home.root, { recursive: true });
    return await use(home);
  } finally {
    await home.dispose();
  }
}
