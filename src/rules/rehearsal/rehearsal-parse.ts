// Parses the text of a rehearsal script. If the script is invalid, returns the line and what is wrong there.
import { LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import {
  answerTurn,
  dropTurn,
  errorTurn,
  hangTurn,
  rehearsal,
  type Rehearsal,
} from "../../contract/package/rehearsal.ts";
import { lineOf } from "../../base/data/yaml-lines.ts";

export type ParsedRehearsal = { ok: true; script: Rehearsal } | { ok: false; line: number; message: string };

type Path = readonly PropertyKey[];
interface Complaint {
  path: Path;
  message: string;
}

export function parseRehearsal(text: string): ParsedRehearsal {
  try {
    return parse(text);
  } catch (error) {
    // The YAML library throws on alias bombs and on nesting deeper than the stack.
    const reason = error instanceof RangeError ? "it is nested too deeply" : String(error);
    return { ok: false, line: 1, message: `The script cannot be read: ${reason}` };
  }
}

function parse(text: string): ParsedRehearsal {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const broken = document.errors[0];
  if (broken !== undefined) {
    return { ok: false, line: lines.linePos(broken.pos[0]).line, message: firstLine(broken.message) };
  }
  const data: unknown = document.toJS();
  const parsed = rehearsal.safeParse(data);
  if (parsed.success) return { ok: true, script: parsed.data };
  const complaint = usefulComplaint(data, parsed.error);
  return { ok: false, line: lineOf({ document, lines }, complaint.path), message: sentence(complaint) };
}

function firstLine(message: string): string {
  return message.split("\n")[0] ?? message;
}

/**
 * Returns the most useful complaint. A turn has one of four shapes, and the complaint is about the shape that
 * the author probably meant.
 */
function usefulComplaint(data: unknown, error: z.ZodError): Complaint {
  const issue = error.issues[0];
  if (issue === undefined) return { path: [], message: "the script is not valid" };
  const [list, index] = issue.path;
  if (list !== "turns" || index === undefined) return complaintOf(issue, []);
  const item = valueAt(data, [list, index]);
  const inner = meantTurn(item).safeParse(item);
  const first = inner.success ? undefined : inner.error.issues[0];
  return first === undefined ? complaintOf(issue, []) : complaintOf(first, [list, index], item);
}

function meantTurn(item: unknown): z.ZodType {
  const has = (key: string) => typeof item === "object" && item !== null && key in item;
  if (has("error")) return errorTurn;
  if (has("hang")) return hangTurn;
  if (has("drop")) return dropTurn;
  return answerTurn;
}

function complaintOf(issue: z.core.$ZodIssue, prefix: Path, item?: unknown): Complaint {
  const path = [...prefix, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    const key = issue.keys[0] ?? "";
    return { path: [...path, key], message: `"${key}" is not known here${companion(item, issue.path)}` };
  }
  return { path, message: issue.message };
}

/**
 * Names the key that excludes all others: `error`, `hang` or `drop`. The unknown key itself may be valid in
 * another turn.
 */
function companion(item: unknown, path: Path): string {
  if (path.length > 0 || typeof item !== "object" || item === null) return "";
  const kind = ["error", "hang", "drop"].find((key) => key in item);
  return kind === undefined ? "" : ` beside "${kind}"`;
}

function valueAt(data: unknown, path: Path): unknown {
  let value = data;
  for (const key of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
  return value;
}

function sentence(complaint: Complaint): string {
  const place = complaint.path
    .map((key) => (typeof key === "number" ? `[${key + 1}]` : `.${String(key)}`))
    .join("");
  return place === "" ? complaint.message : `${place.replace(/^\./, "")}: ${complaint.message}`;
}
