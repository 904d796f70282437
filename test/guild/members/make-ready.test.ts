// Before a member is started: in the home, with this release's code, and with what it depends on.
import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { memberName } from "../../../src/contract/member/member.ts";
import { memberLayout } from "../../../src/contract/home/home-layout.ts";
import type { MemberOrigin } from "../../../src/contract/member/member-origin.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { systemLocks } from "../../../src/host/processes/locks.ts";
import { discoverMembers } from "../../../src/guild/members/code/discover.ts";
import { createMakeReady } from "../../../src/guild/members/code/make-ready.ts";
import { type Files, layFiles } from "../packages/support.ts";
import { dyingDisk, filesIn, halls, type Halls, memberFiles, namesIn, readyDeps } from "./some-members.ts";

const name = memberName.parse("researcher");
const own: Files = {
  "jobs/a/meta.json": "{}",
  "memory/b.md": "kept",
  "work/c": "kept",
  "index.json": "kept",
};

function withBundled(files: Files = {}): Halls {
  const hall = halls();
  layFiles(`${hall.bundled}/${name}`, { ...memberFiles(name), "lib/a.ts": "1", "lib/b.ts": "1", ...files });
  return hall;
}

/** A newer release: one file is other, one is new, one is gone. */
function release(hall: Halls, files: Files = {}): void {
  layFiles(`${hall.bundled}/${name}`, { "lib/a.ts": "2", "lib/deep/c.ts": "2", ...files });
  rmSync(`${hall.bundled}/${name}/lib/b.ts`);
}

const released = { ...memberFiles(name), "lib/a.ts": "2", "lib/deep/c.ts": "2" };
const originOf = (hall: Halls) =>
  JSON.parse(readFileSync(memberLayout(hall.home, name).origin, "utf8")) as MemberOrigin;

describe("a member that came with the hall", () => {
  test("is copied into the home on first use, with where it is from", async () => {
    const hall = withBundled({ "jobs/of-the-author/meta.json": "{}", "run.sh": "#!/bin/sh\n" });
    chmodSync(`${hall.bundled}/${name}/run.sh`, 0o755);
    const { found, note } = await hall.ready(name);
    expect({ directory: found.directory, isInHome: found.isInHome, note }).toEqual({
      directory: `${hall.home.guildMembers}/${name}`,
      isInHome: true,
      note: null,
    });
    expect(hall.found(name)).toEqual({
      ...memberFiles(name),
      "lib/a.ts": "1",
      "lib/b.ts": "1",
      "run.sh": "#!/bin/sh\n",
    });
    expect(statSync(`${found.directory}/run.sh`).mode & 0o777).toBe(0o700);
    expect(originOf(hall)).toMatchObject({ version: 1, kind: "bundled", release: "0.1.0", next: null });
    expect(namesIn(hall.home)).toEqual([name, `${name}.origin.json`]);
  });

  test("is left as it is when this release's code is there", async () => {
    const hall = withBundled();
    await hall.ready(name);
    const before = lstatSync(`${hall.home.guildMembers}/${name}/server.ts`).ino;
    layFiles(`${hall.home.guildMembers}/${name}`, own);
    expect((await hall.ready(name)).note).toBeNull();
    expect(lstatSync(`${hall.home.guildMembers}/${name}/server.ts`).ino).toBe(before);
    expect(hall.found(name)).toMatchObject(own);
  });

  test("gets the code of a newer release; its jobs, memory and other files stay", async () => {
    const hall = withBundled();
    await hall.ready(name);
    layFiles(`${hall.home.guildMembers}/${name}`, own);
    release(hall);
    const { note } = await hall.ready(name, { release: "0.2.0" });
    expect(note).toBeNull();
    expect(hall.found(name)).toEqual({ ...released, ...own });
    expect(originOf(hall)).toMatchObject({ release: "0.2.0", next: null });
  });

  test("that has another manifest now is handed back with it", async () => {
    const hall = withBundled();
    const before = (await hall.ready(name)).found.manifestSha256;
    layFiles(`${hall.bundled}/${name}`, memberFiles(name, { version: "2.0.0" }));
    const { found } = await hall.ready(name);
    expect(found.manifest.version).toBe("2.0.0");
    expect(found.manifestSha256).not.toBe(before);
  });

  const hands: readonly [what: string, change: (directory: string) => void, path: string][] = [
    ["changed", (at) => writeFileSync(`${at}/lib/a.ts`, "mine"), "lib/a.ts"],
    ["made runnable", (at) => chmodSync(`${at}/lib/a.ts`, 0o755), "lib/a.ts"],
    [
      "replaced by a link",
      (at) => {
        rmSync(`${at}/lib/a.ts`);
        symlinkSync("b.ts", `${at}/lib/a.ts`);
      },
      "lib/a.ts",
    ],
    [
      "put where the new release has one too",
      (at) => layFiles(at, { "lib/deep/c.ts": "mine" }),
      "lib/deep/c.ts",
    ],
    [
      "moved behind a link",
      (at) => {
        rmSync(`${at}/lib`, { recursive: true });
        symlinkSync("/var/empty", `${at}/lib`);
      },
      "lib/a.ts",
    ],
  ];
  test.each(hands)(
    "with a file that a person has %s is left alone, and that is said",
    async (_, change, path) => {
      const hall = withBundled();
      const { found } = await hall.ready(name);
      change(found.directory);
      const before = hall.found(name);
      expect((await hall.ready(name)).note).toBeNull(); // no other code is there for it
      release(hall);
      const { note } = await hall.ready(name, { release: "0.2.0" });
      expect(note).toContain(`guild-hall 0.2.0 came with other code for it, but ${path}`);
      expect(hall.found(name)).toEqual(before);
    },
  );

  test("takes the hall's code again once what was changed is deleted", async () => {
    const hall = withBundled();
    const { found } = await hall.ready(name);
    writeFileSync(`${found.directory}/lib/a.ts`, "mine");
    release(hall);
    expect((await hall.ready(name)).note).not.toBeNull();
    rmSync(`${found.directory}/lib/a.ts`);
    expect((await hall.ready(name)).note).toBeNull();
    expect(hall.found(name)).toEqual(released);
  });

  test("whose origin cannot be read is taken for a person's own", async () => {
    const hall = withBundled();
    await hall.ready(name);
    writeFileSync(memberLayout(hall.home, name).origin, "{");
    release(hall);
    expect(await hall.ready(name)).toMatchObject({ note: null, found: { source: "added" } });
    expect(hall.found(name)).toMatchObject({ "lib/a.ts": "1" });
  });

  test("is not touched while another command changes the members", async () => {
    const hall = withBundled();
    const lock = systemLocks.tryLock(hall.home.guildMembersLock);
    await expect(hall.ready(name)).rejects.toThrow("Another command is changing the guild members.");
    lock?.release();
  });

  test("and another that is needed in the same moment do not get into each other's way", async () => {
    const hall = withBundled();
    layFiles(`${hall.bundled}/other`, memberFiles("other"));
    const { members } = await discoverMembers({ disk: systemDisk, ...hall });
    await Promise.all(members.map(createMakeReady(readyDeps(hall))));
    expect(namesIn(hall.home)).toEqual(["other", "other.origin.json", name, `${name}.origin.json`]);
  });
});

