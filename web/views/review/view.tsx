// Shows all finished work that is not yet on the person's branch: what waits for a decision, then what is merged.
import { useState } from "react";
import { ProblemNote } from "../../parts/note.tsx";
import { Button } from "../../parts/button.tsx";
import { Tick } from "../../parts/field.tsx";
import { Empty, Section, ViewHead } from "../../parts/panel.tsx";
import { Pick } from "../../parts/pick.tsx";
import { useTitle } from "../../shell/shell.tsx";
import { capital, counted, inWords } from "../../words/say.ts";
import { ActingPlace } from "../commission/acts/acting.tsx";
import { RowsPlace } from "../home/rows-place.tsx";
import { useReadyKeys } from "./ready-keys.ts";
import { AheadOf, ReadyRows } from "./ready-section.tsx";
import { type ReadyItem, useReady } from "./use-ready.ts";
import styles from "./ready.module.css";

/** The most that the hall lists at once. */
const most = 1000;
const step = 50;

export function ReviewView() {
  useTitle("Ready for you");
  useReadyKeys({ withShared: true });
  const [seen, setSeen] = useState(false);
  const [project, setProject] = useState<string | undefined>(undefined);
  const { waiting, merged, list, error, retry } = useReady({ limit: most, seen });
  const inProject = (items: readonly ReadyItem[]) =>
    project === undefined ? items : items.filter(({ commission }) => commission.project === project);
  const projects = list?.projects ?? [];
  return (
    <RowsPlace>
      <ViewHead title={titleOf(list?.waiting)} says={list && saysOf(merged.length, list.seen)} />
      <div className={styles["bar"]}>
        <Pick
          label="Project"
          all="All projects"
          value={project}
          offered={projects.map(({ project: value }) => ({ value: String(value), word: value }))}
          choose={setProject}
        />
        <Tick label="Also what is ticked as seen" value={seen} change={setSeen} />
      </div>
      {error && <ProblemNote problem={error} retry={retry} />}
      {list && waiting.length + merged.length === 0 && (
        <Empty title="Nothing is ready for you.">
          <p>
            Finished work appears here until it is on your own branch. Where a project has{" "}
            <code>land: review</code>, it also waits here until you accept it.
          </p>
        </Empty>
      )}
      <Part title="Waits for you" items={inProject(waiting)} />
      <Part
        title="Merged, not on your branch yet"
        items={inProject(merged)}
        aside={<AheadOf projects={projects} />}
      />
      <ActingPlace />
    </RowsPlace>
  );
}

function titleOf(waiting: number | undefined): string {
  if (waiting === undefined) return "Ready for you";
  if (waiting === 0) return "Nothing waits for you";
  return `${capital(inWords(waiting))} ${waiting === 1 ? "waits" : "wait"} for you`;
}

function saysOf(merged: number, seen: number): string {
  const parts = [
    merged > 0 && `${counted(merged, "piece")} merged, not on your branch yet`,
    seen > 0 && `${seen} ticked as seen`,
  ].filter(Boolean);
  return parts.length === 0 ? "No merged work is left to take over." : `${capital(parts.join(", "))}.`;
}

interface PartProps {
  title: string;
  items: readonly ReadyItem[];
  aside?: React.ReactNode;
}

function Part({ title, items, aside }: PartProps) {
  const [count, setCount] = useState(step);
  if (items.length === 0) return null;
  const rest = items.length - count;
  return (
    <Section title={title} aside={aside}>
      <ReadyRows items={items.slice(0, count)} />
      {rest > 0 && (
        <p className={styles["further"]}>
          <Button look="quiet" onClick={() => setCount(count + step)}>
            Show {rest <= step ? `the other ${rest}` : `${step} of ${rest} more`}
          </Button>
        </p>
      )}
    </Section>
  );
}
