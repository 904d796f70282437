// The fixed places in the hall's home, described in docs/files.md.
import type { CommissionId, ProjectName } from "./ids.ts";
import type { MemberName } from "../member/member.ts";

/**
 * The format of the home directory. The hall refuses a home of a newer format without writing to it, and upgrades one
 * of an older format.
 */
export const homeVersion = 7;

export interface HomeLayout {
  root: string;
  version: string;
  token: string;
  config: string;
  quota: string;
  /** The items that need a person and that the person has deferred. */
  deferred: string;
  /** The public keys of the browsers that may open the hall's page. */
  pageKeys: string;
  run: string;
  hallLock: string;
  hallRecord: string;
  nudgeSocket: string;
  /** The port at which guild members reach the gateway to the model. */
  gatewayRecord: string;
  /** The processes that were started for guild members. */
  memberRecords: string;
  lastGoodConfig: string;
  /** The request that the latest session began with. */
  firstRequest: string;
  logs: string;
  hallLog: string;
  packages: string;
  /** Lock held while a command changes the packages. */
  packagesLock: string;
  /** The packages added to `packages/`: where they came from, and the hashes of their files at that time. */
  packagesRecord: string;
  /** The directories of guild members, each with its own `jobs/` and `memory/`. */
  guildMembers: string;
  /** Lock held while a command changes the guild members. */
  guildMembersLock: string;
  memory: string;
  commissions: string;
  /** Uploaded files, by the hash of their bytes. Each commission has links to its own. */
  attachments: string;
  /** The integration worktree of each project. */
  projects: string;
  /** A git directory of the hall's own for each project: the repository's objects and refs without its settings. */
  repositories: string;
  /** The worktrees of commissions, by project. */
  worktrees: string;
  /** Results of checks, by project. */
  checks: string;
  /**
   * By project: the output of set-up commands that had the network, and the git trees approved for such a
   * command.
   */
  setUps: string;
  /** A file for each project: the last take-over to the person's branch. */
  takes: string;
  /** A file for each commit whose worker had read text from outside, such as web pages. */
  marks: string;
  trash: string;
}

export function homeLayout(root: string): HomeLayout {
  return {
    root,
    version: `${root}/version`,
    token: `${root}/token`,
    config: `${root}/config.yaml`,
    quota: `${root}/quota.json`,
    deferred: `${root}/deferred.json`,
    pageKeys: `${root}/page-keys.json`,
    run: `${root}/run`,
    hallLock: `${root}/run/hall.lock`,
    hallRecord: `${root}/run/hall.json`,
    nudgeSocket: `${root}/run/nudge.sock`,
    gatewayRecord: `${root}/run/gateway.json`,
    memberRecords: `${root}/run/members`,
    lastGoodConfig: `${root}/run/config.last-good.yaml`,
    firstRequest: `${root}/run/first-request.json`,
    logs: `${root}/logs`,
    hallLog: `${root}/logs/hall.jsonl`,
    packages: `${root}/packages`,
    packagesLock: `${root}/packages/.lock`,
    packagesRecord: `${root}/packages.json`,
    guildMembers: `${root}/guild-members`,
    guildMembersLock: `${root}/guild-members/.lock`,
    memory: `${root}/memory`,
    commissions: `${root}/commissions`,
    attachments: `${root}/attachments`,
    projects: `${root}/projects`,
    repositories: `${root}/repositories`,
    worktrees: `${root}/worktrees`,
    checks: `${root}/checks`,
    setUps: `${root}/set-ups`,
    takes: `${root}/takes`,
    marks: `${root}/marks`,
    trash: `${root}/trash`,
  };
}

/** Returns the path of an HTML file that redirects a browser to the hall's page. */
export function openingFile({ run }: Pick<HomeLayout, "run">, key: string): string {
  return `${run}/open-${key}.html`;
}

export function isOpening(name: string): boolean {
  return /^open-[\w-]+\.html$/.test(name);
}

/** The files that every thing with a ledger has. */
export interface LedgerLayout {
  directory: string;
  events: string;
  blobs: string;
  meta: string;
}

/** The files of every run that workbenches carry out. */
export interface BenchLayout extends LedgerLayout {
  benchLock: string;
  journal(bench: number): string;
  output(bench: number): string;
}

export interface CommissionLayout extends BenchLayout {
  task: string;
  config: string;
  status: string;
  result: string;
  questions: string;
  comments: string;
  decisions: string;
  /** The record of a commission that worked on a project's repository. */
  record: string;
  artifacts: string;
  /** The attached files, by the hash of their bytes. */
  attachments: string;
  work: string;
  /** The session's private home, settings and temporary files; removed when the commission has ended. */
  session: string;
  /**
   * Holds the gateway's socket if `claude` was started before its session; removed when the workbench or the
   * commission has ended.
   */
  early: string;
  transcript(bench: number): string;
  /** The first request of the session to its model. */
  told(bench: number): string;
}

/** Returns the layout of a commission. If the commission has a worktree of a project, that is its work directory. */
export function workLayout(
  home: Pick<HomeLayout, "commissions" | "projects" | "repositories" | "worktrees">,
  id: CommissionId,
  tree: { project: ProjectName } | null,
): CommissionLayout {
  const layout = commissionLayout(home, id);
  return tree === null ? layout : { ...layout, work: projectLayout(home, tree.project).worktree(id) };
}

