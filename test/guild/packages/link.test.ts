// guild-hall package link, remove and list.
import { describe, expect, test } from "bun:test";
import { existsSync, lstatSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { ground, layFiles, recordOf, workerFiles } from "./support.ts";

describe("link and remove", () => {
  test("a link leads to the package as it is; removing it leaves the package alone", async () => {
    const { place, home, ask } = ground();
    const from = layFiles(`${place}/scribe`, workerFiles());
    const run = await ask("link", "scribe");
    expect(run).toMatchObject({ code: 0, err: "" });
    expect(realpathSync(`${home}/packages/scribe`)).toBe(realpathSync(from));
    expect(recordOf(home)["scribe"]).toMatchObject({ linked: true, hash: null });
    writeFileSync(`${from}/posture.md`, "# Another\n");
    expect((await ask("list")).out).toMatch(/scribe +worker +linked /);
    expect(await ask("link", "scribe")).toMatchObject({ code: 0 });
    const removed = await ask("remove", "scribe");
    expect(removed.out).toBe('"scribe" is no longer linked. The directory behind the link is unchanged.\n');
    expect(existsSync(`${from}/posture.md`)).toBe(true);
    expect(recordOf(home)).toEqual({});
  });

  test("a link that is made again by its own name stays", async () => {
    const { place, home, ask } = ground();
    const from = layFiles(`${place}/scribe`, workerFiles());
    await ask("link", "scribe");
    expect(await ask("link", `${home}/packages/scribe`)).toMatchObject({ code: 0, err: "" });
    expect(realpathSync(`${home}/packages/scribe`)).toBe(realpathSync(from));
    expect(readdirSync(`${home}/packages`).sort()).toEqual([".lock", "scribe"]);
  });

  test("a copy goes to the trash; a copy is not replaced by a link, a link is by a copy", async () => {
    const { place, home, ask } = ground();
    layFiles(`${place}/scribe`, workerFiles());
    await ask("add", "scribe");
    expect(await ask("link", "scribe")).toMatchObject({
      code: 1,
      err: expect.stringContaining('"guild-hall package remove scribe" takes it away first.'),
    });
    const removed = await ask("remove", "scribe");
    const [kept = ""] = readdirSync(`${home}/trash`);
    expect(removed.out).toBe(`"scribe" was moved to the trash: ${home}/trash/${kept}.\n`);
    expect(existsSync(`${home}/trash/${kept}/posture.md`)).toBe(true);
    await ask("link", "scribe");
    await ask("add", "scribe");
    expect(lstatSync(`${home}/packages/scribe`).isSymbolicLink()).toBe(false);
    expect(existsSync(`${place}/scribe/posture.md`)).toBe(true);
  });

  test.each([
    ["researcher", '"researcher" comes with the hall and cannot be removed.'],
    ["nobody", 'There is no package named "nobody" in this home.'],
    ["../trash", '"../trash" is not a package\'s name.'],
  ])("removing %s is refused", async (name, message) => {
    const run = await ground().ask("remove", name);
    expect(run).toMatchObject({ code: 1, err: expect.stringContaining(message) });
  });

  test("a package put there by hand, a broken one and an empty home are listed as what they are", async () => {
    const { home, ask } = ground();
    expect((await ask("list")).out).toStartWith("No package was added.");
    for (const name of ["by-hand", "constructor"]) layFiles(`${home}/packages/${name}`, workerFiles(name));
    layFiles(`${home}/packages/broken`, { "package.json": "{}" });
    const { packages } = JSON.parse((await ask("list", "--json")).out) as { packages: object[] };
    expect(packages).toMatchObject([
      { name: "broken", state: "broken", from: null, problems: [expect.stringContaining("guildHall")] },
      { name: "by-hand", state: "added", from: null, kinds: ["worker"], problems: [] },
      { name: "constructor", state: "added", from: null, kinds: ["worker"], problems: [] },
    ]);
    for (const name of ["broken", "constructor"])
      expect(await ask("remove", name)).toMatchObject({ code: 0 });
  });

  test.each(["add", "link"])("what %s would put behind another of its name is refused", async (command) => {
    const { place, home, ask } = ground();
    layFiles(`${home}/packages/an-older-one`, workerFiles());
    layFiles(`${place}/scribe`, workerFiles());
    const run = await ask(command, "scribe");
    const message = `"scribe" is the name of the package in ${home}/packages/an-older-one already.`;
    expect(run).toMatchObject({ code: 1, err: expect.stringContaining(message) });
    expect(existsSync(`${home}/packages/scribe`)).toBe(false);
    await ask("remove", "an-older-one");
    expect(await ask(command, "scribe")).toMatchObject({ code: 0 });
    expect(await ask(command, "scribe")).toMatchObject({ code: 0 });
  });
});