describe("a hall that is killed at any step", () => {
  /** Runs it with one step more each time, until it comes to its end. */
  async function killedAtEachStep(hall: () => Promise<Halls>, check: (hall: Halls) => Promise<void>) {
    for (let at = 0; ; at += 1) {
      const here = await hall();
      const { disk, hasDied } = dyingDisk(at);
      await here.ready(name, { disk, release: "0.2.0" }).catch(() => undefined);
      await check(here);
      if (!hasDied()) return at;
    }
  }

  test("leaves a member in the home whole or not at all, and the next one puts it there", async () => {
    const steps = await killedAtEachStep(
      async () => withBundled(),
      async (hall) => {
        const there = existsSync(`${hall.home.guildMembers}/${name}`) ? hall.found(name) : null;
        if (there !== null) expect(Object.keys(there)).toHaveLength(4);
        expect((await hall.ready(name)).found.isInHome).toBe(true);
        expect(hall.found(name)).toEqual({ ...memberFiles(name), "lib/a.ts": "1", "lib/b.ts": "1" });
        expect(originOf(hall)).toMatchObject({ kind: "bundled", next: null });
        expect(namesIn(hall.home).filter((one) => !one.startsWith("."))).toHaveLength(2);
      },
    );
    expect(steps).toBeGreaterThan(3);
  });

  test("replaces code so that the next one finishes it, and nothing else is touched", async () => {
    const steps = await killedAtEachStep(
      async () => {
        const hall = withBundled();
        await hall.ready(name);
        layFiles(`${hall.home.guildMembers}/${name}`, own);
        release(hall);
        return hall;
      },
      async (hall) => {
        expect(hall.found(name)).toMatchObject(own);
        expect((await hall.ready(name, { release: "0.2.0" })).note).toBeNull();
        expect(hall.found(name)).toEqual({ ...released, ...own });
        expect(originOf(hall)).toMatchObject({ release: "0.2.0", next: null });
      },
    );
    expect(steps).toBeGreaterThan(6);
  });

  test("and then upgraded once more ends with the newest code", async () => {
    await killedAtEachStep(
      async () => {
        const hall = withBundled();
        await hall.ready(name);
        release(hall);
        return hall;
      },
      async (hall) => {
        layFiles(`${hall.bundled}/${name}`, { "lib/a.ts": "3" });
        expect((await hall.ready(name, { release: "0.3.0" })).note).toBeNull();
        expect(hall.found(name)).toEqual({ ...released, "lib/a.ts": "3" });
      },
    );
  });

  test("leaves drafts that the next change of the members sweeps away", async () => {
    const hall = withBundled();
    mkdirSync(`${hall.home.guildMembers}/.researcher.old.draft/deep`, { recursive: true });
    await hall.ready(name);
    expect(namesIn(hall.home)).toEqual([name, `${name}.origin.json`]);
  });
});

