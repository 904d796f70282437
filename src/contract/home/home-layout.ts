// The paths of everything in the hall's home. docs/files.md describes them; no other file joins these paths.
import type { CommissionId, ProjectName } from "./ids.ts";
import type { MemberName } from "../member/member.ts";
import type { MemoryKey, MemoryScope } from "../memory/memory.ts";

/** The format of the home directory. A newer format is refused without writing; an older one is read and upgraded. */
export const homeVersion = 4;

export interface HomeLayout {
  root: string;
  version: string;
  token: string;
  config: string;
  quota: string;
  /** The items that a person has deferred. */
  deferred: string;
  /** The browsers that the hall knows. */
  pageKeys: string;
  run: string;
  hallLock: string;
  hallRecord: string;
  nudgeSocket: string;
  /** The port at which guild members reach the gateway. */
  gatewayRecord: string;
  /** The processes that were started for guild members. */
  memberRecords: string;
  lastGoodConfig: string;
  logs: string;
  hallLog: string;
  packages: string;
  /** Lock held while a command changes the packages. */
  packagesLock: string;
  /** The packages that were added to `packages/`, from where, and their file hashes at that time. */
  packagesRecord: string;
  /** Guild members, each with its own `jobs/` and `memory/`. */
  guildMembers: string;
  /** Lock held while a command changes the guild members. */
  guildMembersLock: string;
  memory: string;
  commissions: string;
  /** The integration worktree of each project. */
  projects: string;
  /** The hall's own git view of each project's repository. */
  repositories: string;
  /** The worktrees of commissions, by project. */
  worktrees: string;
  /** Results of checks, by project. */
  checks: string;
  /** The output of set-ups with the network, and the trees that a person has approved for one, by project. */
  setUps: string;
  /** Marks on commits of runs that had read words of strangers. */
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

/** An HTML file that takes a browser to the page. */
export function openingFile({ run }: Pick<HomeLayout, "run">, key: string): string {
  return `${run}/open-${key}.html`;
}

export function isOpening(name: string): boolean {
  return /^open-[\w-]+\.html$/.test(name);
}

/** Says why a hall must not keep its secrets in this directory. */
export function notOwnProblem({ root }: Pick<HomeLayout, "root">, why: string): string {
  return `${root} cannot be the home of your hall. ${why}, who could put another token or other work in its place. Set GUILD_HALL_HOME to a directory of your own, or take this one over with "chown".`;
}

/** Why this release must not use a home whose `version` file holds `text`; `null` if it may. */
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
  /** The session's private home, settings and temporary files; removed when the commission has ended. */
  session: string;
  journal(bench: number): string;
  transcript(bench: number): string;
  output(bench: number): string;
}

/** The layout of a commission, with its worktree as the work directory if it has one. */
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

/** Whether an item of the trash, by its name, was left uncommitted in a worktree. */
export function isLeftover(name: string): boolean {
  return name.startsWith("worktree-");
}

/** The directories of one project in the home. */
export interface ProjectLayout {
  /** The checkout of its integration branch. */
  integration: string;
  /** The hall's own git directory, which exposes only the objects and refs of the repository. */
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
  /** A result, by the hash of all its inputs. */
  result(key: string): string;
  /** The outcome of the last check of the project's base. */
  base: string;
  /** The directory in which the base is checked out while its checks run. */
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

/** Uncommitted files of a commission's worktree. */
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

/** The paths of one guild member. Its directory is its own: the hall reads the manifest and nothing else there. */
export interface MemberLayout {
  directory: string;
  manifest: string;
  /** The source of its code, and the file hashes at that time. */
  origin: string;
  /** The process that the hall started for it. */
  record: string;
  /** Its printed text: `output` since its start; `log` its stderr, also of earlier starts. */
  output: string;
  log: string;
  /** The cost of its jobs that belong to no commission. */
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

/** A scope of memory. Entries are plain files for people to edit; the hall's records beside them are hidden. */
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
