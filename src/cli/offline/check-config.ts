// Is config.yaml good, and does it demand what this machine does not have?
import { defaultConfig, type HallConfig } from "../../contract/config.ts";
import { sandboxShortfall } from "../../rules/sandbox-minimum.ts";
import type { SandboxProbe } from "../../sandbox/probe.ts";
import type { Cli } from "../cli.ts";
import { plural } from "../render/measures.ts";
import { fail, ok, type Finding } from "./check.ts";
import { checkConfigFile, configPath, problemLines, readWithoutHall } from "./config-file.ts";

export async function checkConfig(cli: Pick<Cli, "home" | "console">): Promise<Finding> {
  const file = configPath(cli);
  const found = await checkConfigFile(cli, file);
  if (found.state === "absent") return ok("config", `no ${file}: the defaults hold`);
  if (found.state === "good") return ok("config", `${file} sets ${plural(found.given.length, "key")}`);
  const [first = ""] = problemLines(file, found.problems);
  const more = found.problems.length > 1 ? `, and ${found.problems.length - 1} more` : "";
  const hasGoodOne = !("ok" in (await readWithoutHall(cli)));
  const until = hasGoodOne ? "the last good one holds" : "no hall starts here";
  return fail("config", {
    detail: `broken: ${first}${more}`,
    advice: `\`guild-hall config validate\` names every mistake. Until it is put right, ${until}.`,
  });
}

/** What a hall goes by here; the defaults where it does not start. */
export async function configHere(cli: Pick<Cli, "home">): Promise<HallConfig> {
  const found = await readWithoutHall(cli);
  return "ok" in found ? defaultConfig : found.config;
}

/** Why a hall would start nothing here; null when it would. */
export async function findShortfall(cli: Pick<Cli, "home">, probe: SandboxProbe): Promise<string | null> {
  const found = await readWithoutHall(cli);
  return "ok" in found ? null : sandboxShortfall(found.config.sandbox.minimum, probe);
}
