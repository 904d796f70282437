// The worker and the toolbox of examples/, held to what their READMEs say: sound, and true to their rehearsals.
import { expect, test } from "bun:test";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  addWorkingDays,
  countWorkingDays,
  formatDate,
  parseDate,
} from "../../examples/working-days/calendar.ts";
import { activate } from "../../examples/release-notes/index.ts";
import { installed } from "../../src/host/program.ts";
import { ground } from "../guild/packages/support.ts";
import { countSession } from "../harness/sessions.ts";
import { longTest } from "../harness/long.ts";

const limitMs = 60_000;
const packages = [["release-notes"], ["working-days"]] as const;

test.each(packages)(
  "%s is sound, and passes its rehearsal",
  async (name) => {
    const { ask } = ground();
    const place = installed(`examples/${name}`);
    const sound = await ask("validate", place);
    expect(sound).toMatchObject({ code: 0, err: "", out: expect.stringContaining("The package is sound.") });
    countSession(1);
    const rehearsed = await ask("rehearse", place);
    expect(rehearsed).toEqual({ code: 0, err: "", out: "passed  first.yaml\n1 rehearsal, all passed.\n" });
  },
  limitMs,
);

longTest(
  "the rehearsal of the worker fails without its posture",
  async () => {
    const { place, ask } = ground();
    cpSync(installed("examples/release-notes"), join(place, "release-notes"), { recursive: true });
    writeFileSync(join(place, "release-notes/posture.md"), "# You write\n");
    countSession(1);
    const { code, out } = await ask("rehearse", "release-notes");
    expect(code).toBe(1);
    expect(out).toContain("A change that no user notices is left out");
  },
  limitMs,
);

test("the worker is told what the program is called, where there is a project", async () => {
  const given = { posture: "P", guidance: "G", memory: "" } as Parameters<typeof activate>[0];
  const prompt = async (project: { name: string } | null) =>
    (await activate({ ...given, project })).systemPrompt;
  expect(await prompt({ name: "acme" })).toBe("P\n\nThe program is called acme.\n\nG");
  expect(await prompt(null)).toBe("P\n\nG");
});

const at = (text: string): number => parseDate(text) ?? Number.NaN;
const calendar = { holidays: new Set(["2026-12-25"]) };

test.each([
  ["2026-12-24", "2026-12-28", 1],
  ["2026-12-28", "2026-12-24", -1],
  ["2026-12-26", "2026-12-27", 0],
  ["2026-03-27", "2026-03-30", 1], // the clocks change in between
])("from %s to %s there are %d working days", (from, to, days) => {
  expect(countWorkingDays(calendar, at(from), at(to))).toBe(days);
});

test("a date that is not in the calendar is none, and days are added over weekends and holidays", () => {
  expect(["2026-02-29", "2026-13-01", "soon"].map(parseDate)).toEqual([null, null, null]);
  expect(formatDate(addWorkingDays(calendar, at("2026-12-24"), 2))).toBe("2026-12-29");
});

test("the examples come with an installed hall, and what they write at work does not", () => {
  const { files } = JSON.parse(readFileSync(installed("package.json"), "utf8")) as { files: string[] };
  expect(files).toContain("examples");
  expect(files).toContain("!examples/*/jobs");
});
