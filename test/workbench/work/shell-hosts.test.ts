// A run whose commands may reach hosts: it gets no file of `copy`, also not in its checks; its commands reach those
// hosts and nothing else; and a run that begins with words of strangers has no hosts.
import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { createShellTool } from "../../../src/guild/toolboxes/shell.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { diskMeter } from "../../../src/host/files/disk-use.ts";
import { endGroup } from "../../../src/host/processes/children.ts";
import { enclose } from "../../../src/workbench/sandbox/enclose.ts";
import type { Bench } from "../../../src/workbench/bench/bench.ts";
import { createOfferedChecks } from "../../../src/workbench/work/offered-checks.ts";
import { createShell } from "../../../src/workbench/work/shell.ts";
import { openHosts } from "../../../src/workbench/work/shell-hosts.ts";
import { shownAttachments } from "../../../src/workbench/workdir/attachments.ts";
import { checked, layCommission, limits, says } from "../../harness/git/tree-bench.ts";
import { host, openRegistry, toolsOf } from "../checks/way-out-world.ts";
import { isWithoutSandbox, probe } from "../sandbox/usable.ts";

interface Choice {
  shell?: readonly string[];
  facts?: readonly FactBody[];
  builtIn?: readonly string[];
}

/** Runs the commands in the shell of one session, as `runSession` makes it. */
async function runShell(
  commands: readonly string[],
  { shell, facts = [], builtIn = ["Write", "Bash"] }: Choice,
) {
  const lay = (checkout: string) => writeFileSync(`${checkout}/.env`, "DB_PASSWORD=hunter2\n");
  const plan = {
    project: { copy: [".env"] },
    checks: checked("ls -A | tr '\\n' ' '; test ! -e .env"),
    ...(shell && { shell }),
  };
  const laid = await layCommission(plan, lay);
  const tools = await toolsOf(laid.home);
  const answers: string[] = [];
  let description = "";
  const session = async (bench: Bench) => {
    for (const fact of facts) await bench.record(fact);
    const enclosure = enclose({});
    const deps = {
      clock: systemClock,
      disk: systemDisk,
      diskUse: diskMeter,
      endGroup,
      searchPath: process.env["PATH"] ?? "",
      setUpTools: tools,
    };
    const offeredChecks = createOfferedChecks(deps, {});
    const bounds = { processes: null, fileBytes: null };
    const shown = async () => [];
    const { layout, record } = bench;
    mkdirSync(shownAttachments(layout), { recursive: true });
    offeredChecks.open({ layout, probe, enclosure, readOnly: [], shown, bounds }, record);
    const made = createShell(deps, {
      grant: { tools: { builtIn, toolboxes: [] }, limits, model: null },
      probe,
      offeredChecks,
      told: { mounts: async () => [] },
      hosts: await openHosts(bench, true),
      record,
    });
    if (made === null) throw new Error("There is no shell.");
    const tool = createShellTool(made);
    ({ description } = tool);
    const signal = new AbortController().signal;
    for (const [n, command] of commands.entries())
      answers.push((await tool.handle({ command }, { callKey: `c:${n}`, signal })).text);
    writeFileSync(`${layout.work}/made.txt`, "work to be checked");
    await offeredChecks.close();
    await enclosure.close();
    return says();
  };
  const run = await laid.run(session, { setUpTools: tools });
  const found = (type: FactBody["type"]) => run.facts.filter((fact) => fact.type === type);
  return { answers, description, found };
}

describe.skipIf(isWithoutSandbox)("a run whose commands may reach a host", () => {
  test("reaches it through the proxy, and no other; both are on record before the answer", async () => {
    const registry = await openRegistry();
    const other = `http://other.guild.org:${registry.port}/`;
    const { answers, description, found } = await runShell(
      [
        `curl -s ${registry.url}/got`,
        `curl -s ${other}; curl -s --noproxy '*' -m 2 http://127.0.0.1:${registry.port}/ || echo "cut off"`,
        "ls -A; env | grep -i -c password",
      ],
      { shell: [host] },
    );
    expect(answers[0]).toBe(`installed from ${host}:${registry.port}\n`);
    expect(answers[1]).toContain("other.guild.org");
    expect(answers[1]).toContain("cut off");
    expect(registry.visits).toEqual(["GET /got "]);
    expect(description).toContain(`only ${host}.`);
    expect(found("shell.opened")).toMatchObject([{ hosts: [host] }]);
    expect(found("shell.reached")).toMatchObject([
      { callKey: "c:0", hosts: [{ host, refused: null }] },
      { callKey: "c:1", hosts: [{ host: "other.guild.org", refused: expect.any(String) }] },
    ]);
    // The files of `copy` are neither in its worktree nor in the checkout of its checks.
    expect(answers[2]).not.toContain(".env");
    expect(found("check.ran")).toMatchObject([{ run: { exitCode: 0 } }]);
  }, 30_000);

  test("control: without hosts the files are there, and the network is not", async () => {
    const registry = await openRegistry();
    const { answers, description, found } = await runShell(
      ["ls -A", `curl -s -m 3 ${registry.url}/got || echo "cut off"`],
      {},
    );
    expect(answers[0]).toContain(".env");
    expect(answers[1]).toContain("cut off");
    expect(registry.visits).toEqual([]);
    expect(description).toContain("without a network");
    expect([...found("shell.opened"), ...found("shell.reached")]).toEqual([]);
    expect(found("check.ran")).toMatchObject([{ run: { exitCode: 1 } }, { run: { exitCode: 1 } }]);
  }, 30_000);

  test("that is given memory with words of strangers has neither hosts nor the files", async () => {
    const registry = await openRegistry();
    const given: FactBody = { type: "memory.given", entries: [], leftOut: 0, untrusted: true };
    const { answers, found } = await runShell(
      ["ls -A", `curl -s -m 3 ${registry.url}/got || echo "cut off"`],
      { shell: [host], facts: [given] },
    );
    expect(answers[0]).not.toContain(".env");
    expect(answers[1]).toContain("cut off");
    expect(found("shell.opened")).toEqual([]);
  }, 30_000);

  test("reaches it from its copy too, where it may only read", async () => {
    const registry = await openRegistry();
    const { answers } = await runShell([`curl -s ${registry.url}/got > got; cat got`], {
      shell: [host],
      builtIn: ["Read", "Bash"],
    });
    expect(answers[0]).toStartWith("installed from");
  }, 30_000);
});
