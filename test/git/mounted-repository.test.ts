// One repository at two paths, of which one is a mount of the other: real paths tell them apart, and inodes do not.
import { afterEach, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { makeRepository } from "../harness/git/repositories.ts";
import { removeTempDirs, tempDir } from "../harness/temp.ts";
import { isWithoutSandbox, probe } from "../workbench/sandbox/usable.ts";

afterEach(removeTempDirs);

function seenAt(checkout: string, mounted: string): unknown {
  const mount = ["--dev-bind", "/", "/", "--bind", checkout, mounted];
  const program = [process.execPath, `${import.meta.dirname}/mounted.ts`, checkout, mounted];
  const env = { PATH: process.env["PATH"] ?? "", TMPDIR: tmpdir() };
  const run = Bun.spawnSync([probe.tools.bwrap ?? "bwrap", ...mount, "--", ...program], { env });
  expect(run.stderr.toString()).toBe("");
  return JSON.parse(run.stdout.toString());
}

describe.skipIf(isWithoutSandbox)("a mount of a project's checkout", () => {
  test("is the same repository: not added again, no branch of the person's, and named by doctor", () => {
    const checkout = makeRepository();
    const mounted = `${tempDir()}/mounted`;
    mkdirSync(mounted);
    expect(seenAt(checkout, mounted)).toEqual({
      added: expect.stringContaining(`${mounted} is the project "acme" already.`),
      branch: null,
      detail: expect.stringContaining(`(for projects.acme, whose path ${checkout} is the same repository)`),
    });
  });
});
