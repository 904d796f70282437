// Shows on home the finished work that waits for the person, and what is merged but not yet on the person's branch.
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import type { ReviewProject } from "../../../src/contract/commission/review-list.ts";
import { ProblemNote } from "../../parts/note.tsx";
import { Rows, Section } from "../../parts/panel.tsx";
import { counted } from "../../words/say.ts";
import { dollars } from "../../words/say.ts";
import { ChangeStat } from "../../parts/change-stat.tsx";
import { ReadyRow } from "./ready-row.tsx";
import type { ReadyWork, ReadyItem } from "./use-ready.ts";
import styles from "./ready.module.css";

/** Few at home, so that what needs the person and what runs stay in sight. */
const waitingShown = 8;
const mergedShown = 5;

export function WaitingSection({ waiting, list, error, retry }: ReadyWork) {
  if (error)
    return (
      <Section title="Ready for you">
        <ProblemNote problem={error} retry={retry} />
      </Section>
    );
  if (waiting.length === 0) return null;
  const total = Math.max(list?.waiting ?? 0, waiting.length);
  return (
    <Section title="Ready for you" aside={<Sum items={waiting} total={total} />}>
      <ReadyRows items={waiting.slice(0, waitingShown)} />
      <Further shown={Math.min(waiting.length, waitingShown)} total={total} says="ready" />
    </Section>
  );
}

export function MergedSection({ merged, list }: ReadyWork) {
  if (merged.length === 0) return null;
  const total = Math.max((list?.total ?? 0) - (list?.waiting ?? 0), merged.length);
  return (
    <Section title="Merged, not on your branch yet" aside={<AheadOf projects={list?.projects ?? []} />}>
      <ReadyRows items={merged.slice(0, mergedShown)} />
      <Further shown={Math.min(merged.length, mergedShown)} total={total} says="merged" />
    </Section>
  );
}

export function ReadyRows({ items }: { items: readonly ReadyItem[] }) {
  return (
    <Rows>
      {items.map((item, at) => (
        <ReadyRow key={item.commission.id} item={item} isFirst={at === 0} />
      ))}
    </Rows>
  );
}

function Sum({ items, total }: { items: readonly ReadyItem[]; total: number }) {
  // A sum of some pieces only would mislead.
  if (items.length < total || items.some(({ stat }) => stat === null)) return null;
  const sum = { additions: 0, deletions: 0 };
  let usd: number | null = 0;
  for (const { stat, commission } of items) {
    sum.additions += stat?.additions ?? 0;
    sum.deletions += stat?.deletions ?? 0;
    if (!commission.cost.rehearsed)
      usd = usd === null || commission.cost.usd === null ? null : usd + commission.cost.usd;
  }
  return (
    <p className={styles["sum"]}>
      {counted(items.length, "piece")} · <ChangeStat stat={sum} />
      {usd !== null && usd > 0 && ` · ${dollars(usd)}`}
    </p>
  );
}

/** Says for each project how far the person's branch is behind, and leads to where it is taken over. */
export function AheadOf({ projects }: { projects: readonly ReviewProject[] }) {
  const ahead = projects.filter((each) => (each.ahead ?? 0) > 0);
  if (ahead.length === 0) return null;
  return (
    <p className={styles["sum"]}>
      {ahead.slice(0, 3).map(({ project, branch, ahead: commits }, at) => (
        <Fragment key={project}>
          {at > 0 && ", "}
          {project} is {counted(commits ?? 0, "commit")} ahead of your {branch ?? "branch"}{" "}
          <Link to="/projects/$name" params={{ name: project }} hash="ahead">
            Take over
          </Link>
        </Fragment>
      ))}
      {ahead.length > 3 && ` and ${ahead.length - 3} more projects`}
    </p>
  );
}

function Further({ shown, total, says }: { shown: number; total: number; says: string }) {
  if (total <= shown) return null;
  return (
    <p className={styles["further"]}>
      <Link to="/review">
        {(total - shown).toLocaleString("en-US")} more {says}
      </Link>
    </p>
  );
}
