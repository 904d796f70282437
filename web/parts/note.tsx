// Says that something went wrong or must not be missed, and what to do about it.
import type { ReactNode } from "react";
import { isHallProblem } from "../api/problem.ts";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import styles from "./note.module.css";

export function Note({
  tone = "plain",
  children,
}: {
  tone?: "plain" | "brass" | "madder";
  children: ReactNode;
}) {
  return (
    <div className={classes(styles["note"], styles[tone])} role={tone === "madder" ? "alert" : "status"}>
      {children}
    </div>
  );
}

export function ProblemNote({ problem, retry }: { problem: unknown; retry?: () => void }) {
  return (
    <Note tone="madder">
      <p className={styles["title"]}>{messageOf(problem)}</p>
      {hintOf(problem) && <p>{hintOf(problem)}</p>}
      {retry && <Button onClick={retry}>Try again</Button>}
    </Note>
  );
}

export function messageOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

function hintOf(problem: unknown): string | null {
  return isHallProblem(problem) ? problem.hint : null;
}
