// Turns what a person typed after `guild-hall commission` into the request sent to the hall.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { NewCommission } from "../../client/client.ts";
import { ClientProblem } from "../../client/problem.ts";
import { commissionRequest } from "../../contract/commission/commission.ts";
import { landMode } from "../../contract/project/land-settings.ts";
import { refuse, type Problem, type Refusal } from "../../contract/api/problem.ts";
import type { Cli } from "../cli.ts";
import { flag, parameter, text, texts, type CommandInput } from "../table/command.ts";
import { isMinutes, noMinutes, readBounds } from "./read-bounds.ts";
import { readMemberConfig } from "./read-member-config.ts";

export async function readCommission(cli: Cli, input: CommandInput): Promise<NewCommission | Refusal> {
  const config = readBounds(input);
  if ("ok" in config) return config;
  const member = await readMemberConfig(cli, input);
  if (!member.ok) return member;
  const checks = readChecks(input);
  if ("ok" in checks) return checks;
  const script = await readScript(cli, text(input, "rehearsal"));
  if (typeof script === "object") return script;
  const title = text(input, "title");
  const project = text(input, "project");
  const labels = texts(input, "label");
  const land = text(input, "land");
  return checked({
    worker: parameter(input, 0),
    task: await readTyped(cli, { typed: parameter(input, 1), what: "task" }),
    ...(title === undefined ? {} : { title }),
    ...(project === undefined ? {} : { project }),
    ...(labels.length === 0 ? {} : { labels: [...labels] }),
    ...checks,
    ...(land === undefined ? {} : { land: landMode.parse(land) }),
    ...(flag(input, "keep-worktree") ? { keepWorktree: true } : {}),
    ...(flag(input, "on-red") ? { onRed: true } : {}),
    ...(script === undefined ? {} : { rehearsal: script }),
    ...(Object.keys(config).length === 0 ? {} : { config }),
    ...member.given,
  });
}

function readChecks(input: CommandInput): Pick<NewCommission, "checks"> | Refusal {
  const checks = texts(input, "check");
  const minutes = text(input, "check-minutes");
  if (minutes !== undefined && !isMinutes(minutes)) return noMinutes("--check-minutes", minutes);
  if (minutes !== undefined && checks.length === 0)
    return refuse("usage", "--check-minutes limits the checks that --check gives, and there is no --check.");
  const within = minutes === undefined ? {} : { timeoutSeconds: Math.round(Number(minutes) * 60) };
  return checks.length === 0 ? {} : { checks: checks.map((command) => ({ command, ...within })) };
}

export async function readScript(cli: Cli, file: string | undefined): Promise<string | undefined | Refusal> {
  if (file === undefined) return undefined;
  try {
    return await readFile(resolve(cli.console.directory, file), "utf8");
  } catch (error) {
    return refuse("usage", `The rehearsal cannot be read: ${error instanceof Error ? error.message : file}.`);
  }
}

/** Returns the text that was typed, or standard input if that is a dash. */
export async function readTyped(
  { console, errPaint }: Cli,
  { typed, what }: { typed: string; what: string },
): Promise<string> {
  if (typed !== "-") return typed;
  if (console.stdinIsTty)
    console.err(`${errPaint.dim(`Type the ${what}; Ctrl-D on a line of its own ends it.`)}\n`);
  return console.readStdin();
}

/**
 * The option or parameter with which a person typed each part of a request. The hall names the part by its path in the
 * JSON.
 */
const typedAs: Readonly<Record<string, string>> = {
  worker: "<worker>",
  task: "<task>",
  title: "--title",
  project: "--project",
  labels: "--label",
  checks: "--check",
  command: "--check",
  land: "--land",
  rehearsal: "--rehearsal",
  maxTurns: "--max-turns",
  maxBudgetUsd: "--max-usd",
  maxSeconds: "--max-minutes",
  model: "--model",
  memberConfig: "--config",
  tools: "--tool",
};

function checked(commission: NewCommission): NewCommission | Refusal {
  const [issue] = commissionRequest.safeParse(commission).error?.issues ?? [];
  if (!issue) return commission;
  const part = String(issue.path.findLast((step) => typeof step === "string"));
  return refuse("usage", `${typedAs[part] ?? part}: ${issue.message}.`);
}

/** Rethrows a refusal of the hall with the options that the person typed, in place of the paths in the JSON. */
export function inTypedWords(error: unknown): never {
  if (!(error instanceof ClientProblem)) throw error;
  const { message, ...rest }: Problem = error.problem;
  const typed = message.replace(/\bconfig\.(\w+)/g, (place, part: string) => typedAs[part] ?? place);
  throw new ClientProblem({ ...rest, message: typed });
}
