// Tries what the Agent SDK does not promise: a `claude` that was started long ago, and has heard nothing since, still
// answers its first message.
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { TestHome, until, untilEnded } from "../test/harness/hall.ts";
import { quick } from "../test/harness/rehearsals.ts";
import { findSpare, type FoundSpare } from "../test/harness/spares.ts";
import { isWithoutSandbox } from "../test/workbench/sandbox/usable.ts";

const calmHall = new URL("../test/harness/calm-hall.ts", import.meta.url).pathname;
const order = { worker: "researcher", task: "Compare three libraries.", rehearsal: quick };
const waitsMs = 65_000;

test.skipIf(isWithoutSandbox)(
  "a commission uses a spare that has waited for 65 seconds (needs bubblewrap)",
  async () => {
    const home = new TestHome();
    try {
      const hall = await home.open({ keepsSpares: true, program: calmHall });
      const carryOut = async () => {
        const { id } = await hall.client.create(order);
        expect(await untilEnded(hall.client, id, 60_000)).toMatchObject({ status: "completed" });
        return id;
      };
      await carryOut();
      const ready = () => typeof findSpare(home.root)?.claude === "number";
      await until("a spare waits", ready, 60_000);
      const waiting = findSpare(home.root) as FoundSpare;
      await Bun.sleep(waitsMs);
      expect(findSpare(home.root)).toEqual(waiting);
      const layout = home.layout(await carryOut());
      const [begun = ""] = readFileSync(layout.journal(1), "utf8").split("\n");
      expect(JSON.parse(begun)).toMatchObject({ type: "bench.started", pid: waiting.spare });
      expect(readFileSync(layout.output(1), "utf8")).not.toContain("started anew");
      expect(existsSync(`/proc/${waiting.claude}`)).toBe(false);
    } finally {
      await home.dispose();
    }
  },
  240_000,
);
