// Turns the limits a person typed into those sent to the hall.
import { type CommissionConfig, commissionConfig } from "../../contract/commission/commission.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import { wireName } from "../../contract/package/system-toolboxes.ts";
import { text, texts, type CommandInput } from "../table/command.ts";

const mostTurns = commissionConfig.shape.maxTurns.unwrap().maxValue ?? Number.POSITIVE_INFINITY;
const mostUsd = commissionConfig.shape.maxBudgetUsd.unwrap().maxValue ?? Number.POSITIVE_INFINITY;
const mostMinutes = (commissionConfig.shape.maxSeconds.unwrap().maxValue ?? Number.POSITIVE_INFINITY) / 60;

export function readBounds(input: CommandInput): CommissionConfig | Refusal {
  const turns = text(input, "max-turns");
  const usd = text(input, "max-usd");
  const minutes = text(input, "max-minutes");
  const model = text(input, "model");
  const tools = texts(input, "tool");
  if (turns !== undefined && !(/^[1-9][0-9]*$/.test(turns) && Number(turns) <= mostTurns))
    return refuse("usage", `--max-turns is "${turns}" and must be a whole number from 1 to ${mostTurns}.`);
  if (usd !== undefined && !(/^[0-9]*\.?[0-9]+$/.test(usd) && Number(usd) > 0 && Number(usd) <= mostUsd))
    return refuse(
      "usage",
      `--max-usd is "${usd}" and must be dollars above 0 and at most ${mostUsd}, such as 2.50.`,
    );
  if (minutes !== undefined && !isMinutes(minutes)) return noMinutes("--max-minutes", minutes);
  return {
    ...(turns === undefined ? {} : { maxTurns: Number(turns) }),
    ...(usd === undefined ? {} : { maxBudgetUsd: Number(usd) }),
    ...(minutes === undefined ? {} : { maxSeconds: Math.round(Number(minutes) * 60) }),
    ...(model === undefined ? {} : { model }),
    ...(tools.length === 0 ? {} : { tools: [...new Set([...tools, handingIn])] }),
  };
}

/** The tool that submits the result. It is always included: a person who restricts the tools still wants a result. */
const handingIn = wireName("commission", "submit_result");

export function noMinutes(option: string, typed: string): Refusal {
  return refuse(
    "usage",
    `${option} is "${typed}" and must be minutes of at least a second and at most ${mostMinutes}, such as 30 or 0.5.`,
  );
}

export function isMinutes(typed: string): boolean {
  const seconds = /^[0-9]*\.?[0-9]+$/.test(typed) ? Math.round(Number(typed) * 60) : 0;
  return seconds >= 1 && seconds <= mostMinutes * 60;
}
