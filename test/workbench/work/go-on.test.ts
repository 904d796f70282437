// Where a session begins, and that it begins afresh at most once.
import { expect, test } from "bun:test";
import { attachmentHash } from "../../../src/contract/commission/attachments.ts";
import type { EventBody } from "../../../src/contract/commission/events.ts";
import type { PathsFact } from "../../../src/contract/commission/instructions.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import type { SessionEnd } from "../../../src/contract/course/session-end.ts";
import { learn } from "../../../src/rules/commission/learn.ts";
import type { AttachedFiles } from "../../../src/workbench/work/attached.ts";
import { type Beginning, goOn } from "../../../src/workbench/work/resume-session.ts";
import {
  commissionAfter,
  dispatched,
  factOf,
  inProgress,
  someRequest,
} from "../../harness/ledger/histories.ts";

const lost: EventBody = { type: "workbench.lost", bench: 1, began: true, message: "gone" };
const requeued: EventBody = { type: "commission.requeued", cause: "crash", notBefore: "soon" };
const normal: SessionEnd = { how: "normal", finalText: "done" };
const unopened: SessionEnd = { how: "activation", message: "No conversation found" };

const told = "# What the project says";
const limits = { maxTurns: 7, maxBudgetUsd: 2 };
const given: FactBody & { type: "instructions.given" } = {
  type: "instructions.given",
  branch: "main",
  commit: "0".repeat(40),
  files: [],
  nested: [],
  skills: [],
  leftOut: [{ path: "CLAUDE.md", why: "it is a link" }],
  more: 0,
};

interface Choice {
  attached?: AttachedFiles;
  named?: PathsFact | null;
  /** The messages that the session's file has. */
  taken?: readonly string[];
}

const at = "2026-11-15T12:00:00.000Z";
const messageIds = ["00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b"];

const noFiles: AttachedFiles = { directory: "/gh/attachments", files: [] };

async function play(
  history: EventBody[],
  ends: SessionEnd[],
  { attached = noFiles, named = null, taken = [] }: Choice = {},
) {
  const recorded: FactBody[] = [];
  const begun: Beginning[] = [];
  const commission = commissionAfter(history);
  let known = commission.record;
  const bench = {
    commission,
    known: () => known,
    record: async (fact: FactBody) => {
      recorded.push(fact);
      known = learn(known, { ...fact, bench: known.bench, benchSeq: known.benchSeq + 1, at });
    },
  };
  const run = async (beginning: Beginning) => {
    begun.push(beginning);
    return ends[begun.length - 1] ?? normal;
  };
  const end = await goOn(bench, {
    told: { text: told, fact: given },
    named,
    attached,
    limits,
    said: { now: async () => known },
    findMessages: async ({ uuids }) => new Set(uuids.filter((uuid) => taken.includes(uuid))),
    newMessageId: () => messageIds[begun.length] ?? "",
    run,
  });
  const resumed = recorded.flatMap((fact) => (fact.type === "session.resumed" ? [fact.fresh] : []));
  const timesGiven = recorded.filter(({ type }) => type === "instructions.given").length;
  return { end, resumed, begun, timesGiven, recorded };
}

test("a first session begins at the task and what the project says, and nothing is said of a resume", async () => {
  const { begun, resumed, timesGiven } = await play(dispatched, []);
  expect(begun[0]?.prompt).toContain(
    `\n\n${told}\n\n# Your limits\n\nThis commission may take 7 turns and $2,`,
  );
  expect(timesGiven).toBe(1);
  expect(begun).toEqual([{ prompt: expect.stringContaining(someRequest.task), resume: null, given: null }]);
  expect(resumed).toEqual([]);
});

test("a session that was cut off is resumed with the message alone: it has heard the project's words", async () => {
  const { begun, resumed, timesGiven } = await play([...inProgress, lost, requeued], []);
  expect(begun[0]?.prompt).not.toContain(told);
  expect(timesGiven).toBe(0);
  expect(begun).toEqual([
    { prompt: expect.not.stringContaining(someRequest.task), resume: "s", given: null },
  ]);
  expect(resumed).toEqual([false]);
});

test("one that cannot be opened is begun afresh, once: what fails then has failed", async () => {
  const { begun, resumed, end, timesGiven } = await play(
    [...inProgress, lost, requeued],
    [unopened, unopened],
  );
  expect(begun[1]?.prompt).toContain(told);
  expect(timesGiven).toBe(1);
  expect(begun).toMatchObject([{ resume: "s" }, { resume: null, given: null }]);
  expect(begun[1]?.prompt).toContain(someRequest.task);
  expect(begun[1]?.prompt).toContain("cannot be opened again");
  expect(resumed).toEqual([false, true]);
  expect(end).toEqual(unopened);
});

test("one that was killed before its session was known is begun afresh at once", async () => {
  const { begun, resumed } = await play([...dispatched, lost, requeued], []);
  expect(begun).toMatchObject([{ resume: null, given: null }]);
  expect(resumed).toEqual([true]);
});

test("work that was refuted goes on in its session, with what its checks said", async () => {
  const finished: FactBody = { type: "work.finished", end: normal, snapshot: null };
  const run = { command: "make test", exitCode: 1, timedOut: false, output: "2 < 3", cut: false, ms: 1 };
  const facts: FactBody[] = [
    { type: "result.submitted", callKey: "k", summary: "s", output: null, artifacts: [] },
    finished,
    { type: "check.ran", from: "project", run },
    { type: "session.ended", end: normal },
  ];
  const history: EventBody[] = [
    ...inProgress,
    ...facts.map((fact, index) => factOf(index + 3, fact)),
    { type: "commission.requeued", cause: "refuted", notBefore: "soon" },
  ];
  const { begun, resumed } = await play(history, []);
  expect(begun).toEqual([
    { prompt: expect.stringContaining("> make test\nIts exit code was 1."), resume: "s", given: null },
  ]);
  expect(begun[0]?.prompt).toContain("> 2 ‹ 3");
  expect(resumed).toEqual([false]);
});

