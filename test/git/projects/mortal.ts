// A process that is killed before any of its steps on the disk or with git.
import type { Disk } from "../../../src/host/files/disk.ts";
import { isLongRun } from "../../harness/long.ts";
import type { Deps } from "./lived-in.ts";

const looks: readonly string[] = ["readText", "readFrom", "list", "sizeOf"] satisfies (keyof Disk)[];

/** Whose process is killed before the nth step: nothing is done from then on, and nothing is tidied up. */
export function mortal(deps: Deps, nth: number): Deps & { died(): boolean } {
  let steps = 0;
  const step = () => {
    steps += 1;
    if (steps >= nth) throw new Error("killed");
  };
  const disk = new Proxy(deps.disk, {
    get: (target, key: keyof Disk) => {
      if (!looks.includes(key)) step();
      return target[key];
    },
  });
  return {
    ...deps,
    disk,
    get searchPath() {
      step(); // asked once for each call of git
      return deps.searchPath;
    },
    died: () => steps >= nth,
  };
}

/** Until it gets to its end. `npm test` kills it before every third step. */
export async function killedAtEachStep(tryIt: (nth: number) => Promise<boolean>): Promise<number> {
  for (let nth = 1; ; nth += isLongRun ? 1 : 3) if (!(await tryIt(nth))) return nth - 1;
}
