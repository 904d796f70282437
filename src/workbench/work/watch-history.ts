// Watches a worker with a shell, which may read all of its project's repository, other branches included. The
// hall cannot see what a command printed. So if the repository has marked work (from runs that had read
// untrusted text), this run counts as having read it.
import type { Bench } from "../bench/bench.ts";
import type { FactBody } from "../../contract/commission/facts.ts";
import type { WorktreeOrder } from "../../git/repository/prove-isolation.ts";
import type { ToolSet } from "../../rules/limits/tools.ts";
import type { WorkbenchDeps } from "./deps.ts";

type Record = Bench["record"];

/**
 * Returns a function that records facts like `bench.record`. It looks for marked work before a shell command runs and
 * after it returned, because work may be merged meanwhile.
 */
export function watchingShell(
  deps: Pick<WorkbenchDeps, "trees" | "stopping">,
  bench: Bench,
  { builtIn }: Pick<ToolSet, "builtIn">,
): Record {
  const { tree } = bench.commission.record;
  if (tree === null || !builtIn.includes("Bash")) return bench.record;
  const running = new Set<string>();
  return async (fact) => {
    await bench.record(fact);
    if (!isOfShell(fact, running) || bench.isTainted()) return;
    const marked = await look(deps, { id: bench.id, tree });
    if (marked !== null) await bench.record({ type: "history.read", marked });
  };
}

/**
 * Returns the marked commits. `null` if nothing is marked, or if this process is stopping. If git fails, the list is
 * empty but not `null`: the history counts as marked.
 */
async function look(
  { trees, stopping: signal }: Pick<WorkbenchDeps, "trees" | "stopping">,
  order: WorktreeOrder,
): Promise<string[] | null> {
  try {
    const marked = await trees.marked({ ...order, revisions: "all", signal });
    return marked.length > 0 ? marked : null;
  } catch {
    return signal.aborted ? null : [];
  }
}

function isOfShell(fact: FactBody, running: Set<string>): boolean {
  if (fact.type === "tool.returned") return running.delete(fact.callId);
  if (fact.type !== "tool.called" || fact.tool !== "Bash") return false;
  running.add(fact.callId);
  return true;
}
