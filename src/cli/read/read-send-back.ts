// Turns what a person typed after `guild-hall review send-back` into the request sent to the hall: a note, and comments
// as options or in a JSON file.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { messageOf } from "../../base/text/message-of.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import { type SendBackRequest, sendBackRequest } from "../../contract/commission/landing.ts";
import type { Cli } from "../cli.ts";
import { text, texts, type CommandInput } from "../table/command.ts";
import { readScript, readTyped } from "./read-commission.ts";

export async function readSendBack(cli: Cli, input: CommandInput): Promise<SendBackRequest | Refusal> {
  const typed = readComments(texts(input, "comment"));
  if (!Array.isArray(typed)) return typed;
  const listed = await readList(cli, text(input, "comments"));
  if (!Array.isArray(listed)) return listed;
  const script = await readScript(cli, text(input, "rehearsal"));
  if (typeof script === "object") return script;
  const note = text(input, "note");
  const comments = [...typed, ...listed];
  if (note === undefined && comments.length === 0 && texts(input, "file").length === 0)
    return refuse("usage", "Say what is to change: give --note, --comment, --comments or --file.");
  const order = sendBackRequest.safeParse({
    ...(note === undefined ? {} : { note }),
    comments,
    ...(script === undefined ? {} : { rehearsal: script }),
  });
  return order.success ? order.data : wrong(order.error.issues[0], typed.length);
}

interface TypedComment {
  path: string;
  line?: number;
  side?: "old";
  text: string;
}

/** Matches "src/main.ts:12: Text", with a minus before the line for the file as it was before. */
const onLine = /^(.+?):(-?)(\d{1,8}):\s*(\S[\s\S]*)$/;
/** Matches "README.md: Text", a comment on the whole file. */
const onFile = /^(.+?):\s+(\S[\s\S]*)$/;

function readComments(typed: readonly string[]): TypedComment[] | Refusal {
  const comments: TypedComment[] = [];
  for (const each of typed) {
    const comment = parseComment(each);
    if (comment === undefined)
      return refuse(
        "usage",
        `--comment is "${each.slice(0, 60)}" and must be a file, a line and a text, such as "src/main.ts:12: Use the logger here.".`,
      );
    comments.push(comment);
  }
  return comments;
}

function parseComment(typed: string): TypedComment | undefined {
  const [, path, minus, line, said] = onLine.exec(typed) ?? [];
  if (path !== undefined && said !== undefined)
    return { path, line: Number(line), ...(minus === "-" && { side: "old" as const }), text: said };
  const [, file, words] = onFile.exec(typed) ?? [];
  return file === undefined || words === undefined ? undefined : { path: file, text: words };
}

async function readList(cli: Cli, file: string | undefined): Promise<unknown[] | Refusal> {
  if (file === undefined) return [];
  try {
    const text =
      file === "-"
        ? await readTyped(cli, { typed: file, what: "comments" })
        : await readFile(resolve(cli.console.directory, file), "utf8");
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : refuse("usage", "--comments: expected a JSON list of comments.");
  } catch (error) {
    if (cli.console.stopped.aborted) throw error;
    return refuse("usage", `The comments cannot be read: ${messageOf(error)}.`);
  }
}

/** Names the option or, for a comment of the list, its number, and what is wrong with it. */
function wrong(issue: { path: PropertyKey[]; message: string } | undefined, typed: number): Refusal {
  const [part, at, ...field] = issue?.path ?? [];
  const message = issue?.message ?? "this cannot be";
  if (part !== "comments" || typeof at !== "number")
    return refuse("usage", `--${String(part ?? "comments")}: ${message}.`);
  const which = at < typed ? `--comment ${at + 1}` : `--comments, number ${at - typed + 1}`;
  return refuse("usage", `${which}: ${[...field.map(String), message].join(": ")}.`);
}
