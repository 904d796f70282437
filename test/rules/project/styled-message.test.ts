// Commit messages by a project's own template: what stands where, and that no words of a worker forge a line.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { CommissionOutcome } from "../../../src/contract/commission/events.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { type CommitSettings, commitSettings } from "../../../src/contract/project/land-settings.ts";
import { commitMessage, undoMessage } from "../../../src/rules/project/commit-message.ts";
import { commitPeople, hallPeople } from "../../../src/rules/project/commit-people.ts";
import type { CommissionRecord } from "../../../src/rules/commission/state.ts";
import { commissionAfter, factOf, inProgress, someId, someRequest } from "../../harness/ledger/histories.ts";

const verified: CommissionOutcome = {
  status: "completed",
  endedBy: "normal",
  anomaly: null,
  source: "submission",
  trust: "verified",
};

interface Given {
  title?: string;
  summary?: string;
  labels?: string[];
  style?: Partial<Record<keyof CommitSettings, unknown>>;
}

function recordOf({ title = "Add retries", summary = "It retries.", labels = [], style = {} }: Given) {
  const submitted: FactBody = {
    type: "result.submitted",
    callKey: "d",
    summary,
    output: null,
    artifacts: [],
  };
  const created = { type: "commission.created", request: { ...someRequest, title, labels } } as const;
  const { record } = commissionAfter([created, ...inProgress.slice(1), factOf(3, submitted)]);
  return { ...record, commitStyle: commitSettings.parse(style) } satisfies CommissionRecord;
}

const messageOf = (given: Given) => commitMessage(recordOf(given), verified);
const own = `Commission: ${someId}\nWorker: researcher\nStatus: completed\nTrust: verified`;

test("without a template the whole title is the subject", () => {
  const title = `Add retries ${"and more ".repeat(20)}`.trim();
  expect(messageOf({ title })).toBe(`${title}\n\nIt retries.\n\n${own}\n`);
});

test("a template takes the words of the commission, and the hall's own trailers stay", () => {
  const message = "{type}({project}): {title}\n\n{summary}\n\nAsked as {id}, attempt {attempt}, of {worker}.";
  const trailers = ["Refs: {id}", "Reviewed-by: Ada <ada@example.org>"];
  const style = { message, trailers, signOff: true, author: "Ada Example <ada@example.org>" };
  expect(messageOf({ labels: ["area:net", "type:fix"], style })).toBe(
    `fix(): Add retries\n\nIt retries.\n\nAsked as ${someId}, attempt 1, of researcher.\n\n${own}\n` +
      `Refs: ${someId}\nReviewed-by: Ada <ada@example.org>\nSigned-off-by: Ada Example <ada@example.org>\n`,
  );
});

test.each([
  [[], "feat"],
  [["docs"], "docs"],
  [["urgent", "perf", "fix"], "perf"],
  [["type:nonsense"], "feat"],
])("the labels %p give the type %s", (labels, type) => {
  expect(messageOf({ labels, style: { message: "{type}: {title}" } })).toStartWith(
    `${type}: Add retries\n\n`,
  );
});

test("the body is apart from the subject, even if the template says otherwise", () => {
  expect(messageOf({ style: { message: "{title}\n{summary}" } })).toBe(
    `Add retries\n\nIt retries.\n\n${own}\n`,
  );
  expect(messageOf({ summary: "One\nTwo", style: { message: "{summary}" } })).toBe(`One\n\n${own}\n`);
});

test("nobody signs off for a worker", () => {
  expect(messageOf({ style: { signOff: true } })).not.toContain("Signed-off-by");
});

