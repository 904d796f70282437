// config.yaml in a real hall, whose person edits it as editors do.
import { afterEach, expect, test } from "bun:test";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { TestHome, until } from "../../harness/hall.ts";
import { pathWith, withoutBubblewrap } from "../../harness/programs.ts";
import { hanging } from "../../harness/rehearsals.ts";
import { tempDir } from "../../harness/temp.ts";

const homes: TestHome[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
});

function someHall() {
  const home = new TestHome();
  homes.push(home);
  const layout = homeLayout(home.root);
  const write = (text: string) => writeFileSync(layout.config, text);
  const replace = (text: string) => {
    writeFileSync(`${layout.config}.new`, text);
    renameSync(`${layout.config}.new`, layout.config);
  };
  return { home, layout, write, replace };
}

test("a hall takes over every way of editing, keeps the last good through a broken one, and over a restart", async () => {
  const { home, layout, write, replace } = someHall();
  write("slots: 2\n"); // before there is a home
  const hall = await home.open();
  const slots = async () => (await hall.client.status()).slots.total;
  const become = (total: number) => until(`${total} slots`, async () => (await slots()) === total);
  expect(await slots()).toBe(2);
  write("slots: 3\n");
  await become(3);
  replace("slots: 4\n");
  await become(4);
  rmSync(layout.config);
  await become(5);
  replace("slots: 6 # six\n");
  await become(6);
  replace("slots: six\n");
  const problems = async () => (await hall.client.status()).problems;
  await until("the mistake is named", async () => (await problems()).length === 1);
  expect((await problems())[0]).toContain(`${layout.config}:1: slots: expected a whole number`);
  expect(await slots()).toBe(6);
  expect(await hall.client.config()).toMatchObject({
    from: "last-good",
    given: ["slots"],
    config: { slots: 6 },
  });
  expect(readFileSync(layout.lastGoodConfig, "utf8")).toBe("slots: 6 # six\n");
  await hall.kill("SIGTERM");
  const next = await home.open();
  expect(await next.client.status()).toMatchObject({
    slots: { total: 6 },
    problems: [expect.stringContaining("The last good configuration stays in force")],
  });
  expect(readFileSync(layout.hallLog, "utf8")).toContain("slots 3 -> 4");
});

test("a hall does not start with a broken file when there never was a good one", async () => {
  const { home, layout, write } = someHall();
  write("# mine\nslotz: 2\n");
  await expect(home.open()).rejects.toThrow(
    `${layout.config}:2: slotz: there is no such key. Did you mean "slots"?`,
  );
  expect(existsSync(layout.token)).toBe(false);
});

test("a hall does not start where workers are contained less than its person demands, and says what to install", async () => {
  const { home, write } = someHall();
  const env = { PATH: pathWith(join(tempDir(), "bin"), withoutBubblewrap) };
  write("sandbox:\n  minimum: bubblewrap\n");
  await expect(home.open({ env })).rejects.toThrow(
    /demands sandbox\.minimum "bubblewrap", and this machine has level "process"\..*apt install bubblewrap/,
  );
  write("sandbox:\n  minimum: process\n");
  const hall = await home.open({ env });
  expect((await hall.client.status()).problems).toEqual([]);
  // Raised while it runs: nothing is started, and status says why.
  write("sandbox:\n  minimum: bubblewrap\n");
  await until("it is held", async () => (await hall.client.status()).problems.length === 1);
  const { id } = await hall.client.create({ worker: "researcher", task: "Wait.", rehearsal: hanging });
  expect((await hall.client.status()).problems[0]).toStartWith(
    'Nothing is started: config.yaml demands sandbox.minimum "bubblewrap"',
  );
  await until("it knows that it waits", async () => (await hall.client.detail(id)).waitingFor !== null);
  expect(await hall.client.detail(id)).toMatchObject({
    status: "pending",
    waitingFor: expect.stringContaining(
      'Nothing is started: config.yaml demands sandbox.minimum "bubblewrap"',
    ),
  });
  expect((await hall.client.cancel(id)).status).toBe("cancelled");
});

test("a hall does not start when a directory to be shown to workers holds more than a toolchain, and starts nothing while one does", async () => {
  const { home, layout, write } = someHall();
  write("sandbox:\n  readOnly: [/usr/share, /etc]\n");
  await expect(home.open()).rejects.toThrow("sandbox.readOnly: /etc is refused");
  write("sandbox:\n  readOnly: [/usr/share]\n");
  const hall = await home.open();
  expect((await hall.client.status()).problems).toEqual([]);
  write(`sandbox:\n  readOnly: [${layout.commissions}]\n`);
  await until("it is held", async () => (await hall.client.status()).problems.length === 1);
  expect((await hall.client.status()).problems[0]).toStartWith("Nothing is started: sandbox.readOnly: ");
});
