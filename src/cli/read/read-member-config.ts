// Turns what a person typed after --config into the object that a guild member is given.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { memberConfig } from "../../contract/commission/commission.ts";
import { asText, changedText, findChangedNumber } from "../../base/data/exact-numbers.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import type { Cli } from "../cli.ts";
import { text, type CommandInput } from "../table/command.ts";

type MemberConfig = Readonly<Record<string, unknown>>;

/** Reads a JSON object, or the name of a file that holds one. `given` is empty if nothing was typed. */
export async function readMemberConfig(
  cli: Cli,
  input: CommandInput,
): Promise<{ ok: true; given: { memberConfig?: MemberConfig } } | Refusal> {
  const typed = text(input, "config");
  if (typed === undefined) return { ok: true, given: {} };
  const json = typed.trimStart().startsWith("{") ? typed : await readText(cli, typed);
  if (typeof json === "object") return json;
  const parsed = memberConfig.safeParse(parseJson(json));
  const changed = parsed.success ? findChangedNumber(json) : null;
  if (changed !== null) return refuse("usage", `--config: ${changedText(changed)}`, asText);
  if (parsed.success) return { ok: true, given: { memberConfig: parsed.data } };
  return refuse("usage", `--config: ${parsed.error.issues[0]?.message ?? "expected an object"}, as JSON.`);
}

async function readText(cli: Cli, file: string): Promise<string | Refusal> {
  try {
    return await readFile(resolve(cli.console.directory, file), "utf8");
  } catch (error) {
    return refuse("usage", `--config cannot be read: ${error instanceof Error ? error.message : file}.`);
  }
}

/** Returns `undefined` if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
