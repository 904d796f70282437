// A shell that lets programs open hardly any files.
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { installed } from "../../../src/host/program.ts";
import { tempDir } from "../../harness/temp.ts";

test.skipIf(process.platform !== "linux")(
  '"up" with too few descriptors says so in a sentence',
  () => {
    const env = {
      PATH: process.env["PATH"] ?? "",
      HOME: "/dev/null",
      GUILD_HALL_HOME: `${tempDir()}/home`,
      GUILD_HALL_PORT: "0",
    };
    const command = `ulimit -n 24; exec node ${installed("bin/guild-hall.js")} up`;
    const { status, stderr } = spawnSync("bash", ["-c", command], { env, encoding: "utf8" });
    expect(status).toBe(1);
    expect(stderr).toContain(
      'this process may open too few files at once. Raise the limit, such as with "ulimit -n 1024"',
    );
    expect(stderr).not.toContain("undefined");
  },
  60_000,
);
