// What a throwaway hall is given to rehearse with: the packages of the home and the guild member that is asked for, or
// one package under trial.
import { resolve } from "node:path";
import { homeLayout } from "../../contract/home/home-layout.ts";
import { memberOf, memberPrefix } from "../../contract/member/member.ts";
import type { Refusal } from "../../contract/api/problem.ts";
import { bringMember } from "../../guild/members/code/bring.ts";
import { layStage, planRehearsals as plan, type RehearsalPlan as Plan } from "../../guild/packages/stage.ts";
import type { Cli } from "../cli.ts";

export type RehearsalPlan = Plan;

export function planRehearsals(
  { console, installed }: Pick<Cli, "console" | "installed">,
  { directory, script }: { directory: string; script: string | undefined },
): Promise<RehearsalPlan | Refusal> {
  return plan({
    directory: resolve(console.directory, directory),
    bundled: [installed("workers"), installed("toolboxes")],
    script: script === undefined ? undefined : resolve(console.directory, script),
  });
}

export function stagePlan(
  { home }: Pick<Cli, "home">,
  stage: { throwaway: string; plan: RehearsalPlan },
): Promise<void> {
  return layStage({ ...stage, home: homeLayout(home) });
}

/** So that a worker of the home can be rehearsed like one that came with the hall, and its name means what it means there. */
export async function bringWorkers(
  { home }: Pick<Cli, "home">,
  { throwaway, worker }: { throwaway: string; worker: string },
): Promise<void> {
  const [from, to] = [homeLayout(home), homeLayout(throwaway)];
  await layStage({ throwaway, home: from, plan: null });
  const member = memberOf(worker) ?? memberOf(`${memberPrefix}${worker}`);
  if (member !== null) await bringMember({ name: member, from, to });
}
