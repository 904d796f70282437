// The live view on a small model of a terminal: what a person would see after each step.
import { expect, test } from "bun:test";
import { frameLines } from "../../../src/cli/live/frame.ts";
import { createLiveView } from "../../../src/cli/live/live-view.ts";
import { createScreen } from "../../../src/cli/live/screen.ts";
import { createPaint } from "../../../src/cli/render/paint.ts";
import type { TimelineLine } from "../../../src/cli/render/commission/timeline-line.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { at, detail, event, startedAt } from "../render/samples.ts";
import { fakeConsole } from "../support.ts";

const paint = createPaint(false);

/** Knows what the screen uses: text, newline, return, cursor up, erase line, erase below; modes and colours are ignored. */
function createTerminal(columns: number, rows: number) {
  let lines: string[] = [""];
  let row = 0;
  let column = 0;
  const put = (character: string) => {
    if (column >= columns) [row, column] = [row + 1, 0];
    const line = (lines[row] ?? "").padEnd(column);
    lines[row] = line.slice(0, column) + character + line.slice(column + 1);
    column += 1;
  };
  const control = (argument: string, letter: string) => {
    if (letter === "A") row = Math.max(Math.max(0, lines.length - rows), row - Number(argument || 1));
    if (letter === "K") lines[row] = "";
    if (letter === "J") lines = [...lines.slice(0, row), (lines[row] ?? "").slice(0, column)];
  };
  return {
    window: { columns, rows },
    write: (text: string) => {
      for (const [part, argument, letter] of text.matchAll(/\x1b\[\??([0-9;]*)([a-zA-Z])|[^]/g)) {
        if (letter !== undefined) control(argument ?? "", letter);
        else if (part === "\n") [row, column] = [row + 1, 0];
        else if (part === "\r") column = 0;
        else put(part);
        while (lines.length <= row) lines.push("");
      }
    },
    /** As a terminal does that wraps its lines anew: each becomes as many as it needs. */
    resize(width: number) {
      columns = width;
      this.window.columns = width;
      const wrapped = lines.map((line) => line.match(new RegExp(`.{1,${width}}`, "g")) ?? [""]);
      row = wrapped.slice(0, row).flat().length;
      lines = wrapped.flat();
    },
    shown: () =>
      lines
        .map((line) => line.trimEnd())
        .join("\n")
        .trimEnd()
        .split("\n"),
  };
}

test("a block is redrawn in place, shrinks and grows, and leaves what stood above it alone", () => {
  const terminal = createTerminal(40, 10);
  const screen = createScreen({ out: terminal.write, window: () => terminal.window });
  terminal.write("$ guild-hall watch\n");
  for (const lines of [["one"], ["one", "two"], ["ONE", "two", "three"], ["last"]]) {
    screen.show(lines);
    expect(terminal.shown()).toEqual(["$ guild-hall watch", ...lines]);
  }
  screen.clear();
  expect(terminal.shown()).toEqual(["$ guild-hall watch"]);
});

test("only lines that changed are written, and nothing when nothing changed", () => {
  const written: string[] = [];
  const screen = createScreen({
    out: (text) => written.push(text),
    window: () => ({ columns: 40, rows: 10 }),
  });
  screen.show(["header 1", "steady line"]);
  screen.show(["header 2", "steady line"]);
  screen.show(["header 2", "steady line"]);
  expect(written).toHaveLength(2);
  expect(written[1]).toContain("header 2");
  expect(written[1]).not.toContain("steady line");
});

test("after the window became narrower the old block is gone, wrapped lines included", () => {
  const terminal = createTerminal(40, 20);
  const screen = createScreen({ out: terminal.write, window: () => terminal.window });
  terminal.write("before\n");
  screen.show(["x".repeat(39), "y".repeat(30)]);
  terminal.resize(15);
  screen.show(["short", "lines"]);
  expect(terminal.shown()).toEqual(["before", "short", "lines"]);
});

test("the frame never reaches the window's last row, however long the story", () => {
  const entries = Array.from({ length: 300 }, (_, n): TimelineLine => ({
    at: at(n),
    word: "says",
    text: `line ${n}`,
    brush: "dim",
  }));
  for (const rows of [2, 4, 10, 50]) {
    const style = { paint, window: { columns: 60, rows }, now: startedAt, tick: 0 };
    const lines = frameLines(
      { commission: detail(), entries, since: startedAt, still: "Still waiting" },
      style,
    );
    expect(lines.length).toBeLessThan(rows);
    if (rows > 5) expect(lines.at(-1)).toContain("line 299");
    if (rows > 5) expect(lines[1]).toBe("Still waiting");
  }
});

test("the live view counts while nothing happens and leaves the whole timeline behind", () => {
  const terminal = createTerminal(70, 8);
  const clock = createManualClock(startedAt);
  const console = { ...fakeConsole([], { window: terminal.window }), out: terminal.write };
  const view = createLiveView({ console, clock, paint });
  for (let n = 1; n <= 12; n += 1)
    view.event(
      event(n, {
        type: "progress.reported",
        callKey: "k",
        summary: `step ${n}`,
        bench: 1,
        benchSeq: n,
        at: at(n),
      }),
    );
  view.commission(detail());
  expect(terminal.shown()[0]).toContain("in_progress  0:00 · 3 turns");
  clock.advance(7200);
  expect(terminal.shown()[0]).toContain("in_progress  0:07 · 3 turns");
  expect(terminal.shown().join("\n")).not.toContain("step 2\n");
  view.close();
  expect(terminal.shown()).toHaveLength(12);
  expect(terminal.shown()[0]).toContain("progress    step 1");
  expect(clock.pending()).toBe(0);
});
