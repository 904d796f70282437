// A first commission of a new user: a plain npm repository is added with what is proposed for it, and its first work is
// verified at the first try.
import { afterEach, describe, expect, test } from "bun:test";
import { TestHome, untilEnded } from "../../harness/hall.ts";
import { makeRepository } from "../../harness/git/repositories.ts";
import { script, submit, type Turn } from "../../harness/rehearsals.ts";
import { removeTempDirs } from "../../harness/temp.ts";
import { findExecutable } from "../../../src/host/processes/children.ts";
import { runHere } from "../../cli/support.ts";
import { isWithoutSandbox } from "../../workbench/sandbox/usable.ts";

const homes: TestHome[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
  removeTempDirs();
});

const isWithoutNpm = findExecutable("npm", "/usr/local/bin:/usr/bin:/bin") === undefined;
if (isWithoutNpm) console.warn("The first commission is not tried: the sandbox finds no npm here.");

/** The one package is a directory of the repository, so that no registry is needed. */
const files = {
  "package.json": JSON.stringify({
    name: "acme",
    version: "1.0.0",
    scripts: { test: "node check.js" },
    dependencies: { tiny: "file:tiny" },
  }),
  "package-lock.json": JSON.stringify({
    name: "acme",
    version: "1.0.0",
    lockfileVersion: 3,
    packages: {
      "": { name: "acme", version: "1.0.0", dependencies: { tiny: "file:tiny" } },
      "node_modules/tiny": { resolved: "tiny", link: true },
      tiny: { version: "1.0.0" },
    },
  }),
  "tiny/package.json": JSON.stringify({ name: "tiny", version: "1.0.0" }),
  "tiny/index.js": "module.exports = 42;\n",
  "check.js": 'process.exit(require("tiny") === 42 ? 0 : 1);\n',
  ".npmrc": "audit=false\n",
};

describe.skipIf(isWithoutSandbox || isWithoutNpm)("a plain npm repository", () => {
  test("is verified at its first commission with nothing but what was proposed", async () => {
    const home = new TestHome();
    homes.push(home);
    const { client } = await home.open();
    const added = await runHere(["project", "add", "acme", makeRepository(files), "--yes"], {
      home: home.root,
    });
    expect(added).toMatchObject({ code: 0, err: "" });
    const notes: Turn = {
      use: [{ tool: "Write", input: { file_path: "NOTES.md", content: "Notes.\n" } }],
    };
    const rehearsal = script([notes, submit(), { say: "Done." }]);
    const { id } = await client.create({
      worker: "implementer",
      task: "Write notes.",
      project: "acme",
      rehearsal,
    });
    const ended = await untilEnded(client, id);
    expect(ended).toMatchObject({ status: "completed", trust: "verified", branch: { state: "merged" } });
    const sentBack = (await client.commissionEvents(id)).events.filter(
      ({ type }) => type === "commission.requeued",
    );
    expect(sentBack).toEqual([]);
  }, 120_000);
});
