// guild-hall package rehearse where nothing has to be played. That it plays is shown by the guides and the bundled workers.
import { expect, test } from "bun:test";
import { cpSync, readdirSync } from "node:fs";
import { installed } from "../../../src/host/program.ts";
import { ground, layFiles, workerFiles } from "./support.ts";

test("what cannot be played is refused before a hall is started", async () => {
  const { place, ask } = ground();
  const none = await ask("rehearse", layFiles(`${place}/none`, workerFiles()));
  expect(none).toMatchObject({ code: 1, err: expect.stringContaining("There is no script in") });
  const unsound = await ask("rehearse", layFiles(`${place}/unsound`, { "package.json": "{}" }));
  expect(unsound).toMatchObject({ code: 1, err: expect.stringContaining("guildHall") });
  const missing = await ask("rehearse", `${place}/none`, "nowhere.yaml");
  expect(missing).toMatchObject({ code: 2, err: expect.stringContaining("nowhere.yaml cannot be read") });
});

test("a package with the name of a bundled one is refused: the bundled one would be played in its stead", async () => {
  const { place, ask } = ground();
  cpSync(installed("workers/writer"), `${place}/writer`, { recursive: true });
  const run = await ask("rehearse", "writer");
  expect(run).toMatchObject({ code: 1, out: "", err: expect.stringContaining("yours would not be played") });
});

test("scripts that the hall refuses have failed, each with its line, and nothing is left behind", async () => {
  const temporary = ground().place;
  const { place, ask } = ground({ machine: { temporary } });
  const broken = "version: 1\nname: x\nturns:\n  - sya: hello\n";
  layFiles(`${place}/scribe`, {
    ...workerFiles(),
    "rehearsals/b.yaml": broken,
    "rehearsals/a.yaml": "{",
    "rehearsals/config.yaml": "slots: 1\n",
    "rehearsals/project/notes.md": "x",
  });
  const run = await ask("rehearse", "scribe");
  expect({ code: run.code, err: run.err }).toEqual({ code: 1, err: "" });
  const [first = "", second = "", last = ""] = run.out.split("\n");
  expect(first).toStartWith("failed  a.yaml: ");
  expect(second).toStartWith("failed  b.yaml: ");
  expect(second).toContain("line 4");
  expect(last).toBe("2 rehearsals, 2 failed.");
  expect(readdirSync(temporary)).toEqual([]);
});

test("a configuration beside the scripts that is broken is told, and nothing is played", async () => {
  const { place, ask } = ground();
  layFiles(`${place}/scribe`, {
    ...workerFiles(),
    "rehearsals/a.yaml": "version: 1\nname: a\nturns:\n  - say: hi\n",
    "rehearsals/config.yaml": "slots: many\n",
  });
  const run = await ask("rehearse", "scribe");
  expect(run).toMatchObject({ code: 1, out: "" });
  expect(run.err).toContain("slots");
});
