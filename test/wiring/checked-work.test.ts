// A rehearsed worker in a real worktree, and the acceptance checks of what it did: the real session, sandbox and git.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { readForWorkbench } from "../../src/store/config/read.ts";
import type { Fact } from "../../src/contract/commission/facts.ts";
import { packageName } from "../../src/contract/home/ids.ts";
import { systemDisk } from "../../src/host/files/disk.ts";
import { wireWorkbench } from "../../src/workbench/main.ts";
import { runWorkbench } from "../../src/workbench/work/run.ts";
import { script, submit, type Turn } from "../harness/rehearsals.ts";
import { countSession } from "../harness/sessions.ts";
import { gitIn } from "../harness/git/repositories.ts";
import { checked, factsOf, layCommission } from "../harness/git/tree-bench.ts";
import { isWithoutSandbox } from "../workbench/sandbox/usable.ts";
import { longTest } from "../harness/long.ts";

const worker = packageName.parse("implementer");
const inWork = isWithoutSandbox ? (work: string) => work : () => "/gh/work";

type Laid = Awaited<ReturnType<typeof layCommission>>;

async function play({ home, id, layout, hall }: Laid): Promise<{ bench: number; facts: Fact[] }> {
  const bench = await hall.dispatch();
  const config = await readForWorkbench(systemDisk, home);
  const deps = { ...wireWorkbench(home.root, config), print: () => undefined };
  countSession();
  expect(await runWorkbench(deps, { id, bench })).toBe(0);
  return { bench, facts: await factsOf(layout, bench) };
}

const write = (content: string) => ({ tool: "Write", input: { file_path: "FILE", content } });
const of = (facts: readonly Fact[], type: Fact["type"]) => facts.filter((fact) => fact.type === type);

function lay(turns: Turn[]): Promise<Laid> {
  return layCommission({
    project: { setup: "echo installed > ready" },
    checks: checked("test -e ready && grep lit lamp.txt"),
    request: (work) => ({
      worker,
      rehearsal: script(turns).replaceAll("FILE", `${inWork(work)}/lamp.txt`),
    }),
  });
}

test("a worker writes in its worktree, runs its acceptance check itself, and is checked", async () => {
  const laid = await lay([
    {
      expect: {
        lastUserIncludes: ['project "lamps"', "claude/commission/", "> acceptance-1: test -e ready"],
      },
      use: [write("lit\n")],
    },
    { use: [{ tool: "mcp__verify__run_check", input: { name: "acceptance-1" } }] },
    { expect: { lastUserIncludes: ['"acceptance-1" passed'] }, ...submit() },
    { say: "Done." },
  ]);
  const { facts } = await play(laid);
  const end = { how: "normal", finalText: "Done." } as const;
  expect(of(facts, "check.ran")).toMatchObject([{ run: { exitCode: 0, output: "lit\n" } }]);
  expect(facts.at(-1)).toMatchObject({ type: "session.ended", end });
  const [finished] = facts.flatMap((fact) => (fact.type === "work.finished" ? [fact] : []));
  expect(gitIn(laid.checkout, "show", `${finished?.snapshot}:lamp.txt`)).toBe("lit");
  expect(readFileSync(`${laid.layout.work}/lamp.txt`, "utf8")).toBe("lit\n");
}, 60_000);

longTest(
  "a worker whose check fails goes on in its session with the evidence, mends it, and passes",
  async () => {
    const laid = await lay([
      { use: [write("dark\n")] },
      { ...submit() },
      { say: "Done." },
      {
        expect: { lastUserIncludes: ["Your work comes back", "Its exit code was 1.", "> test -e ready"] },
        use: [{ tool: "Read", input: { file_path: "FILE" } }],
      },
      { use: [write("lit\n")] },
      { ...submit({ summary: "Mended.", output: "# Lit" }) },
      { say: "Done again." },
    ]);
    const first = await play(laid);
    // A check that fails has a second run on the same tree.
    expect(of(first.facts, "check.ran")).toMatchObject([
      { run: { exitCode: 1 } },
      { run: { exitCode: 1 }, round: 2 },
    ]);
    expect(first.facts.at(-1)).toMatchObject({ end: { how: "normal", finalText: "Done." } });
    const [begun] = first.facts.flatMap((fact) => (fact.type === "session.started" ? [fact.sessionId] : []));
    await laid.hall.takeOver(first.bench, {
      type: "commission.requeued",
      cause: "refuted",
      notBefore: "soon",
    });

    const second = await play(laid);
    expect(of(second.facts, "setup.ran")).toHaveLength(1); // for the checks alone
    expect(of(second.facts, "session.resumed")).toMatchObject([{ sessionId: begun, fresh: false }]);
    expect(of(second.facts, "check.ran")).toMatchObject([{ run: { exitCode: 0, output: "lit\n" } }]);
    expect(second.facts.at(-1)).toMatchObject({ end: { how: "normal", finalText: "Done again." } });
  },
  60_000,
);
