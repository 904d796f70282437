// Starts `claude` before there is a commission for it. The process waits for its first message, with a sandbox, a
// gateway socket and a secret of its own. It is used for one commission, or for none.
import { renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { messageOf } from "../../base/text/message-of.ts";
import { commissionLayout } from "../../contract/home/home-layout.ts";
import { commissionId } from "../../contract/home/ids.ts";
import type { SpareWork } from "../../contract/home/spare.ts";
import type { Limits } from "../../contract/commission/limits.ts";
import { sleep } from "../../host/clock.ts";
import type { ChildOrder, PipedChild } from "../../host/processes/children.ts";
import { hasStartedAnother } from "../../host/processes/process-tree.ts";
import type { HttpServer, ServeOptions } from "../../host/network/http-server.ts";
import { fitsSocket } from "../../host/network/nudge.ts";
import type { SocketPlace } from "../../host/network/short-socket.ts";
import { gatewayEnv } from "../../model/gateway/child-env.ts";
import { defaultTiming, gatewayServing } from "../../model/gateway/gateway.ts";
import { expectedCommand } from "../../model/session/expected-command.ts";
import { answerAs, firstRequestLine, readFirstRequest } from "../../model/session/first-request.ts";
import type { Grant } from "../../rules/limits/grant.ts";
import type { Enclosure } from "../sandbox/enclose.ts";
import type { SandboxProbe } from "../sandbox/probe.ts";
import type { ReadOnlyMount } from "../sandbox/read-only.ts";
import { claudeOrder, containClaude } from "../work/claude-order.ts";
import type { WorkbenchDeps } from "../work/deps.ts";
import { type Chosen, createLateChild } from "./late-child.ts";
import { isSameCommand, type Moved } from "./same-command.ts";

/** The parts that a session takes over from a parked process instead of making them. */
export type ParkedParts = Pick<WorkbenchDeps, "serve" | "newSecret" | "socketPlace" | "enclose">;

export interface Parked {
  /**
   * Returns the parts for one session. When the session chooses the place of its socket, what is parked is moved into
   * the commission's directory; a session that does not suit it gets new parts.
   */
  parts(own: WorkbenchDeps): ParkedParts;
  /** Resolves with true when the sandbox has mounted its directories, so that they may be moved; with false if not. */
  mounted(): Promise<boolean>;
  /** Kills `claude` and closes the rest, unless a session has taken them over. */
  discard(): Promise<void>;
  /** Removes the directory, which is empty if a session has taken over its content. */
  removeDirectory(): Promise<void>;
}

export interface ParkOrder {
  layout: ParkLayout;
  grant: Grant;
  /** The kind of the credential that the session will have. */
  credential: SpareWork["credential"];
  probe: SandboxProbe;
  /** The parts of a project's repository that `claude` sees. */
  shown: readonly ReadOnlyMount[];
  /** The first request of the session, if it can be foretold. `claude` is sent it at once. */
  firstRequest: string | null;
}

/** Throws if no `claude` can be started. Runs no code of a package. */
export async function park(deps: WorkbenchDeps, order: ParkOrder): Promise<Parked> {
  const { layout, grant } = order;
  if (!hasShortPaths(deps, layout))
    throw new Error("The path of the home is too long for a socket that is moved.");
  for (const directory of [layout.work, dirname(layout.socket)]) await deps.disk.makeDirectories(directory);
  const door = openDoor(deps, layout.socket);
  const enclosure = deps.enclose(grant.limits);
  const secret = deps.newSecret();
  const state: State = {
    deps,
    layout,
    door,
    enclosure,
    secret,
    limits: grant.limits,
    claude: null,
    movedTo: null,
  };
  try {
    const command = await commandFor(deps, state, order);
    state.claude = { command, child: start(enclosure, command), ahead: order.firstRequest };
    sendAhead(state.claude);
  } catch (error) {
    await discard(state);
    throw error;
  }
  return {
    parts: (own) => partsOf(state, own),
    mounted: () => untilMounted(state),
    discard: () => discard(state),
    removeDirectory: () => deps.disk.removeTree(layout.directory),
  };
}

/** Returns whether the socket's path is short enough, here and in the directory of a commission. */
export function hasShortPaths({ home }: Pick<WorkbenchDeps, "home">, layout: ParkLayout): boolean {
  const later = layoutIn(commissionLayout(home, anyId).directory);
  return [layout, later].every(({ socket }) => fitsSocket(socket));
}

/** All ids are of this length. */
const anyId = commissionId.parse("00000000-0000-7000-8000-000000000000");

/** The places of what `claude` is started with. */
export interface ParkLayout {
  /** Holds all of it, except perhaps `work`. */
  directory: string;
  work: string;
  session: string;
  socket: string;
}

export function layoutIn(directory: string): ParkLayout {
  return {
    directory,
    work: `${directory}/work`,
    session: `${directory}/home`,
    socket: `${directory}/gateway.sock`,
  };
}

interface Waiting {
  command: ChildOrder;
  child: PipedChild;
  /** The content of the request that it was sent ahead; `null` if there is none. */
  ahead: string | null;
}

interface State {
  deps: WorkbenchDeps;
  layout: ParkLayout;
  /** Each part is `null` once a session has taken it over, or it was closed. */
  door: Door | null;
  enclosure: Enclosure | null;
  secret: string | null;
  claude: Waiting | null;
  limits: Limits;
  /** The directory of the commission that took this over; `null` if none has. */
  movedTo: string | null;
}

interface Door {
  server: HttpServer;
  /** Answers the requests once a session has taken the door over. */
  open(handle: ServeOptions["handle"]): void;
}

function openDoor(deps: WorkbenchDeps, socket: string): Door {
  let handle: ServeOptions["handle"] = () => new Response("no commission yet", { status: 503 });
  const server = deps.serve({
    ...gatewayServing,
    at: { unix: socket },
    handle: (request, proved) => handle(request, proved),
  });
  return { server, open: (taken) => void (handle = taken) };
}

async function commandFor(
  deps: WorkbenchDeps,
  { layout, enclosure, secret }: State,
  { grant, probe, shown, credential: kind }: ParkOrder,
): Promise<ChildOrder> {
  if (enclosure === null || secret === null) throw new Error("The spare was given up.");
  const { socket: gateway } = layout;
  const place = { layout, grant, probe, socket: gateway, shown, enclosure };
  const containment = await containClaude(deps, place);
  const { socket } = containment.inside;
  if (socket === null) throw new Error("Without a sandbox there is no spare.");
  const credential = kind === null ? null : { kind, secret: "" };
  const env = gatewayEnv({ at: { unix: socket }, secret, credential, timing: defaultTiming });
  const start = claudeOrder(deps, { grant, layout, containment, gatewayEnv: env });
  return expectedCommand({ ...start, turnsTaken: 0 });
}

function start(enclosure: Enclosure, command: ChildOrder): PipedChild {
  const child = enclosure.spawn(command);
  // A process that ends before it is used is not used.
  child.on("error", () => undefined);
  child.stdin.on("error", () => undefined);
  return child;
}

/** The SDK chooses ids without a hyphen. */
const aheadId = "sent-ahead";

function sendAhead({ child, ahead }: Waiting): void {
  if (ahead !== null) child.stdin.write(firstRequestLine({ id: aheadId, content: ahead }));
}

const pollMs = 10;
const mostPolls = 500;

/** The sandbox starts its program last, after all mounts. */
async function untilMounted({ deps, claude }: State): Promise<boolean> {
  for (let polls = 0; polls < mostPolls; polls += 1) {
    if (claude === null || !isAlive(claude.child) || deps.stopping.aborted) return false;
    if (hasStartedAnother(claude.child.pid ?? 0)) return true;
    await sleep(deps.clock, pollMs);
  }
  return false;
}

function partsOf(state: State, own: WorkbenchDeps): ParkedParts {
  return {
    socketPlace: (preferred) => takeSocket(state, preferred) ?? own.socketPlace(preferred),
    serve: (options) => takeDoor(state, options) ?? own.serve(options),
    newSecret: () => takeSecret(state) ?? own.newSecret(),
    enclose: (limits) => takeEnclosure(state, limits) ?? own.enclose(limits),
  };
}

/** Returns the place of the waiting socket in the commission's directory; `null` if it cannot be there. */
function takeSocket(state: State, preferred: string): SocketPlace | null {
  const { layout, door, deps } = state;
  if (door === null || state.movedTo !== null) return null;
  const to = layoutIn(dirname(preferred));
  try {
    moveAll(layout, to, door);
    state.movedTo = to.directory;
    return { path: to.socket, release: () => rmSync(to.socket, { force: true }) };
  } catch (error) {
    deps.print(`claude is started anew: ${messageOf(error)}`);
    void endClaude(state);
    return null;
  }
}

/** Moves the directories and the socket. The sandbox keeps them mounted. */
function moveAll(from: ParkLayout, to: ParkLayout, door: Door): void {
  if (from.directory === to.directory) return;
  // Fails if the commission's directory has files: the sandbox would not show them.
  if (from.work !== to.work) renameSync(from.work, to.work);
  renameSync(from.session, to.session);
  door.server.moveTo(to.socket);
}

function takeDoor(state: State, options: ServeOptions): HttpServer | null {
  const { door, movedTo } = state;
  if (door === null || movedTo === null) return null;
  state.door = null;
  door.open(options.handle);
  return door.server;
}

function takeSecret(state: State): string | null {
  const { secret, movedTo } = state;
  if (movedTo === null) return null;
  state.secret = null;
  return secret;
}

function takeEnclosure(state: State, limits: Pick<Limits, "memoryMb" | "processes">): Enclosure | null {
  const { enclosure, movedTo } = state;
  const isSame = limits.memoryMb === state.limits.memoryMb && limits.processes === state.limits.processes;
  if (enclosure === null || movedTo === null) return null;
  if (!isSame) {
    void endClaude(state);
    return null;
  }
  state.enclosure = null;
  const moved = { from: state.layout.directory, to: movedTo };
  return {
    ...enclosure,
    spawn: (order) => takeClaude(state, { moved, order, enclosure }) ?? enclosure.spawn(order),
    close: async () => {
      await endClaude(state);
      await enclosure.close();
    },
  };
}

interface Take {
  moved: Moved;
  order: ChildOrder;
  enclosure: Enclosure;
}

/** Returns the waiting process if it runs exactly this command; else ends it and returns `null`. */
function takeClaude(state: State, take: Take): PipedChild | null {
  const { claude } = state;
  if (claude === null) return null;
  const { child, command, ahead } = claude;
  if (isAlive(child) && isSameCommand(command, take.order, take.moved)) {
    if (ahead !== null) return createLateChild((line) => chooseClaude(state, take, line));
    state.claude = null;
    return child;
  }
  void endClaude(state);
  return null;
}

/** Chooses the waiting process if the session begins with exactly the request that it was sent ahead. */
function chooseClaude(state: State, { order, enclosure }: Take, line: string): Chosen {
  const { claude, deps } = state;
  const first = readFirstRequest(line);
  if (claude !== null && first !== null && isAlive(claude.child) && first.content === claude.ahead) {
    state.claude = null;
    const output = answerAs({ from: aheadId, to: first.id });
    return { child: claude.child, hasLine: true, output };
  }
  deps.print("claude is started anew: the session begins otherwise than the one before it.");
  void endClaude(state);
  return { child: enclosure.spawn(order), hasLine: false, output: null };
}

function isAlive({ pid, exitCode, signalCode }: PipedChild): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}

async function endClaude(state: State): Promise<void> {
  const { claude, deps } = state;
  state.claude = null;
  if (claude !== null) await deps.endGroup(claude.child, { clock: deps.clock, leaveMs: 0, graceMs: 0 });
}

async function discard(state: State): Promise<void> {
  const { door, enclosure, layout } = state;
  state.door = null;
  state.enclosure = null;
  await endClaude(state);
  await enclosure?.close();
  if (door === null) return;
  await door.server.stop();
  rmSync(layout.socket, { force: true });
}
