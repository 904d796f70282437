// Measures how fast the bundled guild member accepts, reports and lists 1,000 jobs while their files are
// edited by hand.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { endMembers, type MemberProcess, startMember } from "../test/harness/members/member-process.ts";
import { removeTempDirs, tempDir } from "../test/harness/temp.ts";
import type { Benchmark, Say } from "./benchmark.ts";
import { spreadOf } from "./spread.ts";

export const benchmark: Benchmark = {
  name: "researcher",
  what: "worker/* of the researcher over HTTP, one connection, with 1,000 jobs, one of them edited by hand before each look",
  run: async (say, size) => {
    const directory = tempDir();
    try {
      const member = await startMember({ directory, env: { GUILD_MEMBER_SLOTS: "1" } });
      await measure(say, { directory, member, stored: size(1000, 2), rounds: size(200, 1) });
      await member.end("SIGTERM"); // a killed member would leave the process of its job behind
    } finally {
      await endMembers();
      removeTempDirs();
    }
  },
};

interface Measuring {
  directory: string;
  member: MemberProcess;
  stored: number;
  rounds: number;
}

async function measure(say: Say, { directory, member, stored, rounds }: Measuring): Promise<void> {
  const order = { description: "Compare three libraries", task: "Compare them.", config: {} };
  const ids: string[] = [];
  const dispatching = await timed(stored, async (i) => {
    const config = { hallCommission: `bench-${i}` };
    ids.push((await member.ask<{ jobId: string }>("worker/dispatch", { ...order, config })).jobId);
  });
  tell(say, { name: "worker/dispatch p50, of 1,000", most: 15, times: dispatching });
  const edited = (i: number) => {
    const path = `${directory}/jobs/${ids[i % stored]}/meta.json`;
    writeFileSync(
      path,
      readFileSync(path, "utf8").replace(/"description": ".*"/, `"description": "Edit ${i}"`),
    );
  };
  const status = await timed(rounds, async (i) => {
    edited(i);
    await member.ask("worker/status", { jobId: ids[i % stored] });
  });
  tell(say, { name: "worker/status p50", most: 10, times: status });
  for (const detail of ["simple", "detailed"])
    tell(say, {
      name: `worker/list p50, ${detail}, 1,000 jobs`,
      most: 50,
      times: await timed(rounds, async (i) => {
        edited(i);
        const { jobs } = await member.ask<{ jobs: object[] }>("worker/list", { detail, filter: "*" });
        if (jobs.length !== readdirSync(`${directory}/jobs`).length)
          throw new Error(`${jobs.length} were listed`);
      }),
    });
}

async function timed(times: number, task: (i: number) => Promise<void>): Promise<number[]> {
  const taken: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const begun = performance.now();
    await task(i);
    taken.push(performance.now() - begun);
  }
  return taken;
}

function tell(say: Say, { name, most, times }: { name: string; most: number; times: number[] }): void {
  const { p50, ...rest } = spreadOf(times);
  say({ name, value: p50, unit: "ms", target: `<= ${most}`, ok: p50 <= most, detail: rest });
}
