// What the researcher keeps of a job: any text comes back as it was, nothing is lost when many write at once, and nothing
// is added once it is over.
import { afterEach, expect, test } from "bun:test";
import fc from "fast-check";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import {
  addQuestion,
  formatQuestions,
  parseQuestions,
} from "../../guild-members/researcher/store/questions-file.ts";
import {
  formatQuestions as asTheHall,
  parseQuestions as byTheHall,
} from "../../src/rules/show/questions-file.ts";
import {
  closeMembers,
  openTestMember,
  statusOf,
  type TestMember,
  untilOver,
} from "../harness/members/some-member.ts";

afterEach(closeMembers);

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        "> ",
        ">",
        "## Question 2",
        "# Questions",
        "    ",
        "",
        "\r",
        "### Answer (x, y)",
        "\uFEFF",
      ),
    )
    .map((lines) => lines.join("\n")),
);

test("questions come back as they were, from the file of the member and of the hall alike", () => {
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 5 }), (questions) => {
      const file = questions.reduce((before, question) => addQuestion(before, question), "");
      if (questions.length > 0) expect(file).toBe(formatQuestions(questions));
      expect(parseQuestions(file)).toEqual(questions);
      expect(byTheHall(file)).toEqual(questions);
      expect(
        parseQuestions(asTheHall(questions, [{ number: 1, answer: "> no", by: "person", at: "now" }])),
      ).toEqual(questions);
    }),
  );
});

test("any text of a dispatch and of a worker comes back through the protocol", async () => {
  const member = await openTestMember({ slots: 1000 });
  const filled = anyText.filter((text) => text.trim() !== "");
  await fc.assert(
    fc.asyncProperty(filled, filled, anyText, async (description, task, note) => {
      const at = member.begun.length;
      const jobId = await member.dispatch({ description, task });
      const { job, recorder, end } = await member.at(at);
      expect([job.description, job.task]).toEqual([description, task]);
      await recorder.addQuestion(note);
      await recorder.addDecision({ question: note, decision: task, reasoning: description });
      await recorder.setSummary(task);
      await recorder.submit({ output: task, artifacts: [] });
      expect(await member.ask<object>("worker/status", { jobId })).toMatchObject({
        description,
        summary: task,
        questions: [note],
        decisions: [{ question: note, decision: task, reasoning: description }],
      });
      end({ how: "finished", finalText: "" });
      await untilOver(member, jobId);
      expect(await member.ask<object>("worker/result", { jobId })).toEqual({
        jobId,
        output: task,
        artifacts: null,
      });
    }),
    { numRuns: 40 },
  );
});

test("ten decisions and ten questions at once are kept, each", async () => {
  const member = await openTestMember();
  const jobId = await member.dispatch();
  const { recorder } = await member.at(0);
  const ten = Array.from({ length: 10 }, (_, i) => String(i));
  await Promise.all(
    ten.flatMap((n) => [
      recorder.addDecision({ question: n, decision: n, reasoning: n }),
      recorder.addQuestion(`${n}\n${n}`),
      recorder.setSummary(n),
      recorder.noteWeb(),
    ]),
  );
  const { decisions, questions, summary } = await statusOf(member, jobId);
  expect(decisions).toEqual(ten.map((n) => ({ question: n, decision: n, reasoning: n })));
  expect(questions).toEqual(ten.map((n) => `${n}\n${n}`));
  expect(summary).toBe("9");
  expect(recorder.hasReadWeb()).toBe(true);
  expect(readdirSync(`${member.directory}/jobs/${jobId}`).sort()).toEqual([
    "config.json",
    "decisions.json",
    "meta.json",
    "questions.md",
    "status.md",
    "task.md",
  ]);
});

