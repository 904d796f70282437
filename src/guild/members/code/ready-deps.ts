// Assembles the dependencies of the code that prepares guild members: the bundled members, the hall's own packages, and
// the program that installs packages.
import { dirname } from "node:path";
import type { HomeLayout } from "../../../contract/home/home-layout.ts";
import type { Clock } from "../../../host/clock.ts";
import type { Disk } from "../../../host/files/disk.ts";
import type { Locks } from "../../../host/processes/locks.ts";
import { moduleDirectories } from "../../install/modules.ts";
import { createRunProgram } from "../../install/programs.ts";
import type { ReadyDeps } from "./make-ready.ts";

export interface ReadyMachine {
  disk: Disk;
  locks: Locks;
  clock: Clock;
  home: HomeLayout;
  release: string;
  /** The Bun binary that came with the hall. */
  runtime: string;
  newKey(): string;
  /** Returns the absolute path of a file that came with the hall. */
  installed(path: string): string;
  /** The environment of a program that fetches packages. */
  environment: Readonly<Record<string, string>>;
}

/** Long, because a registry may be slow. */
const fetchLimitMs = 300_000;

export function createReadyDeps({ installed, environment, ...rest }: ReadyMachine): ReadyDeps {
  return {
    ...rest,
    bundled: installed("guild-members"),
    modules: moduleDirectories(dirname(installed("package.json"))),
    run: createRunProgram({ clock: rest.clock, env: environment, limitMs: fetchLimitMs }),
  };
}
