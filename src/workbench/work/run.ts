// Runs a workbench: the protocol around a commission (its lock and its journal), and the worker's session inside it.
import type { BenchRef } from "../../contract/commission/bench-ref.ts";
import { runBench } from "../bench/run-bench.ts";
import { readyToCarryOut } from "./carry-out.ts";
import type { WorkbenchDeps } from "./deps.ts";

export function runWorkbench(deps: WorkbenchDeps, ref: BenchRef): Promise<number> {
  return runBench({ ...deps, makeReady: (expected) => readyToCarryOut(deps, expected) }, ref);
}
