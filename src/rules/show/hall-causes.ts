// Lists problems of the hall itself, its packages, members and projects that need a person.
import { createHash } from "node:crypto";
import type { AttentionKind } from "../../contract/api/attention.ts";
import type { ProjectBase } from "../../contract/project/base.ts";
import type { CommissionId, ProjectName } from "../../contract/home/ids.ts";
import { memberPrefix, type WorkerName } from "../../contract/member/member.ts";
import type { MemberEntry, MemberList } from "../../contract/member/members.ts";
import type { QuotaPause } from "../../contract/commission/quota.ts";
import type { Cause, NeedWords } from "./attention.ts";
import { redText } from "../checks/bases.ts";
import { capital, inWords } from "../../base/text/number-words.ts";

export interface HallNow {
  /** How many commissions wait for a credential; 0 in a hall that has one. */
  waitForKey: number;
  quota: QuotaPause | null;
  members: MemberList;
  /** Packages that are listed although something is wrong with them; `worker` is `null` for a toolbox. */
  packages: readonly { name: string; worker: WorkerName | null; problems: readonly string[] }[];
  /** Packages that were skipped, a sentence each. */
  passedOver: readonly string[];
  projects: readonly {
    name: ProjectName;
    problem: string | null;
    /** The branch that finished work goes to; `null` if there is no repository. */
    integration: string | null;
    base: ProjectBase;
  }[];
  /**
   * Why nothing starts, if disk space is short; `null` if it is not. Slots, memory and other delays become
   * free without a person, so they are not listed.
   */
  disk: string | null;
  /** The hall's own problems, in sentences. */
  problems: readonly string[];
  /** Commissions whose changes the hall cannot record. */
  unrecorded: readonly { id: CommissionId; message: string }[];
  /** Milliseconds since 1970. */
  now: number;
}

export function hallCauses(hall: HallNow): Cause[] {
  return [
    ...keyCauses(hall),
    ...quotaCauses(hall),
    ...hall.projects.flatMap(projectCauses),
    ...hall.projects.flatMap(redCauses),
    ...hall.members.members.flatMap(memberCauses),
    ...hall.members.problems.map((text) => passedOverCause("member", text)),
    ...hall.packages.flatMap(packageCauses),
    ...hall.passedOver.map((text) => passedOverCause("package", text)),
    ...hall.unrecorded.map(unrecordedCause),
    ...(hall.disk === null ? [] : [diskCause(hall.disk)]),
    ...hall.problems.filter((text) => !isOfProject(hall, text)).map(problemCause),
  ];
}

/** The count is not part of the cause's key, because one more waiting commission is not a new cause. */
function keyCauses({ waitForKey }: HallNow): Cause[] {
  if (waitForKey === 0) return [];
  const who = waitForKey === 1 ? "commission waits" : "commissions wait";
  const title = `${capital(inWords(waitForKey))} ${who} for a key`;
  return [cause({ kind: "model", mark: "none" }, { title, detail: giveKey })];
}

const giveKey =
  'The hall has no credentials to reach a model. Set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, then run "guild-hall down" and "guild-hall up".';

/** A quota that should be free again needs no person: the next commission tries it. */
function quotaCauses({ quota, now }: HallNow): Cause[] {
  if (quota === null || Date.parse(quota.pausedUntil) <= now) return [];
  const until = `${quota.pausedUntil.slice(0, 16).replace("T", " ")} UTC`;
  const detail = `${withoutStop(quota.message)} · expected back at ${until}`;
  const { since } = quota;
  return [cause({ kind: "quota", mark: since, since }, { title: "The model's quota is used up", detail })];
}

function projectCauses({ name, problem }: HallNow["projects"][number]): Cause[] {
  if (problem === null) return [];
  const title = `Project “${name}” cannot be worked on`;
  const mark = `${name}:${hashOf(problem)}`;
  return [cause({ kind: "project", mark }, { title, detail: problem, project: name })];
}

/** Work that may change files waits until the base is repaired. */
function redCauses({ name, integration, base }: HallNow["projects"][number]): Cause[] {
  if (base.state !== "red" || base.since === null) return [];
  if (base.approve) return [approvalCause({ name, integration, base, tree: base.approve.tree })];
  const title = `Project “${name}” is red: its own checks fail without any work in it`;
  const red = redText({ branch: integration ?? "its base", since: base.since.commit, checks: base.checks });
  const detail = `${red} · work that may change files waits; commission a repair with --on-red`;
  const mark = `red:${name}:${base.since.commit.slice(0, 12)}`;
  return [cause({ kind: "project", mark, since: base.since.at }, { title, detail, project: name })];
}

