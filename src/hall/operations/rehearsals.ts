// Lists the rehearsals (scripted models) that can be tried without an account: the ones that come with the
// workers, and the demo's. A script runs with the sample project beside it, if there is one.
import { readFile } from "node:fs/promises";
import { workerName } from "../../contract/member/member.ts";
import type { RehearsalEntry, RehearsalList } from "../../contract/package/worker-record.ts";
import { unlessMissing } from "../../host/files/missing.ts";
import { findByName, type WorkerPackage } from "../../guild/roster/discover.ts";
import type { FreshRoster } from "../../guild/roster/fresh.ts";
import { type FoundRehearsals, readRehearsals } from "../../guild/roster/rehearsals.ts";
import { demoOrder } from "../../rules/prompt/demo.ts";
import { titleOf } from "../../rules/prompt/prompts.ts";
import { parseRehearsal } from "../../rules/rehearsal/rehearsal-parse.ts";
import { rehearsalTask } from "../../rules/rehearsal/rehearsal-task.ts";

export interface RehearsalsDeps {
  roster: Pick<FreshRoster, "current" | "look">;
  /** Returns the path of a file that came with the hall. */
  installed(path: string): string;
}

export async function rehearsalsOf(deps: RehearsalsDeps): Promise<RehearsalList> {
  const { workers } = await deps.roster.look();
  const found = await Promise.all([readDemo(deps), ...workers.map(ofWorker)]);
  return {
    rehearsals: found.flatMap(({ rehearsals }) => rehearsals),
    problems: found.flatMap(({ problems }) => problems),
  };
}

async function readDemo({ installed }: RehearsalsDeps): Promise<RehearsalList> {
  const file = installed("demo/rehearsal.yaml");
  const script = await readFile(file, "utf8").catch(unlessMissing);
  if (script === undefined) return { rehearsals: [], problems: [`${file}: it is not there`] };
  const parsed = parseRehearsal(script);
  return parsed.ok
    ? { rehearsals: [{ ...demoOrder, name: parsed.script.name, script, file }], problems: [] }
    : { rehearsals: [], problems: [`${file}:${parsed.line}: ${parsed.message}`] };
}

/**
 * Lists the scripts of a worker; none if the worker has problems, such as a missing toolbox, because it could not
 * start.
 */
async function ofWorker(worker: WorkerPackage): Promise<RehearsalList> {
  const found: FoundRehearsals = await readRehearsals(worker.directory);
  if (worker.problems.length > 0 && found.rehearsals.length > 0)
    return { rehearsals: [], problems: [...found.problems, ...worker.problems] };
  const entries = found.rehearsals.map(({ file, text, script }): RehearsalEntry => {
    const task = script.task ?? rehearsalTask;
    const name = workerName.parse(worker.metadata.identity.name);
    return { worker: name, name: script.name, title: titleOf(task), task, script: text, file };
  });
  return { rehearsals: entries, problems: found.problems };
}

/**
 * Returns the directory of the sample project if the script is, byte for byte, the demo's or one of the
 * worker's own. `null` if there is none.
 */
export async function sampleFor(
  deps: RehearsalsDeps,
  { worker, rehearsal }: { worker: string; rehearsal: string | null },
): Promise<string | null> {
  if (rehearsal === null) return null;
  if (worker === demoOrder.worker && (await readDemo(deps)).rehearsals[0]?.script === rehearsal)
    return deps.installed("demo/project");
  const found = findByName((await deps.roster.current()).workers, worker);
  if (!found) return null;
  const { rehearsals } = await readRehearsals(found.directory);
  return rehearsals.find(({ text }) => text === rehearsal)?.project ?? null;
}
