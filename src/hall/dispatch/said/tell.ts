// Records what a person says to a commission under way. Nothing is sent to the workbench, which watches its ledger: so a
// note is never lost together with a process, and a hall that dies is not missed.
import { done, type Outcome } from "../../../contract/api/problem.ts";
import type { CommissionNote, NoteRequest } from "../../../contract/commission/notes.ts";
import type { CommissionId } from "../../../contract/home/ids.ts";
import { noteSaid } from "../../../rules/commission/notes.ts";
import type { ConductorState } from "../deps.ts";

export type ToldNote = Outcome<CommissionNote>;

export async function tell(
  { deps }: ConductorState,
  id: CommissionId,
  { text, key }: NoteRequest & { key: string | null },
): Promise<ToldNote> {
  const told = await deps.ledger.execute(id, [{ do: "tell", text, by: "person", key }]);
  if (!told.ok) return told;
  const note = noteSaid(told.commission, key);
  if (note === undefined) throw new Error(`The note to ${id} is not in its ledger.`);
  return done(note);
}
