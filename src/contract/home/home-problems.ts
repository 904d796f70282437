// Says why a directory cannot be the home of this release's hall.
import { type HomeLayout, homeVersion } from "./home-layout.ts";

/**
 * Returns the message that this directory must not be a hall's home. `why` is a clause that names another
 * user who could change its files.
 */
export function notOwnProblem({ root }: Pick<HomeLayout, "root">, why: string): string {
  return `${root} cannot be the home of your hall. ${why}, who could put another token or other work in its place. Set GUILD_HALL_HOME to a directory of your own, or take this one over with "chown".`;
}

/** Returns the reason why this release must not use a home whose `version` file holds `text`; `null` if it may. */
export function formatProblem(home: HomeLayout, text: string | undefined): string | null {
  if (text === undefined) return null;
  const found = Number(text.trim());
  if (!Number.isInteger(found) || found < 1) return `${home.version} does not hold a format number.`;
  if (found <= homeVersion) return null;
  return `The home ${home.root} has format ${found}; this release knows formats up to ${homeVersion}. Install a newer guild-hall.`;
}
