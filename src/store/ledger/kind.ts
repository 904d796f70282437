// Describes a kind of thing that the hall keeps ledgers of, such as commissions. The other files of this
// directory write, load and check the ledgers of any kind, and know of a kind only what is declared here.
import type { z } from "zod";
import type { Refusal } from "../../contract/api/problem.ts";
import type { Stamp } from "../../contract/commission/events.ts";
import type { LedgerMeta } from "../../contract/commission/meta.ts";
import type { HomeLayout, LedgerLayout } from "../../contract/home/home-layout.ts";
import { capital } from "../../base/text/number-words.ts";

/** The types of one kind. */
export interface LedgerTypes {
  id: string;
  layout: LedgerLayout;
  state: object;
  command: object;
  /** An event without its version, number and time. */
  body: { type: string };
  /** The short form, which the hall always holds in memory, and stores in `meta.json`. */
  summary: { id: string };
  /** The arguments of the ledger's `create`. */
  creation: readonly unknown[];
  /** The value that the ledger returns for a command that was carried out. */
  executed: object;
  /** The derived files that are shown if the ledger cannot be read. */
  files: object;
}

export type LedgerEventOf<K extends LedgerTypes> = K["body"] & Stamp;

/** An event of a ledger, with the short form that results from it. */
export interface ChangeOf<K extends LedgerTypes> {
  summary: K["summary"];
  event: LedgerEventOf<K>;
}

export interface MetaOf<K extends LedgerTypes> extends LedgerMeta {
  summary: K["summary"];
}

export interface LedgerKind<K extends LedgerTypes> {
  /** The name of one thing of this kind in sentences, and the key of its short form in `meta.json`. */
  noun: string;
  /** The derived file that is shown first if the ledger cannot be read, and the name of its content in sentences. */
  main: { file: string; content: string };
  /** Parses the name of a directory; `null` if it is not an id of this kind. */
  parseId(name: string): K["id"] | null;
  /** The schemas of a line of the ledger, and of `meta.json`. */
  event: z.ZodType<LedgerEventOf<K>>;
  meta: z.ZodType<MetaOf<K>>;
  /** The directory of the home that has a directory for each thing of this kind. */
  directory(home: HomeLayout): string;
  layoutOf(home: HomeLayout, id: K["id"]): K["layout"];
  /** Returns the id and the first commands of a new thing. Their events are the first step of its ledger. */
  begin(...creation: K["creation"]): { id: K["id"]; commands: readonly K["command"][] };
  decide(
    state: K["state"] | null,
    command: K["command"],
  ): { ok: true; events: readonly K["body"][] } | Refusal;
  evolve(state: K["state"] | null, event: LedgerEventOf<K>): K["state"] | null;
  executed(state: K["state"]): K["executed"];
  summaryOf(state: K["state"]): K["summary"];
  /**
   * Whether the hall holds only the short form in memory, and reads the ledger again at the next command. That
   * command may end the rest: then the hall holds the whole state again. Only the short form can say so, because
   * the hall reads nothing else of a thing at rest when it starts.
   */
  isAtRest(summary: K["summary"]): boolean;
  /** Returns why the thing cannot be removed; `null` if it can. A thing that is not at rest never can. */
  refuseRemoval(summary: K["summary"]): Refusal | null;
  keyOf(state: K["state"]): string | null;
  /** Returns the id that the first line of a ledger names; `null` if it names none. */
  ownerOf(first: LedgerEventOf<K>): string | null;
  /** Returns the text of each derived file except `meta.json`, by path. */
  filesOf(layout: K["layout"], state: K["state"]): Map<string, string>;
  /** Reads derived files for a thing whose ledger cannot be read. `read` returns `null` for a missing or changed file. */
  readFiles(layout: K["layout"], read: (path: string) => Promise<string | null>): Promise<K["files"]>;
  /** Returns the SHA-256 of each handed-in file, by its path in the directory. */
  artifactsOf(state: K["state"]): Readonly<Record<string, string>>;
}

export function foldOf<K extends LedgerTypes>(
  kind: LedgerKind<K>,
  events: Iterable<LedgerEventOf<K>>,
): K["state"] | null {
  let state: K["state"] | null = null;
  for (const event of events) state = kind.evolve(state, event);
  return state;
}

/** Names one thing at the beginning of a sentence, such as "Commission 0197...". */
export function named({ noun }: { noun: string }, id: string): string {
  return `${capital(noun)} ${id}`;
}
