// The queue: jobs that wait, and leases on the jobs that are being worked on.
import type { Job, Lease } from "./job.ts";

export interface QueueDeps {
  now(): number;
  newId(): string;
  leaseMs: number;
}

export interface NewJob {
  kind: string;
  payload: unknown;
  priority?: number;
}

export class Queue {
  readonly #deps: QueueDeps;
  readonly #waiting: Job[] = [];
  readonly #leases = new Map<string, Lease>();

  constructor(deps: QueueDeps) {
    this.#deps = deps;
  }

  create({ kind, payload, priority = 0 }: NewJob): string {
    const id = this.#deps.newId();
    this.#waiting.push({ id, kind, payload, priority, createdAt: this.#deps.now() });
    return id;
  }

  take(worker: string): Lease | undefined {
    this.#reclaim();
    const [job] = this.#waiting.sort((a, b) => b.priority - a.priority || a.createdAt - b.createdAt);
    if (!job) return undefined;
    this.#waiting.shift();
    const lease = { job, worker, endsAt: this.#deps.now() + this.#deps.leaseMs };
    this.#leases.set(job.id, lease);
    return lease;
  }

  done({ job }: Lease): void {
    this.#leases.delete(job.id);
  }

  #reclaim(): void {
    for (const { job, endsAt } of this.#leases.values()) {
      if (endsAt > this.#deps.now()) continue;
      this.#leases.delete(job.id);
      this.#waiting.push(job);
    }
  }
}
