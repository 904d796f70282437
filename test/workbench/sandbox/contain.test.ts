// Paths and the environment, as `claude` is given them.
import { describe, expect, test } from "bun:test";
import { runBriefly } from "../../../src/host/processes/children.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { contain, type ClaudeRun } from "../../../src/workbench/sandbox/contain.ts";
import { childEnvironment } from "../../../src/workbench/sandbox/environment.ts";
import type { SandboxProbe } from "../../../src/workbench/sandbox/probe.ts";
import { settingsFiles } from "../../../src/workbench/sandbox/system-mounts.ts";

const probes = {
  bubblewrap: {
    level: "bubblewrap",
    detail: "",
    tools: { bwrap: "/usr/bin/bwrap", setpriv: null, prlimit: null, system: [] },
  },
  process: {
    level: "process",
    detail: "",
    tools: { bwrap: null, setpriv: "/usr/bin/setpriv", prlimit: null, system: [] },
  },
} satisfies Record<string, SandboxProbe>;

const run: ClaudeRun = {
  commissionDir: "/hall/commissions/1",
  workDir: "/hall/commissions/1/work",
  homeDir: "/hall/commissions/1/home",
  configDir: "/hall/commissions/1/home/.claude",
  tmpDir: "/hall/commissions/1/tmp",
  attachmentsDir: "/hall/commissions/1/attachments",
  claudePath: "/opt/claude",
  gatewaySocket: "/hall/run/1.sock",
  readOnlyWork: false,
  readOnly: [],
  shown: [],
  bounds: { processes: null, fileBytes: null },
};

describe("containment", () => {
  test.each([
    ["/gh/work/notes/a.md", "/hall/commissions/1/work/notes/a.md"],
    ["notes/a.md", "/hall/commissions/1/work/notes/a.md"],
    ["/gh/work", "/hall/commissions/1/work"],
    ["..notes", "/hall/commissions/1/work/..notes"],
    ["/gh/work/../home/key", undefined],
    ["../home", undefined],
    ["..", undefined],
    ["/gh/workshop", undefined],
    ["/etc/passwd", undefined],
    ["/hall/commissions/1/work/a", undefined],
    ["a\0b", undefined],
  ])("maps %p to %p in the sandbox", (path, host) => {
    expect(contain(probes.bubblewrap, run).hostPath(path)).toBe(host as string);
  });

  test("leaves paths as they are without a sandbox, and still keeps to the work directory", () => {
    const containment = contain(probes.process, run);
    expect(containment.hostPath("/hall/commissions/1/work/a")).toBe("/hall/commissions/1/work/a");
    expect(containment.hostPath("../home")).toBeUndefined();
  });

  test("bypasses permissions only in a sandbox", () => {
    expect(contain(probes.bubblewrap, run).permissionMode).toBe("bypassPermissions");
    expect(contain(probes.process, run).permissionMode).toBe("dontAsk");
  });

  test("starts claude directly, never through a shell", () => {
    const bubblewrap = contain(probes.bubblewrap, run).command(["--a; rm -rf /"]);
    expect(bubblewrap.file).toBe("/usr/bin/bwrap");
    expect(bubblewrap.args.slice(-3)).toEqual(["--", "/gh/bin/claude", "--a; rm -rf /"]);
    expect(contain(probes.process, run).command(["--a"])).toEqual({
      file: "/usr/bin/setpriv",
      args: ["--pdeathsig", "KILL", "--", "/opt/claude", "--a"],
    });
  });

  test("refuses a home that is not the commission's own", () => {
    expect(() => contain(probes.bubblewrap, { ...run, homeDir: "/home/me" })).toThrow(
      "/home/me lies outside",
    );
  });
});

const stated = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  LANG: "C.UTF-8",
  HOME: "/gh/home",
  TMPDIR: "/tmp",
  CLAUDE_CONFIG_DIR: "/gh/config",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  CLAUDE_CODE_STARTUP_FAILURE_RESULTS: "1",
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: "1",
  CLAUDE_CODE_DISABLE_GIT_INSTRUCTIONS: "1",
  CLAUDE_CODE_EAGER_FLUSH: "1",
  CLAUDE_CODE_MAX_RETRIES: "2",
  API_TIMEOUT_MS: "700000",
  BUN_CONFIG_HTTP_IDLE_TIMEOUT: "700",
  ANTHROPIC_API_KEY: "stand-in",
  ANTHROPIC_BASE_URL: "http://gateway.invalid",
  ANTHROPIC_UNIX_SOCKET: "/gh/gateway.sock",
};

describe("of the machine's settings", () => {
  test("no directory is shown that holds keys, and no file that may name a token", () => {
    const closed = ["/etc", "/etc/ssl", "/etc/pki", "/etc/pki/tls", "/etc/pki/ca-trust"];
    const named = ["/etc/shadow", "/etc/gitconfig", "/etc/npmrc", "/etc/ssl/private", "/etc/pki/tls/private"];
    for (const path of [...closed, ...named]) expect(settingsFiles).not.toContain(path);
  });
});

describe("the environment of claude", () => {
  const { inside } = contain(probes.bubblewrap, run);

  test("is exactly the stated list", () => {
    const gatewayEnv = {
      ANTHROPIC_API_KEY: "stand-in",
      ANTHROPIC_BASE_URL: "http://gateway.invalid",
      ANTHROPIC_UNIX_SOCKET: "/gh/gateway.sock",
      API_TIMEOUT_MS: "700000",
      BUN_CONFIG_HTTP_IDLE_TIMEOUT: "700",
      ANTHROPIC_CUSTOM_HEADERS: "x: y",
      IS_SANDBOX: "1",
      LD_PRELOAD: "/x.so",
    };
    expect(
      childEnvironment({ inside, gatewayEnv, path: "/secret/bin", level: "bubblewrap", binaries: [] }),
    ).toEqual(stated);
  });

  test("on loopback names the gateway's address and the stand-in that opens it", () => {
    const gatewayEnv = {
      ANTHROPIC_AUTH_TOKEN: "stand-in",
      ANTHROPIC_BASE_URL: "http://127.0.0.1:9",
      API_TIMEOUT_MS: "700000",
      BUN_CONFIG_HTTP_IDLE_TIMEOUT: "700",
    };
    const env = childEnvironment({
      inside,
      gatewayEnv,
      path: "/opt/bin",
      level: "process",
      binaries: [],
    });
    expect(env).toMatchObject({ ...gatewayEnv, PATH: "/opt/bin" });
    expect(env).not.toHaveProperty("ANTHROPIC_UNIX_SOCKET");
    expect(env).not.toHaveProperty("ANTHROPIC_API_KEY");
  });

  test("is all that a started program sees, whatever the hall's own environment holds", async () => {
    process.env["IS_SANDBOX"] = "1";
    const env = childEnvironment({
      inside,
      gatewayEnv: {},
      path: "/usr/bin:/bin",
      level: "process",
      binaries: [],
    });
    const order = { file: "/usr/bin/env", args: ["-0"], cwd: "/", env };
    const { stdout } = await runBriefly(order, { clock: systemClock, limitMs: 5000 });
    delete process.env["IS_SANDBOX"];
    const seen = stdout.split("\0").filter((line) => line !== "");
    expect(seen.sort()).toEqual(
      Object.entries(env)
        .map(([name, value]) => `${name}=${value}`)
        .sort(),
    );
  });
});
