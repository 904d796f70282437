// Cuts the power of a hall's disk: everything that the hall acknowledged must be there when the power is
// back.
import { findExecutable } from "../src/host/processes/children.ts";
import { type HallChoice, TestHome } from "../test/harness/hall.ts";
import { type AuditOrder, auditHome } from "./audit.ts";
import { type Book, findLosses, openBook } from "./book.ts";
import { nothingStarts, writeConfig } from "./config-file.ts";
import type { Hunt, HuntOrder } from "./hunt.ts";
import { askAgain, runLoad } from "./load.ts";
import { type LoopDisk, noLoopDisk, openLoopDisk } from "./loop-disk.ts";
import { createLots, type Lots } from "./lots.ts";
import { endAllNaming } from "./scratch.ts";

export const hunt: Hunt = {
  name: "power-cuts",
  what: "The power of a hall's disk (ext4) is cut without a flush, under load: nothing acknowledged is lost.",
  size: 100,
  run,
};

const cutsPerDisk = 20;
const megabytes = 256;

interface Tally {
  cuts: number;
  acknowledged: number;
  losses: string[];
  torn: string[];
}

async function run({ size, seed, say }: HuntOrder): Promise<void> {
  const name = "acknowledged creates, cancels and deletes lost in a power cut";
  const missing = noLoopDisk();
  if (missing !== null)
    return say({ name, value: 0, unit: "", target: "0", ok: null, detail: { skipped: missing } });
  const tally: Tally = { cuts: 0, acknowledged: 0, losses: [], torn: [] };
  for (let n = 0; tally.cuts < size; n += 1)
    await cutOneDisk(tally, { cuts: Math.min(cutsPerDisk, size - tally.cuts), seed: seed + n, choice: {} });
  const { losses, torn, cuts, acknowledged } = tally;
  const first = [...losses, ...torn][0];
  const detail = { cuts, acknowledged, ...(first === undefined ? {} : { first }) };
  say({ name, value: losses.length, unit: "", target: "0", ok: losses.length === 0, detail });
  const damaged = "ledgers and derived files damaged by a power cut";
  say({ name: damaged, value: torn.length, unit: "", target: "0", ok: torn.length === 0, detail });
  await control({ seed, say });
}

interface Series {
  cuts: number;
  seed: number;
  choice: HallChoice;
}

async function cutOneDisk(tally: Tally, { cuts, seed, choice }: Series): Promise<void> {
  const disk = openLoopDisk({ megabytes });
  try {
    const root = `${disk.path}/home`;
    await writeConfig(root, nothingStarts);
    const home = new TestHome(root);
    const round: Round = { disk, home, book: openBook(), lots: createLots(seed), tally, choice };
    for (let n = 0; n < cuts; n += 1) await cutOnce(round, `${seed}-${n}`);
    await lookAgain(round);
    const { created, cancelled, deleted } = round.book;
    tally.acknowledged += created.size + cancelled.size + deleted.size;
  } finally {
    endAllNaming(disk.path);
    disk.close();
  }
}

interface Round {
  disk: LoopDisk;
  home: TestHome;
  book: Book;
  lots: Lots;
  tally: Tally;
  choice: HallChoice;
}

const shortestLifeMs = 100;
const longestLifeMs = 1000;

async function cutOnce(round: Round, name: string): Promise<void> {
  const { disk, home, book, lots, tally, choice } = round;
  const { client } = await home.open(choice);
  await askAgain({ client, book });
  const load = runLoad({ client, book, lots, name }, new AbortController().signal);
  await Bun.sleep(shortestLifeMs + lots.below(longestLifeMs - shortestLifeMs));
  disk.cutPower();
  endAllNaming(disk.path);
  await load;
  await disk.mountAgain();
  tally.cuts += 1;
  await look(round, "power cut");
}

async function look({ home, book, tally }: Round, after: AuditOrder["after"]): Promise<void> {
  const { commissions, torn } = await auditHome(home.root, { after });
  tally.losses.push(...findLosses(book, commissions));
  tally.torn.push(...torn);
}

/** Opens and stops a hall, which repairs the derived files, and audits the home again. */
async function lookAgain(round: Round): Promise<void> {
  const hall = await round.home.open();
  await hall.kill("SIGTERM");
  await look(round, "stop");
}

/** Shows that the same hall is caught if its fsyncs succeed without being carried out. */
async function control({ seed, say }: Pick<HuntOrder, "seed" | "say">): Promise<void> {
  const strace = findExecutable("strace", process.env["PATH"] ?? "");
  const name = "acknowledged and lost in one power cut by a hall whose syncs are not carried out";
  const target = "> 0";
  if (strace === undefined)
    return say({
      name,
      value: 0,
      unit: "",
      target,
      ok: null,
      control: true,
      detail: { skipped: "no strace" },
    });
  const tally: Tally = { cuts: 0, acknowledged: 0, losses: [], torn: [] };
  const syncs = "fsync,fdatasync,sync_file_range";
  const under = [strace, "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", "-e", `trace=${syncs}`];
  const choice = { under: [...under, "-e", `inject=${syncs}:retval=0`] };
  await cutOneDisk(tally, { cuts: 1, seed, choice });
  const { losses, torn, acknowledged } = tally;
  const detail = { acknowledged, damaged: torn.length };
  say({ name, value: losses.length, unit: "", target, ok: losses.length > 0, control: true, detail });
}
