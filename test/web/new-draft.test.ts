// A draft of a commission: what is sent of it, what is known to be refused, and where a refusal belongs.
import { describe, expect, test } from "bun:test";
import { label } from "../../src/contract/home/ids.ts";
import type { ProjectEntry } from "../../src/contract/project/project.ts";
import type { WorkerEntry } from "../../src/contract/package/roster.ts";
import { parseArrival } from "../../web/views/new/arrival.ts";
import {
  bodyOf,
  type CommissionDraft,
  emptyDraft,
  isWritten,
  parseDraft,
} from "../../web/views/new/draft.ts";
import { faultsOf, fieldOf, isLabel } from "../../web/views/new/faults.ts";
import { labelOffers, noLabelWords } from "../../web/views/new/offers.ts";
import { handingIn } from "../../web/views/new/tools.ts";

const id = "0197f3a2-7c1b-7abc-8def-0123456789ab";
const worker = {
  name: "implementer",
  limits: {
    maxTurns: 150,
    maxBudgetUsd: 8,
    maxSeconds: null,
    validated: false,
    most: { maxTurns: 400, maxBudgetUsd: 50, maxSeconds: null },
  },
} as WorkerEntry;
const project = {
  name: "lantern",
  integration: "claude/main",
  problem: null,
  settings: {
    checks: [],
    limits: { maxBudgetUsd: 2, maxSeconds: 900 },
    ceiling: { maxBudgetUsd: 6, maxSeconds: 1800 },
  },
} as unknown as ProjectEntry;

const tools = ["Read", "Bash", "mcp__mail__*", handingIn];

const written: CommissionDraft = {
  ...emptyDraft,
  worker: "implementer",
  project: "lantern",
  task: "  Mend it.  ",
  after: [id],
  checks: ["npm test", "  "],
  labels: ["urgent"],
  maxMinutes: "0.5",
  keepWorktree: true,
};

describe("a draft", () => {
  test("is sent without what was left empty", () => {
    expect(bodyOf({ draft: written, script: null, tools, hasRepository: true })).toEqual({
      worker: "implementer",
      project: "lantern",
      task: "Mend it.",
      after: [id],
      checks: [{ command: "npm test" }],
      labels: ["urgent"],
      config: { maxSeconds: 30 },
      keepWorktree: true,
    });
    const least = { ...emptyDraft, worker: "writer", task: "Write." };
    const body = bodyOf({ draft: least, script: null, tools, hasRepository: false });
    expect(body).toEqual({ worker: "writer", task: "Write." });
  });

  test("leaves out tools that its worker has, and never what hands in the result", () => {
    const sent = (without: string[], checkMinutes = "") => {
      const draft = { ...written, without, checkMinutes };
      return bodyOf({ draft, script: null, tools, hasRepository: true });
    };
    expect(sent(["Bash", "Write", "mcp__mail__*", handingIn]).config).toEqual({
      maxSeconds: 30,
      tools: ["Read", handingIn],
    });
    // What another worker was to do without is nothing to this one.
    expect(sent(["Write", handingIn]).config).toEqual({ maxSeconds: 30 });
    expect(sent([], "1.5").checks).toEqual([{ command: "npm test", timeoutSeconds: 90 }]);
  });

  test("for a guild member is sent without what no member can be given", () => {
    const draft = { ...written, worker: "member:researcher" };
    const body = bodyOf({ draft, script: "turns", tools: [], hasRepository: true });
    expect(Object.keys(body).sort()).toEqual(["after", "config", "labels", "rehearsal", "task", "worker"]);
  });

  test("of another release is taken as far as it can be", () => {
    expect(parseDraft({ task: "Kept.", checks: ["a", 1], keepWorktree: "yes", gone: 1 })).toEqual({
      ...emptyDraft,
      task: "Kept.",
      checks: ["a"],
    });
    for (const broken of [null, "text", 7, []]) expect(parseDraft(broken)).toEqual(emptyDraft);
  });

  test("counts as written once there is something to lose", () => {
    expect(isWritten({ ...emptyDraft, worker: "writer", project: "lantern" })).toBe(false);
    expect(isWritten({ ...emptyDraft, task: "x" })).toBe(true);
    expect(isWritten({ ...emptyDraft, keepWorktree: true })).toBe(true);
  });
});

