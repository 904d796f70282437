// guild-hall artifacts <id> [<path>] [--out FILE]
import { open, unlink } from "node:fs/promises";
import { resolve } from "node:path";
import type { Client } from "../../client/client.ts";
import type { ArtifactContent } from "../../contract/commission/artifacts.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { refuse } from "../../contract/api/problem.ts";
import { codeOf } from "../../host/files/disk.ts";
import { printable } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";
import { flag, parameter, text, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { artifactTable } from "../render/commission/artifacts.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const [, path] = input.parameters;
  const out = text(input, "out");
  if (path === undefined && out !== undefined)
    return refuse("usage", "--out keeps one file: give its path too.");
  const { client } = await getHall(cli);
  const id = await client.resolveId(parameter(input, 0));
  if (path === undefined) return list(cli, input, { client, id });
  if (out !== undefined) return keep(cli, { client, id, path, out });
  return flag(input, "json")
    ? (printJson(cli, await client.review.artifact(id, { path })), 0)
    : print(cli, { client, id, path });
}

interface Asked {
  client: Client;
  id: CommissionId;
}

async function list(cli: Cli, input: CommandInput, { client, id }: Asked): Promise<Done> {
  const found = await client.review.artifacts(id);
  if (flag(input, "json")) printJson(cli, found);
  else printLines(cli, artifactTable(found, pageStyle(cli)));
  return 0;
}

async function print(cli: Cli, asked: Asked & { path: string }): Promise<Done> {
  let shown = "";
  for await (const piece of piecesOf(asked)) {
    if (piece.encoding !== "utf8")
      return refuse("usage", "It is not text.", "Give --out FILE to keep it as it is.");
    shown += piece.content;
  }
  cli.console.out(printable(shown));
  if (!shown.endsWith("\n") && cli.console.stdoutIsTty) cli.console.out("\n");
  return 0;
}

/** What is there already may be the person's only copy of something. */
async function keep(cli: Cli, { out, ...asked }: Asked & { path: string; out: string }): Promise<Done> {
  const path = resolve(cli.console.directory, out);
  const file = await open(path, "wx").catch((error: unknown) => {
    if (codeOf(error) === undefined) throw error;
    return { error: error as Error };
  });
  if ("error" in file) {
    const why = codeOf(file.error) === "EEXIST" ? "it is there already" : file.error.message;
    return refuse("usage", `${out} cannot be written: ${why}.`, "Give another FILE.");
  }
  try {
    for await (const piece of piecesOf(asked)) await file.write(Buffer.from(piece.content, piece.encoding));
  } catch (error) {
    await unlink(path);
    throw error;
  } finally {
    await file.close();
  }
  return 0;
}

/** Piece after piece to its end. */
async function* piecesOf({
  client,
  id,
  path,
}: Asked & { path: string }): AsyncGenerator<ArtifactContent, void> {
  for (let from = 0; ;) {
    const piece = await client.review.artifact(id, { path, from });
    yield piece;
    const taken = Buffer.byteLength(piece.content, piece.encoding);
    if (!piece.cut || taken === 0) return;
    from += taken;
  }
}
