// Makes a throwaway home for rehearsals (runs with a scripted model). It has the package under trial, the other
// packages of the home, and the configuration beside the scripts.
import { copyFile, mkdir, readdir, readFile, realpath, symlink, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { type HomeLayout, homeLayout } from "../../contract/home/home-layout.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import { parseRehearsal } from "../../rules/rehearsal/rehearsal-parse.ts";
import { readPackage, type SoundPackage } from "../roster/read-package.ts";
import { isThere, scriptNames, settingsName } from "../roster/rehearsals.ts";
import { unsound } from "./add.ts";

export interface Script {
  /** The file's name. */
  name: string;
  text: string;
  /** The task that the script gives the worker. `null` if it gives none. */
  task: string | null;
}

export interface RehearsalPlan {
  ok: true;
  /** The name of the commissioned worker. */
  worker: string;
  scripts: Script[];
  /** A sample project that is copied into each work directory. */
  project: string | null;
  found: SoundPackage;
  configuration: string | null;
  /** True if the package came with the hall. The hall then finds it without a link in the throwaway home. */
  isBundled: boolean;
}

export async function planRehearsals(order: {
  directory: string;
  /** A single script; `undefined` means all of `rehearsals/`. */
  script: string | undefined;
  /** The directories of the hall's own packages, each package under its name. */
  bundled: readonly string[];
}): Promise<RehearsalPlan | Refusal> {
  const read = await readPackage(order.directory);
  if (!read.ok) return unsound(order.directory, read.faults);
  const place = await bundledPlace(order.bundled, read.found);
  if (place !== null && place !== (await realpath(order.directory)))
    return refuse(
      "bad_package",
      `"${nameOf(read.found)}" comes with the hall, and the hall's own goes first: yours would not be played.`,
      "Give it another guildHall.identity.name.",
    );
  const files = order.script === undefined ? await scriptsOf(order.directory) : [order.script];
  if (files.length === 0)
    return refuse(
      "bad_rehearsal",
      `There is no script in ${order.directory}/rehearsals.`,
      "docs/guide/rehearse-it.md says how to write one.",
    );
  const scripts = await Promise.all(files.map(readScript));
  const missing = scripts.find((script) => script === null);
  if (missing === null) return refuse("usage", `The script ${files[scripts.indexOf(null)]} cannot be read.`);
  const beside = dirname(files[0] ?? "");
  const { found } = read;
  return {
    ok: true,
    worker: found.worker?.identity.name ?? rehearser,
    scripts: scripts.filter((script) => script !== null),
    project: (await isThere(`${beside}/project`)) ? `${beside}/project` : null,
    configuration: (await isThere(`${beside}/${settingsName}`)) ? `${beside}/${settingsName}` : null,
    found,
    isBundled: place !== null,
  };
}

async function bundledPlace(places: readonly string[], found: SoundPackage): Promise<string | null> {
  for (const place of places) {
    const there = await realpath(`${place}/${nameOf(found)}`).catch(() => null);
    if (there !== null) return there;
  }
  return null;
}

function nameOf({ worker, toolbox }: SoundPackage): string {
  return (worker ?? toolbox)?.identity.name ?? "";
}

async function scriptsOf(directory: string): Promise<string[]> {
  return (await scriptNames(directory)).map((name) => `${directory}/rehearsals/${name}`);
}

async function readScript(file: string): Promise<Script | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return null;
  const parsed = parseRehearsal(text);
  return { name: basename(file), text, task: (parsed.ok ? parsed.script.task : undefined) ?? null };
}

/** The throwaway home, and the home whose other packages it sees. */
export interface RehearsalStage {
  throwaway: string;
  home: HomeLayout;
  plan: Pick<RehearsalPlan, "found" | "configuration" | "isBundled"> | null;
}

export async function layStage({ throwaway, home, plan }: RehearsalStage): Promise<void> {
  const stage = homeLayout(throwaway);
  await mkdir(stage.packages, { mode: 0o700 });
  const own = plan === null ? null : nameOf(plan.found);
  const others = (await readdir(home.packages).catch(() => [])).filter((name) => !name.startsWith("."));
  // A package of the home with one of these names could be used instead of the one under trial.
  const hidden = plan?.found.worker === null ? [own, rehearser] : [own];
  for (const name of others)
    if (!hidden.includes(name)) await symlink(`${home.packages}/${name}`, `${stage.packages}/${name}`);
  if (plan === null) return;
  if (!plan.isBundled) await symlink(plan.found.directory, `${stage.packages}/${own}`);
  if (plan.configuration !== null) await copyFile(plan.configuration, stage.config);
  if (plan.found.worker === null) await layRehearser(`${stage.packages}/${rehearser}.worker`, own ?? "");
}

const rehearser = "rehearser";

/** Writes a worker that declares the toolbox under trial and nothing else. */
async function layRehearser(directory: string, toolbox: string): Promise<void> {
  const identity = { name: rehearser, title: "Rehearser", description: "Declares the toolbox under trial." };
  const guildHall = {
    type: "worker",
    identity,
    posture: "./posture.md",
    toolboxes: [toolbox],
    files: "read",
  };
  const files = {
    "package.json": JSON.stringify({ name: rehearser, type: "module", main: "./index.ts", guildHall }),
    "posture.md": "# You are the rehearser\n\nYou try out one toolbox.\n",
    "index.ts":
      "export const activate = ({ posture, guidance }) => ({ systemPrompt: `${posture}\\n\\n${guidance}` });\n",
  };
  await mkdir(directory, { mode: 0o700 });
  for (const [name, text] of Object.entries(files)) await writeFile(`${directory}/${name}`, text);
}
