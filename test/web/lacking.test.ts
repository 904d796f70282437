// What the page puts in the place of fields that a hall of an earlier release does not have.
import { expect, test } from "bun:test";
import { commissionSummary } from "../../src/contract/commission/meta.ts";
import { lacking, whole } from "../../web/store/lacking.ts";
import { summary } from "./listed.ts";

test("is what the contract has where each is missing", () => {
  const defaults = Object.entries(commissionSummary.shape).flatMap(([name, field]) => {
    const { success, data } = field.safeParse(undefined);
    return success ? [[name, data]] : [];
  });
  expect(lacking).toEqual(Object.fromEntries(defaults));
});

test("changes nothing of what is there", () => {
  const full = summary(1, { attempt: 3, project: "acme" });
  expect(whole(full)).toBe(full);
  const { project: _, ...rest } = full;
  expect<object>(whole(rest)).toEqual({ ...rest, project: null });
});
