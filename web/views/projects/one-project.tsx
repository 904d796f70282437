// Shows one project: its two branches, its commissions under way, its checks and its worktrees.
import { Link, useNavigate } from "@tanstack/react-router";
import type { ProjectDetail } from "../../../src/contract/project/project.ts";
import { isNoSuch } from "../../api/problem.ts";
import { Outcome, Rehearsed } from "../../parts/badge.tsx";
import { ButtonLink } from "../../parts/button.tsx";
import { Note, ProblemNote } from "../../parts/note.tsx";
import { Empty, Rows, Section, ViewHead } from "../../parts/panel.tsx";
import { Sigil } from "../../parts/sigil.tsx";
import { useHall } from "../../store/hall-store.ts";
import { queries } from "../../store/queries.ts";
import { useAnswer } from "../../store/use-answer.ts";
import { useKeys } from "../../shell/keys.ts";
import { useTitle } from "../../shell/shell.tsx";
import { plainCut, plainLine } from "../../words/plain.ts";
import { counted, dollars, duration } from "../../words/say.ts";
import { Ahead } from "./ahead.tsx";
import { Base } from "./base.tsx";
import { RemoveProject } from "./remove-project.tsx";
import { standing } from "./branch-status.ts";
import { Sync } from "./sync.tsx";
import { Worktrees } from "./worktrees.tsx";
import styles from "./view.module.css";

export function OneProject({ name }: { name: string }) {
  useTitle(plainLine(name));
  useNewKey(name);
  const found = useAnswer(queries.project(name));
  const project = found.data;
  if (isNoSuch(found.error)) return <NoSuch name={name} />;
  return (
    <>
      <ViewHead
        above={<Link to="/projects">Projects</Link>}
        title={plainLine(name)}
        says={project?.path}
        actions={
          <>
            <RemoveProject name={name} />
            <ButtonLink to="/commissions" search={{ project: name }}>
              Its commissions
            </ButtonLink>
            <ButtonLink to="/new" search={{ project: name }} look="main" keys="N">
              New commission
            </ButtonLink>
          </>
        }
      />
      {found.error && <ProblemNote problem={found.error} retry={found.refetch} />}
      {project?.problem && (
        <div className={styles["gap"]}>
          <Note tone="madder">
            <p>{project.problem}</p>
          </Note>
        </div>
      )}
      {project && <Base project={project} />}
      {project && project.integration !== null && !project.problem && (
        <Sync name={name} says={standing(project)} />
      )}
      {project && project.integration !== null && !project.problem && <Ahead project={project} />}
      {project && <InFlight project={project} />}
      {project && <Overlaps project={project} />}
      {project && <Demands project={project} />}
      <Worktrees project={name} />
    </>
  );
}

/** On a project's page the key for a new commission presets the project, as the button does. */
function useNewKey(name: string): void {
  const navigate = useNavigate();
  useKeys([
    {
      keys: "n",
      says: "New commission for this project",
      group: "Project",
      act: () => void navigate({ to: "/new", search: { project: name } }),
    },
  ]);
}

function NoSuch({ name }: { name: string }) {
  return (
    <Empty title={`There is no project “${plainCut(name, 60)}”.`}>
      <p>
        It may have been removed; its branches stay in its repository.{" "}
        <Link to="/projects">See all projects</Link>
      </p>
    </Empty>
  );
}

function InFlight({ project: { branches } }: { project: ProjectDetail }) {
  return (
    <Section title="In flight">
      {branches.length === 0 ? (
        <Empty title="No commission is changing this project.">
          <p>Commissions that have a branch of this project appear here until they end.</p>
        </Empty>
      ) : (
        <Rows>
          {branches.map(({ commission, branch, changed }) => (
            <li key={commission}>
              <Link to="/commissions/$id" params={{ id: commission }} className={styles["flight"]}>
                <FlightOf id={commission} />
                <code className={styles["branch"]}>{branch}</code>
                <span className={styles["figure"]}>
                  {changed === null ? "not known yet" : counted(changed, "file")}
                </span>
              </Link>
            </li>
          ))}
        </Rows>
      )}
    </Section>
  );
}

function FlightOf({ id }: { id: string }) {
  const commission = useHall((state) => state.commissions.get(id));
  if (!commission) return <span className={styles["name"]}>{id.slice(0, 13)}</span>;
  return (
    <>
      <Sigil name={commission.worker} size={20} />
      <span className={styles["name"]}>{commission.title}</span>
      {commission.rehearsed && <Rehearsed />}
      <Outcome commission={commission} />
    </>
  );
}

function Overlaps({ project: { overlaps } }: { project: ProjectDetail }) {
  if (overlaps.length === 0) return null;
  return (
    <Section title="Changed by several">
      <Note tone="brass">
        <p>Several commissions change these files. The last one to finish may get a conflict:</p>
        <ul className={styles["overlaps"]}>
          {overlaps.map(({ path, commissions }) => (
            <li key={path}>
              <code>{path}</code> by {counted(commissions.length, "commission")}
            </li>
          ))}
        </ul>
      </Note>
    </Section>
  );
}

function boundsShown({ maxTurns, maxBudgetUsd, maxSeconds }: ProjectDetail["settings"]["limits"]): string {
  return [
    maxTurns !== undefined && counted(maxTurns, "turn"),
    maxBudgetUsd !== undefined && dollars(maxBudgetUsd),
    maxSeconds !== undefined && duration(maxSeconds * 1000),
  ]
    .filter(Boolean)
    .join(" · ");
}

function Demands({ project: { name, settings } }: { project: ProjectDetail }) {
  const { checks, setup, limits, ceiling } = settings;
  const bounds = { "By default": boundsShown(limits), "At most": boundsShown(ceiling) };
  return (
    <Section title="What finished work has to pass">
      {checks.length === 0 && !setup ? (
        <Empty title="This project has no checks.">
          <p>
            Its work comes back as claimed. With checks, it comes back as verified or refuted. To set one, run{" "}
            <code>guild-hall config set projects.{name}.checks '["npm test"]'</code>.
          </p>
        </Empty>
      ) : (
        <dl className={styles["demands"]}>
          {setup && (
            <div>
              <dt>Set-up</dt>
              <dd>
                <code>{setup.command}</code>
              </dd>
            </div>
          )}
          {checks.map(({ command }) => (
            <div key={command}>
              <dt>Check</dt>
              <dd>
                <code>{command}</code>
              </dd>
            </div>
          ))}
          {Object.entries(bounds).map(
            ([title, says]) =>
              says !== "" && (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>{says}</dd>
                </div>
              ),
          )}
        </dl>
      )}
    </Section>
  );
}
