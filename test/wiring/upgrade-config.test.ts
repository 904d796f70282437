// An upgrade of a home keeps what its projects did before: their settings say from then on what was the rule.
import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type HomeLayout, homeLayout } from "../../src/contract/home/home-layout.ts";
import { systemDisk } from "../../src/host/files/disk.ts";
import { keepCommittedRecords } from "../../src/hall/wiring/upgrade-config.ts";
import { parseConfig } from "../../src/store/config/parse.ts";
import { tempDir } from "../harness/temp.ts";

function homeOf(format: number | null, config: string | null): HomeLayout {
  const home = homeLayout(tempDir());
  mkdirSync(home.run, { recursive: true });
  if (format !== null) writeFileSync(home.version, `${format}\n`);
  if (config !== null) writeFileSync(home.config, config);
  return home;
}

const twoProjects = `# Mine.
projects:
  acme: # the shop
    path: /src/acme
    branch: main
  notes: {}
  kept:
    path: /src/kept
    record: notes
`;

test("projects with a repository keep their committed records, and the file keeps its comments", async () => {
  const home = homeOf(4, twoProjects);
  await keepCommittedRecords(systemDisk, home);
  const text = readFileSync(home.config, "utf8");
  expect(text).toContain("# the shop");
  const parsed = parseConfig(text);
  const projects = parsed.ok ? parsed.config.projects : {};
  const records = Object.entries(projects).map(([name, { record }]) => [name, record]);
  expect(records).toEqual([
    ["acme", "commit"],
    ["notes", "hall"],
    ["kept", "notes"],
  ] as never);
  await keepCommittedRecords(systemDisk, home);
  expect(readFileSync(home.config, "utf8")).toBe(text);
});

test.each([
  ["a new home", null, twoProjects],
  ["a home of this format", 5, twoProjects],
  ["a home without settings", 4, null],
  ["a home without projects", 4, "slots: 3\n"],
])("%s is left as it is", async (_what, format, config) => {
  const home = homeOf(format, config);
  await keepCommittedRecords(systemDisk, home);
  if (config !== null) expect(readFileSync(home.config, "utf8")).toBe(config);
});

test("a broken file is not guessed at: the upgrade says what it needs, and changes nothing", async () => {
  const broken = "projects:\n  acme:\n    path: relative\n";
  const home = homeOf(4, broken);
  await expect(keepCommittedRecords(systemDisk, home)).rejects.toThrow(/record: commit.*config\.yaml/s);
  expect(readFileSync(home.config, "utf8")).toBe(broken);
  expect(readFileSync(home.version, "utf8")).toBe("4\n");
});
