// The adapter from end to end against streams captured from the real `claude`, played by a program that speaks
// its protocol; and one test that captures some of them again and would notice a change.
import { describe, expect, test } from "bun:test";
import { factBody } from "../../../src/contract/commission/facts.ts";
import { captures, captureStream, readFixture, shapeOf, writeFixture } from "./captures.ts";
import { playFake } from "./play-fake.ts";

/** GUILD_HALL_TEST_CAPTURE=1 writes the fixtures anew; look at the difference before keeping it. */
const isCapturing = process.env["GUILD_HALL_TEST_CAPTURE"] === "1";
const recaptured = ["normal", "max-turns", "api-402"];

describe("the real claude still says what was captured", () => {
  for (const capture of captures.filter(({ name }) => isCapturing || recaptured.includes(name))) {
    test(
      capture.name,
      async () => {
        const messages = await captureStream(capture);
        if (isCapturing) writeFixture(capture.name, messages);
        // Sorted: a tool may answer before or after the next call is announced.
        expect(messages.map(shapeOf).sort()).toEqual(readFixture(capture.name).map(shapeOf).sort());
      },
      15_000,
    );
  }
});

describe("a captured stream ends as it should", () => {
  for (const capture of captures) {
    test(capture.name, async () => {
      const lines = readFixture(capture.name).map((message) => `${JSON.stringify(message)}\n`);
      const last =
        capture.name === "killed"
          ? { signal: "SIGKILL" as const }
          : { exit: capture.name === "normal" ? 0 : 1 };
      const maxTurns = capture.rig().order?.maxTurns ?? 10;
      const { end, facts } = await playFake({ script: { output: lines, last }, order: { maxTurns } });
      const isAnyText = "message" in capture.end && capture.end.message === "*";
      const words = isAnyText && "message" in end ? { message: end.message } : {};
      expect(end).toEqual({ ...capture.end, ...words });
      for (const fact of facts) expect(() => factBody.parse(fact)).not.toThrow();
    });
  }

  test("and its facts tell the story in order", async () => {
    const lines = readFixture("normal").map((message) => `${JSON.stringify(message)}\n`);
    const { facts } = await playFake({ script: { output: lines, last: { exit: 0 } } });
    const called = facts.filter((fact) => fact.type === "tool.called");
    expect(facts.map((fact) => fact.type)).toEqual([
      "session.started",
      "session.said",
      "tool.called",
      "tool.called",
      "tool.returned",
      "tool.returned",
      "session.said",
    ]);
    expect(called.map((fact) => [fact.tool, fact.input])).toEqual([
      ["Read", '{"file_path":"README.md"}'],
      ["mcp__base__note", '{"text":"a"}'],
    ]);
  });
});
