// Runs a workbench: keeps the commission's lock and journal, and carries out the worker's session meanwhile.
import type { BenchRef } from "../../contract/commission/bench-ref.ts";
import { runBench } from "../bench/run-bench.ts";
import { readyToCarryOut } from "./carry-out.ts";
import type { WorkbenchDeps } from "./deps.ts";

export function runWorkbench(deps: WorkbenchDeps, ref: BenchRef): Promise<number> {
  return runBench({ ...deps, makeReady: (expected) => readyToCarryOut(deps, expected) }, ref);
}
