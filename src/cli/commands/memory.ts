// guild-hall memory ...: lets a person review and change what workers remember.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { MemoryEntry } from "../../contract/memory/memory.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import { printable } from "../../host/person/terminal.ts";
import type { Cli } from "../cli.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printFound, printJson, printLines } from "../print.ts";
import { editInEditor, type EditedEntry } from "../read/memory-editor.ts";
import { typedPlace, typedScope, typedVersion } from "../read/memory-place.ts";
import { readScript } from "../read/read-commission.ts";
import { entryLine, entryLines, historyLines, scopeLines } from "../render/hall/memory.ts";
import { proseLines } from "../render/prose.ts";
import { flag, parameter, text, type CommandInput, type Done } from "../table/command.ts";

export async function list(cli: Cli, input: CommandInput): Promise<Done> {
  if (input.parameters.length > 0) return listScope(cli, input);
  const { client } = await getHall(cli);
  return printFound(cli, input, {
    found: await client.memory.scopes(),
    lines: ({ scopes }, style) =>
      scopes.length === 0 ? ["The memory is empty."] : scopeLines(scopes, style),
  });
}

async function listScope(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedScope(input);
  if (!typed.ok) return typed;
  const { client } = await getHall(cli);
  return printFound(cli, input, {
    found: await client.memory.list(typed.scope),
    lines: (found, style) =>
      found.entries.length === 0 ? [`The memory of ${typed.scope} is empty.`] : entryLines(found, style),
  });
}

/** Prints only the text on standard output, so that it can be redirected to a file. */
export async function show(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedPlace(input);
  if (!typed.ok) return typed;
  const wanted = text(input, "version");
  const number = wanted === undefined ? undefined : typedVersion("--version", wanted);
  if (number?.ok === false) return number;
  const { client } = await getHall(cli);
  if (number === undefined) {
    const found = await client.memory.entry(typed.place);
    return printEntry(cli, input, { found, entry: found.entry, content: found.content });
  }
  const found = await client.memory.version({ ...typed.place, version: number.version });
  return printEntry(cli, input, { found, entry: found.version, content: found.content });
}

interface ShownEntry {
  found: unknown;
  entry: MemoryEntry;
  content: string;
}

function printEntry(cli: Cli, input: CommandInput, { found, entry, content }: ShownEntry): number {
  if (flag(input, "json")) {
    printJson(cli, found);
    return 0;
  }
  const style = pageStyle(cli);
  printLines(cli, proseLines(printable(content).trimEnd(), style.width));
  const brush = entry.untrusted ? cli.errPaint.yellow : cli.errPaint.dim;
  cli.console.err(`${brush(entryLine(entry, style))}\n`);
  return 0;
}

export async function edit(cli: Cli, input: CommandInput): Promise<Done> {
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
  const { memory } = (await getHall(cli)).client;
  const save = async ({ scope, key, content, ifVersion }: EditedEntry) => {
    const order = { content, ...(ifVersion !== undefined && { ifVersion }) };
    const found = await memory.write({ scope, key }, order, cli.console.stopped);
    const lines = () => [`"${key}" in ${scope} is at version ${found.version}.`];
    return printFound(cli, input, { found, lines });
  };
  if (file === undefined) return editInEditor(cli, { ...typed.place, memory, save });
  const content = await readContent(cli, file);
  if (typeof content !== "string") return content;
  return save({ ...typed.place, content, ifVersion: asked === "0" ? 0 : known?.version });
}

async function readContent(cli: Cli, file: string): Promise<string | Refusal> {
  if (file === "-") return cli.console.readStdin();
  try {
    return await readFile(resolve(cli.console.directory, file), "utf8");
  } catch (error) {
    return refuse("usage", `--file cannot be read: ${error instanceof Error ? error.message : file}.`);
  }
}

export async function forget(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedPlace(input);
  if (!typed.ok) return typed;
  const { scope, key } = typed.place;
  const { client } = await getHall(cli);
  return printFound(cli, input, {
    found: await client.memory.forget({ scope, key }),
    lines: ({ version }) => [
      `Forgot "${key}" in ${scope}. To take it back: guild-hall memory revert ${scope} ${key} ${version - 1}`,
    ],
  });
}

export async function history(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedPlace(input);
  if (!typed.ok) return typed;
  const { client } = await getHall(cli);
  return printFound(cli, input, {
    found: await client.memory.history(typed.place),
    lines: ({ versions }, style) => historyLines(versions, style),
  });
}

export async function revert(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedPlace(input);
  if (!typed.ok) return typed;
  const wanted = typedVersion("<version>", parameter(input, 2));
  if (!wanted.ok) return wanted;
  const { scope, key } = typed.place;
  const { client } = await getHall(cli);
  return printFound(cli, input, {
    found: await client.memory.revert({ scope, key }, wanted.version),
    lines: (entry) => [
      `"${key}" in ${scope} has the text of version ${wanted.version} again, as version ${entry.version}.`,
    ],
  });
}

/** Prints the id of the commission that condenses the scope. */
export async function compact(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedScope(input);
  if (!typed.ok) return typed;
  const script = await readScript(cli, text(input, "rehearsal"));
  if (typeof script === "object") return script;
  const { client } = await getHall(cli);
  return printFound(cli, input, {
    found: await client.memory.compact(typed.scope, script),
    lines: ({ id }) => [id],
  });
}
