// Shows a commission's labels, each a link to all commissions that have it.
import { Link } from "@tanstack/react-router";
import type { CommissionDetail } from "../../../src/contract/commission/detail.ts";
import { Badge } from "../../parts/badge.tsx";
import { Group } from "./timeline/group.tsx";
import styles from "./about.module.css";

export function Labels({ commission: { labels } }: { commission: CommissionDetail }) {
  if (labels.length === 0) return null;
  return (
    <Group title="Labels">
      <ul className={styles["labels"]}>
        {labels.map((label) => (
          <li key={label}>
            <Link to="/commissions" search={{ label }}>
              <Badge>{label}</Badge>
            </Link>
          </li>
        ))}
      </ul>
    </Group>
  );
}
