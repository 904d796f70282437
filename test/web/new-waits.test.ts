// What a new commission would wait for: what is offered as somebody types, and the sentences on what was chosen.
import { describe, expect, test } from "bun:test";
import { thingsToWaitFor } from "../../web/views/new/offers.ts";
import { waitsOf } from "../../web/views/new/dependency-text.ts";
import { type Given, idOf, listed } from "./listed.ts";

describe("what it waits for", () => {
  const one = (n: number, given: Given) => listed(n, { title: "Plan", trust: "claimed", ...given });
  const branch = (state: string) => ({ name: "claude/1", state, into: "claude/main", commit: null });
  const sentences: [string, Given, string, boolean][] = [
    ["under way", { status: "in_progress" }, "It waits until “Plan” is done.", false],
    ["not begun", { status: "blocked" }, "It waits until “Plan” is done.", false],
    ["done", {}, "“Plan” is done already.", true],
    ["merged", { branch: branch("merged"), trust: "verified" }, "“Plan” is done already.", true],
    [
      "failed",
      { status: "failed" },
      "It waits for “Plan”, which failed. Redispatch that one, so that this one can start.",
      false,
    ],
    [
      "refuted",
      { trust: "refuted" },
      "It waits for “Plan”, which was refuted by its checks. Redispatch that one, so that this one can start.",
      false,
    ],
    [
      "in conflict",
      { branch: branch("conflict") },
      "It waits for “Plan”, which could not be merged. Redispatch that one, so that this one can start.",
      false,
    ],
  ];
  test.each(sentences)("a commission that is %s", (_, change, says, isFree) => {
    const around = { after: [idOf(1)], newest: [one(1, change)], branch: "", isThere: () => undefined };
    expect(waitsOf(around)).toEqual({ says: [says], isFree });
  });

  test("whoever goes on with its work stands for it", () => {
    const newest = [
      one(3, { continues: idOf(2), status: "in_progress" }),
      one(2, { continues: idOf(1), status: "failed" }),
      one(1, { status: "failed" }),
    ];
    expect(waitsOf({ after: [idOf(1)], newest, branch: "", isThere: () => undefined }).says).toEqual([
      "It waits until “Plan” is done.",
    ]);
  });

  test.each([
    [true, "docs/a.md is on claude/main already.", true],
    [false, "docs/a.md is not on claude/main yet: the commission waits for it.", false],
    [undefined, "It starts once docs/a.md is on claude/main.", false],
  ])("a document of which it is known to be there: %p", (there, says, isFree) => {
    const around = { after: ["docs/a.md"], newest: [], branch: "claude/main", isThere: () => there };
    expect(waitsOf(around)).toEqual({ says: [says], isFree });
  });

  test("of many the first few are told, those that are missing before the others", () => {
    const after = ["1.md", "2.md", "3.md", "4.md", "5.md", "6.md"];
    const { says } = waitsOf({ after, newest: [], branch: "main", isThere: (path) => path !== "6.md" });
    expect(says).toHaveLength(5);
    expect([says[0], says[4]]).toEqual([
      "6.md is not on main yet: the commission waits for it.",
      "And for 2 more things.",
    ]);
  });
});

describe("what is offered", () => {
  const commissions = [listed(1, { title: "Write the plan" })];
  const offers = (text: string, documents: string[] | undefined = [], more = {}) =>
    thingsToWaitFor({
      text,
      commissions,
      continued: new Set(),
      branch: "claude/main",
      documents,
      isKnown: true,
      ...more,
    }).map(({ name, says }) => `${name}: ${says}`);
  const plan = expect.stringMatching(/^Write the plan: /) as unknown as string;

  test("a word finds commissions, then documents; what looks like a path finds documents first", () => {
    expect(offers("plan", ["docs/plan.md"])).toEqual([plan, "docs/plan.md: on claude/main"]);
    expect(offers(".md", ["docs/plan.md"])[0]).toBe("docs/plan.md: on claude/main");
  });

  test("attempts at the same work are told apart", () => {
    const again = [listed(2, { title: "Write the plan", attempt: 2 }), ...commissions];
    const continued = new Set([listed(1).id]);
    expect(offers("plan", [], { commissions: again, continued })).toEqual([
      "Write the plan: attempt 2 · Researcher · completed",
      "Write the plan: attempt 1 · Researcher · completed",
    ]);
  });

  test("a path that is not there can be chosen, and what could be no path cannot", () => {
    expect(offers("docs/new.md")).toEqual(["docs/new.md: not there yet"]);
    expect(offers("LICENSE")).toEqual(["LICENSE: not there yet"]);
    expect(offers("docs/plan.md", ["docs/plan.md"])).toEqual(["docs/plan.md: on claude/main"]);
    expect(offers("docs/new.md", undefined, { isKnown: false })).toEqual(["docs/new.md: the document"]);
    for (const none of ["../up.md", "/etc/passwd", "a/", "no such work", "0197f3a2", "0197f3a2-7c1b"])
      expect(offers(none)).toEqual([]);
    expect(offers("docs/new.md", [], { branch: null })).toEqual([]);
  });
});
