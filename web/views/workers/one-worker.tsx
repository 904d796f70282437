// Shows one worker: its posture (its instructions), what it may touch, its record and its last commissions.
import { Link, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import type { WorkerDetail } from "../../../src/contract/package/worker-record.ts";
import { isNoSuch } from "../../api/problem.ts";
import { fetchCode } from "../../api/visit.ts";
import { ButtonLink } from "../../parts/button.tsx";
import { Note, ProblemNote } from "../../parts/note.tsx";
import { Empty, Section, ViewHead } from "../../parts/panel.tsx";
import { useKeys } from "../../shell/keys.ts";
import { useTitle } from "../../shell/shell.tsx";
import { queries } from "../../store/queries.ts";
import { useAnswer } from "../../store/use-answer.ts";
import { plainCut } from "../../words/plain.ts";
import { counted, short } from "../../words/say.ts";
import { boundsInWords, groupTools, touchesOf } from "../../words/touches.ts";
import { workerShown } from "../../words/worker-name.ts";
import { LastCommissions } from "./last-commissions.tsx";
import { MemberPart, ToolsOnly, useMember } from "./one-member.tsx";
import { RecordInFull } from "./record.tsx";
import { WorkerTitle } from "./worker-title.tsx";
import styles from "./view.module.css";

const Markdown = lazy(async () => ({
  default: (await fetchCode(() => import("../../parts/text/markdown.tsx"))).Markdown,
}));

export function OneWorker({ name }: { name: string }) {
  const { data, error, refetch } = useAnswer(queries.worker(name));
  const member = useMember(name);
  useTitle(workerShown(name));
  // A guild member that only serves tools is not a worker, but it has health and logs.
  if (!data && error && member) return <ToolsOnly member={member} />;
  if (isNoSuch(error)) return <NoSuch name={name} />;
  return (
    <>
      <ViewHead
        above={<Link to="/workers">Workers</Link>}
        title={<WorkerTitle name={data?.worker.name ?? name} />}
        says={data && `${data.worker.title}. ${data.worker.description}`}
        actions={<Actions name={data?.worker.name ?? name} />}
      />
      {error && <ProblemNote problem={error} retry={refetch} />}
      {data && <InFull detail={data} />}
    </>
  );
}

function Actions({ name }: { name: string }) {
  const navigate = useNavigate();
  useKeys([
    {
      keys: "c",
      says: "Commission this worker",
      group: "Workers",
      act: () => void navigate({ to: "/new", search: { worker: name } }),
    },
  ]);
  return (
    <>
      <ButtonLink to="/commissions" search={{ worker: name }}>
        Its commissions
      </ButtonLink>
      <ButtonLink to="/new" search={{ worker: name }} look="main" keys="C">
        Commission it
      </ButtonLink>
    </>
  );
}

function NoSuch({ name }: { name: string }) {
  return (
    <Empty title={`There is no worker “${plainCut(name, 60)}”.`}>
      <p>
        It may have been removed, or its package cannot be read. <Link to="/workers">See all workers</Link>
      </p>
    </Empty>
  );
}

function InFull({ detail }: { detail: WorkerDetail }) {
  const { worker, posture } = detail;
  const said = [...(worker.kind === "package" ? (worker.withheld ?? []) : []), ...worker.problems];
  return (
    <>
      {said.length > 0 && (
        <div className={styles["gap"]}>
          <Note tone="madder">
            {said.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
          </Note>
        </div>
      )}
      <div className={styles["columns"]}>
        <div className={styles["main"]}>
          {worker.kind === "member" && <MemberPart name={worker.name} />}
          <LastCommissions worker={worker.name} />
          {posture !== null && (
            <Section title="Its instructions (posture)">
              <div className={styles["posture"]}>
                <Suspense fallback={<p className={styles["faint"]}>Fetching them…</p>}>
                  <Markdown text={posture} />
                </Suspense>
              </div>
            </Section>
          )}
        </div>
        <aside>
          <Section title="Record">
            <RecordInFull record={worker.record} />
          </Section>
          <Touches worker={worker} />
          <Remembers detail={detail} />
        </aside>
      </div>
    </>
  );
}

function Touches({ worker }: Pick<WorkerDetail, "worker">) {
  const { limits } = worker;
  return (
    <Section title="What it may touch">
      <dl className={styles["facts"]}>
        {worker.kind === "package" &&
          touchesOf(worker).map(({ what, says }) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{says}</dd>
            </div>
          ))}
        <div>
          <dt>At most</dt>
          <dd>
            {boundsInWords(limits)}
            <span className={styles["under"]}>
              {limits.validated ? "real work has shown that this suffices" : "not yet tried on real work"}
            </span>
          </dd>
        </div>
        <div>
          <dt>From</dt>
          <dd className={styles["machine"]}>{worker.directory}</dd>
        </div>
      </dl>
      {worker.kind === "package" && <Tools tools={worker.tools} />}
    </Section>
  );
}

function Tools({ tools }: { tools: readonly string[] }) {
  return (
    <details className={styles["tools"]}>
      <summary>{counted(tools.length, "tool")}, by name</summary>
      <dl>
        {groupTools(tools).map(({ box, tools: names }) => (
          <div key={box ?? ""}>
            <dt>{box ?? "built in"}</dt>
            <dd className={styles["machine"]}>
              {names === null ? "all its tools; the hall knows them once it is loaded" : names.join(" · ")}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Remembers({ detail: { worker, memory } }: { detail: WorkerDetail }) {
  if (memory === null)
    return worker.kind === "member" ? (
      <Section title="Memory">
        <p className={styles["says"]}>The guild member keeps its own memory.</p>
      </Section>
    ) : null;
  return (
    <Section title="Memory">
      <p>
        <Link to="/memory/$scope" params={{ scope: memory.scope }}>
          {memory.entries === 0
            ? "No notes of its own yet"
            : `${counted(memory.entries, "entry", "entries")}, about ${short(memory.tokens)} tokens`}
        </Link>
      </p>
    </Section>
  );
}
