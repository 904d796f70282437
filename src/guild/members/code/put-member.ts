// Puts a new guild member into the home: copies it into a draft (a directory with a temporary name), provides its
// dependencies, flushes it to the disk and renames it. So other processes see either the whole member or none of it.
import { lstat } from "node:fs/promises";
import { type HomeLayout, memberLayout } from "../../../contract/home/home-layout.ts";
import type { MemberName } from "../../../contract/member/member.ts";
import type { CodeOrigin } from "../../../contract/member/member-origin.ts";
import type { Disk } from "../../../host/files/disk.ts";
import { exchangeNames } from "../../../host/files/exchange.ts";
import { unlessMissing } from "../../../host/files/missing.ts";
import { copyCode, syncTree } from "../../install/copy-code.ts";
import { draftIn } from "../../install/locked-place.ts";
import { type ModulesDeps, provideModules } from "./dependencies.ts";
import type { MemberCode } from "./member-code.ts";
import { writeOrigin } from "./origin.ts";

export interface PutOrder {
  name: MemberName;
  code: MemberCode;
  origin: CodeOrigin;
}

/**
 * Puts the member into the home. The caller must hold the lock on the home's members. Replaces a symlink of
 * this name; a directory of this name must not exist.
 */
export async function putMember(deps: ModulesDeps, { name, code, origin }: PutOrder): Promise<void> {
  const { disk, home, newKey } = deps;
  const draft = draftIn(home.guildMembers, { name, newKey });
  try {
    await copyCode({ from: code.directory, to: draft, files: code.files });
    await provideModules(deps, { name, directory: draft, isNew: true });
    await syncTree(draft);
    // The record of the code's origin is written before the rename: without it the member would count as a person's
    // own, and would never be updated.
    await writeOrigin(disk, { home, name, origin, next: null });
    await giveName(disk, { draft, path: memberLayout(home, name).directory, home });
  } finally {
    await disk.removeTree(draft);
  }
}

async function giveName(
  disk: Disk,
  { draft, path, home }: { draft: string; path: string; home: HomeLayout },
): Promise<void> {
  const there = await lstat(path).catch(unlessMissing);
  if (there?.isSymbolicLink() && exchangeNames(draft, path)) return disk.secureNames(home.guildMembers);
  if (there?.isSymbolicLink()) await disk.removeTree(path);
  await disk.move(draft, path);
}
