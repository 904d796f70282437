// Copies a guild member (an external program that takes jobs) from one home to another for a trial: its code,
// and the record of where the code came from, but not its jobs and memory.
import { copyFile, mkdir, realpath, stat, symlink } from "node:fs/promises";
import { type HomeLayout, memberLayout } from "../../../contract/home/home-layout.ts";
import type { MemberName } from "../../../contract/member/member.ts";
import { copyCode } from "../../install/copy-code.ts";
import { readCode } from "./member-code.ts";

export interface Bring {
  name: MemberName;
  from: HomeLayout;
  to: HomeLayout;
}

/**
 * Copies the member; does nothing if it does not exist. If it is a symlink, the real files are copied,
 * because a trial must not write to them.
 */
export async function bringMember({ name, from, to }: Bring): Promise<void> {
  const there = memberLayout(from, name);
  const here = memberLayout(to, name);
  const directory = await realpath(there.directory).catch(() => null);
  if (directory === null) return;
  const { files } = await readCode(directory);
  await mkdir(to.guildMembers, { recursive: true, mode: 0o700 });
  await copyCode({ from: directory, to: here.directory, files });
  const modules = `${directory}/node_modules`;
  if (await isThere(modules)) await symlink(modules, `${here.directory}/node_modules`);
  if (await isThere(there.origin)) await copyFile(there.origin, here.origin);
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
