// Condensing what is remembered: nothing may be lost, whatever happens meanwhile.
import { afterEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Ending, RunningJob } from "../../guild-members/researcher/job.ts";
import {
  type CompactionDeps,
  createCompactor,
  type CompactionQuestion,
} from "../../guild-members/researcher/remember/compaction.ts";
import { createMemory, type Memory } from "../../guild-members/researcher/remember/memory.ts";
import { findContainment } from "../../guild-members/researcher/sandbox/containment.ts";
import { openSession } from "../../guild-members/researcher/session/open-session.ts";
import { questionOrder } from "../../guild-members/researcher/session-orders.ts";
import { countSession } from "../harness/sessions.ts";
import { tempDir } from "../harness/temp.ts";
import { openScriptedModel, type ScriptedModel } from "../model/session/scripted-model.ts";

interface Stage {
  /** What the member said of it. */
  logged: readonly string[];
  directory: string;
  memory: Memory;
  questions: CompactionQuestion[];
  answer(ending: Ending): void;
  deps: CompactionDeps;
}

/** Three notes of about 120 tokens in a prompt, the newest of which stays as it is at a threshold of 350. */
async function setStage(web = false): Promise<Stage> {
  const directory = tempDir();
  const memory = createMemory(directory);
  for (const [key, day] of [
    ["old", 1],
    ["older", 2],
    ["new", 3],
  ] as const)
    await memory.store({
      key,
      content: key.padEnd(400, "."),
      job: "job-0",
      at: `2026-01-0${day}T00:00:00.000Z`,
      web: web && key === "old",
      rehearsed: false,
    });
  const questions: CompactionQuestion[] = [];
  const ended = Promise.withResolvers<Ending>();
  const ask = (question: CompactionQuestion): RunningJob => {
    questions.push(question);
    return { ended: ended.promise, stop: async () => ended.resolve({ how: "failed", error: "stopped" }) };
  };
  const logged: string[] = [];
  const log = (line: string) => void logged.push(line);
  const settings = { capTokens: 350, compactAtTokens: 350 };
  const deps = { memory, settings, ask, now: () => new Date("2026-02-01T00:00:00.000Z"), log };
  return { directory, memory, questions, answer: ended.resolve, deps, logged };
}

async function asked(questions: readonly CompactionQuestion[]): Promise<void> {
  while (questions.length === 0) await new Promise((resolve) => setImmediate(resolve));
}

const job = { jobId: "job-1", config: {} };

const summary: Ending = { how: "finished", finalText: "  In short.\n" };

