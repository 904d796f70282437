// What is read of a repository to propose its settings: small plain files of the person's branch, and nothing of a
// checkout.
import { afterEach, expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { projectName } from "../../../src/contract/home/ids.ts";
import { planAdd } from "../../../src/git/projects/plan-add.ts";
import { largestManifest } from "../../../src/rules/project/proposal/files.ts";
import { commitFiles, makeRepository, treesDeps, writeFiles } from "../../harness/git/repositories.ts";
import { removeTempDirs } from "../../harness/temp.ts";

afterEach(removeTempDirs);

const name = projectName.parse("acme");

async function filesOf(path: string) {
  const { files } = await planAdd(treesDeps(), { name, path });
  return { paths: [...(files?.paths ?? [])].sort(), texts: Object.fromEntries(files?.texts ?? []) };
}

test("the files of the person's branch are read, and not those of the checkout", async () => {
  const path = makeRepository({
    "package.json": "{}",
    "tests/test_a.py": "",
    "src/deep.py": "",
    "vendor/modules.txt": "",
  });
  writeFiles(path, { "package.json": '{"scripts":{"test":"unfinished"}}', "go.mod": "module acme\n" });
  const { paths, texts } = await filesOf(path);
  expect(paths).toEqual(
    expect.arrayContaining(["package.json", "src/", "tests/", "tests/test_a.py", "vendor/modules.txt"]),
  );
  expect(paths).not.toContain("go.mod");
  expect(paths).not.toContain("src/deep.py");
  expect(texts).toEqual({ "package.json": "{}" });
});

test("links, large files and files that are no text are not read", async () => {
  const path = makeRepository({ "elsewhere.json": "{}" });
  symlinkSync("elsewhere.json", `${path}/package.json`);
  symlinkSync("/etc", `${path}/tests`);
  commitFiles(path, {
    "pyproject.toml": `#${"x".repeat(largestManifest)}`,
    "go.mod": "a\0b",
    "Cargo.toml": "[package]\n",
  });
  const { paths, texts } = await filesOf(path);
  expect(texts).toEqual({ "Cargo.toml": "[package]\n" });
  expect(paths).not.toContain("package.json");
  expect(paths).not.toContain("tests/");
});
