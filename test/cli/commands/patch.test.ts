// `guild-hall diff ID > work.patch; git apply work.patch` gives the tree of the commission, byte for byte: by the launcher,
// a real hall and real git.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { installed } from "../../../src/host/program.ts";
import { keptAt, someTree } from "../../harness/ledger/checked.ts";
import { TestHome } from "../../harness/hall.ts";
import { inProgress } from "../../harness/ledger/histories.ts";
import { lay } from "../../harness/ledger/laid-work.ts";
import { makeOddChanges, writeBefore } from "../../harness/git/odd-changes.ts";
import { commitFiles, gitIn } from "../../harness/git/repositories.ts";
import { tempDir } from "../../harness/temp.ts";
import { runHere, steers } from "../support.ts";

const home = new TestHome();
const checkout = mkdtempSync(join(tmpdir(), "guild-hall-test-")); // for all tests: a tempDir() goes after each
let base = "";
let tip = "";
let odd: CommissionId;
let large: CommissionId;

beforeAll(async () => {
  gitIn(checkout, "init", "-q", "-b", "main");
  gitIn(checkout, "config", "core.autocrlf", "false");
  writeBefore(checkout);
  base = commitFiles(checkout, {});
  makeOddChanges(checkout);
  tip = commitFiles(checkout, {});
  writeFileSync(`${checkout}/large.bin`, "");
  truncateSync(`${checkout}/large.bin`, 65 * 1024 * 1024);
  const larger = commitFiles(checkout, {});
  odd = layWork(tip);
  large = layWork(larger);
  await home.open();
}, 30_000);

afterAll(async () => {
  await home.dispose();
  rmSync(checkout, { recursive: true });
});

function layWork(at: string): CommissionId {
  const tree = { ...someTree, repository: `${checkout}/.git`, base };
  const how = { endedBy: "normal", anomaly: null, source: "final_text", trust: "claimed" } as const;
  return lay(homeLayout(home.root), [
    ...inProgress.map((body) => (body.type === "commission.dispatched" ? { ...body, tree } : body)),
    { type: "finish.planned", plan: { outcome: { status: "completed", ...how }, copy: [], tree: "keep" } },
    { type: "finish.applied", artifacts: [], problems: [], tree: keptAt(at) },
    { type: "commission.completed", ...how },
  ]);
}

/** As a shell does it with `>`. */
async function intoFile(...args: string[]) {
  const path = `${tempDir()}/work.patch`;
  const file = openSync(path, "w");
  const child = spawn("node", [installed("bin/guild-hall.js"), ...args], {
    env: { PATH: process.env["PATH"] ?? "", HOME: "/dev/null", GUILD_HALL_HOME: home.root },
    stdio: ["ignore", file, "pipe"],
  });
  closeSync(file);
  let err = "";
  child.stderr?.on("data", (chunk) => (err += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.once("close", (ended) => resolve(ended)));
  return { code, err, path };
}

/** What a patch makes of the commit at which the work began: the name of a tree, or of a file in it. */
function madeBy(patch: string, path = ""): string {
  const clone = `${tempDir()}/clone`;
  mkdirSync(clone);
  gitIn(clone, "clone", "-q", "--shared", "--no-checkout", checkout, ".");
  gitIn(clone, "checkout", "-q", "--detach", base);
  gitIn(clone, "apply", "--index", "--whitespace=nowarn", patch);
  return gitIn(clone, "rev-parse", `${gitIn(clone, "write-tree")}:${path}`);
}

test("a patch in a file makes the tree of the commission", async () => {
  const { code, err, path } = await intoFile("diff", odd);
  expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/^\d+ files changed: .* against /) });
  expect(madeBy(path)).toBe(gitIn(checkout, "rev-parse", `${tip}^{tree}`));
});

test("it has the bytes of the files, and no escape in their place", async () => {
  const bytes = readFileSync((await intoFile("diff", odd)).path);
  for (const part of ["-two\r\n+2\r\n", "+bell \x07, escape \x1b[2J, form feed \f", "+a \u202egnp.exe\u2066"])
    expect(bytes.includes(part)).toBe(true);
  expect(bytes.includes(Buffer.from([0x2b, 0x61, 0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0x0a]))).toBe(true);
});

test("control: the form for a terminal is safe to look at, and makes another tree or none", async () => {
  const shown = await runHere(["diff", odd], {
    home: home.root,
    window: { columns: 80, rows: 24 },
    env: { NO_COLOR: "1" },
  });
  expect(shown.out).not.toMatch(steers);
  const path = `${tempDir()}/shown.patch`;
  writeFileSync(path, shown.out);
  expect(() => madeBy(path)).toThrow();
});

test("one file alone is a patch of its own, also one that is not text", async () => {
  const { path } = await intoFile("diff", odd, "image.png");
  expect(readFileSync(path, "utf8")).toContain("GIT binary patch\n");
  expect(madeBy(path, "image.png")).toBe(gitIn(checkout, "rev-parse", `${tip}:image.png`));
  const none = await intoFile("diff", odd, "none.txt");
  expect(none).toMatchObject({ code: 1, err: expect.stringContaining('It did not change "none.txt".') });
  expect(readFileSync(none.path, "utf8")).toBe("");
});

test("a patch that cannot be whole is refused, by name, and nothing is printed", async () => {
  const refused = await intoFile("diff", large);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('"large.bin"') });
  expect(readFileSync(refused.path, "utf8")).toBe("");
  expect(await intoFile("diff", large, "crlf.txt")).toMatchObject({ code: 0 });
});
