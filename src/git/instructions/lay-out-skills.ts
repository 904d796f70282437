// Writes the skills that a worker is offered into a directory, from the object store. Only plain files are
// written, so that no link of a repository leads out of it.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { ProjectName } from "../../contract/home/ids.ts";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { Disk } from "../../host/files/disk.ts";
import { type Skill, skillBounds } from "../../rules/prompt/instructions/skills.ts";
import { viewPlace } from "../repository/places.ts";
import type { GitDeps } from "../repository/run.ts";
import { readBlobs } from "./read-blobs.ts";

type Deps = GitDeps & {
  home: Pick<HomeLayout, "projects" | "repositories" | "worktrees">;
  disk: Pick<Disk, "removeTree">;
};

export interface SkillsOrder {
  project: ProjectName;
  skills: readonly Skill[];
  /** The directory to write them to. It is deleted first if it exists. */
  into: string;
}

export async function layOutSkills(deps: Deps, { project, skills, into }: SkillsOrder): Promise<void> {
  const oids = [...new Set(skills.flatMap(({ files }) => files.map(({ oid }) => oid)))];
  const place = viewPlace(deps.home, project);
  const blobs = await readBlobs(deps, place, { oids, most: skillBounds.bytes });
  await deps.disk.removeTree(into);
  await mkdir(into, { recursive: true, mode: 0o755 });
  for (const { directory, files } of skills)
    for (const { inner, oid, isProgram } of files) {
      const path = `${into}/${directory}/${inner}`;
      await mkdir(dirname(path), { recursive: true, mode: 0o755 });
      // Two names may be the same on a disk that knows no case: the first one stays.
      await writeFile(path, blobs.get(oid) ?? "", { flag: "wx", mode: isProgram ? 0o755 : 0o644 }).catch(
        ignoreTaken,
      );
    }
}

function ignoreTaken(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
}
