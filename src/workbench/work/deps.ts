// Declares the dependencies of a workbench. The program's main file passes the real ones; tests may pass
// others.
import type { HallConfig } from "../../contract/home/config.ts";
import type { Handoff } from "../../contract/home/handoff.ts";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { CommissionId, ProjectName } from "../../contract/home/ids.ts";
import type { Limits } from "../../contract/commission/limits.ts";
import type { PageFetcherDeps } from "../fetch/page-fetcher.ts";
import type { SetUpTools } from "../checks/set-up-tools.ts";
import type { CandidateOrder, findCandidate } from "../../git/merge/candidate.ts";
import type { CarryOrder } from "../../git/worktree/carry-over.ts";
import type { LaidOut, LayOutOrder } from "../../git/snapshot/lay-out.ts";
import type { MakeOrder } from "../../git/worktree/make-worktree.ts";
import type { findPaths, PathsOrder } from "../../git/instructions/find-paths.ts";
import type { SkillsOrder } from "../../git/instructions/lay-out-skills.ts";
import type { WordsOrder } from "../../git/instructions/read-words.ts";
import type { HistoryOrder } from "../../git/merge/marked-work.ts";
import type { WorktreeOrder } from "../../git/repository/prove-isolation.ts";
import type { FinishedSnapshot, SnapshotOrder } from "../../git/snapshot/finished-snapshot.ts";
import type { Copied } from "../../git/worktree/worktree-records.ts";
import type { GatewayOrder } from "../../model/gateway/gateway.ts";
import type { ModelOf } from "../../model/gateway/model-of.ts";
import type { Clock } from "../../host/clock.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { WatchDirectory } from "../../host/files/watch.ts";
import type { ServeHttp } from "../../host/network/http-server.ts";
import type { Locks } from "../../host/processes/locks.ts";
import type { Send } from "../../host/network/outbound.ts";
import type { ProcessIdentity } from "../../host/processes/processes.ts";
import type { SocketPlace } from "../../host/network/short-socket.ts";
import type { PackagePlace } from "../../guild/roster/places.ts";
import type { Enclosure } from "../sandbox/enclose.ts";
import type { ProjectWords } from "../../rules/prompt/instructions/entries.ts";
import type { SandboxProbe } from "../sandbox/probe.ts";
import type { SessionDeps } from "../../model/session/open-session.ts";
import type { DiskMeter } from "../workdir/disk-used.ts";

export interface WorkbenchDeps {
  home: HomeLayout;
  config: HallConfig;
  handoff: Handoff;
  clock: Clock;
  disk: Disk;
  locks: Locks;
  serve: ServeHttp;
  send: Send;
  self: ProcessIdentity;
  version: string;
  searchPath: string;
  /** The directories in which packages are discovered. */
  packagePlaces: readonly PackagePlace[];
  /** The path of `claude`. `undefined` if it is not installed for this platform. */
  claudePath: string | undefined;
  probeSandbox(): Promise<SandboxProbe>;
  loadPackage(entry: string): Promise<unknown>;
  newSecret(): string;
  /** Returns a new id for a message to a session. */
  newMessageId(): string;
  watchDirectory: WatchDirectory;
  /** Returns the model that answers the requests of this commission. */
  model(of: ModelOf): GatewayOrder["model"];
  socketPlace(preferred: string): SocketPlace;
  /** Tells the hall that the journal has grown. */
  nudge(id: CommissionId): void;
  /** Dependencies for fetching pages for the worker. */
  pages: Pick<PageFetcherDeps, "dial" | "resolve" | "whyForbidden">;
  endGroup: SessionDeps["endGroup"];
  trees: BenchTrees;
  /** The tools that a set-up with the network needs. */
  setUpTools: SetUpTools;
  /** Returns an enclosure, which starts programs within these limits of memory and processes. */
  enclose(limits: Pick<Limits, "memoryMb" | "processes">): Enclosure;
  /** Directories that a person lets workers read, besides those of the system. */
  readOnly: readonly string[];
  personHome: string | undefined;
  diskUse: DiskMeter;
  appendTranscript(path: string, line: string): void;
  /** Fires when this process is asked to end. */
  stopping: AbortSignal;
  print(line: string): void;
}

/** Operations of a workbench on the worktree of its commission. Faults of the machine or the repository are thrown. */
export interface BenchTrees {
  /** Makes the worktree. If it exists, this only checks that it belongs to the commission. */
  make(order: BenchOrder & MakeOrder): Promise<{ notes: readonly string[] }>;
  /** Records the worktree's present content as the set-up's, so that it does not count as the worker's changes. */
  markSetUp(order: BenchOrder): Promise<void>;
  /** Returns the hash of each file that was copied in when the worktree was made, by path. */
  copied(order: BenchOrder): Promise<Copied>;
  /** Checks out a whole tree into a plain directory. */
  layOut(order: LayOutOrder & Pick<BenchOrder, "signal">): Promise<LaidOut>;
  /** Returns the worktree's present content as a git tree. */
  snapshot(order: BenchOrder & SnapshotOrder): Promise<FinishedSnapshot>;
  /** Moves the work onto another base. */
  carry(order: BenchOrder & CarryOrder): Promise<void>;
  /** Returns the tree that merging finished work would give now. */
  candidate(order: CandidateOrder & Pick<BenchOrder, "signal">): ReturnType<typeof findCandidate>;
  /**
   * Returns the marked commits in the history that a worker asked for, except those on the person's branch. A
   * commit is marked if its run had read untrusted text, such as a web page.
   */
  marked(order: HistoryOrder & Pick<BenchOrder, "signal">): Promise<string[]>;
  /** Reads the instructions and skills that a commit of the person's branch has. */
  words(order: WordsOrder & Pick<BenchOrder, "signal">): Promise<ProjectWords>;
  /** Says which paths a commit of the person's branch has; `null` if there is no such branch. */
  paths(order: PathsOrder & Pick<BenchOrder, "signal">): ReturnType<typeof findPaths>;
  /** Writes skills into a directory. */
  layOutSkills(order: SkillsOrder & Pick<BenchOrder, "signal">): Promise<void>;
  treeOf(order: { project: ProjectName; commit: string; signal: AbortSignal }): Promise<string>;
}

export interface BenchOrder extends WorktreeOrder {
  /** Aborts the operation. */
  signal: AbortSignal;
}
