// Carries out Bash in the workbench, because a shell that `claude` starts would share its sandbox: the gateway's socket,
// the session's secret and the session's own files. A command gets a sandbox of its own instead.
import { z } from "zod";
import type { ToolAnswer, ToolCall, ToolDefinition } from "../../contract/kit/index.ts";
import { defineTool } from "./define.ts";

export interface ShellOrder {
  command: string;
  timeoutSeconds: number;
  call: ToolCall;
}

export interface ShellRun {
  /** `null` if the command was ended. */
  exitCode: number | null;
  timedOut: boolean;
  /** The end of what it printed. */
  output: string;
  /** True if the beginning of the output is missing. */
  cut: boolean;
}

export interface ShellDeps {
  run(order: ShellOrder): Promise<ShellRun>;
  /** True if commands run on a copy of the work directory. */
  onCopy: boolean;
  /** The names of the hosts that commands may reach; empty means no network. */
  hosts: readonly string[];
}

/** The longest output in one answer. */
export const maxShellCharacters = 16_000;
/** A command is an argument of the shell. The kernel allows an argument 128 KiB, and a character may take four bytes. */
const maxCommandCharacters = 30_000;
const defaultMs = 120_000;
const mostMs = 600_000;

const input = {
  command: z.string().min(1).max(maxCommandCharacters),
  timeout: z.int().min(1).max(mostMs).optional().describe(`Milliseconds; ${defaultMs} if not given`),
  description: z.string().max(1000).optional().describe("What it is for, in a few words"),
};

export function createShellTool(deps: ShellDeps): ToolDefinition {
  return defineTool({
    name: "Bash",
    description: descriptionOf(deps),
    input,
    handle: (asked, call) => handle(deps, asked, call),
  });
}

const mostNamed = 20;

function networkOf(hosts: readonly string[]): string {
  if (hosts.length === 0) return "without a network";
  const more = hosts.length > mostNamed ? ` and ${hosts.length - mostNamed} more` : "";
  return `that reaches by HTTP and TLS, through the proxy in its environment, only ${hosts.slice(0, mostNamed).join(", ")}${more}`;
}

function descriptionOf({ onCopy, hosts }: ShellDeps): string {
  const where = onCopy
    ? "It works on a copy of the work directory, made at your first call: what it changes there changes nothing that you hand in, and your other tools do not see it."
    : "It works in the work directory.";
  return `Runs a command with bash, in a sandbox ${networkOf(hosts)}. ${where} Every call starts in the work directory, without input, and ends with all that it started. HOME and /tmp last for the session; your other tools do not see them. You get the last ${maxShellCharacters} characters of what it prints. To read, find and change files, use the tools for that.`;
}

type Asked = z.infer<z.ZodObject<typeof input>>;

async function handle(
  deps: ShellDeps,
  { command, timeout = defaultMs }: Asked,
  call: ToolCall,
): Promise<ToolAnswer> {
  const timeoutSeconds = timeout / 1000;
  return answerOf(await deps.run({ command, timeoutSeconds, call }), timeoutSeconds);
}

function answerOf(run: ShellRun, timeoutSeconds: number): ToolAnswer {
  const { exitCode, timedOut, output } = run;
  const isShort = output.length <= maxShellCharacters;
  const end = isShort ? output : output.slice(-maxShellCharacters);
  const lines = [
    ...(exitCode === 0 ? [] : [howEnded({ exitCode, timedOut, timeoutSeconds })]),
    ...(run.cut || !isShort ? ["[The beginning of the output was left out.]"] : []),
    end === "" ? "(It printed nothing.)" : end,
  ];
  return { text: lines.join("\n"), isError: exitCode !== 0 };
}

function howEnded(run: Pick<ShellRun, "exitCode" | "timedOut"> & { timeoutSeconds: number }): string {
  if (run.timedOut) return `It was ended after ${run.timeoutSeconds} s, with all that it had started.`;
  return run.exitCode === null ? "It was ended." : `Exit code ${run.exitCode}`;
}
