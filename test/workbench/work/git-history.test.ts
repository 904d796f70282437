// The toolbox git-history, with real git on a real worktree: what it answers, and where it ends.
import { afterEach, describe, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { spawnPiped } from "../../../src/host/processes/children.ts";
import { maxCharacters } from "../../../src/workbench/work/repository.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { until } from "../../harness/hall.ts";
import { gitIn, writeFiles } from "../../harness/git/repositories.ts";
import { indexOf, someFiles } from "../../harness/git/some-tree.ts";
import { callsWithout, type HistoryChoice, levels, setUpHistory } from "./history.ts";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const offered of opened.splice(0)) await offered.close();
});

async function setUp(choice: HistoryChoice = {}) {
  const history = await setUpHistory(choice);
  history.open();
  opened.push(history.offered);
  const text = async (tool: string, input: object = {}) => (await history.call(tool, input)).text;
  return { ...history, text };
}

describe.each(levels)("git-history %s", (_name, level) => {
  test("tells what differs from the last commit, and leaves no trace", async () => {
    const { text, worktree, ...some } = await setUp({ level });
    const before = indexOf(some);
    expect(await text("status")).toMatch(/^## claude\/commission\/\S+\n$/);
    writeFiles(worktree, { "src/a.txt": "one\n", "src/new name.txt": "", "ünicode.txt": "" });
    rmSync(`${worktree}/README.md`);
    expect((await text("status")).split("\n").slice(1)).toEqual([
      " D README.md",
      " M src/a.txt",
      '?? "src/new name.txt"',
      "?? ünicode.txt",
      "",
    ]);
    expect(indexOf(some).equals(before)).toBe(true);
  });

  test("lists commits with their whole message, newest first, as asked", async () => {
    const { text, git, checkout } = await setUp({ level });
    writeFiles(checkout, { "src/b.txt": "b\n" });
    git("add", "--all");
    git("commit", "--quiet", "--message=Add b\n\nBecause a was alone.");
    expect(await text("log")).toMatch(
      /^\w{7,} \(HEAD -> claude\/commission\/.*\nAda, 20.*\n\n {4}The first of all\n/,
    );
    const both = await text("log", { to: "main" });
    expect(both).toMatch(/Add b\n *\n {4}Because a was alone\.\n[^]*The first of all/);
    expect(await text("log", { to: "main", count: 1 })).not.toContain("The first of all");
    expect(await text("log", { to: "main", paths: ["src/a.txt"] })).not.toContain("Add b");
    expect(await text("log", { from: "claude/main", to: "main" })).not.toContain("The first of all");
    expect(await text("log", { from: "main" })).toBe("There is no such commit.");
  });

  test("without a revision shows all that the commission has changed, committed or not", async () => {
    const { text, worktree } = await setUp({
      level,
      files: { ...someFiles, ".gitignore": "*.log\n", "src/b.txt": "b\n" },
    });
    expect(await text("diff")).toBe("There is no difference.");
    writeFiles(worktree, { "src/a.txt": "one\ntwo\nthree\nfour\n" });
    gitIn(worktree, "commit", "--quiet", "--all", "--message=kept by the hall");
    writeFiles(worktree, { "src/b.txt": "changed\n", "src/new.txt": "n\n", "noise.log": "" });
    const diff = await text("diff");
    expect(diff).toStartWith(
      "New files, not in the diff:\nsrc/new.txt\n\ndiff --git a/src/a.txt b/src/a.txt",
    );
    expect(diff).toContain("+four");
    expect(diff).toContain("-b\n+changed");
    expect(diff).not.toContain("noise");
    expect(await text("diff", { from: "HEAD" })).not.toContain("+four");
    expect(await text("diff", { to: "HEAD" })).not.toContain("changed");
    expect(await text("diff", { paths: ["/gh/work/src/b.txt"] })).not.toContain("four");
    expect(await text("diff", { paths: [`${worktree}/src/`], summary: true })).toMatch(
      /^New files.*\nsrc\/new\.txt\n\n src\/a\.txt \| 1 \+\n src\/b\.txt \| 2 \+-\n/,
    );
  });

  test("shows a commit, and a file as it was", async () => {
    const { text, worktree } = await setUp({ level });
    writeFileSync(`${worktree}/src/a.txt`, "changed\n");
    expect(await text("show", { revision: "HEAD" })).toMatch(/The first of all[^]*3 files changed[^]*\+two/);
    expect(await text("show", { revision: "claude/main", path: "./src/a.txt" })).toBe("one\ntwo\nthree\n");
    expect(await text("show", { revision: "HEAD", path: "src" })).toContain("a.txt");
    expect(await text("show", { revision: "HEAD", path: "/gh/work" })).toContain("README.md");
  });

  test("says in git's words what it does not know", async () => {
    const { call } = await setUp({ level });
    await expect(call("show", { revision: "nowhere" })).rejects.toThrow(/git says: bad revision 'nowhere'/);
    await expect(call("show", { revision: "HEAD", path: "nothing.txt" })).rejects.toThrow("nothing.txt");
    await expect(call("log", { to: "HEAD~99" })).rejects.toThrow("git says");
  });

  test("of a sparse worktree shows what is in it, and the history of all", async () => {
    const { text, worktree } = await setUp({ level, checkout: "sparse" });
    expect(await text("status")).not.toContain(" D ");
    writeFileSync(`${worktree}/.lore/notes.md`, "What is known now.\n");
    expect(await text("diff")).toContain("+What is known now.");
    expect(await text("show", { revision: "HEAD", path: "src/a.txt" })).toBe("one\ntwo\nthree\n");
  });

  test("says of a binary file that it is one, and shows what would steer a terminal", async () => {
    const { text, worktree } = await setUp({
      level,
      files: {
        "a.bin": "\0\u0001\u0002",
        ".gitattributes": "forced.bin diff\n",
        "forced.bin": "a\0\n",
        "a.txt": "\\x00",
      },
    });
    expect(await text("show", { revision: "HEAD", path: "a.bin" })).toBe("It is a binary file.\n");
    expect(await text("show", { revision: "HEAD", path: "a.txt" })).toBe("\\x00");
    writeFiles(worktree, { "a.bin": "\0\u0003", "forced.bin": "b\0\u001b]52;c;x\u0007\u202e\n" });
    const diff = await text("diff");
    expect(diff).toContain("Binary files a/a.bin and b/a.bin differ");
    expect(diff).toContain("+b\\x00\\x1b]52;c;x\\x07\\u202e");
  });
});

describe("what is too much", () => {
  const lines = (size: number) =>
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde\n".repeat(size / 64);

  test.each(levels)("%s is cut: 100 MB of changes cost neither memory nor time", async (_name, level) => {
    const names = Array.from({ length: 100 }, (_, at) => `${String(at).padStart(3, "0")}.txt`);
    const { call, worktree } = await setUp({
      level,
      files: Object.fromEntries(names.map((name) => [name, "small\n"])),
    });
    for (const name of names) writeFileSync(`${worktree}/${name}`, lines(1024 * 1024));
    Bun.gc(true);
    const before = process.memoryUsage.rss();
    const begun = performance.now();
    const { text } = await call("diff");
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(process.memoryUsage.rss() - before).toBeLessThan(32 * 1024 * 1024);
    expect(text).toStartWith("diff --git a/000.txt b/000.txt");
    expect(text.length).toBeWithin(maxCharacters, maxCharacters + 200);
    expect(text).toEndWith("[the rest is cut: ask for less, by paths or with summary]");
  });

  test("of one file is only told to differ", async () => {
    const { text, worktree } = await setUp({ files: { "big.txt": "small\n" } });
    writeFileSync(`${worktree}/big.txt`, lines(100 * 1024 * 1024));
    expect(await text("diff")).toContain("Binary files a/big.txt and b/big.txt differ");
  });

  test("of new files is cut at the end of a name, and the diff still shown", async () => {
    const { text, worktree } = await setUp();
    writeFiles(
      worktree,
      Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`new/${at}-${"n".repeat(40)}`, ""])),
    );
    writeFileSync(`${worktree}/README.md`, "changed\n");
    const diff = await text("diff");
    expect(diff).toMatch(/n{40}\n\[more were cut here\]\n\ndiff --git a\/README/);
    expect(diff).toEndWith("with summary]");
  });
});

