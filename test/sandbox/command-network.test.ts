// A command that a person lets use the network has it, and nothing else more.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runBriefly } from "../../src/host/children.ts";
import { systemClock } from "../../src/host/clock.ts";
import { type CommandRun, containCommand } from "../../src/sandbox/contain-command.ts";
import { tempDir } from "../harness/temp.ts";
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
afterEach(() => server.stop(true));

function setUp(choice: Partial<CommandRun>) {
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

const ask = () =>
  `exec bash -c 'exec 5<>/dev/tcp/127.0.0.1/${server.port}; printf "GET / HTTP/1.0\\r\\n\\r\\n" >&5; cat <&5'`;

describe.skipIf(isWithoutSandbox)("a command in the sandbox", () => {
  test.each([{}, { network: false }])("with %j reaches no server", async (choice) => {
    const { run } = setUp(choice);
    expect((await run(ask())).code).not.toBe(0);
    expect(reached).toBe(0);
  });

  test("that may use the network reaches one", async () => {
    const { run } = setUp({ network: true });
    expect((await run(ask())).stdout).toContain("outside");
    expect(reached).toBe(1);
  });

  test("that may use the network differs from another in nothing else", () => {
    const [without, withIt] = [setUp({}), setUp({ network: true })].map(({ shell, directory }) => ({
      args: shell.command("true").args.map((word) => word.replaceAll(directory, "")),
      env: shell.env,
    }));
    expect(withIt?.env).toEqual(without?.env ?? {});
    expect(Object.keys(withIt?.env ?? {}).sort()).toEqual(["HOME", "LANG", "PATH", "TMPDIR"]);
    expect(withIt?.args).toEqual(without?.args.filter((word) => word !== "--unshare-net") ?? []);
    expect(without?.args.length).toBe((withIt?.args.length ?? 0) + 1);
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
