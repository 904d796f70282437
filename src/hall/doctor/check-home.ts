// Checks whether a hall can use its home: that it can write there, knows the format, and has enough disk
// space.
import { constants } from "node:fs";
import { access, readFile, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { HallConfig } from "../../contract/home/config.ts";
import type { Finding } from "../../contract/api/doctor.ts";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import { formatProblem } from "../../contract/home/home-problems.ts";
import { codeOf } from "../../host/files/disk.ts";
import { fail, ok, warn } from "./finding.ts";

const fewMb = 1000;
const tooFewMb = 100;
const bytesPerMb = 1024 * 1024;

export async function checkHome({ root: home }: HomeLayout): Promise<Finding> {
  const found = await stat(home).catch(() => undefined);
  const place = found ? home : await nearestParent(home);
  if (found && !found.isDirectory())
    return fail("home", {
      detail: `${home} is not a directory`,
      advice: "Set GUILD_HALL_HOME to a directory.",
    });
  const refused = await writeRefusal(place);
  if (refused !== undefined) return fail("home", unwritable(place, refused));
  if (!found) return ok("home", `\`guild-hall up\` will make ${home}`);
  const mode = found.mode & 0o777;
  if ((mode & 0o077) === 0) return ok("home", `${home}, mode 0${mode.toString(8)}`);
  return warn("home", {
    detail: `${home} has mode 0${mode.toString(8)}: other users can look in`,
    advice: `chmod 700 ${home}`,
  });
}

export async function checkFormat(home: HomeLayout): Promise<Finding> {
  const text = await readFile(home.version, "utf8").catch(() => undefined);
  if (text === undefined) return ok("format", "nothing stored yet");
  const detail = formatProblem(home, text);
  if (detail === null) return ok("format", text.trim());
  return fail("format", { detail, advice: "Upgrade." });
}

export async function checkDisk(
  { root }: HomeLayout,
  { minFreeDiskMb }: HallConfig["admission"],
): Promise<Finding> {
  const place = await nearestParent(root);
  const { bavail, bsize } = await statfs(place);
  return diskFinding({ freeMb: (bavail * bsize) / bytesPerMb, place, minFreeDiskMb });
}

function diskFinding({ freeMb, place, minFreeDiskMb }: DiskHere): Finding {
  const free = freeMb < 10_000 ? `${Math.floor(freeMb)} MB` : `${(freeMb / 1024).toFixed(0)} GB`;
  const detail = `${free} free at ${place}`;
  if (freeMb < minFreeDiskMb)
    return fail("disk", {
      detail: `${detail}, and a start needs ${minFreeDiskMb} MB: nothing starts here`,
      advice: "Make room, or set admission.minFreeDiskMb lower.",
    });
  if (freeMb < tooFewMb)
    return fail("disk", { detail, advice: "Make room: the hall refuses new work on a full disk." });
  return freeMb < Math.max(fewMb, 2 * minFreeDiskMb)
    ? warn("disk", { detail, advice: "Make room soon." })
    : ok("disk", detail);
}

interface DiskHere {
  freeMb: number;
  place: string;
  /** admission.minFreeDiskMb of the config in force. */
  minFreeDiskMb: number;
}

async function nearestParent(path: string): Promise<string> {
  const exists = await stat(path).catch(() => undefined);
  return exists || dirname(path) === path ? path : nearestParent(dirname(path));
}

/** Returns the system's error code if nothing can be written there; `undefined` if it can. */
async function writeRefusal(path: string): Promise<string | undefined> {
  return access(path, constants.W_OK | constants.X_OK).then(
    () => undefined,
    (error: unknown) => codeOf(error) ?? "",
  );
}

function unwritable(place: string, code: string): { detail: string; advice: string } {
  if (code === "EROFS")
    return {
      detail: `${place} is on a file system that is mounted read-only`,
      advice: "Mount it for writing, or set GUILD_HALL_HOME.",
    };
  return { detail: `${place} cannot be written to`, advice: "Change its owner, or set GUILD_HALL_HOME." };
}
