// Starts `claude` for a commission of a project as soon as its worktree has a place, so that it gets ready while the
// files are checked out and set up.
import { messageOf } from "../../base/text/message-of.ts";
import { spareCredential } from "../../rules/admission/spare.ts";
import type { Bench } from "../bench/bench.ts";
import type { WorkbenchDeps } from "../work/deps.ts";
import type { Ready } from "../work/ready.ts";
import { layoutIn, park, type Parked } from "./park.ts";

export interface Beside {
  /** Starts `claude`, unless this session is not the commission's first. */
  start(): void;
  /** Returns the dependencies of the session, which takes over what is ready. */
  forSession(): Promise<WorkbenchDeps>;
  /** Ends what no session has taken over. */
  end(): Promise<void>;
}

type BesideReady = Pick<Ready, "grant" | "probe" | "told" | "shown">;

export function createBeside(deps: WorkbenchDeps, bench: Bench, ready: BesideReady): Beside {
  let starting: Promise<Parked | null> | null = null;
  return {
    start: () => void (starting ??= startIn(deps, bench, ready)),
    forSession: async () => ({ ...deps, ...(await starting)?.parts(deps) }),
    end: async () => (await starting)?.discard(),
  };
}

/** Returns `null` if the session has to begin in the usual way. */
async function startIn(
  deps: WorkbenchDeps,
  bench: Bench,
  { grant, probe, told, shown: parts }: BesideReady,
): Promise<Parked | null> {
  const { record } = bench.commission;
  if (bench.bench > 1 || record.sessionId !== null || probe.level !== "bubblewrap") return null;
  try {
    const shown = [...(await parts(bench)), ...(await told.mounts())];
    // The worktree and the session's directories are in their final places: nothing is moved.
    const { directory, work, session } = bench.layout;
    const layout = { ...layoutIn(directory), work, session };
    const credential = spareCredential(record, deps.handoff.credential);
    return await park(deps, { layout, grant, credential, probe, shown, firstRequest: null });
  } catch (error) {
    // The usual start meets the same problem, and reports it.
    deps.print(`claude could not be started early: ${messageOf(error)}`);
    return null;
  }
}
