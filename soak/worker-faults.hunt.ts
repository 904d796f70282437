// Makes a worker or its model fail in every way we know: each commission ends as the exit matrix says, in time, and
// no fault causes a storm of requests.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { CommissionDetail } from "../src/contract/commission/detail.ts";
import { emptyHandoff } from "../src/contract/home/handoff.ts";
import type { LedgerEvent } from "../src/contract/commission/events.ts";
import type { CommissionId } from "../src/contract/home/ids.ts";
import { serveHttp } from "../src/host/network/http-server.ts";
import { plainEnvironment } from "../src/host/program.ts";
import { fold } from "../src/rules/commission/evolve.ts";
import { decideExit } from "../src/rules/commission/exit-matrix.ts";
import { findClaude } from "../src/workbench/sandbox/claude-binary.ts";
import { apiError } from "../test/model/gateway/support.ts";
import { type TestHall, type TestHome, until, untilEnded } from "../test/harness/hall.ts";
import { countSession } from "../test/harness/sessions.ts";
import { findClaudeProcess, speakFor } from "./claude-process.ts";
import type { Hunt, HuntOrder } from "./hunt.ts";
import { withHome } from "./with-home.ts";
import { type Strike, unanswered, upstreamWords, type WorkerFault, workerFaults } from "./worker-faults.ts";

export const hunt: Hunt = {
  name: "worker-faults",
  what: "Sixteen faults of a worker or its model, with the real claude: each ends as the exit matrix says, in time.",
  size: workerFaults.length,
  run,
};

const mostPerMinute = 5;

async function run({ size, say }: HuntOrder): Promise<void> {
  const faults = workerFaults.slice(0, size);
  const cases = new Map<string, Case>(
    faults.map((fault) => [slug(fault), { fault, id: null, requests: [] }]),
  );
  const model = openModel(cases);
  try {
    await withHome((home) => suffer(home, { cases, url: model.url, say }));
  } finally {
    await model.close();
  }
  await control(say);
}

interface Case {
  fault: WorkerFault;
  id: CommissionId | null;
  /** The time of each request to the model. */
  requests: number[];
  hall?: TestHall;
}

