// The guild members of one home, as the rest of the hall sees them.
import type { MemberManifest, MemberName } from "../../contract/member/member.ts";
import type { MemberEntry, MemberList, MemberLogs, MemberStopped } from "../../contract/member/members.ts";
import type { Outcome } from "../../contract/api/problem.ts";
import type { WorkerHandle } from "./calls/worker-handle.ts";
import type { MCPServerHandle } from "./calls/mcp-server-handle.ts";

/** The present address of a member. */
export interface Reached {
  /** Its only endpoint. */
  url: string;
  /** Sent as a bearer token. */
  secret: string;
}

export interface FoundMember {
  manifest: MemberManifest;
  /** The hash of the manifest's bytes; a different hash means that it has changed. */
  manifestSha256: string;
  source: MemberEntry["source"];
  /** The directory of its files: in the home, or where they came with the hall. */
  directory: string;
  isInHome: boolean;
}

export interface Members {
  /** Returns the present members. Reads the directories, and sends no requests to members. */
  list(): Promise<MemberList>;
  find(name: string): Promise<FoundMember | undefined>;
  /** Returns why the latest look skipped this name. `undefined` if it did not. */
  whyPassedOver(name: string): string | undefined;
  start(name: MemberName): Promise<Outcome<MemberEntry>>;
  /** Ends it and all its processes. */
  stop(name: MemberName): Promise<Outcome<MemberStopped>>;
  /**
   * Fires the next time a person stops the member, with a Fault `member`, so that code that watches a job in it does
   * not restart it by asking.
   */
  stopped(name: MemberName): AbortSignal;
  logs(name: MemberName, bytes: number): Promise<Outcome<MemberLogs>>;
  /**
   * Returns where the member is, and starts it first if it does not run. Rejects with a sentence that names the member
   * if it cannot be reached: after several failed starts in a row, or when the signal fires.
   */
  reach(name: MemberName, signal: AbortSignal): Promise<Reached>;
  /** `null` if it does not declare that it takes work. Each call goes to where the member is at that time. */
  worker(name: MemberName): Promise<WorkerHandle | null>;
  tools(name: MemberName): Promise<MCPServerHandle | null>;
  /** Finds the members again that an earlier hall started. */
  adopt(): Promise<void>;
  /**
   * For shutdown of the hall: members with a running job continue, the others are ended. With `jobsToo` all are ended.
   */
  close(how?: { jobsToo: boolean }): Promise<void>;
}
