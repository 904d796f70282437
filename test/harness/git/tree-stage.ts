// A conductor (the part of the hall that starts workbenches and takes over their facts) whose commissions work on a
// fake repository in memory. Every step on the repository, and every final step in the ledger, is counted, and a test
// can make the hall die at any of them.
import type { BenchRef } from "../../../src/contract/commission/bench-ref.ts";
import type { CommissionRequest } from "../../../src/contract/commission/commission.ts";
import type { CheckedTree } from "../../../src/contract/commission/proof-facts.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import type { SessionEnd } from "../../../src/contract/course/session-end.ts";
import { type CommissionId, projectName } from "../../../src/contract/home/ids.ts";
import type { DispatchDeps } from "../../../src/hall/dispatch/deps.ts";
import {
  addCommit,
  createFakeRepository,
  type FakeRepository,
  getCommit,
  integration,
  tipOf,
} from "../../fakes/repository.ts";
import { finishedTree } from "../../../src/rules/checks/proof.ts";
import {
  type Act,
  carryTree,
  createFakeTrees,
  findCandidate,
  makeTree,
  takeSnapshot,
} from "../../fakes/trees.ts";
import { begun, request, settled, setUpConductor } from "../conductor.ts";
import { someProject } from "../ledger/histories.ts";

export const app = projectName.parse("app");
export const normal: SessionEnd = { how: "normal", finalText: "done" };
export const ofApp: CommissionRequest = { ...request, project: app };

/** Every step on the repository and in the ledger, in order. The hall may die at one of them. */
interface Steps {
  done: string[];
  diesAt: number;
  how: "before" | "after";
  fault: Error | null;
  /** `fault` is thrown by the steps whose names begin with this. */
  faulty: string;
}

const dead = new Error("the hall was killed");

async function atStep<T>(steps: Steps, what: string, run: () => T | Promise<T>): Promise<T> {
  if (steps.fault && what.startsWith(steps.faulty)) throw steps.fault;
  const isLast = steps.done.push(what) - 1 === steps.diesAt;
  if (isLast && steps.how === "before") throw dead;
  const result = await run();
  if (isLast) throw dead;
  return result;
}

type Project = Parameters<typeof someProject>[0];

