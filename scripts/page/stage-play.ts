// Plays the scenes of the stage (a throwaway hall with a scripted model) in order. Everything goes through the hall's
// own interfaces and is really carried out.
import type { LedgerEvent } from "../../src/contract/commission/events.ts";
import { type CommissionId, projectName } from "../../src/contract/home/ids.ts";
import type { StageHall } from "./stage-hall.ts";
import type { StageModel } from "./stage-model.ts";
import { goOn, type Repositories } from "./stage-repositories.ts";
import { type Scene, scriptOf } from "./stage-scenes.ts";

export interface Play {
  hall: StageHall;
  model: StageModel;
  scenes: readonly Scene[];
  repositories: Repositories;
  say(line: string): void;
}

/** How long one commission may take on a busy machine. */
const mostMs = 180_000;

const atWork = ["queue-engines", "idempotency", "review-signing"];

/** Resolves with the commissions by scene name, once all that are meant to end have ended. */
export async function playAll(play: Play): Promise<Map<string, CommissionId>> {
  await addProjects(play);
  const ids = await commissionAll(play);
  const of = (name: string) => find(ids, name);
  const alone = ["dead-letters", "retry-webhooks", "oauth", "harbour-flow", "memory-growth", "checklist"];
  const ready = ["limit-calls", "subscriber-guide"];
  await Promise.all([
    mergeFirst(play, { first: of("node-22"), second: of("install-guide") }),
    answerAndGoOn(play, of("retry-after")).then((id) => ids.set("retry-after-again", id)),
    cancelAtWork(play, of("rust")),
    ...[...alone, ...ready, "retry-libraries"].map((name) => ended(play, of(name))),
    ...atWork.map((name) => untilItWaits(play, { name, id: of(name) })),
  ]);
  goOn(play.repositories);
  return ids;
}

async function addProjects({ hall, repositories }: Play): Promise<void> {
  for (const [name, path] of Object.entries(repositories))
    await hall.client.projects.add({ name: projectName.parse(name), path, dryRun: false });
  const checks = ["node --test", "node scripts/check-links.js"];
  await hall.run("config", "set", "projects.lantern.checks", JSON.stringify(checks));
}

/** Creates first the commissions that others wait for. */
async function commissionAll(play: Play): Promise<Map<string, CommissionId>> {
  const ids = new Map<string, CommissionId>();
  const asked = play.scenes.filter(({ commission }) => commission !== undefined);
  for (const scene of asked.sort((a, b) => order(a) - order(b)))
    ids.set(scene.name, await commission(play, { scene, ids }));
  return ids;
}

/**
 * Returns the scene's place in the order: the slowest first, the ones that never end late, the ones that wait for
 * another last.
 */
function order({ name, after }: Scene): number {
  if (after !== undefined) return 3;
  if (atWork.includes(name)) return 2;
  return ["retry-after", "install-guide", "node-22", "retry-webhooks"].includes(name) ? 0 : 1;
}

async function commission(
  { hall, say }: Play,
  { scene, ids }: { scene: Scene; ids: ReadonlyMap<string, CommissionId> },
): Promise<CommissionId> {
  const { id } = await hall.client.create({
    ...(scene.commission as { worker: string; task: string }),
    ...(scene.after === undefined ? {} : { after: [find(ids, scene.after)] }),
    ...(scene.rehearsed ? { rehearsal: JSON.stringify(scriptOf(scene)) } : {}),
  });
  say(`asked for: ${scene.commission?.title}`);
  return id;
}

/**
 * Waits until `first` is merged, then lets `second` finish. Both began at the same commit and change the same
 * lines, so `second` ends in a conflict.
 */
async function mergeFirst(play: Play, { first, second }: { first: CommissionId; second: CommissionId }) {
  await Promise.all([
    ended(play, first),
    untilEvent(play, { id: second, holds: ({ type }) => type === "session.started" }),
  ]);
  play.model.release("install-guide");
  await ended(play, second);
}

async function answerAndGoOn(play: Play, id: CommissionId): Promise<CommissionId> {
  const { client } = play.hall;
  await ended(play, id);
  await client.answer(id, { question: 1, answer: "Nobody waits longer than an hour." });
  const next = await client.redispatch(id);
  await ended(play, next.id);
  return next.id;
}

async function cancelAtWork(play: Play, id: CommissionId): Promise<void> {
  await untilItWaits(play, { name: "rust", id });
  await play.hall.client.cancel(id, "We stay with Node.js for now.");
  await ended(play, id);
}

/** Waits until all scripted tool calls of the commission have returned. */
async function untilItWaits(play: Play, { name, id }: { name: string; id: CommissionId }): Promise<void> {
  const turns = play.scenes.find((scene) => scene.name === name)?.turns ?? [];
  let calls = turns.reduce((sum, turn) => sum + ("use" in turn ? (turn.use?.length ?? 0) : 0), 0);
  await untilEvent(play, { id, holds: ({ type }) => type === "tool.returned" && (calls -= 1) === 0 });
}

async function ended(play: Play, id: CommissionId): Promise<void> {
  await untilEvent(play, { id, holds: () => false });
  const { title, status, trust } = await play.hall.client.detail(id);
  play.say(`${status}${trust === null ? "" : `, ${trust}`}: ${title}`);
}

/** Waits for an event that matches, or for the end of the commission. */
async function untilEvent(
  { hall }: Play,
  { id, holds }: { id: CommissionId; holds(event: LedgerEvent): boolean },
): Promise<void> {
  const events = hall.client.followCommission(id, 0, AbortSignal.timeout(mostMs));
  for await (const event of events) if (holds(event)) return;
}

function find(ids: ReadonlyMap<string, CommissionId>, name: string): CommissionId {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`the stage has no scene "${name}"`);
  return id;
}
