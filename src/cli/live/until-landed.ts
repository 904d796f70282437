// Waits until the hall has carried out an act on finished work: checked the result, and merged it or stopped.
import type { CommissionDetail } from "../../contract/commission/detail.ts";
import type { StreamMessage } from "../../contract/api/stream.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { Timer } from "../../host/clock.ts";
import type { Cli } from "../cli.ts";
import type { SpokenHall } from "../hall/get-hall.ts";
import { printAside } from "../print.ts";
import { span } from "../render/measures.ts";
import { awayText, wayBack } from "./follow-hall.ts";

export function isActing({ landing }: Pick<CommissionDetail, "landing">): boolean {
  return landing?.state === "accepting" || landing?.state === "undoing";
}

export interface AwaitedLanding {
  hall: SpokenHall;
  id: CommissionId;
}

/** Resolves with the commission once no act is under way. `undefined` if the person interrupted first. */
export async function untilLanded(
  cli: Cli,
  { hall, id }: AwaitedLanding,
): Promise<CommissionDetail | undefined> {
  const { stopped } = cli.console;
  hall.onAway(() => printAside(cli, awayText));
  const saying = sayEvery(cli);
  try {
    for await (const message of hall.client.events(stopped)) {
      if (!concerns(message, id)) continue;
      const detail = await hall.client.detail(id, stopped);
      if (!isActing(detail)) return detail;
    }
    return undefined;
  } catch (error) {
    if (stopped.aborted) return undefined;
    throw wayBack(error, id);
  } finally {
    saying.cancel();
  }
}

/** Returns whether the commission may have changed: after `reset`, or if the message is about it. */
function concerns(message: StreamMessage, id: CommissionId): boolean {
  if (message.type === "commission") return message.commission.id === id;
  return message.type === "reset" || (message.type === "deleted" && message.id === id);
}

const everyMs = 15_000;

/** Says every 15 seconds that the hall is still at it, because checks may take long. */
function sayEvery(cli: Cli): Timer {
  const since = cli.clock.monotonic();
  let timer = cli.clock.after(everyMs, again);
  function again(): void {
    printAside(cli, `Still at it after ${span(cli.clock.monotonic() - since)}.`);
    timer = cli.clock.after(everyMs, again);
  }
  return { cancel: () => timer.cancel() };
}
