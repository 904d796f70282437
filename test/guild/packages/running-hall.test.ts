// A hall that runs sees what is added, changed and removed, by itself.
import { afterAll, expect, test } from "bun:test";
import { realpathSync, writeFileSync } from "node:fs";
import { TestHome, until } from "../../harness/hall.ts";
import { runHere } from "../../cli/support.ts";
import { tempDir } from "../../harness/temp.ts";
import { layFiles, workerFiles } from "./support.ts";

const hallHome = new TestHome();
afterAll(() => hallHome.dispose());

test("a home that was given packages first is taken over, and what changes in it is seen", async () => {
  const home = hallHome.root;
  const place = tempDir();
  const env = { PATH: process.env["PATH"] ?? "" };
  const ask = (...args: string[]) => runHere(args, { home, directory: place, env });
  layFiles(`${place}/scribe`, workerFiles());
  layFiles(`${place}/clerk`, workerFiles("clerk"));
  await ask("package", "add", "scribe");
  const { client } = await hallHome.open();
  const find = async (name: string) => (await client.workers()).workers.find((one) => one.name === name);
  expect(await find("scribe")).toMatchObject({ source: "added", problems: [] });
  await ask("package", "link", "clerk");
  await until("the link is seen", async () => (await find("clerk"))?.source === "linked");
  expect(await find("clerk")).toMatchObject({ directory: realpathSync(`${place}/clerk`) });
  writeFileSync(`${home}/packages/scribe/posture.md`, "# You are somebody else\n");
  expect((await find("scribe"))?.problems).toEqual([
    expect.stringContaining("have changed since it was added"),
  ]);
  expect((await ask("workers")).out).toContain(`"guild-hall package add ${place}/scribe" takes it anew.`);
  writeFileSync(`${place}/clerk/package.json`, "{}");
  await until("it is broken", async () => (await find("clerk")) === undefined);
  expect((await ask("commission", "clerk", "Try it.")).err).toContain(
    `Worker "clerk" cannot be used: ${home}/packages/clerk: package.json has no "guildHall" key`,
  );
  await ask("package", "remove", "clerk");
  await until("it is gone", async () =>
    (await ask("commission", "clerk", "Try it.")).err.includes("is not installed"),
  );
});
