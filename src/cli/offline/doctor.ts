// All checks of `guild-hall doctor`, in the order a person reads them. They need no hall.
import type { Cli } from "../cli.ts";
import type { Finding } from "./check.ts";
import { checkConfig } from "./check-config.ts";
import { checkDisk, checkFormat, checkHall, checkHome, checkModel } from "./check-home.ts";
import { checkMembers } from "./check-members.ts";
import { checkPackages } from "./check-packages.ts";
import {
  checkBun,
  checkClaude,
  checkGit,
  checkLimits,
  checkNode,
  checkSandbox,
  probeFor,
} from "./check-programs.ts";

export function examine(cli: Cli): Promise<Finding[]> {
  const probing = probeFor(cli);
  return Promise.all([
    checkNode(cli),
    checkBun(),
    checkClaude(cli),
    checkGit(cli),
    checkSandbox(cli, probing),
    checkLimits(probing),
    checkModel(cli.handoff),
    checkHome(cli),
    checkFormat(cli),
    checkConfig(cli),
    checkPackages(cli),
    checkMembers(cli),
    checkDisk(cli),
    checkHall(cli),
  ]);
}
