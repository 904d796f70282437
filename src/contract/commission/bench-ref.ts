// Names one workbench, the process that carries out a commission or another run: by the id of the run and the number of
// the workbench, counted from 1.
import type { CommissionId } from "../home/ids.ts";

export interface BenchRef<Id extends string = CommissionId> {
  id: Id;
  bench: number;
}
