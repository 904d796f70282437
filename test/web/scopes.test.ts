// Where notes can be, as the memory view lists it.
import { expect, test } from "bun:test";
import { withEmptyScopes } from "../../web/words/scopes.ts";

test("projects and workers without a note are listed after those with some, and each once", () => {
  const some = { scope: "project:lantern", entries: 2, tokens: 40, over: false, problem: null };
  const around = { projects: ["harbour", "lantern"], workers: ["writer"] };
  const listed = withEmptyScopes([some as Parameters<typeof withEmptyScopes>[0][number]], around);
  expect(listed.map(({ scope, entries }) => [scope, entries])).toEqual([
    ["project:lantern", 2],
    ["global", 0],
    ["project:harbour", 0],
    ["worker:writer", 0],
  ]);
});
