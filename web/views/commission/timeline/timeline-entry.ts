// What stands in the timeline of a commission. Each entry is a value of its own: one that changes is another one.
import type { Seal, Status } from "../../../../src/contract/commission/commission.ts";
import type { AcceptanceCheck, CommandRun, TreeOutcome } from "../../../../src/contract/project/tree.ts";

export type EntryTone = "plain" | "brass" | "verdigris" | "madder";

/** A call of a tool, folded to one line; what came of it is matched by its id. */
export interface ShownToolCall {
  callId: string;
  tool: string;
  at: string;
  input: string;
  /** null: nothing has come back. */
  returned: { at: string; isError: boolean; output: string } | null;
  /** Nothing will come back any more: its session is over. */
  isCut: boolean;
  /** What the hall itself recorded of it, such as the version of an entry of memory. */
  facts: readonly string[];
}

export type EntryBody =
  | { kind: "asked"; task: string; background: string | null }
  | { kind: "ready"; parts: readonly { text: string; isStrong?: true }[] }
  /** What the worker said, and the tools it called before it said something else. */
  | { kind: "worker"; text: string | null; calls: readonly ShownToolCall[] }
  | { kind: "progress"; text: string }
  | { kind: "decision"; question: string; decision: string; reasoning: string }
  /** `number`: counted from 1. */
  | {
      kind: "question";
      number: number;
      question: string;
      answer: { text: string; by: string; at: string } | null;
    }
  | { kind: "run"; from: AcceptanceCheck["from"] | "setup"; run: CommandRun }
  /** `isReplaced`: a later one counts. */
  | { kind: "result"; summary: string; files: number; isReplaced: boolean }
  | { kind: "merge"; tree: TreeOutcome; into: string | null }
  | { kind: "note"; tone: EntryTone; title: string; text: string; times: number }
  | {
      kind: "end";
      status: Extract<Status, "completed" | "failed" | "cancelled">;
      seal: Seal | null;
      title: string;
      text: string;
    };

/** `seq`: the line of the ledger that it began with. */
export type TimelineEntry = EntryBody & { seq: number; at: string };
export type EntryOf<K extends TimelineEntry["kind"]> = Extract<TimelineEntry, { kind: K }>;