describe("git", () => {
  const slow: HistoryChoice["spawnBeside"] = (order) =>
    spawnPiped({ ...order, file: "/bin/sleep", args: ["600"] });

  test("that takes too long is ended", async () => {
    const clock = createManualClock();
    const { call } = await setUp({ clock, spawnBeside: slow });
    const answer = call("status").then(
      () => "answered",
      (error: Error) => error.message,
    );
    let said = "";
    void answer.then((text) => (said = text));
    await until("it was given up", () => {
      clock.advance(30_000);
      return said !== "";
    });
    expect(said).toStartWith("git took longer than 60 s");
  });

  test("ends with the session, and is not started outside of one", async () => {
    const history = await setUpHistory({ spawnBeside: slow });
    await expect(history.call("status")).rejects.toThrow("only while the session runs");
    history.open();
    const running = history.call("status").then(
      () => "answered",
      () => "ended",
    );
    await history.offered.close();
    expect(await running).toBe("ended");
    await expect(history.call("status")).rejects.toThrow("only while the session runs");
  });
});

test.each(["status", "log", "diff"])("without a repository %s answers in words", async (tool) => {
  const { text, isError } = await (await callsWithout())(tool);
  expect(text).toContain("there is no history to look at");
  expect(isError).toBe(true);
});
