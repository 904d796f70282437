import { expect, test } from "bun:test";
import { createFirstSuccess } from "../../src/base/async/first-success.ts";

test("a task runs again after a failure, and once only after a success", async () => {
  let runs = 0;
  const find = createFirstSuccess(async () => {
    runs += 1;
    if (runs === 1) throw new Error("busy");
    return runs;
  });
  const both = await Promise.allSettled([find(), find()]); // both ask during the first run
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect([await find(), await find()]).toEqual([2, 2]);
});
