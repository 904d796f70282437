// Runs one session of a worker to its end: opens the gateway to the model, puts `claude` into a sandbox and runs it.
import { messageOf } from "../../base/text/message-of.ts";
import type { SessionEnd } from "../../contract/course/session-end.ts";
import type { LatestRequest } from "../../contract/home/spare.ts";
import { storageCodeOf } from "../../contract/home/storage-fault.ts";
import { defaultTiming, type Gateway, type GatewayDeps, openGateway } from "../../model/gateway/gateway.ts";
import type { Toolbox } from "../../contract/kit/index.ts";
import { isFresh, spareWorkOf } from "../../rules/admission/spare.ts";
import type { ShellDeps } from "../../guild/toolboxes/shell.ts";
import type { Grant } from "../../rules/limits/grant.ts";
import type { Containment } from "../sandbox/contain.ts";
import type { Enclosure } from "../sandbox/enclose.ts";
import type { SandboxProbe } from "../sandbox/probe.ts";
import { openSession, type Session } from "../../model/session/open-session.ts";
import { layOutAttached } from "./attached.ts";
import { cappedLines } from "./capped-lines.ts";
import { claudeOrder, containClaude } from "./claude-order.ts";
import { placeFor } from "./command-place.ts";
import type { WorkbenchDeps } from "./deps.ts";
import { type Beginning, goOn } from "./resume-session.ts";
import type { ToldWords } from "./instructions.ts";
import { holdToLimits } from "./hold-to-limits.ts";
import type { Played } from "./acceptance-checks.ts";
import type { Ready } from "./ready.ts";
import type { Bench } from "../bench/bench.ts";
import { createSaid } from "../bench/said.ts";
import { createHandOver, type HandOver } from "../words/hand-over.ts";
import { findMessages } from "../words/session-file.ts";
import { createToldKeeper } from "./told.ts";
import { createShell, hasShell } from "./shell.ts";
import { openHosts } from "./shell-hosts.ts";
import { watchingShell } from "./watch-history.ts";
import { standInsFor, toolboxesFor } from "./toolboxes.ts";

export async function runSession(deps: WorkbenchDeps, bench: Bench, ready: Ready): Promise<Played> {
  if (ready.memory.fact) await bench.record(ready.memory.fact);
  const socket = deps.socketPlace(`${bench.layout.directory}/gateway.sock`);
  try {
    return await behindDoor(deps, bench, { ...ready, socket: socket.path });
  } finally {
    socket.release();
  }
}

async function behindDoor(deps: WorkbenchDeps, bench: Bench, plan: Ready & DoorPlan): Promise<Played> {
  const keeper = createToldKeeper(deps, bench, plan);
  const gateway = await openDoor(deps, bench, { ...plan, begins: keeper.keep });
  const { probe } = plan;
  const { limits } = plan.grant;
  const enclosure = deps.enclose(limits);
  try {
    const shown = [...(await plan.shown(bench)), ...(await plan.told.mounts())];
    const containment = await containClaude(deps, { ...plan, layout: bench.layout, shown, enclosure });
    const attached = await layOutAttached(deps, bench, containment);
    plan.offeredChecks.open(placeFor(deps, { bench, probe, limits, enclosure }), bench.record);
    const hosts = await openHosts(bench, hasShell(plan));
    const shell = createShell(deps, { ...plan, hosts, record: bench.record });
    const said = createSaid(deps, bench);
    const run = async (beginning: Beginning) => {
      const { given: first } = beginning;
      const handOver = createHandOver(deps, { bench, said, first, attachments: attached.directory });
      const parts = { containment, gateway, beginning, enclosure, shell, handOver };
      const session = start(deps, bench, { ...plan, ...parts });
      handOver.begin(session.say);
      const ended = closing(handOver, untilEnded(deps, session));
      return holdToLimits(deps, bench, { session, ended, limits, enclosure });
    };
    const end = await goOn(bench, {
      told: plan.told,
      named: plan.named,
      attached,
      limits,
      said,
      findMessages: (sought) => findMessages(bench.layout, sought),
      newMessageId: deps.newMessageId,
      run,
    });
    return { end, unplayed: end.how === "normal" ? gateway.unplayed() : null };
  } finally {
    await keeper.kept();
    await plan.offeredChecks.close();
    await enclosure.close();
    // Waits for outstanding bills, unless this process is asked to end: a worker must not avoid a bill by ending its
    // session.
    await gateway.close({ bills: !deps.stopping.aborted });
  }
}

interface DoorPlan {
  grant: Grant;
  probe: SandboxProbe;
  socket: string;
}

