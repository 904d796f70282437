// A plain repository passes its first checks with what is proposed for it and nothing else: real package managers in the
// real sandbox, and a registry on this machine.
import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { TakenSettings } from "../../../src/contract/project/proposal.ts";
import { findExecutable } from "../../../src/host/processes/children.ts";
import { takeLines } from "../../../src/rules/project/proposal/take.ts";
import { commitFiles, gitIn } from "../../harness/git/repositories.ts";
import { layCommission, says } from "../../harness/git/tree-bench.ts";
import { longTest } from "../../harness/long.ts";
import { tempDir } from "../../harness/temp.ts";
import { type Files, propose } from "../../rules/project/proposal/proposing.ts";
import { isWithoutSandbox } from "../sandbox/usable.ts";
import { endOf, setUpsOf } from "./set-up-world.ts";
import { host, toolsOf } from "./way-out-world.ts";

const find = (program: string) => findExecutable(program, "/usr/local/bin:/usr/bin:/bin");
const isWithout = (...programs: string[]): boolean => {
  const missing = programs.filter((program) => find(program) === undefined);
  if (missing.length > 0) console.warn(`Skipped: the sandbox finds no ${missing.join(" and no ")} here.`);
  return isWithoutSandbox || missing.length > 0;
};

/** Debian has what makes virtual environments in a package of its own. */
function isWithoutVenv(): boolean {
  const isMissing = spawnSync(find("python3") ?? "false", ["-c", "import ensurepip"]).status !== 0;
  if (isMissing) console.warn("Skipped: this Python cannot make virtual environments.");
  return isMissing;
}

