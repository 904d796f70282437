// Builds the finding of a check: ok, warning or failure.
import type { Finding } from "../../contract/api/doctor.ts";

type Trouble = Required<Pick<Finding, "detail" | "advice">>;

export function ok(name: string, detail: string): Finding {
  return { name, state: "ok", detail };
}

/** Reports a problem that does not stop the hall. */
export function warn(name: string, found: Trouble): Finding {
  return { name, state: "warn", ...found };
}

/** Reports that something necessary is missing or broken. */
export function fail(name: string, found: Trouble): Finding {
  return { name, state: "fail", ...found };
}
