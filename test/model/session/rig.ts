// Sets up one session in a throwaway directory against a scripted model, and keeps what it told.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import type { GatewayVerdict, SessionEnd } from "../../../src/contract/course/session-end.ts";
import { endGroup, type PipedChild, spawnPiped } from "../../../src/host/processes/children.ts";
import { type Clock, systemClock } from "../../../src/host/clock.ts";
import type { Toolbox } from "../../../src/contract/kit/index.ts";
import { findClaude } from "../../../src/workbench/sandbox/claude-binary.ts";
import { contain } from "../../../src/workbench/sandbox/contain.ts";
import { type ChildEnvironmentOrder, childEnvironment } from "../../../src/workbench/sandbox/environment.ts";
import type { SandboxProbe } from "../../../src/workbench/sandbox/probe.ts";
import {
  openSession,
  type Session,
  type SessionDeps,
  type SessionOrder,
} from "../../../src/model/session/open-session.ts";
import { countSession } from "../../harness/sessions.ts";
import { probe } from "../../workbench/sandbox/usable.ts";
import { openScriptedModel, type Part, type ScriptedModel } from "./scripted-model.ts";

export interface RigOrder {
  turns?: readonly Part[];
  level?: "bubblewrap" | "process";
  /** Files of the work directory, by name. */
  files?: Record<string, string>;
  toolboxes?: readonly Toolbox[];
  order?: Partial<SessionOrder>;
  verdict?: GatewayVerdict;
  readOnlyWork?: boolean;
  clock?: Clock;
  gatewayEnv?: ChildEnvironmentOrder["gatewayEnv"];
  record?: SessionDeps["record"];
  said?: Partial<SessionDeps["said"]>;
  /** Starts this program instead of the real `claude`. */
  program?: { file: string; args: string[] };
}

interface Heard {
  facts: FactBody[];
  transcript: Record<string, unknown>[];
  stderr: string[];
  children: PipedChild[];
}

export interface Rig extends Heard {
  directory: string;
  work: string;
  model: ScriptedModel;
  session: Session;
  /** Another session in the same place. */
  again(change: Partial<SessionOrder>): Session;
  ended: Promise<SessionEnd>;
  close(): Promise<void>;
}

export const processProbe: SandboxProbe = {
  level: "process",
  detail: "",
  tools: { bwrap: null, setpriv: probe.tools.setpriv, prlimit: null, system: [] },
};

export const bestLevel: "bubblewrap" | "process" = probe.level === "bubblewrap" ? "bubblewrap" : "process";
export const builtInTools = ["Read", "Grep", "Glob"];

export async function openRig(rig: RigOrder = {}): Promise<Rig> {
  const level = rig.level ?? bestLevel;
  const directory = layOut(rig.files ?? {});
  const socket = level === "bubblewrap" ? join(directory, "gw.sock") : undefined;
  const model = await openScriptedModel(rig.turns ?? [{ say: "Done." }], socket);
  const heard: Heard = { facts: [], transcript: [], stderr: [], children: [] };
  const order = orderOf({ rig, level, directory, model });
  const sessions: Session[] = [];
  const again = (change: Partial<SessionOrder>) => {
    if (!rig.program) countSession();
    const session = openSession(listen(rig, heard), { ...order, ...change });
    sessions.push(session);
    return session;
  };
  const session = again({});
  return {
    ...heard,
    directory,
    work: join(directory, "work"),
    model,
    session,
    again,
    ended: session.ended,
    close: () => tidy({ sessions, model, directory }),
  };
}

function listen(rig: RigOrder, heard: Heard): SessionDeps {
  return {
    clock: rig.clock ?? systemClock,
    spawn: (order) => {
      const child = spawnPiped(order);
      heard.children.push(child);
      return child;
    },
    endGroup,
    record: rig.record ?? (async (fact) => void heard.facts.push(fact)),
    transcript: (line) => heard.transcript.push(line as Record<string, unknown>),
    stderr: (line) => heard.stderr.push(line),
    began: () => undefined,
    said: {
      started: () => undefined,
      heard: async () => undefined,
      ending: async () => undefined,
      ...rig.said,
    },
    verdict: () => rig.verdict ?? null,
  };
}

export function layOut(files: Record<string, string>): string {
  const directory = mkdtempSync(join(tmpdir(), "gh-session-"));
  for (const name of ["work", "home", "config", "tmp", "attachments"]) mkdirSync(join(directory, name));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(directory, "work", name, ".."), { recursive: true });
    writeFileSync(join(directory, "work", name), content);
  }
  return directory;
}

interface Place {
  rig: RigOrder;
  level: "bubblewrap" | "process";
  directory: string;
  model: ScriptedModel;
}

function orderOf({ rig, level, directory, model }: Place): SessionOrder {
  const containment = contain(level === "bubblewrap" ? probe : processProbe, {
    commissionDir: directory,
    workDir: join(directory, "work"),
    homeDir: join(directory, "home"),
    configDir: join(directory, "config"),
    tmpDir: join(directory, "tmp"),
    attachmentsDir: join(directory, "attachments"),
    claudePath: getClaude(),
    gatewaySocket: model.socket,
    readOnlyWork: rig.readOnlyWork ?? false,
    readOnly: [],
    shown: [],
    bounds: { processes: null, fileBytes: null },
  });
  const { socket } = containment.inside;
  const gatewayEnv = {
    ANTHROPIC_API_KEY: "stand-in",
    ...(socket === null
      ? { ANTHROPIC_BASE_URL: model.url }
      : { ANTHROPIC_BASE_URL: "http://gateway.invalid", ANTHROPIC_UNIX_SOCKET: socket }),
    ...rig.gatewayEnv,
  };
  const { program } = rig;
  return {
    prompt: "Say that you are done.",
    promptId: null,
    systemPrompt: "You are thorough.",
    model: null,
    builtInTools,
    toolboxes: rig.toolboxes ?? [],
    commissionId: "c-1",
    maxTurns: 10,
    turnsTaken: 0,
    cwd: join(directory, "work"),
    env: childEnvironment({
      inside: containment.inside,
      gatewayEnv,
      path: process.env["PATH"] ?? "/usr/bin:/bin",
      level,
      binaries: [],
    }),
    sandbox: level,
    permissionMode: containment.permissionMode,
    command: (args) =>
      program ? { file: program.file, args: [...program.args] } : containment.command(args),
    claudePath: getClaude(),
    resume: null,
    standIns: [],
    readable: [],
    fileToolWords: null,
    ...rig.order,
  };
}

export function getClaude(): string {
  const claude = findClaude({ platform: process.platform, arch: process.arch });
  if (claude === undefined) throw new Error("The claude binary is not installed; run npm ci.");
  return claude;
}

interface Leftovers {
  sessions: readonly Session[];
  model: ScriptedModel;
  directory: string;
}

async function tidy({ sessions, model, directory }: Leftovers): Promise<void> {
  for (const session of sessions) await session.stop();
  await model.close();
  rmSync(directory, { recursive: true, force: true });
}
