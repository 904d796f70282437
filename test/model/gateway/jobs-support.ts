// A gateway for guild members on a real port and a real disk, and jobs that write down what they are told.
import { readFileSync } from "node:fs";
import { emptyHandoff, type Handoff } from "../../../src/contract/home/handoff.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { type MemberName, memberName } from "../../../src/contract/member/member.ts";
import type { SpendLine } from "../../../src/contract/member/spend.ts";
import type { JobAccount, JobAccountOrder, JobsGateway } from "../../../src/model/gateway/jobs/jobs.ts";
import {
  type JobsBefore,
  type JobsDeps,
  openJobsGateway,
} from "../../../src/model/gateway/jobs/open-jobs.ts";
import { createSpendBook } from "../../../src/model/gateway/jobs/spend-file.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { serveHttp } from "../../../src/host/network/http-server.ts";
import { createSend } from "../../../src/host/network/outbound.ts";
import { tempDir } from "../../harness/temp.ts";
import { ask, type AskPart, canary, closeLater } from "./support.ts";

export const ada = memberName.parse("ada");
export const bob = memberName.parse("bob");
export const secretOf = (member: MemberName) => `secret-of-${member}`;

export interface TestJobs {
  jobs: JobsGateway;
  directory: string;
  /** What was said of the port: kept for the next hall, or taken by somebody else. */
  said: string[];
  quota: { resetAt: string; message: string }[];
  spent(member: MemberName): SpendLine[];
  url(): string;
}

export type JobsPart = Partial<
  Pick<JobsDeps, "clock" | "handoff" | "limits" | "ownerOf" | "maySearch"> &
    JobsBefore & { directory: string }
>;

export function openTestJobs(part: JobsPart = {}): TestJobs {
  const directory = part.directory ?? tempDir();
  const pathOf = (member: MemberName) => `${directory}/guild-members/${member}.spend.jsonl`;
  const clock = part.clock ?? systemClock;
  const said: string[] = [];
  const quota: TestJobs["quota"] = [];
  const jobs = openJobsGateway(
    {
      clock,
      serve: serveHttp,
      send: createSend(),
      timing: { firstByteMs: 5_000, betweenBytesMs: 5_000, retryDelaysMs: [1, 1], billMs: 300 },
      handoff: part.handoff ?? emptyHandoff,
      spend: createSpendBook({ disk: systemDisk, clock, pathOf, warn: () => undefined }),
      limits: part.limits ?? (() => ({ maxTurns: 150, maxBudgetUsd: 5 })),
      quotaSpent: (refused) => void quota.push(refused),
      ownerOf: part.ownerOf ?? (async () => "nobody"),
      maySearch: part.maySearch ?? (async () => true),
      keepPort: async (port) => void said.push(`keep ${port}`),
      portTaken: (port) => void said.push(`taken ${port}`),
    },
    { port: part.port ?? null, members: part.members ?? [] },
  );
  closeLater(() => jobs.close());
  return {
    jobs,
    directory,
    said,
    quota,
    spent: (member) => linesOf(pathOf(member)),
    url: () => `http://127.0.0.1:${jobs.port}`,
  };
}

function linesOf(path: string): SpendLine[] {
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as SpendLine);
}

export function handoffTo(url: string, kind: "api_key" | "auth_token" = "api_key"): Handoff {
  return { ...emptyHandoff, credential: { kind, secret: canary }, baseUrl: url };
}

export interface TestJob {
  account: JobAccount;
  /** All but what was sent. */
  facts: FactBody[];
}

export function openJob(
  { jobs }: TestJobs,
  { member = ada, jobId }: { member?: MemberName; jobId: string },
  order: Pick<JobAccountOrder, "model"> & Partial<JobAccountOrder>,
): TestJob {
  const facts: FactBody[] = [];
  const account = jobs.open(
    { member, jobId },
    {
      limits: { maxTurns: 100, maxBudgetUsd: 100 },
      spent: { turns: 0, usd: 0 },
      record: async (fact) => void (fact.type === "model.sent" || facts.push(fact)),
      left: () => 100,
      ...order,
    },
  );
  return { account, facts };
}

/** As a session of `member` asks that works on `jobId`; null: it names no job. */
export function askFor(
  rig: TestJobs,
  { member = ada, jobId }: { member?: MemberName; jobId: string | null },
  part: AskPart = {},
): Promise<Response> {
  const named = jobId === null ? {} : { "x-guild-job": jobId };
  const headers = { "x-api-key": secretOf(member), ...named, ...part.headers };
  return ask(rig.url(), { ...part, headers });
}

/** A refusal that claude does not try again after. */
export async function refusalOf(asking: Promise<Response>): Promise<{ status: number; message: string }> {
  const answer = await asking;
  const { error } = (await answer.json()) as { error: { message: string } };
  if (answer.headers.get("x-should-retry") !== "false") throw new Error("it would be tried again");
  return { status: answer.status, message: error.message };
}
