// Taking finished work over from a person's end: the plan, the question, and the person's own git in their own
// checkout, with their hooks. The hall is a fake that answers from a real repository.
import { afterEach, expect, test } from "bun:test";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { done } from "../../../src/contract/api/problem.ts";
import { takeReport } from "../../../src/contract/project/take.ts";
import type { ForegroundOrder } from "../../../src/host/person/foreground.ts";
import { installed } from "../../../src/host/program.ts";
import { commitFiles } from "../../harness/git/repositories.ts";
import { sampleId } from "../render/samples.ts";
import { launch, runHere } from "../support.ts";
import { answering, closeStages, setStage, terminal } from "./take-stage.ts";

afterEach(closeStages);

test("without a terminal take shows the plan and changes nothing; --dry-run does the same with one", async () => {
  const stage = setStage();
  const before = stage.tip("main");
  const { code, out, err } = await stage.run(["take", "acme"]);
  expect(code).toBe(0);
  expect(out).toBe(
    `main goes forward to claude/main: 1 commit.\n  ${stage.tip("claude/main").slice(0, 12)}  Add one\n` +
      `main is checked out, so your own git does it: git -C ${stage.checkout} merge --ff-only ${stage.tip("claude/main")}\n`,
  );
  expect(err).toBe("Nothing was changed. To do it without a question: guild-hall take acme --yes\n");
  expect((await stage.run(["take", "acme", "--dry-run"], terminal)).out).toEndWith("Nothing was changed.\n");
  expect((await stage.run(["take", "acme"], answering("n"))).err).toBe("Do it? [y/N] Nothing was changed.\n");
  expect((await stage.run(["take", "acme"], answering(null))).code).toBe(0);
  expect(stage.tip("main")).toBe(before);
});

test("the person's own git moves a branch that is checked out, with their hooks, and the hall is told", async () => {
  const stage = setStage();
  const before = stage.tip("main");
  const hook = `${stage.checkout}/.git/hooks/post-merge`;
  writeFileSync(hook, "#!/bin/sh\necho hooked > hook-ran\n");
  chmodSync(hook, 0o755);
  const env = { GUILD_HALL_HOME: stage.served.home, GIT_DIR: "/nonexistent" };
  const { code, stdout } = await launch(["take", "acme", "--yes"], { env }).ended;
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("Done: main is at ") });
  expect(stdout).toContain("guild-hall take acme --undo");
  expect(stage.tip("main")).toBe(stage.tip("claude/main"));
  expect(existsSync(`${stage.checkout}/hook-ran`)).toBe(true);
  expect(readFileSync(`${stage.checkout}/src/main.ts`, "utf8")).toBe("export const one = 1;\n");
  expect(stage.taken).toEqual([{ before, after: stage.tip("main") }]);
  expect((await stage.run(["take", "acme"])).out).toBe("main has all of claude/main.\n");
  const undone = await launch(["take", "acme", "--undo", "--yes"], { env }).ended;
  expect({ code: undone.code, stdout: undone.stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining(`Done: main is at ${before.slice(0, 12)} again.`),
  });
  expect(stage.tip("main")).toBe(before);
});

test("git that stops in a conflict is left to the person, and the hall is told of nothing", async () => {
  const stage = setStage(() => ({
    kind: "conflict",
    conflicts: ["src/main.ts"],
    command: ["merge", "--no-edit", "claude/main"],
  }));
  commitFiles(stage.checkout, { "src/main.ts": "export const two = 2;\n" });
  const env = {
    GUILD_HALL_HOME: stage.served.home,
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.org",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.org",
  };
  const { code, stdout, stderr } = await launch(["take", "acme", "--yes"], { env }).ended;
  expect(code).toBe(1);
  expect(stdout).toContain("claude/main cannot be combined with main without you: 1 commit.");
  expect(stdout).toContain("conflict in src/main.ts");
  expect(stderr).toContain("git ended with exit code 1, in ");
  expect(stderr).toContain("it is yours to finish");
  expect(stage.taken).toEqual([]);
  expect(existsSync(`${stage.checkout}/.git/MERGE_HEAD`)).toBe(true);
});

test("a branch that is checked out nowhere is moved by the hall, and only from where the plan saw it", async () => {
  const stage = setStage(() => ({ checkedOut: null, command: null }));
  const { code, out, err } = await stage.run(["take", "acme"], answering("Yes"));
  expect({ code, err }).toEqual({ code: 0, err: "Do it? [y/N] " });
  expect(out).toContain("main is checked out nowhere: the hall moves it.\nDone: main is at ");
  const expected = { branch: stage.tip("main"), integration: stage.tip("claude/main") };
  expect(stage.asked).toEqual([{ dryRun: false, expected }]);
});

test("one commission alone is said to be a cherry-pick, and git is given what the hall planned", async () => {
  const command = ["cherry-pick", "0123456789ab"];
  const stage = setStage(() => ({ kind: "cherry-pick", command }));
  stage.served.hall.carryOut({ detail: async () => done({ id: sampleId } as never) });
  stage.served.hall.add();
  const orders: ForegroundOrder[] = [];
  const machine = {
    runInForeground: async (order: ForegroundOrder) => {
      orders.push(order);
      return { code: 0, signal: null };
    },
  };
  const { code, out } = await stage.run(["take", "acme", "0197f3a2-7c1b", "--yes", "--json"], {
    machine,
    env: { GIT_DIR: "elsewhere", KEPT: "yes" },
  });
  expect(orders).toMatchObject([
    { file: "git", args: command, directory: stage.checkout, isQuiet: true, env: { KEPT: "yes" } },
  ]);
  expect(orders[0]?.env["GIT_DIR"]).toBeUndefined();
  // This git did nothing, so the branch is where it was, and the command does not say otherwise.
  expect({ code, moved: takeReport.parse(JSON.parse(out)).moved }).toEqual({ code: 1, moved: false });
  const shown = await stage.run(["take", "acme", "0197f3a2-7c1b"]);
  expect(shown.out).toContain("as a cherry-pick");
});

test("on a terminal the answer is read there, and what is typed after it is left for git", async () => {
  const stage = setStage();
  const python = `
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execvp("node", ["node"] + sys.argv[1:])
said = b""
while b"Do it?" not in said:
    said += os.read(terminal, 4096)
os.write(terminal, b"y\\nrest\\n")
try:
    while True:
        chunk = os.read(terminal, 4096)
        if not chunk: break
        said += chunk
except OSError:
    pass
sys.stdout.write(said.decode())
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;
  const hook = `${stage.checkout}/.git/hooks/post-merge`;
  writeFileSync(hook, "#!/bin/sh\nread line < /dev/tty; echo $line > hook-read\n");
  chmodSync(hook, 0o755);
  const env = { PATH: process.env["PATH"] ?? "", HOME: "/dev/null", GUILD_HALL_HOME: stage.served.home };
  const run = Bun.spawn(["python3", "-c", python, installed("bin/guild-hall.js"), "take", "acme"], { env });
  const said = await new Response(run.stdout).text();
  expect({ code: await run.exited, said }).toEqual({ code: 0, said: expect.stringContaining("Done: main") });
  expect(readFileSync(`${stage.checkout}/hook-read`, "utf8")).toBe("rest\n");
}, 20_000);

test("an id together with --undo is refused", async () => {
  expect(await runHere(["take", "acme", "0197f3a2", "--undo"])).toMatchObject({ code: 2 });
  expect(await runHere(["take", "Not A Name"])).toMatchObject({ code: 2 });
});
