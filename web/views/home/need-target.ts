// Decides where an item that needs a person leads: to the relevant tab of its commission, or to its project, worker or
// view.
import type { LinkProps } from "@tanstack/react-router";
import type { AttentionItem } from "../../../src/contract/api/attention.ts";

type Target = Pick<LinkProps, "to" | "params" | "search">;

export function targetOf({ kind, commission, worker, project }: AttentionItem): Target {
  if (commission !== null)
    return { to: "/commissions/$id", params: { id: commission }, search: { tab: tabs[kind] } };
  if ((kind === "project" || kind === "setup") && project !== null)
    return { to: "/projects/$name", params: { name: project } };
  if (worker !== null) return { to: "/workers/$name", params: { name: worker } };
  return { to: places[kind] ?? "/doctor" };
}

/** The tab that shows the item's cause; the timeline if none is listed. */
const tabs: Partial<Record<AttentionItem["kind"], "checks" | "diff">> = {
  refuted: "checks",
  conflict: "diff",
};

const places: Partial<Record<AttentionItem["kind"], "/workers" | "/projects">> = {
  member: "/workers",
  package: "/workers",
  project: "/projects",
};

/** The label of the button that leads there; `null` if there is no such button. */
export const wayWords: Record<AttentionItem["kind"], string | null> = {
  question: null,
  setup: null,
  refuted: "Evidence",
  conflict: "See both",
  failed: "See why",
  model: "Credentials",
  quota: "Credentials",
  project: "The project",
  member: "Its logs",
  package: "The package",
  hall: "See why",
};