describe("what a member depends on", () => {
  const needs = (version: string): Files => ({
    "package.json": JSON.stringify({ dependencies: { zod: version, "@some/thing": "1.0.0" } }),
  });
  const brings = (hall: Halls, version: string) =>
    layFiles(`${hall.installation}/node_modules`, {
      "zod/package.json": JSON.stringify({ version }),
      "@some/thing/package.json": JSON.stringify({ version: "1.0.0" }),
    });
  const modules = (hall: Halls) => `${hall.home.guildMembers}/${name}/node_modules`;

  test("is a link to the hall's packages where those have it in exactly that version", async () => {
    const hall = withBundled(needs("4.0.0"));
    brings(hall, "4.0.0");
    await hall.ready(name);
    expect(readlinkSync(modules(hall))).toBe(`${hall.installation}/node_modules`);
  });

  test("is linked anew when the hall has moved, and when its link leads nowhere", async () => {
    const hall = withBundled(needs("4.0.0"));
    brings(hall, "4.0.0");
    await hall.ready(name);
    const moved = layFiles(`${hall.installation}/moved`, filesIn(`${hall.installation}/node_modules`));
    rmSync(`${hall.installation}/node_modules`, { recursive: true });
    await hall.ready(name, { modules: [moved] });
    expect(readlinkSync(modules(hall))).toBe(moved);
  });

  test("is installed where the hall has another version, as a package's is, and kept", async () => {
    const hall = withBundled(needs("^4.0.0"));
    brings(hall, "4.0.0");
    const ran: string[][] = [];
    const run = async ({ args, cwd }: { args: readonly string[]; cwd: string }) => {
      ran.push([...args]);
      layFiles(`${cwd}/node_modules`, { "zod/index.js": "1" });
      return { ok: true, stdout: "", said: "" };
    };
    await hall.ready(name, { run });
    expect(ran).toHaveLength(1);
    expect(ran[0]).toContain("--ignore-scripts");
    expect(hall.found(name)).toMatchObject({ "node_modules/zod/index.js": "1" });
    await hall.ready(name, { run });
    expect(ran).toHaveLength(1);
    layFiles(`${hall.bundled}/${name}`, { "lib/a.ts": "2" });
    await hall.ready(name, { run });
    expect(ran).toHaveLength(1); // other code that needs the same
    layFiles(`${hall.bundled}/${name}`, needs("^4.1.0"));
    await hall.ready(name, { run });
    expect(ran).toHaveLength(2);
  });

  test("that cannot be had is said, and no half of the member is left", async () => {
    const hall = withBundled(needs("9.9.9"));
    await expect(hall.ready(name)).rejects.toThrow(
      "The dependencies of the member researcher cannot be installed: nothing may be fetched in this test",
    );
    expect(namesIn(hall.home)).toEqual([]);
  });

  test("is given to a member that was put there by hand, too", async () => {
    const hall = halls();
    brings(hall, "4.0.0");
    layFiles(`${hall.home.guildMembers}/${name}`, { ...memberFiles(name), ...needs("4.0.0") });
    await hall.ready(name);
    expect(readlinkSync(modules(hall))).toBe(`${hall.installation}/node_modules`);
  });

  test("is nothing for one that is linked: what is behind a link is left alone", async () => {
    const hall = halls();
    const elsewhere = layFiles(`${hall.installation}/mine`, { ...memberFiles(name), ...needs("9.9.9") });
    symlinkSync(elsewhere, `${hall.home.guildMembers}/${name}`);
    expect((await hall.ready(name)).found.source).toBe("linked");
    expect(existsSync(`${elsewhere}/node_modules`)).toBe(false);
  });
});
