// The gateway for guild members as the hall's own wiring opens it.
import { afterEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hallConfig } from "../../src/contract/home/config.ts";
import { emptyHandoff, type Handoff } from "../../src/contract/home/handoff.ts";
import { type HomeLayout, homeLayout, memberLayout } from "../../src/contract/home/home-layout.ts";
import { openJobs } from "../../src/hall/wiring/wire-gateway.ts";
import { systemClock } from "../../src/host/clock.ts";
import { systemDisk } from "../../src/host/files/disk.ts";
import { createFileLog } from "../../src/host/log.ts";
import { bootHall, stopHalls } from "../harness/boot-hall.ts";
import { until } from "../harness/hall.ts";
import { tempDir } from "../harness/temp.ts";
import { ada, handoffTo, refusalOf, secretOf } from "../model/gateway/jobs-support.ts";
import {
  answerText,
  apiError,
  ask,
  closeAll,
  closeLater,
  openUpstream,
  streamed,
} from "../model/gateway/support.ts";

afterEach(async () => {
  await stopHalls();
  await closeAll();
});

/** As a hall leaves it that started a member and was killed. */
function recordMember(home: HomeLayout): void {
  mkdirSync(home.memberRecords, { recursive: true });
  const process = { pid: 4_000_000, startTime: "1", bootId: "another boot", address: null };
  const gateway = { secret: secretOf(ada), port: 1 };
  const rest = { secret: "s", gateway, manifestSha256: "0", startedAt: "2026-01-01T00:00:00.000Z" };
  const record = { version: 1, name: ada, ...process, ...rest };
  writeFileSync(memberLayout(home, ada).record, JSON.stringify(record));
}

function portOf(home: HomeLayout): number {
  return (JSON.parse(readFileSync(home.gatewayRecord, "utf8")) as { port: number }).port;
}

const asAda = (home: HomeLayout) =>
  ask(`http://127.0.0.1:${portOf(home)}`, { headers: { "x-api-key": secretOf(ada) } });

/** Without what looks after processes: a member that is on record and does not live would be dismissed. */
async function openIn(home: HomeLayout, part: { handoff?: Handoff; limits?: object } = {}) {
  const config = hallConfig.parse({ limits: part.limits ?? {} });
  const told: unknown[] = [];
  const log = createFileLog({ path: home.hallLog, maxBytes: 1_000_000, keep: 2 });
  const jobs = await openJobs(
    { clock: systemClock, disk: systemDisk, log },
    { home, handoff: part.handoff ?? emptyHandoff },
    {
      config: { now: () => config },
      quotaSpent: (refused) => void told.push(refused),
      ownerOf: async () => "nobody",
      members: () => ({ find: async () => undefined }),
    },
  );
  closeLater(() => jobs.close());
  await until("the port is kept", () => existsSync(home.gatewayRecord));
  return { jobs, told };
}

test("a hall without members opens no port for them", async () => {
  const home = homeLayout(tempDir());
  await bootHall(home);
  await stopHalls();
  expect(existsSync(home.gatewayRecord)).toBe(false);
});

test("a hall that finds a member's record listens at once, and the next one at the same port", async () => {
  const home = homeLayout(tempDir());
  recordMember(home);
  const { jobs } = await openIn(home);
  const port = portOf(home);
  expect((await refusalOf(asAda(home))).message).toContain("no credential");
  await jobs.close();
  await expect(asAda(home)).rejects.toThrow();
  expect((await openIn(home)).jobs.port).toBe(port);
  expect(await refusalOf(asAda(home))).toMatchObject({ status: 402 });
});

test.each(["not JSON", '{ "version": 1, "port": 70000 }', '{ "version": 1, "port": "1" }'])(
  "a record of the port that reads %j is written anew",
  async (text) => {
    const home = homeLayout(tempDir());
    recordMember(home);
    writeFileSync(home.gatewayRecord, text);
    const { jobs } = await openIn(home);
    await jobs.close(); // what is under way is written then
    expect(portOf(home)).toBe(jobs.port);
  },
);

test("what belongs to no commission is held to the hall's limits, kept in the home, and tells of a spent quota", async () => {
  const home = homeLayout(tempDir());
  recordMember(home);
  const upstream = openUpstream((n) =>
    n === 1 ? apiError(429, "All used up.", { "retry-after": "3600" }) : streamed(answerText("hello")),
  );
  const { told } = await openIn(home, { handoff: handoffTo(upstream.url), limits: { maxTurns: 1 } });
  expect(await refusalOf(asAda(home))).toMatchObject({ status: 429 });
  expect(told).toMatchObject([{ message: "All used up." }]);
  await (await asAda(home)).text();
  expect((await refusalOf(asAda(home))).message).toContain("has taken all of its 1 turns");
  expect(readFileSync(memberLayout(home, ada).spend, "utf8")).toContain('"jobId":"none"');
});
