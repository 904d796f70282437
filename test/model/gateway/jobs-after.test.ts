// What a job's account still answers when its commission is over: the compaction that it began, for a while, within what
// is left of its budget, and nothing else.
import { afterEach, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { longestAfterMs } from "../../../src/model/gateway/jobs/job-accounts.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import {
  ada,
  askFor,
  handoffTo,
  type JobsPart,
  openJob,
  openTestJobs,
  refusalOf,
  secretOf,
} from "./jobs-support.ts";
import { answerText, closeAll, openUpstream, rehearse, saidIn, streamed } from "./support.ts";

afterEach(closeAll);

const memory = { headers: { "x-guild-purpose": "memory" } };
const jobId = "one";

function openRig(part: JobsPart = {}) {
  const upstream = openUpstream(() => streamed(answerText("in short")));
  const handoff = handoffTo(upstream.url);
  const rig = openTestJobs({ handoff, ...part });
  rig.jobs.admit(ada, secretOf(ada));
  return { rig, upstream, model: { mode: "forward" as const, handoff } };
}

test("its memory is condensed within what is left, and its cost is kept with the member", async () => {
  const { rig, upstream, model } = openRig();
  const { account, facts } = openJob(rig, { jobId }, { model, left: () => 0.0001 });
  await account.close();
  expect(saidIn(await (await askFor(rig, { jobId }, memory)).text())).toBe("in short");
  expect(rig.spent(ada)).toMatchObject([{ jobId, kind: "memory" }]);
  expect(facts).toEqual([]);
  // That one spent what was left.
  const { status } = await refusalOf(askFor(rig, { jobId }, memory));
  expect([status, upstream.seen.length]).toEqual([402, 1]);
});

test("nothing but memory is answered, and nothing at all where nothing is left", async () => {
  const { rig, upstream, model } = openRig();
  const first = openJob(rig, { jobId }, { model, left: () => 3 });
  await first.account.close();
  expect((await refusalOf(askFor(rig, { jobId }))).message).toContain("is over");
  const second = openJob(rig, { jobId: "two" }, { model, left: () => 0 });
  await second.account.close();
  expect((await refusalOf(askFor(rig, { jobId: "two" }, memory))).message).toContain("is over");
  expect(upstream.seen).toHaveLength(0);
});

test("it is answered for a while, and not later", async () => {
  const clock = createManualClock();
  const { rig, model } = openRig({ clock });
  const { account } = openJob(rig, { jobId }, { model, left: () => 3 });
  await account.close();
  clock.advance(longestAfterMs - 1);
  expect((await askFor(rig, { jobId }, memory)).status).toBe(200);
  clock.advance(2);
  expect((await refusalOf(askFor(rig, { jobId }, memory))).message).toContain("is over");
});

test("a rehearsed one is answered by its script, and costs nothing", async () => {
  const { rig, upstream } = openRig();
  const model = rehearse("turns: [{ say: one }]\naux: { memory: { say: by the script } }");
  const { account } = openJob(rig, { jobId }, { model, left: () => 3 });
  await account.close();
  expect(saidIn(await (await askFor(rig, { jobId }, memory)).text())).toBe("by the script");
  expect(upstream.seen).toHaveLength(0);
  expect(existsSync(`${rig.directory}/guild-members/ada.spend.jsonl`)).toBe(false);
});
