// Lists the packages that were skipped, the workers, the guild members and the toolboxes.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ToolboxEntry } from "../../../src/contract/package/roster.ts";
import { Badge } from "../../parts/badge.tsx";
import { ButtonLink } from "../../parts/button.tsx";
import { Note, ProblemNote } from "../../parts/note.tsx";
import { Empty, Rows, Section, ViewHead } from "../../parts/panel.tsx";
import { Sigil } from "../../parts/sigil.tsx";
import { useTitle } from "../../shell/shell.tsx";
import { queries } from "../../store/queries.ts";
import { capital, inWords } from "../../words/say.ts";
import { boundsInWords, groupTools, touchLine } from "../../words/touches.ts";
import { workerShown } from "../../words/worker-name.ts";
import type { Worker } from "../new/who.ts";
import { Members } from "./members.tsx";
import { RecordLine } from "./record.tsx";
import styles from "./view.module.css";

export function Roster() {
  useTitle("Workers");
  const { data, error, refetch } = useQuery(queries.workers());
  const packages = data?.workers.filter(({ kind }) => kind === "package") ?? [];
  return (
    <>
      <ViewHead
        title="Workers"
        says="Specialists that you can commission, and what each of them may use."
        actions={
          <ButtonLink to="/new" look="main" keys="N">
            New commission
          </ButtonLink>
        }
      />
      {error && <ProblemNote problem={error} retry={() => void refetch()} />}
      {data && <PassedOver problems={data.problems} />}
      {data && (
        <Section title="Packages">
          {packages.length === 0 ? (
            <Empty title="No worker is installed.">
              <p>
                Workers are packages. <code>guild-hall package new worker scholar</code> makes one to start
                from, and <code>guild-hall package add DIRECTORY</code> installs it.
              </p>
            </Empty>
          ) : (
            <Rows>
              {packages.map((worker) => (
                <WorkerRow key={worker.name} worker={worker} />
              ))}
            </Rows>
          )}
        </Section>
      )}
      <Members workers={data?.workers ?? []} />
      {data && data.toolboxes.length > 0 && <Toolboxes toolboxes={data.toolboxes} />}
    </>
  );
}

function WorkerRow({ worker }: { worker: Worker }) {
  const { name, title, description, problems, record, limits } = worker;
  return (
    <li className={styles["row"]}>
      <Sigil name={name} />
      <div className={styles["words"]}>
        <p>
          <Link to="/workers/$name" params={{ name }} className={styles["name"]}>
            {workerShown(name)}
          </Link>{" "}
          <span className={styles["title"]}>{title}</span>
        </p>
        <p className={styles["says"]}>{description}</p>
        <p className={styles["touches"]}>
          {worker.kind === "package" && `${touchLine(worker)} · `}
          by default {boundsInWords(limits)}
        </p>
        {[...withheldOf(worker), ...problems].map((problem) => (
          <p key={problem} className={styles["problem"]}>
            {problem}
          </p>
        ))}
      </div>
      <RecordLine record={record} />
    </li>
  );
}

function withheldOf(worker: Worker): readonly string[] {
  return worker.kind === "package" ? (worker.withheld ?? []) : [];
}

function PassedOver({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <div className={styles["gap"]}>
      <Note tone="madder">
        <p className={styles["strong"]}>
          {problems.length === 1 ? "One was skipped." : `${capital(inWords(problems.length))} were skipped.`}{" "}
          You cannot commission what the hall cannot read.
        </p>
        <ul className={styles["passed"]}>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
        <p>
          Fix the field that it names. <code>guild-hall package validate DIRECTORY</code> or{" "}
          <code>guild-hall members validate DIRECTORY</code> lists every mistake. The hall looks again by
          itself.
        </p>
      </Note>
    </div>
  );
}

function Toolboxes({ toolboxes }: { toolboxes: readonly ToolboxEntry[] }) {
  return (
    <Section title="Toolboxes">
      <Rows>
        {toolboxes.map(({ name, title, description, tools, problems }) => (
          <li key={name} className={styles["box"]}>
            <p>
              <span className={styles["name"]}>{name}</span> <span className={styles["title"]}>{title}</span>
              {problems.length > 0 && <Badge tone="madder">problem</Badge>}
            </p>
            <p className={styles["says"]}>{description}</p>
            <p className={styles["machine"]}>
              {tools === null
                ? "the hall knows its tools only once it is loaded"
                : groupTools(tools)
                    .flatMap((group) => group.tools ?? [])
                    .join(" · ")}
            </p>
            {problems.map((problem) => (
              <p key={problem} className={styles["problem"]}>
                {problem}
              </p>
            ))}
          </li>
        ))}
      </Rows>
    </Section>
  );
}