let url = "";
const served = new Map<string, string | Uint8Array>();
const server = createServer(({ url: path = "" }, response) => {
  const body = served.get(path);
  response.statusCode = body === undefined ? 404 : 200;
  if (path.endsWith("/")) response.setHeader("content-type", "text/html");
  response.end(body ?? "{}");
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://${host}:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

/** Packs the files with a program, and returns the archive. */
function pack(files: Files, [program = "", ...args]: readonly string[]): Uint8Array {
  const directory = tempDir();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  const { status, stderr } = spawnSync(program, args, { cwd: directory });
  if (status !== 0) throw new Error(String(stderr));
  return readFileSync(join(directory, "packed"));
}

/** A project that uses the package `tiny` of the registry. */
function nodeProject(): Files {
  const manifest = { name: "tiny", version: "1.0.0", main: "index.js" };
  const packed = pack(
    { "package/package.json": JSON.stringify(manifest), "package/index.js": "module.exports = 42;\n" },
    ["tar", "czf", "packed", "package"],
  );
  served.set("/tiny/-/tiny-1.0.0.tgz", packed);
  const integrity = `sha512-${createHash("sha512").update(packed).digest("base64")}`;
  const resolved = `${url}/tiny/-/tiny-1.0.0.tgz`;
  const dependencies = { tiny: "1.0.0" };
  const lock = {
    name: "acme",
    version: "1.0.0",
    lockfileVersion: 3,
    packages: {
      "": { name: "acme", version: "1.0.0", dependencies },
      "node_modules/tiny": { version: "1.0.0", resolved, integrity },
    },
  };
  const scripts = { test: "node check.js" };
  return {
    "package.json": JSON.stringify({ name: "acme", version: "1.0.0", scripts, dependencies }),
    "package-lock.json": JSON.stringify(lock),
    ".npmrc": `registry=${url}/\n`,
    "check.js": 'process.exit(require("tiny") === 42 ? 0 : 1);\n',
  };
}

function pythonProject(): Files {
  const about = "tiny-1.0.dist-info";
  const wheel = pack(
    {
      "tiny.py": "answer = 42\n",
      [`${about}/METADATA`]: "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n",
      [`${about}/WHEEL`]: "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
      [`${about}/RECORD`]: `tiny.py,,\n${about}/METADATA,,\n${about}/WHEEL,,\n${about}/RECORD,,\n`,
    },
    ["python3", "-m", "zipfile", "-c", "packed", "tiny.py", about],
  );
  served.set("/simple/tiny/", '<a href="/tiny-1.0-py3-none-any.whl">tiny-1.0-py3-none-any.whl</a>');
  served.set("/tiny-1.0-py3-none-any.whl", wheel);
  return {
    "requirements.txt": `--index-url ${url}/simple/\n--trusted-host ${host}\ntiny==1.0\n`,
    "tests/": "",
    "tests/test_acme.py":
      "import unittest\nimport tiny\n\n\nclass Test(unittest.TestCase):\n    def test(self):\n        self.assertEqual(tiny.answer, 42)\n",
  };
}

const goProject = (): Files => ({
  "go.mod": "module example.org/acme\n\ngo 1.18\n",
  "acme_test.go": 'package acme\n\nimport "testing"\n\nfunc TestNothing(t *testing.T) {}\n',
});

/** Carries out one commission, and returns what became of its set-ups and checks. */
async function firstWork(files: Files, project: TakenSettings) {
  const { checks = [], ...settings } = project;
  const plan = checks.map((command) => ({ command, timeoutSeconds: 120, from: "project" as const }));
  const real = Object.fromEntries(Object.entries(files).filter(([path]) => !path.endsWith("/")));
  const laid = await layCommission({ project: settings, checks: plan }, (checkout) => {
    commitFiles(checkout, real);
    gitIn(checkout, "branch", "-f", "claude/main", "main");
  });
  const work = async ({ layout }: { layout: { work: string } }) => {
    writeFileSync(`${layout.work}/NOTES.md`, "Notes.\n");
    return says();
  };
  const { facts } = await laid.run(work, { setUpTools: await toolsOf(laid.home) });
  const ran = facts.flatMap((fact) => (fact.type === "check.ran" ? [fact.run] : []));
  const tree = facts.flatMap((fact) => (fact.type === "work.finished" ? [fact.tree] : [])).at(-1) ?? "";
  const names = gitIn(laid.checkout, "ls-tree", "-r", "--name-only", tree).split("\n");
  return { facts, exits: ran.map(({ exitCode }) => exitCode), names };
}

const proposedFor = (files: Files) => {
  const found = propose(files, { programs: ["npm", "python3", "go"].filter((program) => find(program)) });
  return takeLines(found.lines, found);
};

describe("with what is proposed", () => {
  test.skipIf(isWithout("npm"))(
    "an npm project passes, and fails for want of its packages without it",
    async () => {
      const files = nodeProject();
      const settings = proposedFor(files);
      expect(settings).toEqual({
        setup: { command: "npm ci", network: true },
        network: { allow: [host] },
        checks: ["npm test"],
      });
      const { facts, exits, names } = await firstWork(files, settings);
      expect(setUpsOf(facts)).toMatchObject([{ by: "network" }, { by: "kept" }]);
      expect(endOf(facts)).toMatchObject({ how: "normal" });
      expect(exits).toEqual([0]);
      // Git does not ignore what the set-up made. It is not the worker's, so it is not committed.
      expect(names).toContain("NOTES.md");
      expect(names.filter((name) => name.startsWith("node_modules"))).toEqual([]);

      const without = await firstWork(files, { checks: ["npm test"] });
      expect(without.exits).not.toContain(0);
    },
    120_000,
  );

  const pythonTest = isWithout("python3") || isWithoutVenv() ? test.skip : longTest;
  pythonTest(
    "a Python project passes, with its packages in a virtual environment",
    async () => {
      const files = pythonProject();
      const settings = proposedFor(files);
      expect(settings.network).toEqual({ allow: [host] });
      const { facts, exits, names } = await firstWork(files, settings);
      expect(setUpsOf(facts)).toMatchObject([{ by: "network", run: { exitCode: 0 } }, { by: "kept" }]);
      expect(exits).toEqual([0]);
      expect(names.filter((name) => name.startsWith(".venv"))).toEqual([]);
    },
    120_000,
  );

  const goTest = isWithout("go") ? test.skip : longTest;
  goTest(
    "a Go project without modules passes, without a set-up",
    async () => {
      const files = goProject();
      const settings = proposedFor(files);
      expect(settings).toEqual({ checks: ["go test ./..."] });
      expect((await firstWork(files, settings)).exits).toEqual([0]);
    },
    180_000,
  );
});
