// Wires the list of what needs a person with the real parts of this hall.
import { type Attention, openAttention } from "../needs/attention.ts";
import type { DoorParts } from "./door.ts";
import type { ProjectEntry } from "../../contract/project/project.ts";
import { lookAround } from "../needs/look-around.ts";
import type { HallParts } from "./parts.ts";
import { createProjectProblems, type ProjectProblems } from "../projects/project-problems.ts";

export interface AttentionNeeds {
  projects(): Promise<ProjectEntry[]>;
  hasModel: boolean;
  problems(): string[];
}

export function openHallAttention(
  { clock }: HallParts,
  behind: DoorParts,
  { projects, hasModel, problems }: AttentionNeeds,
): Attention {
  const { quota, news, deferred: deferredItems } = behind;
  const deps = { ...behind, clock, hasModel, problems, projects: watchProjects(clock, behind, projects) };
  return openAttention({ look: () => lookAround(deps), deferredItems, quota, news, clock });
}

function watchProjects(
  clock: HallParts["clock"],
  { config, news, underway }: DoorParts,
  projects: AttentionNeeds["projects"],
): ProjectProblems {
  const known = createProjectProblems({
    clock,
    hasProjects: () => Object.keys(config.now().projects).length > 0,
    look: () => underway.add(projects()),
    changed: () => news.tell("projects"),
  });
  news.subscribe((what) => (what === "projects" || what === "config") && known.reconsider());
  return known;
}