describe("a compaction", () => {
  test.each([true, false])("puts a summary in the place of older notes (web: %p)", async (web) => {
    const { directory, questions, answer, deps } = await setStage(web);
    const compaction = createCompactor(deps);
    compaction.consider(job);
    await asked(questions);
    expect(questions[0]?.prompt).toContain("> old.");
    expect(questions[0]?.prompt).not.toContain("> new.");
    answer(summary);
    await compaction.idle();
    expect(readdirSync(directory).sort()).toEqual(["compacted.md", "new.md"]);
    expect(readFileSync(join(directory, "compacted.md"), "utf8")).toBe(
      `---\njob: job-1\nat: 2026-02-01T00:00:00.000Z\nweb: ${web ? "yes" : "no"}\n---\n\nIn short.\n`,
    );
  });

  test.each([
    ["one of the notes is", true, {}],
    ["its own answer is", false, { rehearsed: true }],
  ])("is marked as rehearsed where %s", async (_which, rehearsed, config) => {
    const { memory, questions, answer, deps } = await setStage();
    const [old] = (await memory.list()).filter(({ key }) => key === "old");
    if (old) await memory.store({ ...old, rehearsed });
    const compaction = createCompactor(deps);
    compaction.consider({ ...job, config });
    await asked(questions);
    expect(questions[0]?.prompt.includes("; from a rehearsal)")).toBe(rehearsed);
    answer(summary);
    await compaction.idle();
    const condensed = (await memory.list()).filter((note) => note.rehearsed);
    expect(condensed.map(({ key }) => key)).toEqual(["compacted"]);
  });

  test("keeps a note that was written again meanwhile, and one that a person changed", async () => {
    const { directory, memory, questions, answer, deps } = await setStage();
    const compaction = createCompactor(deps);
    compaction.consider(job);
    await asked(questions);
    await memory.store({
      key: "old",
      content: "Again.",
      job: "job-2",
      at: "2026-01-09T00:00:00.000Z",
      web: false,
      rehearsed: false,
    });
    writeFileSync(join(directory, "older.md"), "By hand.");
    answer(summary);
    await compaction.idle();
    const notes = await memory.list();
    expect(notes.map(({ key, content }) => [key, content])).toContainEqual(["old", "Again."]);
    expect(notes.map(({ key, content }) => [key, content])).toContainEqual(["older", "By hand."]);
    expect(notes.map(({ key }) => key)).toContain("compacted");
  });

  test.each<[string, Ending, string]>([
    ["fails", { how: "failed", error: "The model said no." }, "The model said no."],
    ["is empty", { how: "finished", finalText: " \n" }, "is empty"],
    ["is no shorter", { how: "finished", finalText: "x".repeat(800) }, "no shorter"],
    ["would not be given", { how: "finished", finalText: "x".repeat(700) }, "more than the"],
  ])("that %s changes nothing, says so, and is not tried again at once", async (_how, ending, why) => {
    const { directory, memory, questions, answer, deps, logged } = await setStage();
    const before = await memory.list();
    const compaction = createCompactor(deps);
    compaction.consider(job);
    await asked(questions);
    answer(ending);
    await compaction.idle();
    compaction.consider(job);
    await compaction.idle();
    expect(await memory.list()).toEqual(before);
    expect(readdirSync(directory).length).toBe(3);
    expect(questions.length).toBe(1);
    expect(logged).toEqual([expect.stringContaining(why)]);
  });

  test.each([
    ["changed", (file: string) => writeFileSync(file, "Changed by hand.")],
    ["removed", (file: string) => rmSync(file)],
  ])("changes nothing when the summary before it was %s meanwhile", async (_how, change) => {
    const { directory, memory, questions, answer, deps } = await setStage();
    writeFileSync(join(directory, "compacted.md"), "Earlier.");
    const compaction = createCompactor(deps);
    compaction.consider(job);
    await asked(questions);
    expect(questions[0]?.prompt).toContain("> Earlier.");
    change(join(directory, "compacted.md"));
    answer(summary);
    await compaction.idle();
    expect((await memory.list()).map(({ key }) => key)).toEqual(
      expect.arrayContaining(["old", "older", "new"]),
    );
    expect((await memory.list()).map(({ content }) => content)).not.toContain("In short.");
  });

  test("is one at a time", async () => {
    const { questions, answer, deps } = await setStage();
    const compaction = createCompactor(deps);
    compaction.consider(job);
    compaction.consider({ ...job, jobId: "job-2" });
    answer(summary);
    await compaction.idle();
    expect(questions.map(({ jobId }) => jobId)).toEqual(["job-1"]);
  });

  test("ends with the job that began it where that is stopped, and with no other", async () => {
    const { memory, questions, deps } = await setStage();
    const compaction = createCompactor(deps);
    compaction.consider(job);
    await asked(questions);
    compaction.consider({ ...job, jobId: "job-2" });
    await compaction.stop("job-2"); // not its own
    expect(questions.map(({ jobId }) => jobId)).toEqual(["job-1"]);
    await compaction.stop("job-1");
    expect((await memory.list()).length).toBe(3);
  });

  test.each([
    ["outlives its job, and asks once more where the job's end cut it off", true, 2],
    ["is not asked again while its job is at work", false, 1],
  ])("%s", async (_what, isOver, asks) => {
    const { memory, questions, deps } = await setStage();
    const answers: Ending[] = [{ how: "failed", error: "cut off" }, summary];
    const cut = Promise.withResolvers<void>();
    const ask = (question: CompactionQuestion): RunningJob => {
      questions.push(question);
      const ending = answers.shift() ?? summary;
      return { ended: cut.promise.then(() => ending), stop: async () => undefined };
    };
    const compaction = createCompactor({ ...deps, ask });
    compaction.consider(job);
    await asked(questions);
    compaction.outlive("another");
    if (isOver) compaction.outlive(job.jobId);
    cut.resolve();
    await compaction.idle();
    expect(questions.length).toBe(asks);
    expect((await memory.list()).some(({ key }) => key === "compacted")).toBe(isOver);
  });

  test("ends with its member, which begins no other", async () => {
    const { memory, questions, deps } = await setStage();
    const compaction = createCompactor(deps);
    compaction.consider(job);
    await asked(questions);
    compaction.outlive(job.jobId);
    await compaction.close();
    compaction.consider(job);
    await compaction.idle();
    expect([questions.length, (await memory.list()).length]).toEqual([1, 3]);
  });

  test.each([0, 10, 100])("is not begun where no summary could be given (%p tokens)", async (tokens) => {
    const { questions, deps } = await setStage();
    const compaction = createCompactor({
      ...deps,
      settings: { capTokens: tokens, compactAtTokens: tokens },
    });
    compaction.consider(job);
    await compaction.idle();
    expect(questions).toEqual([]);
  });

  test("with a low threshold leaves the summary alone once it can be given", async () => {
    const { memory, questions, answer, deps } = await setStage();
    const compaction = createCompactor({ ...deps, settings: { capTokens: 350, compactAtTokens: 20 } });
    compaction.consider(job);
    await asked(questions);
    answer(summary);
    await compaction.idle();
    compaction.consider(job);
    await compaction.idle();
    expect([questions.length, (await memory.list()).map(({ key }) => key)]).toEqual([1, ["compacted"]]);
  });

  test("goes on until all that is left fits, however much there was", async () => {
    const { memory, deps } = await setStage();
    for (let i = 0; i < 5; i += 1)
      await memory.store({
        key: `large-${i}`,
        content: "l".repeat(60_000),
        job: "job-0",
        at: `2025-12-0${i + 1}T00:00:00.000Z`,
        web: false,
        rehearsed: false,
      });
    let steps = 0;
    const ask = (): RunningJob => {
      steps += 1;
      return { ended: Promise.resolve(summary), stop: async () => undefined };
    };
    const compaction = createCompactor({ ...deps, ask });
    compaction.consider(job);
    await compaction.idle();
    expect((await memory.list()).map(({ key }) => key)).toEqual(["compacted", "new"]);
    expect(steps).toBeGreaterThan(2);
  });

  test("looks once more where something was noted while it looked for the last time", async () => {
    const { memory, deps } = await setStage();
    let looks = 0;
    const list = async () => {
      const found = await memory.list();
      if ((looks += 1) !== 2) return found;
      const at = "2026-01-04T00:00:00.000Z";
      await memory.store({
        key: "late",
        content: "l".repeat(800),
        job: null,
        at,
        web: false,
        rehearsed: false,
      });
      compaction.consider({ ...job, jobId: "job-2" });
      return found; // as it was when it looked
    };
    const ask = () => ({ ended: Promise.resolve(summary), stop: async () => undefined });
    const compaction = createCompactor({ ...deps, ask, memory: { ...memory, list } });
    compaction.consider(job);
    await compaction.idle();
    expect((await memory.list()).map(({ key }) => key)).toEqual(["compacted"]);
  });

  test("is not begun while there is room", async () => {
    const { questions, deps } = await setStage();
    const compaction = createCompactor({ ...deps, settings: { capTokens: 450, compactAtTokens: 450 } });
    compaction.consider(job);
    await compaction.idle();
    expect(questions).toEqual([]);
  });
});

describe("a real compaction", () => {
  let model: ScriptedModel;
  afterEach(() => model.close());

  test("is a session of one turn without tools, in the name of the job and marked as memory's", async () => {
    model = await openScriptedModel([{ say: "In short." }]);
    countSession();
    const { memory, deps } = await setStage();
    const containment = await findContainment(process.env["PATH"] ?? "");
    const access = { baseUrl: model.url, credential: { name: "ANTHROPIC_API_KEY" as const, value: "real" } };
    const ask = (question: CompactionQuestion) =>
      openSession({ access, containment }, questionOrder(tempDir(), question));
    const compaction = createCompactor({ ...deps, ask });
    compaction.consider(job);
    await compaction.idle();
    expect((await memory.list()).map(({ key }) => key)).toEqual(["compacted", "new"]);
    const [request, ...more] = model.requests;
    expect(more).toEqual([]);
    expect(request?.headers).toMatchObject({ "x-guild-job": "job-1", "x-guild-purpose": "memory" });
    expect(request?.body.tools ?? []).toEqual([]);
  }, 15_000);
});
