// Lists the files of a commission: those of its request, and those that came with answers.
import type { Attachment } from "../../contract/commission/attachments.ts";
import type { CommissionRecord } from "../commission/state.ts";

export function attachmentsOf({
  request,
  answers,
}: Pick<CommissionRecord, "request" | "answers">): Attachment[] {
  return [...(request.attachments ?? []), ...answers.flatMap(({ attachments }) => attachments ?? [])];
}
