// No command has the machine's network. One that is given a way out reaches the proxy at its end, and nothing else more.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openWayOut } from "../../../src/workbench/fetch/way-out.ts";
import { runBriefly } from "../../../src/host/processes/children.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { dialPlain } from "../../../src/host/network/dial.ts";
import { listenAt } from "../../../src/host/network/join-sockets.ts";
import { installed } from "../../../src/host/program.ts";
import { runtimeFile } from "../../../src/host/runtime.ts";
import { type CommandToContain, containCommand } from "../../../src/workbench/sandbox/contain-command.ts";
import { tempDir } from "../../harness/temp.ts";
import { isWithoutSandbox, probe } from "./usable.ts";

let server: Bun.Server<undefined>;
let reached = 0;
beforeEach(() => {
  reached = 0;
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => {
      reached += 1;
      return new Response("outside");
    },
  });
});
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await server.stop(true);
  for (const proxy of opened.splice(0)) await proxy.close();
});

function setUp(choice: Partial<CommandToContain>) {
  const directory = tempDir();
  for (const name of ["work", "home", "tmp"]) mkdirSync(join(directory, name));
  const shell = containCommand(probe, {
    commissionDir: directory,
    workDir: join(directory, "work"),
    homeDir: join(directory, "home"),
    tmpDir: join(directory, "tmp"),
    readOnly: [],
    shown: [],
    bounds: { processes: null, fileBytes: null },
    path: "",
    ...choice,
  });
  const run = (script: string) =>
    runBriefly(
      { ...shell.command(script), cwd: "/", env: shell.env },
      { clock: systemClock, limitMs: 10_000 },
    );
  return { directory, shell, run };
}

/** The server counts as public under one name. */
async function withWayOut(allow: readonly string[] = []) {
  const socket = join(tempDir(), "s");
  const proxy = await openWayOut(
    {
      clock: systemClock,
      listen: listenAt,
      dialPlain,
      resolve: async () => ["127.0.0.1"],
      whyForbidden: () => null,
      isOwn: () => false,
      hallPort: async () => null,
      proxyFor: () => null,
    },
    { socket, allow, signal: new AbortController().signal },
  );
  opened.push(proxy);
  const wayOut = { socket, runtime: runtimeFile, forwarder: installed("src/host/network/forward.ts") };
  return { ...setUp({ wayOut }), hosts: proxy.hosts };
}

const ask = () =>
  `exec bash -c 'exec 5<>/dev/tcp/127.0.0.1/${server.port}; printf "GET / HTTP/1.0\\r\\n\\r\\n" >&5; cat <&5'`;

describe.skipIf(isWithoutSandbox)("a command in the sandbox", () => {
  test("reaches no server", async () => {
    const { run } = setUp({});
    expect((await run(ask())).code).not.toBe(0);
    expect(reached).toBe(0);
  });

  test("that has a way out reaches the host that it asks for, and the byte count is kept", async () => {
    const { run, hosts } = await withWayOut();
    const asked = await run(
      `curl -sf http://registry.guild.org:${server.port}/ && curl -sfp http://registry.guild.org:${server.port}/`,
    );
    expect(asked.stdout).toBe("outsideoutside");
    expect(reached).toBe(2);
    expect(hosts()).toMatchObject([
      { host: "registry.guild.org", port: server.port, connections: 2, refused: null },
    ]);
    expect(hosts()[0]?.receivedBytes).toBeGreaterThan(14);
    expect(hosts()[0]?.sentBytes).toBeGreaterThan(50);
  });

  test("that has a way out reaches nothing past it, and no other host through it", async () => {
    const { run, hosts } = await withWayOut(["registry.guild.org"]);
    expect((await run(ask())).code).not.toBe(0);
    const around = `curl -sf --noproxy '*' http://127.0.0.1:${server.port}/`;
    expect((await run(around)).code).not.toBe(0);
    const elsewhere = await run(`curl -s http://evil.guild.org:${server.port}/`);
    expect(elsewhere.stdout).toContain("evil.guild.org is not among the hosts");
    expect(reached).toBe(0);
    expect(hosts()).toMatchObject([{ host: "evil.guild.org", refused: expect.any(String), sentBytes: 0 }]);
  });

  test("that has a way out sees nothing else more, and runs where it always does", async () => {
    const { run } = await withWayOut();
    const looked = await run("pwd; ls /gh /gh/bin; cat /proc/net/dev | tail -n +3 | cut -d: -f1 | tr -d ' '");
    expect(looked.stdout.split("\n").filter(Boolean)).toEqual(
      [
        "/gh/work",
        "/gh:",
        "bin",
        "home",
        "out.sock",
        "work",
        "",
        "/gh/bin:",
        "forward.ts",
        "runtime",
        "lo",
      ].filter(Boolean),
    );
  });

  test.each([
    ["exit 7", 7],
    ["kill -9 $$", 137],
    ["true", 0],
  ])("that has a way out ends as it does without: %s", async (script, code) => {
    const { run } = await withWayOut();
    expect((await run(script)).code).toBe(code);
  });

  test("is not told of settings for the runtime that lie in its work directory", async () => {
    const { run, directory } = await withWayOut();
    writeFileSync(join(directory, "work/.env"), "LEAKED=1\n");
    writeFileSync(join(directory, "work/bunfig.toml"), 'preload = ["./evil.ts"]\n');
    writeFileSync(join(directory, "work/evil.ts"), 'require("fs").writeFileSync("/gh/work/ran", "")\n');
    const { stdout } = await run('echo "[$LEAKED]"; ls ran 2>/dev/null');
    expect(stdout).toBe("[]\n");
  });

  test("that only looks is refused writing in the work directory by the kernel", async () => {
    const looking = setUp({ readOnlyWork: true });
    writeFileSync(join(looking.directory, "work/a"), "there");
    expect((await looking.run("cat a; echo x > b")).stdout).toMatch(/^there.*Read-only file system/s);
    expect((await setUp({}).run("echo x > b")).code).toBe(0);
  });

  test("without a shell gets its words as they are", async () => {
    const { shell } = setUp({});
    const order = { ...shell.program("printf", ["%s", "$(id); a"]), cwd: "/", env: shell.env };
    expect(await runBriefly(order, { clock: systemClock, limitMs: 10_000 })).toMatchObject({
      code: 0,
      stdout: "$(id); a",
    });
  });
});
