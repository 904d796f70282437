// Finds every commission of a home at start. An ended one is taken from its meta.json when that fits its ledger; all
// others are folded. What cannot be read is set aside and named, and the rest goes on.
import { isEndedStatus } from "../contract/commission.ts";
import { commissionLayout, type HomeLayout } from "../contract/home-layout.ts";
import { type CommissionId, commissionId } from "../contract/ids.ts";
import { type CommissionMeta, commissionMeta } from "../contract/meta.ts";
import { fold } from "../rules/evolve.ts";
import { summaryOf } from "../rules/show.ts";
import { isEnded } from "../rules/state.ts";
import { type Entry, openLedgerJournal } from "./entry.ts";
import { sha256Of } from "./line.ts";
import type { LedgerDeps } from "./shelf.ts";
import { createProjector } from "./projections.ts";
import { createSerial } from "./serial.ts";

export interface Loaded {
  entries: Entry[];
  problems: string[];
}

const parallel = 32;

export async function loadEntries(deps: LedgerDeps, home: HomeLayout): Promise<Loaded> {
  const names = (await deps.disk.list(home.commissions)).filter((name) => !name.startsWith("."));
  const loaded: Loaded = { entries: [], problems: [] };
  const next = names.values();
  await Promise.all(Array.from({ length: parallel }, () => loadSome(deps, { home, names: next, loaded })));
  return loaded;
}

interface Loading {
  home: HomeLayout;
  names: Iterator<string, undefined> & Iterable<string>;
  loaded: Loaded;
}

async function loadSome(deps: LedgerDeps, { home, names, loaded }: Loading): Promise<void> {
  for (const name of names) {
    const id = commissionId.safeParse(name);
    if (!id.success) {
      loaded.problems.push(`commissions/${name} is not a commission; it was left alone.`);
      continue;
    }
    const entry = await loadEntry(deps, { home, id: id.data, problems: loaded.problems });
    if (entry) loaded.entries.push(entry);
  }
}

async function loadEntry(
  deps: LedgerDeps,
  { home, id, problems }: { home: HomeLayout; id: CommissionId; problems: string[] },
): Promise<Entry | null> {
  const layout = commissionLayout(home, id);
  const blank = { id, layout, serial: createSerial() };
  const meta = await readFittingMeta(deps, blank);
  if (meta)
    return {
      ...blank,
      summary: meta.commission,
      idempotencyKey: meta.idempotencyKey,
      seq: meta.seq,
      live: null,
    };
  try {
    return await foldEntry(deps, blank);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "damaged")) throw error;
    await deps.disk.move(layout.events, `${layout.events}.damaged`);
    problems.push(
      `Commission ${id} cannot be read and was set aside as events.jsonl.damaged. ${error.message}`,
    );
    return null;
  }
}

type Blank = Pick<Entry, "id" | "layout" | "serial">;

/** The meta.json of an ended commission whose ledger is, to the byte, the one it was made from. */
async function readFittingMeta(deps: LedgerDeps, { layout }: Blank): Promise<CommissionMeta | null> {
  const text = await deps.disk.readText(layout.meta);
  const parsed = commissionMeta.safeParse(parseOrNull(text));
  if (!parsed.success || !isEndedStatus(parsed.data.commission.status)) return null;
  const { ledger } = parsed.data;
  const tail = await deps.disk.readFrom(layout.events, Math.max(0, ledger.bytes - tailBytes));
  if (!tail || (await deps.disk.sizeOf(layout.events)) !== ledger.bytes) return null;
  const start = tail.lastIndexOf(0x0a, tail.length - 2) + 1;
  return sha256Of(tail.subarray(start).toString("utf8")) === ledger.lastLineSha256 ? parsed.data : null;
}

/** A terminal event fits in this; a longer last line only means that the ledger is folded. */
const tailBytes = 8192;

async function foldEntry(deps: LedgerDeps, blank: Blank): Promise<Entry | null> {
  const { events, journal } = await openLedgerJournal(deps, blank.layout);
  const commission = fold(events);
  if (!commission) {
    await setAsideEmpty(deps, blank);
    return null;
  }
  const projector = createProjector({ disk: deps.disk, layout: blank.layout, failed: deps.projectionFailed });
  await projector.showNow({ commission, position: journal.position() });
  const { idempotencyKey } = commission.record.request;
  const { seq } = journal.position();
  const entry: Entry = { ...blank, summary: summaryOf(commission), idempotencyKey, seq, live: null };
  if (!isEnded(commission)) entry.live = { commission, journal, projector };
  return entry;
}

/** A directory whose first line never became durable was never acknowledged to anybody. It is kept, out of the way. */
async function setAsideEmpty(deps: LedgerDeps, { id, layout }: Blank): Promise<void> {
  if ((await deps.disk.sizeOf(`${layout.events}.damaged`)) !== undefined) return;
  await deps.disk.move(layout.directory, `${deps.home.trash}/${id}.unborn`);
}

function parseOrNull(text: string | undefined): unknown {
  try {
    return text === undefined ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
