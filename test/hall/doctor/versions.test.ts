// What doctor says of the versions that projects want, and of those that are installed where their commands run.
import { afterEach, expect, test } from "bun:test";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { hallConfig } from "../../../src/contract/home/config.ts";
import { applyAdd } from "../../../src/git/projects/add-project.ts";
import { planAdd } from "../../../src/git/projects/plan-add.ts";
import { projectName } from "../../../src/contract/home/ids.ts";
import { checkVersions } from "../../../src/hall/doctor/check-versions.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { makeRepository, treesDeps } from "../../harness/git/repositories.ts";
import { removeTempDirs, tempDir } from "../../harness/temp.ts";

afterEach(removeTempDirs);

const name = projectName.parse("acme");

/** Programs that print what the real ones would. */
function programs(printed: Readonly<Record<string, string>>): string {
  const bin = `${tempDir()}/bin`;
  mkdirSync(bin);
  for (const [program, text] of Object.entries(printed)) {
    writeFileSync(`${bin}/${program}`, `#!/bin/sh\necho '${text}'\n`);
    chmodSync(`${bin}/${program}`, 0o755);
  }
  return bin;
}

async function look(files: Readonly<Record<string, string>>, printed: Readonly<Record<string, string>>) {
  const deps = treesDeps();
  const path = makeRepository(files);
  await applyAdd(deps, await planAdd(deps, { name, path }));
  const { projects } = hallConfig.parse({ projects: { acme: { path, branch: "main" }, notes: {} } });
  const bin = programs(printed);
  return checkVersions({
    home: deps.home,
    projects,
    clock: systemClock,
    searchPath: process.env["PATH"] ?? "",
    limitMs: 5000,
    programs: {
      probe: { level: "process" },
      readOnly: [],
      own: { hallHome: deps.home.root, personHome: undefined },
      searchPath: bin,
    },
  });
}

test("what is installed is named beside what the project wants", async () => {
  const found = await look(
    { ".nvmrc": "v20\n", ".tool-versions": "python 3.11\nruby 3.2\n", "go.mod": "module a\n\ngo 1.19\n" },
    { node: "v20.11.1", python3: "Python 3.11.7", go: "go version go1.22.3 linux/amd64" },
  );
  expect(found.state).toBe("ok");
  expect(found.detail).toMatch(
    /^acme wants node v20 \(\.nvmrc\), and 20\.11\.1 is installed \(\S+\/node\); acme wants python 3\.11 \(\.tool-versions\), and 3\.11\.7 is installed \(\S+\); acme wants go 1\.19 or newer \(go\.mod\), and 1\.22\.3 is installed \(\S+\)$/,
  );
});

test("another version and a missing tool are warned of, and nothing else is named", async () => {
  const found = await look(
    {
      ".node-version": "18.2.0\n",
      ".python-version": "3.11\n",
      "rust-toolchain.toml": '[toolchain]\nchannel = "1.75"\n',
    },
    { node: "v20.11.1", python3: "Python 3.11.7" },
  );
  expect(found).toMatchObject({ state: "warn", advice: expect.stringContaining("sandbox.readOnly") });
  expect(found.detail).toMatch(
    /^acme wants node 18\.2\.0 \(\.node-version\), and 20\.11\.1 is installed \(\S+\); acme wants rust 1\.75 \(rust-toolchain\.toml\), and its commands find no rust$/,
  );
});

test("a project without such files wants nothing, and one that cannot be read stops nothing", async () => {
  expect(await look({ "a.txt": "a\n" }, {})).toEqual({
    name: "versions",
    state: "ok",
    detail: "no project names a version of its tools",
  });
  const { projects } = hallConfig.parse({ projects: { acme: { path: "/nonexistent", branch: "main" } } });
  const deps = treesDeps();
  const own = { hallHome: deps.home.root, personHome: undefined };
  const found = { probe: { level: "process" }, readOnly: [], own, searchPath: "" } as const;
  const order = { ...deps, projects, searchPath: process.env["PATH"] ?? "", limitMs: 5000, programs: found };
  expect(await checkVersions(order)).toMatchObject({ state: "ok" });
});
