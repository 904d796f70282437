// Where everything lies in the hall's home. docs/files.md describes it; nothing else joins these paths.
import type { CommissionId, ProjectName } from "./ids.ts";
import type { MemberName } from "../member/member.ts";
import type { MemoryKey, MemoryScope } from "../memory/memory.ts";

/** The format of the home directory. A home of a newer one is refused without writing; one of an older is read and renamed. */
export const homeVersion = 4;

export interface HomeLayout {
  root: string;
  version: string;
  token: string;
  config: string;
  quota: string;
  /** What a person has put off. */
  deferred: string;
  /** The browsers that are known. */
  pageKeys: string;
  run: string;
  hallLock: string;
  hallRecord: string;
  nudgeSocket: string;
  /** The port that guild members ask for a model at. */
  gatewayRecord: string;
  /** The processes that were started for guild members. */
  memberRecords: string;
  lastGoodConfig: string;
  logs: string;
  hallLog: string;
  packages: string;
  /** Held while a command changes the packages. */
  packagesLock: string;
  /** What was added to `packages/`, from where, and what it was then. */
  packagesRecord: string;
  /** Guild members, each with its own `jobs/` and `memory/`. */
  guildMembers: string;
  /** Held while a command changes the guild members. */
  guildMembersLock: string;
  memory: string;
  commissions: string;
  /** The integration worktree of each project. */
  projects: string;
  /** What the hall's git sees of each project's repository. */
  repositories: string;
  /** The worktrees of commissions, by project. */
  worktrees: string;
  /** Results of checks, by project. */
  checks: string;
  /** What set-ups with the network have made, and which trees a person has approved for one, by project. */
  setUps: string;
  /** Commits of runs that had read words of strangers. */
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
    logs: `${root}/logs`,
    hallLog: `${root}/logs/hall.jsonl`,
    packages: `${root}/packages`,
    packagesLock: `${root}/packages/.lock`,
    packagesRecord: `${root}/packages.json`,
    guildMembers: `${root}/guild-members`,
    guildMembersLock: `${root}/guild-members/.lock`,
    memory: `${root}/memory`,
    commissions: `${root}/commissions`,
    projects: `${root}/projects`,
    repositories: `${root}/repositories`,
    worktrees: `${root}/worktrees`,
    checks: `${root}/checks`,
    setUps: `${root}/set-ups`,
    marks: `${root}/marks`,
    trash: `${root}/trash`,
  };
}

/** A file that leads a browser to the page. */
export function openingFile({ run }: Pick<HomeLayout, "run">, key: string): string {
  return `${run}/open-${key}.html`;
}

export function isOpening(name: string): boolean {
  return /^open-[\w-]+\.html$/.test(name);
}

/** Why a hall must not keep its secrets there. */
export function notOwnProblem({ root }: Pick<HomeLayout, "root">, why: string): string {
  return `${root} cannot be the home of your hall. ${why}, who could put another token or other work in its place. Set GUILD_HALL_HOME to a directory of your own, or take this one over with "chown".`;
}

/** Why this release must leave a home alone whose `version` file holds this text; null when it may use it. */
export function formatProblem(home: HomeLayout, text: string | undefined): string | null {
  if (text === undefined) return null;
  const found = Number(text.trim());
  if (!Number.isInteger(found) || found < 1) return `${home.version} does not hold a format number.`;
  if (found <= homeVersion) return null;
  return `The home ${home.root} has format ${found}; this release knows formats up to ${homeVersion}. Install a newer guild-hall.`;
}

export interface CommissionLayout {
  directory: string;
  events: string;
  blobs: string;
  benchLock: string;
  task: string;
  config: string;
  meta: string;
  status: string;
  result: string;
  questions: string;
  decisions: string;
  artifacts: string;
  work: string;
  /** The session's private home, settings and temporary files; removed when the commission is over. */
  session: string;
  journal(bench: number): string;
  transcript(bench: number): string;
  output(bench: number): string;
}

/** With the work of one that has a worktree in the place of its own directory. */
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
    decisions: `${directory}/decisions.json`,
    artifacts: `${directory}/artifacts`,
    work: `${directory}/work`,
    session: `${directory}/home`,
    journal: (bench) => `${directory}/bench-${bench}.jsonl`,
    transcript: (bench) => `${directory}/transcript-${bench}.jsonl`,
    output: (bench) => `${directory}/bench-${bench}.out`,
  };
}

/** Whether something in the trash was in a worktree and is in no commit, by its name. */
export function isLeftover(name: string): boolean {
  return name.startsWith("worktree-");
}

/** What of a project lies in the home. */
export interface ProjectLayout {
  /** Its integration branch, checked out. */
  integration: string;
  /** A git directory of the hall's own, which shows the repository's objects and refs and nothing else of it. */
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

/** What the hall keeps of the checks of one project. */
export interface ProjectChecksLayout {
  directory: string;
  /** One result, by the hash of everything that decides it. */
  result(key: string): string;
  /** How the base of the project came out when it was checked last. */
  base: string;
  /** Where the base is laid out while its checks run. */
  stage: string;
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
  };
}

/** The mark of one commit, by its id. */
export function markPath({ marks }: Pick<HomeLayout, "marks">, commit: string): string {
  return `${marks}/${commit}.json`;
}

/** Files of a commission's worktree that are in no commit. */
export interface LeftoversLayout {
  directory: string;
  note: string;
  /** By the paths they had. */
  files: string;
  /** Those whose path cannot be had below it. */
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

/** What of a guild member lies in the home. Its own directory is its own: the hall reads its manifest and nothing else. */
export interface MemberLayout {
  directory: string;
  manifest: string;
  /** What the hall knows of it: where it is from, and what it was then. */
  origin: string;
  /** The process that was started for it. */
  record: string;
  /** What it printed: `output` since it was started, `log` what came as errors, also of earlier starts. */
  output: string;
  log: string;
  /** What its jobs cost that belong to no commission. */
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

/** One scope of memory. The entries lie open, for people to read and edit; what the hall knows of them is hidden beside. */
export interface MemoryLayout {
  directory: string;
  lock: string;
  history: string;
  log: string;
  brief: string;
  texts: string;
  file(key: MemoryKey): string;
  text(sha256: string): string;
  trashed(words: { key: MemoryKey; version: number; sha256: string }): string;
}

const scopeDirectories: Readonly<Record<string, string>> = { project: "projects", worker: "workers" };

export function memoryLayout(home: Pick<HomeLayout, "memory" | "trash">, scope: MemoryScope): MemoryLayout {
  const [kind = "", name] = scope.split(":");
  const directory =
    name === undefined ? `${home.memory}/${kind}` : `${home.memory}/${scopeDirectories[kind]}/${name}`;
  const history = `${directory}/.history`;
  return {
    directory,
    lock: `${directory}/.lock`,
    history,
    log: `${history}/log.jsonl`,
    brief: `${history}/brief.json`,
    texts: `${history}/texts`,
    file: (key) => `${directory}/${key}.md`,
    text: (sha256) => `${history}/texts/${sha256}.md`,
    trashed: ({ key, version, sha256 }) =>
      `${home.trash}/memory.${scope.replace(":", ".")}.${key}.v${version}-${sha256.slice(0, 12)}.md`,
  };
}
