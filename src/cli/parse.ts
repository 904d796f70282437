// From the words a person typed to a command and its input, by the command table alone.
import { parseArgs } from "node:util";
import { refuse, type Refusal } from "../contract/problem.ts";
import type { Command, CommandInput, Option } from "./command.ts";
import { suggest } from "../rules/suggest.ts";

export type Table = Readonly<Record<string, Command>>;

export interface Asked {
  name: string;
  command: Command;
}

export type Parsed =
  | { ask: "help"; name?: string }
  | { ask: "version" }
  | { ask: "run"; name: string; command: Command; input: CommandInput };

export function parseCommandLine(table: Table, args: readonly string[]): Parsed | Refusal {
  const [name, ...rest] = args;
  if (name === undefined) return { ask: "help" };
  if (name === "--help" || name === "-h") return { ask: "help" };
  if (name === "--version" || name === "-V") return { ask: "version" };
  if (name === "help") return askedHelp(table, rest[0]);
  const command = Object.hasOwn(table, name) ? table[name] : undefined;
  if (!command) return unknownCommand(table, name);
  if (asksForHelp(rest)) return { ask: "help", name };
  const input = parseInput({ name, command }, rest);
  return "ok" in input ? input : { ask: "run", name, command, input };
}

function askedHelp(table: Table, name: string | undefined): Parsed | Refusal {
  if (name === undefined) return { ask: "help" };
  return Object.hasOwn(table, name) ? { ask: "help", name } : unknownCommand(table, name);
}

function asksForHelp(rest: readonly string[]): boolean {
  const end = rest.indexOf("--");
  return (end < 0 ? rest : rest.slice(0, end)).some((word) => word === "--help" || word === "-h");
}

function unknownCommand(table: Table, name: string): Refusal {
  const near = suggest(name, Object.keys(table));
  const meant = near === undefined ? "" : ` Did you mean "${near}"?`;
  const what = name.startsWith("-") ? `no option "${name}" before a command` : `no command "${name}"`;
  return refuse("usage", `There is ${what}.${meant}`, "guild-hall --help lists the commands.");
}

type Token = NonNullable<ReturnType<typeof parseArgs>["tokens"]>[number];
type OptionToken = Extract<Token, { kind: "option" }>;

function parseInput(asked: Asked, rest: readonly string[]): CommandInput | Refusal {
  const { name, command } = asked;
  const parsed = parseArgs({
    args: [...rest],
    options: Object.fromEntries(Object.entries(command.options).map(([key, option]) => [key, bare(option)])),
    strict: false, // our own messages say more than the errors would
    allowPositionals: true,
    tokens: true,
  });
  for (const token of parsed.tokens) {
    const problem = token.kind === "option" ? optionProblem(asked, token) : undefined;
    if (problem) return usage(problem, name);
  }
  const problem = parameterProblem(command, parsed.positionals);
  if (problem) return usage(problem, name);
  return { parameters: parsed.positionals, options: parsed.values as CommandInput["options"] };
}

function bare(option: Option): { type: Option["type"]; short?: string; multiple?: boolean } {
  return {
    type: option.type,
    ...(option.short === undefined ? {} : { short: option.short }),
    ...(option.multiple === undefined ? {} : { multiple: option.multiple }),
  };
}

function optionProblem(asked: Asked, token: OptionToken): string | undefined {
  const { options } = asked.command;
  const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
  if (!option) return unknownOption(asked, token.rawName);
  if (option.type === "boolean")
    return token.value === undefined ? undefined : `${token.rawName} takes no value.`;
  if (token.value === undefined || token.value === "") return `${token.rawName} needs a value.`;
  if (!token.inlineValue && /^-./.test(token.value))
    return `${token.rawName} needs a value. If it begins with a dash, write ${token.rawName}=${token.value}`;
  return valueProblem({ what: token.rawName, value: token.value }, option.values);
}

function unknownOption({ name, command }: Asked, raw: string): string {
  const near = suggest(raw, [...Object.keys(command.options).map((key) => `--${key}`), "--help"]);
  return `"${name}" has no option ${raw}.${near === undefined ? "" : ` Did you mean ${near}?`}`;
}

function valueProblem(
  given: { what: string; value: string },
  values?: readonly string[],
): string | undefined {
  const { what, value } = given;
  if (values === undefined || values.includes(value)) return undefined;
  const near = suggest(value, values);
  const meant = near === undefined ? "" : ` Did you mean "${near}"?`;
  return `${what} cannot be "${value}".${meant} It is one of: ${values.join(", ")}.`;
}

function parameterProblem(command: Command, given: readonly string[]): string | undefined {
  const missing = command.parameters[given.length];
  if (missing) return `<${missing.name}> is missing.`;
  const extra = given[command.parameters.length];
  if (extra !== undefined)
    return `"${extra}" is one word too many. Put quotes around a text that has spaces in it.`;
  return command.parameters
    .map((parameter, at) =>
      valueProblem({ what: `<${parameter.name}>`, value: given[at] ?? "" }, parameter.values),
    )
    .find((problem) => problem !== undefined);
}

function usage(message: string, name: string): Refusal {
  return refuse("usage", message, `guild-hall ${name} --help shows how it is used.`);
}
