// The documents say what is so: links lead somewhere, and tables equal the code they describe.
import { Glob } from "bun";
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, posix } from "node:path";
import { z } from "zod";
import { routes } from "../src/contract/api/api.ts";
import { seal, statuses, trust } from "../src/contract/commission/commission.ts";
import { ledgerEvent, factTypes, hallEventTypes } from "../src/contract/commission/events.ts";
import { factBody } from "../src/contract/commission/facts.ts";
import { sessionEnd } from "../src/contract/course/session-end.ts";
import { commissionLayout, homeLayout } from "../src/contract/home/home-layout.ts";
import { commissionMeta, commissionSummary } from "../src/contract/commission/meta.ts";
import { newMeta } from "../guild-members/researcher/store/meta.ts";
import { quotaPause } from "../src/contract/commission/quota.ts";
import { spendLine } from "../src/contract/member/spend.ts";
import { waitReason } from "../src/contract/commission/waiting.ts";
import { formatQuestions, parseAnswers, parseQuestions } from "../src/rules/show/questions-file.ts";
import { peersTable, places, withTable } from "../bench/table.ts";
import { codeIn, tableAfter } from "./docs/tables.ts";
import { someId } from "./harness/ledger/histories.ts";

const documents = [...new Glob("**/*.md").scanSync(".")].filter((path) => !path.includes("node_modules/"));
const read = (path: string): string => readFileSync(path, "utf8");

