// What a forge reads of this repository: the workflow calls what there is, and no setting names a registry or a secret.
import { Glob } from "bun";
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { commandTable } from "../../src/cli/table/command-table.ts";
import { parseCommandLine } from "../../src/cli/parse.ts";

const files = [...new Glob(".github/**/*").scanSync({ cwd: ".", dot: true })].sort();
const read = (path: string): string => readFileSync(path, "utf8");

test.each(files)("%s can be read, and names no registry, no secret and no path of a machine", (path) => {
  const text = read(path);
  if (path.endsWith(".yml")) expect(parse(text, { strict: true })).toBeObject();
  expect(/registry|npmjs|secrets\.|\btoken:/i.exec(text)?.[0]).toBeUndefined();
  expect(/(?<![\w.~:/-])\/(?:home|Users|root|tmp)\b/.exec(text)?.[0]).toBeUndefined();
});

interface Job {
  "runs-on": string;
  "timeout-minutes": number;
  steps: { run?: string; uses?: string }[];
}

describe("the workflow", () => {
  const workflow = parse(read(".github/workflows/ci.yml")) as {
    permissions: object;
    jobs: Record<"linux" | "macos", Job>;
  };
  const commands = (job: Job) => job.steps.flatMap(({ run }) => run ?? []);

  test("may read the repository and nothing else", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
  });

  test("runs .ci/run on Linux, which is a program", () => {
    expect(workflow.jobs.linux["runs-on"]).toStartWith("ubuntu");
    expect(commands(workflow.jobs.linux)).toContain(".ci/run");
    expect(statSync(".ci/run").mode & 0o111).toBe(0o111);
  });

  test("tries on macOS what is promised there", () => {
    expect(workflow.jobs.macos["runs-on"]).toStartWith("macos");
    expect(commands(workflow.jobs.macos).slice(0, 2)).toEqual(["npm ci", "npm start -- --once"]);
  });

  test("gives only commands and files that there are", () => {
    const all = Object.values(workflow.jobs).flatMap(commands);
    for (const words of all.map((line) => line.split(" ")).filter(([program]) => program === "node")) {
      expect(words.slice(1).filter((word) => /^\.?\w+\/|^\.\//.test(word) && !existsSync(word))).toEqual([]);
      if (words[1] === "bin/guild-hall.js")
        expect(parseCommandLine(commandTable, words.slice(2))).toMatchObject({ ask: "run" });
    }
  });
});

test("the Agent SDK is raised by itself, and every guild member with the hall", () => {
  const { updates } = parse(read(".github/dependabot.yml")) as {
    updates: {
      directories?: string[];
      groups: Record<string, { patterns: string[]; "exclude-patterns"?: string[] }>;
    }[];
  };
  const sdk = "@anthropic-ai/claude-agent-sdk";
  const [npm] = updates;
  expect(npm?.groups["packages"]?.["exclude-patterns"]).toEqual([sdk]);
  expect(npm?.groups["agent-sdk"]?.patterns).toEqual([sdk]);
  expect(npm?.directories).toEqual(["/", "/guild-members/*"]);
  expect(read(".github/dependabot.yml")).toContain("docs/internals/agent-sdk.md");
});

test("the links of the pull request's template lead somewhere", () => {
  const path = ".github/PULL_REQUEST_TEMPLATE.md";
  const links = [...read(path).matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => join(dirname(path), link));
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((link) => !existsSync(link))).toEqual([]);
});

test.each(files.filter((path) => path.includes("ISSUE_TEMPLATE/") && !path.endsWith("config.yml")))(
  "%s asks for something, each field by a name of its own",
  (path) => {
    const form = parse(read(path)) as {
      name: string;
      description: string;
      body: { id?: string; type: string }[];
    };
    expect([form.name, form.description]).not.toContain(undefined);
    const ids = form.body.filter(({ type }) => type !== "markdown").map(({ id }) => id);
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(ids.length);
  },
);
