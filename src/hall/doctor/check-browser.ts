// Finds a browser for the page. A missing one is not a failure: the page may be opened from another machine.
import type { Finding } from "../../contract/api/doctor.ts";
import { findExecutable } from "../../host/processes/children.ts";
import { ok } from "./finding.ts";

/** Browsers that the tests of the page can drive; the first one found is used. */
const chromiums = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const others = ["firefox"];
const forTests = "`npm test` needs chromium for the tests of the page (apt install chromium)";

export function checkBrowser({ searchPath }: { searchPath: string }): Finding {
  const [chromium, other] = [chromiums, others].map((names) => firstOf(names, searchPath));
  if (chromium !== undefined) return ok("browser", chromium);
  if (other !== undefined) return ok("browser", `${other}; ${forTests}`);
  return ok("browser", `none on the PATH: the page can be opened in any browser; ${forTests}`);
}

function firstOf(names: readonly string[], searchPath: string): string | undefined {
  return names.map((name) => findExecutable(name, searchPath)).find((file) => file !== undefined);
}
