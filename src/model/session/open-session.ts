// One session of an agent, from its start to its end. The only room that knows the Claude Agent SDK.
import type { SandboxLevel } from "../../contract/commission/commission.ts";
import type { FactBody, GatewayVerdict, SessionEnd } from "../../contract/commission/facts.ts";
import type { ChildExit, ChildOrder, EndGroup, PipedChild } from "../../host/processes/children.ts";
import type { Clock } from "../../host/clock.ts";
import type { Toolbox, ToolDefinition } from "../../contract/kit/index.ts";
import { createRun, followToEnd, stopRun } from "./run.ts";

export interface SessionOrder {
  prompt: string;
  systemPrompt: string;
  /** null: the one that `claude` chooses. */
  model: string | null;
  /** Exactly these built-in tools exist. */
  builtInTools: readonly string[];
  toolboxes: readonly Toolbox[];
  /** Tools that are carried out here and that the model knows by a built-in's name, which then does not exist. */
  standIns: readonly ToolDefinition[];
  commissionId: string;
  /** Of the whole commission, of which earlier sessions have taken some. */
  maxTurns: number;
  turnsTaken: number;
  /** Where the command is started: the work directory as this machine sees it, also when a sandbox shows it elsewhere. */
  cwd: string;
  /** The whole environment. */
  env: Record<string, string>;
  sandbox: SandboxLevel;
  permissionMode: "bypassPermissions" | "dontAsk";
  command(args: readonly string[]): Pick<ChildOrder, "file" | "args" | "handed">;
  claudePath: string;
  /** A session id to go on from, or null. */
  resume: string | null;
}

export interface SessionDeps {
  clock: Clock;
  spawn(order: ChildOrder): PipedChild;
  endGroup(child: PipedChild, how: EndGroup): Promise<ChildExit>;
  /** Durable when it resolves. */
  record(fact: FactBody): Promise<void>;
  /** Every message of `claude` as it came. */
  transcript(line: unknown): void;
  stderr(line: string): void;
  /** What the gateway knows about the end; it outranks what `claude` says. */
  verdict(): GatewayVerdict | null;
}

export interface Session {
  /** Rejects only when a fact could not be recorded; the process is gone in either case. */
  readonly ended: Promise<SessionEnd>;
  /** Interrupts, then closes, then kills. Resolves when the process and its descendants are gone. */
  stop(): Promise<void>;
}

export function openSession(deps: SessionDeps, order: SessionOrder): Session {
  const run = createRun(deps, order);
  const ended = followToEnd(run);
  return { ended, stop: () => stopRun(run, ended) };
}