/** Without the set-up the checks could not run, so the project is not reported as red. */
function approvalCause({
  name,
  integration,
  base,
  tree,
}: Omit<HallNow["projects"][number], "problem"> & { tree: string }): Cause {
  const title = `Project “${name}” waits for you to approve its set-up`;
  const detail = `the set-up on ${integration ?? "its base"} needs the network, and its files are not as your branch has them · look at them with "guild-hall project approve ${name} ${tree}"`;
  const mark = `project:${name}:${tree.slice(0, 12)}`;
  const words = { title, detail, project: name, approve: tree };
  return cause({ kind: "setup", mark, since: base.since?.at ?? null }, words);
}

/** Whether a problem of the hall only repeats one of a project, which is already listed. */
function isOfProject({ projects }: HallNow, text: string): boolean {
  return projects.some(({ name, problem }) => problem !== null && text.startsWith(`Project "${name}": `));
}

/**
 * The time at the end of a member's problem. It is removed, because the same problem at another time is not a new
 * cause.
 */
const metAt = / \(at (\S+)\)$/;

function memberCauses({ name, state, problem }: MemberEntry): Cause[] {
  if (problem === null && state !== "failing") return [];
  const detail = (problem ?? "it ended").replace(metAt, "");
  const since = problem === null ? null : (metAt.exec(problem)?.[1] ?? null);
  const how = state === "failing" ? "keeps failing and is tried again" : "has failed";
  const title = `Guild member “${name}” ${how}`;
  const worker = `${memberPrefix}${name}` as WorkerName;
  return [cause({ kind: "member", mark: `${name}:${hashOf(detail)}`, since }, { title, detail, worker })];
}

/** Returns the key prefixes of members that are being started again: their problems may be gone only for a moment. */
export function unsettledMembers({ members }: MemberList): string[] {
  return members.filter(({ state }) => state === "starting").map(({ name }) => `member:${name}:`);
}

function packageCauses({ name, worker, problems }: HallNow["packages"][number]): Cause[] {
  if (problems.length === 0) return [];
  const detail = problems.join(" ");
  const mark = `${name}:${hashOf(detail)}`;
  return [cause({ kind: "package", mark }, { title: `Something is wrong with “${name}”`, detail, worker })];
}

/** `text` is a sentence that begins with the path of the directory it is about. */
function passedOverCause(kind: "package" | "member", text: string): Cause {
  const [, name, why] = /^\/(?:.*?\/)?([^/:]+): (.+)$/s.exec(text) ?? [];
  const what = kind === "package" ? "package" : "guild member";
  const title =
    name === undefined ? `Something is wrong with a ${what}` : `The ${what} in “${name}” cannot be used`;
  return cause({ kind, mark: hashOf(text) }, { title, detail: why ?? text });
}

function unrecordedCause({ id, message }: HallNow["unrecorded"][number]): Cause {
  const title = "The hall cannot write down what a commission does";
  return cause({ kind: "hall", mark: `unrecorded:${id}` }, { title, detail: message, commission: id });
}

/** The free space is not part of the cause's key, because it changes all the time. */
function diskCause(detail: string): Cause {
  return cause({ kind: "hall", mark: "disk" }, { title: "Nothing starts: the disk is nearly full", detail });
}

/** The first sentence becomes the title, the others the detail. */
function problemCause(text: string): Cause {
  const [, first = text, rest = ""] = /^(.+?[.!?])\s+(.+)$/s.exec(text) ?? [];
  return cause({ kind: "hall", mark: hashOf(text) }, { title: withoutStop(first), detail: rest });
}

function cause(
  { kind, mark, since = null }: { kind: AttentionKind; mark: string; since?: string | null },
  words: Pick<NeedWords, "title" | "detail"> & Partial<NeedWords>,
): Cause {
  const about = { commission: null, worker: null, project: null, rehearsed: false };
  return { key: `${kind}:${mark}`, kind, since, words: () => ({ ...about, ...words }) };
}

function withoutStop(text: string): string {
  return text.trim().replace(/\.$/, "");
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
