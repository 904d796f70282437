// Makes the finding of a check, in three grades: ok, warning and failure.
import type { Finding } from "../../contract/api/doctor.ts";

type Trouble = Required<Pick<Finding, "detail" | "advice">>;

export function ok(name: string, detail: string): Finding {
  return { name, state: "ok", detail };
}

/** Something works less well, or not yet. */
export function warn(name: string, found: Trouble): Finding {
  return { name, state: "warn", ...found };
}

/** Something needed is missing. */
export function fail(name: string, found: Trouble): Finding {
  return { name, state: "fail", ...found };
}
