// Provides the building blocks of a view: its head, a titled section, a bordered list and an empty state.
import { type ReactNode, useId } from "react";
import styles from "./panel.module.css";

export function Section({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles["section"]} aria-labelledby={id}>
      <div className={styles["head"]}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Shows a list of rows in one frame. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={styles["rows"]}>{children}</ul>;
}

/** Shows the top of a view: its title, one sentence about it, and its actions. */
export function ViewHead({
  title,
  says,
  also,
  actions,
  above,
}: {
  title: ReactNode;
  says?: ReactNode;
  /** A further line below, truncated instead of widening the view. */
  also?: ReactNode;
  actions?: ReactNode;
  above?: ReactNode;
}) {
  return (
    <header className={styles["view-head"]}>
      <div className={styles["words"]}>
        {above && <div className={styles["above"]}>{above}</div>}
        <h1>{title}</h1>
        {says && <p className={styles["says"]}>{says}</p>}
        {also && <div className={styles["also"]}>{also}</div>}
      </div>
      {actions && <div className={styles["actions"]}>{actions}</div>}
    </header>
  );
}

/** Shows an empty state: what would be here, and how it gets here. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles["empty"]}>
      <p className={styles["empty-title"]}>{title}</p>
      {children}
    </div>
  );
}
