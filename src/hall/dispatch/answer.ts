// Records a person's answer to a worker's question. The answer stays with the commission and is given to the commission
// that continues its work.
import type { AnswerRequest } from "../../contract/commission/follow-up.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { Executed } from "../../rules/commission/verdict.ts";
import type { ConductorState } from "./deps.ts";

export function answer({ deps }: ConductorState, id: CommissionId, given: AnswerRequest): Promise<Executed> {
  const { question, answer: text } = given;
  return deps.ledger.execute(id, [{ do: "answer", number: question, answer: text, by: "person" }]);
}
