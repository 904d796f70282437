// Says in sentences what happens once a draft is sent. Pure.
import type { HallStatus } from "../../../src/contract/api/hall-status.ts";
import { capital, dollars, inWords } from "../../words/say.ts";
import type { LandMode } from "../../../src/contract/project/land-settings.ts";
import { landOf } from "../../words/land.ts";
import { isMember, workerShown } from "../../words/worker-name.ts";
import { allowedFor, type KnownForDraft } from "./faults.ts";
import type { WaitsText } from "./dependency-text.ts";
import { leftOut, toolShown } from "./tools.ts";
import { toolsOf } from "./who.ts";

interface Around {
  status: HallStatus | undefined;
  waits: WaitsText;
}

export function whatHappens(known: KnownForDraft, { status, waits }: Around): string[] {
  const says = [
    where(known),
    ...waits.says,
    when(waits, status),
    checked(known),
    doesWithout(known),
    atMost(known),
  ];
  return says.filter((sentence) => sentence !== "");
}

function where({ draft, worker, project }: KnownForDraft): string {
  if (!worker) return "";
  const name = workerShown(worker.name);
  if (isMember(worker.name)) return `The guild member ${name} gets the task, and nothing else.`;
  if (!project) return `${name} works in an empty directory of its own.`;
  if (project.integration === null)
    return `${name} works in a directory of its own, with the memory of project ${draft.project}.`;
  const fate = fates[draft.land === "" ? landOf(project) : draft.land](project.integration);
  return `${name} works on ${draft.project}, on a branch and in a worktree of its own. ${fate}`;
}

const fates: Readonly<Record<LandMode, (into: string) => string>> = {
  integration: (into) =>
    `Finished work that passes its checks is merged into ${into}; your checkout is not touched.`,
  review: (into) =>
    `Finished work waits for you on its branch; accepted, and once its checks pass on the merge, it lands on ${into}.`,
  branch: () => "Finished work stays on its branch, ready for a pull request; nothing is merged.",
};

function when({ isFree }: WaitsText, status: HallStatus | undefined): string {
  if (!isFree || !status) return "";
  const { total, used } = status.slots;
  return used < total ? "It starts at once." : `All ${inWords(total)} slots are in use: it waits for one.`;
}

function checked({ draft, project }: KnownForDraft): string {
  if (isMember(draft.worker))
    return "The hall does not check a guild member’s work: it comes back as claimed.";
  const own = draft.checks.filter((command) => command.trim() !== "").length;
  const count = own + (project?.settings.checks.length ?? 0);
  if (count === 0) return "It has no checks: it comes back as claimed.";
  return `${capital(inWords(count))} ${count === 1 ? "check decides" : "checks decide"} whether it is verified.`;
}

function doesWithout({ draft, worker }: KnownForDraft): string {
  const gone = leftOut(toolsOf(worker) ?? [], draft.without).map(toolShown);
  if (gone.length === 0) return "";
  const named = gone.length > 3 ? [...gone.slice(0, 2), `${inWords(gone.length - 2)} more tools`] : gone;
  return `It must not use ${new Intl.ListFormat("en-GB").format(named)}.`;
}

function atMost(known: KnownForDraft): string {
  const { draft } = known;
  if (draft.rehearsal !== "") return "A script plays the model: nothing is spent.";
  const allowed = allowedFor(known);
  if (allowed === null) return "";
  const dollarsAtMost = Number(draft.maxBudgetUsd) || allowed.maxBudgetUsd;
  const turns = Number(draft.maxTurns) || allowed.maxTurns;
  return `It may use at most ${turns} turns and ${dollars(dollarsAtMost)}.`;
}
