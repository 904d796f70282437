// A commission whose set-up failed without a network waits for a person: it is neither failed nor refuted, nothing is
// counted against it, and it goes on when its files are approved.
import { afterEach, expect, test } from "bun:test";
import { defaultConfig } from "../../../src/contract/home/config.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { type ProjectName, projectName } from "../../../src/contract/home/ids.ts";
import type { SetUpWait } from "../../../src/contract/project/set-up.ts";
import type { DispatchDeps } from "../../../src/hall/dispatch/deps.ts";
import { closeConductors, done, begun, request, settled, setUpConductor } from "../../harness/conductor.ts";
import { someProject } from "../../harness/ledger/histories.ts";

afterEach(closeConductors);

const project = projectName.parse("lamps");
const tree = "a".repeat(40);
const waits: FactBody = {
  type: "session.ended",
  end: { how: "setup", message: "no network", approve: { tree, own: null } },
};

function approvals() {
  const approved = new Set<string>();
  const listeners = new Set<(project: ProjectName) => void>();
  const setUps: DispatchDeps["setUps"] = {
    why: async (_project, wait: SetUpWait) => (approved.has(wait.tree) ? null : "waits for you: its set-up"),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return {
    setUps,
    approve: (project: ProjectName) => {
      approved.add(tree);
      for (const listener of listeners) listener(project);
    },
  };
}

test("it is blocked with a need, and started again once it is approved", async () => {
  const { setUps, approve } = approvals();
  const admission = { ...defaultConfig.admission, startsPerSecond: Infinity };
  // A name for memory and limits: what counts here is only that there is one.
  const projects = { [project]: someProject({}) };
  const hall = await setUpConductor({ setUps, settings: () => ({ ...defaultConfig, admission, projects }) });
  const conductor = hall.open();
  const id = await hall.accept(conductor, { ...request, project });
  await settled(() => hall.bench.started.length === 1);
  const [ref = { id, bench: 1 }] = hall.bench.started;
  hall.bench.say(ref, waits);
  hall.bench.die(ref);
  hall.tell(id);
  await settled(async () => (await hall.statusOf(id)) === "blocked");
  expect(hall.ledger.summary(id)).toMatchObject({
    approve: tree,
    blockedBy: ["waits for you: its set-up"],
    trust: null,
    error: null,
    resumes: 0,
  });
  const before = await hall.ledger.find(id);
  expect([before?.record.returns, before?.record.falseStarts]).toEqual([0, 0]);

  approve(project);
  await settled(() => hall.bench.started.length === 2);
  const second = hall.bench.started[1] ?? ref;
  expect(hall.ledger.summary(id)?.approve).toBeNull();
  hall.bench.say(second, ...begun, done);
  hall.bench.die(second);
  hall.tell(id);
  await settled(async () => (await hall.statusOf(id)) === "completed");
});
