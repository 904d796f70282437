// Small windows: results and lists fit where a person looks at them, and a pipe gets what it always got.
import { expect, test } from "bun:test";
import { commissionTable } from "../../../src/cli/render/commission/commission-table.ts";
import { detailLines } from "../../../src/cli/render/commission/detail.ts";
import { headerLine } from "../../../src/cli/render/commission/header.ts";
import { createPaint } from "../../../src/cli/render/paint.ts";
import { proseLines } from "../../../src/cli/render/prose.ts";
import { createTimeline } from "../../../src/cli/render/commission/timeline.ts";
import { columnsOf } from "../../../src/host/person/terminal.ts";
import { at, detail, event, startedAt } from "./samples.ts";

const paint = createPaint(false);
const now = startedAt + 65_000;

const sentence = "Each attempt waits twice as long as the one before it, up to a minute.";

test("prose is wrapped between words, and goes on below its own text in lists and quotes", () => {
  expect(proseLines(sentence, 40)).toEqual([
    "Each attempt waits twice as long as the",
    "one before it, up to a minute.",
  ]);
  expect(proseLines(`  - ${sentence}`, 44)).toEqual([
    "  - Each attempt waits twice as long as the",
    "    one before it, up to a minute.",
  ]);
  expect(proseLines(`10. ${sentence}`, 44)[1]).toBe("    one before it, up to a minute.");
  expect(proseLines(`> ${sentence}`, 44)[1]).toBe("> one before it, up to a minute.");
});

test.each([
  ["code between fences", `\`\`\`ts\n${sentence}\n\n${sentence}\n\`\`\``],
  ["code between tildes that shows a fence", `~~~\n\`\`\`\n${sentence}\n~~~`],
  ["indented code", `    ${sentence}`],
  ["a table", `| ${sentence} | ${sentence} |\n| --- | --- |`],
  ["a long link", `https://example.org/${"a-long-path/".repeat(9)}`],
])("%s is left as it is", (_name, text) => {
  expect(proseLines(text, 30)).toEqual(text.split("\n"));
});

test("a sentence that was too long for its line takes the next line along, and only then", () => {
  const two = `${sentence}\nThen it gives up.`;
  expect(proseLines(two, 40)).toEqual([
    "Each attempt waits twice as long as the",
    "one before it, up to a minute. Then it",
    "gives up.",
  ]);
  expect(proseLines(two, 80)).toEqual(two.split("\n"));
  for (const next of ["", "- An item", "1. An item", "> A quote", "# A heading", "---", "| a |", "```"])
    expect(proseLines(`${sentence}\n${next}`, 40)[2]).toBe(next);
  for (const above of [`# ${sentence}`, `> ${sentence}`, `${sentence}  `, `${sentence}\\`])
    expect(proseLines(`${above}\nNext.`, 60).at(-1)).toBe("Next.");
});

test("after the code the prose is wrapped again", () => {
  expect(proseLines(`\`\`\`\n${sentence}\n\`\`\`\n${sentence}`, 40)).toHaveLength(5);
});

test("without a window a result is what was handed in, byte for byte", () => {
  const text = `# ${sentence}\n\n  -  ${sentence}  \n\n> ${sentence}\n`;
  expect(proseLines(text, Number.POSITIVE_INFINITY).join("\n")).toBe(text);
});

const ended = { status: "completed", endedAt: at(9) } as const;
const commissions = [
  detail({ ...ended, anomaly: "It did not submit.", cost: { usd: 0.0421, rehearsed: true } }),
  detail({
    ...ended,
    trust: "refuted",
    title: "A title that is much longer than any window is wide ".repeat(3),
  }),
  detail({ cancelRequested: true, title: "日本語の題名".repeat(20) }),
];

test.each([20, 40, 60, 80, 100, 120, 200])("no row of a list is wider than %d columns", (width) => {
  for (const line of commissionTable(commissions, { paint, now, width }))
    expect(columnsOf(line)).toBeLessThanOrEqual(width);
});

