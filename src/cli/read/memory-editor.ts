// Lets the person edit a memory entry in their editor. The hall refuses to overwrite a concurrent change; then the
// person's text stays in its file.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
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
  const directory = await mkdtemp(join(cli.temporary, "guild-hall-memory-")); // made with mode 0700
  const file = join(directory, `${key}.md`);
  let isSaved = false;
  try {
    await writeFile(file, before?.content ?? "", { mode: 0o600 });
    const content = await edit(cli, file);
    if (typeof content !== "string" || content === (before?.content ?? "")) {
      isSaved = true;
      if (typeof content !== "string") return content;
      printLines(cli, ["Nothing was changed."]);
      return 0;
    }
    const code = await save({ scope, key, content, ifVersion: before?.entry.version ?? 0 });
    isSaved = true;
    return code;
  } finally {
    if (isSaved) await rm(directory, { recursive: true, force: true });
    else cli.console.err(`What you wrote is in ${file}\n`);
  }
}

async function edit(cli: Cli, file: string): Promise<string | Refusal> {
  const { env } = cli.console;
  const editor = env["VISUAL"] || env["EDITOR"] || "vi";
  const code = await cli.edit({ editor, file, env });
  if (code === 0) return readFile(file, "utf8");
  return refuse("usage", `The editor (${editor}) ended with ${code ?? "a signal"}; nothing was changed.`);
}
