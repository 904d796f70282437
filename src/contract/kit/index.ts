// Public types for authors of workers and toolboxes. The file exports only types: the hall passes in everything else at
// run time.
import type { z } from "zod";
import type { WorkContext } from "../package/system-toolboxes.ts";

export interface ToolCall {
  /**
   * Stays the same if the call is repeated, even after the session was resumed. Use it to make sure that an effect
   * happens only once.
   */
  callKey: string;
  signal: AbortSignal;
}

export interface ToolAnswer {
  text: string;
  /** If true, the model is told that the call failed, with `text` as the reason. */
  isError?: boolean;
}

export interface ToolDefinition<Shape extends z.ZodRawShape = z.ZodRawShape> {
  name: string;
  description: string;
  input: Shape;
  /** True if the tool changes nothing: calls of such tools may run in parallel. */
  readOnly?: boolean;
  /** Set to "outward" when a call acts on the world beyond the commission. */
  effect?: "outward";
  handle(input: z.infer<z.ZodObject<Shape>>, call: ToolCall): Promise<ToolAnswer>;
}

/** A command that a person configured under `checks:` of config.yaml, or as an acceptance check of this commission. */
export interface Check {
  name: string;
  command: string;
  timeoutSeconds: number;
}

export interface CheckRun {
  /** `null` if the check was killed: by its time limit, or because the session is over. */
  exitCode: number | null;
  timedOut: boolean;
  /** The output of the check; if it was long, only its end. */
  output: string;
  /** Whether the beginning of the output is missing. */
  cut: boolean;
  ms: number;
}

export interface RepositoryText {
  text: string;
  /** Whether the end of the text is missing. */
  cut: boolean;
}

/**
 * Read access to the commission's own worktree of a project and to its history. A revision is a branch, a tag
 * or a commit, such as `HEAD~2`; a path is relative to the work directory. A method throws an error with a
 * readable message if the request is refused or git does not know the revision.
 */
export interface Repository {
  /** Lists the files that differ from the last commit, one line per file. */
  status(signal: AbortSignal): Promise<RepositoryText>;
  /** Lists the commits reachable from `to` (default HEAD) and not from `from`, newest first. */
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
   * Returns the changes from `from` (default: the commit at which the commission began) to `to` (default: the files as
   * they are now). New files are named first.
   */
  diff(
    asked: {
      from?: string | undefined;
      to?: string | undefined;
      paths?: readonly string[] | undefined;
      /** If true, returns only the names of the changed files, and how many lines changed in each. */
      summary?: boolean | undefined;
    },
    signal: AbortSignal,
  ): Promise<RepositoryText>;
  /** Returns a commit with its changes; with `path`, that file or directory as it was at the commit. */
  show(asked: { revision: string; path?: string | undefined }, signal: AbortSignal): Promise<RepositoryText>;
}

/** Passed by the hall to a toolbox when it loads the toolbox. */
export interface ToolboxContext {
  z: typeof z;
  /** Returns the definition unchanged. It only gives the handler's input its type. */
  tool<Shape extends z.ZodRawShape>(definition: ToolDefinition<Shape>): ToolDefinition;
  /** The person's settings for this toolbox, under `toolboxes:` of config.yaml. They are not validated: parse them. */
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

/** The function that a toolbox package exports as `tools`. */
export type Tools = (
  context: ToolboxContext,
) => readonly ToolDefinition[] | Promise<readonly ToolDefinition[]>;

/** A named group of tools. The model sees each tool as `mcp__<name>__<tool>`. */
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
  /** How long the worker may be at work; `null` or absent: no limit. */
  maxSeconds?: number | null | undefined;
}

export interface ActivationContext {
  /**
   * The kind of work that the worker is started for. The tools and the guidance depend on it. Later releases may know
   * more kinds, so treat one that you do not know like any other.
   */
  context: WorkContext;
  identity: WorkerIdentity;
  /** The text of the package's posture file, which says how the worker is to work. */
  posture: string;
  /** The tools that the worker may have. An activation may give some of them up, but can never add any. */
  tools: { builtIn: readonly string[]; toolboxes: readonly { name: string; tools: readonly string[] }[] };
  limits: WorkerLimits;
  /** `null` if the commission belongs to no project. */
  project: { name: string } | null;
  /**
   * The text with the worker's memory entries, as many as fit, quoted by the hall; empty if there are none. Put it at
   * the end of the prompt.
   */
  memory: string;
  /** The hall's instructions on how to use the hall's own tools. Put them into the prompt. */
  guidance: string;
}

export interface Activation {
  systemPrompt: string;
  /**
   * The tools to keep, by the names that the model sees, such as `Read` or `mcp__base__record_decision`. Omitted: all
   * of them.
   */
  tools?: readonly string[];
  limits?: Partial<WorkerLimits>;
}

export type Activate = (context: ActivationContext) => Activation | Promise<Activation>;
