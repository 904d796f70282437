// Which versions a repository wants of its tools, and whether an installed one does.
import { expect, test } from "bun:test";
import { fitsVersion, wantedVersions } from "../../../../src/rules/project/proposal/versions.ts";

const wants = (files: Readonly<Record<string, string>>) =>
  wantedVersions({ texts: new Map(Object.entries(files)) }).map(
    ({ tool, version, file }) => `${tool} ${version} ${file}`,
  );

test.each<[Readonly<Record<string, string>>, string[]]>([
  [{ ".nvmrc": "lts/iron\n" }, ["node lts/iron .nvmrc"]],
  [{ ".nvmrc": "# ours\n\n 20.1 # or so\n" }, ["node 20.1 .nvmrc"]],
  [{ ".python-version": "3.12.1\n3.11.0\n" }, ["python 3.12.1 .python-version"]],
  [
    { ".tool-versions": "nodejs 20.1.0 18.0.0\ngolang 1.22\n# python 3\nerlang 26\n" },
    ["node 20.1.0 .tool-versions", "go 1.22 .tool-versions"],
  ],
  [
    { "rust-toolchain.toml": '[toolchain]\nchannel = "nightly-2024-01-01"\n' },
    ["rust nightly-2024-01-01 rust-toolchain.toml"],
  ],
  [{ "rust-toolchain": "1.70.0\n" }, ["rust 1.70.0 rust-toolchain"]],
  [{ "go.mod": "module a\n\ngo 1.22.1 // x\n\ntoolchain go1.23.0\n" }, ["go 1.22.1 go.mod"]],
  [{ ".nvmrc": "\u001b[2J", ".node-version": "9".repeat(50), ".python-version": "" }, []],
])("%j", (files, versions) => {
  expect(wants(files)).toEqual(versions);
});

test.each<[string, boolean, string, boolean | null]>([
  ["20", false, "20.11.1", true],
  ["v20.11", false, "20.11.1", true],
  ["20.11.1", false, "20.11.0", false],
  ["20", false, "22.0.0", false],
  ["1.22", true, "1.22.0", true],
  ["1.22", true, "1.21.9", false],
  ["1.22.3", true, "1.23", true],
  ["1.22.3", true, "2.0", true],
  ["1.22", false, "1.22", true],
  ["1.22.1", false, "1.22", false],
  ["lts/*", false, "20.0.0", null],
  ["stable", false, "1.75.0", null],
])("%s (or newer: %p) with %s installed: %p", (version, isLeast, installed, fits) => {
  expect(fitsVersion({ tool: "node", file: ".nvmrc", version, isLeast }, installed)).toBe(fits);
});
