// A repository that tries to have a program run on the host, and the canary that tells whether it was.
import type { TestWork } from "../worktree.ts";

export interface Trap {
  /** The person's checkout. */
  checkout: string;
  /** A program that touches the canary. */
  program: string;
  canary: string;
}

export interface HostileRepository {
  name: string;
  /** What is committed before the hall comes to know it. */
  files?: Readonly<Record<string, string>>;
  /** What is put in the person's repository. */
  plant?(trap: Trap): void;
  /** What a worker puts in its worktree. */
  inside?(trap: Trap, work: TestWork): void;
  /** Sets it off. The worktree is there where something is planted inside. */
  control(trap: Trap, workTree?: string): void;
  /** What the hall says, where it can do nothing with it. */
  refused?: RegExp;
}
