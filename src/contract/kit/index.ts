// Public shapes for people who write workers and toolboxes. Types only: everything else is handed in at run time.
import type { z } from "zod";

export interface ToolCall {
  /** The same for every try of the same call, also after a resume: use it to make an effect happen once. */
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
  /** null: it was ended, by its time limit or because the session is over. */
  exitCode: number | null;
  timedOut: boolean;
  /** What it printed, its end where it is long. */
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
 * The commission's own worktree of a project and the history behind it, to look at. A revision is a branch, a tag or the
 * name of a commit, such as `HEAD~2`; a path is one below the work directory. What is refused, or what git does not
 * know, is thrown with a sentence.
 */
export interface Repository {
  /** What differs from the last commit, a line for each file. */
  status(signal: AbortSignal): Promise<RepositoryText>;
  /** The commits that lead to `to` (HEAD) and not to `from`, the newest first. */
  log(
    asked: {
      from?: string | undefined;
      to?: string | undefined;
      paths?: readonly string[] | undefined;
      count?: number | undefined;
    },
    signal: AbortSignal,
  ): Promise<RepositoryText>;
  /** From where the commission began, or `from`, to the files as they are now, or `to`. New files are named first. */
  diff(
    asked: {
      from?: string | undefined;
      to?: string | undefined;
      paths?: readonly string[] | undefined;
      /** Only which files, and how much. */
      summary?: boolean | undefined;
    },
    signal: AbortSignal,
  ): Promise<RepositoryText>;
  /** A commit with what it changed; with a path that file, or directory, as it was then. */
  show(asked: { revision: string; path?: string | undefined }, signal: AbortSignal): Promise<RepositoryText>;
}

/** What a toolbox is handed when it is loaded. */
export interface ToolboxContext {
  z: typeof z;
  /** Gives a definition back as it is, with its handler's input typed. */
  tool<Shape extends z.ZodRawShape>(definition: ToolDefinition<Shape>): ToolDefinition;
  /** What a person set for this toolbox, under `toolboxes:` of config.yaml. From outside: parse it. */
  settings: Readonly<Record<string, unknown>>;
  checks: {
    list(): readonly Check[];
    /** Runs one in the worker's sandbox. Throws where there is no check of this name. */
    run(name: string, signal: AbortSignal): Promise<CheckRun>;
  };
  /** null: the commission has no worktree of a project. */
  repository: Repository | null;
  commission: { id: string; worker: string; project: string | null; rehearsed: boolean };
}

/** What a toolbox package exports as `tools`. */
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
  /** How long it may be at work; null, or absent: without end. */
  maxSeconds?: number | null | undefined;
}

export interface ActivationContext {
  identity: WorkerIdentity;
  /** The text of the package's posture file. */
  posture: string;
  /** What the hall resolved. An activation may give up some of it, never add to it. */
  tools: { builtIn: readonly string[]; toolboxes: readonly { name: string; tools: readonly string[] }[] };
  limits: WorkerLimits;
  /** null: the commission belongs to no project. */
  project: { name: string } | null;
  /** What is remembered and fits, as the hall quotes it; empty where there is nothing. Belongs at the end of the prompt. */
  memory: string;
  /** How the worker is to use the hall's own tools; the hall's text, to be placed in the prompt. */
  guidance: string;
}

export interface Activation {
  systemPrompt: string;
  /** Names as on the wire, for example `Read` or `mcp__base__record_decision`. Omitted: all that was resolved. */
  tools?: readonly string[];
  limits?: Partial<WorkerLimits>;
}

export type Activate = (context: ActivationContext) => Activation | Promise<Activation>;
