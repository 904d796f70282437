// Whether a run gets another workbench, and when.
import { describe, expect, test } from "bun:test";
import { awaitBench } from "../../../src/rules/course/benches.ts";
import { newCourse } from "../../../src/rules/course/course.ts";
import type { Ending } from "../../../src/rules/course/describe-ending.ts";
import {
  isCut,
  isOfStorage,
  resumeAfterMs,
  type RetryPolicy,
  startAfterMs,
  storageAfterMs,
} from "../../../src/rules/course/retry.ts";

const policy: RetryPolicy = { maxResumes: 4, maxFalseStarts: 3, backOffMs: [1000, 5000, 15_000] };

test("each resume waits longer, and at last there is none", () => {
  expect([0, 1, 2, 3, 4].map((resumes) => resumeAfterMs(policy, resumes))).toEqual([
    1000,
    5000,
    15_000,
    15_000,
    null,
  ]);
});

test("a workbench that never began starts again, and one that hung only once", () => {
  const delays = (hung: boolean) =>
    [0, 1, 2, 3].map((falseStarts) => startAfterMs(policy, { falseStarts, hung }));
  expect(delays(false)).toEqual([1000, 5000, 15_000, null]);
  expect(delays(true)).toEqual([1000, null, null, null]);
});

test("a disk that took nothing is tried again after the longest delay", () => {
  expect(storageAfterMs(policy)).toBe(15_000);
});

const lost = { how: "lost", began: true, message: "" } as const;

describe.each<[ending: Ending, cut: boolean, storage: boolean]>([
  [{ how: "normal", finalText: "" }, false, false],
  [{ how: "turns", limit: 1 }, false, false],
  [{ how: "stopped" }, true, false],
  [{ how: "died", message: "" }, true, false],
  [lost, true, false],
  [{ ...lost, storage: true }, true, true],
  [{ how: "storage", message: "" }, true, true],
])("the ending %j", (ending, cut, storage) => {
  test("is told apart", () => expect([isCut(ending), isOfStorage(ending)]).toEqual([cut, storage]));
});

test("only a death and a start that never began are counted while a run waits for its next workbench", () => {
  const before = { ...newCourse({ isRehearsed: false, tainted: false }), end: lost, stopRequested: true };
  const counted = ["crash", "start", "quota", "stop", "storage"].map((cause) => {
    const { resumes, falseStarts, end, stopRequested } = awaitBench(before, cause);
    return { cause, resumes, falseStarts, isOver: end === null && !stopRequested };
  });
  expect(counted).toEqual([
    { cause: "crash", resumes: 1, falseStarts: 0, isOver: true },
    { cause: "start", resumes: 0, falseStarts: 1, isOver: true },
    ...["quota", "stop", "storage"].map((cause) => ({ cause, resumes: 0, falseStarts: 0, isOver: true })),
  ]);
});
