// Says what a worker can reach over the network beside its model.
import type { HallConfig } from "../../contract/home/config.ts";

export interface Reach {
  builtIn: readonly string[];
  fetch: Pick<HallConfig["fetch"], "allow" | "deny">;
  /** The hosts that its commands may reach. */
  shell: readonly string[];
}

/** Returns a sentence for each of its ways. */
export function reachWords({ builtIn, fetch, shell }: Reach): string[] {
  const ways = [
    builtIn.includes("WebFetch") ? fetchWords(fetch) : "",
    builtIn.includes("WebSearch") ? "WebSearch: the model's endpoint searches the web for it." : "",
    builtIn.includes("Bash") ? `Bash: ${shell.length === 0 ? "no network" : shell.join(", ")}.` : "",
  ].filter((way) => way !== "");
  return ways.length === 0 ? ["Nothing beside its model."] : ways;
}

function fetchWords({ allow, deny }: Reach["fetch"]): string {
  const pages = allow.length === 0 ? "every public page" : `pages of ${allow.join(", ")}`;
  return `WebFetch: ${pages}${deny.length === 0 ? "" : `, never of ${deny.join(", ")}`}.`;
}
