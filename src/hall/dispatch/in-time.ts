// Queries a repository during admission. A repository on a disk that does not answer delays only its own commissions.
import type { Commission } from "../../rules/commission/state.ts";
import type { ConductorState } from "./deps.ts";
import { firstOf } from "../following/wait.ts";

const patienceMs = 5000;

/** Returns `undefined` if the repository has not answered yet. When the answer arrives, admission runs again. */
export async function inTime<T>(
  conductor: ConductorState,
  { record }: Commission,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  const { id, project } = record.request;
  if (project === null) return ask();
  if (conductor.unanswered.has(id)) return undefined;
  conductor.unanswered.add(id);
  const answer = ask();
  const settle = () => void conductor.unanswered.delete(id);
  const settled = answer.then(settle, settle);
  await firstOf(conductor, patienceMs, [settled]);
  if (!conductor.unanswered.has(id)) return answer;
  conductor.deps.log.error("the repository of a project does not answer", { id, project });
  void settled.then(() => {
    conductor.setAside.delete(id);
    conductor.admit();
  });
  return undefined;
}
