// Runs git read-only inside the worker's sandbox, and reads its output up to a limit.
import { historySettings } from "../../git/repository/history-args.ts";
import { gitEnvironment, gitSettings } from "../../git/repository/run.ts";
import type { WorktreePlace } from "../../git/repository/places.ts";
import { sleep } from "../../host/clock.ts";
import { readHead } from "../../host/processes/output-head.ts";
import { readTail } from "../../host/processes/output-tail.ts";
import { printable } from "../../host/person/terminal.ts";
import type { RepositoryText } from "../../contract/kit/index.ts";
import type { ContainedShell } from "../sandbox/contain-command.ts";
import { prepareHistory } from "../workdir/prepare.ts";
import { type CheckDeps, type CheckPlace, containAt, untilOver } from "../checks/run-check.ts";

export interface GitLook {
  args: readonly string[];
  /** The worktree's paths as git sees them: inside the sandbox, if there is one. */
  where: WorktreePlace;
  place: CheckPlace;
  signal: AbortSignal;
  maxCharacters: number;
}

export interface Looked extends RepositoryText {
  /** True if the output is not text. */
  binary: boolean;
}

const limitMs = 60_000;
const drainMs = 1000;

/** Returns the beginning of what git printed. Throws with git's own message if it fails. */
export async function lookWithGit(deps: CheckDeps, look: GitLook): Promise<Looked> {
  const { args, where, place, maxCharacters } = look;
  const shell = await containGit(deps, place);
  look.signal.throwIfAborted();
  const program = shell.program("git", [...historySettings, ...gitSettings(where), ...args]);
  const env = { ...shell.env, ...gitEnvironment({ searchPath: shell.env["PATH"] ?? "" }, { place: where }) };
  const child = place.enclosure.spawnBeside({ ...program, cwd: place.layout.work, env });
  child.stdin.on("error", () => undefined).end();
  const enough = new AbortController();
  const printed = readHead(child.stdout, { maxCharacters, onFull: () => enough.abort() });
  const complaint = readTail([child.stderr], 1000);
  const signal = AbortSignal.any([look.signal, enough.signal]);
  const timedOut = await untilOver(deps, child, { limitMs, signal });
  await Promise.race([Promise.all([printed.done, complaint.done]), sleep(deps.clock, drainMs)]);
  look.signal.throwIfAborted();
  if (timedOut) throw new Error(`git took longer than ${limitMs / 1000} s and was ended. Ask for less`);
  if (!enough.signal.aborted && child.exitCode !== 0) throw new Error(whyNot(complaint.tail.text().text));
  const { text, cut } = printed.text();
  const shown = printable(text);
  return {
    text: shown.slice(0, maxCharacters),
    cut: cut || shown.length > maxCharacters,
    binary: text.includes("\0"),
  };
}

async function containGit(deps: CheckDeps, place: CheckPlace): Promise<ContainedShell> {
  return containAt(deps, place, { own: await prepareHistory(place.layout), readOnlyWork: true });
}

function whyNot(complaint: string): string {
  const said = printable(complaint)
    .trim()
    .replaceAll(/^fatal: /gm, "");
  return said === "" ? "git failed and did not say why" : `git says: ${said}`;
}