export function commissionLayout(home: Pick<HomeLayout, "commissions">, id: CommissionId): CommissionLayout {
  const directory = `${home.commissions}/${id}`;
  return {
    directory,
    events: `${directory}/events.jsonl`,
    blobs: `${directory}/blobs`,
    benchLock: `${directory}/bench.lock`,
    task: `${directory}/task.md`,
    config: `${directory}/config.json`,
    meta: `${directory}/meta.json`,
    status: `${directory}/status.md`,
    result: `${directory}/result.md`,
    questions: `${directory}/questions.md`,
    comments: `${directory}/comments.md`,
    decisions: `${directory}/decisions.json`,
    record: `${directory}/record.md`,
    artifacts: `${directory}/artifacts`,
    attachments: `${directory}/attachments`,
    work: `${directory}/work`,
    session: `${directory}/home`,
    early: `${directory}/early`,
    journal: (bench) => `${directory}/bench-${bench}.jsonl`,
    transcript: (bench) => `${directory}/transcript-${bench}.jsonl`,
    output: (bench) => `${directory}/bench-${bench}.out`,
    told: (bench) => `${directory}/told-${bench}.json`,
  };
}

/**
 * Returns whether the item of the trash with this name holds files that were left uncommitted in a worktree.
 */
export function isLeftover(name: string): boolean {
  return name.startsWith("worktree-");
}

/** The directories of one project in the home. */
export interface ProjectLayout {
  /** The checkout of its integration branch. */
  integration: string;
  /** The hall's own git directory for the project, with only the objects and refs of the repository. */
  view: string;
  worktrees: string;
  worktree(id: CommissionId): string;
}

export function projectLayout(
  home: Pick<HomeLayout, "projects" | "repositories" | "worktrees">,
  project: ProjectName,
): ProjectLayout {
  const worktrees = `${home.worktrees}/${project}`;
  return {
    integration: `${home.projects}/${project}`,
    view: `${home.repositories}/${project}`,
    worktrees,
    worktree: (id) => `${worktrees}/commission-${id}`,
  };
}

/** The files that the hall stores about the checks of one project. */
export interface ProjectChecksLayout {
  directory: string;
  /** The stored result of one check, by the hash of everything that the check depended on. */
  result(key: string): string;
  /** The outcome of the last check of the project's base, which is the tip of its integration branch. */
  base: string;
  /** The directory in which the base is checked out while its checks run. */
  stage: string;
  /** The directory in which work is checked out while a person's act on it is checked. */
  landing: string;
}

export function projectChecks(
  { checks }: Pick<HomeLayout, "checks">,
  project: ProjectName,
): ProjectChecksLayout {
  const directory = `${checks}/${project}`;
  return {
    directory,
    result: (key) => `${directory}/${key}.json`,
    base: `${directory}/base.json`,
    stage: `${directory}/stage`,
    landing: `${directory}/landing`,
  };
}

/** Returns the path of the file about the last take-over of a project's work. */
export function takePath({ takes }: Pick<HomeLayout, "takes">, project: ProjectName): string {
  return `${takes}/${project}.json`;
}

/** Returns the path of the file that marks a commit whose worker had read text from outside. */
export function markPath({ marks }: Pick<HomeLayout, "marks">, commit: string): string {
  return `${marks}/${commit}.json`;
}

/** The directory in the trash that keeps the uncommitted files of a commission's worktree. */
export interface LeftoversLayout {
  directory: string;
  note: string;
  /** The files at their original paths. */
  files: string;
  /** Files whose path cannot be created below `files`. */
  misplaced: string;
}

export function leftoversLayout(home: Pick<HomeLayout, "trash">, id: CommissionId): LeftoversLayout {
  const directory = `${home.trash}/worktree-${id}`;
  return {
    directory,
    note: `${directory}/note.md`,
    files: `${directory}/files`,
    misplaced: `${directory}/misplaced`,
  };
}

/**
 * The paths of one guild member. `directory` belongs to the member, but before a start the hall may update a
 * bundled member's code there and provides `node_modules`. A linked member is not changed.
 */
export interface MemberLayout {
  directory: string;
  manifest: string;
  /** The source of the member's code, and the hashes of its files at the time it was copied. */
  origin: string;
  /** The record of the process that the hall started for the member. */
  record: string;
  /**
   * The text that the member printed: `output` has its stdout since the last start; `log` has its stderr, including
   * that of earlier starts.
   */
  output: string;
  log: string;
  /** The cost of the member's model requests that no commission pays for. */
  spend: string;
}

export function memberLayout(
  home: Pick<HomeLayout, "guildMembers" | "run" | "logs">,
  name: MemberName,
): MemberLayout {
  const directory = `${home.guildMembers}/${name}`;
  return {
    directory,
    manifest: `${directory}/guild-member.json`,
    origin: `${home.guildMembers}/${name}.origin.json`,
    record: `${home.run}/members/${name}.json`,
    output: `${home.logs}/members/${name}.out`,
    log: `${home.logs}/members/${name}.err`,
    spend: `${home.guildMembers}/${name}.spend.jsonl`,
  };
}
