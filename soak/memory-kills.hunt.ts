// Runs processes that write, forget, revert and condense the same few entries of memory, and kills them at
// random.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { systemClock } from "../src/host/clock.ts";
import { globalScope as scope, someMemory, type SomeMemory } from "../test/store/memory/support.ts";
import type { Hunt, HuntOrder } from "./hunt.ts";
import { createLots, type Lots } from "./lots.ts";
import { keys, type Told } from "./memory-writer.ts";

export const hunt: Hunt = {
  name: "memory-kills",
  what: "Three processes change the same memory and are killed at random: no version that was acknowledged is lost, and no entry is torn or taken for a person's.",
  size: 300,
  run,
};

const controlKills = 3;
const controlRounds = 5;

async function run({ size, seed, say }: HuntOrder): Promise<void> {
  const kept = await round({ kills: size, lots: createLots(seed), careless: false });
  say({
    name: "acknowledged changes of memory lost, or entries torn",
    value: kept.wrong.length,
    unit: "changes",
    target: "0",
    ok: kept.wrong.length === 0 && kept.told > size,
    detail: { kills: size, acknowledged: kept.told, wrong: kept.wrong.slice(0, 5).join("; ") },
  });
  const careless = await caught(createLots(seed));
  say({
    name: "without the scope's lock: acknowledged changes lost, or entries torn",
    value: careless.wrong.length,
    unit: "changes",
    target: "> 0",
    ok: careless.wrong.length > 0,
    control: true,
    detail: { kills: controlKills * careless.rounds, acknowledged: careless.told },
  });
}

/** Repeats rounds until a loss is caught. */
async function caught(lots: Lots): Promise<Rounded & { rounds: number }> {
  for (let rounds = 1; ; rounds += 1) {
    const rounded = await round({ kills: controlKills, lots, careless: true });
    if (rounded.wrong.length > 0 || rounds === controlRounds) return { ...rounded, rounds };
  }
}

interface Round {
  kills: number;
  lots: Lots;
  careless: boolean;
}

interface Rounded {
  told: number;
  wrong: string[];
}

async function round({ kills, lots, careless }: Round): Promise<Rounded> {
  const home = mkdtempSync(join(tmpdir(), "gh-memory-kills-"));
  const writers: Writer[] = [];
  const all: Writer[] = [];
  const start = () => {
    const writer = startWriter([home, String(all.length + 1), ...(careless ? ["careless"] : [])]);
    writers.push(writer);
    all.push(writer);
  };
  try {
    for (let n = 0; n < 3; n += 1) start();
    for (let n = 0; n < kills; n += 1) {
      const [writer] = writers.splice(lots.below(writers.length), 1);
      if (writer) await endLater(writer, lots.below(40));
      start();
    }
    for (const writer of writers) await endLater(writer, 0);
    const told = all.flatMap(toldBy);
    const memory = someMemory(home, { clock: systemClock });
    return { told: told.length, wrong: await audit(memory, told).catch((error: unknown) => [String(error)]) };
  } finally {
    for (const { child } of all) child.kill("SIGKILL");
    rmSync(home, { recursive: true, force: true });
  }
}

interface Writer {
  child: ChildProcess;
  said: string[];
  /** Resolves at its first line, or when it ends. */
  begun: Promise<unknown>;
  closed: Promise<unknown>;
}

const program = fileURLToPath(new URL("memory-writer.ts", import.meta.url));

function startWriter(args: readonly string[]): Writer {
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "ignore"] });
  const said: string[] = [];
  child.stdout.setEncoding("utf8").on("data", (text: string) => said.push(text));
  const closed = once(child, "close");
  return { child, said, begun: Promise.race([once(child.stdout, "data"), closed]), closed };
}

async function endLater({ child, begun, closed }: Writer, ms: number): Promise<void> {
  await begun;
  await new Promise((resolve) => setTimeout(resolve, ms));
  child.kill("SIGKILL");
  await closed;
}

/** Parses whole lines only, because the last may be incomplete. */
function toldBy({ said }: Writer): Told[] {
  return said
    .join("")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Told);
}

async function audit({ store, path, warnings }: SomeMemory, told: readonly Told[]): Promise<string[]> {
  const wrong: string[] = [];
  const words = new Map<string, string | undefined>();
  const entries = await store.list(scope);
  for (const key of keys) {
    const history = await store.history(scope, key);
    for (const { version, by } of history) {
      words.set(`${key}.${version}`, await store.findVersion(scope, key, version));
      if (by.kind === "person") wrong.push(`${key}.${version} counts as a person's`);
    }
    const numbers = history.map(({ version }) => version).toReversed();
    if (numbers.some((version, at) => version !== at + 1))
      wrong.push(`${key} has versions ${numbers.join()}`);
    const current = entries.find((entry) => entry.key === key);
    const text = current && readFileSync(path(`global/${key}.md`), "utf8");
    if (current && text !== words.get(`${key}.${current.version}`)) wrong.push(`${key} is torn`);
  }
  for (const { key, version, content } of told) {
    const known = words.get(`${key}.${version}`);
    if (known === undefined || (content !== null && content !== known))
      wrong.push(`${key}.${version} is lost`);
  }
  return [...wrong, ...warnings];
}
