// One format for a commission of the hall and a job of a member: docs/files.md. Neither has the other's code, so both are
// held to it here.
import { afterEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { jobStatus } from "../../src/contract/member/worker-protocol.ts";
import { closeMembers } from "../harness/members/some-member.ts";
import { type History, keepers } from "./job-keepers.ts";

afterEach(closeMembers);

const hard =
  "Which of the two?\r\n\n- a\n> quoted\n## Question 7\n    indented\n### Answer (x, y)\n\u2028\u{1F600}\n";
const full: History = {
  description: "Research auth/OAuth flows",
  task: "Find out.\r\n\n# Not a heading\n\ttab \u{1F600}",
  config: { maxTurns: 7, model: "claude-opus-5-5" },
  summaries: ["First.", "Half of it.\nThe rest follows."],
  decisions: [
    { question: "Tabs?", decision: "No.", reasoning: hard },
    { question: "Why?", decision: "So.", reasoning: "" },
  ],
  questions: [hard, "Another one."],
  result: {
    output: "# Found\n\nIt is so.\r\n",
    artifacts: [
      { path: "tables/all.csv", content: "a,b\n" },
      { path: "note.md", content: "kept" },
    ],
  },
};
const bare: History = { ...full, config: {}, summaries: [], decisions: [], questions: [], result: null };

describe.each(keepers)("$name keeps a job as docs/files.md says", (keeper) => {
  const read = (directory: string, name: string) => readFileSync(`${directory}/${name}`, "utf8");

  test("every file has what was said, as it was said", async () => {
    const directory = await keeper.keep(full);
    expect(read(directory, "task.md")).toBe(full.task);
    expect(JSON.parse(read(directory, "config.json"))).toEqual(full.config);
    expect(read(directory, "status.md")).toBe("Half of it.\nThe rest follows.");
    expect(JSON.parse(read(directory, "decisions.json"))).toEqual(full.decisions);
    expect(keeper.parseQuestions(read(directory, "questions.md"))).toEqual(full.questions);
    expect(read(directory, "result.md")).toBe("# Found\n\nIt is so.\r\n");
    expect(read(directory, "artifacts/tables/all.csv")).toBe("a,b\n");
    expect(read(directory, "artifacts/note.md")).toBe("kept");
  });

  test("meta.json says its format and how the job stands", async () => {
    const shape = z.looseObject({ version: z.int().positive() });
    const running = shape.parse(JSON.parse(read(await keeper.keep(bare), "meta.json")));
    const over = shape.parse(JSON.parse(read(await keeper.keep(full), "meta.json")));
    expect([statusIn(running), statusIn(over)]).not.toContain(undefined);
    expect(statusIn(over)).toBe(jobStatus.enum.completed);
  });

  test("what a worker has not said yet is not there, or is empty", async () => {
    const directory = await keeper.keep(bare);
    for (const name of ["result.md", "questions.md", "decisions.json", "artifacts"])
      expect({ name, there: existsSync(`${directory}/${name}`) }).toEqual({ name, there: false });
    const status = `${directory}/status.md`;
    expect(existsSync(status) ? readFileSync(status, "utf8") : "").toBe("");
    expect(JSON.parse(read(directory, "config.json"))).toEqual({});
  });
});

/** The hall's stands in the short form of the commission. */
function statusIn(meta: Record<string, unknown>): unknown {
  const inner = meta["commission"];
  return typeof inner === "object" && inner !== null && "status" in inner ? inner.status : meta["status"];
}

test("both write the same bytes, so that a reader of one reads the other", async () => {
  const [one = "", other = ""] = await Promise.all(keepers.map(({ keep }) => keep(full)));
  for (const name of ["task.md", "status.md", "questions.md", "decisions.json", "result.md"])
    expect({ name, text: readFileSync(`${other}/${name}`, "utf8") }).toEqual({
      name,
      text: readFileSync(`${one}/${name}`, "utf8"),
    });
});

describe("questions.md", () => {
  // Half a character cannot be written to a file: whoever keeps questions makes it whole first.
  const line = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.constantFrom(
      "",
      ">",
      "> ",
      "## Question 1",
      "# Questions",
      "### Answer (a, b)",
      "    ",
      "\r",
      "\u2028",
    ),
  );
  const question = fc.array(line, { minLength: 1, maxLength: 5 }).map((lines) => lines.join("\n"));
  const pairs = keepers.flatMap((writer) => keepers.map((reader) => ({ writer, reader })));

  test.each(pairs)("any questions that $writer.name writes, $reader.name reads as they were", (pair) => {
    fc.assert(
      fc.property(fc.array(question, { maxLength: 6 }), (questions) => {
        const file = Buffer.from(pair.writer.formatQuestions(questions)).toString("utf8");
        expect(pair.reader.parseQuestions(file)).toEqual(questions);
      }),
      { numRuns: 500 },
    );
  });

  test("a file of one line a question would not do", () => {
    const careless = (questions: readonly string[]) => questions.join("\n").split("\n");
    expect(careless([hard])).not.toEqual([hard]);
  });
});
