// Records a person's answer to a worker's question. The answer stays with the commission and is given to the commission
// that continues its work. Files that come with it are shown to a worker at work at once.
import type { AnswerRequest } from "../../../contract/commission/follow-up.ts";
import type { CommissionId } from "../../../contract/home/ids.ts";
import { messageOf } from "../../../base/text/message-of.ts";
import { attachmentsOf } from "../../../rules/attachments/attachments-of.ts";
import { isRunning } from "../../../rules/commission/state.ts";
import type { Executed } from "../../../rules/commission/verdict.ts";
import { oneByOne } from "../accept.ts";
import { findAttachments } from "../attachments.ts";
import type { ConductorState } from "../deps.ts";

/** Takes one answer at a time, so that no two files of a commission get the same name. */
export function answer(conductor: ConductorState, id: CommissionId, given: AnswerRequest): Promise<Executed> {
  return oneByOne(conductor, `answer ${id}`, () => answerInTurn(conductor, id, given));
}

async function answerInTurn(
  { deps }: ConductorState,
  id: CommissionId,
  { question, answer: text, attachments: refs }: AnswerRequest,
): Promise<Executed> {
  const command = { do: "answer", number: question, answer: text, by: "person" } as const;
  const known = refs === undefined || refs.length === 0 ? undefined : await deps.ledger.find(id);
  if (known === undefined) return deps.ledger.execute(id, [command]);
  if (known.record.questions.length < question) return deps.ledger.execute(id, [command]); // which refuses it
  const found = await findAttachments(deps.attachments, {
    refs,
    with: "answer",
    earlier: attachmentsOf(known.record),
  });
  if (!found.ok) return found;
  const attachments = found.value;
  await deps.attachments.give({ id, files: attachments, from: null });
  const answered = await deps.ledger.execute(id, [{ ...command, attachments }]);
  if (answered.ok && isRunning(answered.commission))
    await deps.attachments.show(id, attachments).catch((error: unknown) => {
      // The answer is on record, and the next session shows the files.
      const reason = messageOf(error);
      deps.log.error("attached files could not be shown to the worker", { id, reason });
    });
  return answered;
}
