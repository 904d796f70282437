// Checks whether a hall runs for this home, and whether it has credentials for a model.
import type { Finding } from "../../contract/api/doctor.ts";
import type { Handoff } from "../../contract/home/handoff.ts";
import { ok, warn } from "../../hall/doctor/finding.ts";
import type { Cli } from "../cli.ts";
import { findAnsweringHall, findHall, type AnsweringHall, type FindHallDeps } from "../hall/find-hall.ts";

export async function checkHall(deps: FindHallDeps & Pick<Cli, "home" | "handoff">): Promise<Finding> {
  const { home, handoff } = deps;
  const hall = await findHall(deps, home);
  if (!hall) return warn("hall", { detail: "not running", advice: "Start it with `guild-hall up`." });
  const answering = await findAnsweringHall(deps, home);
  if (answering) return runningHall(answering, handoff);
  return warn("hall", {
    detail: `process ${hall.record.pid} runs but does not answer`,
    advice: "Look at `guild-hall logs`.",
  });
}

function runningHall({ record, status }: AnsweringHall, { credential }: Handoff): Finding {
  const where = `${record.url}, process ${record.pid}`;
  if (status.model.available) return ok("hall", `${where}; its model: ${status.model.detail}`);
  const detail = `${where}; without a model: only rehearsals can run`;
  if (credential === null) return ok("hall", detail);
  return warn("hall", {
    detail,
    advice: "To hand it the credentials of this shell, run `guild-hall down` and then `guild-hall up`.",
  });
}
