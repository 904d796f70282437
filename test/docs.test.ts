// The documents say what is so: links lead somewhere, and tables equal the code they describe.
import { Glob } from "bun";
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, posix } from "node:path";
import { z } from "zod";
import { eventBody, factTypes, hallEventTypes } from "../src/contract/events.ts";
import { type FactBody, factBody, type SessionEnd, sessionEnd } from "../src/contract/facts.ts";
import { commissionLayout, homeLayout } from "../src/contract/home-layout.ts";
import { maxResumes, maxReturns } from "../src/contract/limits.ts";
import { commissionMeta, commissionSummary } from "../src/contract/meta.ts";
import { quotaPause } from "../src/contract/quota.ts";
import { waitReason } from "../src/contract/waiting.ts";
import type { Ending } from "../src/rules/describe-ending.ts";
import { decideExit } from "../src/rules/exit-matrix.ts";
import type { ExitPolicy } from "../src/rules/exits.ts";
import { formatQuestions, parseAnswers, parseQuestions } from "../src/rules/questions-file.ts";
import type { Dossier } from "../src/rules/state.ts";
import { peersTable, places, withTable } from "../bench/table.ts";
import { checkRan, someChecks, withChecks } from "./harness/checked.ts";
import * as histories from "./harness/histories.ts";

const { cancelRequested, commissionAfter, dispatched, factOf, inProgress, someId, submitted } = histories;

const documents = [...new Glob("**/*.md").scanSync(".")].filter((path) => !path.includes("node_modules/"));
const read = (path: string): string => readFileSync(path, "utf8");

describe("links", () => {
  test.each(documents)("every relative link in %s leads somewhere", (path) => {
    expect(relativeLinks(path).filter((link) => !resolves(path, link))).toEqual([]);
  });

  test("a link to nowhere is found", () => {
    expect(resolves("README.md", "docs/nowhere.md")).toBe(false);
    expect(resolves("README.md", "ARCHITECTURE.md#no-such-heading")).toBe(false);
    expect(resolves("README.md", "ARCHITECTURE.md#the-rooms")).toBe(true);
  });
});

const machinePath = /(?<![\w.~:/-])\/(?:home|Users|root|work|workspace|mnt|srv|tmp|private|var)\/[\w.-]+/;
const registry = /\bregistry\.[\w-]+\.\w+|npmjs\.(?:org|com)|artifactory|\.internal\b/i;

test.each(documents)("%s names no path of a machine and no package registry", (path) => {
  expect(machinePath.exec(read(path))?.[0]).toBeUndefined();
  expect(registry.exec(read(path))?.[0]).toBeUndefined();
});

describe("README.md", () => {
  const blocks = [...read("README.md").matchAll(/^```sh\n([\s\S]*?)^```/gm)].map((match) => match[1]);

  test("begins with the one command, and has the test command", () => {
    expect(blocks[0]).toBe("npm ci && npm start\n");
    expect(blocks).toContain("npm ci && npm test\n");
  });

  test("shows a picture on its first screen that is small and loads nothing from elsewhere", () => {
    const picture = /!\[[^\]]+\]\(([^)]+)\)/.exec(read("README.md").split("\n## ")[0] ?? "")?.[1] ?? "";
    expect(statSync(picture).size).toBeLessThan(200_000);
    expect(read(picture).replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(
      /https?:|@import|url\(/,
    );
  });
});

describe("the tables of figures", () => {
  test.each(places)("$file shows what is in bench/results", ({ file, mark, table }) => {
    expect(read(file)).toBe(withTable(read(file), { mark, table: table() }));
  });

  test("another figure would be noticed", () => {
    const changed = peersTable().replace(/\d/, (digit) => String((Number(digit) + 1) % 10));
    expect(withTable(read("README.md"), { mark: "figures", table: changed })).not.toBe(read("README.md"));
  });
});

test("AGENTS.md stays short", () => {
  expect(read("AGENTS.md").split("\n").length).toBeLessThan(120);
});

