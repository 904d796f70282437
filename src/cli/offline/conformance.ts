// Runs the conformance kit, which checks that a guild member follows the protocol: against a directory, whose member it
// starts, or against the address of a running member.
import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { canWork, type MemberManifest, workerCapability } from "../../contract/member/member.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import { conformDirectory, startClauses } from "../../guild/conformance/conform-directory.ts";
import { type CheckOutcome, conform } from "../../guild/conformance/conform.ts";
import { lookAt } from "../../guild/conformance/look.ts";
import { suite } from "../../guild/conformance/suite.ts";
import { codeOf } from "../../host/files/disk.ts";
import { serveHttp } from "../../host/network/http-server.ts";
import { newSecret } from "../../host/ids.ts";
import { readManifest } from "../../guild/members/code/read-manifest.ts";
import type { Cli } from "../cli.ts";

export type { CheckOutcome };

export const checkIds: readonly string[] = [...Object.keys(startClauses), ...suite.map(({ id }) => id)];

export interface KitOrder {
  /** A URL or a directory, as the person typed it. */
  target: string;
  secretFile: string | undefined;
  live: boolean;
  onOutcome(outcome: CheckOutcome): void;
}

export async function runKit(
  cli: Cli,
  order: KitOrder,
): Promise<{ ok: true; outcomes: CheckOutcome[] } | Refusal> {
  return /^https?:\/\//i.test(order.target) ? judgeAddress(cli, order) : judgeDirectory(cli, order);
}

async function judgeDirectory(
  cli: Cli,
  order: KitOrder,
): Promise<{ ok: true; outcomes: CheckOutcome[] } | Refusal> {
  if (order.live || order.secretFile !== undefined)
    return refuse("usage", "--live and --secret-file are for a member that already runs: give its URL.");
  const directory = resolve(cli.console.directory, order.target);
  const found = await stat(directory).catch(() => null);
  if (found?.isDirectory() !== true)
    return refuse("usage", `"${order.target}" is neither a URL nor a directory.`);
  const read = await readManifest(directory);
  if (read.ok && !canWork(read.manifest)) return takesNoWork(read.manifest);
  const outcomes = await conformDirectory({
    ...worldOf(cli, order),
    directory,
    temporary: cli.temporary,
    modules: cli.installed("node_modules"),
    runtime: cli.runtime,
    env: cli.childEnvironment,
    serve: serveHttp,
    newSecret,
  });
  return { ok: true, outcomes };
}

async function judgeAddress(
  cli: Cli,
  order: KitOrder,
): Promise<{ ok: true; outcomes: CheckOutcome[] } | Refusal> {
  const url = URL.parse(order.target);
  if (url === null) return refuse("usage", `"${order.target}" is not a URL.`);
  const secret = await secretFor(cli, order);
  if (typeof secret !== "string" && secret !== null) return secret;
  const member = { url: url.href, secret };
  const wrong = await lookAt(cli, member);
  if (wrong !== null) return refuse("usage", wrong.message, wrong.hint);
  return { ok: true, outcomes: await conform({ ...worldOf(cli, order), member, live: order.live }) };
}

function takesNoWork({ name }: MemberManifest): Refusal {
  const message = `Guild member "${name}" takes no work, so worker/* does not apply to it. Its manifest is sound; the command did not start the member.`;
  return refuse(
    "usage",
    message,
    `A member that takes work says so with "capabilities": ["${workerCapability}"].`,
  );
}

function worldOf({ clock, fetch, console }: Cli, { onOutcome }: KitOrder) {
  return { clock, fetch, signal: console.stopped, onOutcome };
}

/**
 * Reads the secret from a file or the environment, not from the command line, which every user of this machine could
 * read.
 */
async function secretFor({ console }: Cli, { secretFile }: KitOrder): Promise<string | null | Refusal> {
  if (secretFile === undefined) return console.env["GUILD_MEMBER_SECRET"] || null;
  try {
    return (await readFile(resolve(console.directory, secretFile), "utf8")).trim() || null;
  } catch (error) {
    return refuse("usage", `The file "${secretFile}" cannot be read: ${codeOf(error) ?? String(error)}.`);
  }
}
