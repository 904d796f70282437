// Shows the beginning of a long text, and the rest on demand.
import { type ComponentType } from "react";
import { Button } from "../../../parts/button.tsx";
import { short } from "../../../words/say.ts";
import { useUnfolded } from "./unfolded.ts";
import styles from "./entry.module.css";

interface FoldingProps {
  /** A unique name, under which the open state is kept. */
  name: string;
  text: string;
  most: number;
  as: ComponentType<{ text: string }>;
}

export function FoldingText({ name, text, most, as: Shown }: FoldingProps) {
  const [isOpen, turn] = useUnfolded(name);
  // A text just over the limit does not need a button.
  if (text.length <= most * 1.2) return <Shown text={text} />;
  return (
    <>
      <Shown text={isOpen ? text : `${text.slice(0, most).toWellFormed()}…`} />
      <div className={styles["more"]}>
        <Button data-fold aria-expanded={isOpen} onClick={turn}>
          {isOpen ? "Show less" : `Show the other ${short(text.length - most)} characters`}
        </Button>
      </div>
    </>
  );
}
