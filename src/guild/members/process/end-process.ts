// Ends a guild member's process and all that it started, and revokes its access to the hall's gateway.
import { memberLayout } from "../../../contract/home/home-layout.ts";
import type { MemberRecord } from "../../../contract/member/member-record.ts";
import { launchMark } from "../../../rules/member/launch-mark.ts";
import type { ProcessDeps } from "./member-process.ts";
import { boundPrinted } from "./printed.ts";
import { removeRecord } from "./record.ts";

export type EndDeps = Pick<ProcessDeps, "endTree" | "gateway" | "home" | "disk" | "log" | "output">;

export interface EndOrder {
  record: MemberRecord;
  /** True if the process has just ended by itself, so that only processes that it left behind are to be ended. */
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
