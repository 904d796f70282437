// Finds spare workbenches and their waiting `claude` by their command lines, which also other users may read.
import { readdirSync, readFileSync } from "node:fs";
import { homeLayout } from "../../src/contract/home/home-layout.ts";

/** Returns the processes whose command line contains this. A zero byte stands between two arguments. */
export function pidsWith(part: string): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return readFileSync(`/proc/${name}/cmdline`, "utf8").includes(part) ? [Number(name)] : [];
    } catch {
      return []; // the process has ended
    }
  });
}

export interface FoundSpare {
  place: string;
  /** `null` until they have been started. */
  spare: number | null;
  claude: number | null;
}

/** Returns the spare of the hall at this home; `null` if it has none. */
export function findSpare(root: string): FoundSpare | null {
  const { run } = homeLayout(root);
  const name = readdirSync(run).find((each) => /^spare-[\w-]+$/.test(each));
  if (name === undefined) return null;
  const place = `${run}/${name}`;
  const spare = pidsWith(`--spare\0${place}`)[0] ?? null;
  const claude = pidsWith(`${place}/gateway.sock`)[0] ?? null;
  return { place, spare, claude };
}
