// What the hall adds to the proposal of the rules: programs that are missing, with what to do about them.
import { expect, test } from "bun:test";
import { hallConfig } from "../../../src/contract/home/config.ts";
import { proposeFor } from "../../../src/hall/projects/propose-settings.ts";
import type { CommandProgram } from "../../../src/workbench/sandbox/command-programs.ts";

const config = hallConfig.parse({ sandbox: { readOnly: ["/opt/tools"] } });

const notesWith = async (found: CommandProgram, files: ReadonlyMap<string, string>) => {
  const deps = {
    config: { now: () => config, show: () => Promise.reject(new Error("not here")) as never },
    findProgram: () => found,
    lookUp: async () => [],
  };
  const order = { files: { paths: new Set(files.keys()), texts: files }, given: new Set([]) };
  return (await proposeFor(deps, order)).notes;
};

const goModule = new Map([["go.mod", "module acme\n"]]);

test.each<[CommandProgram, string[]]>([
  [{ state: "there", file: "/usr/bin/go" }, []],
  [
    { state: "missing" },
    [
      "go is not installed where the commands of a project run, so the proposed commands would fail. Install it first.",
    ],
  ],
  [
    { state: "hidden", file: "/opt/go/bin/go", show: "/opt/go" },
    [
      'go is at /opt/go/bin/go, and the sandbox in which the commands run does not show that place. To show it: guild-hall config set sandbox.readOnly \'["/opt/tools","/opt/go"]\'',
    ],
  ],
  [
    { state: "hidden", file: "/opt/go/bin/go", show: null },
    [
      "go is at /opt/go/bin/go, and the sandbox in which the commands run does not show that place. Install it below /usr, or name its directory in sandbox.readOnly.",
    ],
  ],
])("of a program that is %j", async (found, notes) => {
  expect(await notesWith(found, goModule)).toEqual(notes);
});

test("nothing is said of programs where nothing is proposed", async () => {
  expect(await notesWith({ state: "missing" }, new Map([["README.md", "# Acme\n"]]))).toEqual([]);
});
