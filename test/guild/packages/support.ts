// Packages for tests: sound ones, to be spoilt, and a home to put them into.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { type HereChoice, type Ran, runHere } from "../../cli/support.ts";
import { tempDir } from "../../harness/temp.ts";

export type Files = Record<string, string>;

export function workerFiles(name = "scribe", more: { guildHall?: object; file?: object } = {}): Files {
  const identity = { name, title: "Scribe", description: "Writes things down." };
  const guildHall = { type: "worker", identity, posture: "./posture.md", files: "read", ...more.guildHall };
  return {
    "package.json": JSON.stringify({
      name: `worker-${name}`,
      type: "module",
      main: "./index.ts",
      guildHall,
      ...more.file,
    }),
    "index.ts":
      "export const activate = ({ posture, guidance }) => ({ systemPrompt: posture + guidance });\n",
    "posture.md": "# You are the scribe\n",
  };
}

export function layFiles(directory: string, files: Files): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(`${directory}/${path}`), { recursive: true });
    writeFileSync(`${directory}/${path}`, content);
  }
  return directory;
}

export interface Ground {
  place: string;
  home: string;
  ask(...args: string[]): Promise<Ran>;
}

/** A home that is not there yet, and a directory to work in. */
export function ground(choice: HereChoice = {}): Ground {
  const place = tempDir();
  const home = `${place}/home`;
  const env = { PATH: process.env["PATH"] ?? "", ...choice.env };
  const machine = { temporary: tempDir(), ...choice.machine };
  return {
    place,
    home,
    ask: (...args) => runHere(["package", ...args], { directory: place, ...choice, home, env, machine }),
  };
}

interface Recorded {
  from: string;
  addedAt: string;
  hash: string | null;
  linked: boolean;
}

/** What packages.json has. */
export function recordOf(home: string): Record<string, Recorded> {
  const read = JSON.parse(readFileSync(homeLayout(home).packagesRecord, "utf8")) as {
    version: number;
    packages: Record<string, Recorded>;
  };
  if (read.version !== 1) throw new Error(`version ${read.version}`);
  return read.packages;
}
