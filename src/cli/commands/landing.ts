// guild-hall review, review accept, send-back, reject and seen, and undo: decides what becomes of finished work.
import type { CommissionDetail } from "../../contract/commission/detail.ts";
import { type LandingAct, rejectRequest } from "../../contract/commission/landing.ts";
import { refuse } from "../../contract/api/problem.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { Cli } from "../cli.ts";
import { getHall, type SpokenHall } from "../hall/get-hall.ts";
import { isActing, untilLanded } from "../live/until-landed.ts";
import {
  interruptedExit,
  notDoneExit,
  pageStyle,
  printAside,
  printFound,
  printJson,
  printLines,
} from "../print.ts";
import { fillCode } from "../read/fill-code.ts";
import { readFiles, uploadFiles } from "../read/read-files.ts";
import { readSendBack } from "../read/read-send-back.ts";
import { actLines, actingText, rejectedLines, seenLine } from "../render/commission/landing-act.ts";
import { reviewLines } from "../render/commission/review-list.ts";
import { flag, parameter, text, type CommandInput, type Done } from "../table/command.ts";
import { handedOver } from "./hand-over.ts";

/** The hall lists at most this many works in one answer. */
const most = 1000;

export async function review(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const seen = flag(input, "seen") ? "true" : "false";
  const query = { project: text(input, "project"), seen, limit: most } as const;
  return printFound(cli, input, { found: await client.landing.list(query), lines: reviewLines });
}

export async function accept(cli: Cli, input: CommandInput): Promise<Done> {
  const hall = await getHall(cli);
  const id = await hall.client.resolveId(parameter(input, 0));
  return landed(cli, input, { hall, act: "accept", asked: await hall.client.landing.accept(id) });
}

export async function undo(cli: Cli, input: CommandInput): Promise<Done> {
  const hall = await getHall(cli);
  const id = await hall.client.resolveId(parameter(input, 0));
  return landed(cli, input, { hall, act: "undo", asked: await hall.client.landing.undo(id) });
}

/** Rejects work that waits. The hall undoes the merge of work that is merged, which takes time. */
export async function reject(cli: Cli, input: CommandInput): Promise<Done> {
  const reason = text(input, "reason");
  const body = reason === undefined ? {} : { reason };
  const [issue] = rejectRequest.safeParse(body).error?.issues ?? [];
  if (issue) return refuse("usage", `--reason: ${issue.message}.`);
  const hall = await getHall(cli);
  const id = await hall.client.resolveId(parameter(input, 0));
  const asked = await hall.client.landing.reject(id, body);
  if (asked.landing?.state !== "rejected") return landed(cli, input, { hall, act: "undo", asked });
  return printFound(cli, input, { found: asked, lines: rejectedLines });
}

export async function seen(cli: Cli, input: CommandInput): Promise<Done> {
  const { client } = await getHall(cli);
  const id = await client.resolveId(parameter(input, 0));
  const found = await client.landing.seen(id, !flag(input, "undo"));
  return printFound(cli, input, { found, lines: (detail) => [seenLine(detail)] });
}

export async function sendBack(cli: Cli, input: CommandInput): Promise<Done> {
  const order = await readSendBack(cli, input);
  if ("ok" in order) return order;
  const files = await readFiles(cli, input);
  if ("ok" in files) return files;
  const hall = await getHall(cli);
  const id = await hall.client.resolveId(parameter(input, 0));
  const comments = await fillCode(hall.client, { id, comments: order.comments });
  for (const remark of comments.remarks) printAside(cli, remark);
  const attached = await uploadFiles(hall.client, files);
  const body = { ...order, ...attached, comments: comments.filled };
  const created = await hall.client.landing.sendBack(id, body, cli.newKey());
  return handedOver(cli, input, { hall, created });
}

interface Asked {
  hall: SpokenHall;
  act: LandingAct;
  /** The commission as it was when the hall took the request. */
  asked: CommissionDetail;
}

/** Waits until the hall has carried out the act, unless the person gave --no-wait, and prints what happened. */
async function landed(cli: Cli, input: CommandInput, { hall, act, asked }: Asked): Promise<Done> {
  const isJson = flag(input, "json");
  if (!isJson && isActing(asked)) printAside(cli, actingText(asked, act));
  const detail = flag(input, "no-wait") ? asked : await waited(cli, hall, asked);
  if (detail === undefined) return left(cli, asked.id);
  if (isJson) printJson(cli, detail);
  else if (!isActing(detail)) printLines(cli, actLines(detail, act, pageStyle(cli)));
  return detail.landing?.stopped?.act === act && !isActing(detail) ? notDoneExit : 0;
}

async function waited(
  cli: Cli,
  hall: SpokenHall,
  asked: CommissionDetail,
): Promise<CommissionDetail | undefined> {
  return isActing(asked) ? untilLanded(cli, { hall, id: asked.id }) : asked;
}

/** Tells a person who interrupts that the hall continues, and how to see what becomes of it. */
function left(cli: Cli, id: CommissionId): number {
  cli.console.err(`The hall continues. To see what became of it: guild-hall show ${id}\n`);
  return interruptedExit(cli);
}
