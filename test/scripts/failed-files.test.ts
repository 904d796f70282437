// Which files are run once more where a run failed: read from what a real `bun test` reports and prints.
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { failedFiles, outputOf } from "../../scripts/failed-files.ts";
import { writeFiles } from "../harness/git/repositories.ts";
import { tempDir } from "../harness/temp.ts";

const importing = 'import { expect, test } from "bun:test";\n';
const passing = `${importing}test("is fine", () => {});\n`;
const failing = `${importing}test("a > b & \\"c\\"", () => expect("left").toBe("right"));\n`;

function runIn(files: Record<string, string>) {
  const directory = tempDir();
  writeFiles(directory, files);
  const args = ["test", "--parallel=2", "--reporter=junit", "--reporter-outfile=report.xml", "./test"];
  const { stderr } = spawnSync(process.execPath, args, { cwd: directory, encoding: "utf8" });
  return { report: readFileSync(`${directory}/report.xml`, "utf8"), output: stderr };
}

test("each file with a test that failed is named, with what it printed", () => {
  const { report, output } = runIn({
    "test/a.test.ts": passing,
    "test/b.test.ts": failing,
    "test/deep/c.test.ts": `${passing}test("is late", () => Bun.sleep(1000), 10);\n`,
  });
  expect(failedFiles(report, output)).toEqual(["test/b.test.ts", "test/deep/c.test.ts"]);
  expect(outputOf("test/b.test.ts", output)).toContain('Received: "left"');
  expect(outputOf("test/deep/c.test.ts", output)).toContain("timed out");
  expect(outputOf("test/a.test.ts", output)).not.toContain("left");
});

test("none is named where a file could not be loaded, or where nothing failed", () => {
  const broken = runIn({ "test/a.test.ts": failing, "test/b.test.ts": 'throw new Error("no");\n' });
  expect(failedFiles(broken.report, broken.output)).toBeNull();
  const fine = runIn({ "test/a.test.ts": passing, "test/b.test.ts": passing });
  expect(failedFiles(fine.report, fine.output)).toBeNull();
});
