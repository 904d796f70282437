// What members are made ready with: where they came from with the hall, its own packages, and the program that installs.
import { dirname } from "node:path";
import type { HomeLayout } from "../../../contract/home/home-layout.ts";
import type { Clock } from "../../../host/clock.ts";
import type { Disk } from "../../../host/files/disk.ts";
import type { Locks } from "../../../host/processes/locks.ts";
import { moduleDirectories } from "../../install/modules.ts";
import { createRunProgram } from "../../install/programs.ts";
import type { ReadyDeps } from "./make-ready.ts";

export interface Machine {
  disk: Disk;
  locks: Locks;
  clock: Clock;
  home: HomeLayout;
  release: string;
  /** The Bun that came with the hall. */
  runtime: string;
  newKey(): string;
  /** The absolute path of something that came with the hall. */
  installed(path: string): string;
  /** What a program that fetches packages sees. */
  environment: Readonly<Record<string, string>>;
}

/** A registry may be slow. */
const fetchLimitMs = 300_000;

export function createReadyDeps({ installed, environment, ...rest }: Machine): ReadyDeps {
  return {
    ...rest,
    bundled: installed("guild-members"),
    modules: moduleDirectories(dirname(installed("package.json"))),
    run: createRunProgram({ clock: rest.clock, env: environment, limitMs: fetchLimitMs }),
  };
}
