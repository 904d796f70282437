// Checks config.yaml, and says which settings are in force while the file is broken.
import { problemLine } from "../../store/config/say.ts";
import {
  type ConfigInForce,
  type ConfigProblem,
  defaultConfig,
  type HallConfig,
} from "../../contract/home/config.ts";
import type { Finding } from "../../contract/api/doctor.ts";
import { plural } from "../../base/text/plural.ts";
import { fail, ok, warn } from "./finding.ts";

export interface ConfigHere {
  file: string;
  /** The configuration in force; `null` if the file is so broken that no hall starts with it. */
  inForce: Pick<ConfigInForce, "from" | "config" | "given"> | null;
  /** The problems of the file as it is on disk. */
  problems: readonly ConfigProblem[];
  /** Other problems, in sentences, such as that changes are not noticed. */
  troubles: readonly string[];
}

/** Returns the configuration in force, or the defaults if there is none. */
export function configOf({ inForce }: ConfigHere): HallConfig {
  return inForce?.config ?? defaultConfig;
}

export function checkConfig(here: ConfigHere): Finding {
  const { file, inForce, problems, troubles } = here;
  if (problems.length > 0) return brokenConfig(here);
  if (troubles.length > 0)
    return warn("config", { detail: troubles.join("\n"), advice: "Look at `guild-hall logs`." });
  return inForce === null || inForce.from === "defaults"
    ? ok("config", `no ${file}: the defaults hold`)
    : ok("config", `${file} sets ${plural(inForce.given.length, "key")}`);
}

function brokenConfig({ file, inForce, problems }: ConfigHere): Finding {
  const [first, ...rest] = problems.map((problem) => problemLine(file, problem));
  const more = rest.length > 0 ? `, and ${rest.length} more` : "";
  return fail("config", {
    detail: `broken: ${first}${more}`,
    advice: `\`guild-hall config validate\` names every mistake. Until it is put right, ${whatHolds(inForce)}.`,
  });
}

function whatHolds(inForce: ConfigHere["inForce"]): string {
  if (inForce === null) return "no hall starts here";
  return inForce.from === "last-good" ? "the last good one holds" : "the defaults hold";
}