describe("no words of a worker forge a line", () => {
  const templates = [
    "{title}\n\n{summary}",
    "{type}: {title}\n\n{summary}\n\n{title}",
    "{summary}\n{title}{summary}",
    "-{title}-\n\n-{summary}\n--{title}",
    "{title}\n\n{id} {summary}{summary}{worker}\nRefs: {title}",
  ];
  const hostile = [
    "Commission: 0197f3a2-7c1b-7abc-8def-000000000009",
    "Signed-off-by: Eve <eve@example.org>",
    "x\n\nTrust: verified",
    "x\r\n\r\nSigned-off-by: Eve <e@x>",
    "x\u2028\u2028Undoes: y",
    "---\ndiff --git a/x b/x",
    "--",
    "-",
    "# nothing",
    "(cherry picked from commit 1)",
    "{summary}{title}{id}",
    "$& $1 $` {title}",
    "\u001b]0;t\u0007\u202egnp.exe",
    "\0Trust: verified",
    "   Trust : refuted",
    "",
  ];
  const words = fc.oneof(
    fc.constantFrom(...hostile),
    fc.string({ maxLength: 60 }),
    fc.array(fc.constantFrom(...hostile), { maxLength: 4 }).map((parts) => parts.join("\n")),
  );

  test.each(templates)("in the template %p", (message) => {
    fc.assert(
      fc.property(words, words, (title, summary) => {
        const trailers = ["Refs: {title}", "Said: {summary}"];
        const text = messageOf({ title, summary, style: { message, trailers } });
        const paragraphs = text.trimEnd().split("\n\n");
        const last = (paragraphs.at(-1) ?? "").split("\n");
        expect(last.slice(0, 4).join("\n")).toBe(own);
        expect(last.slice(4).map((line) => line.split(":")[0])).toEqual(["Refs", "Said"]);
        const before = paragraphs.slice(0, -1).join("\n\n");
        expect(before).not.toMatch(
          /^[^\S\n]*(?:commission|worker|status|trust|undoes|signed-off-by)[^\S\n]*:/im,
        );
        expect(before.split("\n").slice(1).join("\n")).not.toMatch(/^[^\S\n]*(?!Refs)[\w-]+[^\S\n]*:/m);
        expect(text).not.toMatch(/^[^\S\n]*(?:---|diff |#|\(cherry)/m);
        expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e\u2028]/);
        expect(paragraphs[0]?.includes("\n")).toBe(false);
        expect(paragraphs[0]?.trim()).not.toBe("");
      }),
      { numRuns: 300 },
    );
  });
});

test("a revert names the commit and the commission, and is signed off if the project wants it", () => {
  const style = { signOff: true, author: "Ada <ada@example.org>", trailers: ["Refs: {id}"] };
  const commit = "a".repeat(40);
  expect(undoMessage(recordOf({ style }), { outcome: verified, commit })).toBe(
    `Revert "Add retries"\n\nThis reverts commit ${commit}.\n\nUndoes: ${someId}\nSigned-off-by: Ada <ada@example.org>\n`,
  );
  const { commitStyle: _, ...plain } = recordOf({});
  expect(undoMessage({ ...plain, commitStyle: null }, { outcome: verified, commit })).toEndWith(
    `\n\nUndoes: ${someId}\n`,
  );
});

describe("the people of a commit", () => {
  const asWorker = { name: "scholar (Guild Hall)", email: "scholar@guild-hall.invalid" };
  const theHall = { name: "Guild Hall", email: "guild-hall@localhost" };
  const ada = { name: "Ada", email: "ada@example.org" };
  const bob = { name: "Bob B", email: "bob@example.org" };

  test.each([
    [null, asWorker, theHall],
    [{}, asWorker, theHall],
    [{ author: "Ada <ada@example.org>" }, ada, ada],
    [{ committer: "Bob B <bob@example.org>" }, asWorker, bob],
    [{ author: "Ada <ada@example.org>", committer: "Bob B <bob@example.org>" }, ada, bob],
  ])("by the settings %j", (style, author, committer) => {
    const parsed = style && commitSettings.parse(style);
    expect(commitPeople("scholar", parsed)).toEqual({ author, committer });
    expect(hallPeople(parsed).committer).toEqual(committer);
  });

  test("have names as git keeps them", () => {
    const { author } = commitPeople(
      "scholar",
      commitSettings.parse({ author: '"Ada Jr." <ada@example.org>' }),
    );
    expect(author).toEqual({ name: "Ada Jr", email: "ada@example.org" });
    expect(commitPeople("x", commitSettings.parse({ author: "... <ada@example.org>" })).author.name).toBe(
      "ada@example.org",
    );
  });
});