export async function setUpTrees(
  project: Project = { checks: ["make test"] },
  changes: Partial<DispatchDeps> = {},
) {
  const repository = createFakeRepository();
  const steps: Steps = { done: [], diesAt: -1, how: "before", fault: null, faulty: "git" };
  const act: Act = (what, run) => atStep(steps, what, run);
  const errors: string[] = [];
  const log = { info: () => undefined, error: (message: string) => void errors.push(message) };
  const stage = await setUpConductor({ trees: createFakeTrees({ repository, act }), log, ...changes });
  const { settings, ledger } = stage.deps;
  stage.deps.settings = () => ({
    ...settings(),
    projects: { [app]: someProject({ path: "/repository", ...project }) },
  });
  const finishing = [
    "conclude",
    "withdraw",
    "plan-merge",
    "record-applied",
    "settle",
    "request-landing",
    "plan-landing",
    "finish-landing",
    "stop-landing",
  ];
  stage.deps.ledger = {
    ...ledger,
    execute: (id, commands) => {
      const name = commands.map((command) => command.do).join();
      return finishing.includes(name)
        ? atStep(steps, name, () => ledger.execute(id, commands))
        : ledger.execute(id, commands);
    },
  };
  const atOnce: Act = async (_what, run) => run();
  const treeDeps = { repository, act: atOnce };
  const write = async (id: CommissionId, { path = "src/a.ts", text = "work" } = {}) => {
    const { bench, tree } = (await stage.ledger.find(id))?.record ?? { bench: 0, tree: null };
    if (tree === null) throw new Error("It has no tree.");
    await makeTree(treeDeps, id, tree);
    const carry = (await stage.ledger.find(id))?.record.carried ?? null;
    if (carry !== null && !carry.isDone) {
      await carryTree(treeDeps, id, { tree, carry });
      stage.bench.say({ id, bench }, ...begun.slice(0, 1), { type: "tree.carried", onto: carry.onto });
    }
    repository.worktrees.get(id)?.set(path, text).set("ignored.log", `left by ${bench}`);
    return { id, bench };
  };
  const over = (ref: BenchRef, facts: readonly FactBody[]) => {
    stage.bench.say(ref, ...begun, ...facts);
    stage.bench.die(ref);
    stage.tell(ref.id);
  };
  /** Plays the workbench: makes the worktree, writes a file, and ends as a real one does. */
  const work = async (
    id: CommissionId,
    { text = "work", path = "src/a.ts", end = normal, exits = [0], changed = true }: Work = {},
  ) => {
    const ref = await write(id, { text, path });
    const snapshot = end.how === "normal" ? await takeSnapshot(treeDeps, id) : null;
    const finished: FactBody[] =
      snapshot === null
        ? []
        : [{ type: "work.finished", end, snapshot, changed }, ...exits.map((exit) => ran(exit))];
    over(ref, [...finished, { type: "session.ended", end }]);
  };
  /** Plays the workbench that checks the merge, and ends as a real one does. */
  const land = async (
    id: CommissionId,
    { exits = [0], tip = exits, before = () => undefined }: Land = {},
  ) => {
    const { bench, tree, proof } = (await stage.ledger.find(id))?.record ?? {
      bench: 0,
      tree: null,
      proof: null,
    };
    const made = finishedTree(proof);
    if (tree === null || made === null) throw new Error("It has nothing to land.");
    const found = await findCandidate(treeDeps, { tree, work: made });
    const merged = found.kind === "ready" ? found.tree : null;
    before();
    const isFailed = exits.some((exit) => exit !== 0);
    const checks = merged === null ? [] : exits.map((exit) => ran(exit, "merge"));
    const alone = isFailed ? tip.map((exit) => ran(exit, "tip")) : [];
    stage.bench.say(
      { id, bench },
      ...begun.slice(0, 1),
      { type: "merge.tried", expected: found.expected, tree: merged },
      ...checks,
      ...alone,
      { type: "session.ended", end: { how: "checked" } },
    );
    stage.bench.die({ id, bench });
    stage.tell(id);
  };
  /** Plays a workbench that submits a result and then dies without recording its end. */
  const vanish = async (id: CommissionId) => over(await write(id), [handedIn]);
  const outcomeOf = async (id: CommissionId) => (await stage.ledger.find(id))?.record.applied?.tree;
  const ended = (id: CommissionId) =>
    settled(async () => ["completed", "failed", "cancelled"].includes((await stage.statusOf(id)) ?? ""));
  return { ...stage, repository, steps, write, work, land, vanish, outcomeOf, ended, errors };
}

export interface Work {
  text?: string;
  path?: string;
  end?: SessionEnd;
  exits?: number[];
  /** False for work that writes only what was there before. */
  changed?: boolean;
}

/** The exit codes of the checks on the merge (`exits`), and of the same checks on the tip without the work (`tip`). */
export interface Land {
  exits?: number[];
  tip?: number[];
  /** Runs after the integration branch was read and before the workbench ends. */
  before?(): void;
}

const handedIn: FactBody = {
  type: "result.submitted",
  callKey: "k",
  summary: "Done.",
  output: null,
  artifacts: [],
};

function ran(exitCode: number, on?: CheckedTree): FactBody {
  const run = { command: "make test", exitCode, timedOut: false, output: "said", cut: false, ms: 1 };
  return { type: "check.ran", from: "project", run, ...(on && { on }) };
}

export type TreeStage = Awaited<ReturnType<typeof setUpTrees>>;

export async function begin({ open, accept, bench }: TreeStage, asked = ofApp): Promise<CommissionId> {
  const id = await accept(open(), asked);
  await settled(() => bench.started.length === 1);
  return id;
}

/** Adds another person's commit to the integration branch. */
export function moveOn(repository: FakeRepository, path: string, text: string): void {
  const parent = tipOf(repository, integration);
  const files = new Map(getCommit(repository, parent).files).set(path, text);
  repository.refs.set(integration, addCommit(repository, { parent, files, message: "Theirs\n" }));
}
