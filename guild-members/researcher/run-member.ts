// Runs a member as a process: reads its settings, prints its address, handles signals. The caller supplies the agent.
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { JobAgent } from "./agent.ts";
import { log } from "./log.ts";
import { openMember } from "./open-member.ts";
import { readSettings } from "./settings.ts";

export async function runMember(agent: JobAgent): Promise<void> {
  for (const event of ["uncaughtException", "unhandledRejection"] as const)
    process.on(event, (error: unknown) => log(`${event}: ${wordsOf(error)}`));
  try {
    const settings = readSettings({ args: process.argv.slice(2), env: process.env });
    const directory = process.cwd();
    const deps = { ...settings, ...readName(directory), directory, startJob: agent.start, log };
    const member = await openMember(deps);
    const close = () => Promise.all([member.close(), agent.close()]);
    for (const signal of ["SIGTERM", "SIGINT"] as const)
      process.once(signal, () => void close().finally(() => process.exit(0)));
    process.stdout.write(`${member.url}\n`);
  } catch (error) {
    log(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

const manifest = z.object({ name: z.string(), version: z.string() });

/** Reads the name and version from the manifest, so that a copy of this member has to change only the manifest. */
function readName(directory: string): z.infer<typeof manifest> {
  try {
    return manifest.parse(JSON.parse(readFileSync(`${directory}/guild-member.json`, "utf8")));
  } catch (error) {
    throw new Error(`There is no guild-member.json with a name and a version in ${directory}.`, {
      cause: error,
    });
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
