// The code in the fragment of a link.
import { expect, test } from "bun:test";
import { codeIn } from "../../web/api/link.ts";

const [id, secret] = ["a1_-".repeat(3).slice(0, 11), "b2_-".repeat(11).slice(0, 43)];

test.each([
  [`#code=${id}.${secret}`, { id, secret }],
  [`http://127.0.0.1:4747/commissions?view=table#code=${id}.${secret}`, { id, secret }],
  [` ${id}.${secret}\n`, { id, secret }],
  [`#code=${id}.${secret}x`, null],
  [`#code=${id}.${secret.slice(1)}`, null],
  [`#code=${id}`, null],
  [`#code=.${secret}`, null],
  [`#token=${id}.${secret}`, null],
  [`x${id}.${secret}`, null],
  ["#code=%", null],
  ["#results", null],
  ["", null],
])("of %p is %p", (link, code) => {
  expect(codeIn(link)).toEqual(code);
});
