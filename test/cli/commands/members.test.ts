// guild-hall members list, start, stop and logs, and what `down` says of members that go on.
import { afterEach, beforeEach, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { memberName } from "../../../src/contract/member/member.ts";
import { TestHome, until } from "../../harness/hall.ts";
import { addLittle, setBusy } from "../../harness/members/members.ts";
import { runHere } from "../support.ts";

let home: TestHome;
beforeEach(() => {
  home = new TestHome();
});
afterEach(() => home.dispose());

const cli = (...args: string[]) => runHere(args, { home: home.root });

test("a person lists, starts, reads and stops a member", async () => {
  addLittle(home.root, "little", { how: "worker" });
  addLittle(home.root, "odd", { how: "crashes" });
  addLittle(home.root, "wrong", { manifest: { transport: "stdio" as "http" } });
  await home.open();
  const listed = await cli("members", "list");
  expect(listed.out).toMatch(/^NAME +STATE +SERVES +VERSION +WHAT IT IS$/m);
  expect(listed.out).toMatch(/^little +stopped +work +1\.0\.0 +A member for tests\.$/m);
  expect(listed.out).toMatch(/^skipped: .*wrong: guild-member\.json: transport: /m);
  expect((await cli("members", "start", "member:little")).out).toMatch(
    /^Guild member little runs \(process \d+, http:\/\/127\.0\.0\.1:\d+\/mcp\)\.\n$/,
  );
  const asJson = JSON.parse((await cli("members", "list", "--json")).out) as { members: object[] };
  expect(asJson.members).toContainEqual(expect.objectContaining({ name: "little", state: "running" }));
  expect(await cli("members", "start", "odd")).toMatchObject({
    code: 1,
    err: expect.stringContaining("it said last: no luck with start 1"),
  });
  const again = await cli("members", "start", "odd");
  expect(again.err).toContain("it said last: no luck with start 2.\n");
  expect(again.err).toContain('"guild-hall members logs odd"');
  expect((await cli("members", "list")).out).toMatch(
    /^odd: it ended with exit code 3; it said last: no luck with start 2 \(at \d{4}-\d\d-\d\dT[\d:.]+Z\)$/m,
  );
  expect((await cli("members", "logs", "odd")).out).toBe("no luck with start 1\nno luck with start 2\n");
  expect((await cli("members", "logs", "odd", "--bytes", "5")).out).toContain("left out");
  expect((await cli("members", "logs", "little")).out).toBe("Guild member little has printed nothing.\n");
  expect((await cli("members", "stop", "little")).out).toBe(
    "Guild member little is stopped: none of its processes runs any more.\n",
  );
  expect((await cli("members", "stop", "little")).out).toBe("Guild member little was not running.\n");
});

test("a broken manifest under a member that runs is told once, with how to end it", async () => {
  addLittle(home.root, "little", { how: "worker" });
  const { client } = await home.open();
  await client.members.start(memberName.parse("little"));
  const directory = `${home.root}/guild-members/little`;
  writeFileSync(`${directory}/guild-member.json`, "{");
  const { problems } = await client.members.list();
  expect(problems).toEqual([
    expect.stringMatching(
      /^\S+\/little: guild-member\.json: it is not JSON at line 1, column 2: Expected '}'; it runs as it was, as process \d+, and "guild-hall members stop little" ends it$/,
    ),
  ]);
});

const wrong: [args: string[], code: number, says: string][] = [
  [["members", "start", "Not A Name"], 2, '<name> is "Not A Name"'],
  [["members", "logs", "little", "--bytes", "many"], 2, "--bytes takes a number"],
  [["members", "start", "nobody"], 3, "No hall runs"],
];

test.each(wrong)("%p exits with %p", async (args, code, says) => {
  expect(await cli(...args)).toMatchObject({ code, err: expect.stringContaining(says) });
});

test("down names the members that go on with their work, also once the hall is gone", async () => {
  const { client } = await home.open();
  addLittle(home.root, "busy", { how: "worker" });
  addLittle(home.root, "idle", { how: "worker" });
  for (const name of ["busy", "idle"]) await client.members.start(memberName.parse(name));
  setBusy(home.root, "busy", true);
  const goesOn = /^Guild member busy continues its work \(process \d+\); "guild-hall up" finds it again\.$/m;
  const down = await cli("down");
  expect(down.out).toMatch(goesOn);
  expect(down.out).not.toContain("idle");
  expect((await cli("down")).out).toMatch(goesOn);
  const next = await home.open();
  rmSync(`${home.root}/guild-members/busy`, { recursive: true });
  const problems = async () => (await next.client.members.list()).problems;
  await until("it was found again", async () => (await problems()).length > 0);
  expect(await problems()).toEqual([expect.stringContaining('"busy" runs as process')]);
  expect((await cli("down", "--stop")).out).not.toContain("Guild member");
});
