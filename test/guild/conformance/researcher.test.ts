// The kit against the researcher, with the real claude and a model that is played, and against a copy of it that has
// another name, from outside.
import { expect } from "bun:test";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "../../../src/guild/conformance/suite.ts";
import { installed } from "../../../src/host/program.ts";
import { countSession } from "../../harness/sessions.ts";
import { tempDir } from "../../harness/temp.ts";
import { judge, judgeFromOutside } from "./support.ts";
import { longTest } from "../../harness/long.ts";

const researcher = installed("guild-members/researcher");
const limitMs = 120_000;

longTest(
  "the researcher conforms, and no check is left out",
  async () => {
    countSession(3); // one is cancelled, one ends, one is killed
    const outcomes = await judge(researcher);
    expect(outcomes.filter(({ state }) => state !== "pass")).toEqual([]);
  },
  limitMs,
);

longTest(
  "a copy of it under another name conforms as far as it can be seen without dispatching a job",
  async () => {
    const copy = join(tempDir(), "scout");
    cpSync(researcher, copy, { recursive: true });
    const file = join(copy, "guild-member.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"researcher"', '"scout"'));
    const outcomes = await judgeFromOutside(copy);
    expect(outcomes.filter(({ state }) => state === "fail")).toEqual([]);
    const costly = suite.filter(({ needs }) => needs?.some((need) => need !== "secret"));
    const left = outcomes.filter(({ state }) => state === "skip").map(({ id }) => id);
    expect(left).toEqual(costly.map(({ id }) => id));
    expect(outcomes.length - left.length).toBeGreaterThan(45);
  },
  limitMs,
);
