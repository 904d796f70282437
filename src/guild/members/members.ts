// Declares the interface through which the rest of the hall uses the guild members of one home: external
// programs that take jobs or serve tools.
import type { MemberManifest, MemberName } from "../../contract/member/member.ts";
import type { MemberEntry, MemberList, MemberLogs, MemberStopped } from "../../contract/member/members.ts";
import type { Outcome } from "../../contract/api/problem.ts";
import type { WorkerHandle } from "./calls/worker-handle.ts";
import type { MCPServerHandle } from "./calls/mcp-server-handle.ts";

/** The present address of a member. */
export interface Reached {
  /** The URL of its only endpoint. */
  url: string;
  /** Sent as a bearer token. */
  secret: string;
}

export interface FoundMember {
  manifest: MemberManifest;
  /** The hash of the manifest's bytes. If the hash differs, the manifest has changed. */
  manifestSha256: string;
  source: MemberEntry["source"];
  /** The directory of the member's files: in the home, or among the files that came with the hall. */
  directory: string;
  isInHome: boolean;
}

export interface Members {
  /** Returns the present members. Reads the directories, and sends no requests to members. */
  list(): Promise<MemberList>;
  find(name: string): Promise<FoundMember | undefined>;
  /** Returns why the member of this name was skipped when the directories were last read. `undefined` if it was not. */
  whyPassedOver(name: string): string | undefined;
  start(name: MemberName): Promise<Outcome<MemberEntry>>;
  /** Ends the member and all its processes. */
  stop(name: MemberName): Promise<Outcome<MemberStopped>>;
  /**
   * Returns a signal that fires the next time a person stops the member, with a Fault `member`. Code that
   * watches a job of the member must then stop: its next request would restart the member.
   */
  stopped(name: MemberName): AbortSignal;
  logs(name: MemberName, bytes: number): Promise<Outcome<MemberLogs>>;
  /**
   * Returns the member's address, and starts the member first if it does not run. Rejects if a person stops
   * the member or several starts in a row fail. Rejects with the signal's reason when the signal fires.
   */
  reach(name: MemberName, signal: AbortSignal): Promise<Reached>;
  /**
   * Returns a handle for giving the member work. `null` if the member is not found or does not declare that
   * it takes work. Each call goes to the member's address at that time.
   */
  worker(name: MemberName): Promise<WorkerHandle | null>;
  /**
   * Returns a handle for the member's tools. `null` if the member is not found, or takes work and serves no
   * tools.
   */
  tools(name: MemberName): Promise<MCPServerHandle | null>;
  /** Takes over the members' processes that were started before a restart of the hall and still run. */
  adopt(): Promise<void>;
  /**
   * Closes the members when the hall stops. Members that have running jobs, or do not say whether they have,
   * continue; the others are ended. With `jobsToo` all are ended.
   */
  close(how?: { jobsToo: boolean }): Promise<void>;
}
