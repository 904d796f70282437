// guild-hall project add [name] <path>
import type { ProjectName } from "../../contract/home/ids.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import { looksLikePath, nameAfter, resolveTyped } from "../../rules/project/checkout-path.ts";
import type { Cli } from "../cli.ts";
import { flag, text, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { typedProject } from "../read/project-name.ts";
import { addedLines } from "../render/hall/projects.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const order = readOrder(cli, input);
  if ("ok" in order) return order;
  const { client } = await getHall(cli);
  const added = await client.projects.add({
    ...order,
    branch: text(input, "branch"),
    integration: text(input, "integration"),
    dryRun: flag(input, "dry-run"),
  });
  if (flag(input, "json")) printJson(cli, added);
  else printLines(cli, addedLines(added, pageStyle(cli)));
  return 0;
}

interface Order {
  name: ProjectName;
  path: string;
}

/** The hall has another working directory, so the path is made whole here. */
function readOrder(cli: Cli, input: CommandInput): Order | Refusal {
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

function namedAfter(path: string): Order | Refusal {
  const name = nameAfter(path);
  if (name !== null) return { name, path };
  return refuse(
    "usage",
    `No name can be made of "${path}".`,
    `Give one: guild-hall project add NAME ${path}`,
  );
}
