// Public types for authors of workers and toolboxes. Types only: the hall passes in everything else at run time.
import type { z } from "zod";

export interface ToolCall {
  /** Stays the same when the call is retried, also after a resume: use it to make an effect happen once. */
  callKey: string;
  signal: AbortSignal;
}

export interface ToolAnswer {
  text: string;
  /** The model is told that the call failed, with `text` as the reason. */
  isError?: boolean;
}

export interface ToolDefinition<Shape extends z.ZodRawShape = z.ZodRawShape> {
  name: string;
  description: string;
  input: Shape;
  /** Calls of read-only tools may run side by side. */
  readOnly?: boolean;
  /** Set to "outward" when a call acts on the world beyond the commission. */
  effect?: "outward";
  handle(input: z.infer<z.ZodObject<Shape>>, call: ToolCall): Promise<ToolAnswer>;
}

/** A command that a person named under `checks:` of config.yaml, or as an acceptance check of this commission. */
export interface Check {
  name: string;
  command: string;
  timeoutSeconds: number;
}

export interface CheckRun {
  /** `null` if the check was killed: by its time limit, or because the session is over. */
  exitCode: number | null;
  timedOut: boolean;
  /** The end of what it printed, if that was long. */
  output: string;
  /** Whether the beginning of the output is missing. */
  cut: boolean;
  ms: number;
}

export interface RepositoryText {
  text: string;
  /** Whether its end is missing. */
  cut: boolean;
}

/**
 * Read access to the commission's own worktree of a project and the history behind it. A revision is a branch, a tag
 * or a commit, such as `HEAD~2`; a path is relative to the work directory. The methods throw an error with a sentence
 * if the request is refused or git does not know the revision.
 */
export interface Repository {
  /** Lists the files that differ from the last commit, one line per file. */
  status(signal: AbortSignal): Promise<RepositoryText>;
  /** The commits reachable from `to` (default HEAD) and not from `from`, newest first. */
  log(
    asked: {
      from?: string | undefined;
      to?: string | undefined;
      paths?: readonly string[] | undefined;
      count?: number | undefined;
    },
    signal: AbortSignal,
  ): Promise<RepositoryText>;
  /**
   * The changes from `from` (default: where the commission began) to `to` (default: the files as they are now). New
   * files are named first.
   */
  diff(
    asked: {
      from?: string | undefined;
      to?: string | undefined;
      paths?: readonly string[] | undefined;
      /** Only the changed files, and how many lines changed in each. */
      summary?: boolean | undefined;
    },
    signal: AbortSignal,
  ): Promise<RepositoryText>;
  /** A commit with its changes; with `path`, that file or directory as it was at the commit. */
  show(asked: { revision: string; path?: string | undefined }, signal: AbortSignal): Promise<RepositoryText>;
}

/** The hall passes this to a toolbox when it loads it. */
export interface ToolboxContext {
  z: typeof z;
  /** Returns the definition unchanged, with its handler's input typed. */
  tool<Shape extends z.ZodRawShape>(definition: ToolDefinition<Shape>): ToolDefinition;
  /** A person's settings for this toolbox under `toolboxes:` of config.yaml. Untrusted input: parse it. */
  settings: Readonly<Record<string, unknown>>;
  checks: {
    list(): readonly Check[];
    /** Runs one check in the worker's sandbox. Throws if no check has this name. */
    run(name: string, signal: AbortSignal): Promise<CheckRun>;
  };
  /** `null` if the commission has no worktree of a project. */
  repository: Repository | null;
  commission: { id: string; worker: string; project: string | null; rehearsed: boolean };
}

/** A toolbox package exports such a function as `tools`. */
export type Tools = (
  context: ToolboxContext,
) => readonly ToolDefinition[] | Promise<readonly ToolDefinition[]>;

/** A named group of tools. On the wire its tools are `mcp__<name>__<tool>`. */
export interface Toolbox {
  name: string;
  tools: ToolDefinition[];
}

export interface WorkerIdentity {
  name: string;
  title: string;
  description: string;
}

export interface WorkerLimits {
  maxTurns: number;
  maxBudgetUsd: number;
  /** How long it may be at work; `null` or absent: no limit. */
  maxSeconds?: number | null | undefined;
}

export interface ActivationContext {
  identity: WorkerIdentity;
  /** The text of the package's posture file. */
  posture: string;
  /** The tools that the hall resolved. An activation may give some of them up, but never add any. */
  tools: { builtIn: readonly string[]; toolboxes: readonly { name: string; tools: readonly string[] }[] };
  limits: WorkerLimits;
  /** `null` if the commission belongs to no project. */
  project: { name: string } | null;
  /** The memory entries that fit, quoted by the hall; empty if there are none. Belongs at the end of the prompt. */
  memory: string;
  /** The hall's own text on how the worker is to use the hall's tools. Put it into the prompt. */
  guidance: string;
}

export interface Activation {
  systemPrompt: string;
  /** Names as on the wire, such as `Read` or `mcp__base__record_decision`. Omitted: all resolved tools. */
  tools?: readonly string[];
  limits?: Partial<WorkerLimits>;
}

export type Activate = (context: ActivationContext) => Activation | Promise<Activation>;
