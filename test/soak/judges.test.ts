// The long tests of soak/ find only what their judges count.
import { describe, expect, test } from "bun:test";
import { judgeFlip } from "../../soak/judge-flip.ts";
import { problemOf } from "../../soak/judge-reply.ts";

describe("a flipped bit", () => {
  const own = "0197f3a2-7c1b-7abc-8def-000000000001";
  const other = "0197f3a2-7c1b-7abc-8def-000000000002";
  const parts = {
    [`${own} shown`]: "a",
    [`${other} shown`]: "b",
    "memory keys": "c",
    "memory tables": "d",
    "need quota:1": "e",
    browsers: "f",
    "files of a set-up that are not as it made them": "[]",
  };
  const ledger = `commissions/${own}/events.jsonl`;
  const told = [
    `The ledger of ${own} is damaged.`,
    "keys.md, quota.json, page-keys.json, files.json: damaged.",
  ];
  const judge = (path: string, changes: Record<string, string>, says = told) =>
    judgeFlip({
      path,
      bit: 7,
      before: { parts: new Map(Object.entries(parts)), told: [] },
      seen: { parts: new Map(Object.entries({ ...parts, ...changes })), told: says },
    });

  test.each<[string, Record<string, string>]>([
    [ledger, { [`${own} shown`]: "refused" }],
    [ledger, { [`${own} shown`]: "refused", "need hall:ledgers": "new" }],
    ["memory/global/keys.md", { "memory keys": "refused" }],
    ["quota.json", { "need quota:1": "" }],
    ["page-keys.json", { browsers: "[]" }],
  ])("in %s may change what that file holds, if the hall names it", (path, changes) => {
    expect(judge(path, changes)).toBe("named");
    expect(judge(path, changes, [])).toContain("nothing is said");
    expect(judge(path, {}, [])).toBe("harmless");
  });

  test.each<[string, string]>([
    [ledger, `${other} shown`],
    [ledger, "need quota:1"],
    ["memory/global/keys.md", "memory tables"],
    ["quota.json", "browsers"],
    ["set-ups/website/9/files.json", "files of a set-up that are not as it made them"],
  ])("in %s that changes %s is counted, though the hall names the file", (path, hurt) => {
    expect(judge(path, { [hurt]: "hurt" })).toBe(`bit 7: ${hurt} changed`);
  });
});

describe("the reply to a request", () => {
  const judge = (id: unknown, replied: unknown) =>
    problemOf(JSON.stringify({ jsonrpc: "2.0", id, method: "worker/list" }), {
      status: 200,
      contentType: "application/json",
      text: JSON.stringify({ jsonrpc: "2.0", id: replied, error: { code: -32602, message: "no" } }),
    });

  test.each([0, 1, "a", ""])("with the id %p has that id, also if it is an error", (id) => {
    expect(judge(id, id)).toBeNull();
    expect(judge(id, null)).toBe(`the reply to ${JSON.stringify(id)} has the id null`);
    expect(judge(id, "other")).not.toBeNull();
  });

  test.each([[null], [1.5], [true], [{}]])("with the id %p, which is not valid, may have none", (id) => {
    expect(judge(id, null)).toBeNull();
  });
});
