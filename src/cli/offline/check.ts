// What a check of `guild-hall doctor` finds.

export interface Finding {
  name: string;
  state: "ok" | "warn" | "fail";
  detail: string;
  /** What to do about it. */
  advice?: string;
}

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
