// A titled part of a view, and the bordered list that most of them hold.
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

/** Rows under each other in one frame. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={styles["rows"]}>{children}</ul>;
}

/** The top of a view: what it is, in one sentence, and what can be done here. */
export function ViewHead({
  title,
  says,
  also,
  actions,
  above,
}: {
  title: ReactNode;
  says?: ReactNode;
  /** One more line under it, cut where there is no room: it makes nothing wider. */
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

/** What stands where there is nothing yet: what would be here, and how it gets here. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles["empty"]}>
      <p className={styles["empty-title"]}>{title}</p>
      {children}
    </div>
  );
}
