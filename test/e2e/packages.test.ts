// Packages of a hall that runs: found, refused and passed over without a restart.
import { afterEach, expect } from "bun:test";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { fileTools } from "../../src/contract/package/package.ts";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import { systemToolsIn } from "../../src/contract/package/system-toolboxes.ts";
import { brokenPackages, layBrokenPackages, layGoodPackages } from "../harness/packages/broken-packages.ts";
import { TestHome, until, untilEnded } from "../harness/hall.ts";
import { layPackage, toolboxOf, workerOf } from "../harness/packages/packages.ts";
import { quick, script, submit } from "../harness/rehearsals.ts";
import { longTest } from "../harness/long.ts";

const homes: TestHome[] = [];
/** A hall that runs, and where its packages lie; there are none yet. */
async function openHall() {
  const home = new TestHome();
  homes.push(home);
  const { client } = await home.open();
  const { packages } = homeLayout(home.root);
  mkdirSync(packages);
  return { home, client, packages };
}
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
});

const own = systemToolsIn("commission");
const task = "Try it.";

async function codeOf(asked: Promise<unknown>): Promise<unknown> {
  return asked.then(
    () => "taken on",
    (error: { code?: unknown }) => error.code,
  );
}

longTest(
  "a worker that declares nothing, dropped beside broken packages, has exactly its tools, and is refused once it is gone",
  async () => {
    const { client, packages } = await openHall();
    layGoodPackages(packages);
    layBrokenPackages(packages);
    const rehearsal = script([
      { expect: { tools: [...fileTools.write, ...own] }, ...submit() },
      { say: "Done." },
    ]);
    const ask = { worker: "late", task, rehearsal };
    expect(await codeOf(client.create(ask))).toBe("unknown_worker");
    layPackage(`${packages}/late`, workerOf("late"));
    const { id } = await client.create(ask);
    expect(await untilEnded(client, id)).toMatchObject({ status: "completed", endedBy: "normal" });

    const { workers, toolboxes, problems } = await client.workers();
    expect(workers).toContainEqual(
      expect.objectContaining({ name: "good-both", source: "added", kind: "package", problems: [] }),
    );
    expect(toolboxes).toContainEqual(
      expect.objectContaining({ name: "good-box", tools: ["mcp__good-box__look_up"] }),
    );
    expect(problems).toHaveLength(brokenPackages.length);
    expect((await client.status()).problems).toHaveLength(brokenPackages.length);

    rmSync(`${packages}/late`, { recursive: true });
    // Wider than allowed, so that none is taken on meanwhile.
    const wider = { ...ask, config: { maxTurns: 999 } };
    await until("it is gone", async () => (await codeOf(client.create(wider))) === "unknown_worker");
    expect(await codeOf(client.create(ask))).toBe("unknown_worker");
    for (const { name } of brokenPackages)
      expect(await codeOf(client.create({ ...ask, worker: name }))).toBe("unknown_worker");
  },
  60_000,
);

longTest(
  "a worker whose toolbox is not there is listed so, and its commission fails with the toolbox's name before anything starts",
  async () => {
    const { home, client, packages } = await openHall();
    layPackage(
      `${packages}/needy`,
      workerOf("needy", { toolboxes: ["mail", "clock"], limits: { validated: true } }),
    );
    layPackage(`${packages}/clock`, toolboxOf("clock"), { posture: null });
    const sentence = expect.stringMatching(
      /^Worker "needy" needs the toolbox "mail", which is not installed\./,
    );
    const { workers } = await client.workers();
    expect(workers.find(({ name }) => name === "needy")).toMatchObject({
      problems: [sentence],
      toolboxes: ["mail", "clock"],
      tools: [...fileTools.write, ...own, "mcp__clock__*"],
      limits: { maxTurns: 150, validated: true },
      directory: `${packages}/needy`,
    });
    expect((await client.status()).problems).toEqual([sentence]);
    const { id } = await client.create({ worker: "needy", task, rehearsal: quick });
    expect(await untilEnded(client, id)).toMatchObject({
      status: "failed",
      endedBy: "activation",
      error: { code: "activation", message: sentence },
    });
    expect(existsSync(home.layout(id).journal(1))).toBe(false);
  },
  30_000,
);
