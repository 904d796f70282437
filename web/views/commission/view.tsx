// Shows one commission, from the task to its result.
import { useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { CommissionDetail } from "../../../src/contract/commission/detail.ts";
import { ProblemNote } from "../../parts/note.tsx";
import { useIsWide } from "../../parts/window-width.ts";
import { useTitle } from "../../shell/shell.tsx";
import { plainLine } from "../../words/plain.ts";
import { LandBar } from "./review/land-bar.tsx";
import { AboutAside, AboutFolded } from "./about.tsx";
import { Deleted, NoSuch } from "./absent.tsx";
import { Head } from "./head.tsx";
import type { LedgerPicture } from "./ledger.ts";
import { Parts } from "./parts.tsx";
import { useCommission } from "./use-commission.ts";
import { useLedger } from "./use-ledger.ts";
import { firstTab, type Tab } from "./tabs.ts";
import styles from "./view.module.css";

export function CommissionView() {
  const { id } = useParams({ from: "/commissions/$id" });
  return <One key={id} id={id} />;
}

function One({ id }: { id: string }) {
  const found = useCommission(id);
  // Reads the ledger at once, in parallel with the detail.
  const { picture, load } = useLedger(id);
  useTitle(found.is === "there" ? plainLine(found.commission.title) : "Commission");
  switch (found.is) {
    case "there":
      return <Shown commission={found.commission} picture={picture} load={load} />;
    case "deleted":
      return <Deleted last={found.last} />;
    case "unknown":
      return <NoSuch id={id} />;
    case "failed":
      return <ProblemNote problem={found.problem} retry={found.retry} />;
    case "opening":
      return <p className={styles["opening"]}>Opening the commission…</p>;
  }
}

const wideTabs: ReadonlySet<Tab> = new Set(["diff", "artifacts", "ledger", "told"]);

interface ShownProps {
  commission: CommissionDetail;
  picture: LedgerPicture;
  load(): void;
}

function Shown({ commission, picture, load }: ShownProps) {
  const { tab: chosen } = useSearch({ from: "/commissions/$id" });
  // It stays where it is when the work ends while a person watches it.
  const [first] = useState(() => firstTab(commission.status));
  const tab = chosen ?? first;
  // Code and raw lines need the whole width.
  const isBeside = useIsWide() && !wideTabs.has(tab);
  const about = { commission, planned: picture.planned };
  return (
    <>
      <Head commission={commission} />
      {!isBeside && <AboutFolded {...about} tab={tab} />}
      <Parts tab={tab} commission={commission} picture={picture} load={load}>
        {isBeside && <AboutAside {...about} tab={tab} />}
      </Parts>
      <LandBar commission={commission} tab={tab} />
    </>
  );
}
