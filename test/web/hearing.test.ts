// What a tab makes of the words of the tab that holds the line: nothing twice, and nothing missed without a reset.
import { describe, expect, test } from "bun:test";
import type { StreamMessage } from "../../src/contract/api/stream.ts";
import { createHearing, followsOn, type Word } from "../../web/api/hearing.ts";
import type { StreamPosition } from "../../web/api/stream.ts";

const news = (id: string | null): Word => ({ message: { type: "hall", what: "memory" }, id });
const reset = (id: string | null): Word => ({ message: { type: "reset" }, id });

/** What was heard, in short: the line, "reset", or the id of a message. */
function hear(words: readonly Word[], place: StreamPosition = { lastEventId: null }): string[] {
  const heard: string[] = [];
  const take = createHearing(
    {
      line: (line) => heard.push(line),
      message: (message: StreamMessage, id) => heard.push(message.type === "reset" ? "reset" : String(id)),
    },
    place,
  );
  for (const word of words) take(word);
  return heard;
}

describe("hearing the stream through another tab", () => {
  test.each<[string, Word[], string[]]>([
    ["begins with a reset where the line stands", [{ line: "open" }, news("b-7")], ["open", "reset", "b-7"]],
    [
      "begins with a reset where a message comes first",
      [news("b-7"), { line: "open" }],
      ["reset", "b-7", "open"],
    ],
    ["waits while the line is lost", [{ line: "lost" }], ["lost"]],
    [
      "begins once",
      [{ line: "open" }, { line: "lost" }, { line: "open" }],
      ["open", "reset", "lost", "open"],
    ],
    [
      "takes a message once that is told again",
      [news("b-1"), news("b-2"), news("b-1"), news("b-2")],
      ["reset", "b-1", "b-2"],
    ],
    [
      "says that one is missing",
      [news("b-1"), news("b-3"), news("b-4")],
      ["reset", "b-1", "reset", "b-3", "b-4"],
    ],
    ["says that the hall is another", [news("b-9"), news("c-1")], ["reset", "b-9", "reset", "c-1"]],
    [
      "resets once where the hall says so",
      [news("b-9"), reset("c-4"), news("c-5")],
      ["reset", "b-9", "reset", "c-5"],
    ],
    [
      "takes over a reset without a place",
      [news("b-9"), reset(null), news("b-12")],
      ["reset", "b-9", "reset", "b-12"],
    ],
    ["begins with the reset that it is told", [reset("b-3"), news("b-4")], ["reset", "b-4"]],
    ["holds a sign of life for nothing more", [{ alive: true }], []],
  ])("%s", (_what, words, heard) => {
    expect(hear(words)).toEqual(heard);
  });

  test("keeps the place to go on from", () => {
    const place: StreamPosition = { lastEventId: null };
    hear([news("b-1"), news("b-2"), news("b-1")], place);
    expect(place.lastEventId).toBe("b-2");
  });

  test.each([
    [null, "b-4", "next"],
    ["b-4", null, "next"],
    ["a-b-9", "a-b-10", "next"],
    ["b-4", "b-4", "known"],
    ["b-4", "b-6", "gap"],
    ["b-4", "c-5", "gap"],
  ] as const)("after %s comes %s: %s", (before, id, follows) => {
    expect(followsOn(before, id)).toBe(follows);
  });
});
