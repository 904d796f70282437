// Runs a guild member for conformance checks in a throwaway copy of its directory, with a scripted model, and
// removes everything afterwards.
import { mkdtemp, rm, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { MemberManifest } from "../../contract/member/member.ts";
import type { Clock } from "../../host/clock.ts";
import type { ServeHttp } from "../../host/network/http-server.ts";
import { listCodeFiles } from "../install/code-files.ts";
import { copyCode } from "../install/copy-code.ts";
import { openScriptedModel } from "./scripted-model.ts";
import { openStage, type ConformanceStage } from "./stage.ts";

export interface ThrowawayOrder {
  directory: string;
  manifest: MemberManifest;
  /** The directory in which the copy is made. */
  temporary: string;
  /** The hall's own node_modules, for a member that has none in its directory. */
  modules: string;
  runtime: string;
  env: Readonly<Record<string, string>>;
  clock: Clock;
  serve: ServeHttp;
  newSecret(): string;
}

export interface ThrowawayMember {
  stage: ConformanceStage;
  /** Ends all processes of the member and removes the copy. */
  close(): Promise<void>;
}

/** Copies and starts the member. If that fails, rejects with the reason and leaves nothing behind. */
export async function openThrowaway(order: ThrowawayOrder): Promise<ThrowawayMember> {
  const root = await mkdtemp(join(order.temporary, "guild-hall-conformance-"));
  const closing: (() => Promise<unknown>)[] = [() => rm(root, { recursive: true, force: true })];
  const close = async () => {
    for (const each of closing.splice(0).toReversed()) await each();
  };
  try {
    const directory = await copyMember(order, join(root, order.manifest.name));
    const { clock, serve } = order;
    const model = openScriptedModel({ clock, serve, secret: order.newSecret() });
    closing.push(() => model.close());
    const stage = await openStage({ ...order, directory, model, secret: order.newSecret() });
    closing.push(() => stage.close());
    return { stage, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Copies the code without the member's jobs, memory and work, and links its dependencies. */
async function copyMember({ directory, modules }: ThrowawayOrder, copy: string): Promise<string> {
  const found = await listCodeFiles(directory, ["jobs", "memory", "work"]);
  if (!found.ok) throw new Error(`The member cannot be copied: ${found.reason}`);
  await copyCode({ from: directory, to: copy, files: found.files });
  const own = join(directory, "node_modules");
  const hasOwn = await stat(own).then(
    () => true,
    () => false,
  );
  await symlink(hasOwn ? own : modules, join(copy, "node_modules"));
  return copy;
}
