// Sending finished work back from a person's end: comments as options, in a file and on standard input.
import { afterEach, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { done, refuse } from "../../../src/contract/api/problem.ts";
import { commit, finished, type Held, hold, stopHalls } from "../finished-work.ts";
import { detail, sampleId } from "../render/samples.ts";
import { runHere } from "../support.ts";

afterEach(stopHalls);

const patch =
  "diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -10,3 +10,3 @@\n ten\n-old\n+new\n twelve\n";

function takesComments({ served }: Held, id: CommissionId = sampleId): unknown[] {
  const given: unknown[] = [];
  served.hall.carryOut({
    diff: async ({ query }) =>
      query.path === "a.ts"
        ? done({
            id,
            branch: "claude/commission/x",
            into: "claude/main",
            base: commit,
            earlier: false,
            tip: commit,
            files: [
              {
                path: "a.ts",
                from: null,
                change: "modified",
                additions: 1,
                deletions: 1,
                patch,
                why: null,
              },
            ],
            total: 1,
            additions: 1,
            deletions: 1,
          })
        : refuse("not_found", "It did not change that."),
    sendBack: async ({ body }) => {
      given.push(body);
      return done(detail());
    },
  });
  return given;
}

test("send-back gives each comment the code of its line, where the diff has it", async () => {
  const held = hold(finished());
  const given = takesComments(held);
  const comments = [
    "a.ts:11: Not this.",
    "a.ts:-11: Keep it.",
    "a.ts:99: Far away.",
    "b: c.md:3: In a name with a colon.",
    "README.md: Mention it.",
  ];
  const typed = ["review", "send-back", sampleId, "--note", "Almost."];
  const { code, out, err } = await held.run(...typed, ...comments.flatMap((each) => ["--comment", each]));
  expect({ code, out }).toEqual({ code: 0, out: `${sampleId}\n` });
  expect(err).toBe(
    "Line 99 of a.ts is not in the diff, so the comment is sent without its code.\n" +
      "Line 3 of b: c.md is not in the diff, so the comment is sent without its code.\n",
  );
  expect(given).toEqual([
    {
      note: "Almost.",
      comments: [
        { path: "a.ts", line: 11, side: "new", code: "new", text: "Not this." },
        { path: "a.ts", line: 11, side: "old", code: "old", text: "Keep it." },
        { path: "a.ts", line: 99, side: "new", code: "", text: "Far away." },
        { path: "b: c.md", line: 3, side: "new", code: "", text: "In a name with a colon." },
        { path: "README.md", line: null, side: "new", code: "", text: "Mention it." },
      ],
    },
  ]);
});

test("send-back reads comments from a file or standard input, and names the one that is wrong", async () => {
  const held = hold(finished());
  const given = takesComments(held);
  const list = [{ path: "a.ts", line: 10, text: "Why ten?" }];
  writeFileSync(`${held.served.home}/notes.json`, JSON.stringify(list));
  expect(await held.run("review", "send-back", sampleId, "--comments", "notes.json")).toMatchObject({
    code: 0,
  });
  expect(given).toMatchObject([{ comments: [{ path: "a.ts", line: 10, code: "ten" }] }]);
  const from = (stdin: string) =>
    runHere(["review", "send-back", sampleId, "--comments", "-"], { home: held.served.home, stdin });
  expect(await from(JSON.stringify(list))).toMatchObject({ code: 0 });
  for (const [stdin, says] of [
    ["no JSON", "The comments cannot be read"],
    ["{}", "expected a JSON list"],
    [JSON.stringify([...list, { path: "a.ts", line: 0, text: "x" }]), "--comments, number 2: line: "],
  ] as const)
    expect(await from(stdin)).toMatchObject({ code: 2, err: expect.stringContaining(says) });
  expect(given).toHaveLength(2);
});

test.each([
  [[], "Say what is to change"],
  [["--comment", "no place"], '--comment is "no place" and must be a file, a line and a text'],
  [["--comment", "a.ts:12:"], "must be a file, a line and a text"],
  [["--comment", "a.ts:1: ok", "--comment", "a.ts:0: x"], "--comment 2: line: "],
  [["--note", " "], "--note: it is empty."],
])("send-back with %j is refused before the hall is asked", async (more, says) => {
  const held = hold(finished());
  const run = await held.run("review", "send-back", sampleId, ...more);
  expect({ code: run.code, err: run.err }).toEqual({ code: 2, err: expect.stringContaining(says) });
  expect(held.served.hall.calls).not.toContain("sendBack");
});
