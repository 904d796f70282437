// The commands on a commission. They come from people, from the hall itself, and from the facts that a
// workbench reports.
import type { AcceptedRequest, SandboxLevel } from "../../contract/commission/commission.ts";
import type { Attachment } from "../../contract/commission/attachments.ts";
import type { CarriedWork } from "../../contract/commission/events.ts";
import type { FactBody } from "../../contract/commission/facts.ts";
import type { InstructionsPlan } from "../../contract/commission/instructions.ts";
import type { Limits } from "../../contract/commission/limits.ts";
import type { ChoreOutcome } from "../../contract/memory/memory.ts";
import type { AcceptanceCheck, TreeOutcome, TreePlan } from "../../contract/project/tree.ts";
import type { AllowedHost } from "../../contract/project/set-up-settings.ts";
import type { LandingCommand } from "./decide-landing.ts";
import type { CommitSettings, LandMode, RecordMode } from "../../contract/project/land-settings.ts";
import type { ExitPolicy } from "./exits.ts";
import type { MergeCandidate } from "../checks/landing.ts";

export type Command =
  /** If the commission must wait from the start, it is blocked in the same step, so that it cannot start in between. */
  | { do: "create"; request: AcceptedRequest; waitingFor?: readonly string[] }
  /** Also sent for a blocked commission whose reasons have changed. */
  | { do: "block"; waitingFor: readonly string[] }
  | { do: "unblock" }
  | {
      do: "dispatch";
      /** `null` if a guild member carries out the commission. */
      sandbox: SandboxLevel | null;
      limits: Limits;
      /** Only used at the first dispatch. */
      tree?: TreePlan | undefined;
      /** Whether the worker changes no files of the project except documents. */
      readOnly?: boolean;
      checks?: readonly AcceptanceCheck[];
      /** Commits in the history of the commission's base whose workers had read text from outside. */
      marked?: readonly string[];
      /**
       * The destination of the work, the place of its record and the look of its commits. Only used at the first
       * dispatch.
       */
      landing?: { land: LandMode; record: RecordMode; commit: CommitSettings } | undefined;
      /** The commit whose instructions the worker is told. Only used at the first dispatch. */
      instructions?: InstructionsPlan | undefined;
      /** The hosts that the worker's commands may reach. Only used at the first dispatch. */
      shell?: readonly AllowedHost[];
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
      /** How the finished work would be merged now; `null` or absent if nothing is to be merged. */
      landing?: {
        candidate: MergeCandidate;
        /** Whether it is this commission's turn to be merged. */
        isNext: boolean;
        /** The changes of the integration branch since the work began. */
        theirs: CarriedWork["theirs"];
        /** Whether the integration branch contains work of workers that had read text from outside. */
        marked: boolean;
      } | null;
    }
  /** The commission cannot be started, for example because its worker is no longer installed. */
  | { do: "reject"; message: string }
  /** The integration branch is not at the commit that the plan expects. */
  | { do: "withdraw"; reason: string }
  /** A commit is ready, and the integration branch is to be moved to it. */
  | { do: "plan-merge"; expected: string; commit: string; tip: string }
  | {
      do: "record-applied";
      artifacts: readonly string[];
      problems: readonly string[];
      chore?: ChoreOutcome | undefined;
      tree?: TreeOutcome | undefined;
      hashes?: Readonly<Record<string, string>> | undefined;
    }
  /** Write the event that ends the commission, with the outcome of the plan. */
  | { do: "settle" }
  /** A person answers a question. An ended commission accepts only this and the acts on its finished work. */
  | { do: "answer"; number: number; answer: string; by: string; attachments?: readonly Attachment[] }
  /** A person says something to the commission under way. A repeated key changes nothing. */
  | { do: "tell"; text: string; by: string; key: string | null }
  /** The quota has reset. */
  | { do: "wake"; now: number }
  | LandingCommand;

export type CommandName = Command["do"];
