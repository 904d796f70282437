// A person's word to a question of a worker's. It is kept with the commission, and given to whoever goes on with its work.
import type { AnswerRequest } from "../../contract/commission/follow-up.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { Conduct, Executed } from "./deps.ts";

export function answer({ deps }: Conduct, id: CommissionId, given: AnswerRequest): Promise<Executed> {
  const { question, answer: text } = given;
  return deps.ledger.execute(id, [{ do: "answer", number: question, answer: text, by: "person" }]);
}
