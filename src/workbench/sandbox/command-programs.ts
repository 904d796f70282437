// Finds programs as the commands of a project find them: in the sandbox, only the system's and those of
// `sandbox.readOnly` are there.
import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { findExecutable } from "../../host/processes/children.ts";
import { commandEnvironment } from "./environment.ts";
import type { SandboxProbe } from "./probe.ts";
import { binariesOf, type Private, readOnlyMounts } from "./read-only.ts";

export interface CommandPrograms {
  probe: Pick<SandboxProbe, "level">;
  /** The directories of `sandbox.readOnly`. */
  readOnly: readonly string[];
  own: Private;
  /** The person's PATH. */
  searchPath: string;
}

export type CommandProgram =
  | { state: "there"; file: string }
  /** It is on the person's PATH alone. `show` is a directory that would show it to the sandbox; `null` if none can. */
  | { state: "hidden"; file: string; show: string | null }
  | { state: "missing" };

export function findCommandProgram(order: CommandPrograms, program: string): CommandProgram {
  const { probe, searchPath } = order;
  const path = commandPath(order);
  const file = findExecutable(program, path);
  if (file !== undefined && (probe.level !== "bubblewrap" || isShown(order, file)))
    return { state: "there", file };
  const elsewhere = file ?? findExecutable(program, searchPath);
  if (elsewhere === undefined) return { state: "missing" };
  return { state: "hidden", file: elsewhere, show: directoryToShow(order, elsewhere) };
}

/** Returns the PATH of a project's commands. */
export function commandPath({ probe: { level }, readOnly, own, searchPath }: CommandPrograms): string {
  const mounts = readOnlyMounts(readOnly, own);
  const binaries = typeof mounts === "string" ? [] : binariesOf(mounts);
  const inside = { home: "/nonexistent", tmp: "/nonexistent" };
  return commandEnvironment({ inside, level, binaries, path: searchPath })["PATH"] ?? "";
}

/** A program in /usr/local/bin may be a link to a place that the sandbox does not show. */
function isShown({ readOnly, own }: CommandPrograms, file: string): boolean {
  const real = realOf(file);
  const mounts = readOnlyMounts(readOnly, own);
  const shown = typeof mounts === "string" ? [] : mounts.flatMap(({ from, to }) => [from, to]);
  return ["/usr", "/bin", "/sbin", "/lib", "/lib64", ...shown].some((place) => real.startsWith(`${place}/`));
}

/** Returns the directory above the program's `bin`, unless `sandbox.readOnly` would refuse it. */
function directoryToShow({ own }: CommandPrograms, file: string): string | null {
  const bin = dirname(file);
  const directory = bin.endsWith("/bin") ? dirname(bin) : bin;
  const isShownThere = realOf(file).startsWith(`${realOf(directory)}/`);
  return isShownThere && typeof readOnlyMounts([directory], own) !== "string" ? directory : null;
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
