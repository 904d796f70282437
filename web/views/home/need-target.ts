// Where a need leads: to the commission and the part of it that shows the matter, or to whom it is about.
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

/** Which part of the commission shows the matter; where none is named it is the timeline. */
const tabs: Partial<Record<AttentionItem["kind"], "checks" | "diff">> = {
  refuted: "checks",
  conflict: "diff",
};

const places: Partial<Record<AttentionItem["kind"], "/workers" | "/projects">> = {
  member: "/workers",
  package: "/workers",
  project: "/projects",
};

/** What the way there is called on its button. */
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
  hall: "Look",
};
