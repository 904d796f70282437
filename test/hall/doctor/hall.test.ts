// What a hall that runs finds when it looks at itself and at the machine around it.
import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import type { Finding } from "../../../src/contract/api/doctor.ts";
import { emptyHandoff } from "../../../src/contract/home/handoff.ts";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { memberName } from "../../../src/contract/member/member.ts";
import { release } from "../../../src/host/program.ts";
import { type TestHall, TestHome, until } from "../../harness/hall.ts";
import { addLittle } from "../../harness/members/members.ts";
import { layPackage, workerOf } from "../../harness/packages/packages.ts";
import { pathWith, withoutBubblewrap } from "../../harness/programs.ts";
import { tempDir } from "../../harness/temp.ts";

let home: TestHome;
beforeEach(() => {
  home = new TestHome();
});
afterEach(() => home.dispose());

async function findingsOf({ client }: TestHall): Promise<Record<string, Finding>> {
  const { findings } = await client.call("doctor");
  return Object.fromEntries(findings.map((finding) => [finding.name, finding]));
}

test("a hall tells what it is: its address, its credential's kind and never the credential, its sandbox", async () => {
  const credential = { kind: "auth_token", secret: "canary-credential" } as const;
  const hall = await home.open({ handoff: { ...emptyHandoff, credential } });
  const found = await findingsOf(hall);
  expect(Object.keys(found).join(" ")).toBe(
    "node bun claude git browser sandbox network versions limits model home format ledgers config packages members disk tmpdir hall",
  );
  expect(found).toMatchObject({
    claude: { state: "ok" },
    git: { state: "ok" },
    model: { state: "ok", detail: "the hall has ANTHROPIC_AUTH_TOKEN" },
    home: { state: "ok", detail: `${home.root}, mode 0700` },
    config: { state: "ok" },
    packages: { state: "ok" },
    members: { state: "ok" },
    hall: { state: "ok", detail: `${hall.record.url}, process ${hall.pid}, release ${release()}` },
  });
  const { sandbox } = await hall.client.status();
  expect(found["sandbox"]?.detail).toContain(sandbox.detail);
  expect(JSON.stringify(found)).not.toContain(credential.secret);
});

test("a hall tells what is the matter with what it has, as it is now", async () => {
  const { config, hallRecord, packages } = homeLayout(home.root);
  addLittle(home.root, "odd", { how: "crashes" });
  const hall = await home.open({ env: { PATH: pathWith(`${tempDir()}/bin`, withoutBubblewrap) } });
  expect(await findingsOf(hall)).toMatchObject({
    git: { state: "warn", detail: "not on the PATH" },
    model: { state: "warn", detail: expect.stringContaining("started without a credential") },
    sandbox: { state: "warn", detail: expect.stringContaining("bubblewrap is not installed") },
    members: { state: "ok" },
    hall: { state: "ok" },
  });
  layPackage(`${packages}/lazy`, workerOf("lazy", { limits: { maxTurns: 0 } }));
  await hall.client.members.start(memberName.parse("odd")).catch(() => undefined);
  writeFileSync(config, "sandbox: { minimum: bubblewrap }\n");
  await until("it is in force", async () => (await findingsOf(hall))["sandbox"]?.state === "fail");
  rmSync(hallRecord);
  expect(await findingsOf(hall)).toMatchObject({
    sandbox: { state: "fail", detail: expect.stringContaining('demands sandbox.minimum "bubblewrap"') },
    packages: { state: "warn", detail: expect.stringContaining("lazy: guildHall.limits.maxTurns") },
    members: { state: "warn", detail: expect.stringContaining("1 failing:\nodd: ") },
    hall: { state: "fail", detail: expect.stringContaining("no command finds this hall") },
  });
  writeFileSync(config, "slots: many\n");
  await until("it is seen to be broken", async () => (await findingsOf(hall))["config"]?.state === "fail");
  expect((await findingsOf(hall))["config"]?.advice).toContain("the last good one holds");
});

test("a program that never answers holds up neither the look nor the hall, and is ended", async () => {
  const directory = `${tempDir()}/bin`;
  mkdirSync(directory);
  const told = `${directory}/pid`;
  // The shell's own word, so that what is ended is what was started.
  writeFileSync(`${directory}/git`, `#!/bin/sh\necho $$ >> ${told}\nexec sleep 100\n`);
  chmodSync(`${directory}/git`, 0o755);
  const hall = await home.open({ env: { PATH: `${directory}:${process.env["PATH"]}` } });
  const begun = performance.now();
  const looks = [findingsOf(hall), findingsOf(hall), findingsOf(hall)];
  const pids = () =>
    Bun.file(told)
      .text()
      .then(
        (text) => text.trim().split("\n"),
        () => [],
      );
  await until("git was asked", async () => (await pids()).length > 0);
  const asked = performance.now();
  await hall.client.status();
  expect(performance.now() - asked).toBeLessThan(500);
  for (const found of await Promise.all(looks))
    expect(found["git"]).toMatchObject({ state: "warn", detail: "could not be checked within 1.5 s" });
  expect(performance.now() - begun).toBeLessThan(4000);
  const started = await pids();
  expect(started).toHaveLength(1);
  await until("git is ended", () => !isAlive(Number(started[0])));
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
