// Prints one artifact of a commission, or writes it to a file. The artifact comes from the hall in chunks.
import { open, unlink } from "node:fs/promises";
import { resolve } from "node:path";
import type { Client } from "../client/client.ts";
import { refuse } from "../contract/api/problem.ts";
import type { ArtifactContent } from "../contract/commission/artifacts.ts";
import type { CommissionId } from "../contract/home/ids.ts";
import { codeOf } from "../host/files/disk.ts";
import { printable } from "../host/person/terminal.ts";
import type { Cli } from "./cli.ts";
import type { Done } from "./table/command.ts";

export interface WantedArtifact {
  client: Client;
  id: CommissionId;
  path: string;
}

export async function printArtifact(cli: Cli, wanted: WantedArtifact): Promise<Done> {
  let shown = "";
  for await (const piece of piecesOf(wanted)) {
    if (piece.encoding !== "utf8")
      return refuse("usage", "The file is not text.", "Give --out FILE to save it unchanged.");
    shown += piece.content;
  }
  cli.console.out(printable(shown));
  if (!shown.endsWith("\n") && cli.console.stdoutIsTty) cli.console.out("\n");
  return 0;
}

/** Writes the artifact to a file. Refuses to overwrite a file, which may be the person's only copy of something. */
export async function keepArtifact(
  cli: Cli,
  { out, ...wanted }: WantedArtifact & { out: string },
): Promise<Done> {
  const path = resolve(cli.console.directory, out);
  const file = await open(path, "wx").catch((error: unknown) => {
    if (codeOf(error) === undefined) throw error;
    return { error: error as Error };
  });
  if ("error" in file) {
    const why = codeOf(file.error) === "EEXIST" ? "the file exists already" : file.error.message;
    return refuse("usage", `${out} cannot be written: ${why}.`, "Give another FILE.");
  }
  try {
    for await (const piece of piecesOf(wanted)) await file.write(Buffer.from(piece.content, piece.encoding));
  } catch (error) {
    await unlink(path);
    throw error;
  } finally {
    await file.close();
  }
  return 0;
}

async function* piecesOf({ client, id, path }: WantedArtifact): AsyncGenerator<ArtifactContent, void> {
  for (let from = 0; ;) {
    const piece = await client.review.artifact(id, { path, from });
    yield piece;
    const taken = Buffer.byteLength(piece.content, piece.encoding);
    if (!piece.cut || taken === 0) return;
    from += taken;
  }
}
