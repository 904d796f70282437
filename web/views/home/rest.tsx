// Links to the commissions that this section of the home view does not show.
import { Link } from "@tanstack/react-router";
import type { Few } from "../../words/glance.ts";
import type { Choice } from "../commissions/choice.ts";
import styles from "./home.module.css";

export function Rest({ few, word, search }: { few: Few; word: string; search: Choice }) {
  const rest = few.total - few.first.length;
  if (rest <= 0) return null;
  return (
    <p className={styles["rest"]}>
      <Link to="/commissions" search={search}>
        {rest.toLocaleString("en-US")} more {word}
      </Link>
    </p>
  );
}
