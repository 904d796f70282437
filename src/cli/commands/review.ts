// guild-hall result, diff and artifacts: shows what a commission produced. Standard output carries nothing
// else, so that it can be redirected to a file.
import type { Client } from "../../client/client.ts";
import type { CommissionDetail } from "../../contract/commission/detail.ts";
import { refuse } from "../../contract/api/problem.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { oneLine } from "../../host/person/terminal.ts";
import { sealOf } from "../../rules/show/seal.ts";
import { keepArtifact, printArtifact } from "../artifact-file.ts";
import type { Cli } from "../cli.ts";
import { getHall } from "../hall/get-hall.ts";
import { notDoneExit, printAside, printFound, printJson, printLines } from "../print.ts";
import { artifactTable } from "../render/commission/artifacts.ts";
import { bothSidesLines, bothSidesStat, conflictAdvice } from "../render/commission/conflict.ts";
import { diffTotals, leftOutLines, patchLines, patchTotals, statLines } from "../render/commission/diff.ts";
import { landingText } from "../render/commission/landing.ts";
import { atMember, memberFileLines, resultLines } from "../render/commission/result.ts";
import { flag, parameter, text, type CommandInput, type Done } from "../table/command.ts";

export async function result(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const id = await client.resolveId(parameter(input, 0));
  const [found, detail] = await Promise.all([client.result(id), client.detail(id)]);
  printFound(cli, input, {
    found,
    lines: (shown, style) => resultLines(shown, { ...style, directory: detail.directory }),
  });
  const left = flag(input, "json") ? [] : memberFileLines(detail);
  if (left.length > 0) cli.console.err(`${[`${atMember}:`, ...left].join("\n")}\n`);
  if (detail.rehearsed) printAside(cli, "rehearsed: the model was played from a script");
  if (found.damage !== undefined) cli.console.err(`${cli.errPaint.red(oneLine(found.damage, 2000))}\n`);
  const seal = sealOf(detail);
  const landing = landingText(detail, cli.errPaint);
  if (landing !== null) cli.console.err(`review: ${landing}\n`);
  if (seal === "unchanged") printAside(cli, "it changed nothing in the repository");
  if (seal !== "refuted" && seal !== "conflict") return 0;
  cli.console.err(`${cli.errPaint.red(seal === "refuted" ? refutedText : conflictText(detail))}\n`);
  return notDoneExit;
}

const refutedText = "refuted: its checks did not pass";

function conflictText({ branch }: CommissionDetail): string {
  return `in conflict: it is not merged into ${oneLine(branch?.into ?? "the integration branch", 200)}`;
}

/**
 * Prints the patch. For a terminal it is made printable and coloured; a file or a pipe gets git's own bytes, which can
 * be applied.
 */
export async function diff(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const id = await client.resolveId(parameter(input, 0));
  const path = input.parameters[1];
  if (flag(input, "conflict")) return showConflict(cli, input, { client, id, path });
  const isPatch = !flag(input, "json") && !flag(input, "stat");
  if (isPatch && !cli.console.stdoutIsTty) return handOut(cli, { client, id, path });
  const found = await client.review.diff(id, { path });
  if (!isPatch)
    return printFound(cli, input, {
      found,
      lines: (shown, style) => [...statLines(shown, style), diffTotals(shown)],
    });
  printLines(cli, patchLines(found, cli.paint));
  for (const line of [...leftOutLines(found), diffTotals(found)]) printAside(cli, line);
  return 0;
}

interface DiffOrder {
  client: Client;
  id: CommissionId;
  path: string | undefined;
}

/** Prints the complete patch as git's own bytes. The hall refuses to send a patch that is incomplete. */
async function handOut(cli: Cli, { client, id, path }: DiffOrder): Promise<Done> {
  const { summary, bytes } = await client.review.patch(id, { path });
  for await (const chunk of bytes) await cli.console.outBytes(chunk);
  printAside(cli, patchTotals(summary));
  return 0;
}

/** Shows the files that could not be merged, with the changes of both sides. */
async function showConflict(cli: Cli, input: CommandInput, { client, id, path }: DiffOrder): Promise<Done> {
  const conflict = await client.review.conflict(id, { path });
  if (flag(input, "json")) {
    printJson(cli, conflict);
    return 0;
  }
  printLines(cli, flag(input, "stat") ? bothSidesStat(conflict) : bothSidesLines(conflict, cli.paint));
  for (const line of conflictAdvice(conflict)) printAside(cli, line);
  return 0;
}

export async function artifacts(cli: Cli, input: CommandInput): Promise<Done> {
  const [, path] = input.parameters;
  const out = text(input, "out");
  if (path === undefined && out !== undefined)
    return refuse("usage", "--out saves one file: give its path too.");
  const { client } = await getHall(cli);
  const id = await client.resolveId(parameter(input, 0));
  if (path === undefined)
    return printFound(cli, input, { found: await client.review.artifacts(id), lines: artifactTable });
  if (out !== undefined) return keepArtifact(cli, { client, id, path, out });
  if (!flag(input, "json")) return printArtifact(cli, { client, id, path });
  printJson(cli, await client.review.artifact(id, { path }));
  return 0;
}
