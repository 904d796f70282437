// Declares a guild member's process: the dependencies to start one, and the state of a running one.
import type { MemberName } from "../../../contract/member/member.ts";
import type { MemberRecord } from "../../../contract/member/member-record.ts";
import type { Clock } from "../../../host/clock.ts";
import type { EndsTree } from "../../../host/processes/end-tree.ts";
import type { Log } from "../../../host/log.ts";
import type { OutputFile } from "../../../host/processes/output-file.ts";
import type { Processes } from "../../../host/processes/processes.ts";
import type { StartDetached } from "../../../host/processes/start-detached.ts";
import type { CommandDeps } from "./command.ts";
import type { Reached } from "../members.ts";
import type { Printed } from "./printed.ts";
import type { AskMember } from "./ready.ts";
import type { RecordDeps } from "./record.ts";
import type { Tended } from "./tend.ts";

/** The hall's gateway to a model, as far as a member's process is concerned. */
export interface MemberGateway {
  port: number;
  admit(member: MemberName, secret: string): void;
  dismiss(member: MemberName): void;
  env(secret: string): Record<string, string>;
}

export interface ProcessDeps extends RecordDeps {
  clock: Clock;
  log: Log;
  processes: Processes;
  start: StartDetached;
  endTree: EndsTree;
  output: Printed & {
    open(path: string, how: { isFresh: boolean }): OutputFile;
    head(path: string, bytes: number): string;
  };
  gateway: MemberGateway;
  command: CommandDeps;
  /** The environment that the hall passes to the programs that it starts. */
  environment: Readonly<Record<string, string>>;
  slots(): number;
  /**
   * Returns how many tokens of its memory (notes for later work) the member gives a job. `null` if the configuration
   * says nothing about this member.
   */
  memoryTokens(name: MemberName): number | null;
  newSecret(): string;
  ask(name: MemberName): AskMember;
  /** The time limit for the member to print its address, and again for it to answer. */
  startWithinMs: number;
}

export interface MemberProcess {
  record: MemberRecord & { address: string };
  /** The names of the tools that the member serves. */
  tools: string[];
  tended: Tended;
}

export function reachedAt({ record }: Pick<MemberProcess, "record">): Reached {
  return { url: record.address, secret: record.secret };
}

export function secretsOf(record: MemberRecord | null): string[] {
  return record === null ? [] : [record.secret, record.gateway.secret];
}
