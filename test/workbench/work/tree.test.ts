// What stands around a session: the worktree, its set-up, the finished work and its checks.
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { Fault } from "../../../src/contract/api/problem.ts";
import type { Fact } from "../../../src/contract/commission/facts.ts";
import type { SessionEnd } from "../../../src/contract/course/session-end.ts";
import { type Disk, systemDisk } from "../../../src/host/files/disk.ts";
import type { WorkbenchDeps } from "../../../src/workbench/work/deps.ts";
import type { Played } from "../../../src/workbench/work/acceptance-checks.ts";
import { gitIn } from "../../harness/git/repositories.ts";
import { checked, layCommission, says, type Session, treesOf } from "../../harness/git/tree-bench.ts";
import { isWithoutSandbox } from "../sandbox/usable.ts";

const types = (facts: readonly Fact[]): string[] => facts.map(({ type }) => type);
const endOf = (facts: readonly Fact[]): SessionEnd | undefined =>
  facts.flatMap((fact) => (fact.type === "session.ended" ? [fact.end] : [])).at(-1);
const runsOf = (facts: readonly Fact[]) =>
  facts.flatMap((fact) => (fact.type === "check.ran" || fact.type === "setup.ran" ? [fact.run] : []));

const writes =
  (name: string, text: string, played: Played = says()): Session =>
  async ({ layout }) => {
    writeFileSync(`${layout.work}/${name}`, text);
    return played;
  };
const never: Session = () => Promise.reject(new Error("a session was begun"));

describe("a commission without a project", () => {
  test("and without checks leaves the journal it always left", async () => {
    const { run } = await layCommission();
    const { facts } = await run(writes("a.txt", "x"));
    expect(types(facts)).toEqual(["bench.started", "session.ended"]);
  });

  test("is checked in its work directory, by every check, whatever the first one says", async () => {
    const { run, layout } = await layCommission({
      checks: checked("echo looking; cat a.txt; exit 3", "touch left", "test -e left"),
    });
    const { facts } = await run(writes("a.txt", "lit"));
    expect(types(facts)).toEqual([
      "bench.started",
      "work.finished",
      ...Array.from({ length: 3 }, () => "check.ran"),
      "session.ended",
    ]);
    expect(facts[1]).toMatchObject({ end: says().end, snapshot: null });
    expect(facts[2]).toMatchObject({
      from: "project",
      run: { exitCode: 3, timedOut: false, output: "looking\nlit", cut: false },
    });
    expect(runsOf(facts).map(({ exitCode }) => exitCode)).toEqual([3, 0, 0]);
    expect(endOf(facts)).toEqual(says().end);
    expect(existsSync(`${layout.work}/left`)).toBe(true);
  });

  test("whose check takes too long is told so, with what it printed", async () => {
    const slow = checked("echo begun; sleep 600").map((check) => ({ ...check, timeoutSeconds: 1 }));
    const { facts } = await (await layCommission({ checks: slow })).run(writes("a.txt", ""));
    expect(runsOf(facts)).toMatchObject([{ exitCode: null, timedOut: true, output: "begun\n" }]);
    expect(endOf(facts)).toEqual(says().end);
    // Its time is its own: none of it is the session's.
    const ended = facts.at(-1);
    expect(ended?.type === "session.ended" && ended.ms).toBeLessThan(800);
  });
});

const submitted: Session = async ({ record }) => {
  await record({ type: "result.submitted", callKey: "k", summary: "s", output: null, artifacts: [] });
  return { end: { how: "turns", limit: 9 }, unplayed: null };
};

