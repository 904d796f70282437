// guild-hall members add, on real directories.
import { describe, expect, test } from "bun:test";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homeLayout, memberLayout } from "../../../src/contract/home/home-layout.ts";
import { memberName } from "../../../src/contract/member/member.ts";
import type { MemberOrigin } from "../../../src/contract/member/member-origin.ts";
import type { MemberRecord } from "../../../src/contract/member/member-record.ts";
import { systemLocks } from "../../../src/host/processes/locks.ts";
import { systemProcesses } from "../../../src/host/processes/processes.ts";
import { installed } from "../../../src/host/program.ts";
import { tempDir } from "../../harness/temp.ts";
import { type Files, layFiles } from "../packages/support.ts";
import { type Ground, ground } from "./ground.ts";
import { filesIn, memberFiles, namesIn } from "./some-members.ts";

const mine = memberName.parse("mine");
const originOf = (home: string) =>
  JSON.parse(readFileSync(memberLayout(homeLayout(home), mine).origin, "utf8")) as MemberOrigin;

describe("add", () => {
  test("shows what the member is and whose rights it has, and with --dry-run does no more", async () => {
    const { place, home, ask } = ground();
    layFiles(`${place}/from`, memberFiles("mine", { capabilities: ["worker", "x-song"] }));
    const run = await ask("add", "from", "--dry-run");
    expect(run).toMatchObject({ code: 0, err: "" });
    for (const line of [
      "mine  Somebody (guild member)",
      "  Does something.",
      "  work       takes commissions, through worker/*",
      "  also says  x-song",
      "  needs      no packages",
      "Nothing was changed.",
    ])
      expect(run.out.split("\n")).toContain(line);
    expect(run.out).toContain("runs with your rights: it can do what you can do");
    expect(existsSync(home)).toBe(false);
  });

  test("copies the code under the name in the manifest, without what is the author's own", async () => {
    const { place, home, members, ask } = ground();
    const from = layFiles(`${place}/from`, {
      ...memberFiles("mine"),
      "lib/a.ts": "1",
      "jobs/x/meta.json": "{}",
      "memory/x.md": "",
      "work/x": "",
      "node_modules/x/index.js": "1",
      ".git/HEAD": "",
      ".npmrc": "",
    });
    const run = await ask("add", "from");
    expect(run.out).toEndWith(`\nAdded to ${members}/mine. It serves tools, and takes no work.\n`);
    expect(filesIn(`${members}/mine`)).toEqual({ ...memberFiles("mine"), "lib/a.ts": "1" });
    expect(originOf(home)).toMatchObject({ version: 1, kind: "added", from, next: null });
    expect(namesIn(homeLayout(home))).toEqual(["mine", "mine.origin.json"]);
  });

  test("says by which name one that takes work is commissioned", async () => {
    const { place, members, ask } = ground();
    layFiles(`${place}/from`, memberFiles("mine", { capabilities: ["worker"] }));
    expect((await ask("add", "from")).out).toEndWith(`\nAdded to ${members}/mine, as member:mine.\n`);
  });

  const before: Files = { ...memberFiles("mine"), "old.ts": "1", "lib/same.ts": "1" };
  const after: Files = { ...memberFiles("mine", { version: "2.0.0" }), "new.ts": "2", "lib/same.ts": "1" };
  const data: Files = { "jobs/a/meta.json": "{}", "memory/b.md": "kept", "work/c": "kept" };

  test("replaces the code of one that was added; the old code is in the trash, jobs and memory stay", async () => {
    const { place, members, ask } = ground();
    layFiles(`${place}/from`, before);
    await ask("add", "from");
    layFiles(`${members}/mine`, { ...data, "index.json": "its own", "old.ts": "changed by hand" });
    layFiles(`${place}/next`, after);
    const run = await ask("add", "next", "--json");
    const { movedTo } = JSON.parse(run.out) as { movedTo: string };
    expect(filesIn(`${members}/mine`)).toEqual({ ...after, ...data, "index.json": "its own" });
    expect(filesIn(movedTo)).toEqual({ ...before, "old.ts": "changed by hand" });
    expect(movedTo).toStartWith(`${homeLayout(`${place}/home`).trash}/member-mine.`);
  });

  test("replaces one that was put there by hand, all of whose files are taken for code", async () => {
    const { place, members, ask } = ground();
    layFiles(`${members}/mine`, { ...before, ...data });
    layFiles(`${place}/next`, after);
    const run = await ask("add", "next", "--json");
    const { movedTo } = JSON.parse(run.out) as { movedTo: string };
    expect(filesIn(`${members}/mine`)).toEqual({ ...after, ...data });
    expect(filesIn(movedTo)).toEqual(before);
  });

  test("takes the place of a link; what is behind it is left alone", async () => {
    const { place, members, ask } = ground();
    const elsewhere = layFiles(`${place}/elsewhere`, before);
    mkdirSync(members, { recursive: true });
    symlinkSync(elsewhere, `${members}/mine`);
    layFiles(`${place}/next`, after);
    expect(await ask("add", "next")).toMatchObject({ code: 0 });
    expect(lstatSync(`${members}/mine`).isDirectory()).toBe(true);
    expect(filesIn(elsewhere)).toEqual(before);
    expect(namesIn(homeLayout(`${place}/home`))).toEqual(["mine", "mine.origin.json"]);
  });

  test("does not write through a link that lies in the place of its code", async () => {
    const { place, members, ask } = ground();
    layFiles(`${place}/from`, before);
    await ask("add", "from");
    const elsewhere = tempDir();
    rmSync(`${members}/mine/lib`, { recursive: true });
    symlinkSync(elsewhere, `${members}/mine/lib`);
    layFiles(`${place}/from`, { "lib/same.ts": "2" });
    const run = await ask("add", "from");
    expect(run).toMatchObject({ code: 1 });
    expect(run.err).toContain("lib/same.ts in");
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test("links node_modules to the hall's packages where those are exactly what is needed", async () => {
    const { place, members, ask } = ground();
    const { dependencies } = JSON.parse(readFileSync(installed("package.json"), "utf8")) as {
      dependencies: Record<string, string>;
    };
    layFiles(`${place}/from`, {
      ...memberFiles("mine"),
      "package.json": JSON.stringify({ dependencies: { zod: dependencies["zod"] } }),
    });
    const run = await ask("add", "from");
    expect(run.out).toContain(`needs      zod ${dependencies["zod"]};`);
    expect(readlinkSync(`${members}/mine/node_modules`)).toBe(installed("node_modules"));
  });

  test("installs what the hall has not got, without running a script", async () => {
    const { place, members, ask } = ground();
    layFiles(`${place}/from`, {
      ...memberFiles("mine"),
      "package.json": JSON.stringify({ dependencies: { own: "file:./own" } }),
      "own/package.json": JSON.stringify({
        name: "own",
        version: "1.0.0",
        scripts: { postinstall: "touch ../../ran" },
      }),
      "own/index.js": "1",
    });
    expect(await ask("add", "from")).toMatchObject({ code: 0, err: "" });
    expect(readFileSync(`${members}/mine/node_modules/own/index.js`, "utf8")).toBe("1");
    expect(existsSync(`${members}/mine/ran`)).toBe(false);
  });

  const refusals: readonly [what: string, lay: (ground: Ground) => void, message: string][] = [
    [
      "nothing",
      () => undefined,
      "/from: the directory is not there; expected a directory with a guild-member.json.",
    ],
    [
      "a broken manifest",
      ({ place }) => layFiles(`${place}/from`, memberFiles("mine", { transport: "stdio", version: 2 })),
      'guild-member.json: version: expected a text of 1 to 64 characters; found 2\nguild-member.json: transport: expected "http"; found "stdio"',
    ],
    [
      "the name of one that came with the hall",
      ({ place }) => layFiles(`${place}/from`, memberFiles("researcher")),
      '"researcher" comes with the hall.',
    ],
    [
      "a link that leads out",
      ({ place }) => symlinkSync("/etc", `${layFiles(`${place}/from`, memberFiles("mine"))}/etc`),
      "etc is a link that leads out",
    ],
    [
      "a dependency outside",
      ({ place }) =>
        layFiles(`${place}/from`, {
          ...memberFiles("mine"),
          "package.json": JSON.stringify({ dependencies: { d: "file:../d" } }),
        }),
      'dependencies.d: "file:../d" leads out',
    ],
    [
      "what is in this home already",
      ({ place, members }) => {
        layFiles(`${members}/mine`, memberFiles("mine"));
        symlinkSync(`${members}/mine`, `${place}/from`);
      },
      "is in this home already",
    ],
    [
      "code in whose place a directory behind a link lies",
      ({ place, members }) => {
        layFiles(`${place}/from`, { ...memberFiles("mine"), "lib/a.ts": "1" });
        layFiles(`${members}/mine`, memberFiles("mine"));
        symlinkSync(tempDir(), `${members}/mine/lib`);
      },
      "is a link that leads out",
    ],
  ];
  test.each(refusals)("%s is refused with a reason, and nothing is changed", async (_what, lay, message) => {
    const here = ground();
    lay(here);
    const before = existsSync(here.members) ? filesIn(here.members) : null;
    const run = await here.ask("add", "from");
    expect(run.code).toBe(1);
    expect(run.err).toContain(message);
    const { [".lock"]: _, ...left } = existsSync(here.members) ? filesIn(here.members) : {};
    expect(left).toEqual(before ?? {});
  });

  test("a member that runs is not replaced under its feet", async () => {
    const { place, home, members, ask } = ground();
    layFiles(`${place}/from`, before);
    await ask("add", "from");
    const identity = systemProcesses.identify(process.pid);
    if (!identity) throw new Error("who am I?");
    const record: MemberRecord = {
      version: 1,
      name: mine,
      ...identity,
      address: null,
      secret: "s",
      gateway: { secret: "s", port: 1 },
      manifestSha256: "",
      startedAt: "",
    };
    const { record: path } = memberLayout(homeLayout(home), mine);
    layFiles(home, { "run/members/mine.json": JSON.stringify(record) });
    layFiles(`${place}/next`, after);
    const run = await ask("add", "next");
    expect(run).toMatchObject({ code: 1 });
    expect(run.err).toContain('The member "mine" runs, and its code cannot be replaced under it.');
    expect(filesIn(`${members}/mine`)).toEqual(before);
    writeFileSync(path, JSON.stringify({ ...record, startTime: "another" }));
    expect(await ask("add", "next")).toMatchObject({ code: 0 });
  });

  test("one command at a time changes the members", async () => {
    const { place, members, ask } = ground();
    layFiles(`${place}/from`, before);
    mkdirSync(members, { recursive: true });
    const lock = systemLocks.tryLock(`${members}/.lock`);
    const run = await ask("add", "from");
    lock?.release();
    expect(run.code).toBe(1);
    expect(run.err).toContain("Another command is changing the guild members.");
    expect(readdirSync(members)).toEqual([".lock"]);
  });
});
