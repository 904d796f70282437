// Prepares a throwaway home for rehearsals: with the person's packages, and with a guild member or a package that is to
// be tested.
import { resolve } from "node:path";
import { homeLayout } from "../../contract/home/home-layout.ts";
import { memberOf, memberPrefix } from "../../contract/member/member.ts";
import type { Refusal } from "../../contract/api/problem.ts";
import { bringMember } from "../../guild/members/code/bring.ts";
import { layStage, planRehearsals as plan, type RehearsalPlan } from "../../guild/packages/stage.ts";
import type { Cli } from "../cli.ts";

export type { RehearsalPlan };

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

/**
 * Makes the home's packages and the named guild member available in the throwaway home, under the same names.
 */
export async function bringWorkers(
  { home }: Pick<Cli, "home">,
  { throwaway, worker }: { throwaway: string; worker: string },
): Promise<void> {
  const [from, to] = [homeLayout(home), homeLayout(throwaway)];
  await layStage({ throwaway, home: from, plan: null });
  const member = memberOf(worker) ?? memberOf(`${memberPrefix}${worker}`);
  if (member !== null) await bringMember({ name: member, from, to });
}