test("attached files are on record before each message that names them, also at a resumption", async () => {
  const file = {
    name: "log.txt",
    hash: attachmentHash.parse("a".repeat(64)),
    bytes: 7,
    type: "text/plain",
    with: "answer",
  } as const;
  const files: AttachedFiles = { directory: "/gh/attachments", files: [file] };
  const named = '- "/gh/attachments/log.txt": text, 7 bytes, with an answer';
  const first = await play(dispatched, [], { attached: files });
  expect(first.recorded[0]).toEqual({ type: "attachments.given", ...files, files: [file] });
  expect(first.begun[0]?.prompt.split(named)).toHaveLength(2);
  const resumed = await play([...inProgress, lost, requeued], [], { attached: files });
  expect(resumed.recorded.map(({ type }) => type)).toEqual(["attachments.given", "session.resumed"]);
  expect(resumed.begun[0]?.prompt).toEndWith(named);
  expect((await play(dispatched, [])).recorded.map(({ type }) => type)).toEqual(["instructions.given"]);
});

test("paths that the task names are on record before the message that says that they exist, and told once", async () => {
  const commit = "0".repeat(40);
  const named: PathsFact = {
    type: "paths.found",
    branch: "main",
    commit,
    paths: [{ path: "src", is: "directory" }],
  };
  const first = await play(dispatched, [], { named });
  expect(first.recorded.map(({ type }) => type)).toEqual(["instructions.given", "paths.found"]);
  expect(first.begun[0]?.prompt).toContain('- "src": directory');
  const resumed = await play([...inProgress, lost, requeued], [], { named });
  expect(resumed.recorded.map(({ type }) => type)).toEqual(["session.resumed"]);
  expect(resumed.begun[0]?.prompt).not.toContain('- "src": directory');
});

const said = (number: number, text: string): EventBody => ({ type: "note.said", number, text, by: "person" });
const handedOver = (seq: number, uuid: string, notes: number[]): EventBody =>
  factOf(seq, { type: "words.given", uuid, notes, answers: [] });
const isOfWords = ({ type }: FactBody) => type === "words.given" || type.endsWith(".heard");

test("what was said before the session begins stands in its first message, which is on record before it is sent", async () => {
  const { begun, recorded } = await play([...dispatched, said(1, "Use v2."), said(2, "<b> and v3.")], []);
  const [uuid = ""] = messageIds;
  expect(begun[0]?.prompt).toEndWith("The person says:\n| Use v2.\n\nThe person says:\n| ‹b> and v3.");
  expect(begun[0]?.given).toMatchObject({
    uuid,
    words: { notes: [{ number: 1 }, { number: 2 }], answers: [] },
  });
  expect(recorded.filter(isOfWords)).toEqual([{ type: "words.given", uuid, notes: [1, 2], answers: [] }]);
});

test("a note that the session's file has is heard and not said again; any other is quoted in the message", async () => {
  const [taken, other] = [
    "00000000-0000-4000-8000-000000000001",
    "00000000-0000-4000-8000-000000000002",
  ] as const;
  const history = [
    ...inProgress,
    said(1, "First."),
    handedOver(3, taken, [1]),
    said(2, "Second."),
    handedOver(4, other, [2]),
    said(3, "Third."),
    lost,
    requeued,
  ];
  const { begun, recorded } = await play(history, [], { taken: [taken] });
  expect(begun[0]?.prompt).not.toContain("First.");
  expect(begun[0]?.prompt).toEndWith("| Second.\n\nThe person says:\n| Third.");
  expect(recorded.filter(isOfWords)).toEqual([
    { type: "note.heard", note: 1, turn: 1 },
    { type: "words.given", uuid: messageIds[0] ?? "", notes: [2, 3], answers: [] },
  ]);
});

test("a session that is begun afresh is told everything again, heard or not", async () => {
  const heard: EventBody = factOf(3, { type: "note.heard", note: 1, turn: 1 });
  const history = [...inProgress, said(1, "First."), heard, said(2, "Second."), lost, requeued];
  const { begun } = await play(history, [unopened]);
  expect(begun[0]?.prompt).not.toContain("First.");
  expect(begun[1]?.prompt).toEndWith("| First.\n\nThe person says:\n| Second.");
});

test("an answer is quoted with its question and its files, the latest one alone", async () => {
  const file = {
    name: "log.txt",
    hash: attachmentHash.parse("a".repeat(64)),
    bytes: 7,
    type: "text/plain",
    with: "answer",
  } as const;
  const history: EventBody[] = [
    ...inProgress,
    factOf(3, { type: "question.logged", callKey: "k", question: "Which?\nOr none?" }),
    { type: "question.answered", number: 1, answer: "That.", by: "person" },
    { type: "question.answered", number: 1, answer: "This.", by: "person", attachments: [file] },
    lost,
    requeued,
  ];
  const { begun, recorded } = await play(history, []);
  expect(begun[0]?.prompt).toEndWith(
    'The person answers your question 1. With it came "/gh/attachments/log.txt", which you can read. You asked:\n> Which?\n> Or none?\n| This.',
  );
  expect(begun[0]?.prompt).not.toContain("That.");
  expect(recorded.filter(isOfWords)).toMatchObject([{ notes: [], answers: [2] }]);
});
