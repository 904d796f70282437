// Reads the checkout and the name that a person typed for a new project.
import type { ProjectName } from "../../contract/home/ids.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import { looksLikePath, nameAfter, resolveTyped } from "../../rules/project/checkout-path.ts";
import type { Cli } from "../cli.ts";
import type { CommandInput } from "../table/command.ts";
import { typedProject } from "./project-name.ts";

export interface CheckoutToAdd {
  name: ProjectName;
  path: string;
}

/** Reads the name and the path. Makes the path absolute, because the hall has another working directory. */
export function readCheckout(cli: Cli, input: CommandInput): CheckoutToAdd | Refusal {
  const [first = "", second] = input.parameters;
  if (second === undefined && !looksLikePath(first)) return refuse("usage", pathMissing(first));
  const path = wholePath(cli, second ?? first);
  if (typeof path !== "string") return path;
  if (second === undefined) return namedAfter(path);
  const typed = typedProject(input);
  return typed.ok ? { name: typed.name, path } : typed;
}

function pathMissing(word: string): string {
  return `<path> is missing. For the directory "${word}" here: guild-hall project add ./${word}`;
}

function wholePath({ console: { directory, env } }: Cli, typed: string): string | Refusal {
  if (typed === "") return refuse("usage", "<path> is empty.");
  const path = resolveTyped(typed, { directory, personHome: env["HOME"] });
  return (
    path ?? refuse("usage", `"${typed}" begins with your home, and HOME is not set. Give the whole path.`)
  );
}

function namedAfter(path: string): CheckoutToAdd | Refusal {
  const name = nameAfter(path);
  if (name !== null) return { name, path };
  return refuse(
    "usage",
    `"${path}" gives no valid name for a project.`,
    `Give a name: guild-hall project add NAME ${path}`,
  );
}
