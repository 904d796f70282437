// Answers what a worker was told: reads the first request of its session, as its workbench has kept it.
import {
  type PromptRequest,
  type Told,
  toldRecord,
  type toldRoutes,
} from "../../contract/commission/told.ts";
import { commissionLayout, type HomeLayout } from "../../contract/home/home-layout.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { Operations } from "../../contract/api/operation.ts";
import { done, type Outcome, refuse } from "../../contract/api/problem.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { Conductor } from "../dispatch/conductor.ts";
import type { Previews } from "../engine/previews.ts";
import { describeTold } from "../../rules/prompt/told.ts";
import type { Ledger } from "../../store/ledger/ledger.ts";

export interface ToldDeps {
  home: HomeLayout;
  disk: Pick<Disk, "readText">;
  ledger: Pick<Ledger, "find">;
  conductor: Pick<Conductor, "planPrompt">;
  previews: Pick<Previews, "show">;
}

export type ToldOperations = Pick<Operations, keyof typeof toldRoutes>;

export function createToldOperations(deps: ToldDeps): ToldOperations {
  return {
    told: ({ params }) => readTold(deps, params.id),
    prompt: ({ body }) => showPrompt(deps, body),
  };
}

async function showPrompt(
  { conductor, previews }: Pick<ToldDeps, "conductor" | "previews">,
  asked: PromptRequest,
): Promise<Outcome<Told>> {
  const planned = await conductor.planPrompt(asked);
  if (!planned.ok) return planned;
  const { record, events } = planned.value;
  const shown = await previews.show({ id: record.request.id, bench: record.bench, events });
  if (!shown.ok) return shown;
  const told = describeTold(shown.value, record.request);
  return told === null ? refuse("internal", "claude sent a request that cannot be read.") : done(told);
}

async function readTold({ home, disk, ledger }: ToldDeps, id: CommissionId): Promise<Outcome<Told>> {
  const commission = await ledger.find(id);
  if (!commission) return refuse("not_found", `There is no commission ${id}.`);
  const { request, bench } = commission.record;
  const layout = commissionLayout(home, id);
  // A session that begins later is told the same, and then continues what the first one began.
  for (let nth = 1; nth <= bench; nth += 1) {
    const told = read(await disk.readText(layout.told(nth)));
    const described = told && describeTold(told, request);
    if (described) return done(described);
  }
  return refuse(
    "not_found",
    "There is no record of what its worker was told: no session has asked its model yet, an older release ran it, a guild member carried it out, or the record was removed with its transcripts.",
  );
}

function read(text: string | undefined) {
  if (text === undefined) return null;
  try {
    return toldRecord.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
