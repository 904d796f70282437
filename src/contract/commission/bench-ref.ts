// Names one workbench: the commission, and which of its workbenches it is.
import type { CommissionId } from "../home/ids.ts";

export interface BenchRef {
  id: CommissionId;
  bench: number;
}
