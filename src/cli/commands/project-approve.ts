// guild-hall project approve <name> <tree>
import { refuse } from "../../contract/api/problem.ts";
import { oid } from "../../contract/project/tree.ts";
import type { Cli } from "../cli.ts";
import { flag, parameter, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { typedProject } from "../read/project-name.ts";
import { approvalLines } from "../render/commission/approval.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = typedProject(input);
  if (!typed.ok) return typed;
  const tree = oid.safeParse(parameter(input, 1));
  if (!tree.success) return refuse("usage", notATree);
  const { client } = await getHall(cli);
  const order = { tree: tree.data };
  const shown = flag(input, "yes")
    ? await client.projects.approveSetUp(typed.name, order)
    : await client.projects.setUp(typed.name, order);
  if (flag(input, "json")) printJson(cli, shown);
  else printLines(cli, approvalLines(shown, { ...pageStyle(cli), isDone: flag(input, "yes") }));
  return 0;
}

const notATree = 'Give the whole name of the tree, as "guild-hall needs" shows it.';
