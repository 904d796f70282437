// What a throwaway hall is given to rehearse with: the packages of the home, or one package under trial.
import { resolve } from "node:path";
import { homeLayout } from "../../contract/home-layout.ts";
import type { Refusal } from "../../contract/problem.ts";
import { layStage, planRehearsals as plan, type RehearsalPlan as Plan } from "../../packages/stage.ts";
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

/** So that a worker of the home can be rehearsed like one that came with the hall. */
export function bringPackages({ home }: Pick<Cli, "home">, throwaway: string): Promise<void> {
  return layStage({ throwaway, home: homeLayout(home), plan: null });
}
