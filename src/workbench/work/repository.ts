// Lets toolboxes read the commission's own worktree and its git history. Their requests are parsed first; git then runs
// beside the worker, under the same limits.
import type { z } from "zod";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { TreePlan } from "../../contract/project/tree.ts";
import {
  diffArgs,
  diffAsked,
  logArgs,
  logAsked,
  showArgs,
  showAsked,
  statusArgs,
  untrackedArgs,
} from "../../git/repository/history-args.ts";
import { worktreePlace } from "../../git/repository/places.ts";
import { borrowsObjects, placeInside } from "../../git/repository/sandbox-repository.ts";
import type { Repository, RepositoryText } from "../../contract/kit/index.ts";
import { issueWords } from "../../base/text/thrown-text.ts";
import { inside } from "../sandbox/inside.ts";
import type { OfferedChecks } from "./offered-checks.ts";
import type { WorkbenchDeps } from "./deps.ts";
import type { CheckDeps } from "../checks/run-check.ts";
import { type GitLook, type Looked, lookWithGit } from "./look-with-git.ts";

type Deps = CheckDeps & Pick<WorkbenchDeps, "home" | "trees">;

export interface RepositoryOrder {
  id: CommissionId;
  tree: TreePlan;
  during: OfferedChecks["during"];
  record: OfferedChecks["record"];
}

export const maxCharacters = 40_000;
const maxNamesCharacters = 8000;

export function createRepository(deps: Deps, order: RepositoryOrder): Repository {
  const works = [inside.work, worktreePlace(deps.home, order.id, order.tree).workTree];
  const parse = <T>(schema: z.ZodType<T>, asked: unknown): T => parseAsked(schema, nameBelow(works, asked));
  const look = (args: readonly string[], signal: AbortSignal, revisions: Revisions = []) =>
    order.during(signal, async (place, held) => {
      const looked = await lookAt(deps, order, { place, args, signal: held, maxCharacters });
      await noteMarked(deps, order, { revisions, signal: held });
      return looked;
    });
  return {
    status: async (signal) => textOf(await look(statusArgs(), signal)),
    log: async (asked, signal) => {
      const parsed = parse(logAsked, asked);
      return textOf(await look(logArgs(parsed), signal, [parsed.to]));
    },
    diff: async (asked, signal) => {
      const parsed = parse(diffAsked, asked);
      const diff = await look(diffArgs(parsed, order.tree.base), signal, [parsed.from, parsed.to]);
      if (parsed.to !== undefined) return textOf(diff);
      return withNew(diff, await look(untrackedArgs(parsed.paths), signal));
    },
    show: async (asked, signal) => {
      const parsed = parse(showAsked, asked);
      const shown = await look(showArgs(parsed), signal, [parsed.revision]);
      return parsed.path !== undefined && shown.binary ? { text: binaryText, cut: false } : textOf(shown);
    },
  };
}

type Revisions = readonly (string | undefined)[];

/**
 * Records marked commits among those that git has shown. A commit is marked if its run had read untrusted
 * text, such as a web page. This is called after git has run, so that it covers a branch that moved
 * meanwhile: marks are written before a branch moves. Without a revision git shows only the history of the
 * base, whose marks are known already.
 */
async function noteMarked(
  { trees }: Deps,
  { id, tree, record }: RepositoryOrder,
  { revisions, signal }: { revisions: Revisions; signal: AbortSignal },
): Promise<void> {
  const named = revisions.flatMap((revision) =>
    revision === undefined || revision === "HEAD" ? [] : [revision],
  );
  if (named.length === 0) return;
  const marked = await trees.marked({ id, tree, revisions: named, signal });
  if (marked.length > 0) await record({ type: "history.read", marked });
}

type Look = Omit<GitLook, "where">;

async function lookAt(deps: Deps, { id, tree }: RepositoryOrder, look: Look): Promise<Looked> {
  const { home } = deps;
  const { level, tools } = look.place.probe;
  const isShown = level === "bubblewrap" && tools.bwrap !== null;
  const where = isShown ? placeInside({ home, id, tree, inside }) : worktreePlace(home, id, tree);
  try {
    return await lookWithGit(deps, { ...look, where });
  } catch (error) {
    if (!isShown || look.signal.aborted || !(await borrowsObjects(tree))) throw error;
    throw new Error(`${(error as Error).message}. ${borrowedText}`, { cause: error });
  }
}

const borrowedText =
  "The repository borrows objects from another one (objects/info/alternates), which a sandbox does not show";

function parseAsked<T>(schema: z.ZodType<T>, asked: unknown): T {
  const parsed = schema.safeParse(asked);
  if (parsed.success) return parsed.data;
  throw new Error(issueWords(parsed.error.issues));
}

/** Turns absolute paths into relative ones, because a worker may name a file by the path that it sees. */
function nameBelow(works: readonly string[], asked: unknown): unknown {
  if (typeof asked !== "object" || asked === null) return asked;
  const below = (path: unknown): unknown => {
    const work = works.find(
      (each) => path === each || (typeof path === "string" && path.startsWith(`${each}/`)),
    );
    return work === undefined || typeof path !== "string" ? path : path.slice(work.length + 1) || ".";
  };
  const entries = Object.entries(asked).map(([key, value]: [string, unknown]) => {
    if (key === "path") return [key, below(value)];
    return [key, key === "paths" && Array.isArray(value) ? value.map(below) : value];
  });
  return Object.fromEntries(entries);
}

/** Puts the new files before the diff, because the end of the diff may be cut. */
function withNew(diff: RepositoryText, found: RepositoryText): RepositoryText {
  if (found.text === "") return textOf(diff);
  const names = found.text.slice(0, maxNamesCharacters);
  const cut = found.cut || names.length < found.text.length;
  const listed = cut ? `${names.slice(0, names.lastIndexOf("\n") + 1)}[more were cut here]\n` : names;
  return { text: `New files, not in the diff:\n${listed}\n${diff.text}`, cut: diff.cut || cut };
}

const binaryText = "It is a binary file.\n";

function textOf({ text, cut }: RepositoryText): RepositoryText {
  return { text, cut };
}