describe("whether work is checked", () => {
  const ended =
    (end: SessionEnd, unplayed: string | null = null): Session =>
    async () => ({ end, unplayed });
  test.each<[string, Session, boolean, string]>([
    ["is so when it was handed in, however the session ended then", submitted, true, "turns"],
    ["is not when it failed", ended({ how: "api", status: 400, message: "no" }), false, "api"],
    ["is not when nothing was said", ended({ how: "normal", finalText: "" }), false, "normal"],
    [
      "is not when it went otherwise than rehearsed",
      ended({ how: "rehearsal", message: "m" }),
      false,
      "rehearsal",
    ],
    ["is so when turns are left that its check may lead to", ended(says().end, "2 left"), true, "rehearsal"],
  ])("it %s", async (_name, session, isChecked, how) => {
    const { run } = await layCommission({ checks: checked("true") });
    const { facts } = await run(session);
    expect(types(facts).includes("check.ran")).toBe(isChecked);
    expect(endOf(facts)?.how).toBe(how as SessionEnd["how"]);
  });

  test("turns that are left are no mistake where the checks send the work back", async () => {
    const { run, hall } = await layCommission({ checks: checked("false") });
    const left = ended(says().end, "2 left");
    const first = await run(left);
    expect(endOf(first.facts)).toEqual(says().end);
    const requeued = { type: "commission.requeued", cause: "refuted", notBefore: "soon" } as const;
    await hall.takeOver(first.bench, requeued);
    const second = await run(left);
    expect(types(second.facts)).not.toContain("work.finished");
    expect(endOf(second.facts)?.how).toBe("rehearsal");
  });
});

describe("a commission of a project", () => {
  test("has a worktree of its own, set up, and is held fast as it was before its checks", async () => {
    const { run, layout, checkout, tree } = await layCommission({
      project: {
        copy: [".env"],
        setup: "mkdir ignored && echo ready > ignored/set-up && touch by-set-up && echo installed",
      },
      checks: checked("cat .env ignored/set-up new.txt && echo more >> new.txt && touch by-check"),
    });
    writeFileSync(`${checkout}/.env`, "key=1\n");
    const before = gitIn(checkout, "status", "--porcelain=v2", "--branch");
    const { facts } = await run(writes("new.txt", "lit\n"));
    expect(types(facts)).toEqual([
      "bench.started",
      "tree.made",
      "setup.ran",
      "work.finished",
      "setup.ran", // once more, for the checks alone
      "check.ran",
      "session.ended",
    ]);
    expect(runsOf(facts)).toMatchObject([
      { exitCode: 0, output: "installed\n" },
      { exitCode: 0, output: "installed\n" },
      { exitCode: 0, output: "key=1\nready\nlit\n" },
    ]);
    expect(layout.work).toContain("/worktrees/lamps/commission-");
    const snapshot = facts.flatMap((fact) => (fact.type === "work.finished" ? [fact.snapshot] : []))[0] ?? "";
    expect(gitIn(checkout, "ls-tree", "--name-only", snapshot).split("\n")).toContain("new.txt");
    expect(gitIn(checkout, "ls-tree", "--name-only", snapshot)).not.toMatch(
      /by-check|by-set-up|env|ignored\//,
    );
    expect(gitIn(checkout, "show", `${snapshot}:new.txt`)).toBe("lit");
    expect(gitIn(checkout, "status", "--porcelain=v2", "--branch")).toBe(before);
    expect(gitIn(checkout, "rev-parse", tree?.branch ?? "")).toBe(tree?.base ?? "");
  });

  test.each<[string, object | string, RegExp]>([
    [
      "fails",
      "echo no such host; exit 7",
      /project "lamps" \(echo.*\) failed with exit code 7\..*\nno such host/s,
    ],
    ["takes too long", { command: "echo slow; sleep 600", timeoutSeconds: 1 }, /was ended after \d s.*slow/s],
  ])("is not begun where its set-up %s, and says so", async (_name, setup, message) => {
    const { run } = await layCommission({ project: { setup }, checks: checked("true") });
    const { facts } = await run(never);
    expect(types(facts)).toEqual(["bench.started", "tree.made", "setup.ran", "session.ended"]);
    const end = endOf(facts);
    const told = end?.how === "setup" ? end.message : "";
    expect(told).toMatch(message);
    expect(told.includes("setup.network")).toBe(!isWithoutSandbox);
  });

  test.skipIf(isWithoutSandbox)(
    "reaches nothing of this machine by its set-up, whatever its settings say",
    async () => {
      const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("outside") });
      const address = `127.0.0.1:${server.port}`;
      const command = `bash -c 'exec 5<>/dev/tcp/127.0.0.1/${server.port}' || curl -sf http://${address}/ || curl -sf --noproxy '*' http://${address}/`;
      for (const network of [false, true]) {
        const { run } = await layCommission({ project: { setup: { command, network } } });
        const { facts } = await run(never);
        expect(endOf(facts)).toMatchObject({ how: "setup" });
        expect(runsOf(facts)).toHaveLength(1);
      }
      void server.stop(true);
    },
  );

  test("is not begun where its set-up cannot be started", async () => {
    const { run } = await layCommission({ project: { setup: "true" } });
    const broken: Partial<WorkbenchDeps> = {
      enclose: () => ({
        spawn: () => {
          throw new Error("no processes left");
        },
        spawnBeside: () => {
          throw new Error("no processes left");
        },
        pids: () => [],
        memory: () => null,
        still: (task) => task(),
        countsProcesses: false,
        close: async () => undefined,
      }),
    };
    const { facts } = await run(never, broken);
    expect(types(facts)).toEqual(["bench.started", "tree.made", "session.ended"]);
    expect(endOf(facts)).toMatchObject({
      how: "setup",
      message: expect.stringContaining("no processes left"),
    });
  });

  test("is set up once, also where the settings have changed since", async () => {
    const { run, hall, home, layout, checkout } = await layCommission({
      project: { setup: "echo x >> ignored-count" },
    });
    const first = await run(async () => {
      throw new Fault("EIO", "the disk");
    });
    expect(endOf(first.facts)?.how).toBe("storage");
    await hall.takeOver(first.bench, { type: "commission.requeued", cause: "storage", notBefore: "soon" });
    const projects = { lamps: { path: checkout, setup: "exit 9" } };
    writeFileSync(home.config, JSON.stringify({ projects }));
    const second = await run(writes("a.txt", ""));
    expect(types(second.facts)).not.toContain("setup.ran");
    expect(endOf(second.facts)?.how).toBe("normal");
    expect(readFileSync(`${layout.work}/ignored-count`, "utf8")).toBe("x\n");
  });
});

