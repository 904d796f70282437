// Starts a guild member from its manifest and waits until it answers. If it does not, returns why and leaves nothing
// behind.
import { memberLayout } from "../../../contract/home/home-layout.ts";
import { thrownText } from "../../../base/text/thrown-text.ts";
import { awaitAddress, type AddressOutcome } from "./await-address.ts";
import { commandOf } from "./command.ts";
import { endProcess } from "./end-process.ts";
import { type MemberProcess, type ProcessDeps, secretsOf } from "./member-process.ts";
import type { FoundMember } from "../members.ts";
import { lastWords } from "./printed.ts";
import { awaitReady } from "./ready.ts";
import { writeRecord } from "./record.ts";
import { startProcess, type StartedProcess } from "./start-process.ts";

export interface Launch {
  found: FoundMember;
  /** Fires when the member is no longer wanted. */
  signal: AbortSignal;
}

/** Returns the running process, or why the start failed. */
export async function launch(
  deps: ProcessDeps,
  { found, signal }: Launch,
): Promise<AddressOutcome<{ process: MemberProcess }>> {
  const command = commandOf(deps.command, found);
  if (!command.ok) return command;
  let started: StartedProcess;
  try {
    started = await startProcess(deps, { found, ...command });
  } catch (error) {
    deps.gateway.dismiss(found.manifest.name);
    return { ok: false, problem: `it could not be started: ${thrownText(error)}` };
  }
  const met = await meet(deps, started, signal).catch(broken);
  return met.ok ? met : leave(deps, { started, signal, problem: met.problem });
}

function broken(error: unknown): { ok: false; problem: string } {
  return { ok: false, problem: thrownText(error) };
}

/** Waits until the member answers. Its address is recorded before the first request is sent to it. */
export async function meet(
  deps: ProcessDeps,
  { record, tended }: Pick<StartedProcess, "record" | "tended">,
  wanted: AbortSignal,
): Promise<AddressOutcome<{ process: MemberProcess }>> {
  const { output } = memberLayout(deps.home, record.name);
  const wait = {
    clock: deps.clock,
    limitMs: deps.startWithinMs,
    signal: AbortSignal.any([wanted, tended.gone]),
  };
  const readHead = (bytes: number) => deps.output.head(output, bytes);
  // After a long run, the line with the address may have been cut from the member's output, so a recorded address is
  // used.
  const said =
    record.address === null
      ? await awaitAddress({ ...wait, readHead })
      : { ok: true as const, url: record.address };
  if (!said.ok) return said;
  const known = { ...record, address: said.url };
  if (record.address !== said.url) await writeRecord(deps, known);
  const at = { url: said.url, secret: record.secret };
  const ready = await awaitReady({ ...wait, at, ask: deps.ask(record.name) });
  return ready.ok ? { ok: true, process: { record: known, tools: ready.tools, tended } } : ready;
}

interface Leaving {
  started: StartedProcess;
  signal: AbortSignal;
  problem: string;
}

/**
 * Ends the process and returns what went wrong. If the process had ended by itself, how it ended is returned instead of
 * `problem`, because that says more.
 */
async function leave(
  deps: ProcessDeps,
  { started: { record, tended, logBefore }, signal, problem }: Leaving,
): Promise<{ ok: false; problem: string }> {
  const hasJustEnded = tended.gone.aborted;
  const how = hasJustEnded ? String(tended.gone.reason) : problem;
  tended.letGo();
  const said = lastWords(deps.output, memberLayout(deps.home, record.name), {
    secrets: secretsOf(record),
    logBefore,
  });
  await endProcess(deps, { record, hasJustEnded }).catch((error: unknown) =>
    deps.log.error("a guild member was not ended in order", {
      member: record.name,
      reason: thrownText(error),
    }),
  );
  return {
    ok: false,
    problem: signal.aborted ? "it was stopped while it was starting" : `${how}${said}`,
  };
}
