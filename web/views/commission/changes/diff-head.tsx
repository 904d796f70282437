// Shows above a diff how much changed, how much of it was viewed, and how it is laid out.
import type { ReactNode } from "react";
import type { CommissionDiff } from "../../../../src/contract/commission/diff.ts";
import { Button } from "../../../parts/button.tsx";
import { counted } from "../../../words/say.ts";
import type { Layout } from "./layout.ts";
import styles from "./diff-tab.module.css";

export interface DiffHeadProps {
  diff: Pick<CommissionDiff, "files" | "total" | "additions" | "deletions" | "base" | "tip">;
  viewed: number;
  layout: { layout: Layout; canSplit: boolean; choose(layout: Layout): void };
  /** Whether the tree of files is shown only on demand; `null` if there is room for it. */
  tree: { isOpen: boolean; turn(): void } | null;
  foldAll(): void;
  unfold(): void;
  /** Further buttons. */
  children?: ReactNode;
}

export function DiffHead({ diff, viewed, layout, tree, foldAll, unfold, children }: DiffHeadProps) {
  const { files, total, additions, deletions, base, tip } = diff;
  return (
    <div className={styles["sum"]}>
      <p>
        <strong>{counted(total, "file")} changed</strong>
        <span className={styles["plus"]}> +{additions.toLocaleString("en-US")}</span>
        <span className={styles["minus"]}> −{deletions.toLocaleString("en-US")}</span>
        <span className={styles["quiet"]}>
          {" "}
          · from {base.slice(0, 7)} to {tip === null ? "the worktree as it is" : tip.slice(0, 7)}
          {files.length < total && ` · the first ${files.length.toLocaleString("en-US")} are listed`}
        </span>
      </p>
      <div className={styles["tools"]}>
        <span className={styles["seen"]}>
          <progress max={Math.max(1, files.length)} value={viewed} aria-label="Viewed files" />
          {viewed} of {files.length} viewed
        </span>
        {tree && (
          <Button aria-expanded={tree.isOpen} onClick={tree.turn}>
            Files
          </Button>
        )}
        {layout.canSplit && <Layouts {...layout} />}
        {children}
        <Button onClick={foldAll}>Fold all</Button>
        <Button onClick={unfold}>Unfold</Button>
      </div>
    </div>
  );
}

function Layouts({ layout, choose }: Pick<DiffHeadProps["layout"], "layout" | "choose">) {
  return (
    <span className={styles["layouts"]} role="group" aria-label="Layout">
      <Button aria-pressed={layout === "unified"} onClick={() => choose("unified")}>
        Unified
      </Button>
      <Button aria-pressed={layout === "split"} onClick={() => choose("split")}>
        Side by side
      </Button>
    </span>
  );
}
