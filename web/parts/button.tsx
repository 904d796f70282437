// Shows a button with its key. If the action would be refused, the button says why before the click and stays
// focusable.
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import styles from "./button.module.css";
import { classes } from "./classes.ts";

interface Look {
  children: ReactNode;
  /** The key that does the same, shown on the button. */
  keys?: string;
  /**
   * Like `keys`, for a key that is bound only at times. Shown over the corner, so that the layout does not
   * move.
   */
  tip?: string;
  look?: "plain" | "main" | "danger" | "quiet";
}

type ButtonProps = Omit<ComponentProps<"button">, "children" | "className"> &
  Look & {
    /** Why the action is not possible now. The button then shows this reason and does nothing. */
    refusal?: string | null | undefined;
    /** Shown while the action is under way. */
    busy?: string | false | null;
  };

export function Button({
  children,
  keys,
  tip,
  look = "plain",
  refusal,
  busy,
  onClick,
  ...rest
}: ButtonProps) {
  const isIdle = !refusal && !busy;
  return (
    <button
      type="button"
      {...rest}
      className={classOf(look)}
      aria-disabled={!isIdle || undefined}
      title={refusal ?? rest.title}
      onClick={(event) => (isIdle ? onClick?.(event) : event.preventDefault())}
    >
      {busy || children}
      {keys && <Key>{keys}</Key>}
      {tip && (
        <span className={styles["tip"]}>
          <Key>{tip}</Key>
        </span>
      )}
      {refusal && <span className="unseen">, not now: {refusal}</span>}
    </button>
  );
}

export function ButtonLink({ children, keys, look = "plain", ...link }: LinkProps & Omit<Look, "tip">) {
  return (
    <Link {...link} className={classOf(look)}>
      {children}
      {keys && <Key>{keys}</Key>}
    </Link>
  );
}

export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className={styles["key"]} aria-hidden="true">
      {children}
    </kbd>
  );
}

function classOf(look: string): string {
  return classes(styles["button"], styles[look]);
}
