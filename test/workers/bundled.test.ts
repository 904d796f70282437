// The workers that come with the hall: each passes its rehearsal, with exactly its tools on the wire, and fails it at the first
// request once its posture is emptied.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installed } from "../../src/host/program.ts";
import { parseRehearsal } from "../../src/rules/rehearsal/rehearsal-parse.ts";
import { readPackage } from "../../src/guild/roster/read-package.ts";
import { runHere } from "../cli/support.ts";
import { layInstallation } from "../harness/packages/installation.ts";
import { countSession } from "../harness/sessions.ts";
import { tempDir } from "../harness/temp.ts";
import { firstOf } from "../harness/long.ts";

/** Who carries out commissions of people. The archivist works for the hall alone, and is played where its chore is. */
const names = ["researcher", "reviewer", "implementer", "writer"];

function scriptsOf(name: string) {
  const place = installed(`workers/${name}/rehearsals`);
  const files = readdirSync(place).filter((file) => file.endsWith(".yaml") && file !== "config.yaml");
  return files.map((file) => ({ file, parsed: parseRehearsal(readFileSync(`${place}/${file}`, "utf8")) }));
}

test.each(names)(
  "the first turn of every rehearsal of the %s names its tools exactly and words of its posture",
  (name) => {
    const posture = readFileSync(installed(`workers/${name}/posture.md`), "utf8");
    for (const { parsed } of scriptsOf(name)) {
      const expected = parsed.ok ? parsed.script.turns[0]?.expect : undefined;
      expect(expected?.tools?.length).toBeGreaterThan(5);
      for (const words of expected?.systemIncludes ?? [""]) expect(posture).toContain(words || "?");
    }
  },
);

test("those who make and judge code have a shell, those who judge cannot write, those who work on files have them, each declares its toolboxes, and their limits are not said to be proven", async () => {
  const found = await Promise.all(names.map((name) => readPackage(installed(`workers/${name}`))));
  const workers = found.flatMap((one) => (one.ok && one.found.worker ? [one.found.worker] : []));
  expect(workers).toHaveLength(names.length);
  for (const { limits } of workers) expect(limits.validated).toBe(false);
  const shells = workers.filter(({ builtInTools }) => builtInTools.includes("Bash"));
  expect(shells.map(({ identity }): string => identity.name)).toEqual(["reviewer", "implementer"]);
  const files = Object.fromEntries(workers.map(({ identity, files }) => [identity.name, files]));
  expect(files).toMatchObject({
    researcher: "read",
    reviewer: "read",
    implementer: "write",
    writer: "write",
  });
  const checkouts = Object.fromEntries(workers.map(({ identity, checkout }) => [identity.name, checkout]));
  expect(checkouts).toEqual({
    researcher: "sparse",
    reviewer: "full",
    implementer: "full",
    writer: "full",
  });
  const toolboxes: Record<string, readonly string[]> = Object.fromEntries(
    workers.map((worker) => [worker.identity.name, worker.toolboxes]),
  );
  expect(toolboxes).toEqual({
    researcher: [],
    reviewer: ["verify", "git-history"],
    implementer: ["verify", "git-history"],
    writer: ["git-history"],
  });
});

test.each(firstOf(names, 1))(
  "the %s passes its rehearsal",
  async (name) => {
    countSession(scriptsOf(name).length);
    const run = await rehearse(installed(`workers/${name}`), (path) => installed(path));
    expect(run).toMatchObject({ code: 0, err: "", out: expect.stringContaining("passed  ") });
  },
  30_000,
);

describe("with its posture emptied", () => {
  const place = mkdtempSync(join(tmpdir(), "guild-hall-test-"));
  afterAll(() => rmSync(place, { recursive: true }));
  let root = "";
  beforeAll(() => {
    root = layInstallation(place, installed("workers"));
    for (const name of names) writeFileSync(`${root}/workers/${name}/posture.md`, "");
  });

  test.each(firstOf(names, 1))(
    "the %s fails it at the first request",
    async (name) => {
      countSession(scriptsOf(name).length);
      const run = await rehearse(`${root}/workers/${name}`, (path) => `${root}/${path}`);
      expect(run.code).toBe(1);
      expect(run.out).toMatch(
        /^failed {2}\S+\.yaml: Rehearsal ".*", turn 1: the system prompt does not include/m,
      );
    },
    30_000,
  );
});

function rehearse(directory: string, from: (path: string) => string) {
  const machine = { temporary: tempDir(), installed: from };
  return runHere(["package", "rehearse", directory], { machine, env: { PATH: process.env["PATH"] ?? "" } });
}
