// Defines an unfinished commission, with its texts exactly as typed so that nothing is lost, and turns it into a
// request. Pure.
import type { BodyOf } from "../../../src/client/call.ts";
import type { LandMode } from "../../../src/contract/project/land-settings.ts";
import { kindWords } from "../../../src/rules/attachments/kinds.ts";
import { type AttachedFile, attachmentsIn } from "../../words/attached.ts";
import { isMember } from "../../words/worker-name.ts";
import { narrowed } from "./tools.ts";

export interface CommissionDraft {
  worker: string;
  project: string;
  title: string;
  task: string;
  /** The attached files, which the hall has already, each as JSON. */
  files: readonly string[];
  /** Ids of commissions and paths of documents. */
  after: readonly string[];
  checks: readonly string[];
  labels: readonly string[];
  maxTurns: string;
  maxBudgetUsd: string;
  maxMinutes: string;
  model: string;
  /** Tools that the commission must do without, by full names such as `mcp__base__record_decision`. */
  without: readonly string[];
  /** The time limit of each of the commission's own checks. */
  checkMinutes: string;
  keepWorktree: boolean;
  /** True if it may start even though its project fails its own checks. */
  onRed: boolean;
  /** The destination of the finished work; empty if the project's setting decides. */
  land: "" | LandMode;
  /** The rehearsal to play; empty for real work. */
  rehearsal: string;
}

export const emptyDraft: CommissionDraft = {
  worker: "",
  project: "",
  title: "",
  task: "",
  files: [],
  after: [],
  checks: [],
  labels: [],
  maxTurns: "",
  maxBudgetUsd: "",
  maxMinutes: "",
  model: "",
  without: [],
  checkMinutes: "",
  keepWorktree: false,
  onRed: false,
  land: "",
  rehearsal: "",
};

/** Ignores unknown fields, because a stored draft may be from another release. */
export function parseDraft(kept: unknown): CommissionDraft {
  const given = (typeof kept === "object" && kept !== null ? kept : {}) as Record<string, unknown>;
  const entries = Object.entries(emptyDraft).map(([name, none]) => {
    const value = given[name];
    if (!Array.isArray(none)) return [name, typeof value === typeof none ? value : none];
    return [name, Array.isArray(value) ? value.filter((each) => typeof each === "string") : none];
  });
  const draft = Object.fromEntries(entries) as CommissionDraft;
  return landModes.some((mode) => mode === draft.land) ? draft : { ...draft, land: "" };
}

export const landModes: readonly LandMode[] = ["integration", "review", "branch"];

/** Returns the attached files. One that cannot be read is from another release, and is left out. */
export function filesOf({ files }: Pick<CommissionDraft, "files">): AttachedFile[] {
  return files.flatMap((text) => {
    try {
      const file = JSON.parse(text) as Partial<AttachedFile> | null;
      const isWhole =
        typeof file?.name === "string" &&
        typeof file.bytes === "number" &&
        /^[0-9a-f]{64}$/.test(file.hash ?? "") &&
        Object.hasOwn(kindWords, file.type ?? "");
      return isWhole ? [file as AttachedFile] : [];
    } catch {
      return [];
    }
  });
}

/** Returns whether the draft contains anything that would be lost. */
export function isWritten(draft: CommissionDraft): boolean {
  return Object.entries(draft).some(([name, value]) => {
    if (name === "worker" || name === "project") return false;
    return Array.isArray(value) ? value.some((each) => each !== "") : value !== "" && value !== false;
  });
}

interface Sent {
  draft: CommissionDraft;
  /** The script of the rehearsal that is to be played; `null` for real work. */
  script: string | null;
  /** All tools of the worker; empty for a guild member, whose tools are its own. */
  tools: readonly string[];
  /** Whether the draft's project has a repository. */
  hasRepository: boolean;
}

/** Returns the request body, without what does not apply to the worker: the draft keeps that. */
export function bodyOf({ draft, script, tools, hasRepository }: Sent): BodyOf<"create"> {
  const forMember = isMember(draft.worker);
  const checks = draft.checks.map((command) => command.trim()).filter(Boolean);
  const within = secondsOf(draft.checkMinutes);
  const config = configOf(draft, tools);
  return {
    worker: draft.worker,
    task: draft.task.trim(),
    ...(draft.title.trim() !== "" && { title: draft.title.trim() }),
    ...(!forMember && attachmentsIn(filesOf(draft))),
    ...(draft.labels.length > 0 && { labels: [...draft.labels] }),
    ...(draft.after.length > 0 && { after: [...draft.after] }),
    ...(script !== null && { rehearsal: script }),
    ...(Object.keys(config).length > 0 && { config }),
    ...(!forMember && draft.project !== "" && { project: draft.project }),
    ...(!forMember &&
      checks.length > 0 && {
        checks: checks.map((command) => ({ command, ...(within !== null && { timeoutSeconds: within }) })),
      }),
    ...(!forMember && hasRepository && draft.keepWorktree && { keepWorktree: true }),
    ...(!forMember && hasRepository && draft.onRed && { onRed: true }),
    ...(!forMember && hasRepository && draft.land !== "" && { land: draft.land }),
  };
}

function configOf(draft: CommissionDraft, tools: readonly string[]): NonNullable<BodyOf<"create">["config"]> {
  const { maxTurns, maxBudgetUsd, model } = draft;
  const maxSeconds = secondsOf(draft.maxMinutes);
  const kept = narrowed(tools, draft.without);
  return {
    ...(maxTurns.trim() !== "" && { maxTurns: Number(maxTurns) }),
    ...(maxBudgetUsd.trim() !== "" && { maxBudgetUsd: Number(maxBudgetUsd) }),
    ...(maxSeconds !== null && { maxSeconds }),
    ...(model.trim() !== "" && { model: model.trim() }),
    ...(kept !== null && { tools: kept }),
  };
}

function secondsOf(minutes: string): number | null {
  return minutes.trim() === "" ? null : Math.round(Number(minutes) * 60);
}
