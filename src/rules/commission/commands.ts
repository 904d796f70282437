// What can be asked of a commission: by people, by the hall's own conduct of it, and by facts that arrive.
import type { AcceptedRequest, SandboxLevel } from "../../contract/commission/commission.ts";
import type { CarriedWork } from "../../contract/commission/events.ts";
import type { FactBody } from "../../contract/commission/facts.ts";
import type { Limits } from "../../contract/commission/limits.ts";
import type { ChoreOutcome } from "../../contract/memory/memory.ts";
import type { AcceptanceCheck, TreeOutcome, TreePlan } from "../../contract/project/tree.ts";
import type { ExitPolicy } from "./exits.ts";
import type { Candidate } from "../checks/landing.ts";

export type Command =
  /** Where it has to wait from the start, that is part of the same step: it can never start in between. */
  | { do: "create"; request: AcceptedRequest; waitingFor?: readonly string[] }
  /** Also of one that is blocked already, where it waits for something else by now. */
  | { do: "block"; waitingFor: readonly string[] }
  | { do: "unblock" }
  | {
      do: "dispatch";
      /** null: a guild member carries it out. */
      sandbox: SandboxLevel | null;
      limits: Limits;
      /** Only the first time. */
      tree?: TreePlan | undefined;
      /** Whether its worker changes no files of the project. */
      readOnly?: boolean;
      checks?: readonly AcceptanceCheck[];
      /** Commits below its base by runs that had read words of strangers. */
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
  /** The session is over, one way or another: decide what follows. */
  | {
      do: "conclude";
      policy: ExitPolicy;
      now: number;
      /** How its work would be merged now; null if that does not matter. */
      landing?: {
        candidate: Candidate;
        /** Whether no other work of its project is before it. */
        isNext: boolean;
        /** What the integration branch has got since the work began. */
        theirs: CarriedWork["theirs"];
        /** Whether some of that, or of what was there before, is marked. */
        marked: boolean;
      } | null;
    }
  /** Admission cannot give it what it needs, for example a worker that is no longer there. */
  | { do: "reject"; message: string }
  /** The integration branch is not where the plan expects it. */
  | { do: "withdraw"; reason: string }
  /** A commit is ready that the integration branch is to be moved to. */
  | { do: "plan-merge"; expected: string; commit: string; tip: string }
  | {
      do: "record-applied";
      artifacts: readonly string[];
      problems: readonly string[];
      chore?: ChoreOutcome | undefined;
      tree?: TreeOutcome | undefined;
      hashes?: Readonly<Record<string, string>> | undefined;
    }
  /** Write the terminal event that the plan names. */
  | { do: "settle" }
  /** A person says something to a question. The one command that an ended commission takes. */
  | { do: "answer"; number: number; answer: string; by: string }
  /** The quota has reset. */
  | { do: "wake"; now: number };

export type CommandName = Command["do"];
