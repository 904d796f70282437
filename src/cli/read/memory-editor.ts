// Lets the person edit a memory entry in their editor. If the text is not stored, the file with it is kept:
// the entry may have changed meanwhile, or the editor may have failed.
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { MemoryClient, MemoryPlace } from "../../client/memory.ts";
import { hasCode } from "../../client/problem.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import type { Cli } from "../cli.ts";
import { printLines } from "../print.ts";
import type { Done } from "../table/command.ts";

export interface EditedEntry extends MemoryPlace {
  content: string;
  ifVersion: number | undefined;
}

export interface EditorSession extends MemoryPlace {
  memory: MemoryClient;
  save(edited: EditedEntry): Promise<number>;
}

export async function editInEditor(cli: Cli, { scope, key, memory, save }: EditorSession): Promise<Done> {
  const before = await memory.entry({ scope, key }, cli.console.stopped).catch((error: unknown) => {
    if (hasCode(error, "not_found")) return undefined;
    throw error;
  });
  const old = before?.content ?? "";
  const directory = await mkdtemp(join(cli.temporary, "guild-hall-memory-")); // made with mode 0700
  const file = join(directory, `${key}.md`);
  let isDone = false;
  try {
    await writeFile(file, old, { mode: 0o600 });
    const content = await edit(cli, file);
    if (typeof content !== "string") return content;
    const isChanged = content !== old;
    if (!isChanged) printLines(cli, ["Nothing was changed."]);
    const code = isChanged ? await save({ scope, key, content, ifVersion: before?.entry.version ?? 0 }) : 0;
    isDone = true;
    return code;
  } finally {
    const left = isDone ? null : await findWritten({ directory, file, old });
    if (left === null) await rm(directory, { recursive: true, force: true });
    else cli.console.err(`What you wrote is in ${left}\n`);
  }
}

async function edit(cli: Cli, file: string): Promise<string | Refusal> {
  const { env } = cli.console;
  const editor = env["VISUAL"] || env["EDITOR"] || "vi";
  const code = await cli.edit({ editor, file, env });
  if (code !== 0)
    return refuse("usage", `The editor (${editor}) ended with ${code ?? "a signal"}; nothing was changed.`);
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null) return refuse("usage", `The editor (${editor}) left no file; nothing was changed.`);
  return decode(bytes) ?? refuse("usage", "The text is not UTF-8; nothing was changed.");
}

/** Returns `null` if the bytes are not UTF-8, because decoding them would lose characters. */
function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

interface Written {
  directory: string;
  file: string;
  old: string;
}

/**
 * Returns the path of what the person wrote: the file if it was changed, or the directory if the editor left
 * other files there, such as a recovery file. `null` if there is neither.
 */
async function findWritten({ directory, file, old }: Written): Promise<string | null> {
  const bytes = await readFile(file).catch(() => null);
  if (bytes !== null && !bytes.equals(Buffer.from(old))) return file;
  const others = (await readdir(directory)).filter((name) => join(directory, name) !== file);
  return others.length > 0 ? directory : null;
}
