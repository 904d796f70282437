// Repositories, worktrees and words that would have git run something, write something or read elsewhere. Each is also
// tried without the guard, where it must succeed.
import { afterEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { worktreePlace } from "../../../src/git/repository/places.ts";
import { gitEnvironment } from "../../../src/git/repository/run.ts";
import { someId } from "../../harness/ledger/histories.ts";
import { gitIn, writeFiles } from "../../harness/git/repositories.ts";
import { someFiles } from "../../harness/git/some-tree.ts";
import { tempDir } from "../../harness/temp.ts";
import { isWithoutSandbox, probe } from "../sandbox/usable.ts";
import { levels, setUpHistory } from "./history.ts";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const offered of opened.splice(0)) await offered.close();
});

type History = Awaited<ReturnType<typeof setUpHistory>>;

async function open(choice: Parameters<typeof setUpHistory>[0]): Promise<History> {
  const history = await setUpHistory(choice);
  history.open();
  opened.push(history.offered);
  return history;
}

/** Whoever runs it leaves a file, and gives back what it was given. */
function layCanary() {
  const place = tempDir();
  const program = join(place, "canary.sh");
  writeFileSync(program, `#!/bin/sh\ntouch ${place}/sung\ncat "$1" 2>/dev/null || cat\n`, { mode: 0o755 });
  return { program, hasSung: () => existsSync(`${place}/sung`) };
}

async function lookAtAll({ call }: History): Promise<string> {
  const asked: [string, object][] = [
    ["status", {}],
    ["log", { to: "main" }],
    ["diff", {}],
    ["diff", { from: "HEAD~1", to: "HEAD" }],
    ["show", { revision: "HEAD" }],
    ["show", { revision: "HEAD", path: "src/a.txt" }],
  ];
  const answers = [];
  for (const [tool, input] of asked) answers.push((await call(tool, input)).text);
  return answers.join("\n");
}

const drivers = (program: string): Record<string, string> => ({
  "diff.evil.command": program,
  "diff.evil.textconv": program,
  "filter.evil.clean": program,
  "filter.evil.smudge": program,
  "filter.evil.process": program,
  "diff.external": program,
  "core.fsmonitor": program,
  "core.pager": program,
  "pager.log": program,
  "gpg.program": program,
  "log.showSignature": "true",
  "interactive.diffFilter": program,
});

const attributes = "* diff=evil filter=evil textconv=evil merge=evil\n";

describe.each(levels)("a hostile repository %s", (_name, level) => {
  test("has no program of its settings run by what looks at it", async () => {
    const canary = layCanary();
    const history = await open({ level, files: { ...someFiles, ".gitattributes": attributes } });
    const { worktree, git } = history;
    writeFileSync(`${worktree}/src/a.txt`, "second\n");
    gitIn(worktree, "commit", "--quiet", "--all", "--message=second");
    writeFileSync(`${worktree}/src/a.txt`, "third\n");
    for (const [key, value] of Object.entries(drivers(canary.program))) git("config", key, value);
    writeFiles(history.tree.repository, { "info/attributes": attributes });
    const seen = await lookAtAll(history);
    expect(seen).toContain("-one");
    expect(seen).toContain("+third");
    expect(canary.hasSung()).toBe(false);
    spawnSync("git", ["diff"], { cwd: worktree, env: { PATH: process.env["PATH"] ?? "" } });
    expect(canary.hasSung()).toBe(true);
  });

  test("has no settings of a repository inside it obeyed", async () => {
    const canary = layCanary();
    const history = await open({ level });
    const { worktree, home, tree } = history;
    const sub = join(worktree, "sub");
    mkdirSync(sub);
    gitIn(sub, "init", "--quiet");
    writeFiles(sub, { "x.txt": "x\n" });
    gitIn(sub, "add", "--all");
    gitIn(sub, "commit", "--quiet", "--message=inner");
    gitIn(worktree, "add", "sub");
    gitIn(worktree, "commit", "--quiet", "--message=with a repository inside");
    gitIn(sub, "config", "core.fsmonitor", canary.program);
    writeFiles(sub, { "x.txt": "changed\n" });
    expect(await lookAtAll(history)).toContain("Subproject commit");
    expect(canary.hasSung()).toBe(false);
    const place = worktreePlace(home, someId, tree);
    const env = gitEnvironment({ searchPath: process.env["PATH"] ?? "" }, { place });
    spawnSync("git", ["status"], { cwd: worktree, env });
    expect(canary.hasSung()).toBe(true);
  });
});

