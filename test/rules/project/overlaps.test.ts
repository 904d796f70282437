import { expect, test } from "bun:test";
import { commissionId } from "../../../src/contract/home/ids.ts";
import { overlapsOf } from "../../../src/rules/project/overlaps.ts";

const id = (n: number) => commissionId.parse(`0197f3a2-7c1b-7abc-8def-00000000000${n}`);

test.each([
  ["nobody else touches it", [["a"], ["b"]], []],
  ["two touch the same file", [["a", "b"], ["b"]], [["b", [1, 2]]]],
  ["three do", [["a"], ["a"], ["a"]], [["a", [1, 2, 3]]]],
  ["a file is in the way of a directory", [["docs"], ["docs/guide.md"]], [["docs/guide.md", [1, 2]]]],
  ["a name that only begins alike is not", [["doc"], ["docs/guide.md"]], []],
  ["one that names a file twice is not in its own way", [["a", "a"]], []],
] as const)("%s", (_name, touched, expected) => {
  const found = overlapsOf(touched.map((paths, index) => ({ id: id(index + 1), paths })));
  expect(found.map(({ path, commissions }) => [path, commissions] as const)).toEqual(
    expected.map(([path, ids]) => [path, ids.map(id)] as const),
  );
});