describe("what is known to be refused", () => {
  const refused: [string, Partial<CommissionDraft>, string, RegExp][] = [
    ["more turns than the hall allows", { maxTurns: "401" }, "maxTurns", /the hall allows at most 400/],
    [
      "more dollars than its project allows",
      { maxBudgetUsd: "6.01" },
      "maxBudgetUsd",
      /lantern allows.*\$6\.00/,
    ],
    [
      "more time than its project allows",
      { maxMinutes: "31" },
      "maxMinutes",
      /lantern allows at most 30 min/,
    ],
    ["half a turn", { maxTurns: "1.5" }, "maxTurns", /whole number/],
    ["no number", { maxBudgetUsd: "two" }, "maxBudgetUsd", /dollars/],
    ["a label with a mark", { labels: ["fine", "a;b"] }, "labels", /“a;b” cannot be a label/],
    ["too many labels", { labels: Array.from({ length: 33 }, (_, at) => `l${at}`) }, "labels", /at most 32/],
    ["a model with a space", { model: "two words" }, "model", /not a model/],
    ["a check of no time", { checkMinutes: "0" }, "checkMinutes", /minutes/],
    ["a check of more than a year", { checkMinutes: "525601" }, "checkMinutes", /minutes/],
    ["a document without a repository", { project: "", after: ["docs/a.md"] }, "after", /repository/],
    ["a document for a member", { worker: "member:r", after: ["docs/a.md"] }, "after", /guild member/],
  ];
  test.each(refused)("%s is said at its field", (_, change, field, says) => {
    const draft = { ...written, ...change };
    const known = { draft, worker, project: draft.project === "" ? undefined : project };
    expect(faultsOf(known)).toEqual({ [field]: expect.stringMatching(says) });
  });

  test("what just fits is not", () => {
    const draft = {
      ...written,
      maxTurns: "400",
      maxBudgetUsd: "6",
      maxMinutes: "30",
      after: [id, "docs/a.md"],
    };
    expect(faultsOf({ draft, worker, project })).toEqual({});
  });

  test("a worker or project that is not here is named, one that is not known yet is not", () => {
    expect(Object.keys(faultsOf({ draft: written, worker: null, project: null }))).toEqual([
      "worker",
      "project",
    ]);
    expect(faultsOf({ draft: written, worker: undefined, project: undefined })).toEqual({});
  });
});

describe("a label that is typed", () => {
  const known = ["docs", "queues"];
  const offered = (text: string, chosen: string[] = []) =>
    labelOffers(text, { known, chosen }).map(({ value }) => value);

  test("is offered as a new one, or as those it is part of", () => {
    expect(offered("")).toEqual(known);
    expect(offered("ue")).toEqual(["ue", "queues"]);
    expect(offered("queues")).toEqual(["queues"]);
  });

  test.each([
    ["", [], "Type a word"],
    ["docs", ["docs"], "“docs” is chosen already."],
    ["x".repeat(65), [], "at most 64 characters"],
    ["a,b", [], "begins with a letter or a digit"],
    ["one more", Array.from({ length: 32 }, (_, at) => `l${at}`), "at most 32 labels"],
  ])("is told why it cannot be: %p", (text, chosen, says) => {
    expect(noLabelWords(text, chosen)).toContain(says);
  });

  test.each([
    "a",
    "ä-ö 9",
    "7/7@x.y_z:-",
    "文",
    "x".repeat(64),
    "x".repeat(65),
    "-a",
    " a",
    "a;b",
    "",
    "a\nb",
  ])("is one where the hall takes it for one: %p", (text) =>
    expect(isLabel(text)).toBe(label.safeParse(text).success),
  );
});

describe("a refusal of the hall", () => {
  const refusals = [
    ["unknown_worker", 'Worker "x" is not installed.', "worker"],
    ["bad_dependency", "There is no commission x to wait for.", "after"],
    [
      "widens",
      "config.maxSeconds is 900; the hall allows at most 60 (limits.maxSeconds in config.yaml).",
      "maxMinutes",
    ],
    ["bad_shape", '"labels.0": expected a label of at most 64 plain characters', "labels"],
    ["bad_shape", '"config.model": expected a model name', "model"],
    ["bad_shape", "The request: expected an object", null],
    ["not_for_members", 'A guild member is given no repository: it cannot work on project "a".', "project"],
    ["widens", 'Worker "x" does not have Bash.', "tools"],
    [
      "not_for_members",
      "A guild member is given no repository: its tools are its own, and config.tools cannot narrow them.",
      "tools",
    ],
    ["no_model", "The hall has no credentials to reach a model.", "rehearsal"],
    ["storage", "The disk is full.", null],
  ] as const;
  test.each(refusals)("%s (%s) goes to the field %s", (code, message, field) => {
    expect(fieldOf({ code, message })).toBe(field);
  });
});

test("a link brings names along and nothing else", () => {
  expect(parseArrival({ worker: "writer", project: 7, rehearsal: "", task: "x" })).toEqual({
    worker: "writer",
  });
});
