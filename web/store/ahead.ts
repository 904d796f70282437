// Requests what the first view shows before that view exists, while React is set up or the code of the view
// is fetched.
import type { EventList } from "../../src/contract/api/api.ts";
import type { AttentionList } from "../../src/contract/api/attention.ts";
import { call } from "../api/call.ts";

/** How many items that need a person are requested. */
export const mostNeeds = 100;

let needs: Promise<AttentionList> | null = null;

/** Requests what needs a person, which home shows first. */
export function askForNeeds(): void {
  needs = call("attention", { query: { limit: mostNeeds } });
  needs.catch(() => undefined); // the caller of `takeNeeds` sees the failure
}

/** Returns the requested answer once; `null` if it was not requested. */
export function takeNeeds(): Promise<AttentionList> | null {
  const answer = needs;
  needs = null;
  return answer;
}

/** The size of the ledger's first page. */
const firstLines = 300;

let ahead: { id: string; lines: Promise<EventList> } | null = null;

export function askForLines(id: string): void {
  if (ahead?.id === id) return;
  const lines = call("events", { params: { id }, query: { after: 0, limit: firstLines } });
  lines.catch(() => undefined); // the caller of `takeLines` sees the failure
  ahead = { id, lines };
}

/** Returns the requested lines once; `null` if they were not requested. */
export function takeLines(id: string): Promise<EventList> | null {
  const lines = ahead?.id === id ? ahead.lines : null;
  ahead = null;
  return lines;
}