describe("links", () => {
  test.each(documents)("every relative link in %s leads somewhere", (path) => {
    expect(relativeLinks(path).filter((link) => !resolves(path, link))).toEqual([]);
  });

  test("a link to nowhere is found", () => {
    expect(resolves("README.md", "docs/nowhere.md")).toBe(false);
    expect(resolves("README.md", "ARCHITECTURE.md#no-such-heading")).toBe(false);
    expect(resolves("README.md", "ARCHITECTURE.md#the-floors")).toBe(true);
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

  test("shows pictures on its first screen that are small and load nothing from elsewhere", () => {
    const pictures = picturesIn(read("README.md").split("\n## ")[0] ?? "");
    expect(pictures).toContain("docs/assets/page/home-light-1440.png");
    for (const picture of pictures) expect(statSync(picture).size).toBeLessThan(200_000);
    for (const drawing of pictures.filter((picture) => picture.endsWith(".svg")))
      expect(read(drawing).replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(
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

test("docs/README.md lists every document", () => {
  const linked = relativeLinks("docs/README.md").map((link) => posix.join("docs", link));
  const known = documents.filter((path) => /^docs\/(?!README|decisions\/\d)/.test(path));
  expect(known.filter((path) => !linked.includes(path))).toEqual([]);
});

test.each(["docs/files.md", "docs/protocol.md"])("the wide tables of %s are not padded", (path) => {
  const rows = read(path)
    .split("\n")
    .filter((line) => line.startsWith("|") && line.length > 110);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter((row) => / {3,}\|/.test(row))).toEqual([]);
});

test.each(["AGENTS.md", "CONTRIBUTING.md"])("%s knows how many sessions a run may have", (path) => {
  const allowed = /const maxSessions = (\d+);/.exec(read("scripts/test.ts"))?.[1];
  expect(/a (?:whole )?run may have (\d+)/i.exec(read(path))?.[1]).toBe(allowed);
});

test("docs/internals/agent-sdk.md names the versions that are installed", () => {
  const versions = z.object({ version: z.string(), claudeCodeVersion: z.string() });
  const path = "node_modules/@anthropic-ai/claude-agent-sdk/package.json";
  const { version, claudeCodeVersion } = versions.parse(JSON.parse(read(path)));
  expect(read("docs/internals/agent-sdk.md")).toContain(
    `is pinned to ${version} exactly; its \`claude\` ${claudeCodeVersion} comes`,
  );
});

test("the glossary names every floor, every status, every trust and every seal", () => {
  const words = (heading: string) =>
    tableAfter("docs/internals/glossary.md", heading).map(([word = ""]) => codeIn(word)[0] ?? "");
  expect(words("## The floors of src/").toSorted()).toEqual(readdirSync("src").toSorted());
  expect(words("## The status of a commission")).toEqual(statuses.slice());
  expect(words("How far the claim of a completed commission was checked:")).toEqual(trust.options);
  expect(words("The **seal** is the one mark")).toEqual(seal.options.slice(trust.options.length));
});

test("the paths in AGENTS.md are there", () => {
  const rows = tableAfter("AGENTS.md", "## Where things are").flatMap(([, where = ""]) => codeIn(where));
  const paths = rows.filter((path) => /^(src|web|docs|demo|scripts|workers)\//.test(path));
  const missing = paths.filter((path) => !existsSync(path) && [...new Glob(path).scanSync(".")].length === 0);
  expect(paths.length).toBeGreaterThan(10);
  expect(missing).toEqual([]);
});

test.each(documents.filter((path) => /^(docs\/|[A-Z]+\.md)/.test(path)))(
  "%s names files of the tree where they are",
  (path) => {
    const named = [...read(path).matchAll(/`((?:src|test|soak|bench|scripts)\/[\w./-]+)`/g)].map(
      (match) => match[1] ?? "",
    );
    expect(named.filter((file) => !existsSync(file) && !isExample(path, file))).toEqual([]);
  },
);

test("AGENTS.md stays short", () => {
  expect(read("AGENTS.md").split("\n").length).toBeLessThan(120);
});

test("the rooms of docs/internals/rooms.md are the rooms of test/rooms.test.ts", () => {
  const rows = tableAfter("docs/internals/rooms.md", "## The table").map(([room = "", , imports = ""]) => [
    codeIn(room)[0],
    codeIn(imports),
  ]);
  const literal = /const rooms: [^=]+= (\{[\s\S]*?\n\});/.exec(read("test/rooms.test.ts"))?.[1] ?? "";
  const json = literal.replace(/^ {2}(\w+):/gm, '"$1":').replace(/,(\s*[\]}])/g, "$1");
  expect(Object.fromEntries(rows)).toEqual(JSON.parse(json));
});

test("the floors of ARCHITECTURE.md are the directories of src/, each with its rooms", () => {
  const floors = tableAfter("ARCHITECTURE.md", "## The floors").map(([floor = "", , rooms = ""]) => [
    codeIn(floor)[0],
    codeIn(rooms).toSorted(),
  ]);
  const rooms = tableAfter("docs/internals/rooms.md", "## The table").map(
    ([room = ""]) => codeIn(room)[0] ?? "",
  );
  const known = readdirSync("src").map((floor) => [
    floor,
    rooms.filter((room) => room === floor || room.startsWith(`${floor}/`)).toSorted(),
  ]);
  expect(Object.fromEntries(floors)).toEqual(Object.fromEntries(known));
});

test("ARCHITECTURE.md can be read in one sitting", () => {
  expect(read("ARCHITECTURE.md").trim().split(/\s+/).length).toBeLessThanOrEqual(2500);
});

test("docs/protocol.md names every route of the contract, and no other", () => {
  const rows = tableAfter("docs/protocol.md", "## HTTP: `/api/v1`");
  const named = rows.map(([route = ""]) => codeIn(route)[0] ?? "");
  const known = Object.values(routes).map(({ method, path }) => `${method} ${path}`);
  expect(named.toSorted()).toEqual(known.toSorted());
});

test("docs/internals/dispatch.md names everything that can be in the way of a start", () => {
  const rows = tableAfter("docs/internals/dispatch.md", "## Who may start");
  expect(rows.map(([reason = ""]) => codeIn(reason)[0])).toEqual(waitReason.options);
});

describe("docs/files.md", () => {
  const events = tableAfter("docs/files.md", "## The ledger");
  const facts = ["## Facts", "These belong to commissions:"].flatMap((start) =>
    tableAfter("docs/files.md", start),
  );

  test("names exactly the types of events and facts, in their order", () => {
    expect(events.map(([type = ""]) => codeIn(type)[0])).toEqual([...hallEventTypes]);
    expect(facts.map(([type = ""]) => codeIn(type)[0])).toEqual([...factTypes]);
  });

  test.each([...events, ...facts])("names the fields of %s", (type = "", fields = "") => {
    const known = { ...fieldsByType(z.toJSONSchema(ledgerEvent)), ...fieldsByType(z.toJSONSchema(factBody)) };
    const own = known[codeIn(type)[0] ?? ""]?.filter((field) => !["v", "seq", "at"].includes(field));
    expect(codeIn(fields)).toEqual(own ?? []);
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
    const [outer = [], inner = []] = ["## meta.json", "| `commission` |"].map((start) =>
      tableAfter("docs/files.md", start).flatMap(([field = ""]) => codeIn(field)),
    );
    expect(outer).toEqual(Object.keys(commissionMeta.shape));
    expect(new Set(inner)).toEqual(new Set(Object.keys(commissionSummary.shape)));
  });

  test("names every field of quota.json", () => {
    const rows = tableAfter("docs/files.md", "## quota.json");
    expect(rows.flatMap(([field = ""]) => codeIn(field))).toEqual(Object.keys(quotaPause.shape));
  });

  test("names every field of the meta.json of a member's job", () => {
    const rows = tableAfter("docs/files.md", "The fields of its `meta.json`; others are kept");
    const meta = newMeta({ jobId: "", description: "", startedAt: "" });
    expect(rows.flatMap(([field = ""]) => codeIn(field))).toEqual(Object.keys(meta));
  });

  test("names every field of what members spend", () => {
    const rows = tableAfter("docs/files.md", "## What members spend");
    expect(rows.flatMap(([field = ""]) => codeIn(field))).toEqual(Object.keys(spendLine.shape));
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

/** The command that CONTRIBUTING shows how to add. */
function isExample(path: string, file: string): boolean {
  return path === "CONTRIBUTING.md" && file === "src/cli/commands/where.ts";
}

function relativeLinks(path: string): string[] {
  const text = read(path).replace(/^```[\s\S]*?^```/gm, "");
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? "");
  return [...links, ...picturesIn(text)].filter((link) => !/^[a-z]+:/.test(link));
}

/** Also those of which one is chosen by the theme. */
function picturesIn(text: string): string[] {
  const found = text.matchAll(/!\[[^\]]+\]\(([^)\s]+)\)|\bsrc(?:set)?="([^"]+)"/g);
  return [...found].map(([, written, tagged]) => written ?? tagged ?? "");
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
