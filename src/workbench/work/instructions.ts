// Tells a worker what its project says: reads the instructions and skills of the person's branch, lays the skills
// out where the worker can read them, and records what is told before it is told.
import { messageOf } from "../../base/text/message-of.ts";
import type { CourseFact } from "../../contract/course/course-facts.ts";
import type { PathsFact } from "../../contract/commission/instructions.ts";
import { storageCodeOf } from "../../contract/home/storage-fault.ts";
import { commissionLayout } from "../../contract/home/home-layout.ts";
import type { CommissionId, ProjectName } from "../../contract/home/ids.ts";
import type { FileToolWords } from "../../model/session/file-tool-words.ts";
import type { CommissionRecord } from "../../rules/commission/state.ts";
import type { ProjectWords } from "../../rules/prompt/instructions/entries.ts";
import {
  fileTools,
  givenFact,
  type Instructions,
  planInstructions,
} from "../../rules/prompt/instructions/instructions.ts";
import { namedPath } from "../../rules/prompt/instructions/named-path.ts";
import { additionFor, mostTexts, nothingTold } from "../../rules/prompt/instructions/nested.ts";
import { instructionsText } from "../../rules/prompt/instructions/section.ts";
import { pathsIn } from "../../rules/prompt/named-in-task.ts";
import type { Bench } from "../bench/bench.ts";
import { inside } from "../sandbox/inside.ts";
import type { SandboxProbe } from "../sandbox/probe.ts";
import type { ReadOnlyMount } from "../sandbox/read-only.ts";
import type { WorkbenchDeps } from "./deps.ts";

export interface ToldWords {
  /** The section of the first message; empty if the project says nothing. */
  text: string;
  /** Recorded before the first message is sent. `null` if nothing is told. */
  fact: (CourseFact & { type: "instructions.given" }) | null;
  /** Lays the skills out, once, and returns the mounts that show them in the sandbox. */
  mounts(): Promise<readonly ReadOnlyMount[]>;
  /** The directories that `claude` must be allowed to read where there is no sandbox. */
  readable: readonly string[];
  /** Returns `null` if no instructions hold for a part of the project. */
  forFileTools(work: string, record: Bench["record"]): FileToolWords | null;
}

const nothing: ToldWords = {
  text: "",
  fact: null,
  mounts: async () => [],
  readable: [],
  forFileTools: () => null,
};

export interface ReadProject {
  project: ProjectName;
  words: ProjectWords;
}

/** Returns `null` if the commission is told nothing of a project. */
export async function readInstructions(
  deps: Pick<WorkbenchDeps, "trees" | "stopping">,
  { tree, instructions }: Pick<CommissionRecord, "tree" | "instructions">,
): Promise<ReadProject | null> {
  if (tree === null || instructions === null) return null;
  const { project } = tree;
  return { project, words: await deps.trees.words({ project, ...instructions, signal: deps.stopping }) };
}

/**
 * Looks up the paths that a task names with "@". Returns `null` if the project has none of them, or if they cannot be looked
 * up, which is no failure of the work.
 */
export async function findNamed(
  deps: Pick<WorkbenchDeps, "trees" | "stopping" | "print">,
  { request, tree, instructions }: Pick<CommissionRecord, "request" | "tree" | "instructions">,
): Promise<PathsFact | null> {
  const paths = tree === null || request.chore !== null ? [] : pathsIn(request.task);
  if (tree === null || paths.length === 0) return null;
  try {
    const order = { project: tree.project, at: instructions, paths, signal: deps.stopping };
    const found = await deps.trees.paths(order);
    return found === null || found.paths.length === 0 ? null : { type: "paths.found", ...found };
  } catch (error) {
    if (storageCodeOf(error) !== null || deps.stopping.aborted) throw error;
    deps.print(`The paths that the task names could not be looked up: ${messageOf(error)}`);
    return null;
  }
}

export interface TellOrder {
  words: ReadProject | null;
  builtInTools: readonly string[];
  probe: Pick<SandboxProbe, "level">;
  id: CommissionId;
}

type TellDeps = Pick<WorkbenchDeps, "trees" | "stopping" | "home">;

/** Writes nothing yet. */
export function tellWords(deps: TellDeps, { words: read, builtInTools, probe, id }: TellOrder): ToldWords {
  if (read === null) return nothing;
  const { project, words } = read;
  const told = planInstructions(words, builtInTools);
  const laidOut = `${commissionLayout(deps.home, id).session}/skills`;
  const isContained = probe.level === "bubblewrap";
  const skillsAt = isContained ? inside.skills : laidOut;
  const hasSkills = told.skills.length > 0;
  const layOut = once(() =>
    deps.trees.layOutSkills({ project, skills: told.skills, into: laidOut, signal: deps.stopping }),
  );
  return {
    text: instructionsText({ project, told, skillsAt }),
    fact: givenFact(told),
    mounts: async () => {
      if (!hasSkills) return [];
      await layOut();
      return isContained ? [{ from: laidOut, to: inside.skills }] : [];
    },
    readable: hasSkills && !isContained ? [laidOut] : [],
    forFileTools: (work, record) => fileToolWords({ project, told, work, record }),
  };
}

function once(act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => (running ??= act());
}

interface FileToolOrder {
  project: ProjectName;
  told: Instructions;
  /** The work directory as `claude` sees it. */
  work: string;
  record: Bench["record"];
}

/**
 * Each file is told once, from the beginning of a session or of its resumption: an interruption may have taken the
 * words with the answer that they came with.
 */
function fileToolWords({ project, told, work, record }: FileToolOrder): FileToolWords | null {
  const order = { project, nested: told.nested };
  if (order.nested.length === 0) return null;
  let state = nothingTold;
  return {
    tools: fileTools,
    mostTexts: mostTexts(order),
    textsFor: async ({ callId, tool, input }) => {
      const path = namedPath({ tool, input, work });
      const addition = path === null ? null : additionFor(order, state, path);
      if (addition === null) return [];
      state = addition.state;
      const { files, leftOut, texts } = addition;
      await record({ type: "instructions.added", callId, files, leftOut });
      return texts;
    },
  };
}
