// The guild members of one home, as the rest of the hall sees them.
import type { MemberManifest, MemberName } from "../../contract/member/member.ts";
import type { MemberEntry, MemberList, MemberLogs, MemberStopped } from "../../contract/member/members.ts";
import type { Outcome } from "../../contract/api/problem.ts";
import type { WorkerHandle } from "./calls/worker-handle.ts";
import type { MCPServerHandle } from "./calls/mcp-server-handle.ts";

/** Where a member can be reached at this moment. */
export interface Reached {
  /** Its one endpoint. */
  url: string;
  /** Sent as a bearer token. */
  secret: string;
}

export interface FoundMember {
  manifest: MemberManifest;
  /** Of the manifest's bytes: another one means that it has changed since. */
  manifestSha256: string;
  source: MemberEntry["source"];
  /** Where its files are: in the home, or still where it came with the hall. */
  directory: string;
  isInHome: boolean;
}

export interface Members {
  /** What there is now. Costs a look at the directories, and asks no member anything. */
  list(): Promise<MemberList>;
  find(name: string): Promise<FoundMember | undefined>;
  /** What the latest look passed over under this name, and why. */
  whyPassedOver(name: string): string | undefined;
  start(name: MemberName): Promise<Outcome<MemberEntry>>;
  /** Ends it and all its processes. */
  stop(name: MemberName): Promise<Outcome<MemberStopped>>;
  /**
   * Fires when a person stops it the next time, with a Fault `member`: whoever looks at a job in it is not to have it
   * started again by asking.
   */
  stopped(name: MemberName): AbortSignal;
  logs(name: MemberName, bytes: number): Promise<Outcome<MemberLogs>>;
  /**
   * Where it is now, started first where it does not run. Rejects with a sentence that names the member when it cannot
   * be reached: after its starts failed several times in a row, or when the signal fires.
   */
  reach(name: MemberName, signal: AbortSignal): Promise<Reached>;
  /** null: it does not declare that it takes work. Calls go to where the member is at the time of each call. */
  worker(name: MemberName): Promise<WorkerHandle | null>;
  tools(name: MemberName): Promise<MCPServerHandle | null>;
  /** Finds those again that an earlier hall started. */
  adopt(): Promise<void>;
  /** The hall stops: members with a job at work go on, the others are ended. With `jobsToo` all are. */
  close(how?: { jobsToo: boolean }): Promise<void>;
}
