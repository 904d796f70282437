// Which of two engines carries out a commission, and that the hall never ends itself.
import { expect, test } from "bun:test";
import { commissionId } from "../../../src/contract/home/ids.ts";
import type { Engine } from "../../../src/hall/engine/local.ts";
import { createRoutingEngine } from "../../../src/hall/engine/routing.ts";
import { newUuid } from "../../../src/host/ids.ts";
import type { ProcessIdentity } from "../../../src/host/processes/processes.ts";

const self: ProcessIdentity = { pid: process.pid, startTime: "1", bootId: "b" };
const other: ProcessIdentity = { pid: 4_000_000, startTime: "1", bootId: "b" };
const [member, packaged] = [commissionId.parse(newUuid()), commissionId.parse(newUuid())];

function noting(name: string, said: string[]): Engine {
  return {
    start: async () => void said.push(`${name} starts`),
    presence: () => "unknown",
    ended: async () => undefined,
    exitCode: () => null,
    lastWords: () => ({ exit: null, said: "", file: name }),
    signal: (_ref, how, known) => {
      said.push(`${name} ${how} ${known?.pid ?? "nobody"}`);
      return true;
    },
    forget: () => void said.push(`${name} forgets`),
    isHeld: () => false,
    withoutBench: (_id, task) => task(),
  };
}

test("guild members' commissions go inside, all others to workbenches, and nobody is told of the hall's own process", async () => {
  const said: string[] = [];
  const engine = createRoutingEngine({
    local: noting("local", said),
    inside: noting("inside", said),
    isInside: (id) => id === member,
    self,
  });
  await engine.start({ id: member, bench: 1 });
  await engine.start({ id: packaged, bench: 1 });
  engine.signal({ id: member, bench: 1 }, "kill", self);
  engine.signal({ id: packaged, bench: 1 }, "kill", self);
  engine.signal({ id: packaged, bench: 1 }, "stop", other);
  engine.forget({ id: member, bench: 1 });
  expect(said).toEqual([
    "inside starts",
    "local starts",
    "inside kill nobody",
    "local kill nobody",
    "local stop 4000000",
    "local forgets",
    "inside forgets",
  ]);
});
