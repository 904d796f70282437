// The scripted worker at a simulated workbench: facts, artifacts, a result or none, and one of all the ways to end.
import type { ArtifactRef } from "../../src/contract/commission/artifact-ref.ts";
import type { FactBody } from "../../src/contract/commission/facts.ts";
import type { SessionEnd } from "../../src/contract/course/session-end.ts";
import { storageCodeOf } from "../../src/contract/home/storage-fault.ts";
import { type Clock, sleep } from "../../src/host/clock.ts";
import type { Disk } from "../../src/host/files/disk.ts";
import { writeArtifact } from "../../src/workbench/workdir/artifacts.ts";
import type { Bench } from "../../src/workbench/bench/bench.ts";
import { finishedBefore } from "../../src/rules/checks/proof.ts";
import { carryTree, type FakeTreesDeps, makeTree } from "../fakes/trees.ts";
import { textAt } from "./machine/file-tree.ts";
import type { Process } from "./machine/processes.ts";
import { land, prove } from "./prove.ts";
import { converse, type Talk, tellAtTheEnd } from "./talk.ts";
import { treesFor, writeFileIn } from "./repository.ts";
import { breaks, type World } from "./world.ts";

export interface Desk {
  world: World;
  process: Process;
  disk: Disk;
  clock: Clock;
}

interface Work extends Desk {
  bench: Bench;
  trees: FakeTreesDeps;
  artifacts: ArtifactRef[];
  beat: number;
}

export async function playWorker(desk: Desk, bench: Bench): Promise<SessionEnd> {
  const trees = treesFor(desk.world, { machine: desk.world.machine, process: desk.process });
  const work: Work = { ...desk, bench, trees, artifacts: [], beat: 0 };
  const { tree } = bench.commission.record;
  try {
    if (bench.commission.record.landing !== null) return await land(desk, bench, trees);
    if (tree !== null) await makeTree(trees, bench.id, tree);
    const { carried } = bench.commission.record;
    if (tree !== null && carried !== null && !carried.isDone) {
      await carryTree(trees, bench.id, { tree, carry: carried });
      await bench.record({ type: "tree.carried", onto: carried.onto });
    }
    const end = finishedBefore(bench.commission.record) ?? (await play(work));
    return await prove(desk, bench, { end, trees });
  } catch (error) {
    // As the real one has it: a session that cannot be recorded is ended.
    const how = storageCodeOf(error) === null ? "died" : "storage";
    return { how, message: `The session could not be recorded: ${String(error)}` };
  }
}

async function play(work: Work): Promise<SessionEnd> {
  if (!work.world.talks) return playAlone(work);
  const answer = () => work.bench.record(answered);
  const session = (talk: Talk) => playTalking(work, talk);
  return converse({ desk: work, bench: work.bench, answer, play: session });
}

/** As `playAlone`, with what people say in its requests. */
async function playTalking(work: Work, talk: Talk): Promise<SessionEnd> {
  const { random } = work.world;
  await begin(work, talk.session.id);
  await talk.request();
  const pace = random.pick([5, 50, 700, 4000]);
  for (const beats = random.below(6); work.beat < beats; work.beat += 1) {
    await sleep(work.clock, random.next() * pace, work.process.stopping.signal);
    if (work.process.stopping.signal.aborted) return { how: "stopped" };
    await oneBeat(work);
    await talk.request();
  }
  if (random.chance(0.6)) await submit(work);
  tellAtTheEnd(work.world, work.bench.id);
  await sleep(work.clock, 200, work.process.stopping.signal);
  const ended = await end(work, talk.hang);
  while (ended.how === "normal" && !(await talk.end())) await talk.request();
  return ended;
}

async function playAlone(work: Work): Promise<SessionEnd> {
  const { random } = work.world;
  await begin(work);
  if (random.chance(0.8)) await say(work, answered, "model.answered");
  const pace = random.pick([5, 50, 700, 4000]);
  for (const beats = random.below(6); work.beat < beats; work.beat += 1) {
    await sleep(work.clock, random.next() * pace, work.process.stopping.signal);
    if (work.process.stopping.signal.aborted) return { how: "stopped" };
    await oneBeat(work);
  }
  if (random.chance(0.6)) await submit(work);
  return end(work);
}

