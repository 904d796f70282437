// Finds what the hall would refuse in a draft before it is sent, and maps the hall's refusals to fields. Pure.
import type { ProblemCode } from "../../../src/contract/api/problem.ts";
import type { ProjectEntry } from "../../../src/contract/project/project.ts";
import { dollars } from "../../words/say.ts";
import { isMember, workerShown } from "../../words/worker-name.ts";
import type { CommissionDraft } from "./draft.ts";
import type { Worker } from "./who.ts";

export const fields = [
  "worker",
  "rehearsal",
  "project",
  "title",
  "task",
  "files",
  "after",
  "checks",
  "checkMinutes",
  "maxTurns",
  "maxBudgetUsd",
  "maxMinutes",
  "model",
  "tools",
  "labels",
  "keepWorktree",
  "onRed",
  "land",
] as const;
export type Field = (typeof fields)[number];
export type Faults = Partial<Record<Field, string>>;

export interface KnownForDraft {
  draft: CommissionDraft;
  /** `null` if there is no such worker. `undefined` if none is chosen, or the workers are not known yet. */
  worker: Worker | null | undefined;
  project: ProjectEntry | null | undefined;
}

/** Returns what is wrong with the draft; a field that is still empty is not wrong yet. */
export function faultsOf(known: KnownForDraft): Faults {
  const { draft } = known;
  const faults = {
    ...limitFaults(known),
    after: afterFault(known),
    model: /^([A-Za-z0-9][A-Za-z0-9._:@[\]/-]{0,127})?$/.test(draft.model.trim())
      ? null
      : "That is not a model’s name.",
    labels: labelsFault(draft),
    title: draft.title.trim().length > 200 ? "A title has at most 200 characters." : null,
    worker: known.worker === null ? `There is no worker “${draft.worker}”. Choose another.` : null,
    project: projectFault(known),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, why]) => why !== null));
}

function projectFault({ draft, project }: KnownForDraft): string | null {
  if (draft.project === "" || isMember(draft.worker)) return null;
  return project === null ? `There is no project “${draft.project}”.` : (project?.problem ?? null);
}

type Limit = "maxTurns" | "maxBudgetUsd" | "maxSeconds";

export interface Allowed {
  /** The limits that apply if nothing is typed. */
  maxTurns: number;
  maxBudgetUsd: number;
  /** `null` for no limit. */
  maxSeconds: number | null;
  /** Names who set each of these limits. */
  by: Record<Limit, string>;
  /** The highest value that may be requested, and who set it; `null` for no bound. */
  most: Record<Limit, UpperBound | null>;
}

export interface UpperBound {
  value: number;
  by: string;
}

/**
 * Returns the limits for the draft; a project's limits replace the worker's own. `null` if no worker is chosen or
 * found.
 */
export function allowedFor({ worker, project, draft }: KnownForDraft): Allowed | null {
  if (!worker) return null;
  const settings = isMember(draft.worker) ? null : project?.settings;
  const own = settings?.limits ?? {};
  const who = (named: unknown) =>
    named === undefined || named === null ? workerShown(worker.name) : `project ${draft.project}`;
  const mostOf = (key: Limit) =>
    narrower(
      { value: worker.limits.most?.[key], by: "the hall" },
      { value: settings?.ceiling[key], by: `project ${draft.project}` },
    );
  const most = {
    maxTurns: mostOf("maxTurns"),
    maxBudgetUsd: mostOf("maxBudgetUsd"),
    maxSeconds: mostOf("maxSeconds"),
  };
  const within = (value: number, bound: UpperBound | null) =>
    bound === null ? value : Math.min(value, bound.value);
  const maxSeconds = own.maxSeconds ?? worker.limits.maxSeconds ?? most.maxSeconds?.value ?? null;
  return {
    maxTurns: within(own.maxTurns ?? worker.limits.maxTurns, most.maxTurns),
    maxBudgetUsd: within(own.maxBudgetUsd ?? worker.limits.maxBudgetUsd, most.maxBudgetUsd),
    maxSeconds: maxSeconds === null ? null : within(maxSeconds, most.maxSeconds),
    by: {
      maxTurns: who(own.maxTurns),
      maxBudgetUsd: who(own.maxBudgetUsd),
      maxSeconds: who(own.maxSeconds),
    },
    most,
  };
}

interface Offered {
  value: number | null | undefined;
  by: string;
}

function narrower(...offered: readonly Offered[]): UpperBound | null {
  const bounds = offered.flatMap(({ value, by }) =>
    value === null || value === undefined ? [] : [{ value, by }],
  );
  return bounds.toSorted((one, other) => one.value - other.value)[0] ?? null;
}

