// Names one workbench, the process that carries out a commission: by the commission's id and the number of the
// workbench, counted from 1.
import type { CommissionId } from "../home/ids.ts";

export interface BenchRef {
  id: CommissionId;
  bench: number;
}
