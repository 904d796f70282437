// Runs a worker's shell commands, each in a sandbox of its own beside the one of `claude`. Such a sandbox has neither
// the gateway nor a network. For a worker that may only read, the commands run on a copy of the work directory.
import type { ShellDeps, ShellRun } from "../../guild/toolboxes/shell.ts";
import type { Grant } from "../../rules/limits/grant.ts";
import { whyNoCopy } from "../../rules/limits/copy-room.ts";
import { type CheckDeps, type CheckPlace, runCheck } from "../checks/run-check.ts";
import type { SandboxProbe } from "../sandbox/probe.ts";
import { inside } from "../sandbox/inside.ts";
import { shownAttachments } from "../workdir/attachments.ts";
import { prepareShell, prepareShellCopy } from "../workdir/prepare.ts";
import type { WorkbenchDeps } from "./deps.ts";
import type { ToldWords } from "./instructions.ts";
import type { OfferedChecks } from "./offered-checks.ts";

export interface SessionShell {
  grant: Grant;
  probe: Pick<SandboxProbe, "level">;
  offeredChecks: Pick<OfferedChecks, "during">;
  told: Pick<ToldWords, "mounts">;
}

export type ShellRunDeps = CheckDeps & Pick<WorkbenchDeps, "disk" | "diskUse">;

/** Returns `null` if the session has no shell: none was granted, or no sandbox would hold it. */
export function createShell(deps: ShellRunDeps, session: SessionShell): ShellDeps | null {
  const { builtIn } = session.grant.tools;
  if (!builtIn.includes("Bash") || session.probe.level !== "bubblewrap") return null;
  const onCopy = !mayWrite(session.grant);
  const placed = onCopy ? onceDone((order: CopyOrder) => copyWork(deps, order)) : null;
  return {
    onCopy,
    run: ({ command, timeoutSeconds, call }) =>
      session.offeredChecks.during(call.signal, async (beside, signal) => {
        const place = await placeOf(session, beside);
        const work = placed
          ? await placed({ place, signal, limits: session.grant.limits })
          : place.layout.work;
        const check = { command: inBash(command), timeoutSeconds };
        return runIn(deps, { check, place: { ...place, layout: { ...place.layout, work } }, signal });
      }),
  };
}

/** Only the file tools let a worker write; having a shell does not. */
export function mayWrite({ tools }: Pick<Grant, "tools">): boolean {
  return tools.builtIn.some((tool) => tool === "Write" || tool === "Edit");
}

type RunOrder = Parameters<typeof runCheck>[1];

async function runIn(deps: CheckDeps, order: RunOrder): Promise<ShellRun> {
  const run = await runCheck(deps, order);
  return { exitCode: run.exitCode, timedOut: run.timedOut, output: run.output, cut: run.cut };
}

/**
 * The place of the checks beside the session, with directories of the shell's own, the project's skills and the attached
 * files.
 */
async function placeOf({ told }: SessionShell, beside: CheckPlace): Promise<CheckPlace> {
  const skills = await told.mounts();
  const attached = { from: shownAttachments(beside.layout), to: inside.attachments };
  return {
    ...beside,
    own: await prepareShell(beside.layout),
    shown: async () => [...(await beside.shown()), ...skills, attached],
  };
}

interface CopyOrder {
  place: CheckPlace;
  signal: AbortSignal;
  limits: Grant["limits"];
}

const copySeconds = 600;

/** Copies the work directory inside a sandbox, which bounds the copy and follows no link out of it. */
async function copyWork(deps: ShellRunDeps, { place, signal, limits }: CopyOrder): Promise<string> {
  const used = await deps.diskUse.used(place.layout.work, limits.files ?? Infinity);
  const why = whyNoCopy(used, limits);
  if (why !== null) throw new Error(why);
  const { own, copy } = await prepareShellCopy(deps.disk, place.layout);
  const check = { command: "cp -a /gh/work/. /tmp/work/", timeoutSeconds: copySeconds };
  const run = await runCheck(deps, { check, place: { ...place, own }, signal });
  if (run.exitCode !== 0) throw new Error(`the work directory could not be copied: ${run.output.trim()}`);
  return copy;
}

/** Does the work once. After a failure the next call tries again. */
function onceDone<Order, Done>(act: (order: Order) => Promise<Done>): (order: Order) => Promise<Done> {
  let done: Promise<Done> | null = null;
  return (order) => {
    done ??= act(order).catch((error: unknown) => {
      done = null;
      throw error;
    });
    return done;
  };
}

/**
 * Returns a script for `/bin/sh` that runs the command in bash if this machine has it. Bash would read `~/.bashrc` if its
 * input is a socket.
 */
export function inBash(command: string): string {
  const quoted = `'${command.replaceAll("'", `'\\''`)}'`;
  return `script=${quoted}
if command -v bash >/dev/null 2>&1; then exec bash --norc -c "$script"; fi
exec /bin/sh -c "$script"`;
}
