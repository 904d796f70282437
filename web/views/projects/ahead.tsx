// Shows what landed on a project's integration branch and is not yet on the person's branch: commit by commit, as one
// diff, and how to take it over.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import type { AheadCommit, ProjectAhead } from "../../../src/contract/project/ahead.ts";
import type { ProjectDetail } from "../../../src/contract/project/project.ts";
import { fetchCode } from "../../api/visit.ts";
import { Ago } from "../../parts/ago.tsx";
import { Outcome, Rehearsed } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { ProblemNote } from "../../parts/note.tsx";
import { Empty, Rows, Section } from "../../parts/panel.tsx";
import { BlankShield, Sigil } from "../../parts/sigil.tsx";
import { useHall } from "../../store/hall-store.ts";
import { queries } from "../../store/queries.ts";
import { landOf, landSentences } from "../../words/land.ts";
import { plainLine } from "../../words/plain.ts";
import { counted } from "../../words/say.ts";
import { TakeOver } from "./take-over.tsx";
import styles from "./ahead.module.css";

const AheadDiff = lazy(async () => ({
  default: (await fetchCode(() => import("./ahead-diff.tsx"))).AheadDiff,
}));

export function Ahead({ project }: { project: ProjectDetail }) {
  const { name, branch, integration } = project;
  const { data, error, refetch } = useQuery(queries.projectAhead(name));
  return (
    <div id="ahead" className={styles["ahead"]}>
      <Section title={`Ahead of your ${branch ?? "branch"}`}>
        <p className={styles["land"]}>{landSentences[landOf(project)](integration ?? "")}</p>
        {error && <ProblemNote problem={error} retry={() => void refetch()} />}
        {!data && !error && <p className={styles["quiet"]}>Asking git what is ahead…</p>}
        {data && <Known ahead={data} />}
      </Section>
    </div>
  );
}

const shownAtFirst = 20;

function Known({ ahead }: { ahead: ProjectAhead }) {
  const { project, commits, total, branch, integration } = ahead;
  /** The commit whose diff is open, `"all"` for all together; `null` if none is. */
  const [open, setOpen] = useState<string | null>(null);
  const [count, setCount] = useState(shownAtFirst);
  const turn = (one: string) => setOpen(open === one ? null : one);
  return (
    <>
      {total === 0 ? (
        <Empty title={`Your ${plainLine(branch)} has everything.`}>
          <p>Work that lands on {plainLine(integration)} appears here until you take it over.</p>
        </Empty>
      ) : (
        <Rows>
          {commits.slice(0, count).map((commit) => (
            <li key={commit.commit}>
              <CommitRow commit={commit} isOpen={open === commit.commit} turn={() => turn(commit.commit)} />
              {open === commit.commit && <Diff project={project} commit={commit.commit} />}
            </li>
          ))}
        </Rows>
      )}
      {commits.length > count && (
        <Button look="quiet" onClick={() => setCount(count + 100)}>
          Show more of {counted(total, "commit")}
        </Button>
      )}
      {total > commits.length && count >= commits.length && (
        <p className={styles["quiet"]}>
          The newest {commits.length} are listed; there are {total}.
        </p>
      )}
      {total > 0 && (
        <div className={styles["whole"]}>
          <Button aria-expanded={open === "all"} onClick={() => turn("all")}>
            All of it as one diff
          </Button>
        </div>
      )}
      {open === "all" && <Diff project={project} commit={null} />}
      <TakeOver ahead={ahead} />
    </>
  );
}

function Diff({ project, commit }: { project: string; commit: string | null }) {
  return (
    <div className={styles["diff"]}>
      <Suspense fallback={<p className={styles["quiet"]}>Opening…</p>}>
        <AheadDiff project={project} commit={commit} />
      </Suspense>
    </div>
  );
}

interface CommitRowProps {
  commit: AheadCommit;
  isOpen: boolean;
  turn(): void;
}

function CommitRow({
  commit: { commit, subject, author, at, commission, reverts, files },
  isOpen,
  turn,
}: CommitRowProps) {
  const known = useHall(({ commissions }) => commissions.get(commission ?? ""));
  return (
    <div className={styles["commit"]}>
      {known ? <Sigil name={known.worker} size={20} /> : <BlankShield />}
      <div className={styles["words"]}>
        {commission === null ? (
          <span className={styles["subject"]}>{plainLine(subject)}</span>
        ) : (
          <Link to="/commissions/$id" params={{ id: commission }} className={styles["subject"]}>
            {plainLine(subject)}
          </Link>
        )}
        <p className={styles["quiet"]}>
          <code>{commit.slice(0, 12)}</code> · {plainLine(author)} · <Ago at={at} />
          {reverts && " · reverts earlier work"}
        </p>
      </div>
      <span className={styles["marks"]}>
        {known?.rehearsed && <Rehearsed />}
        {known && !reverts && <Outcome commission={known} />}
      </span>
      <Button aria-expanded={isOpen} onClick={turn}>
        <span>
          {counted(files, "file")}
          <span className="unseen"> changed by “{plainLine(subject)}”</span>
        </span>
      </Button>
    </div>
  );
}