test("the rooms of ARCHITECTURE.md are the rooms of test/rooms.test.ts", () => {
  const rows = tableAfter("ARCHITECTURE.md", "## The rooms").map(([room = "", , imports = ""]) => [
    codeIn(room)[0],
    codeIn(imports),
  ]);
  const literal = /const rooms: [^=]+= (\{[\s\S]*?\n\});/.exec(read("test/rooms.test.ts"))?.[1] ?? "";
  const json = literal.replace(/^ {2}(\w+):/gm, '"$1":').replace(/,(\s*[\]}])/g, "$1");
  expect(Object.fromEntries(rows)).toEqual(JSON.parse(json));
});

test("ARCHITECTURE.md names everything that can be in the way of a start", () => {
  const rows = tableAfter("ARCHITECTURE.md", "## Who may start");
  expect(rows.map(([reason = ""]) => codeIn(reason)[0])).toEqual(waitReason.options);
});

describe("the exit matrix of ARCHITECTURE.md", () => {
  const policy = hallPolicy();
  const [cancelRow, ...rows] = tableAfter("ARCHITECTURE.md", "## How a commission ends");

  test("has a row for every way a session can end", () => {
    const hows = sessionEnd.options.map((option) => option.shape.how.value);
    expect(new Set(rows.map(([how = ""]) => codeIn(how)[0]))).toEqual(new Set([...hows, "lost"]));
  });

  test("is headed by the cancel, which wins over everything", () => {
    expect(cancelRow?.slice(1).map((cell) => codeIn(cell))).toEqual([["cancelled"], ["cancelled"]]);
    for (const ending of endings())
      expect(outcomeOf(commissionAfter(cancelRequested).record, ending)).toEqual(["cancelled"]);
  });

  test.each(endings())("says what the code does with %j", (ending) => {
    const [, withResult = "", without = ""] = rows.find(([how = ""]) => codeIn(how)[0] === ending.how) ?? [];
    const isSilent = ending.how === "normal" && ending.finalText === "";
    const expected = without.split("; ")[isSilent ? 1 : 0] ?? "";
    const completed = commissionAfter(submitted).record;
    expect(outcomeOf(completed, ending)).toEqual(codeIn(withResult));
    expect(hasAnomaly(completed, ending)).toBe(withResult.includes("anomaly"));
    expect(outcomeOf(commissionAfter(inProgress).record, ending)).toEqual(codeIn(expected));
  });

  test("says that a cut is resumed three times, a quota pauses, and what never began is started anew three times", () => {
    expect(policy).toMatchObject({
      maxResumes: 3,
      canPause: true,
      maxFalseStarts: 3,
      maxReturns: 1,
      backOffMs: [1000, 5000, 15_000],
    });
    const { record } = commissionAfter(dispatched);
    const died: Ending = { how: "died", message: "gone" };
    expect([0, 2, 3].map((resumes) => outcomeOf({ ...record, resumes }, died))).toEqual([
      ["resume"],
      ["resume"],
      ["failed", "crashed"],
    ]);
    const lost: Ending = { how: "lost", began: false, message: "gone" };
    expect([0, 2, 3].map((falseStarts) => outcomeOf({ ...record, falseStarts }, lost))).toEqual([
      ["resume"],
      ["resume"],
      ["failed", "crashed"],
    ]);
  });

  test("says what follows where checks decide", () => {
    const [passed, first, again, cut, none] = tableAfter("ARCHITECTURE.md", "### Where checks decide").map(
      ([, follows = ""]) => codeIn(follows),
    );
    const normal: Ending = { how: "normal", finalText: "done" };
    const facts = (exitCode: number): FactBody[] => [
      { type: "work.finished", end: normal, snapshot: null },
      ...someChecks.map((check) => checkRan(check, exitCode)),
    ];
    const proved = (exitCode: number) =>
      commissionAfter([...withChecks(submitted), ...facts(exitCode).map((fact, i) => factOf(i + 10, fact))])
        .record;
    const unproved = commissionAfter(withChecks(submitted)).record;
    const lost: Ending = { how: "lost", began: true, message: "gone" };
    expect([outcomeOf(proved(0), normal), outcomeOf(proved(0), lost)]).toEqual([passed, passed].map(known));
    expect(outcomeOf(proved(1), normal)).toEqual(known(first));
    expect(outcomeOf({ ...proved(1), returns: 1 }, normal)).toEqual(known(again));
    const cuts = [unproved, { ...unproved, resumes: 3 }].flatMap((record) => outcomeOf(record, lost));
    expect(cuts).toEqual(known(cut));
    const refuted = { ...commissionAfter(withChecks(inProgress)).record, refutation: proved(1).proof };
    const budget: Ending = { how: "budget", limitUsd: 5 };
    expect([...outcomeOf(refuted, budget), "failed"]).toEqual(known(none));
  });

  function known(words: string[] | undefined): string[] {
    return words ?? [];
  }

  function outcomeOf(record: Dossier, ending: Ending): string[] {
    const exit = decideExit(record, ending, policy);
    if (exit.next === "pause") return ["paused"];
    if (exit.next !== "end") return [exit.next];
    const { outcome } = exit;
    if (outcome.status === "failed") return [outcome.status, outcome.reason];
    const isChecked = outcome.status === "completed" && outcome.trust !== "claimed";
    return [outcome.status, ...(isChecked ? [outcome.trust] : [])];
  }

  function hasAnomaly(record: Dossier, ending: Ending): boolean {
    const exit = decideExit(record, ending, policy);
    return exit.next === "end" && exit.outcome.status === "completed" && exit.outcome.anomaly !== null;
  }
});

