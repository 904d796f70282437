// A kind of thing with a ledger, as small as can be: a bell. It owes an answer to each ring, and is at rest while it
// owes none. The kind has no ring without an answer to begin with, so a bell is at rest when it is made.
import { z } from "zod";
import { refuse } from "../../../src/contract/api/problem.ts";
import { ledgerMeta } from "../../../src/contract/commission/meta.ts";
import type { HomeLayout, LedgerLayout } from "../../../src/contract/home/home-layout.ts";
import type { LedgerKind, LedgerTypes } from "../../../src/store/ledger/kind.ts";

const body = z.discriminatedUnion("type", [
  z.object({ type: z.literal("bell.hung"), id: z.string(), key: z.string().nullable() }),
  z.object({ type: z.literal("bell.rung"), by: z.string() }),
  z.object({ type: z.literal("bell.answered") }),
]);
const stamp = z.object({ v: z.literal([1, 2]), seq: z.int(), at: z.string() });
const summary = z.object({ id: z.string(), rings: z.int(), owed: z.int() });

export interface Bell {
  id: string;
  key: string | null;
  rungBy: readonly string[];
  owed: number;
}

export type BellCommand =
  { do: "hang"; id: string; key: string | null } | { do: "ring"; by: string } | { do: "answer" };

export interface BellTypes extends LedgerTypes {
  id: string;
  layout: LedgerLayout & { log: string };
  state: Bell;
  command: BellCommand;
  body: z.infer<typeof body>;
  summary: z.infer<typeof summary>;
  creation: readonly [id: string, key?: string | null];
  executed: { ok: true; bell: Bell };
  files: { log: string | null };
}

export function bellLayout(home: HomeLayout, id: string): BellTypes["layout"] {
  const directory = `${home.root}/bells/${id}`;
  return {
    directory,
    events: `${directory}/events.jsonl`,
    blobs: `${directory}/blobs`,
    meta: `${directory}/meta.json`,
    log: `${directory}/log.md`,
  };
}

export const bellKind: LedgerKind<BellTypes> = {
  noun: "bell",
  main: { file: "log.md", content: "log" },
  parseId: (name) => (/^bell-\d+$/.test(name) ? name : null),
  event: z.intersection(body, stamp),
  meta: ledgerMeta.extend({ bell: summary }).transform(({ bell, ...head }) => ({ ...head, summary: bell })),
  directory: (home) => `${home.root}/bells`,
  layoutOf: bellLayout,
  begin: (id, key = null) => ({ id, commands: [{ do: "hang", id, key }] }),
  decide: (bell, command) => {
    if (command.do === "hang")
      return { ok: true, events: [{ type: "bell.hung", id: command.id, key: command.key }] };
    if (command.do === "ring") return { ok: true, events: [{ type: "bell.rung", by: command.by }] };
    return bell !== null && bell.owed > 0
      ? { ok: true, events: [{ type: "bell.answered" }] }
      : refuse("wrong_state", "The bell has not been rung.");
  },
  evolve: (bell, event) => {
    if (event.type === "bell.hung") return { id: event.id, key: event.key, rungBy: [], owed: 0 };
    if (bell === null) return null;
    return event.type === "bell.rung"
      ? { ...bell, rungBy: [...bell.rungBy, event.by], owed: bell.owed + 1 }
      : { ...bell, owed: bell.owed - 1 };
  },
  executed: (bell) => ({ ok: true, bell }),
  summaryOf: ({ id, rungBy, owed }) => ({ id, rings: rungBy.length, owed }),
  isAtRest: ({ owed }) => owed === 0,
  refuseRemoval: ({ owed }) => (owed === 0 ? null : refuse("wrong_state", "The bell still rings.")),
  keyOf: ({ key }) => key,
  ownerOf: (first) => (first.type === "bell.hung" ? first.id : null),
  filesOf: (layout, { rungBy, owed }) =>
    new Map([[layout.log, `${rungBy.map((by) => `Rung by ${by}.\n`).join("")}Owes ${owed}.\n`]]),
  readFiles: async (layout, read) => ({ log: await read(layout.log) }),
  artifactsOf: () => ({}),
};
