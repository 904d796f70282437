// A job, and the lease that a worker holds while it works on one.

export interface Job {
  id: string;
  kind: string;
  payload: unknown;
  /** Higher is more urgent. */
  priority: number;
  createdAt: number;
}

export interface Lease {
  job: Job;
  worker: string;
  endsAt: number;
}
