// Wires the gateway, by which guild members reach the model, with the hall's credential, its limits, and the port and
// secrets that the previous hall left.
import { messageOf } from "../../base/text/message-of.ts";
import type { HeldConfig } from "../../store/config/hold.ts";
import { gatewayRecord } from "../../contract/home/gateway-record.ts";
import { type HomeLayout, memberLayout } from "../../contract/home/home-layout.ts";
import { searchesWeb } from "../../contract/member/member.ts";
import { defaultLimits } from "../../contract/package/package.ts";
import { defaultTiming } from "../../model/gateway/gateway.ts";
import type { JobsGateway } from "../../model/gateway/jobs/jobs.ts";
import { type JobsBefore, type JobsDeps, openJobsGateway } from "../../model/gateway/jobs/open-jobs.ts";
import { createSpendBook } from "../../model/gateway/jobs/spend-file.ts";
import type { Disk } from "../../host/files/disk.ts";
import { serveHttp } from "../../host/network/http-server.ts";
import type { Log } from "../../host/log.ts";
import { createSend } from "../../host/network/outbound.ts";
import type { Members } from "../../guild/members/members.ts";
import { readRecords } from "../../guild/members/process/record.ts";
import { narrowLimits } from "../../rules/limits/grant.ts";
import type { HallOptions, HallParts } from "./parts.ts";

export interface GatewayNeeds {
  config: Pick<HeldConfig, "now">;
  quotaSpent: JobsDeps["quotaSpent"];
  ownerOf: JobsDeps["ownerOf"];
  /** Called only when a request arrives, because the members are opened after the gateway: they need its address. */
  members(): Pick<Members, "find">;
}

export async function openJobs(
  { clock, disk, log }: Pick<HallParts, "clock" | "disk" | "log">,
  { home, handoff }: Pick<HallOptions, "home" | "handoff">,
  { config, quotaSpent, ownerOf, members }: GatewayNeeds,
): Promise<JobsGateway> {
  const before = await readBefore(disk, home);
  return openJobsGateway(
    {
      clock,
      serve: serveHttp,
      send: createSend(),
      timing: defaultTiming,
      handoff,
      spend: createSpendBook({
        disk,
        clock,
        warn: (message) => log.warn(message),
        pathOf: (member) => memberLayout(home, member).spend,
      }),
      limits: () => narrowLimits(defaultLimits, config.now().limits),
      quotaSpent,
      ownerOf,
      maySearch: async (name) => searchesWeb((await members().find(name))?.manifest),
      keepPort: (port) => keepPort({ disk, log }, home, port),
      portTaken: (port) => log.warn("the port that guild members know is taken; another is used", { port }),
    },
    before,
  );
}

async function readBefore(disk: Disk, home: HomeLayout): Promise<JobsBefore> {
  const record = gatewayRecord.safeParse(await readJson(disk, home.gatewayRecord));
  return { port: record.success ? record.data.port : null, members: await readMembers(disk, home) };
}

/**
 * Reads the members that the previous hall had started. Whether one of them still runs becomes clear later, when a
 * process presents its secret.
 */
async function readMembers(disk: Disk, home: HomeLayout): Promise<JobsBefore["members"]> {
  const { records } = await readRecords({ disk, home });
  return records.map(({ name, gateway }) => ({ name, secret: gateway.secret }));
}

async function readJson(disk: Disk, path: string): Promise<unknown> {
  try {
    return JSON.parse((await disk.readText(path)) ?? "null");
  } catch {
    return null; // counts as missing: the gateway gets a new port, and running members are restarted
  }
}

async function keepPort(
  { disk, log }: { disk: Disk; log: Log },
  home: HomeLayout,
  port: number,
): Promise<void> {
  try {
    await disk.replace(home.gatewayRecord, `${JSON.stringify({ version: 1, port })}\n`);
  } catch (error) {
    const reason = messageOf(error);
    log.error("the gateway's port could not be kept", { reason });
  }
}
