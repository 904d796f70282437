// Makes the commit with which an act moves the integration branch, in git trees alone, or finds out why it cannot.
import { plural } from "../../base/text/plural.ts";
import type { StandingWork, StoppedLanding } from "../../contract/commission/landing.ts";
import { commitMessage, undoMessage } from "../../rules/project/commit-message.ts";
import { commitPeople, hallPeople } from "../../rules/project/commit-people.ts";
import { mergedAs } from "../../rules/commission/after-end.ts";
import { type ActOrder, stopped } from "./act-order.ts";
import type { LandingDeps } from "./deps.ts";

export type PreparedAct =
  | { kind: "ready"; expected: string; commit: string; tree: string }
  /** The integration branch has the work already. */
  | { kind: "merged"; commit: string }
  | { kind: "stop"; stop: StoppedLanding };

export function prepareAct(deps: LandingDeps, order: ActOrder): Promise<PreparedAct> {
  return order.act === "accept" ? prepareAccept(deps, order) : prepareUndo(deps, order);
}

async function prepareAccept({ trees }: LandingDeps, order: ActOrder): Promise<PreparedAct> {
  const { id, commission, tree, tip, at } = order;
  const { record, outcome } = commission;
  const message = commitMessage(record, outcome);
  const people = commitPeople(record.request.worker, record.commitStyle);
  const found = await trees.prepareMerge({ id, tree, tip, message, people, at });
  if (found.kind !== "conflict") return found;
  const { files } = found;
  const text = `It conflicts with ${tree.into} in ${filesText(files)}. Send it back, or redispatch it, to have it brought over.`;
  return {
    kind: "stop",
    stop: stopped("accept", { cause: "conflict", message: text }, { conflicts: files }),
  };
}

async function prepareUndo({ trees }: LandingDeps, order: ActOrder): Promise<PreparedAct> {
  const { id, commission, tree, at } = order;
  const commit = mergedAs(commission);
  if (commit === null) throw new Error("The commission is not merged.");
  const message = undoMessage(commission.record, { outcome: commission.outcome, commit });
  const people = hallPeople(commission.record.commitStyle);
  const found = await trees.prepareUndo({ id, tree, commit, message, people, at });
  switch (found.kind) {
    case "ready":
      return found;
    case "gone":
      return { kind: "stop", stop: stopped("undo", { cause: "gone", message: found.why }) };
    case "conflict": {
      const { files, standing } = found;
      const message = `Later work stands on it: ${standingText(standing)} changed ${filesText(files)} since. Undo that first, or send this back.`;
      return {
        kind: "stop",
        stop: stopped("undo", { cause: "conflict", message }, { conflicts: files, standing }),
      };
    }
  }
}

const named = 3;

function filesText(files: readonly string[]): string {
  const more = files.length - named;
  return files.slice(0, named).join(", ") + (more > 0 ? ` and ${plural(more, "more file")}` : "");
}

function standingText(standing: readonly StandingWork[]): string {
  const [first] = standing;
  if (!first) return "other work";
  const name = `${first.commit.slice(0, 12)} (${first.subject})`;
  return standing.length === 1 ? name : `${name} and ${plural(standing.length - 1, "other commit")}`;
}
