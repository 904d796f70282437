// Runs the kit against the member without the SDK, in a copy that has one fault of its own or none.
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { conform, type CheckOutcome } from "../../../src/guild/conformance/conform.ts";
import { conformDirectory, type DirectoryOrder } from "../../../src/guild/conformance/conform-directory.ts";
import { openThrowaway } from "../../../src/guild/conformance/throwaway.ts";
import { readManifest } from "../../../src/guild/members/code/read-manifest.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { serveHttp } from "../../../src/host/network/http-server.ts";
import { newSecret } from "../../../src/host/ids.ts";
import { installed, plainEnvironment } from "../../../src/host/program.ts";
import { runtimeFile, systemFetch } from "../../../src/host/runtime.ts";
import { tempDir } from "../../harness/temp.ts";
import type { Fault } from "../../fixtures/members/plain/faults.ts";

/** The directory of the member, with the fault in its manifest. */
export function plainMember(fault: Fault): string {
  const directory = join(tempDir(), "plain");
  cpSync("test/fixtures/members/plain", directory, { recursive: true });
  const file = join(directory, "guild-member.json");
  const manifest = JSON.parse(readFileSync(file, "utf8")) as { mcp: { args: string[] } };
  manifest.mcp.args.push("--fault", fault);
  writeFileSync(file, JSON.stringify(manifest));
  return directory;
}

function worldFor(directory: string): DirectoryOrder {
  return {
    directory,
    temporary: tempDir(),
    modules: installed("node_modules"),
    runtime: runtimeFile,
    env: plainEnvironment(),
    clock: systemClock,
    fetch: systemFetch,
    serve: serveHttp,
    newSecret,
    signal: new AbortController().signal,
    onOutcome: () => undefined,
  };
}

export function judge(directory: string): Promise<CheckOutcome[]> {
  return conformDirectory(worldFor(directory));
}

/** As if somebody else had started it: by its address and its secret alone. */
export async function judgeFromOutside(directory: string, live = false): Promise<CheckOutcome[]> {
  return (await judgeLive(directory, { live })).outcomes;
}

/** With the jobs that are left; `last`: after which check somebody ends it. */
export async function judgeLive(
  directory: string,
  { live, last }: { live: boolean; last?: string },
): Promise<{ outcomes: CheckOutcome[]; left: string[] }> {
  const world = worldFor(directory);
  const read = await readManifest(directory);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const { stage, close } = await openThrowaway({ ...world, manifest: read.manifest });
  try {
    const over = new AbortController();
    const onOutcome = ({ id }: CheckOutcome) => void (id === last && over.abort());
    const order = { ...world, signal: over.signal, onOutcome };
    const outcomes = await conform({ ...order, member: stage.place(), live });
    const jobs = join(stage.directory, "jobs");
    return { outcomes, left: existsSync(jobs) ? readdirSync(jobs) : [] };
  } finally {
    await close();
  }
}

export function failed(outcomes: readonly CheckOutcome[]): string[] {
  return outcomes.filter(({ state }) => state === "fail").map(({ id }) => id);
}
