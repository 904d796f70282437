// Removes a guild member from the home: its whole directory goes to the trash. The record of what its jobs have cost
// stays.
import { lstat, unlink } from "node:fs/promises";
import { memberLayout } from "../../../contract/home/home-layout.ts";
import type { CommissionId } from "../../../contract/home/ids.ts";
import type { MemberName } from "../../../contract/member/member.ts";
import { type Refusal, refuse } from "../../../contract/api/problem.ts";
import type { PlaceDeps } from "../../install/locked-place.ts";
import { unlessMissing } from "../../../host/files/missing.ts";
import { withMembersLock } from "./members-lock.ts";

export interface RemoveDeps extends PlaceDeps {
  newKey(): string;
  runs(name: MemberName): Promise<boolean>;
  /** Returns the commissions of this member that have not ended. */
  unended(name: MemberName): Promise<CommissionId[]>;
}

export type RemovedMember = {
  ok: true;
  was: "link" | "directory";
  /** The member's path in the trash. `null` if it was a symlink. */
  movedTo: string | null;
};

export function removeMember(deps: RemoveDeps, name: MemberName): Promise<RemovedMember | Refusal> {
  return withMembersLock(deps, async () => (await whyItStays(deps, name)) ?? takeOut(deps, name));
}

async function whyItStays(deps: RemoveDeps, name: MemberName): Promise<Refusal | null> {
  if (await deps.runs(name))
    return refuse(
      "wrong_state",
      `The member "${name}" runs.`,
      `"guild-hall members stop ${name}" ends it first.`,
    );
  const live = await deps.unended(name);
  if (live.length === 0) return null;
  const more = live.length > 5 ? ` and ${live.length - 5} more` : "";
  return refuse(
    "wrong_state",
    `Commissions of "member:${name}" have not ended: ${live.slice(0, 5).join(", ")}${more}.`,
    'Wait for them, or end them with "guild-hall cancel".',
  );
}

/**
 * Removes the member first, then the record of its origin. A record that a crash leaves behind is overwritten when the
 * name is used again.
 */
async function takeOut(
  { disk, home, newKey }: RemoveDeps,
  name: MemberName,
): Promise<RemovedMember | Refusal> {
  const { directory, origin } = memberLayout(home, name);
  const found = await lstat(directory).catch(unlessMissing);
  const movedTo = found?.isDirectory() ? `${home.trash}/member-${name}.${newKey()}` : null;
  if (movedTo !== null) await disk.move(directory, movedTo);
  else if (found?.isSymbolicLink()) await unlink(directory);
  await disk.removeTree(origin);
  await disk.secureNames(home.guildMembers);
  if (movedTo !== null) return { ok: true, was: "directory", movedTo };
  if (found?.isSymbolicLink()) return { ok: true, was: "link", movedTo };
  return refuse("not_found", `There is no guild member "${name}" in this home.`, listHint);
}

const listHint = '"guild-hall members list" shows who there is; one that is "available" is not in the home.';
