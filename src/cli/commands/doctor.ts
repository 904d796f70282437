// guild-hall doctor: checks this machine, with or without a hall.
import type { Cli } from "../cli.ts";
import { examine } from "../offline/doctor.ts";
import { printFound } from "../print.ts";
import { findingLines } from "../render/hall/findings.ts";
import type { CommandInput, Done } from "../table/command.ts";

export async function doctor(cli: Cli, input: CommandInput): Promise<Done> {
  const { findings } = await examine(cli);
  const ok = findings.every((finding) => finding.state !== "fail");
  printFound(cli, input, {
    found: { ok, checks: findings },
    lines: ({ checks }, style) => findingLines(checks, style),
  });
  return ok ? 0 : 1;
}
