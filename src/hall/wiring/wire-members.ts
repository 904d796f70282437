// Wires the guild members of this hall with the machine's own parts.
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { MemberName } from "../../contract/member/member.ts";
import { memoryTokensOf } from "../../contract/member/member-settings.ts";
import type { JobsGateway } from "../../model/gateway/jobs/jobs.ts";
import { findExecutable } from "../../host/processes/children.ts";
import { endTree } from "../../host/processes/end-tree.ts";
import { newSecret, newUuid } from "../../host/ids.ts";
import { createSend } from "../../host/network/outbound.ts";
import { boundOutput, openOutput, readHeadOf, readTailOf } from "../../host/processes/output-file.ts";
import { installed, plainEnvironment } from "../../host/program.ts";
import { startDetached } from "../../host/processes/start-detached.ts";
import { npmEnvironment } from "../../guild/install/programs.ts";
import { createAskMember } from "../../guild/members/process/ask-member.ts";
import { type FreshMembers, openFreshMembers } from "../../guild/members/code/fresh.ts";
import type { MemberHandles, MembersDeps } from "../../guild/members/member-registry.ts";
import { createMakeReady } from "../../guild/members/code/make-ready.ts";
import type { Members } from "../../guild/members/members.ts";
import { openMembers } from "../../guild/members/open-members.ts";
import { createReadyDeps } from "../../guild/members/code/ready-deps.ts";
import type { RpcDeps } from "../../guild/members/calls/rpc-call.ts";
import { createMCPServerHandle } from "../../guild/members/calls/mcp-server-handle.ts";
import { createWorkerHandle } from "../../guild/members/calls/worker-handle.ts";
import { thrownText } from "../../base/text/thrown-text.ts";
import type { News } from "../http/stream/news.ts";
import type { HallOptions, HallParts } from "./parts.ts";
import type { Core } from "./wire.ts";

/** How long a member may take to start. It is long, because a very busy machine loads programs slowly. */
const startWithinMs = 30_000;
/** How long a member may take to end what it has started, before all of it is killed. */
const graceMs = 1500;

export async function openHallMembers(
  parts: HallParts,
  options: HallOptions,
  { config, jobs, news }: Pick<Core, "config" | "jobs"> & { news: Pick<News, "tell"> },
): Promise<Members> {
  const { home } = options;
  const environment = plainEnvironment();
  const line = { send: createSend(), clock: parts.clock, newId: newUuid };
  return openMembers({
    ...processParts(parts, { home, jobs, environment }),
    slots: () => config.now().members.slots,
    memoryTokens: (name) => memoryTokensOf(config.now().guildMembers, name),
    ask: (name) => createAskMember({ ...line, name, listTools: listToolsOf(line, name) }),
    fresh: await openFresh(parts, home, () => news.tell("members")),
    changed: () => news.tell("members"),
    makeReady: createMakeReady(
      createReadyDeps({
        ...parts,
        home,
        release: options.version,
        newKey: newUuid,
        installed,
        environment: npmEnvironment({ plain: environment, shell: {}, handoff: options.handoff }),
      }),
    ),
    handles: handlesOf(line),
  });
}

type ProcessParts = Omit<
  MembersDeps,
  "slots" | "memoryTokens" | "ask" | "fresh" | "makeReady" | "handles" | "changed"
>;

function processParts(
  { clock, disk, log, processes, runtime }: HallParts,
  { home, jobs, environment }: { home: HomeLayout; jobs: JobsGateway; environment: Record<string, string> },
): ProcessParts {
  return {
    home,
    clock,
    disk,
    log,
    processes,
    start: startDetached,
    endTree: (tree) => endTree({ clock, graceMs }, tree),
    output: { open: openOutput, head: readHeadOf, tail: readTailOf, bound: boundOutput },
    gateway: jobs,
    command: { runtime, find: findExecutable, path: environment["PATH"] ?? "" },
    environment,
    newSecret,
    startWithinMs,
  };
}

function openFresh(
  { clock, disk, log }: HallParts,
  home: HomeLayout,
  tell: () => void,
): Promise<FreshMembers> {
  return openFreshMembers({
    home,
    bundled: installed("guild-members"),
    disk,
    clock,
    changed: ({ members, problems }) => {
      log.info("the guild members have changed", { members: members.length });
      for (const problem of problems) log.warn(problem);
      tell();
    },
    failed: (error) => log.error("the guild members could not be read", { reason: thrownText(error) }),
  });
}

type Line = Pick<RpcDeps, "send" | "clock" | "newId">;

function listToolsOf(line: Line, name: MemberName): MembersAsk {
  return (at, signal) => {
    const server = createMCPServerHandle({
      ...line,
      name,
      endpoint: async () => at,
      stop: async () => undefined,
    });
    return server.listTools(signal);
  };
}

type MembersAsk = ReturnType<MembersDeps["ask"]>["listTools"];

function handlesOf(line: Line): MemberHandles {
  return {
    worker: ({ found: { manifest }, endpoint }) =>
      createWorkerHandle({ ...line, name: manifest.name, capabilities: manifest.capabilities, endpoint }),
    tools: ({ found, endpoint, stop }) =>
      createMCPServerHandle({ ...line, name: found.manifest.name, endpoint, stop }),
  };
}
