// guild-hall answer <id> <number> <text>
import { isEndedStatus } from "../../contract/commission/commission.ts";
import { answerRequest } from "../../contract/commission/follow-up.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import type { Cli } from "../cli.ts";
import { flag, parameter, type CommandInput, type Done } from "../table/command.ts";
import { getHall } from "../hall/get-hall.ts";
import { printJson, printLines } from "../print.ts";
import { readTyped } from "../read/read-commission.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const given = await readAnswer(cli, input);
  if ("ok" in given) return given;
  const { client } = await getHall(cli);
  const detail = await client.answer(await client.resolveId(parameter(input, 0)), given);
  if (flag(input, "json")) printJson(cli, detail);
  else {
    const goOn = isEndedStatus(detail.status) ? ` To go on with it: guild-hall redispatch ${detail.id}` : "";
    printLines(cli, [`Question ${given.question} of ${detail.id} is answered.${goOn}`]);
  }
  return 0;
}

async function readAnswer(
  cli: Cli,
  input: CommandInput,
): Promise<{ question: number; answer: string } | Refusal> {
  const number = parameter(input, 1);
  if (!/^[1-9][0-9]{0,5}$/.test(number))
    return refuse("usage", `<number> is "${number}" and must be the number of a question, from 1 on.`);
  const answer = await readTyped(cli, { typed: parameter(input, 2), what: "answer" });
  const [issue] = answerRequest.shape.answer.safeParse(answer).error?.issues ?? [];
  return issue ? refuse("usage", `<text>: ${issue.message}.`) : { question: Number(number), answer };
}
