// guild-hall memory edit <scope> <key>: in the person's editor, or from a file. What somebody wrote meanwhile is never
// overwritten, and what the person wrote is never lost.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { MemoryClient, Place } from "../../client/memory.ts";
import { hasCode } from "../../client/problem.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import type { Cli } from "../cli.ts";
import { flag, text, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { typedPlace, typedVersion } from "../read/memory-place.ts";
import { printJson, printLines } from "../print.ts";

interface Edited extends Place {
  content: string;
  ifVersion: number | undefined;
}

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedPlace(input);
  if (!typed.ok) return typed;
  const file = text(input, "file");
  const isPerson = cli.console.stdinIsTty && cli.console.stdoutIsTty;
  if (file === undefined && !isPerson)
    return refuse(
      "usage",
      "There is no terminal for an editor. Give the text with --file FILE, or --file -.",
    );
  const asked = text(input, "if-version");
  const known = asked === undefined || asked === "0" ? undefined : typedVersion("--if-version", asked);
  if (known?.ok === false) return known;
  const { client } = await getHall(cli);
  const save = (edited: Edited) => write(cli, client.memory, { ...edited, json: flag(input, "json") });
  if (file === undefined) return inEditor(cli, { ...typed.place, memory: client.memory, save });
  const content = await readContent(cli, file);
  if (typeof content !== "string") return content;
  return save({ ...typed.place, content, ifVersion: asked === "0" ? 0 : known?.version });
}

async function write(
  cli: Cli,
  memory: MemoryClient,
  { scope, key, content, ifVersion, json }: Edited & { json: boolean },
): Promise<number> {
  const order = { content, ...(ifVersion !== undefined && { ifVersion }) };
  const entry = await memory.write({ scope, key }, order, cli.console.stopped);
  if (json) printJson(cli, entry);
  else printLines(cli, [`"${key}" in ${scope} is at version ${entry.version}.`]);
  return 0;
}

async function readContent(cli: Cli, file: string): Promise<string | Refusal> {
  if (file === "-") return cli.console.readStdin();
  try {
    return await readFile(resolve(cli.console.directory, file), "utf8");
  } catch (error) {
    return refuse("usage", `--file cannot be read: ${error instanceof Error ? error.message : file}.`);
  }
}

interface Session extends Place {
  memory: MemoryClient;
  save(edited: Edited): Promise<number>;
}

async function inEditor(cli: Cli, { scope, key, memory, save }: Session): Promise<Done> {
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
