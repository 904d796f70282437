// The commands on a commission: from people, from the hall itself, and from facts that arrive.
import type { AcceptedRequest, SandboxLevel } from "../../contract/commission/commission.ts";
import type { CarriedWork } from "../../contract/commission/events.ts";
import type { FactBody } from "../../contract/commission/facts.ts";
import type { Limits } from "../../contract/commission/limits.ts";
import type { ChoreOutcome } from "../../contract/memory/memory.ts";
import type { AcceptanceCheck, TreeOutcome, TreePlan } from "../../contract/project/tree.ts";
import type { ExitPolicy } from "./exits.ts";
import type { MergeCandidate } from "../checks/landing.ts";

export type Command =
  /** If it must wait from the start, it is blocked in the same step, so that it can never start in between. */
  | { do: "create"; request: AcceptedRequest; waitingFor?: readonly string[] }
  /** Also for a blocked commission whose reasons have changed. */
  | { do: "block"; waitingFor: readonly string[] }
  | { do: "unblock" }
  | {
      do: "dispatch";
      /** `null` if a guild member carries it out. */
      sandbox: SandboxLevel | null;
      limits: Limits;
      /** Only at the first dispatch. */
      tree?: TreePlan | undefined;
      /** Whether its worker changes no files of the project. */
      readOnly?: boolean;
      checks?: readonly AcceptanceCheck[];
      /** Marked commits below its base: their runs had read words of strangers. */
      marked?: readonly string[];
    }
  /** The hall read one line of a workbench's journal. */
  | { do: "take-fact"; bench: number; benchSeq: number; at: string; fact: FactBody }
  /** The workbench's lock is free, and its journal, read to the end, has no `session.ended`. */
  | {
      do: "lose-workbench";
      bench: number;
      began: boolean;
      message: string;
      storage?: boolean;
      hung?: boolean;
    }
  | { do: "cancel"; by: string; reason: string }
  /** The hall is being stopped together with its work. */
  | { do: "stop"; by: string }
  /** The session is over: decide what follows. */
  | {
      do: "conclude";
      policy: ExitPolicy;
      now: number;
      /** How its work would be merged now; `null` if that does not matter. */
      landing?: {
        candidate: MergeCandidate;
        /** Whether no other work of its project comes before it. */
        isNext: boolean;
        /** What the integration branch gained since the work began. */
        theirs: CarriedWork["theirs"];
        /** Whether some of that, or of what was there before, is marked. */
        marked: boolean;
      } | null;
    }
  /** Admission cannot give it what it needs, such as a worker that is no longer installed. */
  | { do: "reject"; message: string }
  /** The integration branch is not where the plan expects it. */
  | { do: "withdraw"; reason: string }
  /** A commit is ready to which the integration branch is to be moved. */
  | { do: "plan-merge"; expected: string; commit: string; tip: string }
  | {
      do: "record-applied";
      artifacts: readonly string[];
      problems: readonly string[];
      chore?: ChoreOutcome | undefined;
      tree?: TreeOutcome | undefined;
      hashes?: Readonly<Record<string, string>> | undefined;
    }
  /** Writes the terminal event that the plan names. */
  | { do: "settle" }
  /** A person answers a question. The only command that an ended commission accepts. */
  | { do: "answer"; number: number; answer: string; by: string }
  /** The quota has reset. */
  | { do: "wake"; now: number };

export type CommandName = Command["do"];