describe("docs/files.md", () => {
  const events = tableAfter("docs/files.md", "## The ledger");
  const facts = tableAfter("docs/files.md", "## Facts");

  test("names exactly the types of events and facts, in their order", () => {
    expect(events.map(([type = ""]) => codeIn(type)[0])).toEqual([...hallEventTypes]);
    expect(facts.map(([type = ""]) => codeIn(type)[0])).toEqual([...factTypes]);
  });

  test.each([...events, ...facts])("names the fields of %s", (type = "", fields = "") => {
    const known = { ...fieldsByType(z.toJSONSchema(eventBody)), ...fieldsByType(z.toJSONSchema(factBody)) };
    expect(codeIn(fields)).toEqual(known[codeIn(type)[0] ?? ""] ?? []);
  });

  test("names every way a session can end, with its fields", () => {
    const rows = tableAfter("docs/files.md", "`callKey` is the commission's id");
    expect(rows.map(([how = "", fields = ""]) => [codeIn(how)[0], codeIn(fields)])).toEqual(
      sessionEnd.options.map(({ shape }) => [
        shape.how.value,
        Object.keys(shape).filter((key) => key !== "how"),
      ]),
    );
  });

  test("names every field of meta.json", () => {
    const [outer = [], inner = []] = ["## meta.json", "| `commission`     |"].map((start) =>
      tableAfter("docs/files.md", start).flatMap(([field = ""]) => codeIn(field)),
    );
    expect(outer).toEqual(Object.keys(commissionMeta.shape));
    expect(new Set(inner)).toEqual(new Set(Object.keys(commissionSummary.shape)));
  });

  test("names every field of quota.json", () => {
    const rows = tableAfter("docs/files.md", "## quota.json");
    expect(rows.flatMap(([field = ""]) => codeIn(field))).toEqual(Object.keys(quotaPause.shape));
  });

  test("names every file of the layout", () => {
    const home = homeLayout("home");
    const one = commissionLayout(home, someId);
    const paths = [...Object.values(home), ...Object.values(one)].map((path) =>
      typeof path === "string" ? path : path(1).replace("-1.", "-<n>."),
    );
    const names = paths.map((path) => basename(path)).filter((name) => name !== "home" && name !== someId);
    expect(names.filter((name) => !read("docs/files.md").includes(name))).toEqual([]);
  });

  test("shows a questions.md that reads as it says and is written again as it was", () => {
    const example = /```markdown\n(# Questions[\s\S]*?)```/.exec(read("docs/files.md"))?.[1] ?? "";
    const questions = parseQuestions(example);
    expect(questions).toEqual([
      "The first question, each of its lines behind a mark.\n\nIts third line.",
      "The second.",
    ]);
    const [[answer = ""] = []] = parseAnswers(example);
    expect(answer).toBe("What a person said to it, each line behind four spaces.");
    const answers = [{ number: 1, answer, by: "person", at: "2026-11-15T09:00:00.000Z" }];
    // A formatter takes the space after the mark of an empty line away; reading forgives that.
    expect(formatQuestions(questions, answers).replace(/^> $/gm, ">")).toBe(example);
  });
});

