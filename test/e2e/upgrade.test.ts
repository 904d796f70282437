// The installation is replaced under running work: a workbench has read all of it that it needs before it begins.
import { afterEach, expect, test } from "bun:test";
import { cpSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import type { CommissionId } from "../../src/contract/home/ids.ts";
import { installed } from "../../src/host/program.ts";
import { TestHome, until, untilEnded } from "../harness/hall.ts";
import { progress, script, submit } from "../harness/rehearsals.ts";
import { tempDir } from "../harness/temp.ts";

const home = new TestHome();
afterEach(() => home.dispose());

/** As npm lays it out, with its dependencies linked. */
function install(): string {
  const place = tempDir();
  for (const name of ["src", "workers", "package.json"])
    cpSync(installed(name), `${place}/${name}`, { recursive: true });
  symlinkSync(installed("node_modules"), `${place}/node_modules`);
  return place;
}

function hasSaid(id: CommissionId, type: string): boolean {
  try {
    return readFileSync(home.layout(id).journal(1), "utf8").includes(`"type":"${type}"`);
  } catch {
    return false;
  }
}

test("a workbench whose code, worker and dependencies vanish once it has begun completes its commission", async () => {
  const installation = install();
  const { client } = await home.open({ program: `${installation}/src/hall/main.ts` });
  const rehearsal = script([
    { ...progress("Begun."), delayMs: 500 },
    { use: [{ tool: "Grep", input: { pattern: "x" } }] },
    submit(),
    { say: "Done." },
  ]);
  const { id } = await client.create({ worker: "researcher", task: "Look.", rehearsal });
  await until("it has its lock", () => hasSaid(id, "bench.started"));
  for (const name of ["src", "workers", "package.json"])
    rmSync(`${installation}/${name}`, { recursive: true });
  await until("claude has started", () => hasSaid(id, "session.started"));
  rmSync(`${installation}/node_modules`);
  expect(await untilEnded(client, id)).toMatchObject({ status: "completed", endedBy: "normal", turns: 4 });
}, 60_000);
