// What git keeps: finished work comes to the integration branch once, refuted work never, and nothing that was written
// to a worktree is lost.
import { fold } from "../../../src/rules/commission/evolve.ts";
import type { Ended } from "../../../src/rules/commission/state.ts";
import { isEnded } from "../../../src/rules/commission/state.ts";
import { addSnapshot, integration, isKept, lineOf, mergesOf, tipOf } from "../../fakes/repository.ts";
import type { Known } from "../known.ts";
import { failsOn } from "../prove.ts";
import { foldable, ledgerLines } from "../ledger-lines.ts";
import { breaks, type World } from "../world.ts";

export function branchesAtRest(world: World): void {
  theirsIsThere(world);
  for (const known of world.known.values()) {
    filesAreKept(world, known);
    const merged = mergesOf(world.repository, known.id);
    const merges = merged.length;
    for (const [name, { files }] of merged)
      if (failsOn(addSnapshot(world.repository, files)))
        breaks(world, "merged", `${name}, which ${known.id} was merged as, fails the checks.`);
    if (merges > 1) breaks(world, "merged", `${known.id} was merged ${merges} times.`);
    if (merges > 0 && known.proved === false) breaks(world, "merged", `${known.id} was refuted, and merged.`);
    if (known.deletion !== null || known.harmed.has("ledger")) continue;
    const commission = fold(foldable(ledgerLines(world.machine.tree, known.id) ?? []));
    if (commission && isEnded(commission)) asTold(world, commission, merges);
  }
}

function theirsIsThere(world: World): void {
  const { repository, theirs } = world;
  const line = new Set([...lineOf(repository, tipOf(repository, integration))].map(([name]) => name));
  const lost = theirs.find((commit) => !line.has(commit));
  if (lost) breaks(world, "nothingDeleted", `Somebody's commit ${lost} is no longer on the branch.`);
}

function filesAreKept(world: World, { id, files }: Known): void {
  for (const [path, text] of files)
    if (!isKept(world.repository, path, text))
      breaks(world, "nothingDeleted", `What ${id} wrote to ${path} is lost.`);
}

/** What its ledger says of its branch is so. */
function asTold(world: World, { record, outcome }: Ended, merges: number): void {
  const { id } = record.request;
  const told = record.applied?.tree ?? null;
  const isOpen = world.repository.worktrees.has(id);
  if (told === null) {
    if (merges > 0 || isOpen) breaks(world, "merged", `${id} says nothing of its branch.`);
    return;
  }
  const isDone = outcome.status === "completed" && outcome.trust !== "refuted";
  const isUnchanged = record.proof?.changed === false;
  const isIn = record.land === "integration";
  const fitting = isDone && !isUnchanged ? (isIn ? ["merged", "conflict"] : ["kept"]) : ["kept", "unchanged"];
  if (!fitting.includes(told.state))
    breaks(world, "merged", `${id} is ${outcome.status}, and its branch ${told.state}.`);
  const { accepted } = record.afterEnd;
  const isMerged = told.state === "merged" || accepted !== null;
  if (isMerged !== merges > 0)
    breaks(world, "merged", `${id} says ${told.state}, and was merged ${merges} times.`);
  // The branch of accepted work is removed.
  if (told.branch !== null && !accepted && world.repository.refs.get(told.branch) !== told.tip)
    breaks(world, "nothingDeleted", `The branch of ${id} is not where it was left.`);
  if (isOpen && !told.keptWorktree) breaks(world, "merged", `The worktree of ${id} was not closed.`);
}