const answered: FactBody = {
  type: "model.answered",
  kind: "main",
  model: "m",
  tokens: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 },
  costUsd: 0.1,
  budgetUsd: 0.1,
  whole: true,
  ms: 1,
};

async function begin({ bench }: Work, sessionId = `session-${bench.bench}`): Promise<void> {
  await bench.record({
    type: "session.started",
    sessionId,
    model: "m",
    tools: [],
    sandbox: "process",
    permissionMode: "dontAsk",
  });
}

async function oneBeat(work: Work): Promise<void> {
  const { random } = work.world;
  const word = wordOf(work);
  const callKey = word;
  const facts: FactBody[] = [
    { type: "session.said", text: word },
    { type: "progress.reported", callKey, summary: word },
    { type: "decision.recorded", callKey, question: word, decision: "d", reasoning: "r" },
    { type: "question.logged", callKey, question: word },
    { type: "tool.called", callId: word, tool: "Read", input: "{}" },
  ];
  if (work.bench.known().tree !== null && random.chance(0.5)) await writeDown(work, word);
  else if (random.chance(0.2)) await handIn(work, word);
  else await say(work, random.pick(facts), word);
}

/** Some files are the worker's own, some are everybody's, and some are ignored. */
async function writeDown({ world, bench, trees }: Work, word: string): Promise<void> {
  const path = world.random.pick([`${word}.ts`, "shared.md", `${word}.log`]);
  await writeFileIn(trees, { id: bench.id, path, text: word });
  world.known.get(bench.id)?.files.set(path, word);
}

function wordOf({ bench, beat }: Work): string {
  return `word-${bench.id.slice(-4)}-${bench.bench}-${beat}`;
}

/** The worker's tool call is answered when this resolves: from then on the fact is a promise. */
async function say({ world, bench }: Work, fact: FactBody, word: string): Promise<void> {
  await bench.record(fact);
  world.known.get(bench.id)?.words.push(word);
  const safe = textAt(world.machine.tree, bench.layout.journal(bench.bench), "safe") ?? "";
  if (!safe.includes(word) && !safe.includes('"blob"'))
    breaks(world, "acknowledged", `The fact ${word} was acknowledged before it was safe.`);
}

async function handIn(work: Work, word: string): Promise<void> {
  const { world, disk, bench } = work;
  const path = `${word}.md`;
  const done = await writeArtifact(disk, bench.layout, { path, content: word });
  if (!done.ok) return;
  work.artifacts.push(done.artifact);
  world.known.get(bench.id)?.artifacts.set(path, word);
}

/** Sometimes so long that it is kept in a blob. */
async function submit(work: Work): Promise<void> {
  const { random } = work.world;
  const word = `result-${wordOf(work)}`;
  const output = random.chance(0.1) ? `${word} ${"x".repeat(70_000)}` : word;
  const { artifacts } = work;
  await say(work, { type: "result.submitted", callKey: word, summary: word, output, artifacts }, word);
}

/** `hangs` is told of a session that never ends by itself. */
async function end(work: Work, hangs = async () => {}): Promise<SessionEnd> {
  const { random, hanging, storming } = work.world;
  const { signal } = work.process.stopping;
  if (storming && random.chance(0.08)) {
    hanging.add(work.process);
    await hangs();
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    return { how: "stopped" };
  }
  const resetAt = new Date(work.clock.now() + random.between(-1000, 20_000)).toISOString();
  const bad: readonly SessionEnd[] = [
    { how: "normal", finalText: "" },
    { how: "turns", limit: 1 },
    { how: "budget", limitUsd: 1 },
    { how: "api", status: 500, message: "no" },
    { how: "quota", resetAt, message: "used up" },
    { how: "died", message: "killed" },
    { how: "garbled", message: "?" },
    { how: "stopped" },
  ];
  if (random.chance(0.1)) throw new Error("something else went wrong");
  return random.chance(0.4) ? random.pick(bad) : { how: "normal", finalText: "done" };
}
