// A patch is taken apart the same way however it comes, and what is too long of it is not held.
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { createPatchSections, type PatchBounds } from "../../../src/git/review/patch-sections.ts";

const wide: PatchBounds = { each: 1000, all: 10_000, sections: 100, read: 1_000_000 };

function taken(pieces: readonly Buffer[], bounds: Partial<PatchBounds> = {}, isWhole = true) {
  const patch = createPatchSections({ ...wide, ...bounds });
  const wants = pieces.map((piece) => patch.take(piece));
  return { wants, sections: patch.end(isWhole).map(({ text }) => text?.toString() ?? null) };
}

const line = fc.constantFrom(
  "+diff --git a/x b/x\n",
  " \n",
  "-d\n",
  "@@ -1 +1 @@\n",
  "+diff\n",
  "\\ No newline at end of file\n",
);
const section = fc.array(line, { maxLength: 5 }).map((lines) => `diff --git a/f b/f\n${lines.join("")}`);

test("wherever it is cut in pieces", () => {
  fc.assert(
    fc.property(fc.array(section, { maxLength: 6 }), fc.array(fc.nat(400)), (sections, cuts) => {
      const whole = Buffer.from(sections.join(""));
      const at = [0, ...cuts.filter((cut) => cut < whole.length).toSorted((a, b) => a - b), whole.length];
      const pieces = at.slice(1).map((end, i) => whole.subarray(at[i], end));
      expect(taken(pieces).sections).toEqual(sections);
    }),
  );
});

const part = (name: string, length: number) => `diff --git a/${name} b/${name}\n`.padEnd(length, "+");
const patch = [part("a", 50), part("b", 500), part("c", 60), part("d", 70)].map((text) => `${text}\n`);
const bytes = [Buffer.from(patch.join(""))];

test("one that is too long is left out, and those behind it are there", () => {
  expect(taken(bytes, { each: 100 }).sections).toEqual([patch[0], null, patch[2], patch[3]] as (
    string | null
  )[]);
});

test("when there is no room left for one, a smaller one may still have it", () => {
  expect(taken(bytes, { all: 130 }).sections).toEqual([patch[0], null, patch[2], null] as (string | null)[]);
});

test("after as many as are wanted, or as much as may be read, no more is asked for", () => {
  expect(taken(bytes, { sections: 2 })).toEqual({ wants: [false], sections: patch.slice(0, 2) });
  expect(taken(bytes, { read: 100 }).wants).toEqual([false]);
});

test("the last one of a patch that was broken off is not taken for whole", () => {
  expect(taken(bytes, {}, false).sections).toEqual(patch.slice(0, 3));
});
