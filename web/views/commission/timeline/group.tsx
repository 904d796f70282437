// Shows a titled group in the side column, and the lines in it.
import { type ReactNode, useId } from "react";
import styles from "../about.module.css";

export function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <div className={styles["group"]} role="group" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  );
}

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles["facts"]}>{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

export function Of({ children }: { children: ReactNode }) {
  return <span className={styles["of"]}> of {children}</span>;
}
