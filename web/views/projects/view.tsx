// Shows the projects: commissions under way, how the integration branch relates to the person's, sync, worktrees and
// their disk usage.
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { ProjectEntry } from "../../../src/contract/project/project.ts";
import { Badge } from "../../parts/badge.tsx";
import { ProblemNote } from "../../parts/note.tsx";
import { Empty, Rows, ViewHead } from "../../parts/panel.tsx";
import { useTitle } from "../../shell/shell.tsx";
import { queries } from "../../store/queries.ts";
import { counted } from "../../words/say.ts";
import { baseOf } from "./base.tsx";
import { AddProject } from "./add-project.tsx";
import { standing } from "./branch-status.ts";
import { OneProject } from "./one-project.tsx";
import { Worktrees } from "./worktrees.tsx";
import styles from "./view.module.css";

export function ProjectsView() {
  const { name } = useParams({ strict: false });
  return name === undefined ? <AllProjects /> : <OneProject key={name} name={name} />;
}

function AllProjects() {
  useTitle("Projects");
  const projects = useQuery(queries.projects());
  const known = projects.data?.projects ?? [];
  return (
    <>
      <ViewHead
        title="Projects"
        says="Your repositories. Workers use branches and worktrees of their own and never touch your checkout."
        actions={<AddProject />}
      />
      {projects.error && <ProblemNote problem={projects.error} retry={() => void projects.refetch()} />}
      {projects.data && known.length === 0 && (
        <Empty title="There are no projects yet.">
          <p>
            Add a repository, and workers can change it: each on a branch of its own, which is merged into{" "}
            <code>claude/main</code> once its checks pass. <code>guild-hall project add acme ~/src/acme</code>{" "}
            does the same.
          </p>
        </Empty>
      )}
      {known.length > 0 && (
        <div className={styles["list"]}>
          <Rows>
            {known.map((project) => (
              <ProjectRow key={project.name} project={project} />
            ))}
          </Rows>
        </div>
      )}
      {known.length > 0 && <Worktrees />}
    </>
  );
}

function ProjectRow({ project }: { project: ProjectEntry }) {
  const { name, path, live, problem } = project;
  const base = baseOf(project);
  const isRed = base.state === "red";
  return (
    <li>
      <Link to="/projects/$name" params={{ name }} className={styles["project"]}>
        <span className={styles["words"]}>
          <span className={styles["name"]}>{name}</span>
          <span className={styles["faint"]}>
            {path ?? "a name for memory and limits, without a repository"}
          </span>
        </span>
        <span className={styles["standing"]}>{problem ?? standing(project)}</span>
        {problem || isRed ? (
          <Badge tone="madder">{problem ? "Problem" : base.approve ? "Set-up" : "Red"}</Badge>
        ) : (
          live.length > 0 && <Badge tone="indigo">{counted(live.length, "commission")}</Badge>
        )}
      </Link>
    </li>
  );
}
