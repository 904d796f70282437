// What a program can see and do in a session's place. A shell stands in for claude.
import { afterEach, describe, expect, test } from "bun:test";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { type Containment, findContainment } from "../../guild-members/researcher/sandbox/containment.ts";
import { endTree } from "../../guild-members/researcher/session/process-tree.ts";
import { tempDir } from "../harness/temp.ts";
import { isWithoutSandbox } from "../workbench/sandbox/usable.ts";
import { environmentsWith } from "./job-rig.ts";

const path = process.env["PATH"] ?? "/usr/bin:/bin";

let listening: Server | undefined;
afterEach(() => listening?.close());

interface Setting {
  containment: Containment;
  /** The member's directory, with a secret in it. */
  root: string;
  directory: string;
}

async function setPlace(containment: Containment): Promise<Setting> {
  const root = tempDir();
  const directory = join(root, "work/job-1");
  for (const name of ["cwd", "home"]) mkdirSync(join(directory, name), { recursive: true });
  writeFileSync(join(root, "secret.txt"), "secret");
  listening = createServer().listen(join(directory, "relay.sock"));
  await once(listening, "listening");
  return { containment, root, directory };
}

interface Script {
  script: string;
  env?: Record<string, string>;
}

function start({ containment, directory }: Setting, { script, env }: Script): ChildProcess {
  const { file, args } = containment.place(directory).command("/bin/sh", ["-c", script]);
  // A shell between us: when it is killed, what it started has lost its parent.
  return spawn("/bin/sh", ["-c", '"$@" & wait', "sh", file, ...args], {
    cwd: join(directory, "cwd"),
    env: { PATH: path, ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
}

async function run(setting: Setting, script: string): Promise<string> {
  const child = start(setting, { script });
  let said = "";
  for await (const text of child.stdout ?? []) said += String(text);
  return said.trim();
}

describe.skipIf(isWithoutSandbox)("in the sandbox", () => {
  const asks = (setting: Setting): [string, string, string][] => [
    ["the member's files", `cat ${setting.root}/secret.txt && echo seen`, ""],
    ["a network", "tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '", "lo"],
    ["processes of others", "ls /proc | grep -c '^[0-9]'", "few"],
    ["who it is", "id -u", "1000"],
    ["writing in its directory", "touch file && echo written", ""],
    ["writing in the system", "touch /usr/x /etc/x /x && echo written", ""],
    ["the keys of the machine", "cat /etc/shadow && echo seen", ""],
    ["the relay", "test -S /job/relay.sock && echo there", "there"],
    ["a home and a place for drafts", "touch /job/home/x /tmp/x && echo written", "written"],
  ];

  test("a program has its own place, the relay's socket and nothing else", async () => {
    const setting = await setPlace(await findContainment(path));
    expect(setting.containment).toMatchObject({ sandbox: "bubblewrap", permissionMode: "bypassPermissions" });
    const answers = [];
    for (const [what, script] of asks(setting)) answers.push([what, await run(setting, script)]);
    const found = answers.map(([what, said]) => [
      what,
      what === "processes of others" && Number(said) < 8 ? "few" : said,
    ]);
    expect(found).toEqual(asks(setting).map(([what, , said]) => [what, said]));
  });

  test("without it the same program sees the member's files", async () => {
    const setting = await setPlace(await findContainment(""));
    expect(setting.containment).toMatchObject({ sandbox: "none", permissionMode: "dontAsk" });
    expect(await run(setting, `cat ${setting.root}/secret.txt`)).toBe("secret");
  });
});

describe("a program whose member is killed", () => {
  async function orphan(containment: Containment): Promise<string> {
    const mark = `mark-${crypto.randomUUID()}`;
    const member = start(await setPlace(containment), {
      script: "echo ready; exec sleep 60",
      env: { MARK: mark },
    });
    for await (const _ of member.stdout ?? []) break;
    member.kill("SIGKILL");
    await once(member, "exit");
    return mark;
  }

  test("ends with it", async () => {
    const mark = await orphan(await findContainment(path));
    while (environmentsWith(mark).length > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  test("outlives it where nothing sees to that", async () => {
    const mark = await orphan(await findContainment(""));
    expect(environmentsWith(mark).length).toBe(1);
    await endTree({ pid: 0, mark: `MARK=${mark}` });
    expect(environmentsWith(mark)).toEqual([]);
  });
});
