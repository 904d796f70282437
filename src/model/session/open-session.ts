// Runs one session of an agent, from its start to its end. Only the files in this directory know the Claude Agent SDK.
import type { SandboxLevel } from "../../contract/commission/commission.ts";
import type { CourseFact } from "../../contract/course/course-facts.ts";
import type { GatewayVerdict, SessionEnd } from "../../contract/course/session-end.ts";
import type { ChildExit, ChildOrder, EndGroup, PipedChild } from "../../host/processes/children.ts";
import type { Clock } from "../../host/clock.ts";
import type { Toolbox, ToolDefinition } from "../../contract/kit/index.ts";
import type { FileToolWords } from "./file-tool-words.ts";
import { endOfResult } from "./ending.ts";
import { createRun, followToEnd, stopRun } from "./run.ts";
import type { SaidMessage } from "./said-messages.ts";

export type { SaidMessage } from "./said-messages.ts";

export interface SessionOrder {
  prompt: string;
  /** The id of the prompt, if the caller wants to be told when it is heard; else `null`. */
  promptId: string | null;
  systemPrompt: string;
  /** `null` if `claude` chooses the model. */
  model: string | null;
  /** Exactly these built-in tools exist. */
  builtInTools: readonly string[];
  toolboxes: readonly Toolbox[];
  /** Tools that run in this process under the name of a built-in tool, which they replace. */
  standIns: readonly ToolDefinition[];
  /** Directories outside the work directory that the file tools may read. Only outside a sandbox is this needed. */
  readable: readonly string[];
  /** Adds words to the conversation when a file tool names a path; `null` if there are none to add. */
  fileToolWords: FileToolWords | null;
  commissionId: string;
  /** The limit for the whole commission, of which earlier sessions may have taken `turnsTaken`. */
  maxTurns: number;
  turnsTaken: number;
  /**
   * The directory in which the command starts: the work directory as this machine sees it, even if a sandbox shows it
   * at another path.
   */
  cwd: string;
  /** The whole environment: nothing is inherited. */
  env: Record<string, string>;
  sandbox: SandboxLevel;
  permissionMode: "bypassPermissions" | "dontAsk";
  command(args: readonly string[]): Pick<ChildOrder, "file" | "args" | "handed">;
  claudePath: string;
  /** The session id to resume. `null` for a new session. */
  resume: string | null;
}

export interface SessionDeps {
  clock: Clock;
  spawn(order: ChildOrder): PipedChild;
  endGroup(child: PipedChild, how: EndGroup): Promise<ChildExit>;
  /** Records a fact, which is durable when this resolves. */
  record(fact: CourseFact): Promise<void>;
  /** Receives every message of `claude` unchanged. */
  transcript(line: unknown): void;
  stderr(line: string): void;
  /** Receives the first request to `claude`, as JSON, if another session could begin with the same. */
  began(request: string): void;
  /** Follows the messages that have an id. */
  said: SaidListener;
  /** Returns why the gateway ended the session; `null` if it did not. This outranks what `claude` says. */
  verdict(): GatewayVerdict | null;
}

export interface SaidListener {
  /** The next request to the model has the message. */
  started(uuid: string): void;
  /** The model has answered a request that has the message. What is recorded is durable when this resolves. */
  heard(uuid: string): Promise<void>;
  /** The session has its result and ends, unless something is said before this resolves. */
  ending(): Promise<void>;
}

export interface Session {
  /**
   * Says something to the session. While it answers, that is in its next request to the model; with its result there, a
   * further answer follows. Returns false if the session takes no more messages.
   */
  say(message: SaidMessage): boolean;
  /**
   * Returns the end that the session would have had without the words that were said at its result, as long as the model
   * has answered none of them; else `null`.
   */
  standing(): SessionEnd | null;
  /** Rejects only if a fact could not be recorded; the process has ended in either case. */
  readonly ended: Promise<SessionEnd>;
  /**
   * Interrupts `claude`, then closes its input, then kills it. Resolves when the process and its descendants have
   * ended.
   */
  stop(): Promise<void>;
}

export function openSession(deps: SessionDeps, order: SessionOrder): Session {
  const run = createRun(deps, order);
  const ended = followToEnd(run);
  return {
    ended,
    say: run.said.say,
    standing: () =>
      run.standing && endOfResult(run.standing, { started: run.started, maxTurns: order.maxTurns }),
    stop: () => stopRun(run, ended),
  };
}
