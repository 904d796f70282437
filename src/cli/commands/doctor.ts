// guild-hall doctor
import type { Cli } from "../cli.ts";
import { flag, type CommandInput, type Done } from "../table/command.ts";
import { examine } from "../offline/doctor.ts";
import { pageStyle, printJson, printLines } from "../print.ts";
import { findingLines } from "../render/hall/findings.ts";

export async function run(cli: Cli, input: CommandInput): Promise<Done> {
  const { findings } = await examine(cli);
  const healthy = findings.every((finding) => finding.state !== "fail");
  if (flag(input, "json")) printJson(cli, { ok: healthy, checks: findings });
  else printLines(cli, findingLines(findings, pageStyle(cli)));
  return healthy ? 0 : 1;
}
