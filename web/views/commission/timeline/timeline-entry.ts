// Defines the entries of a commission's timeline. They are immutable: a change makes a new object.
import type { Seal, Status } from "../../../../src/contract/commission/commission.ts";
import type { AcceptanceCheck, CommandRun, TreeOutcome } from "../../../../src/contract/project/tree.ts";

export type EntryTone = "plain" | "brass" | "verdigris" | "madder";

/** A tool call, shown on one line until it is unfolded. The ledger line with its outcome has the same `callId`. */
export interface ShownToolCall {
  callId: string;
  tool: string;
  at: string;
  input: string;
  /** `null` if the call has not returned. */
  returned: { at: string; isError: boolean; output: string } | null;
  /** True if the call will never return, because its session is over. */
  isCut: boolean;
  /** Facts that the hall recorded about the call, such as the version of a memory entry. */
  facts: readonly string[];
}

export type EntryBody =
  | { kind: "asked"; task: string; background: string | null }
  | { kind: "ready"; parts: readonly { text: string; isStrong?: true }[] }
  /** The worker's words, and the tools that it called before it spoke again. */
  | { kind: "worker"; text: string | null; calls: readonly ShownToolCall[] }
  | { kind: "progress"; text: string }
  | { kind: "decision"; question: string; decision: string; reasoning: string }
  /** `number` counts from 1. */
  | {
      kind: "question";
      number: number;
      question: string;
      /** `heard` is the turn that heard it; `null` if none has. */
      answer: { text: string; by: string; at: string; heard: number | null } | null;
    }
  | { kind: "run"; from: AcceptanceCheck["from"] | "setup"; run: CommandRun }
  /** `isReplaced`: a later result counts instead. */
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

/** `seq` is the number of the ledger line that the entry began with. */
export type TimelineEntry = EntryBody & { seq: number; at: string };
export type EntryOf<K extends TimelineEntry["kind"]> = Extract<TimelineEntry, { kind: K }>;
