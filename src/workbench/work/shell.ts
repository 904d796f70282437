// Runs a worker's shell commands, each in a sandbox of its own beside the one of `claude`. Such a sandbox has neither
// the gateway nor a network. For a worker that may only read, the commands run on a copy of the work directory.
import type { AllowedHost } from "../../contract/project/set-up-settings.ts";
import { allowedNames } from "../../rules/network/shell-hosts.ts";
import type { Bench } from "../bench/bench.ts";
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
import { type ShellHostsDeps, withHosts } from "./shell-hosts.ts";
import type { OfferedChecks } from "./offered-checks.ts";

export interface SessionShell {
  grant: Grant;
  probe: Pick<SandboxProbe, "level">;
  offeredChecks: Pick<OfferedChecks, "during">;
  told: Pick<ToldWords, "mounts">;
  /** The hosts that commands may reach; usually none. */
  hosts: readonly AllowedHost[];
  record: Bench["record"];
}

export type ShellRunDeps = CheckDeps & Pick<WorkbenchDeps, "disk" | "diskUse"> & ShellHostsDeps;

/** Whether a session has a shell: it was granted one, and a sandbox holds it. */
export function hasShell({ grant, probe }: Pick<SessionShell, "grant" | "probe">): boolean {
  return grant.tools.builtIn.includes("Bash") && probe.level === "bubblewrap";
}

/** Returns `null` if the session has no shell. */
export function createShell(deps: ShellRunDeps, session: SessionShell): ShellDeps | null {
  if (!hasShell(session)) return null;
  const { grant, hosts } = session;
  const onCopy = !mayWrite(grant);
  const placed = onCopy ? onceDone((order: CopyOrder) => copyWork(deps, order)) : null;
  const reaching = withHosts(deps, session);
  return {
    onCopy,
    hosts: allowedNames(hosts),
    run: ({ command, timeoutSeconds, call: { signal: asked, callKey } }) =>
      session.offeredChecks.during(asked, async (beside, signal) => {
        const plain = await placeOf(session, beside);
        const work = placed
          ? await placed({ place: plain, signal, limits: grant.limits })
          : plain.layout.work;
        const check = { command: inBash(command), timeoutSeconds };
        return reaching({ place: plain, callKey, signal }, (place) =>
          runIn(deps, { check, place: { ...place, layout: { ...place.layout, work } }, signal }),
        );
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
