// Shows one item that needs a person: what it is, its actions, and the form of the action that is open.
import { Link } from "@tanstack/react-router";
import { memo, useState } from "react";
import type { AttentionItem } from "../../../src/contract/api/attention.ts";
import { Ago } from "../../parts/ago.tsx";
import { Rehearsed } from "../../parts/badge.tsx";
import { BlankShield, Sigil } from "../../parts/sigil.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { ApproveForm } from "../../parts/approve-form.tsx";
import { KindBadge } from "./kind-badge.tsx";
import { NeedActions } from "./need-actions.tsx";
import { targetOf } from "./need-target.ts";
import { rowOf } from "./row-of.ts";
import styles from "./home.module.css";

interface NeedRowProps {
  item: AttentionItem;
  /** The actions whose keys act on this row, separated by spaces, such as "answer later". */
  keyed: string;
}

export const NeedRow = memo(function NeedRow({ item, keyed }: NeedRowProps) {
  const { kind, title, detail, commission, worker, project, approve, rehearsed } = item;
  const [isAnswering, setAnswering] = useState(false);
  return (
    <li data-row={rowOf(item)} className={styles["need"]}>
      <div className={styles["row"]}>
        {worker === null ? <BlankShield /> : <Sigil name={worker} />}
        <div className={styles["words"]}>
          <Link {...targetOf(item)} data-opens="" className={styles["title"]}>
            {title}
          </Link>
          <p className={styles["line"]}>
            {detail}
            <Since at={item.since} />
            {rehearsed && <Rehearsed />}
          </p>
        </div>
        <div className={styles["acts"]}>
          <span className={styles["kind"]}>
            <KindBadge kind={kind} />
          </span>
          <NeedActions
            item={item}
            keyed={keyed}
            answering={{ isOpen: isAnswering, toggle: () => setAnswering(!isAnswering) }}
          />
        </div>
      </div>
      {isAnswering && approve !== undefined && project !== null && (
        <div className={styles["below"]}>
          <ApproveForm project={project} tree={approve} close={() => setAnswering(false)} />
        </div>
      )}
      {isAnswering && approve === undefined && commission !== null && (
        <div className={styles["below"]}>
          <AnswerForm commission={commission} title={title} close={() => setAnswering(false)} />
        </div>
      )}
    </li>
  );
});

function Since({ at }: { at: string | null }) {
  if (at === null) return null;
  return (
    <span className={styles["since"]}>
      {" · "}
      <Ago at={at} />
    </span>
  );
}