test("at 80 columns marks stand for words, and the last line says what they mean", () => {
  const lines = commissionTable(commissions, { paint, now, width: 80 });
  expect(lines[1]).toMatch(/ completed ! +\$0\.0421\* +Find the retries$/);
  expect(lines[2]).toMatch(/ completed x +\$0\.0421 +A title that.*…$/);
  expect(lines.at(-1)).toBe("! see anomaly   * rehearsed   x refuted   ~ cancelling");
});

test("where there is room, and in a pipe, the words stand in the row and nothing is cut", () => {
  for (const width of [160, Number.POSITIVE_INFINITY]) {
    const lines = commissionTable(commissions.slice(0, 1), { paint, now, width });
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/ completed, see anomaly +\$0\.0421 rehearsed +Find the retries$/);
  }
  const piped = commissionTable(commissions, { paint, now, width: Number.POSITIVE_INFINITY });
  expect(piped[2]).toEndWith(commissions[1]?.title.trim() ?? "");
});

test.each([
  ["crashed", "lost", "failed, crashed", "its workbench was lost"],
  ["wall_clock", "wall_clock", "failed, out of time", "its time was up"],
] as const)("one that failed by %s and ended by %s says so in plain words", (code, endedBy, listed, told) => {
  const failed = detail({ status: "failed", endedBy, error: { code, message: "x" } });
  expect(commissionTable([failed], { paint, now, width: 160 })[1]).toContain(` ${listed} `);
  expect(detailLines({ detail: failed, result: undefined }, { paint, now, width: 160 }).join("\n")).toContain(
    told,
  );
});

test("one that was cut off is told apart from one that never ran, with when it goes on and what cut it off", () => {
  const lastLoss = { at: at(0), cause: "crash", message: "claude was ended by SIGKILL." } as const;
  const told = detail({ status: "pending", resumes: 2, resumesAt: at(14), lastLoss });
  const atTen = { paint, now: Date.parse(at(10)), width: 160 };
  expect(commissionTable([told, detail({ status: "pending" })], atTen).slice(1)).toEqual([
    expect.stringMatching(/ pending, resumes in 4s +\$/),
    expect.stringMatching(/ pending +\$/),
  ]);
  expect(commissionTable([told], { ...atTen, width: 60 }).at(-1)).toBe("^ will resume");
  const shown = detailLines({ detail: told, result: undefined }, atTen).join("\n");
  expect(shown).toMatch(/\n {2}status +pending \(resumes in 4s\)\n/);
  expect(shown).toMatch(/\n {2}resumes +2 of 3\n/);
  expect(shown).toMatch(/\n {2}last cut +10s ago, crash: claude was ended by SIGKILL\.\n/);
  const stopped = { ...told, lastLoss: { ...lastLoss, cause: "stop" } as const };
  expect(detailLines({ detail: stopped, result: undefined }, atTen).join("\n")).toMatch(
    /\n {2}last cut +10s ago, interrupted by `guild-hall down --stop`\n/,
  );
  expect(headerLine(told, { ...atTen, tick: 0 })).toContain("pending, resumes in 4s");
  const late = { ...atTen, now: Date.parse(at(20)) };
  expect(headerLine(told, { ...late, tick: 0 })).toContain("pending, resumes as soon as there is room");
});

test("problems at the finish are shown with everything else", () => {
  const told = detail({ ...ended, problems: ["report.md had vanished"] });
  const lines = detailLines({ detail: told, result: undefined }, { paint, now, width: 80 });
  expect(lines.join("\n")).toContain("\nProblems\n  report.md had vanished");
});

test("a failure is explained once: by the end of its session, or where there was none, by itself", () => {
  const from = { bench: 1, benchSeq: 1, at: at(1) };
  const message = "The model refused.";
  const end = event(1, { type: "session.ended", end: { how: "died", message }, ...from });
  const failed = event(2, { type: "commission.failed", endedBy: "died", reason: "crashed", message });
  const tell = createTimeline();
  expect([end, failed].map((each) => tell(each)?.text)).toEqual([`died: ${message}`, "crashed"]);
  expect(createTimeline()(failed)?.text).toBe(`crashed: ${message}`);
});
