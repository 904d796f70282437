// Swaps directories under .lore/ for symlinks, as a hostile worker could, while its workbench reads and
// writes there.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { createLore, type Lore } from "../src/workbench/workdir/lore.ts";
import type { Hunt, HuntOrder } from "./hunt.ts";

export const hunt: Hunt = {
  name: "link-swaps",
  what: "Directories under .lore/ are swapped for links to a victim and back while artifacts are written, read and listed: nothing outside is read or written.",
  size: 10_000,
  run,
};

/** Within this many rounds, code that checks a path and then uses it is caught. */
const controlRounds = 5000;

async function run({ size, say }: HuntOrder): Promise<void> {
  const kept = await attack({ rounds: size, open: (work) => careful(work), stopAtFirst: false });
  say({
    name: "rounds in which something outside the work directory was read, listed or written",
    value: kept.escapes,
    unit: "rounds",
    target: "0",
    ok: kept.escapes === 0 && kept.did > 0 && kept.swaps >= Math.min(size, 1000),
    detail: { rounds: kept.rounds, swaps: kept.swaps, answered: kept.did },
  });
  const caught = await attack({ rounds: controlRounds, open: trusting, stopAtFirst: true });
  say({
    name: "without held directories: rounds until something outside was touched",
    value: caught.rounds,
    unit: "rounds",
    target: `< ${controlRounds}`,
    ok: caught.escapes > 0,
    control: true,
    detail: { swaps: caught.swaps },
  });
}

type Documents = Pick<Lore, "write" | "read" | "list">;

interface Attack {
  rounds: number;
  open(work: string): Documents;
  stopAtFirst: boolean;
}

const secret = "A SECRET OF SOMEBODY ELSE";

async function attack({ rounds, open, stopAtFirst }: Attack) {
  const root = mkdtempSync(join(tmpdir(), "gh-link-swaps-"));
  const [work, victim] = [join(root, "work"), join(root, "victim")];
  const directories = [join(work, ".lore/notes"), join(work, ".lore/notes/deep")];
  mkdirSync(join(work, ".lore/notes/deep"), { recursive: true });
  mkdirSync(join(victim, "deep"), { recursive: true });
  for (const place of [victim, join(victim, "deep")]) writeFileSync(join(place, "plan.md"), secret);
  const before = snapshot(victim);
  const swapper = await startSwapping(victim, directories);
  const documents = open(work);
  const counts = { rounds: 0, did: 0, escapes: 0 };
  try {
    const isEnough = () => counts.rounds >= rounds || (stopAtFirst && counts.escapes > 0);
    while (!isEnough()) {
      const seen = await oneRound(documents, counts.rounds);
      counts.rounds += 1;
      counts.did += seen.did;
      if (seen.text.includes(secret) || snapshot(victim) !== before) counts.escapes += 1;
    }
    return { ...counts, swaps: await swapper.stop() };
  } finally {
    swapper.child.kill("SIGKILL");
    rmSync(root, { recursive: true, force: true });
  }
}

/**
 * Writes, reads and lists at the same time, as a session may. A listing counts as a read: it reads titles.
 */
async function oneRound(documents: Documents, round: number): Promise<{ text: string; did: number }> {
  const path = round % 2 === 0 ? "notes/plan.md" : "notes/deep/plan.md";
  const [written, read, listed] = await Promise.all([
    documents.write({ path, content: `# Round ${round}` }),
    documents.read(path),
    documents.list(),
  ]);
  const sizes = listed.files.filter(({ bytes }) => bytes === secret.length).map(() => secret);
  return {
    text: [read.ok ? read.value.text : "", ...sizes].join("\n"),
    did: [written.ok, read.ok, listed.files.length > 0].filter(Boolean).length,
  };
}

function careful(work: string): Documents {
  return createLore({ work, now: () => 0, worker: "traitor", commission: "x" });
}

/** The control: resolves and checks each path, then uses it by name. */
function trusting(work: string): Documents {
  const checked = async (path: string) => {
    const place = join(work, ".lore", path);
    if (!(await realpath(dirname(place))).startsWith(work)) throw new Error("It leads outside.");
    await Bun.sleep(1); // gives the swapping process a turn in between on a busy machine
    return place;
  };
  const failed = { ok: false, reason: "It failed." } as const;
  return {
    write: ({ path, content }) =>
      checked(path)
        .then((place) => writeFile(place, content))
        .then(() => ({ ok: true, value: { path, bytes: content.length } }) as const)
        .catch(() => failed),
    read: (path) =>
      checked(path)
        .then(
          async (place) =>
            ({ ok: true, value: { text: await readFile(place, "utf8"), cut: false } }) as const,
        )
        .catch(() => failed),
    list: async () => ({ files: [], complete: true }),
  };
}

function snapshot(directory: string): string {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return `${path}: ${entry.isFile() ? readFileSync(path, "utf8") : ""}`;
    })
    .sort()
    .join("\n");
}

interface Swapper {
  child: ChildProcess;
  /** Resolves with the number of swaps. */
  stop(): Promise<number>;
}

async function startSwapping(victim: string, directories: readonly string[]): Promise<Swapper> {
  const program = new URL("swap-directories.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [program, victim, ...directories], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  await once(lines, "line");
  const stop = async () => {
    const said = once(lines, "line");
    child.stdin.end();
    return Number((await said)[0]);
  };
  return { child, stop };
}
