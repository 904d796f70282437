// Prepares a guild member before it starts: copies a bundled member into the home or updates its code to this
// release, and provides the dependencies of each member. A linked member is not changed.
import { memberLayout } from "../../../contract/home/home-layout.ts";
import type { MemberName } from "../../../contract/member/member.ts";
import type { CodeOrigin, MemberOrigin } from "../../../contract/member/member-origin.ts";
import { Fault } from "../../../contract/api/problem.ts";
import type { Clock } from "../../../host/clock.ts";
import { timestamp } from "../../../host/clock.ts";
import { createSerial } from "../../../base/async/serial.ts";
import type { PlaceDeps } from "../../install/locked-place.ts";
import { markFiles } from "../../install/code-marks.ts";
import { codePaths, type CodePlan, planCode } from "../../../rules/member/member-code.ts";
import { areModulesThere, type ModulesDeps, provideModules } from "./dependencies.ts";
import { type MemberCode, readCode } from "./member-code.ts";
import type { FoundMember } from "../members.ts";
import { manifestFaultText, readManifest } from "./read-manifest.ts";
import { readOrigin } from "./origin.ts";
import { putMember } from "./put-member.ts";
import { replaceCode } from "./replace-code.ts";
import { withMembersLock } from "./members-lock.ts";

export interface ReadyDeps extends ModulesDeps, PlaceDeps {
  clock: Pick<Clock, "now">;
  /** The directory of the members that came with the hall. */
  bundled: string;
  release: string;
}

export interface Readied {
  /** The member as it is now, after it was prepared. */
  found: FoundMember;
  /** A message for a person, for example that the member's code was not replaced because it was changed by hand. */
  note: string | null;
}

/**
 * Prepares the member, or throws. Must not be called while the member runs, because its code may be replaced.
 */
export type MakeReady = (member: FoundMember) => Promise<Readied>;

/**
 * Runs one preparation at a time. Two members may be needed at once, and the lock on the home's members
 * excludes only other programs.
 */
export function createMakeReady(deps: ReadyDeps): MakeReady {
  const inTurn = createSerial();
  return (member) => inTurn(() => makeReady(deps, member));
}

async function makeReady(deps: ReadyDeps, member: FoundMember): Promise<Readied> {
  if (member.source === "linked") return { found: member, note: null };
  const { name } = member.manifest;
  if (!member.isInHome) {
    await withMembersLock(deps, () => putBundled(deps, name));
    return { found: await readAgain(deps, member), note: null };
  }
  const update = member.source === "bundled" ? await planUpdate(deps, name) : null;
  if (update?.isDue) await withMembersLock(deps, () => replaceCode(deps, update));
  else if (!(await areModulesThere(member.directory)))
    await withMembersLock(deps, () =>
      provideModules(deps, { name, directory: member.directory, isNew: false }),
    );
  return { found: update?.isDue ? await readAgain(deps, member) : member, note: update?.note ?? null };
}

async function readAgain(
  { home }: ReadyDeps,
  { manifest: { name }, source }: FoundMember,
): Promise<FoundMember> {
  const { directory } = memberLayout(home, name);
  const read = await readManifest(directory);
  if (!read.ok) throw new Fault("bad_member", read.faults.map(manifestFaultText).join("\n"));
  return { manifest: read.manifest, manifestSha256: read.sha256, directory, isInHome: true, source };
}

async function putBundled(deps: ReadyDeps, name: MemberName): Promise<void> {
  const code = await readCode(`${deps.bundled}/${name}`);
  await putMember(deps, { name, code, origin: bundledOrigin(deps, code) });
}

function bundledOrigin({ release, clock }: ReadyDeps, { directory, marks }: MemberCode): CodeOrigin {
  return { kind: "bundled", from: directory, release, at: timestamp(clock), files: marks };
}

interface Update {
  name: MemberName;
  origin: MemberOrigin;
  code: MemberCode;
  next: CodeOrigin;
  plan: CodePlan;
  isDue: boolean;
  note: string | null;
}

/**
 * Plans the update of the member's code to this release. Returns `null` if this release has no code for the
 * member, or if the record of where its code came from is missing.
 */
async function planUpdate(deps: ReadyDeps, name: MemberName): Promise<Update | null> {
  const { disk, home, bundled, release } = deps;
  const origin = await readOrigin(disk, { home, name });
  const code = await readCode(`${bundled}/${name}`).catch(() => null);
  if (origin === null || code === null) return null;
  const put = [origin.files, ...(origin.next === null ? [] : [origin.next.files])];
  const { directory } = memberLayout(home, name);
  const now = await markFiles(directory, codePaths({ put, wanted: code.marks }));
  const plan = planCode({ put, now, wanted: code.marks });
  const isOther = origin.next !== null || !isSame(origin.files, code.marks);
  const isUntouched = plan.changed.length === 0;
  const note = isOther && !isUntouched ? changedNote({ name, directory, release, ...plan }) : null;
  const isDue = isUntouched && (isOther || plan.write.length > 0);
  return { name, origin, code, next: bundledOrigin(deps, code), plan, isDue, note };
}

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}

function changedNote(order: { name: string; directory: string; release: string; changed: string[] }): string {
  const { name, directory, release, changed } = order;
  const shown = changed.slice(0, 5).join(", ");
  const more = changed.length > 5 ? ` and ${changed.length - 5} more` : "";
  return `The member "${name}" runs with its code as it is: guild-hall ${release} came with other code for it, but ${shown}${more} in ${directory} was changed by hand. To take the hall's code, delete what was changed and start the member again.`;
}
