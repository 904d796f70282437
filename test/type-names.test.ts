// Holds every exported type to a name of its own, so that a reader who meets a name knows which type it is. Types that
// a file passes on under their own names are not declared again and do not count.
import { Glob } from "bun";
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";

/**
 * A guild member is a program of its own and imports nothing from the hall, so it declares again what both have. Each
 * of these names means the same in the member as in the hall or in another member.
 */
const sameMeaning = [
  // the model's session, and `claude` as its process
  "ClaudeProcess",
  "ClaudeProcessOrder",
  "Containment",
  "Credential",
  "Ending",
  "InitMessage",
  "ResultMessage",
  "SessionDeps",
  "SessionOrder",
  // processes of the machine
  "ProcessIdentity",
  "Tree",
  // a fetched web page, and the tool that fetches it
  "HtmlPage",
  "WebFetchDeps",
  // the members' protocol: its door, its answers, and an expected "no"
  "Door",
  "JobStatus",
  "Refusal",
  "Reply",
  // what a worker leaves, and what it is given
  "Decision",
  "MemoryPrompt",
];

interface Source {
  file: string;
  text: string;
}

const sources: readonly Source[] = [...new Glob("{src,web,guild-members}/**/*.{ts,tsx}").scanSync(".")]
  .filter((file) => !/\/(?:node_modules|dist)\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

test("no two types that a program exports share a name", () => {
  const programs = Map.groupBy(sources, ({ file }) => programOf(file));
  expect([...programs.values()].flatMap((own) => [...sharedNames(own)])).toEqual([]);
});

test("a guild member shares a name with another program only where it means the same", () => {
  expect([...sharedNames(sources).keys()].sort()).toEqual(sameMeaning.toSorted());
});

const declarations: readonly [form: string, text: string][] = [
  ["an interface", "export interface Outcome<T> {\n  value: T;\n}"],
  ["a type", 'export type Outcome = "done" | "failed";'],
  ["a class", "export abstract class Outcome extends Error {}"],
  ["a type passed on under another name", 'export type { Ending as Outcome, Run } from "./ending.ts";'],
];

test.each(declarations)("a second declaration is found: %s", (_, text) => {
  const shared = sharedNames([
    { file: "src/one.ts", text: "export interface Outcome {}" },
    { file: "src/other.ts", text },
  ]);
  expect([...shared]).toEqual([["Outcome", ["src/one.ts", "src/other.ts"]]]);
});

test("a type that is passed on under its own name, or that stays in its file, is no second declaration", () => {
  const shared = sharedNames([
    { file: "src/one.ts", text: "export interface Outcome {}" },
    { file: "src/passes-on.ts", text: 'export type { Outcome } from "./one.ts";' },
    { file: "src/own.ts", text: "interface Outcome {}" },
  ]);
  expect([...shared]).toEqual([]);
});

/** The page is of the hall's release and imports its types, so both are one program here. */
function programOf(file: string): string {
  const [floor = "", member = ""] = file.split("/");
  return floor === "guild-members" ? member : "hall";
}

function sharedNames(all: readonly Source[]): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const { file, text } of all)
    for (const name of declaredIn(text)) places.set(name, [...(places.get(name) ?? []), file]);
  return new Map([...places].filter(([, files]) => files.length > 1));
}

function declaredIn(text: string): string[] {
  const declared = text.matchAll(/^export (?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)/gm);
  const passedOn = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = ""]) => [
    ...list.matchAll(/\bas ([A-Z]\w*)/g),
  ]);
  return [...declared, ...passedOn].map(([, name = ""]) => name);
}
