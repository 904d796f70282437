// Declares a command: an entry of the command table, and a function under `commands/` that carries it out.
import type { Refusal } from "../../contract/api/problem.ts";
import type { Cli } from "../cli.ts";

export interface Parameter {
  name: string;
  /** Offered by completion. Other values are refused, unless `accepts` allows them. */
  values?: readonly string[];
  /** Accepts more values, such as keys with a name that the person chose. The command checks them further. */
  accepts?(word: string): boolean;
  completes?: "files";
  optional?: true;
}

export interface Option {
  type: "boolean" | "string";
  summary: string;
  /** The name of the value in the help. */
  value?: string;
  short?: string;
  multiple?: boolean;
  values?: readonly string[];
  completes?: "files";
  /** Names that people type by mistake and that are too different for the spelling suggestion. */
  insteadOf?: readonly string[];
}

export interface Example {
  line: string;
  says: string;
}

export interface CliCommand {
  summary: string;
  parameters: readonly Parameter[];
  options: Readonly<Record<string, Option>>;
  examples: readonly Example[];
  /** A paragraph for the command's own help. */
  more?: string;
  /** Imports the command's file, so that a command line loads only the code that it needs. */
  load(): Promise<RunCommand>;
}

/** Commands by the words that a person types. */
export type Commands = Readonly<Record<string, CliCommand>>;

export type RunCommand = (cli: Cli, input: CommandInput) => Promise<Done>;

/** An exit code, or an expected "no" that is printed with its message and hint. */
export type Done = number | Refusal;

export interface CommandInput {
  parameters: readonly string[];
  options: Readonly<Record<string, string | boolean | readonly string[]>>;
}

export function flag(input: CommandInput, name: string): boolean {
  return input.options[name] === true;
}

export function text(input: CommandInput, name: string): string | undefined {
  const value = input.options[name];
  return typeof value === "string" ? value : undefined;
}

export function texts(input: CommandInput, name: string): readonly string[] {
  const value = input.options[name];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

export function parameter(input: CommandInput, at: number): string {
  return input.parameters[at] ?? "";
}
