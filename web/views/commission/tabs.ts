// The parts of a commission that have an address of their own.
export const tabs = ["timeline", "result", "diff", "checks", "artifacts", "ledger"] as const;
export type Tab = (typeof tabs)[number];

interface CommissionSearch {
  /** Left out: the timeline. */
  tab?: Tab;
  /** Which artifact is looked at. */
  file?: string;
  /** Which lines of the ledger are shown. */
  type?: string;
}

/** What does not fit is left out: an address is typed by people, too. */
export function parseCommissionSearch(search: Record<string, unknown>): CommissionSearch {
  const { tab, file, type } = search;
  return {
    ...(isTab(tab) && tab !== "timeline" && { tab }),
    // A name that looks like a number comes as one.
    ...((typeof file === "string" || typeof file === "number") && file !== "" && { file: String(file) }),
    ...(typeof type === "string" && type !== "" && { type }),
  };
}

function isTab(value: unknown): value is Tab {
  return tabs.some((tab) => tab === value);
}

export const tabWords: Readonly<Record<Tab, string>> = {
  timeline: "Timeline",
  result: "Result",
  diff: "Diff",
  checks: "Checks",
  artifacts: "Artifacts",
  ledger: "Ledger",
};