function relativeLinks(path: string): string[] {
  const text = read(path).replace(/^```[\s\S]*?^```/gm, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1] ?? "")
    .filter((link) => !/^[a-z]+:/.test(link));
}

function resolves(from: string, link: string): boolean {
  const [file = "", anchor] = link.split("#");
  const target = file === "" ? from : posix.join(dirname(from), file);
  if (!existsSync(target)) return false;
  return anchor === undefined || anchorsOf(target).includes(anchor);
}

/** As the forges make them: lower case, without punctuation, dashes for spaces. */
function anchorsOf(path: string): string[] {
  const text = read(path).replace(/^```[\s\S]*?^```/gm, "");
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map((match) =>
    (match[1] ?? "")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replace(/\s/g, "-"),
  );
}

/** The rows of the first table after a text, as cells, without its head. */
function tableAfter(path: string, start: string): string[][] {
  const text = read(path);
  const at = text.indexOf(start);
  if (at < 0) throw new Error(`${path} does not have "${start}".`);
  const rest = text.slice(at + start.length).replace(/^[^\n]*\n/, "");
  const table = /(?:^|\n)((?:\|.*\n)+)/.exec(skipTableRows(rest))?.[1] ?? "";
  return table.trim().split("\n").slice(2).map(cellsOf);
}

/** Where the text stands in a table, the next table is meant. */
function skipTableRows(text: string): string {
  return text.replace(/^(?:\|.*\n)+/, "");
}

function cellsOf(row: string): string[] {
  return row
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
}

function codeIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
}

/** Every object of a JSON schema that has a constant `type`, with the names of its other fields. */
function fieldsByType(schema: unknown): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const properties = "properties" in value ? (value.properties as Record<string, unknown>) : {};
    const type = z.object({ const: z.string() }).safeParse(properties["type"]);
    if (type.success) found[type.data.const] = Object.keys(properties).filter((key) => key !== "type");
    Object.values(value).forEach(walk);
  };
  walk(schema);
  return found;
}

/** As it stands in the hall's wiring, which exports no part of it. */
function hallPolicy(): ExitPolicy {
  const written = /policy: (\{[^}]*\})/.exec(read("src/daemon/wire.ts"))?.[1] ?? "";
  const literal = written
    .replace("maxResumes,", `maxResumes: ${maxResumes},`)
    .replace("maxReturns,", `maxReturns: ${maxReturns},`);
  return JSON.parse(literal.replace(/(\w+):/g, '"$1":').replace(/(\d)_(\d)/g, "$1$2")) as ExitPolicy;
}

function endings(): Ending[] {
  const message = "why";
  const ends: SessionEnd[] = [
    { how: "normal", finalText: "words" },
    { how: "normal", finalText: "" },
    { how: "turns", limit: 1 },
    { how: "budget", limitUsd: 1 },
    { how: "wall_clock", limitMs: 1 },
    { how: "memory", limitMb: 1 },
    { how: "disk", limitMb: 1 },
    { how: "activation", message },
    { how: "api", status: null, message },
    { how: "quota", resetAt: "2026-11-15T12:00:00.000Z", message },
    { how: "died", message },
    { how: "garbled", message },
    { how: "rehearsal", message },
    { how: "stopped" },
    { how: "storage", message },
  ];
  return [...ends, { how: "lost", began: true, message }];
}
