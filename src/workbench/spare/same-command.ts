// Compares the command of a process that is already running with the command that would be started now. Pure.
import { isDeepStrictEqual } from "node:util";
import type { ChildOrder } from "../../host/processes/children.ts";

/** The directory of the spare, and the commission's directory to which its contents were moved. */
export interface Moved {
  from: string;
  to: string;
}

/** Returns whether both commands are equal in every part, once the moved paths of the running one are renamed. */
export function isSameCommand(running: ChildOrder, wanted: ChildOrder, moved: Moved): boolean {
  const { file, args, cwd, env, handed } = running;
  const now = {
    file,
    args: args.map((argument) => movedPath(argument, moved)),
    cwd: movedPath(cwd, moved),
    env,
    handed,
  };
  return isDeepStrictEqual(now, {
    file: wanted.file,
    args: [...wanted.args],
    cwd: wanted.cwd,
    env: wanted.env,
    handed: wanted.handed,
  });
}

function movedPath(path: string, { from, to }: Moved): string {
  return path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
}
