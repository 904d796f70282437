// From what a person typed after `guild-hall commission` to the request the hall is sent.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { NewCommission } from "../client/client.ts";
import { ClientProblem } from "../client/problem.ts";
import { commissionConfig, commissionRequest } from "../contract/commission.ts";
import { refuse, type Problem, type Refusal } from "../contract/problem.ts";
import type { Cli } from "./cli.ts";
import { flag, parameter, text, texts, type CommandInput } from "./command.ts";

const mostTurns = commissionConfig.shape.maxTurns.unwrap().maxValue ?? Number.POSITIVE_INFINITY;
const mostUsd = commissionConfig.shape.maxBudgetUsd.unwrap().maxValue ?? Number.POSITIVE_INFINITY;
const mostMinutes = (commissionConfig.shape.maxSeconds.unwrap().maxValue ?? Number.POSITIVE_INFINITY) / 60;

export async function readCommission(cli: Cli, input: CommandInput): Promise<NewCommission | Refusal> {
  const limits = readLimits(input);
  if ("ok" in limits) return limits;
  const script = await readScript(cli, text(input, "rehearsal"));
  if (typeof script === "object") return script;
  const title = text(input, "title");
  const project = text(input, "project");
  const labels = texts(input, "label");
  const checks = texts(input, "check");
  return checked({
    worker: parameter(input, 0),
    task: await readTyped(cli, { typed: parameter(input, 1), what: "task" }),
    ...(title === undefined ? {} : { title }),
    ...(project === undefined ? {} : { project }),
    ...(labels.length === 0 ? {} : { labels: [...labels] }),
    ...(checks.length === 0 ? {} : { checks: checks.map((command) => ({ command })) }),
    ...(flag(input, "keep-worktree") ? { keepWorktree: true } : {}),
    ...(script === undefined ? {} : { rehearsal: script }),
    ...(Object.keys(limits).length === 0 ? {} : { config: limits }),
  });
}

type TypedLimits = { maxTurns?: number; maxBudgetUsd?: number; maxSeconds?: number };

function readLimits(input: CommandInput): TypedLimits | Refusal {
  const turns = text(input, "max-turns");
  const usd = text(input, "max-usd");
  const minutes = text(input, "max-minutes");
  if (turns !== undefined && !(/^[1-9][0-9]*$/.test(turns) && Number(turns) <= mostTurns))
    return refuse("usage", `--max-turns is "${turns}" and must be a whole number from 1 to ${mostTurns}.`);
  if (usd !== undefined && !(/^[0-9]*\.?[0-9]+$/.test(usd) && Number(usd) > 0 && Number(usd) <= mostUsd))
    return refuse(
      "usage",
      `--max-usd is "${usd}" and must be dollars above 0 and at most ${mostUsd}, such as 2.50.`,
    );
  if (minutes !== undefined && !isMinutes(minutes))
    return refuse(
      "usage",
      `--max-minutes is "${minutes}" and must be minutes of at least a second and at most ${mostMinutes}, such as 30 or 0.5.`,
    );
  return {
    ...(turns === undefined ? {} : { maxTurns: Number(turns) }),
    ...(usd === undefined ? {} : { maxBudgetUsd: Number(usd) }),
    ...(minutes === undefined ? {} : { maxSeconds: Math.round(Number(minutes) * 60) }),
  };
}

function isMinutes(typed: string): boolean {
  const seconds = /^[0-9]*\.?[0-9]+$/.test(typed) ? Math.round(Number(typed) * 60) : 0;
  return seconds >= 1 && seconds <= mostMinutes * 60;
}

export async function readScript(cli: Cli, file: string | undefined): Promise<string | undefined | Refusal> {
  if (file === undefined) return undefined;
  try {
    return await readFile(resolve(cli.console.directory, file), "utf8");
  } catch (error) {
    return refuse("usage", `The rehearsal cannot be read: ${error instanceof Error ? error.message : file}.`);
  }
}

/** A dash stands for what comes on standard input. */
export async function readTyped(
  { console, errPaint }: Cli,
  { typed, what }: { typed: string; what: string },
): Promise<string> {
  if (typed !== "-") return typed;
  if (console.stdinIsTty)
    console.err(`${errPaint.dim(`Type the ${what}; Ctrl-D on a line of its own ends it.`)}\n`);
  return console.readStdin();
}

/** Where each part of a request was typed: the hall would name it by its place in the JSON. */
const typedAs: Readonly<Record<string, string>> = {
  worker: "<worker>",
  task: "<task>",
  title: "--title",
  project: "--project",
  labels: "--label",
  checks: "--check",
  command: "--check",
  rehearsal: "--rehearsal",
  maxTurns: "--max-turns",
  maxBudgetUsd: "--max-usd",
  maxSeconds: "--max-minutes",
};

function checked(commission: NewCommission): NewCommission | Refusal {
  const [issue] = commissionRequest.safeParse(commission).error?.issues ?? [];
  if (!issue) return commission;
  const part = String(issue.path.findLast((step) => typeof step === "string"));
  return refuse("usage", `${typedAs[part] ?? part}: ${issue.message}.`);
}

/** A refusal of the hall names places in the JSON: throws it again with the options a person typed. */
export function inTypedWords(error: unknown): never {
  if (!(error instanceof ClientProblem)) throw error;
  const { message, ...rest }: Problem = error.problem;
  const typed = message.replace(/\bconfig\.(\w+)/g, (place, part: string) => typedAs[part] ?? place);
  throw new ClientProblem({ ...rest, message: typed });
}
