// Finished work that a person sends back with three comments, through a real hall with real git and the real claude: the
// follow-up continues it, answers two comments and leaves one out, and everybody is told which.
import { afterEach, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { commissionLayout, homeLayout } from "../../../src/contract/home/home-layout.ts";
import { projectName } from "../../../src/contract/home/ids.ts";
import { TestHome, untilEnded } from "../../harness/hall.ts";
import { script, submit, type Turn } from "../../harness/rehearsals.ts";
import { gitIn, makeRepository } from "../../harness/git/repositories.ts";
import { removeTempDirs } from "../../harness/temp.ts";

const homes: TestHome[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
  removeTempDirs();
});

const lamps = projectName.parse("lamps");
const done: Turn = { say: "Done." };
const write = (path: string, content: string) => ({ tool: "Write", input: { file_path: path, content } });
const answer = (number: number, outcome: string, words: string) => ({
  tool: "mcp__review__answer_comment",
  input: { number, outcome, answer: words },
});
const comments = [
  { path: "lamp.sh", line: 1, side: "new" as const, code: "echo light", text: "Say bright." },
  { path: "lamp.sh", line: 1, side: "old" as const, code: "echo dark", text: "Why is this gone?" },
  { path: "README.md", line: null, side: "new" as const, code: "", text: "Describe it." },
];

test("three comments: two are answered, and one is left out", async () => {
  const home = new TestHome();
  homes.push(home);
  const { client } = await home.open();
  const checkout = makeRepository({ "lamp.sh": "echo dark\n", "README.md": "# Lamps\n" });
  await client.projects.add({ name: lamps, path: checkout, dryRun: false });
  const first = await client.create({
    worker: "implementer",
    task: "Let there be light.",
    project: lamps,
    rehearsal: script([
      {
        expect: { toolsExclude: ["mcp__review__read_comments", "mcp__review__answer_comment"] },
        use: [{ tool: "Read", input: { file_path: "lamp.sh" } }, write("lamp.sh", "echo light\n")],
      },
      submit(),
      done,
    ]),
  });
  const finished = await untilEnded(client, first.id);
  expect(finished).toMatchObject({ status: "completed", error: null, landing: { state: "merged" } });
  expect([finished.sentBack, finished.comments]).toEqual([null, null]);

  const rehearsal = script([
    {
      expect: {
        toolsInclude: ["mcp__review__read_comments", "mcp__review__answer_comment"],
        lastUserIncludes: [
          "| Not loud enough.",
          `is merged into claude/main as commit ${finished.landing?.commit}`,
          "## 3 comments on the work",
          "### Comment 1, on line 1 of the file\n> lamp.sh\nwhich reads:\n> echo light\n| Say bright.",
          "### Comment 2, on line 1 of the file as it was before the work",
          "### Comment 3, on the file\n> README.md\n| Describe it.",
        ],
      },
      use: [{ tool: "Read", input: { file_path: "lamp.sh" } }, write("lamp.sh", "echo bright\n")],
    },
    { use: [answer(1, "done", "It says bright."), answer(2, "declined", "Nothing printed dark.")] },
    { expect: { lastUserIncludes: ["Without an answer: 3."] }, ...submit() },
    done,
  ]);
  const order = { params: { id: first.id }, body: { note: "Not loud enough.", comments, rehearsal } };
  const next = await client.call("sendBack", { ...order, key: "once" });
  expect((await client.call("sendBack", { ...order, key: "once" })).id).toBe(next.id);
  expect(client.call("sendBack", order)).rejects.toThrow("It was sent back already");

  const ended = await untilEnded(client, next.id);
  expect(ended).toMatchObject({
    status: "completed",
    error: null,
    continues: first.id,
    attempt: 2,
    comments: { total: 3, answered: 2 },
    branch: { state: "merged" },
  });
  expect(ended.sentBack).toEqual({
    note: "Not loud enough.",
    comments: [
      { number: 1, ...comments[0], outcome: "done", answer: "It says bright." },
      { number: 2, ...comments[1], outcome: "declined", answer: "Nothing printed dark." },
      { number: 3, ...comments[2], outcome: null, answer: null },
    ] as NonNullable<typeof ended.sentBack>["comments"],
  });
  expect(gitIn(checkout, "show", "claude/main:lamp.sh")).toBe("echo bright");
  expect(await client.detail(first.id)).toMatchObject({
    status: "completed",
    continuedBy: next.id,
    landing: { state: "sent_back" },
  });
  const layout = (id: typeof next.id) => commissionLayout(homeLayout(home.root), id);
  const file = readFileSync(layout(next.id).comments, "utf8");
  expect(file).toContain(
    "## Comment 2: declined\n\nOn line 1 of the file, as it was before the work:\n\n> lamp.sh",
  );
  expect(file).toContain("## Comment 3: left out");
  expect(existsSync(layout(first.id).comments)).toBe(false);
}, 120_000);
