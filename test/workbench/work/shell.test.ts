// A worker's shell, run for real without a session: contained apart from `claude`, bounded, and ended whole.
import { afterEach, describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { commissionLayout, homeLayout } from "../../../src/contract/home/home-layout.ts";
import type { Limits } from "../../../src/contract/commission/limits.ts";
import { createShellTool, maxShellCharacters } from "../../../src/guild/toolboxes/shell.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { diskMeter } from "../../../src/host/files/disk-use.ts";
import { endGroup } from "../../../src/host/processes/children.ts";
import { boundsOf } from "../../../src/workbench/checks/bounds.ts";
import { enclose, type Enclosure } from "../../../src/workbench/sandbox/enclose.ts";
import type { SandboxProbe } from "../../../src/workbench/sandbox/probe.ts";
import { shownAttachments } from "../../../src/workbench/workdir/attachments.ts";
import { createOfferedChecks } from "../../../src/workbench/work/offered-checks.ts";
import { createShell, inBash } from "../../../src/workbench/work/shell.ts";
import { someId } from "../../harness/ledger/histories.ts";
import { readableProcesses } from "../../harness/find-text.ts";
import { tempDir } from "../../harness/temp.ts";
import { isWithoutSandbox, probe } from "../sandbox/usable.ts";

const enclosures: Enclosure[] = [];
afterEach(async () => {
  for (const enclosure of enclosures.splice(0)) await enclosure.close();
});

interface Choice {
  builtIn?: readonly string[];
  level?: SandboxProbe["level"];
  limits?: Partial<Limits>;
}

const writer = ["Read", "Write", "Edit", "Bash"];
const reader = ["Read", "Bash"];

function setUp({ builtIn = writer, level = "bubblewrap", limits: given = {} }: Choice = {}) {
  const layout = commissionLayout(homeLayout(tempDir()), someId);
  for (const directory of [layout.work, shownAttachments(layout)]) mkdirSync(directory, { recursive: true });
  const limits: Limits = {
    maxTurns: 9,
    maxBudgetUsd: 1,
    maxSeconds: null,
    memoryMb: null,
    processes: 200,
    diskMb: 100,
    files: 1000,
    ...given,
  };
  const enclosure = enclose(limits);
  enclosures.push(enclosure);
  const noNetwork = () => Promise.reject(new Error("There is no network."));
  const deps = {
    setUpTools: { openWayOut: noNetwork, layCertificates: noNetwork },
    clock: systemClock,
    disk: systemDisk,
    diskUse: diskMeter,
    endGroup,
    searchPath: process.env["PATH"] ?? "",
  };
  const offeredChecks = createOfferedChecks(deps, {});
  offeredChecks.open(
    {
      layout,
      probe,
      enclosure,
      readOnly: [],
      shown: async () => [],
      bounds: boundsOf(limits, enclosure),
    },
    () => Promise.resolve(),
  );
  const shell = createShell(deps, {
    grant: { tools: { builtIn, toolboxes: [] }, limits, model: null },
    probe: { level },
    offeredChecks,
    told: { mounts: async () => [] },
    hosts: [],
    record: () => Promise.resolve(),
  });
  const tool = shell && createShellTool(shell);
  const bash = async (command: string, { timeout = 20_000, signal = new AbortController().signal } = {}) => {
    if (tool === null) throw new Error("There is no shell.");
    const answer = await tool.handle({ command, timeout }, { callKey: "c:1", signal });
    return { isError: false, ...answer };
  };
  return { layout, tool, bash, offeredChecks, enclosure };
}

test("a session has no shell without a sandbox, and none if it was not granted", () => {
  for (const level of ["process", "none"] as const) expect(setUp({ level }).tool).toBeNull();
  expect(setUp({ builtIn: ["Read", "Write"] }).tool).toBeNull();
  expect(setUp({ builtIn: ["Read", "Write", "Bash"] }).tool).not.toBeNull();
});

test("any command reaches bash as it was given", () => {
  const words = fc.string({
    unit: fc.constantFrom("a", "b", " ", "'", '"', "\\", "$", "`", "!", "\n", ";&|*", "é", "\u{1f600}"),
  });
  fc.assert(
    fc.property(words, (text) => {
      const command = `printf %s "$(cat <<'${"E".repeat(9)}'\n${text}\n${"E".repeat(9)}\n)"`;
      const direct = execFileSync("bash", ["-c", command]);
      expect(execFileSync("/bin/sh", ["-c", inBash(command)])).toEqual(direct);
    }),
    { numRuns: 30 },
  );
});

describe.skipIf(isWithoutSandbox)("the shell of a worker", () => {
  test("runs bash in the work directory, which a worker that may write changes", async () => {
    const { bash, layout } = setUp();
    expect(await bash("[[ $PWD == /gh/work ]] && echo {1..3} | tee made")).toEqual({
      isError: false,
      text: "1 2 3\n",
    });
    expect(readFileSync(`${layout.work}/made`, "utf8")).toBe("1 2 3\n");
    expect(await bash("echo one; echo two >&2; exit 3")).toEqual({
      isError: true,
      text: "Exit code 3\none\ntwo\n",
    });
    expect(await bash("true")).toEqual({ isError: false, text: "(It printed nothing.)" });
  });

  test("has neither a network nor the gateway, the session's files, its secret or the hall's environment", async () => {
    process.env["ANTHROPIC_API_KEY"] = "canary-77ab";
    const { bash, layout } = setUp();
    mkdirSync(`${layout.session}/config`, { recursive: true });
    mkdirSync(`${layout.session}/home`, { recursive: true });
    writeFileSync(`${layout.session}/config/transcript`, "canary-77ab");
    writeFileSync(`${layout.directory}/gateway.sock`, "");
    const { text } = await bash(
      `env | cut -d= -f1 | sort | tr '\\n' ' '; echo; ls -A /gh; tail -n +3 /proc/net/dev | grep -v ' lo:'; cat ${layout.session}/config/transcript; ls ${layout.directory}; grep -rs canary-77ab /gh /tmp /run /proc/1/environ; ls /proc | grep -c '^[0-9]'`,
    );
    delete process.env["ANTHROPIC_API_KEY"];
    expect(text).toContain("HOME LANG ");
    expect(text).not.toMatch(/ANTHROPIC|CLAUDE|PROXY/);
    expect(text).not.toContain("canary-77ab\n");
    expect(text.split("\n").filter((line) => /^[a-z]+$/.test(line))).toEqual(["attachments", "home", "work"]);
    expect(text).toContain("No such file or directory");
    expect(Number(text.trim().split("\n").at(-1))).toBeLessThan(10);
  });

  test("keeps its home and /tmp from call to call, apart from those of claude and of checks", async () => {
    const { bash, layout } = setUp();
    await bash(
      "echo 'exec false' > ~/.bashrc; git config --global core.hooksPath /tmp/hooks; touch /tmp/kept",
    );
    expect(await bash("ls -A ~ /tmp | sort | tr '\\n' ' '")).toMatchObject({
      text: expect.stringMatching(/\.bashrc .gitconfig.*kept/),
    });
    expect(existsSync(`${layout.session}/shell/home/.gitconfig`)).toBe(true);
    for (const other of ["home", "checks/home", "history/home"])
      expect(existsSync(`${layout.session}/${other}/.gitconfig`)).toBe(false);
  });

  test("ends with everything that it started, in the background and in sessions of its own", async () => {
    const { bash } = setUp();
    const mark = "86397.25";
    const { text } = await bash(`setsid nohup sleep ${mark} >/dev/null 2>&1 & sleep ${mark} & echo left`);
    expect(text).toBe("left\n");
    const late = bash(`setsid sleep ${mark} & sleep ${mark}`, { timeout: 700 });
    expect(await late).toEqual({
      isError: true,
      text: "It was ended after 0.7 s, with all that it had started.\n(It printed nothing.)",
    });
    expect(readableProcesses().filter(({ commandLine }) => commandLine.includes(`sleep ${mark}`))).toEqual(
      [],
    );
  }, 20_000);

  test("is ended with the session, and does not begin after it", async () => {
    const { bash, offeredChecks, layout } = setUp();
    const mark = "86397.75";
    const running = bash(`touch begun; sleep ${mark}`);
    while (!existsSync(`${layout.work}/begun`)) await Bun.sleep(10);
    await offeredChecks.close();
    expect(await running).toMatchObject({ isError: true, text: expect.stringContaining("It was ended.") });
    expect(readableProcesses().filter(({ commandLine }) => commandLine.includes(`sleep ${mark}`))).toEqual(
      [],
    );
    expect(bash("true")).rejects.toThrow("only while the session runs");
  }, 20_000);

  test("answers with the end of what it prints, and no more", async () => {
    const { bash } = setUp();
    const { text } = await bash("yes line | head -c 60000000; echo last");
    expect(text.length).toBeLessThan(maxShellCharacters + 100);
    expect(text.slice(0, 60)).toStartWith("[The beginning of the output was left out.]\n");
    expect(text.slice(-20)).toEndWith("line\nlast\n");
  }, 20_000);

  test("is bounded in processes and in the size of a file", async () => {
    const { bash, enclosure } = setUp({ limits: { processes: 40, diskMb: 1 } });
    // The kernel does not count the processes of root, except in a control group.
    const isCounted = enclosure.countsProcesses || process.getuid?.() !== 0;
    const forks = `perl -e 'my @p; for (1..200) { my $p = fork; last unless defined $p; if (!$p) { sleep 30; exit } push @p, $p } print scalar(@p); kill 9, @p'`;
    if (isCounted) expect(Number((await bash(forks)).text)).toBeLessThan(41);
    const { text } = await bash("head -c 3000000 /dev/zero > big; stat -c %s big");
    expect(text).toContain("1048576");
  }, 20_000);

  test("of a worker that may only read works on a copy, and changes nothing of the work", async () => {
    const { bash, layout } = setUp({ builtIn: reader });
    writeFileSync(`${layout.work}/kept.txt`, "kept");
    execFileSync("ln", ["-s", "/etc/passwd", `${layout.work}/link`]);
    const spoil =
      "cat kept.txt; echo spoilt > kept.txt; touch planted; rm link; rm -rf /gh/work/*; touch again";
    expect(await bash(spoil)).toEqual({ isError: false, text: "kept" });
    expect(await bash("ls -A")).toMatchObject({ text: "again\n" });
    expect(readFileSync(`${layout.work}/kept.txt`, "utf8")).toBe("kept");
    expect(execFileSync("ls", ["-A", layout.work]).toString()).toBe("kept.txt\nlink\n");
  });

  test("copies nothing that would take more than half of a limit, and says so", async () => {
    const { bash, layout } = setUp({ builtIn: reader, limits: { diskMb: 4 } });
    writeFileSync(`${layout.work}/large`, Buffer.alloc(3_000_000));
    expect(bash("ls")).rejects.toThrow("no room for a copy of the work directory");
    expect(existsSync(`${layout.session}/shell/copy`)).toBe(false);
    execFileSync("rm", [`${layout.work}/large`]);
    expect(await bash("ls")).toEqual({ isError: false, text: "(It printed nothing.)" });
  });
});