function openDoor(
  deps: WorkbenchDeps,
  bench: Bench,
  { grant, probe, socket, begins }: DoorPlan & Pick<GatewayDeps, "begins">,
): Promise<Gateway> {
  const { clock, serve, send } = deps;
  const { turns, budgetUsd } = bench.commission.record;
  return openGateway(
    { clock, serve, send, begins, record: bench.record },
    {
      door: probe.level === "bubblewrap" ? { unix: socket } : { loopback: true },
      secret: deps.newSecret(),
      model: deps.model({ ...bench.commission.record, bench: bench.bench }),
      limits: grant.limits,
      spent: { turns, usd: budgetUsd },
      timing: defaultTiming,
      ordered: {
        tools: grant.tools,
        models: "one",
        maySearch: async () => grant.tools.builtIn.includes("WebSearch"),
      },
    },
  );
}

interface SessionPlan {
  systemPrompt: string;
  grant: Grant;
  /** The toolboxes that packages provide. */
  toolboxes: readonly Toolbox[];
  containment: Containment;
  gateway: Gateway;
  beginning: Beginning;
  enclosure: Enclosure;
  told: ToldWords;
  shell: ShellDeps | null;
  handOver: HandOver;
}

const maxTranscriptBytes = 256 * 1024 * 1024;

function start(deps: WorkbenchDeps, bench: Bench, plan: SessionPlan): Session {
  const { containment, gateway, grant, enclosure } = plan;
  const { layout, commission, id } = bench;
  const transcript = cappedLines({
    maxBytes: maxTranscriptBytes,
    write: (line) => deps.appendTranscript(layout.transcript(bench.bench), `${line}\n`),
    full: JSON.stringify({ type: "guild_hall", note: "The transcript is full: what follows is not kept." }),
  });
  return openSession(
    {
      clock: deps.clock,
      endGroup: deps.endGroup,
      spawn: enclosure.spawn,
      record: watchingShell(deps, bench, grant.tools),
      transcript: (line) => transcript(JSON.stringify(line)),
      stderr: (line) => deps.print(`claude: ${line}`),
      said: {
        started: plan.handOver.started,
        heard: plan.handOver.heard,
        ending: plan.handOver.lastLook,
      },
      began: (content) => void leaveRequest(deps, bench, content),
      verdict: () => gateway.verdict(),
    },
    {
      prompt: plan.beginning.prompt,
      promptId: plan.beginning.given?.uuid ?? null,
      resume: plan.beginning.resume,
      systemPrompt: plan.systemPrompt,
      ...claudeOrder(deps, {
        grant,
        layout,
        containment,
        gatewayEnv: gateway.childEnv(containment.inside.socket),
      }),
      readable: readableOutside(plan),
      fileToolWords: plan.told.forFileTools(containment.inside.work, bench.record),
      standIns: standInsFor(deps, bench, { tools: grant.tools, shell: plan.shell }),
      toolboxes: toolboxesFor(deps, bench, {
        tools: grant.tools,
        loaded: plan.toolboxes,
        hostPath: containment.hostPath,
        artifactsMb: grant.limits.diskMb ?? null,
      }),
      commissionId: id,
      turnsTaken: commission.record.turns,
    },
  );
}

/** Returns the directories that `claude` must be allowed to read where there is no sandbox. */
function readableOutside({ told, containment }: Pick<SessionPlan, "told" | "containment">): string[] {
  const { level, inside } = containment;
  return level === "bubblewrap" ? [...told.readable] : [...told.readable, inside.attachments];
}

/** A longer one is not sent ahead. */
const longestRequest = 1024 * 1024;

/** Leaves the request for the hall, which may send it ahead to a spare. Best effort: without it only speed is lost. */
async function leaveRequest(deps: WorkbenchDeps, { id, commission }: Bench, content: string): Promise<void> {
  const { record } = commission;
  if (deps.config.spares === 0 || spareWorkOf(record, null) === null || !isFresh(record)) return;
  if (content.length > longestRequest) return;
  const latest: LatestRequest = { version: 1, commission: id, content };
  await deps.disk.replaceUnsynced(deps.home.firstRequest, JSON.stringify(latest)).catch((error: unknown) => {
    deps.print(`The first request could not be left for the hall: ${messageOf(error)}`);
  });
}

async function closing(handOver: HandOver, ended: Promise<SessionEnd>): Promise<SessionEnd> {
  try {
    return await ended;
  } finally {
    await handOver.end();
  }
}

async function untilEnded(deps: WorkbenchDeps, session: Session): Promise<SessionEnd> {
  const stop = () => void session.stop();
  if (deps.stopping.aborted) stop();
  deps.stopping.addEventListener("abort", stop, { once: true });
  try {
    return await session.ended;
  } catch (error) {
    // The session had begun, so this is not reported as a failure to start.
    const reason = messageOf(error);
    const message = `The session was ended, because it could not be recorded: ${reason}`;
    return { how: storageCodeOf(error) === null ? "died" : "storage", message };
  } finally {
    deps.stopping.removeEventListener("abort", stop);
  }
}
