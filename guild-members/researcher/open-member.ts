// Assembles the member from its job store, its queue and its HTTP server. The caller supplies the settings,
// the log and the function that starts a job.
import { createHandlers } from "./handlers.ts";
import { serve } from "./http/serve.ts";
import type { StartJob } from "./job.ts";
import { recover } from "./queue/recover.ts";
import { createWorkshop } from "./queue/workshop.ts";
import { lockDirectory } from "./store/directory-lock.ts";
import { makeDirectory } from "./store/durable.ts";
import { createJobStore } from "./store/job-store.ts";
import { ownIdentity } from "./store/process-identity.ts";

export interface MemberDeps {
  /** The member's own directory, which holds `jobs/`. */
  directory: string;
  name: string;
  version: string;
  startJob: StartJob;
  slots: number;
  secret: string | null;
  /** 0 means any free port. */
  port: number;
  log(line: string): void;
}

export interface Member {
  url: string;
  /** Returns the number of sessions that run now. */
  running(): number;
  /** Stops all running jobs and their processes. */
  close(): Promise<void>;
}

/**
 * Opens the member. Throws an error with a readable message if another process has locked the directory, or
 * if its file system has no locks.
 */
export async function openMember(deps: MemberDeps): Promise<Member> {
  const jobs = `${deps.directory}/jobs`;
  await makeDirectory(jobs);
  const lock = lockDirectory(jobs);
  if (!lock)
    throw new Error(
      `Another process serves ${deps.directory}, or its disk knows no locks. Only one can keep its jobs.`,
    );
  try {
    const member = await openLocked(deps, jobs);
    return { ...member, close: () => member.close().finally(() => lock.release()) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openLocked(deps: MemberDeps, jobs: string): Promise<Member> {
  const now = () => new Date().toISOString();
  const self = ownIdentity();
  const store = createJobStore({ jobs, now });
  const workshop = createWorkshop({ ...deps, store, self, now, after });
  await recover({ jobs, store, workshop, self, now, log: deps.log });
  const served = serve({ ...deps, handlers: createHandlers({ store, workshop }) });
  return {
    url: served.url,
    running: workshop.running,
    close: async () => {
      await served.close();
      await workshop.close();
    },
  };
}

/** Resolves after `ms`. Its timer is unreferenced, so that it does not keep the process alive. */
function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
