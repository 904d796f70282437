// Ends what is left of a member's process, and revokes what it was given.
import { memberLayout } from "../../../contract/home/home-layout.ts";
import type { MemberRecord } from "../../../contract/member/member-record.ts";
import { launchMark } from "../../../rules/member/launch-mark.ts";
import type { ProcessDeps } from "./member-process.ts";
import { boundPrinted } from "./printed.ts";
import { removeRecord } from "./record.ts";

export type EndDeps = Pick<ProcessDeps, "endTree" | "gateway" | "home" | "disk" | "log" | "output">;

export interface EndOrder {
  record: MemberRecord;
  /** It has just ended by itself; this call is about processes that it may have left behind. */
  hasJustEnded?: boolean;
}

export async function endProcess(deps: EndDeps, { record, hasJustEnded = false }: EndOrder): Promise<void> {
  const { name, pid, startTime, bootId } = record;
  const leader = { pid, startTime, bootId };
  const isOver = await deps.endTree({ leader, mark: launchMark(record.secret), hasJustEnded });
  if (!isOver) deps.log.error("a guild member could not be ended whole", { member: name, pid });
  deps.gateway.dismiss(name);
  boundPrinted(deps.output, memberLayout(deps.home, name));
  if (isOver) await removeRecord(deps, name);
}