describe("a fault", () => {
  const throwing = (code: string, message: string) => () => Promise.reject(new Fault(code, message));
  test.each<[string, "make" | "snapshot", string, SessionEnd["how"]]>([
    ["in making the tree ends it before it began", "make", "git", "activation"],
    ["of the disk in making the tree is the disk's", "make", "ENOSPC", "storage"],
    ["in holding the work fast is for another workbench to mend", "snapshot", "git", "died"],
    ["of the disk in holding the work fast is the disk's", "snapshot", "ENOSPC", "storage"],
  ])("%s", async (_name, what, code, how) => {
    const { run, home } = await layCommission({ project: {}, checks: checked("true") });
    const { facts } = await run(writes("a.txt", ""), {
      trees: { ...treesOf(home), [what]: throwing(code, "stale lock") },
    });
    expect(endOf(facts)).toMatchObject({ how, message: expect.stringContaining("stale lock") });
    expect(types(facts)).not.toContain("check.ran");
  });

  test.each([1, 2, 3, 4, 5, 6, 7])(
    "of the disk at line %i is told, and what is missing is done again",
    async (line) => {
      const { run, hall } = await layCommission({
        project: { setup: "true" },
        checks: checked("test -e a.txt"),
      });
      let appends = 0;
      const append: Disk["append"] = async (order) => {
        appends += 1;
        if (appends === line) throw Object.assign(new Error("full"), { code: "ENOSPC" });
        return systemDisk.append(order);
      };
      const first = await run(writes("a.txt", ""), { disk: { ...systemDisk, append } });
      const how = endOf(first.facts)?.how;
      expect(line === 1 || line === 7 ? [undefined] : ["storage"]).toContain(how);
      await (how === undefined
        ? hall.lose(first.bench)
        : hall.takeOver(first.bench, { type: "commission.requeued", cause: "storage", notBefore: "soon" }));
      const { facts } = await run(line > 4 ? never : writes("a.txt", ""));
      expect(runsOf(facts).at(-1)).toMatchObject({ command: "test -e a.txt", exitCode: 0 });
      expect(endOf(facts)).toEqual(says().end);
    },
  );
});
