import { describe, expect, test } from "bun:test";
import { discoverPackages, findByName } from "../../../src/guild/roster/discover.ts";
import {
  brokenPackages,
  layBrokenPackages,
  layGoodPackages,
} from "../../harness/packages/broken-packages.ts";
import { tempDir } from "../../harness/temp.ts";

const added = (directory: string) => ({ directory, source: "added" as const });
const namesOf = (packages: readonly { metadata: { identity: { name: string } } }[]) =>
  packages.map(({ metadata }) => metadata.identity.name);

describe("of packages that are not sound", () => {
  const parent = tempDir();
  layGoodPackages(parent);
  layBrokenPackages(parent);
  const found = discoverPackages([added(parent)]);

  test("there are at least fifty, and each is passed over with one sentence", async () => {
    expect(brokenPackages.length).toBeGreaterThanOrEqual(50);
    expect((await found).problems).toHaveLength(brokenPackages.length);
  });

  test.each(brokenPackages.map(({ name, says }) => [name, says] as const))(
    "%s is named, with the field and what was expected",
    async (name, says) => {
      const said = (await found).problems.filter((problem) => problem.startsWith(`${parent}/${name}: `));
      expect(said).toEqual([expect.stringMatching(says)]);
    },
  );

  test("none hurts the sound ones beside them", async () => {
    const { workers, toolboxes } = await found;
    expect(namesOf(workers)).toEqual(["good-worker", "good-both"]);
    expect(namesOf(toolboxes)).toEqual(["good-box", "good-both"]);
    expect([...workers, ...toolboxes].flatMap(({ problems }) => problems)).toEqual([]);
    expect(findByName(toolboxes, "good-both")?.metadata).toEqual({
      identity: expect.objectContaining({ name: "good-both" }),
      tools: ["send"],
    });
    expect(findByName(workers, "good-both")?.metadata).not.toHaveProperty("tools");
  });
});
