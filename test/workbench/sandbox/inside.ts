// Runs a shell script in the real containment, in place of `claude`, with its command line as it is or changed.
import { lchownSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BriefRun, findExecutable, runBriefly } from "../../../src/host/processes/children.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { type ClaudeRun, contain, type Containment } from "../../../src/workbench/sandbox/contain.ts";
import type { ContainedCommand } from "../../../src/workbench/sandbox/wrap.ts";
import { probe } from "./usable.ts";

export const bash = realpathSync(findExecutable("bash", process.env["PATH"] ?? "/usr/bin:/bin") ?? "/bin/sh");

export interface Ground {
  directory: string;
  /** A file that belongs to another commission. */
  secret: string;
  containment: Containment;
}

export function layGround(
  run: Partial<Pick<ClaudeRun, "workDir" | "readOnlyWork" | "readOnly" | "shown" | "bounds">> = {},
  place = tmpdir(),
): Ground {
  const directory = mkdtempSync(join(place, "gh-sandbox-"));
  for (const name of ["mine/work", "mine/home", "mine/config", "mine/tmp", "mine/attachments", "other"])
    mkdirSync(join(directory, name), { recursive: true });
  const mine = join(directory, "mine");
  const containment = contain(probe, {
    commissionDir: mine,
    workDir: join(mine, "work"),
    homeDir: join(mine, "home"),
    configDir: join(mine, "config"),
    tmpDir: join(mine, "tmp"),
    attachmentsDir: join(mine, "attachments"),
    claudePath: bash,
    gatewaySocket: null,
    readOnlyWork: false,
    readOnly: [],
    shown: [],
    bounds: { processes: null, fileBytes: null },
    ...run,
  });
  return { directory, secret: join(directory, "other"), containment };
}

export function clearGround(ground: Ground): void {
  rmSync(ground.directory, { recursive: true, force: true });
}

/** How a control changes the command line: parts are taken out, others put in. */
export interface Change {
  drop?: readonly string[][];
  add?: readonly string[];
}

export function changedCommand(
  containment: Containment,
  { script, change = {} }: { script: string; change?: Change },
): ContainedCommand {
  const { file, args, handed } = containment.command(["-c", script]);
  const kept = (change.drop ?? []).reduce<readonly string[]>(withoutPart, args);
  // After every other mount, so that none of them covers what a control puts in.
  const root = kept.findIndex((word, at) => word === "--remount-ro" && kept[at + 1] === "/");
  const end = root === -1 ? kept.indexOf("--chdir") : root;
  return {
    file,
    args: [...kept.slice(0, end), ...(change.add ?? []), ...kept.slice(end)],
    ...(handed === undefined ? {} : { handed }),
  };
}

function withoutPart(args: readonly string[], part: readonly string[]): string[] {
  const at = args.findIndex((_, index) => part.every((word, step) => args[index + step] === word));
  if (at === -1) throw new Error(`The command line has no ${part.join(" ")}: the control tests nothing.`);
  return [...args.slice(0, at), ...args.slice(at + part.length)];
}

export function runInside(ground: Ground, what: { script: string; change?: Change }): Promise<BriefRun> {
  const command = changedCommand(ground.containment, what);
  return runBriefly(
    { ...command, cwd: "/", env: { PATH: "/usr/bin:/bin:/usr/sbin:/sbin" } },
    { clock: systemClock, limitMs: 10_000 },
  );
}

/** As an ordinary user, also where the tests are root's. */
export function runAsOrdinary(ground: Ground, what: { script: string; change?: Change }): Promise<BriefRun> {
  if (process.getuid?.() !== 0) return runInside(ground, what);
  for (const path of ["", ...readdirSync(ground.directory, { recursive: true }).map(String)])
    lchownSync(join(ground.directory, path), nobody, nobody);
  const { file, args, ...handed } = changedCommand(ground.containment, what);
  const become = ["--reuid", String(nobody), "--regid", String(nobody), "--clear-groups", "--"];
  const command = { file: probe.tools.setpriv ?? "", args: [...become, file, ...args], ...handed };
  return runBriefly(
    { ...command, cwd: "/", env: { PATH: "/usr/bin:/bin" } },
    { clock: systemClock, limitMs: 10_000 },
  );
}

const nobody = 65_534;