describe.skipIf(isWithoutSandbox)("in the sandbox", () => {
  test("what a check leaves behind does not change what is told", async () => {
    const files = {
      ...someFiles,
      "leave.sh": 'git config --global diff.external "echo forged #" && git diff',
    };
    const history = await open({ level: probe, files });
    writeFileSync(`${history.worktree}/src/a.txt`, "changed\n");
    const left = await history.offered.checks.run("leave", new AbortController().signal);
    expect(left.output).toContain("forged");
    const { text } = await history.call("diff");
    expect(text).toContain("+changed");
    expect(text).not.toContain("forged");
  });

  test("objects that the repository borrows from another are not shown, and that is said", async () => {
    const history = await open({ level: probe });
    const { tree, call } = history;
    const lent = join(tempDir(), "lent");
    renameSync(`${tree.repository}/objects`, lent);
    writeFiles(tree.repository, { "objects/info/alternates": `${lent}\n` });
    expect(history.git("log", "--format=%s")).toBe("The first of all");
    await expect(call("log")).rejects.toThrow(/git says: .*borrows objects from another one/s);
  });

  test("the token in the repository's settings is in nobody's answer", async () => {
    const files = {
      ...someFiles,
      "leave.sh": "cat /gh/repository/config; git config --list; grep -rs canary-9b2 /gh",
    };
    const history = await open({ level: probe, files });
    history.git("config", "remote.origin.url", "https://me:canary-9b2@example.invalid/");
    writeFileSync(`${history.worktree}/src/a.txt`, "changed\n");
    gitIn(history.worktree, "commit", "--quiet", "--all", "--message=second");
    const { output } = await history.offered.checks.run("leave", new AbortController().signal);
    expect(output).toContain("hooksPath = /dev/null");
    expect(output.replaceAll("grep -rs canary-9b2 /gh", "")).not.toContain("canary-9b2");
    expect(await lookAtAll(history)).not.toContain("canary-9b2");
  });
});

describe("hostile words", () => {
  const words: [string, object][] = [
    ["diff", { from: "--output=planted" }],
    ["diff", { to: "--output=planted" }],
    ["diff", { paths: ["--output=planted"] }],
    ["log", { to: "--output=planted" }],
    ["log", { from: "--all", to: "HEAD" }],
    ["show", { revision: "--output=planted" }],
    ["show", { revision: "-Oplanted" }],
    ["show", { revision: "@{upstream}" }],
    ["show", { revision: "HEAD", path: "../../planted" }],
    ["show", { revision: "HEAD\n--output=planted" }],
    ["show", { revision: "$(touch planted)" }],
    ["show", { revision: "HEAD:src/a.txt" }],
    ["diff", { paths: ["/etc/passwd"] }],
    ["diff", { paths: [":(top)src"] }],
  ];

  test.each(words)("%s %j is refused before git is started", async (tool, input) => {
    const history = await setUpHistory();
    const refusal = await history.call(tool, input).catch((error: Error) => error.message);
    expect(refusal).toContain("expected a");
    // A session has not begun: had it been asked of git, that would be the complaint.
    await expect(history.call(tool)).rejects.not.toThrow("expected a");
  });

  test("an option that git would take writes a file", async () => {
    const { worktree } = await setUpHistory();
    gitIn(worktree, "diff", "--output=planted");
    expect(existsSync(`${worktree}/planted`)).toBe(true);
  });

  test("a path is a name and no pattern", async () => {
    const history = await open({ files: { "*.txt": "star\n", "a.txt": "a\n", "-x": "dash\n" } });
    writeFiles(history.worktree, { "*.txt": "star two\n", "a.txt": "a two\n", "-x": "dash two\n" });
    const { text } = await history.call("diff", { paths: ["*.txt", "./-x"] });
    expect(text).toContain("+star two");
    expect(text).toContain("+dash two");
    expect(text).not.toContain("+a two");
  });

  test("nothing is left in the worktree or beside it by any look", async () => {
    const history = await open({ level: probe });
    writeFileSync(`${history.worktree}/src/a.txt`, "changed\n");
    gitIn(history.worktree, "commit", "--quiet", "--all", "--message=second");
    const before = listing(history);
    await lookAtAll(history);
    expect(listing(history)).toEqual(before);
  });
});

function listing({ worktree, tree }: History): Record<string, string> {
  const files = [worktree, tree.repository].flatMap((root) =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return Object.fromEntries(files.map((path) => [path, readFileSync(path, "base64")]));
}
