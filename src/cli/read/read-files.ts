// Reads the files that a person attaches with --file, and uploads them before the message that refers to them.
import { readFile, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { messageOf } from "../../base/text/message-of.ts";
import type { Client } from "../../client/client.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import type { UploadedFile } from "../../contract/commission/attachments.ts";
import { whyTooMuch } from "../../rules/attachments/bounds.ts";
import type { Cli } from "../cli.ts";
import { type CommandInput, texts } from "../table/command.ts";

export interface FileToAttach {
  path: string;
  name: string;
  bytes: number;
}

/** Finds the files, and refuses what the hall would refuse, before anything is read or sent. */
export async function readFiles(cli: Cli, input: CommandInput): Promise<FileToAttach[] | Refusal> {
  const found: FileToAttach[] = [];
  for (const typed of texts(input, "file")) {
    const path = resolve(cli.console.directory, typed);
    try {
      const about = await stat(path);
      if (!about.isFile()) return refuse("usage", `--file: ${typed} is not a file.`);
      found.push({ path, name: basename(path), bytes: about.size });
    } catch (error) {
      return refuse("usage", `--file: ${typed} cannot be read: ${messageOf(error)}.`);
    }
  }
  const why = whyTooMuch(found);
  return why === null ? found : refuse("usage", `--file: ${why}`);
}

/** Uploads the files one after another. Returns the part of a message that refers to them; empty if there are none. */
export async function uploadFiles(
  client: Client,
  files: readonly FileToAttach[],
): Promise<{ attachments?: Pick<UploadedFile, "name" | "hash">[] }> {
  const attachments: Pick<UploadedFile, "name" | "hash">[] = [];
  for (const { path, name: given } of files) {
    const { name, hash } = await client.attach(given, new Uint8Array(await readFile(path)));
    attachments.push({ name, hash });
  }
  return attachments.length === 0 ? {} : { attachments };
}
