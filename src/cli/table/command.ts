// A command is one entry of the table and one function that carries it out, in the file of its noun under `commands/`.
import type { Refusal } from "../../contract/api/problem.ts";
import type { Cli } from "../cli.ts";

export interface Parameter {
  name: string;
  /** Offered by completion. Other values are refused, unless `accepts` allows them. */
  values?: readonly string[];
  /** Accepts words that contain a name of the person's own; the command checks them further. */
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
  /** Names that people type for this option and that are too different to be guessed. */
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
  /** Imports the file of its noun, so that a command line loads the code of no other noun. */
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
