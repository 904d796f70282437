// Describes what a worker is told, from the first request to its model: the parts with their sizes, and the texts that
// differ from one commission to the next.
import { z } from "zod";
import { tokensOf } from "../../base/text/tokens.ts";
import type { AcceptedRequest } from "../../contract/commission/commission.ts";
import type { Told, ToldPart, ToldRecord } from "../../contract/commission/told.ts";
import { commissionBranch } from "../../contract/project/tree.ts";

const block = z.looseObject({ type: z.string(), text: z.string().optional() });
const content = z.union([z.string(), z.array(block)]);
const body = z.looseObject({
  model: z.string(),
  system: content.default([]),
  tools: z.array(z.looseObject({ name: z.string(), description: z.string().default("") })).default([]),
  messages: z.array(z.looseObject({ role: z.string(), content })),
  metadata: z.unknown().optional(),
});

/** Returns `null` if the body is no request to a model. */
export function describeTold(
  { version: _version, ...record }: ToldRecord,
  request: Pick<AcceptedRequest, "id" | "worker" | "project" | "model" | "task" | "title">,
): Told | null {
  const { data } = body.safeParse(parsed(record.body));
  if (data === undefined) return null;
  const parts = partsOf(data);
  const sum = (kind: ToldPart["kind"]) =>
    parts.filter((part) => part.kind === kind).reduce((tokens, part) => tokens + part.tokens, 0);
  return {
    ...record,
    worker: request.worker,
    project: request.project,
    model: data.model,
    modelChoice: request.model ?? null,
    parts,
    tokens: {
      total: tokensOf(record.body.length),
      system: sum("system"),
      tools: sum("tool"),
      messages: sum("message"),
      memory: tokensOf(record.memory?.characters ?? 0),
      instructions: tokensOf(record.instructions?.characters ?? 0),
    },
    varying: varyingIn(record.body, request),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function partsOf({ system, tools, messages, ...settings }: z.infer<typeof body>): ToldPart[] {
  const { metadata: _metadata, ...shown } = settings;
  return [
    ...blocksOf(system).map((text) => part("system", "system", text)),
    ...tools.map((tool) => toolPart(tool)),
    ...messages.flatMap(({ role, content: said }) =>
      blocksOf(said).map((text) => part("message", role, text)),
    ),
    part("settings", "settings", JSON.stringify(shown)),
  ];
}

function part(kind: ToldPart["kind"], name: string, text: string): ToldPart {
  return { kind, name, text, tokens: tokensOf(text.length) };
}

function toolPart({ name, description, ...rest }: { name: string; description: string }): ToldPart {
  const tokens = tokensOf(JSON.stringify({ name, description, ...rest }).length);
  return { kind: "tool", name, text: `${description}\n\n${JSON.stringify(rest)}`.trim(), tokens };
}

function blocksOf(value: z.infer<typeof content>): string[] {
  if (typeof value === "string") return [value];
  return value.map((each) => each.text ?? JSON.stringify(each));
}

/** Finds the texts in the body that differ from one commission to the next, whose settings are the same. */
function varyingIn(
  text: string,
  { id, task, title }: Pick<AcceptedRequest, "id" | "task" | "title">,
): Told["varying"] {
  const session = /"metadata":\{"user_id":"(?:[^"\\]|\\.)*"\}/.exec(text)?.[0];
  const date = /Today's date is \d{4}-\d\d-\d\d/.exec(text)?.[0];
  const all: (readonly [string | undefined, string])[] = [
    [inJson(task), "the task"],
    [inJson(title), "its title, by default the first line of the task"],
    [commissionBranch(id), "the branch of the commission"],
    [id, "the id of the commission"],
    [date, "the day"],
    [session, "ids that claude makes for each session"],
  ];
  return all.flatMap(([found, why]) =>
    found !== undefined && text.includes(found) ? [{ text: found, why }] : [],
  );
}

/** Returns a text as it stands inside a string of JSON. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