function limitFaults(
  known: KnownForDraft,
): Record<"maxTurns" | "maxBudgetUsd" | "maxMinutes" | "checkMinutes", string | null> {
  const { draft } = known;
  const most = allowedFor(known)?.most;
  const seconds = most?.maxSeconds ?? null;
  return {
    maxTurns: boundFault(draft.maxTurns, {
      most: most?.maxTurns ? { ...most.maxTurns, says: `${most.maxTurns.value} turns` } : null,
      isFit: (value) => Number.isInteger(value),
      expects: "a whole number of turns",
    }),
    maxBudgetUsd: boundFault(draft.maxBudgetUsd, {
      most: most?.maxBudgetUsd ? { ...most.maxBudgetUsd, says: dollars(most.maxBudgetUsd.value) } : null,
      isFit: () => true,
      expects: "dollars, such as 2.50",
    }),
    maxMinutes: boundFault(draft.maxMinutes, {
      most: seconds && { value: seconds.value / 60, says: `${seconds.value / 60} minutes`, by: seconds.by },
      ...minutesFit,
    }),
    checkMinutes: boundFault(draft.checkMinutes, { most: null, ...minutesFit }),
  };
}

/** At least a second, at most a year. */
const minutesFit = {
  isFit: (value: number) => Math.round(value * 60) >= 1 && value <= 525_600,
  expects: "minutes, such as 30",
};

interface Bound {
  most: (UpperBound & { says: string }) | null;
  isFit(value: number): boolean;
  expects: string;
}

function boundFault(text: string, { most, isFit, expects }: Bound): string | null {
  if (text.trim() === "") return null;
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0 || !isFit(value)) return `Write ${expects}.`;
  if (most === null || value <= most.value) return null;
  return `That is too much: ${most.by} allows at most ${most.says}. Ask for that or less, or raise the bound in the settings.`;
}

const wholeId = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export function isCommissionId(text: string): boolean {
  return wholeId.test(text);
}

/** Applies the hall's own rule: a path is relative to the repository's root, without `.` and `..`. */
export function isDocumentPath(text: string): boolean {
  return text.length <= 1000 && /^(?!\/)(?!(?:.*\/)?\.{1,2}(?:\/|$))[^\0\n\r]+(?<!\/)$/.test(text);
}

function afterFault({ draft, project }: KnownForDraft): string | null {
  const document = draft.after.find((each) => !isCommissionId(each));
  if (document === undefined) return null;
  if (isMember(draft.worker))
    return `A guild member gets no repository, so it cannot wait for a document (${document}), only for commissions.`;
  if (project?.integration) return null;
  return `“${document}” is a document, and only a project with a repository has documents. Choose such a project, or remove the document.`;
}

export const mostLabels = 32;

function labelsFault({ labels }: CommissionDraft): string | null {
  const bad = labels.find((label) => !isLabel(label));
  if (bad !== undefined) return `“${bad}” cannot be a label. Remove it.`;
  return labels.length > mostLabels ? `A commission has at most ${mostLabels} labels. Remove some.` : null;
}

export function isLabel(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N} ._:/@-]{0,63}$/u.test(text);
}

const homes: Partial<Record<ProblemCode, Field>> = {
  unknown_worker: "worker",
  ambiguous_worker: "worker",
  no_worker: "worker",
  missing_toolbox: "worker",
  unknown_project: "project",
  bad_project: "project",
  bad_dependency: "after",
  cycle: "after",
  no_model: "rehearsal",
  bad_rehearsal: "rehearsal",
  too_large: "task",
  bad_attachment: "files",
};

/** Returns the field that a refusal of the hall belongs to; `null` if it belongs to none. */
export function fieldOf({ code, message }: { code: ProblemCode; message: string }): Field | null {
  const home = homes[code];
  if (home) return home;
  if (code === "not_for_members")
    return (
      Object.entries({
        "config.tools": "tools",
        project: "project",
        checks: "checks",
        worktree: "keepWorktree",
        document: "after",
      } as const).find(([word]) => message.includes(word))?.[1] ?? "worker"
    );
  if (code === "widens" && message.includes("does not have")) return "tools";
  // The message begins like "config.maxTurns is 900; ..." or "\"checks.0.command\": ...".
  const named = /^"?(?:config\.)?(\w+)/.exec(message)?.[1];
  const name = named === "maxSeconds" ? "maxMinutes" : named;
  return code === "widens" || code === "bad_shape" ? (fields.find((field) => field === name) ?? null) : null;
}
