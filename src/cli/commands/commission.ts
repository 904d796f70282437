// guild-hall list, show, answer, tell, cancel and delete: shows existing commissions and acts on them.
import type { ListOptions } from "../../client/client.ts";
import { listAll } from "../../client/list-all.ts";
import { cancelRequest } from "../../contract/api/api.ts";
import type { CommissionDetail } from "../../contract/commission/detail.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";
import { isEndedStatus } from "../../contract/commission/commission.ts";
import { answerRequest } from "../../contract/commission/follow-up.ts";
import { noteRequest } from "../../contract/commission/notes.ts";
import type { Cli } from "../cli.ts";
import { getHall } from "../hall/get-hall.ts";
import { pageStyle, printFound, printJson, printLines } from "../print.ts";
import { parseWhen, whenExpected } from "../read/parse-when.ts";
import { readFiles, uploadFiles } from "../read/read-files.ts";
import { readTyped } from "../read/read-commission.ts";
import { commissionTable } from "../render/commission/commission-table.ts";
import { deletedLines } from "../render/commission/deleted.ts";
import { detailLines } from "../render/commission/detail.ts";
import { flag, parameter, text, type CommandInput, type Done } from "../table/command.ts";

export async function list(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = text(input, "since");
  const since = typed === undefined ? undefined : parseWhen(typed, cli.clock.now(), "back");
  if (typed !== undefined && since === undefined)
    return refuse("usage", `--since is "${typed}"; ${whenExpected}`);
  const { client } = await getHall(cli);
  const query = {
    status: text(input, "status"),
    trust: text(input, "trust"),
    worker: text(input, "worker"),
    project: text(input, "project"),
    label: text(input, "label"),
    since,
    filter: text(input, "filter"),
  };
  return printFound(cli, input, {
    found: { commissions: await listAll(client, query), nextCursor: null },
    lines: ({ commissions }, style) =>
      commissions.length === 0 ? [emptyText(query)] : commissionTable(commissions, style),
  });
}

function emptyText(query: ListOptions): string {
  const isNarrowed = Object.values(query).some((value) => value !== undefined);
  return isNarrowed ? "No commissions match." : "No commissions.";
}

export async function show(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const detail = await client.detail(await client.resolveId(parameter(input, 0)));
  if (flag(input, "json")) {
    printJson(cli, detail);
    return 0;
  }
  const result = detail.status === "completed" ? await client.result(detail.id) : undefined;
  printLines(cli, detailLines({ detail, result }, pageStyle(cli)));
  return 0;
}

export async function answer(cli: Cli, input: CommandInput): Promise<Done> {
  const given = await readAnswer(cli, input);
  if ("ok" in given) return given;
  const files = await readFiles(cli, input);
  if ("ok" in files) return files;
  const { client } = await getHall(cli);
  const id = await client.resolveId(parameter(input, 0));
  return printFound(cli, input, {
    found: await client.answer(id, { ...given, ...(await uploadFiles(client, files)) }),
    lines: ({ id, status }) => {
      const goOn = isEndedStatus(status) ? ` To continue the work: guild-hall redispatch ${id}` : "";
      return [`Question ${given.question} of ${id} is answered.${goOn}`];
    },
  });
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

export async function tell(cli: Cli, input: CommandInput): Promise<Done> {
  const typed = await readTyped(cli, { typed: parameter(input, 1), what: "note" });
  const { data, error } = noteRequest.safeParse({ text: typed });
  if (data === undefined) return refuse("usage", `<text>: ${error.issues[0]?.message ?? "it is no text"}.`);
  const { client } = await getHall(cli);
  const id = await client.resolveId(parameter(input, 0));
  return printFound(cli, input, {
    found: await client.tell(id, data, cli.newKey()),
    lines: ({ number }) => [`Note ${number} to ${id} is on record. Its worker hears it in its next request.`],
  });
}

export async function cancel(cli: Cli, input: CommandInput): Promise<Done> {
  const reason = text(input, "reason") ?? "cancelled from the command line";
  const [issue] = cancelRequest.safeParse({ reason }).error?.issues ?? [];
  if (issue) return refuse("usage", `--reason: ${issue.message}.`);
  const { client } = await getHall(cli);
  const id = await client.resolveId(parameter(input, 0));
  const before = await client.detail(id);
  return printFound(cli, input, {
    found: await client.cancel(id, reason),
    lines: (after) => [cancelledLine(before, after)],
  });
}

function cancelledLine(before: CommissionDetail, after: CommissionDetail): string {
  if (isEndedStatus(before.status)) return `The commission had already ended: ${before.status}.`;
  if (after.status === "cancelled") return `Cancelled ${after.id}.`;
  if (isEndedStatus(after.status))
    return `The commission ended before the cancel reached it: ${after.status}.`;
  return `Cancelling; it is still ${after.status}. "guild-hall watch ${after.id}" follows it to the end.`;
}

export async function remove(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const id = await client.resolveId(parameter(input, 0));
  return printFound(cli, input, {
    found: await client.remove(id, { failedToo: flag(input, "failed-too") }),
    lines: deletedLines,
  });
}
