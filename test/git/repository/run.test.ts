// Git as the hall starts it: ended when nobody waits for it any more.
import { expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { systemClock } from "../../../src/host/clock.ts";
import { runGit } from "../../../src/git/repository/run.ts";
import { until } from "../../harness/hall.ts";
import { tempDir } from "../../harness/temp.ts";

test("a call is ended with its signal, and none is begun after it", async () => {
  const directory = tempDir();
  writeFileSync(`${directory}/git`, `#!/bin/sh\necho $$ > ${directory}/pid\nexec /bin/sleep 600\n`);
  chmodSync(`${directory}/git`, 0o700);
  const stopping = new AbortController();
  const deps = { clock: systemClock, searchPath: directory, signal: stopping.signal };
  const place = { gitDir: directory, view: directory };
  const running = runGit(deps, { args: ["status"], place }).catch((error: unknown) => error);
  await until("it runs", () => existsSync(`${directory}/pid`) && readFileSync(`${directory}/pid`).length > 0);
  const pid = readFileSync(`${directory}/pid`, "utf8").trim();
  stopping.abort();
  expect(await running).toBe(stopping.signal.reason);
  await until("it is gone", () => !existsSync(`/proc/${pid}`));
  writeFileSync(`${directory}/pid`, "");
  expect(await runGit(deps, { args: ["status"], place }).catch((error: unknown) => error)).toBe(
    stopping.signal.reason,
  );
  expect(readFileSync(`${directory}/pid`, "utf8")).toBe("");
});

test.each([".", "", "bin"])(
  "git is not looked for in the worktree where the search path has %p",
  async (relative) => {
    const directory = tempDir();
    const canary = `${directory}/canary`;
    mkdirSync(`${directory}/bin`);
    for (const file of [`${directory}/git`, `${directory}/bin/git`]) {
      writeFileSync(file, `#!/bin/sh\ntouch ${canary}\n`);
      chmodSync(file, 0o700);
    }
    const deps = { clock: systemClock, searchPath: `${relative}:${process.env["PATH"] ?? ""}` };
    const place = { gitDir: directory, view: directory, workTree: directory };
    await runGit(deps, { args: ["--version"], place });
    expect(existsSync(canary)).toBe(false);
  },
);