function slug({ name }: WorkerFault): string {
  return `fault-${name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
}

/** Serves a Messages API that recognises by the task which fault to play. */
function openModel(cases: ReadonlyMap<string, Case>): { url: string; close(): Promise<void> } {
  const server = serveHttp({
    at: { port: 0 },
    maxBodyBytes: 50_000_000,
    handle: async (request) => {
      const name = /fault-[a-z0-9-]+/.exec(await request.text())?.[0] ?? "";
      const played = cases.get(name);
      if (!played) return apiError(404, `nobody plays "${name}"`);
      played.requests.push(performance.now());
      const n = played.requests.length;
      const answer = played.fault.answer(n);
      await strike(played, n);
      return answer ?? unanswered();
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, close: () => server.stop() };
}

async function strike({ fault, id, hall }: Case, n: number): Promise<void> {
  if (!fault.strike || id === null || !hall) return;
  const claude = findClaudeProcess(id);
  if (claude === undefined) throw new Error(`The claude of "${fault.name}" is not to be found.`);
  const struck: Strike = {
    claude,
    speak: (text) => speakFor(claude, text),
    cancel: () => void hall.client.cancel(id).catch(() => undefined),
  };
  await fault.strike(struck, n);
}

interface Suffering {
  cases: ReadonlyMap<string, Case>;
  url: string;
  say: HuntOrder["say"];
}

async function suffer(home: TestHome, { cases, url, say }: Suffering): Promise<void> {
  const credential = { kind: "api_key", secret: "sk-soak" } as const;
  const hall = await home.open({ handoff: { ...emptyHandoff, credential, baseUrl: url } });
  // The longest first, so that the others run beside it.
  const played = [...cases].sort(([, a], [, b]) => b.fault.withinMs - a.fault.withinMs);
  for (const [name, one] of played) {
    one.hall = hall;
    const { maxBudgetUsd } = one.fault;
    const config = maxBudgetUsd === undefined ? {} : { config: { maxBudgetUsd } };
    one.id = (await hall.client.create({ worker: "researcher", task: `Play ${name}.`, ...config })).id;
  }
  for (const [, one] of played) say(await judge(home, one));
}

async function judge(home: TestHome, { fault, id, requests, hall }: Case): Promise<Told> {
  if (id === null || !hall) throw new Error(`"${fault.name}" was never played.`);
  const ended = await untilEnded(hall.client, id, 900_000);
  const { status, endedBy, resumes } = ended;
  const ms = Date.parse(ended.endedAt ?? "") - Date.parse(ended.startedAt ?? "");
  const { events } = await hall.client.commissionEvents(id, { limit: 1000 });
  const perMinute = mostInAMinute(requests);
  const wrong = [
    ...wrongEnd(fault, ended),
    ...(followsMatrix(events) ? [] : ["the exit matrix says otherwise"]),
    ...(ms <= fault.withinMs ? [] : [`it took ${ms} ms`]),
    ...(perMinute <= mostPerMinute ? [] : [`${perMinute} requests in a minute`]),
    ...(fault.name === "API 400" ? untrueStatus(home.layout(id).directory, events) : []),
  ];
  const { withinMs } = fault;
  const seen = {
    status,
    endedBy: endedBy ?? "",
    ms,
    withinMs,
    requests: requests.length,
    perMinute,
    resumes,
  };
  return {
    name: `${fault.name}: what is not as it should be`,
    value: wrong.length,
    unit: "",
    target: "0",
    ok: wrong.length === 0,
    detail: { ...seen, ...(wrong.length === 0 ? {} : { wrong: wrong.join("; ") }) },
  };
}

type Told = Parameters<HuntOrder["say"]>[0];

function wrongEnd({ ends }: WorkerFault, { status, endedBy, error, anomaly }: CommissionDetail): string[] {
  if (status === ends.status && endedBy === ends.how) return [];
  return [`it is ${status} by ${endedBy}: ${error?.message ?? anomaly ?? ""}`];
}

/**
 * Returns whether the plan is what the exit matrix decides from the record at that point, with no resumes
 * left.
 */
function followsMatrix(events: readonly LedgerEvent[]): boolean {
  const at = events.findIndex(({ type }) => type === "finish.planned");
  const planned = events[at];
  const before = fold(events.slice(0, at));
  if (planned?.type !== "finish.planned" || !before) return false;
  const { record } = before;
  if (record.end === null) return false;
  const spent = {
    maxResumes: record.resumes,
    maxFalseStarts: 0,
    maxReturns: 1,
    canPause: false,
    backOffMs: [0],
  };
  const exit = decideExit(record, record.end, spent);
  return exit.next === "end" && isDeepStrictEqual(exit.outcome, planned.plan.outcome);
}

/**
 * Checks a 400 from upstream: the ledger must have it, but `claude` must see a 402, which it does not retry.
 */
function untrueStatus(directory: string, events: readonly LedgerEvent[]): string[] {
  const transcripts = readdirSync(directory).filter((name) => name.startsWith("transcript-"));
  const heard = transcripts.map((name) => readFileSync(join(directory, name), "utf8")).join("");
  const isKept = events.some((event) => event.type === "model.failed" && event.status === 400);
  return [
    ...(isKept ? [] : ["the ledger does not say 400"]),
    ...(heard.includes("402") && heard.includes(upstreamWords(400)) ? [] : ["claude did not hear 402"]),
  ];
}

function mostInAMinute(times: readonly number[]): number {
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + 60_000).length));
}

/** Shows that `claude` retries again and again without the gateway in between. */
async function control(say: HuntOrder["say"]): Promise<void> {
  const requests: number[] = [];
  const server = serveHttp({
    at: { port: 0 },
    maxBodyBytes: 50_000_000,
    handle: () => {
      requests.push(performance.now());
      return apiError(400, upstreamWords(400));
    },
  });
  const place = mkdtempSync(join(tmpdir(), "gh-bare-"));
  const env = {
    ...plainEnvironment(),
    HOME: place,
    TMPDIR: place,
    CLAUDE_CONFIG_DIR: place,
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.port}`,
    ANTHROPIC_API_KEY: "sk-soak",
  };
  countSession();
  const claude = spawn(findClaude(process) ?? "claude", ["-p", "Hello"], {
    env,
    cwd: place,
    stdio: "ignore",
  });
  try {
    await until("claude has given up", () => claude.exitCode !== null || requests.length > 10, 90_000);
  } finally {
    claude.kill("SIGKILL");
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  }
  const perMinute = mostInAMinute(requests);
  say({
    name: "requests in a minute after a 400, by claude without the gateway",
    value: perMinute,
    unit: "",
    target: `> ${mostPerMinute}`,
    ok: perMinute > mostPerMinute,
    control: true,
  });
}
