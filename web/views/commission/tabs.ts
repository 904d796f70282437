// Names the tabs of a commission, and reads from the address which one is open.
import type { Status } from "../../../src/contract/commission/commission.ts";

export const tabs = ["timeline", "result", "diff", "checks", "artifacts", "ledger", "told"] as const;
export type Tab = (typeof tabs)[number];

interface CommissionSearch {
  /** The open tab; if left out, the one that fits the commission's state. */
  tab?: Tab;
  /** The selected artifact. */
  file?: string;
  /** The type of ledger lines that is shown. */
  type?: string;
}

/** Ignores invalid values, because people type addresses too. */
export function parseCommissionSearch(search: Record<string, unknown>): CommissionSearch {
  const { tab, file, type } = search;
  return {
    ...(isTab(tab) && { tab }),
    // The router parses a name that looks like a number as a number.
    ...((typeof file === "string" || typeof file === "number") && file !== "" && { file: String(file) }),
    ...(typeof type === "string" && type !== "" && { type }),
  };
}

/** Finished work opens at its result; all other work, and work without a result, at its timeline. */
export function firstTab(status: Status): Tab {
  return status === "completed" ? "result" : "timeline";
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
  told: "Told",
};
