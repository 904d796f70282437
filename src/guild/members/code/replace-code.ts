// Replaces the code of a guild member in place. Its jobs, its memory and its other files are never touched or moved.
// The new origin is recorded first, so that an interrupted replacement is noticed and repeated.
import { dirname } from "node:path";
import { memberLayout } from "../../../contract/home/home-layout.ts";
import type { MemberName } from "../../../contract/member/member.ts";
import type { CodeOrigin, MemberOrigin } from "../../../contract/member/member-origin.ts";
import type { Disk } from "../../../host/files/disk.ts";
import { copyCode, syncTree } from "../../install/copy-code.ts";
import { draftIn } from "../../install/locked-place.ts";
import type { CodePlan } from "../../../rules/member/member-code.ts";
import { type ModulesDeps, provideModules } from "./dependencies.ts";
import type { MemberCode } from "./member-code.ts";
import { writeOrigin } from "./origin.ts";

export interface ReplaceOrder {
  name: MemberName;
  /** The record of where the present code came from. `next` is set if an earlier replacement was interrupted. */
  origin: CodeOrigin & Pick<MemberOrigin, "next">;
  code: MemberCode;
  next: CodeOrigin;
  plan: Pick<CodePlan, "write" | "remove">;
}

/** Replaces the code. The caller must hold the lock on the home's members, and the member must not run. */
export async function replaceCode(deps: ModulesDeps, order: ReplaceOrder): Promise<void> {
  const { disk, home, newKey } = deps;
  const { name, origin, next, plan } = order;
  const { directory } = memberLayout(home, name);
  const draft = draftIn(home.guildMembers, { name, newKey });
  try {
    const files = order.code.files.filter(({ path }) => plan.write.includes(path));
    await copyCode({ from: order.code.directory, to: draft, files });
    await syncTree(draft);
    await writeOrigin(disk, { home, name, origin, next });
    for (const path of plan.remove) await removeFile(disk, { directory, path });
    for (const path of plan.write) await moveInto(disk, { from: draft, to: directory, path });
    const isNew = origin.next !== null || plan.write.some((path) => namesDependencies.includes(path));
    await provideModules(deps, { name, directory, isNew });
    await writeOrigin(disk, { home, name, origin: next, next: null });
  } finally {
    await disk.removeTree(draft);
  }
}

const namesDependencies: readonly string[] = ["package.json", "package-lock.json", "bun.lock"];

async function removeFile(
  disk: Disk,
  { directory, path }: { directory: string; path: string },
): Promise<void> {
  await disk.removeTree(`${directory}/${path}`);
  const above = dirname(path);
  if (above === "." || (await disk.list(`${directory}/${above}`)).length > 0) return;
  await removeFile(disk, { directory, path: above }); // the directory is empty, so it held only code
}

async function moveInto(
  disk: Disk,
  { from, to, path }: { from: string; to: string; path: string },
): Promise<void> {
  await disk.makeDirectories(dirname(`${to}/${path}`));
  await disk.move(`${from}/${path}`, `${to}/${path}`);
}
