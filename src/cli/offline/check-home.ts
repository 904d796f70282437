// Can the hall live in its home, does one live there, and can it reach a model?
import { constants } from "node:fs";
import { access, readFile, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { formatProblem, homeLayout } from "../../contract/home-layout.ts";
import type { Handoff } from "../../contract/handoff.ts";
import { codeOf } from "../../host/disk.ts";
import type { Cli } from "../cli.ts";
import { findAnsweringHall, findHall, type AnsweringHall, type FindDeps } from "../hall/find-hall.ts";
import { configHere } from "./check-config.ts";
import { fail, ok, warn, type Finding } from "./check.ts";

const fewMb = 1000;
const tooFewMb = 100;
const bytesPerMb = 1024 * 1024;

export async function checkHome({ home }: Pick<Cli, "home">): Promise<Finding> {
  const found = await stat(home).catch(() => undefined);
  const place = found ? home : await nearestParent(home);
  if (found && !found.isDirectory())
    return fail("home", {
      detail: `${home} is not a directory`,
      advice: "Set GUILD_HALL_HOME to a directory.",
    });
  const refused = await writeRefusal(place);
  if (refused !== undefined) return fail("home", unwritable(place, refused));
  if (!found) return ok("home", `${home} will be made by \`guild-hall up\``);
  const mode = found.mode & 0o777;
  if ((mode & 0o077) === 0) return ok("home", `${home}, mode 0${mode.toString(8)}`);
  return warn("home", {
    detail: `${home} has mode 0${mode.toString(8)}: others can look in`,
    advice: `chmod 700 ${home}`,
  });
}

export async function checkFormat({ home }: Pick<Cli, "home">): Promise<Finding> {
  const layout = homeLayout(home);
  const text = await readFile(layout.version, "utf8").catch(() => undefined);
  if (text === undefined) return ok("format", "nothing stored yet");
  const detail = formatProblem(layout, text);
  if (detail === null) return ok("format", text.trim());
  return fail("format", { detail, advice: "Upgrade." });
}

export async function checkDisk({ home }: Pick<Cli, "home">): Promise<Finding> {
  const place = await nearestParent(home);
  const { minFreeDiskMb } = (await configHere({ home })).admission;
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

export async function checkModel({ credential, baseUrl }: Handoff): Promise<Finding> {
  const where = baseUrl === null ? "" : ", with a custom ANTHROPIC_BASE_URL";
  if (credential?.kind === "api_key") return ok("model", `ANTHROPIC_API_KEY is set${where}`);
  if (credential?.kind === "auth_token") return ok("model", `ANTHROPIC_AUTH_TOKEN is set${where}`);
  return warn("model", {
    detail: "no credential in this shell: only rehearsals can run",
    advice: "Set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN before `guild-hall up`; or use --rehearsal.",
  });
}

export async function checkHall(deps: FindDeps & Pick<Cli, "home" | "handoff">): Promise<Finding> {
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
    advice: "To hand it the credentials of this shell, `guild-hall down` and then `guild-hall up`.",
  });
}

async function nearestParent(path: string): Promise<string> {
  const exists = await stat(path).catch(() => undefined);
  return exists || dirname(path) === path ? path : nearestParent(dirname(path));
}

/** The system's word for why nothing can be written there. */
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