const endings = [
  {
    name: "submits and ends",
    submits: true,
    ending: { how: "finished", finalText: "bye" },
    status: "completed",
    output: "It.",
  },
  {
    name: "submits and fails",
    submits: true,
    ending: { how: "failed", error: "Turns." },
    status: "completed",
    output: "It.",
  },
  {
    name: "says it at the end",
    submits: false,
    ending: { how: "finished", finalText: "Text." },
    status: "completed",
    output: "Text.",
  },
  {
    name: "says nothing",
    submits: false,
    ending: { how: "finished", finalText: " \n" },
    status: "failed",
    output: null,
  },
  {
    name: "fails",
    submits: false,
    ending: { how: "failed", error: "Turns." },
    status: "failed",
    output: null,
  },
] as const;

for (const { name, submits, ending, status, output } of endings)
  test(`a session that ${name} leaves its job ${status}`, async () => {
    const member = await openTestMember();
    const jobId = await member.dispatch();
    const { recorder, end } = await member.at(0);
    if (submits) await recorder.submit({ output: "It.", artifacts: [] });
    end(ending);
    const over = await untilOver(member, jobId);
    expect(over.status).toBe(status);
    const isClean = ending.how === "finished" && output !== null;
    expect(over.error === null).toBe(isClean);
    if (ending.how === "failed") expect(over.error).toContain("Turns.");
    const { result } = await member.call("worker/result", { jobId });
    expect(result ?? null).toEqual(output === null ? null : { jobId, output, artifacts: null });
  });

test("once a job is over nothing is added to it", async () => {
  const member = await openTestMember();
  const jobId = await member.dispatch();
  const { recorder } = await member.at(0);
  await member.ask("worker/cancel", { jobId });
  const before = filesOf(member, jobId);
  const refused = await Promise.allSettled([
    recorder.setSummary("x"),
    recorder.addQuestion("x"),
    recorder.addDecision({ question: "x", decision: "x", reasoning: "x" }),
    recorder.submit({ output: "x", artifacts: [{ path: "x", content: "x" }] }),
    recorder.noteSession({ sandbox: "none", permissionMode: "dontAsk" }),
    recorder.noteWeb(),
  ]);
  expect(refused.map(({ status }) => status)).toEqual(Array(6).fill("rejected"));
  expect(filesOf(member, jobId)).toEqual(before);
});

function filesOf(member: TestMember, jobId: string): [string, string][] {
  const directory = `${member.directory}/jobs/${jobId}`;
  return readdirSync(directory).map((name) => [name, readFileSync(`${directory}/${name}`, "utf8")]);
}

const tooMuch: [
  string,
  (recorder: Awaited<ReturnType<TestMember["at"]>>["recorder"]) => Promise<void>,
  RegExp,
][] = [
  [
    "a long summary",
    (recorder) => recorder.setSummary("x".repeat(4001)),
    /at most 4000 characters, not 4001/,
  ],
  ["a long question", (recorder) => recorder.addQuestion("x".repeat(16_001)), /at most 16000/],
  ["no output", (recorder) => recorder.submit({ output: " ", artifacts: [] }), /output is empty/],
  [
    "a path that goes up",
    (recorder) => recorder.submit({ output: "x", artifacts: [{ path: "../x", content: "" }] }),
    /may not go up/,
  ],
  [
    "a path that is given twice",
    (recorder) =>
      recorder.submit({ output: "x", artifacts: ["a", "./a"].map((path) => ({ path, content: "" })) }),
    /given twice/,
  ],
  [
    "a path through a file",
    (recorder) =>
      recorder.submit({ output: "x", artifacts: ["a", "a/b"].map((path) => ({ path, content: "" })) }),
    /leads through another/,
  ],
  [
    "too many files",
    (recorder) =>
      recorder.submit({
        output: "x",
        artifacts: Array.from({ length: 101 }, (_, i) => ({ path: `${i}`, content: "" })),
      }),
    /At most 100 artifacts/,
  ],
];

test("what a worker leaves has limits, and it is told of them", async () => {
  const member = await openTestMember();
  const jobId = await member.dispatch();
  const { recorder } = await member.at(0);
  for (const [name, leave, says] of tooMuch) await expect(leave(recorder), name).rejects.toThrow(says);
  expect(existsSync(`${member.directory}/jobs/${jobId}/result.md`)).toBe(false);
  expect(existsSync(`${member.directory}/jobs/${jobId}/artifacts`)).toBe(false);
});
