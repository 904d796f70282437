// The desk of the hall's chores, on a real ledger and a real memory, with workbenches and a clock that the test moves.
import { projectName } from "../../../src/contract/home/ids.ts";
import type { HallConfig } from "../../../src/contract/home/config.ts";
import { memoryScope, type MemoryScope } from "../../../src/contract/memory/memory.ts";
import { createChores } from "../../../src/hall/dispatch/chores/chores.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { begun, settled, setUpConductor } from "../../harness/conductor.ts";
import { someProject } from "../../harness/ledger/histories.ts";
import { byWorker, keyOf, someMemory } from "../../store/memory/support.ts";

export const scope = memoryScope.parse("project:website");
export const website = projectName.parse("website");
const usual: Settings = {
  memory: { capTokens: 200, compactAtTokens: 1000 },
  projects: { [website]: someProject({ limits: { maxTurns: 3 } }) },
};

export type Settings = Pick<HallConfig, "memory" | "projects">;

export async function setUp(changes = {}, settings = usual) {
  const stage = await setUpConductor({ hasModel: true, ...changes });
  const { store } = someMemory(stage.home.root);
  stage.deps.condense = store.compact;
  const before = stage.deps.settings();
  stage.deps.settings = () => ({ ...before, projects: settings.projects });
  const conductor = stage.open();
  const chores = createChores({
    ledger: stage.ledger,
    memory: store,
    accept: conductor.acceptChore,
    settings: () => settings,
    hasModel: stage.deps.hasModel,
    clock: stage.clock,
    log: stage.deps.log,
  });
  const fill = async (where: MemoryScope = scope, prefix = "note", count = 6) => {
    for (let at = 0; at < count; at += 1)
      await store.write({
        scope: where,
        key: keyOf(`${prefix}-${at}`),
        content: "x".repeat(800),
        ...byWorker,
      });
  };
  const all = () => [...stage.ledger.summaries()].filter(({ chore }) => chore !== null);
  /** The desk waits a moment, then looks. */
  const looks = async () => {
    stage.clock.advance(500);
    await chores.ask(memoryScope.parse("worker:nobody"), null);
  };
  /** Carries the latest chore out. */
  const play = async (facts: FactBody[]) => {
    const id = all().at(-1)?.id as never;
    conductor.reconsider();
    await settled(async () => (await stage.ledger.find(id))?.status === "dispatched");
    stage.bench.say({ id, bench: 1 }, ...begun, ...facts);
    stage.bench.die({ id, bench: 1 });
    stage.tell(id);
    await settled(async () => ["completed", "failed"].includes((await stage.ledger.find(id))?.status ?? ""));
    stage.clock.advance(1000);
    return (await stage.ledger.find(id))?.record.applied?.chore;
  };
  return { ...stage, store, conductor, chores, fill, all, looks, play };
}

export const submitted: FactBody & { type: "result.submitted" } = {
  type: "result.submitted",
  callKey: "k",
  summary: "s",
  output: "In short.",
  artifacts: [],
};
export const ended: FactBody = { type: "session.ended", end: { how: "normal", finalText: "Done." } };
