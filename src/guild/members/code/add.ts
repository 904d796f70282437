// Adds a guild member to the home as a copy of its code. A member of the same name is replaced: its code goes to the
// trash, and its jobs and memory stay.
import { lstat, realpath } from "node:fs/promises";
import { memberLayout } from "../../../contract/home/home-layout.ts";
import type { MemberManifest, MemberName } from "../../../contract/member/member.ts";
import type { CodeOrigin, MemberOrigin } from "../../../contract/member/member-origin.ts";
import { type Refusal, refuse } from "../../../contract/api/problem.ts";
import { timestamp } from "../../../host/clock.ts";
import { whyNoDirectory } from "../../../host/files/look-inside.ts";
import { unlessMissing } from "../../../host/files/missing.ts";
import { listCodeFiles } from "../../install/code-files.ts";
import { markFiles } from "../../install/code-marks.ts";
import { copyCode, syncTree } from "../../install/copy-code.ts";
import { type CodeDependencies, dependencyProblem } from "../../install/dependencies.ts";
import { draftIn } from "../../install/locked-place.ts";
import { codePaths, planCode } from "../../../rules/member/member-code.ts";
import { dependenciesOf } from "./dependencies.ts";
import type { ReadyDeps } from "./make-ready.ts";
import { type MemberCode, memberData, readCode } from "./member-code.ts";
import { readOrigin } from "./origin.ts";
import { putMember } from "./put-member.ts";
import { manifestFaultText, readManifest, whyNoMember } from "./read-manifest.ts";
import { replaceCode } from "./replace-code.ts";
import { withMembersLock } from "./members-lock.ts";

export interface AddDeps extends ReadyDeps {
  /** Tells whether a process of the member runs. While one does, the member's code is not replaced. */
  runs(name: MemberName): Promise<boolean>;
}

export interface MemberCandidate {
  ok: true;
  manifest: MemberManifest;
  code: MemberCode;
  dependencies: CodeDependencies;
}

/** Reads and checks a member's directory. Changes nothing in the home, and runs none of its code. */
export async function readCandidate(deps: AddDeps, directory: string): Promise<MemberCandidate | Refusal> {
  const nowhere = await whyNoMember(directory);
  if (nowhere !== null) return refuse("bad_member", `${nowhere}.`);
  const read = await readManifest(directory);
  if (!read.ok)
    return refuse(
      "bad_member",
      [`${directory} is not a guild member.`, ...read.faults.map(manifestFaultText)].join("\n"),
    );
  const { manifest } = read;
  const problem = (await whyTaken(deps, { name: manifest.name, directory })) ?? (await whyUnfit(directory));
  if (problem !== null) return refuse("bad_member", problem.message, problem.hint);
  return {
    ok: true,
    manifest,
    code: await readCode(directory),
    dependencies: await dependenciesOf(directory),
  };
}

interface Unfit {
  message: string;
  hint?: string;
}

async function whyTaken(
  { bundled, home }: AddDeps,
  { name, directory }: { name: MemberName; directory: string },
): Promise<Unfit | null> {
  if ((await whyNoDirectory(`${bundled}/${name}`)) === null)
    return { message: `"${name}" comes with the hall.`, hint: "Give it another name in guild-member.json." };
  const own = await realpath(memberLayout(home, name).directory).catch(() => undefined);
  if (own !== undefined && own === (await realpath(directory)))
    return { message: `${directory} is in this home already.`, hint: "Nothing has to be done." };
  return null;
}

async function whyUnfit(directory: string): Promise<Unfit | null> {
  const files = await listCodeFiles(directory, memberData);
  if (!files.ok) return { message: `${directory} is refused: ${files.reason}` };
  const problem = dependencyProblem(await dependenciesOf(directory));
  return problem === null ? null : { message: `${directory} is refused: ${problem}` };
}

export type Added = {
  ok: true;
  directory: string;
  /** The previous code's path in the trash. `null` if there was none. */
  movedTo: string | null;
};

export function addMember(deps: AddDeps, candidate: MemberCandidate): Promise<Added | Refusal> {
  return withMembersLock(deps, () => putOrReplace(deps, candidate));
}

async function putOrReplace(
  deps: AddDeps,
  { manifest: { name }, code }: MemberCandidate,
): Promise<Added | Refusal> {
  if (await deps.runs(name))
    return refuse(
      "wrong_state",
      `The member "${name}" runs, and its code cannot be replaced under it.`,
      `"guild-hall members stop ${name}" ends it first.`,
    );
  const { directory } = memberLayout(deps.home, name);
  const origin: CodeOrigin = {
    kind: "added",
    from: code.directory,
    release: deps.release,
    at: timestamp(deps.clock),
    files: code.marks,
  };
  const there = await lstat(directory).catch(unlessMissing);
  if (there?.isDirectory()) return replace(deps, { name, code, next: origin });
  await putMember(deps, { name, code, origin });
  return { ok: true, directory, movedTo: null };
}

interface Replacing {
  name: MemberName;
  code: MemberCode;
  next: CodeOrigin;
}

async function replace(deps: AddDeps, { name, code, next }: Replacing): Promise<Added | Refusal> {
  const { directory } = memberLayout(deps.home, name);
  const origin = (await readOrigin(deps.disk, { home: deps.home, name })) ?? (await byHand(deps, directory));
  const put = [origin.files, ...(origin.next === null ? [] : [origin.next.files])];
  const now = await markFiles(directory, codePaths({ put, wanted: code.marks }));
  const strange = Object.keys(now).find((path) => now[path] === "other");
  if (strange !== undefined)
    return refuse(
      "bad_member",
      `${strange} in ${directory} is not a file, or lies behind a link: it is not replaced.`,
      "Move it away, and try again.",
    );
  const plan = planCode({ put, now, wanted: code.marks });
  const movedTo = await keepCode(deps, { name, directory, paths: Object.keys(now) });
  await replaceCode(deps, { name, origin, code, next, plan });
  return { ok: true, directory, movedTo };
}

/**
 * Returns an origin for a member that has none on record: everything in its directory except its data counts as code.
 */
async function byHand({ release, clock }: AddDeps, directory: string): Promise<MemberOrigin> {
  const { marks } = await readCode(directory);
  return {
    version: 1,
    kind: "added",
    from: directory,
    release,
    at: timestamp(clock),
    files: marks,
    next: null,
  };
}

/** Puts a copy of the present code into the trash. The directory itself stays, because it holds the member's data. */
async function keepCode(
  { disk, home, newKey }: AddDeps,
  { name, directory, paths }: { name: MemberName; directory: string; paths: readonly string[] },
): Promise<string> {
  const draft = draftIn(home.guildMembers, { name, newKey });
  const { files } = await readCode(directory);
  await copyCode({ from: directory, to: draft, files: files.filter(({ path }) => paths.includes(path)) });
  await syncTree(draft);
  const movedTo = `${home.trash}/member-${name}.${newKey()}`;
  await disk.move(draft, movedTo);
  return movedTo;
}
