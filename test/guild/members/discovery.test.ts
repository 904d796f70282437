// Which members there are: the home's, then those that came with the hall.
import { expect, test } from "bun:test";
import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { type DiscoveredMembers, discoverMembers } from "../../../src/guild/members/code/discover.ts";
import { openFreshMembers } from "../../../src/guild/members/code/fresh.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { layFiles } from "../packages/support.ts";
import { halls, type Halls, manifestOf, memberFiles } from "./some-members.ts";

const look = ({ home, bundled }: Halls) => discoverMembers({ disk: systemDisk, home, bundled });

const shown = ({ members }: DiscoveredMembers) =>
  members.map(({ manifest, isInHome, source }) => `${manifest.name} ${isInHome ? "home" : "hall"} ${source}`);

test("the home's members and those that came with the hall are found, by name", async () => {
  const hall = halls();
  layFiles(`${hall.bundled}/researcher`, memberFiles("researcher"));
  layFiles(`${hall.home.guildMembers}/zeta`, memberFiles("zeta"));
  const elsewhere = layFiles(`${hall.installation}/elsewhere`, memberFiles("alpha"));
  symlinkSync(elsewhere, `${hall.home.guildMembers}/alpha`);
  writeFileSync(`${hall.home.guildMembers}/zeta.origin.json`, "{}");
  mkdirSync(`${hall.home.guildMembers}/.half.draft`);
  const found = await look(hall);
  expect(shown(found)).toEqual(["alpha home linked", "researcher hall bundled", "zeta home added"]);
  expect(found.problems).toEqual([]);
});

test("what the home has of a name hides what the hall brought, also when it is broken", async () => {
  const hall = halls();
  layFiles(`${hall.bundled}/researcher`, memberFiles("researcher"));
  layFiles(`${hall.home.guildMembers}/researcher`, memberFiles("researcher", { version: "mine" }));
  expect(shown(await look(hall))).toEqual(["researcher home added"]);
  writeFileSync(`${hall.home.guildMembers}/researcher/guild-member.json`, "{");
  const broken = await look(hall);
  expect(shown(broken)).toEqual([]);
  expect(broken.problems[0]).toStartWith(
    `${hall.home.guildMembers}/researcher: guild-member.json: it is not JSON`,
  );
});

test("of two members of one name the one in the directory of that name is taken, and the sentence names both", async () => {
  const hall = halls();
  layFiles(`${hall.home.guildMembers}/first`, memberFiles("first"));
  layFiles(`${hall.home.guildMembers}/second`, memberFiles("first"));
  const found = await look(hall);
  expect(shown(found)).toEqual(["first home added"]);
  expect(found.problems).toEqual([
    `${hall.home.guildMembers}/second: guild-member.json: name: "first" is the name of the member in ${hall.home.guildMembers}/first already; expected "second", the name of its directory`,
  ]);
});

test("a member in a directory of another name is passed over, and both names are said", async () => {
  const hall = halls();
  layFiles(`${hall.home.guildMembers}/one`, memberFiles("other"));
  const found = await look(hall);
  expect(shown(found)).toEqual([]);
  expect(found.problems).toEqual([
    `${hall.home.guildMembers}/one: guild-member.json: name: found "other"; expected "one", the name of its directory`,
  ]);
});

test("a member with several mistakes is one sentence that says how to see them all", async () => {
  const hall = halls();
  const directory = layFiles(`${hall.home.guildMembers}/poor`, { "guild-member.json": "{}" });
  const { problems } = await look(hall);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`(and 5 more: "guild-hall members validate ${directory}" names them all)`);
});

test("a home without members, or one whose place is a file, is no reason to fail", async () => {
  const hall = halls();
  rmSync(hall.home.guildMembers, { recursive: true });
  expect(await look(hall)).toEqual({ members: [], problems: [] });
  writeFileSync(hall.home.guildMembers, "");
  expect((await look(hall)).problems).toEqual([`${hall.home.guildMembers}: it is not a directory.`]);
});

async function fresh() {
  const hall = halls();
  layFiles(`${hall.home.guildMembers}/one`, memberFiles("one"));
  const clock = createManualClock();
  let changes = 0;
  const members = await openFreshMembers({
    disk: systemDisk,
    home: hall.home,
    bundled: hall.bundled,
    clock,
    changed: () => void (changes += 1),
    failed: (error) => {
      throw error;
    },
  });
  return { hall, clock, members, changes: () => changes };
}

test("a member that was added is found by the next who asks for it", async () => {
  const { hall, members, changes } = await fresh();
  expect(await members.find("two")).toBeUndefined();
  layFiles(`${hall.home.guildMembers}/two`, memberFiles("two"));
  expect(await members.find("two")).toMatchObject({ manifest: { name: "two" } });
  expect(changes()).toBe(1);
});

test("a manifest that changed shows a second later, and by its hash; one that did not is not read again", async () => {
  const { hall, clock, members, changes } = await fresh();
  const before = (await members.find("one"))?.manifestSha256;
  const text = JSON.stringify(manifestOf("one", { version: "2.0.0" }));
  writeFileSync(`${hall.home.guildMembers}/one/guild-member.json`, text);
  expect((await members.find("one"))?.manifestSha256).toBe(before ?? "");
  clock.advance(1000);
  const after = await members.find("one");
  expect(after).toMatchObject({ manifest: { version: "2.0.0" } });
  expect(after?.manifestSha256).not.toBe(before ?? "");
  expect(changes()).toBe(1);
  clock.advance(1000);
  expect(await members.find("one")).toBe(after);
  expect(clock.pending()).toBe(0);
});

test("a member's own files are no reason to read its manifest again", async () => {
  const { hall, clock, members } = await fresh();
  const before = await members.find("one");
  layFiles(`${hall.home.guildMembers}/one`, { "jobs/a/meta.json": "{}", "memory/b.md": "" });
  utimesSync(`${hall.home.guildMembers}/one`, 1, 1);
  clock.advance(1000);
  expect(await members.find("one")).toBe(before);
});

test("why a directory was passed over is found by its name", async () => {
  const { hall, clock, members } = await fresh();
  layFiles(`${hall.home.guildMembers}/bad`, { "guild-member.json": "[]" });
  clock.advance(1000);
  await members.current();
  expect(members.whyPassedOver("bad")).toContain("expected a JSON object");
  expect(members.whyPassedOver("one")).toBeUndefined();
  expect(members.whyPassedOver("ad")).toBeUndefined();
});
