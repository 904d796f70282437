// Renders a deleted commission for people.
import type { Deleted } from "../../../contract/api/api.ts";
import { oneLine } from "../../../host/person/terminal.ts";

/** Names a job that stays at a guild member, because only the person can remove it there. */
export function deletedLines({ id, movedTo, memberJob }: Deleted): string[] {
  const done = movedTo === null ? `Deleted ${id}.` : `Moved ${id} to ${movedTo}.`;
  if (memberJob === null) return [done];
  const { member, jobId } = memberJob;
  const stays =
    jobId === null
      ? `A job of it may have reached guild member ${member}, and stays there.`
      : `Its job ${oneLine(jobId, 200)} stays at guild member ${member}, with its files.`;
  return [done, stays];
}
