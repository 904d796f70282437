// What the probe answers on machines that differ, and what it says about each.
import { describe, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { probeSandbox } from "../../../src/workbench/sandbox/probe.ts";
import { isWithoutSandbox, probe, probeDeps } from "./usable.ts";

describe("the probe", () => {
  test.skipIf(isWithoutSandbox)("names the bubblewrap that it tried", () => {
    expect(probe.level).toBe("bubblewrap");
    expect(probe.detail).toContain("bubblewrap");
    expect(probe.tools.bwrap).toStartWith("/");
  });

  test("says how to get bubblewrap where it is not installed", async () => {
    const find = (name: string) => (name === "bwrap" ? undefined : probeDeps.find(name));
    const found = await probeSandbox({ ...probeDeps, platform: "linux", find });
    expect(found.level).toBe("process");
    expect(found.detail).toContain("apt install bubblewrap");
    expect(found.detail).toContain("can reach the network");
  });

  test("repeats what bubblewrap said where it is refused", async () => {
    const directory = mkdtempSync(join(tmpdir(), "gh-probe-"));
    const bwrap = join(directory, "bwrap");
    writeFileSync(bwrap, "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n");
    chmodSync(bwrap, 0o755);
    const find = (name: string) => (name === "bwrap" ? bwrap : probeDeps.find(name));
    const found = await probeSandbox({ ...probeDeps, platform: "linux", find });
    rmSync(directory, { recursive: true });
    expect(found.level).toBe("process");
    expect(found.detail).toContain("No permissions to create new namespace");
    expect(found.detail).toContain("unprivileged user namespaces");
  });

  test("on macOS says so, and that nothing ends claude with a killed workbench", async () => {
    const found = await probeSandbox({ ...probeDeps, platform: "darwin" });
    expect(found.level).toBe("process");
    expect(found.detail).toContain("this is darwin");
    expect(found.detail).toContain("Nothing ends claude when its workbench is killed");
    expect(found.tools.setpriv).toBeNull();
  });

  test("does not use a setpriv that knows no parent-death signal", async () => {
    const find = (name: string) => (name === "setpriv" ? "/bin/false" : probeDeps.find(name));
    expect((await probeSandbox({ ...probeDeps, platform: "linux", find })).tools.setpriv).toBeNull();
  });
});
